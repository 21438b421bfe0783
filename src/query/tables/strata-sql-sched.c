/* strata-sql-sched.c - sched and thread_state
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-bisect.h"
#include "strata-device-names.h"
#include "strata-sql-private.h"

/* Rows of a CPU and states of a thread are neighbours, by time. The ones that are open at the end of
 * the trace have the duration -1, as in PerfettoSQL.
 *
 * In sched, a CPU with N runs has 2 N + 1 rows: idle, run, idle, run, …, idle. The idle rows are not in the trace: they are the times
 * between runs. One without a length, or of whose time nothing is known, does not exist. */

static gint64
get_dur (StrataSqlSource *source,
         gint64 begin_ns,
         gint64 end_ns,
         gboolean is_last)
{
  const gint64 trace_end_ns = strata_trace_get_span (source->trace).end_ns;

  return is_last && end_ns >= trace_end_ns ? -1 : end_ns - begin_ns;
}

STRATA_SQL_COUNT (count_runs, 2 * source->runs->n_runs + source->n_cpus)

/* The first row of a CPU. */
static guint32
get_first_row (const StrataSqlSource *source,
               guint32 cpu)
{
  return 2 * source->cpus[cpu].first_run + cpu;
}

static const StrataCpu *
get_run_cpu (StrataSqlSource *source,
             guint32 row)
{
  if (row - get_first_row (source, source->last_cpu) > 2 * source->cpus[source->last_cpu].n_runs)
    {
      guint32 i = 0;

      while (row - get_first_row (source, i) > 2 * source->cpus[i].n_runs)
        i++;
      source->last_cpu = i;
    }

  return &source->cpus[source->last_cpu];
}

/* The run of a row, or for an idle row the run after it, which may be that of another CPU. */
static guint32
get_run (StrataSqlSource *source,
         guint32 row,
         gboolean *is_idle)
{
  const StrataCpu *cpu = get_run_cpu (source, row);
  const guint32 place = row - get_first_row (source, source->last_cpu);

  *is_idle = place % 2 == 0;
  return cpu->first_run + place / 2;
}

/* Whether the last run of a CPU is known to have ended. A run that ends with the trace has ended there if its state is known. */
static gboolean
has_ended (const StrataSqlSource *source,
           guint32 run)
{
  return source->runs->end_state[run] != 0 || source->runs->end_ns[run] < strata_trace_get_span (source->trace).end_ns;
}

/* The first loss of a CPU that ends after a time, or NULL. */
static const StrataLoss *
find_loss (StrataSqlSource *source,
           guint32 cpu,
           gint64 time_ns)
{
  const guint32 loss = strata_trace_find_loss (source->trace, cpu, time_ns);

  return loss != STRATA_NONE ? &strata_trace_get_losses (source->trace, NULL)[loss] : NULL;
}

/* The time between runs before @run, without what is lost: all after the loss that it begins with, or all before the first other. */
static StrataSpan
get_idle (StrataSqlSource *source,
          const StrataCpu *cpu,
          guint32 run)
{
  const gboolean is_last = run == cpu->first_run + cpu->n_runs;
  const gint64 end_ns = is_last ? strata_trace_get_span (source->trace).end_ns : source->runs->start_ns[run];
  StrataSpan idle = { run > cpu->first_run ? source->runs->end_ns[run - 1] : MIN (cpu->known_ns, end_ns), end_ns };
  const StrataLoss *loss = find_loss (source, cpu->cpu, idle.begin_ns);

  if (loss != NULL && loss->begin_ns <= idle.begin_ns)
    idle.begin_ns = MIN (loss->end_ns, end_ns);
  else if (loss != NULL)
    idle.end_ns = MIN (loss->begin_ns, end_ns);

  return idle;
}

/* An idle row after the last run exists, even without a length, if the run has ended and nothing was lost then. */
static gboolean
run_exists (StrataSqlSource *source,
            guint32 row)
{
  gboolean is_idle;
  const guint32 run = get_run (source, row, &is_idle);
  const StrataCpu *cpu = get_run_cpu (source, row);

  if (!is_idle)
    return TRUE;

  const StrataSpan idle = get_idle (source, cpu, run);
  const gboolean has_length = strata_span_get_length_ns (idle) > 0;

  if (run < cpu->first_run + cpu->n_runs || run == cpu->first_run)
    return has_length;

  return has_ended (source, run - 1) && (has_length || idle.begin_ns == source->runs->end_ns[run - 1]);
}

static gint64
get_run_ts (StrataSqlSource *source,
            guint32 row)
{
  gboolean is_idle;
  const guint32 run = get_run (source, row, &is_idle);

  return is_idle ? get_idle (source, get_run_cpu (source, row), run).begin_ns : source->runs->start_ns[run];
}

static gint64
get_run_dur (StrataSqlSource *source,
             guint32 row)
{
  gboolean is_idle;
  const guint32 run = get_run (source, row, &is_idle);
  const StrataCpu *cpu = get_run_cpu (source, row);
  const guint32 end = cpu->first_run + cpu->n_runs;

  if (!is_idle)
    return run + 1 == end && !has_ended (source, run) ? -1 : source->runs->end_ns[run] - source->runs->start_ns[run];

  const StrataSpan idle = get_idle (source, cpu, run);

  return get_dur (source, idle.begin_ns, idle.end_ns, run == end);
}

STRATA_SQL_GETTER (gint64, get_run_end, get_run_ts (source, row) + get_run_dur (source, row))
STRATA_SQL_GETTER (gint64, get_run_number, strata_sql_get_ucpu (get_run_cpu (source, row)->cpu))

static gint64
get_run_utid (StrataSqlSource *source,
              guint32 row)
{
  gboolean is_idle;
  const guint32 run = get_run (source, row, &is_idle);

  if (is_idle)
    return strata_sql_numbers_get_idle (source->utids, get_run_cpu (source, row)->cpu / STRATA_DEVICE_CPUS);

  return strata_sql_source_get_utid (source, source->runs->thread[run]);
}

static void
get_end_state (StrataSqlSource *source,
               guint32 row,
               StrataCell *cell)
{
  gboolean is_idle;
  const guint32 run = get_run (source, row, &is_idle);
  const guint8 state = is_idle ? (get_run_dur (source, row) >= 0 ? 'R' : 0) : source->runs->end_state[run];
  const char letter = (char) (state & ~STRATA_END_STATE_PREEMPTED);

  if ((state & STRATA_END_STATE_PREEMPTED) != 0)
    strata_cell_set_text (cell, "R+");
  else if (letter != 0)
    strata_cell_take_text (cell, g_strndup (&letter, 1));
}

/* The priority of the idle thread in events of the scheduler. */
#define IDLE_PRIORITY 120
#define IDLE_UTID 0

static gint64
get_priority (StrataSqlSource *source,
              guint32 row)
{
  gboolean is_idle;
  const guint32 run = get_run (source, row, &is_idle);
  const guint8 rank = is_idle ? STRATA_PRIORITY_RANK (IDLE_PRIORITY) : source->runs->rank[run];

  return rank != 0 ? STRATA_RANK_PRIORITY (rank) : STRATA_SQL_NULL;
}

/* A row of -1 ns has to be the last one, as ends of the others ascend. */
static void
add_cpu (StrataSqlSource *source,
         guint32 cpu,
         GArray *segments)
{
  const guint32 first = get_first_row (source, cpu);
  const guint32 last = first + 2 * source->cpus[cpu].n_runs;

  strata_sql_segments_add (segments, NULL, first, run_exists (source, last) ? last + 1 : last);
}

static void
find_cpu (StrataSqlSource *source,
          gint64 value,
          GArray *segments)
{
  for (guint i = 0; i < source->n_cpus; i++)
    if (strata_sql_get_ucpu (source->cpus[i].cpu) == value)
      add_cpu (source, i, segments);
}

static void
list_cpus (StrataSqlSource *source,
           GArray *segments)
{
  for (guint i = 0; i < source->n_cpus; i++)
    add_cpu (source, i, segments);
}

static const StrataSqlColumn sched_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the row", STRATA_SQL_ID, strata_sql_get_row },
  { "ts", STRATA_SQL_INTEGER, "ns", "When the thread was switched in, or the CPU became idle", STRATA_SQL_TIME, get_run_ts },
  { "dur", STRATA_SQL_INTEGER, "ns", "How long it ran; -1 if it still ran at the end of the trace", 0, get_run_dur },
  { "cpu", STRATA_SQL_INTEGER, NULL, "Number of the CPU: cpu.ucpu", STRATA_SQL_RUN, get_run_number, .find = find_cpu },
  { "utid", STRATA_SQL_INTEGER, NULL, "The thread: thread.utid; 0 if the CPU was idle", 0, get_run_utid },
  { "end_state", STRATA_SQL_TEXT, NULL, "State in which it was switched out: R+ if it was preempted, S, D, …", 0, .cell = get_end_state },
  { "priority", STRATA_SQL_INTEGER, NULL, "Priority of the thread then, as the kernel counts: 100 to 139 for ordinary threads, less for real-time ones", 0, get_priority },
  { "ucpu", STRATA_SQL_INTEGER, NULL, "The same as cpu", 0, get_run_number, .find = find_cpu },
  { "ts_end", STRATA_SQL_INTEGER, "ns", "When the thread was switched out; ts - 1 if it still ran at the end of the trace", 0, get_run_end },
  { "ts_dur", STRATA_SQL_INTEGER, "ns", "ts + dur", STRATA_SQL_HIDDEN | STRATA_SQL_END, get_run_end },
};

const StrataSqlTable strata_sql_table_sched = {
  .name = "sched",
  .doc = "What ran on the CPUs, the idle thread included; times in which that is not known have no row",
  .columns = sched_columns,
  .n_columns = G_N_ELEMENTS (sched_columns),
  .count = count_runs,
  .exists = run_exists,
  .list_runs = list_cpus,
};

STRATA_SQL_COUNT (count_states, source->states->n_states)

/* The thread of the state in @row, among those that have states. */
static guint32
get_state_thread (StrataSqlSource *source,
                  guint32 row)
{
  const StrataThread *last = &source->threads[source->last_thread];
  const guint32 *threads = (const guint32 *) source->state_threads->data;
  guint begin = 0;
  guint end = source->state_threads->len;

  if (row - last->first_state < last->n_states)
    return source->last_thread;

  STRATA_BISECT_LAST (begin, end, i, source->threads[threads[i]].first_state <= row);

  source->last_thread = threads[begin];
  return source->last_thread;
}

STRATA_SQL_GETTER (gboolean, state_exists, strata_states_get (source->states, row) != STRATA_STATE_UNKNOWN)
STRATA_SQL_GETTER (gint64, get_state_ts, source->states->start_ns[row])

/* Nothing ends the state of a dead thread, even if its id is used again. */
static gint64
get_state_dur (StrataSqlSource *source,
               guint32 row)
{
  const StrataThread *thread = &source->threads[get_state_thread (source, row)];
  const gboolean is_last = row + 1 == thread->first_state + thread->n_states;

  if (is_last && strata_states_get (source->states, row) == STRATA_STATE_DEAD)
    return -1;

  return get_dur (source, source->states->start_ns[row], strata_states_get_end_ns (source->states, thread, row), is_last);
}

STRATA_SQL_GETTER (gint64, get_state_end, source->states->start_ns[row] + get_state_dur (source, row))

static gint64
get_state_cpu (StrataSqlSource *source,
               guint32 row)
{
  const guint16 cpu = source->states->cpu[row];

  return strata_states_get (source->states, row) == STRATA_STATE_RUNNING && cpu != STRATA_STATES_NO_CPU ? strata_sql_get_ucpu (cpu) : STRATA_SQL_NULL;
}

STRATA_SQL_GETTER (gint64, get_state_utid, strata_sql_source_get_utid (source, get_state_thread (source, row)))

STRATA_SQL_GETTER (gint64, get_state_device, strata_device_or_first (source->threads[get_state_thread (source, row)].device))

/* The run of a thread on a CPU that ended at exactly this time, or STRATA_NONE. */
static guint32
find_ended_run (StrataSqlSource *source,
                guint32 thread,
                guint16 cpu,
                gint64 end_ns)
{
  for (guint i = 0; i < source->n_cpus; i++)
    if (source->cpus[i].cpu == cpu && source->cpus[i].n_runs > 0)
      {
        guint32 begin = source->cpus[i].first_run;
        guint32 end = begin + source->cpus[i].n_runs;

        STRATA_BISECT_LAST (begin, end, j, source->runs->start_ns[j] <= end_ns);

        /* runs without a length also begin then */
        for (; begin > source->cpus[i].first_run && source->runs->start_ns[begin] == end_ns; begin--)
          if (source->runs->thread[begin] == thread && source->runs->end_ns[begin] == end_ns)
            break;

        return source->runs->thread[begin] == thread && source->runs->end_ns[begin] == end_ns ? begin : STRATA_NONE;
      }

  return STRATA_NONE;
}

/* The model has fewer states than the kernel has letters: an idle kernel thread (I) sleeps, and a thread that
 * yielded (R) was preempted. NULL if the letter is unknown. */
static const char *
find_letter (StrataSqlSource *source,
             guint32 row)
{
  static const char letters[] = "D\0I\0K\0P\0R\0S\0T\0W\0X\0Z\0t";
  const guint32 thread = get_state_thread (source, row);
  const StrataStates *states = source->states;

  if (row == source->threads[thread].first_state || strata_states_get (states, row - 1) != STRATA_STATE_RUNNING)
    return NULL;

  const guint32 run = find_ended_run (source, thread, states->cpu[row - 1], states->start_ns[row]);
  const guint8 state = run != STRATA_NONE ? source->runs->end_state[run] : 0;

  for (gsize i = 0; i < sizeof letters; i += 2)
    if ((guint8) letters[i] == state)
      return &letters[i];

  return NULL;
}

static const char *
get_state_of_model (StrataSqlSource *source,
                    guint32 row)
{
  switch (strata_states_get (source->states, row))
    {
    case STRATA_STATE_UNKNOWN:
      return NULL;
    case STRATA_STATE_RUNNING:
      return "Running";
    case STRATA_STATE_RUNNABLE:
      return "R";
    case STRATA_STATE_PREEMPTED:
      return "R+";
    case STRATA_STATE_SLEEPING:
      return "S";
    case STRATA_STATE_BLOCKED:
    case STRATA_STATE_BLOCKED_IO:
    case STRATA_STATE_BLOCKED_OTHER:
      return "D";
    case STRATA_STATE_STOPPED:
      return "T";
    case STRATA_STATE_DEAD:
      return "X";
    }

  return NULL;
}

static const char *
get_state (StrataSqlSource *source,
           guint32 row)
{
  const StrataState state = strata_states_get (source->states, row);
  const char *letter = state > STRATA_STATE_RUNNABLE ? find_letter (source, row) : NULL;

  return letter != NULL ? letter : get_state_of_model (source, row);
}

static gint64
get_io_wait (StrataSqlSource *source,
             guint32 row)
{
  switch (strata_states_get (source->states, row))
    {
    case STRATA_STATE_BLOCKED_IO:
      return 1;
    case STRATA_STATE_BLOCKED_OTHER:
      return 0;
    case STRATA_STATE_UNKNOWN:
    case STRATA_STATE_RUNNING:
    case STRATA_STATE_RUNNABLE:
    case STRATA_STATE_PREEMPTED:
    case STRATA_STATE_SLEEPING:
    case STRATA_STATE_BLOCKED:
    case STRATA_STATE_STOPPED:
    case STRATA_STATE_DEAD:
      return STRATA_SQL_NULL;
    }

  return STRATA_SQL_NULL;
}

static gboolean
is_wait (StrataState state)
{
  return state >= STRATA_STATE_SLEEPING && state <= STRATA_STATE_BLOCKED_OTHER;
}

STRATA_SQL_GETTER (guint32, get_blocked_function, is_wait (strata_states_get (source->states, row)) ? source->states->detail[row] : 0)
STRATA_SQL_GETTER (guint32, get_waker, strata_states_get (source->states, row) == STRATA_STATE_RUNNABLE ? source->states->detail[row] : STRATA_NONE)

/* A thread that becomes runnable without having run was woken up, by the idle thread if by no other. */
static gint64
get_waker_utid (StrataSqlSource *source,
                guint32 row)
{
  const StrataThread *thread = &source->threads[get_state_thread (source, row)];

  if (strata_states_get (source->states, row) != STRATA_STATE_RUNNABLE || get_waker (source, row) != STRATA_NONE)
    return strata_sql_source_get_utid (source, get_waker (source, row));

  return row == thread->first_state || strata_states_get (source->states, row - 1) != STRATA_STATE_RUNNING ? IDLE_UTID : STRATA_SQL_NULL;
}

/* The state of the waker at that time. */
static gint64
get_waker_id (StrataSqlSource *source,
              guint32 row)
{
  const guint32 waker = get_waker (source, row);

  if (waker == STRATA_NONE || source->threads[waker].n_states == 0)
    return STRATA_SQL_NULL;

  return strata_sql_index (strata_states_find (source->states, &source->threads[waker], source->states->start_ns[row]));
}

static gint64
is_from_interrupt (StrataSqlSource *source,
                   guint32 row)
{
  if (strata_states_get (source->states, row) != STRATA_STATE_RUNNABLE)
    return STRATA_SQL_NULL;

  return (source->states->state[row] & STRATA_STATES_FROM_INTERRUPT) != 0;
}

static void
add_thread (StrataSqlSource *source,
            guint32 thread,
            GArray *segments)
{
  const StrataThread *row = &source->threads[thread];

  strata_sql_segments_add (segments, NULL, row->first_state, row->first_state + row->n_states);
}

static void
find_thread (StrataSqlSource *source,
             gint64 value,
             GArray *segments)
{
  const guint32 thread = strata_sql_numbers_find (source->utids, value);

  if (thread != STRATA_NONE)
    add_thread (source, thread, segments);
}

static void
list_threads (StrataSqlSource *source,
              GArray *segments)
{
  for (guint i = 0; i < source->state_threads->len; i++)
    add_thread (source, g_array_index (source->state_threads, guint32, i), segments);
}

static const StrataSqlColumn state_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the state", STRATA_SQL_ID, strata_sql_get_row },
  { "ts", STRATA_SQL_INTEGER, "ns", "When it began", STRATA_SQL_TIME, get_state_ts },
  { "dur", STRATA_SQL_INTEGER, "ns", "How long it lasted; -1 if it did not end in the trace, as that of a thread that is gone", 0, get_state_dur },
  { "cpu", STRATA_SQL_INTEGER, NULL, "Number of the CPU that it ran on: cpu.ucpu", 0, get_state_cpu },
  { "utid", STRATA_SQL_INTEGER, NULL, "The thread: thread.utid", STRATA_SQL_RUN, get_state_utid, .find = find_thread },
  { "state", STRATA_SQL_TEXT, NULL, "Running, R (runnable), R+ (preempted), S (sleeping), D (blocked), I (idle thread of the kernel), T (stopped), X (gone) or another letter of the kernel", 0, .word = get_state },
  { "io_wait", STRATA_SQL_INTEGER, NULL, "Whether a blocked thread waits for block I/O; NULL if that is not known", 0, get_io_wait },
  { "blocked_function", STRATA_SQL_TEXT, NULL, "The kernel function that it waits in", 0, .string = get_blocked_function },
  { "waker_utid", STRATA_SQL_INTEGER, NULL, "The thread that woke it: thread.utid", 0, get_waker_utid },
  { "waker_id", STRATA_SQL_INTEGER, NULL, "What the waker was doing then: thread_state.id", 0, get_waker_id },
  { "irq_context", STRATA_SQL_INTEGER, NULL, "1 if an interrupt woke it", 0, is_from_interrupt },
  { "ucpu", STRATA_SQL_INTEGER, NULL, "The same as cpu", 0, get_state_cpu },
  { "machine_id", STRATA_SQL_INTEGER, NULL, "The device of its thread: machine.id", STRATA_SQL_HIDDEN, get_state_device },
  { "ts_dur", STRATA_SQL_INTEGER, "ns", "ts + dur", STRATA_SQL_HIDDEN | STRATA_SQL_END, get_state_end },
};

const StrataSqlTable strata_sql_table_thread_state = {
  .name = "thread_state",
  .doc = "What each thread was doing; times in which that is not known have no row",
  .columns = state_columns,
  .n_columns = G_N_ELEMENTS (state_columns),
  .count = count_states,
  .exists = state_exists,
  .list_runs = list_threads,
};
