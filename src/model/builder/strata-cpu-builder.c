/* strata-cpu-builder.c - builds CPU runs from scheduler switches
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-memory.h"
#include "strata-order.h"
#include "strata-trace-builder-private.h"

static guint32
get_cpu (StrataTraceBuilder *self,
         guint32 number,
         gint64 time_ns)
{
  guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (self->cpu_by_number, GUINT_TO_POINTER (number)));

  if (known != 0)
    return known - 1;

  StrataCpu cpu = { .cpu = number, .known_ns = time_ns };
  StrataCpuState *state = strata_column_push (&self->cpu_states, sizeof *state);

  *state = (StrataCpuState){ .since_ns = STRATA_NO_TIME, .lost_ns = STRATA_NO_TIME, .thread = STRATA_NONE };
  g_array_append_val (self->trace->cpus, cpu);
  g_hash_table_insert (self->cpu_by_number, GUINT_TO_POINTER (number), GUINT_TO_POINTER (self->trace->cpus->len));

  return self->trace->cpus->len - 1;
}

static void
close_run (StrataTraceBuilder *self,
           guint32 cpu,
           gint64 time_ns,
           guint8 end_state)
{
  const StrataCpuState *state = &strata_column_at (&self->cpu_states, StrataCpuState, cpu);

  if (state->since_ns == STRATA_NO_TIME || state->thread == STRATA_NONE)
    return;

  strata_trace_builder_see_thread (self, state->thread, time_ns, STRATA_NO_TIME);
  *(StrataRunEntry *) strata_column_push (&self->runs, sizeof (StrataRunEntry)) = (StrataRunEntry){
    .start_ns = state->since_ns,
    .end_ns = time_ns,
    .thread = state->thread,
    .cpu = cpu,
    .end_state = end_state,
    .rank = state->rank,
  };
  g_array_index (self->trace->cpus, StrataCpu, cpu).n_runs++;
}

static void
add_waiting (StrataTraceBuilder *self,
             guint32 cpu,
             guint32 thread)
{
  StrataCpuState *state = &strata_column_at (&self->cpu_states, StrataCpuState, cpu);
  StrataThreadState *known = strata_trace_builder_thread_state (self, thread);

  known->left_cpu = cpu;
  if (known->is_waiting)
    return;

  known->is_waiting = TRUE;
  known->next_waiting = state->waiting;
  state->waiting = thread + 1;
}

/* Threads that waited for a CPU may have got it during a loss of its events. The list may contain threads that got
 * another CPU since, and may be waiting again. */
static void
forget_waiting (StrataTraceBuilder *self,
                guint32 cpu,
                gint64 time_ns)
{
  StrataCpuState *state = &strata_column_at (&self->cpu_states, StrataCpuState, cpu);
  guint32 next = state->waiting;

  state->waiting = 0;
  while (next != 0)
    {
      const guint32 thread = next - 1;
      StrataThreadState *known = strata_trace_builder_thread_state (self, thread);

      next = known->next_waiting;
      known->is_waiting = FALSE;
      if (!strata_trace_builder_is_preempted (self, thread))
        continue;
      if (known->left_cpu == cpu)
        strata_trace_builder_set_unknown (self, thread, time_ns);
      else
        add_waiting (self, known->left_cpu, thread);
    }
}

/* Ends the run on a CPU and sets the new state of its thread. */
static void
leave_cpu (StrataTraceBuilder *self,
           guint32 cpu,
           gint64 time_ns,
           guint8 end_state)
{
  StrataCpuState *state = &strata_column_at (&self->cpu_states, StrataCpuState, cpu);

  close_run (self, cpu, time_ns, end_state);

  if (state->thread != STRATA_NONE)
    {
      strata_trace_builder_thread_state (self, state->thread)->cpu = STRATA_NONE;
      strata_trace_builder_set_stopped (self, state->thread, time_ns, end_state);
      if (strata_trace_builder_is_preempted (self, state->thread))
        add_waiting (self, cpu, state->thread);
    }

  state->since_ns = time_ns;
  state->thread = STRATA_NONE;
  state->rank = 0;
}

/* A thread that is seen on this CPU has left every other one, even if that was not reported. */
static void
leave_other_cpu (StrataTraceBuilder *self,
                 guint32 thread,
                 gint64 time_ns)
{
  const guint32 cpu = strata_trace_builder_thread_state (self, thread)->cpu;

  if (cpu != STRATA_NONE)
    leave_cpu (self, cpu, MAX (time_ns, strata_column_at (&self->cpu_states, StrataCpuState, cpu).since_ns), 0);
}

static void
enter_cpu (StrataTraceBuilder *self,
           guint32 cpu,
           gint64 time_ns,
           guint32 thread)
{
  StrataCpuState *state = &strata_column_at (&self->cpu_states, StrataCpuState, cpu);

  state->since_ns = time_ns;
  state->thread = thread;

  if (thread == STRATA_NONE)
    return;

  leave_other_cpu (self, thread, time_ns);
  strata_trace_builder_see_thread (self, thread, time_ns, STRATA_NO_TIME);
  strata_trace_builder_thread_state (self, thread)->cpu = cpu;
  strata_trace_builder_set_running (self, thread, time_ns, g_array_index (self->trace->cpus, StrataCpu, cpu).cpu);
}

/* The thread of a switch was running, but since when is not known, so
 * it gets a run without duration. */
static void
take_surprise (StrataTraceBuilder *self,
               guint32 cpu,
               gint64 time_ns,
               guint32 thread,
               guint8 end_state)
{
  leave_cpu (self, cpu, time_ns, 0);
  enter_cpu (self, cpu, time_ns, thread);
  leave_cpu (self, cpu, time_ns, end_state);
}

/* Events of the CPU are missing up to now. The state of its thread until now is not known, even if
 * it seemed to sleep or wait: a thread that is woken while a CPU idles gets it, and that switch may
 * be the missing one. */
static void
end_loss (StrataTraceBuilder *self,
          guint32 cpu,
          gint64 time_ns,
          guint32 thread)
{
  StrataCpuState *state = &strata_column_at (&self->cpu_states, StrataCpuState, cpu);

  if (thread != STRATA_NONE)
    {
      leave_other_cpu (self, thread, time_ns);
      strata_trace_builder_set_unknown (self, thread, state->lost_ns);
    }

  state->lost_ns = STRATA_NO_TIME;
}

/* Before the first switch of a CPU, and after a loss, no run on it is known. */
static void
take_first (StrataTraceBuilder *self,
            guint32 cpu,
            gint64 time_ns,
            guint32 thread,
            guint8 end_state)
{
  if (thread == STRATA_NONE)
    return;

  leave_other_cpu (self, thread, time_ns);
  strata_trace_builder_see_thread (self, thread, time_ns, STRATA_NO_TIME);
  strata_trace_builder_set_stopped (self, thread, time_ns, end_state);
  if (strata_trace_builder_is_preempted (self, thread))
    add_waiting (self, cpu, thread);
}

/**
 * strata_trace_builder_switch_cpu:
 * @self: the builder
 * @cpu: number of a CPU
 * @time_ns: when; clamped to the CPU's latest switch
 * @prev_thread: index of the thread that ran, or %STRATA_NONE if the CPU was idle
 * @prev_state: letter of the state in which it stopped, with %STRATA_END_STATE_PREEMPTED
 * @next_thread: index of the thread that runs from now on, or %STRATA_NONE for idle
 *
 * A CPU switches from one thread to another (sched_switch). The thread before the first switch of a CPU gets no run,
 * since its start is not known. A thread that would run on two CPUs leaves the previous one.
 */
void
strata_trace_builder_switch_cpu (StrataTraceBuilder *self,
                                 guint32 cpu,
                                 gint64 time_ns,
                                 guint32 prev_thread,
                                 guint8 prev_state,
                                 guint32 next_thread)
{
  guint32 index = get_cpu (self, cpu, time_ns);
  const StrataCpuState *state = &strata_column_at (&self->cpu_states, StrataCpuState, index);

  strata_trace_builder_see_time (self, time_ns);
  time_ns = MAX (time_ns, state->since_ns);
  self->scheduled_ns = MAX (self->scheduled_ns, time_ns);

  if (G_UNLIKELY (state->lost_ns != STRATA_NO_TIME))
    {
      end_loss (self, index, time_ns, prev_thread);
      take_first (self, index, time_ns, prev_thread, prev_state);
    }
  else if (state->since_ns == STRATA_NO_TIME)
    take_first (self, index, time_ns, prev_thread, prev_state);
  else if (state->thread == prev_thread)
    leave_cpu (self, index, time_ns, prev_state);
  else
    {
      StrataPlace place = { .offset = -1, .time_ns = time_ns };

      strata_diagnostics_add (self->trace->diagnostics, STRATA_DIAGNOSTIC_SWITCH_MISMATCH, place, NULL, 0);
      take_surprise (self, index, time_ns, prev_thread, prev_state);
    }

  enter_cpu (self, index, time_ns, next_thread);
}

/**
 * strata_trace_builder_set_rank:
 * @self: the builder
 * @cpu: number of a CPU
 * @thread: index of a thread
 * @rank: its priority, as in [struct@Strata.CpuRuns]
 *
 * Sets the priority with which a thread runs on a CPU, if it is the running one.
 */
void
strata_trace_builder_set_rank (StrataTraceBuilder *self,
                               guint32 cpu,
                               guint32 thread,
                               guint8 rank)
{
  const guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (self->cpu_by_number, GUINT_TO_POINTER (cpu)));

  if (known == 0 || thread == STRATA_NONE)
    return;

  StrataCpuState *state = &strata_column_at (&self->cpu_states, StrataCpuState, known - 1);

  if (state->thread == thread && state->rank == 0)
    state->rank = rank;
}

/**
 * strata_trace_builder_see_running:
 * @self: the builder
 * @cpu: number of a CPU
 * @time_ns: when
 * @thread: index of the thread that runs on it, or %STRATA_NONE for idle
 *
 * An event of a thread on a CPU proves that it runs there. This replaces a lost switch. It is ignored for a CPU without
 * recorded switches, and for a thread that a switch put on another CPU: some tools write markers with a made-up CPU.
 */
void
strata_trace_builder_see_running (StrataTraceBuilder *self,
                                  guint32 cpu,
                                  gint64 time_ns,
                                  guint32 thread)
{
  guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (self->cpu_by_number, GUINT_TO_POINTER (cpu)));

  if (known == 0)
    return;

  const StrataCpuState *state = &strata_column_at (&self->cpu_states, StrataCpuState, known - 1);

  const gboolean is_lost = state->lost_ns != STRATA_NO_TIME;

  if (state->since_ns == STRATA_NO_TIME || (state->thread == thread && !is_lost) || time_ns < state->since_ns ||
      (thread != STRATA_NONE && strata_trace_builder_thread_state (self, thread)->cpu != STRATA_NONE))
    return;

  if (is_lost)
    end_loss (self, known - 1, time_ns, thread);

  leave_cpu (self, known - 1, time_ns, 0);
  enter_cpu (self, known - 1, time_ns, thread);
}

/**
 * strata_trace_builder_get_running:
 * @self: the builder
 * @cpu: number of a CPU
 *
 * Returns: the thread that runs there as far as known, or %STRATA_NONE
 */
guint32
strata_trace_builder_get_running (const StrataTraceBuilder *self,
                                  guint32 cpu)
{
  const guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (self->cpu_by_number, GUINT_TO_POINTER (cpu)));

  return known != 0 ? strata_column_at (&self->cpu_states, StrataCpuState, known - 1).thread : STRATA_NONE;
}

/**
 * strata_trace_builder_add_loss:
 * @self: the builder
 * @loss: where events are missing
 *
 * Reports that events of a CPU are missing from now on. Its thread leaves it, and has an unknown state until something
 * reports it again; the same applies to threads that were preempted there and wait for the CPU.
 */
void
strata_trace_builder_add_loss (StrataTraceBuilder *self,
                               const StrataLoss *loss)
{
  guint32 known = GPOINTER_TO_UINT (g_hash_table_lookup (self->cpu_by_number, GUINT_TO_POINTER (loss->cpu)));

  g_return_if_fail (loss->begin_ns <= loss->end_ns);

  if (loss->begin_ns < loss->end_ns)
    g_array_append_val (self->trace->losses, *loss);
  if (known == 0)
    return;

  StrataCpuState *state = &strata_column_at (&self->cpu_states, StrataCpuState, known - 1);
  const gint64 lost_ns = MAX (loss->begin_ns, state->since_ns);

  if (state->since_ns == STRATA_NO_TIME || state->lost_ns != STRATA_NO_TIME)
    return;

  leave_cpu (self, known - 1, lost_ns, 0);
  state->lost_ns = lost_ns;
  forget_waiting (self, known - 1, lost_ns);
}

/**
 * strata_trace_builder_miss_switch:
 * @self: the builder
 * @cpu: number of a CPU
 * @begin_ns: the last time at which its thread is proven to have run
 * @end_ns: when something else is seen
 *
 * Reports that only a switch between the two is missing.
 */
void
strata_trace_builder_miss_switch (StrataTraceBuilder *self,
                                  guint32 cpu,
                                  gint64 begin_ns,
                                  gint64 end_ns)
{
  const StrataLoss loss = { .cpu = cpu, .begin_ns = begin_ns, .end_ns = end_ns, .n_events = STRATA_LOSS_UNKNOWN };

  strata_trace_builder_add_loss (self, &loss);
}

/* Several files may contain the time: the one that ends first is its own, or equivalent. */
gint64
strata_trace_builder_get_file_end_ns (const StrataTraceBuilder *self,
                                      gint64 time_ns)
{
  const GArray *inputs = self->trace->inputs;
  gint64 end_ns = self->end_ns;

  for (guint i = 0; inputs->len > 1 && i < inputs->len; i++)
    {
      const StrataSpan span = g_array_index (inputs, StrataInput, i).span;

      if (span.begin_ns <= time_ns && time_ns <= span.end_ns)
        end_ns = MIN (end_ns, span.end_ns);
    }

  return end_ns;
}

gint64
strata_trace_builder_get_scheduled_end_ns (const StrataTraceBuilder *self)
{
  return strata_trace_builder_get_file_end_ns (self, self->scheduled_ns);
}

void
strata_trace_builder_end_schedule (StrataTraceBuilder *self)
{
  const gint64 end_ns = strata_trace_builder_get_scheduled_end_ns (self);
  const GArray *cpus = self->trace->cpus;

  for (guint i = 0; end_ns < self->end_ns && i < cpus->len; i++)
    strata_trace_builder_miss_switch (self, g_array_index (cpus, StrataCpu, i).cpu, end_ns, self->end_ns);
}

STRATA_ORDER_BY (compare_cpus, StrataCpu, cpu)

/* Sorts the CPUs by number and assigns each its range of runs; returns the place of the next run of
 * each CPU, by its previous index. */
static guint32 *
place_cpus (StrataTraceBuilder *self)
{
  GArray *cpus = self->trace->cpus;
  guint32 *next = g_new0 (guint32, MAX (cpus->len, 1));
  guint32 first_run = 0;

  g_array_sort (cpus, compare_cpus);
  for (guint i = 0; i < cpus->len; i++)
    {
      StrataCpu *cpu = &g_array_index (cpus, StrataCpu, i);
      guint32 index = GPOINTER_TO_UINT (g_hash_table_lookup (self->cpu_by_number, GUINT_TO_POINTER (cpu->cpu))) - 1;

      cpu->first_run = first_run;
      next[index] = first_run;
      first_run += cpu->n_runs;
    }

  return next;
}

void
strata_trace_builder_finish_cpus (StrataTraceBuilder *self)
{
  StrataCpuRuns *runs = &self->trace->cpu_runs;

  for (guint32 i = 0; i < self->cpu_states.n; i++)
    close_run (self, i, MAX (self->end_ns, strata_column_at (&self->cpu_states, StrataCpuState, i).since_ns), 0);

  g_autofree guint32 *next = place_cpus (self);

  runs->n_runs = (guint32) self->runs.n;
  runs->start_ns = strata_memory_new (runs->n_runs, sizeof (gint64));
  runs->end_ns = strata_memory_new (runs->n_runs, sizeof (gint64));
  runs->thread = g_new (guint32, MAX (runs->n_runs, 1));
  runs->end_state = g_new (guint8, MAX (runs->n_runs, 1));
  runs->rank = g_new (guint8, MAX (runs->n_runs, 1));

  for (gsize i = 0; i < self->runs.n; i++)
    {
      const StrataRunEntry *entry = &strata_column_at (&self->runs, StrataRunEntry, i);
      guint32 place = next[entry->cpu]++;
      StrataThread *thread = &g_array_index (self->trace->threads, StrataThread, entry->thread);

      runs->start_ns[place] = entry->start_ns;
      runs->end_ns[place] = entry->end_ns;
      runs->thread[place] = entry->thread;
      runs->end_state[place] = entry->end_state;
      runs->rank[place] = entry->rank;
      thread->running_ns = strata_time_add (thread->running_ns, entry->end_ns - entry->start_ns);
      thread->last_ns = MAX (thread->last_ns, entry->end_ns);
    }

  strata_column_clear (&self->runs);
}
