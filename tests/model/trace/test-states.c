/* test-states.c - the states of threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-builder.h"

#define NONE STRATA_NONE

typedef enum
{
  SWITCH,  /* cpu, a = prev, b = next, value = end state */
  WAKE,    /* a = woken, b = waker, value = from an interrupt */
  SEEN,    /* cpu, a = thread */
  BLOCKED, /* a = thread, value = for I/O */
  EXIT,    /* a = thread */
} Kind;

typedef struct
{
  gint64 time_ns;
  Kind kind;
  guint32 cpu;
  guint32 a;
  guint32 b;
  guint8 value;
} Event;

typedef struct
{
  const char *name;
  Event events[8];
  const char *states; /* of threads 0, 1 and 2; the trace ends at 100 */
} Row;

static const Row rows[] = {
  { "sleep and wake",
    { { 10, SWITCH, 0, NONE, 0, 'R' }, { 20, SWITCH, 0, 0, NONE, 'S' }, { 30, WAKE, 0, 0, 1 }, { 31, WAKE, 0, 0, 2 }, { 40, SWITCH, 0, NONE, 0, 'R' } },
    "0: 10 running @0, 20 sleeping, 30 runnable by 1, 40 running @0, 100\n" },
  { "first sight is a wake-up",
    { { 10, WAKE, 0, 0, 1 }, { 20, SWITCH, 3, NONE, 0, 'R' } },
    "0: 10 runnable by 1, 20 running @3, 100\n" },
  { "woken from an interrupt",
    { { 10, SWITCH, 0, 0, NONE, 'S' }, { 20, WAKE, 0, 0, 1, TRUE } },
    "0: 10 sleeping, 20 runnable irq, 100\n" },
  { "woken without sleep",
    { { 10, SWITCH, 0, NONE, 0, 'R' }, { 20, WAKE, 0, 0, 1 }, { 30, SWITCH, 0, 0, 1, 'R' | STRATA_END_STATE_PREEMPTED }, { 40, WAKE, 0, 0, 1 } },
    "0: 10 running @0, 30 runnable-preempted, 100\n1: 30 running @0, 100\n" },
  { "blocked, the reason told later",
    { { 10, SWITCH, 0, 0, NONE, 'D' }, { 20, WAKE, 0, 0, 1 }, { 21, BLOCKED, 0, 0, 0, TRUE }, { 30, SWITCH, 0, NONE, 0, 'R' }, { 40, SWITCH, 0, 0, NONE, 'D' }, { 41, BLOCKED, 0, 0, 0, FALSE } },
    "0: 10 blocked-io why, 20 runnable by 1, 30 running @0, 40 blocked-non-io why, 100\n" },
  { "a reason without a sleep",
    { { 10, SWITCH, 0, NONE, 0, 'R' }, { 20, BLOCKED, 0, 0, 0, TRUE } },
    "0: 10 running @0, 100\n" },
  { "exits",
    { { 10, SWITCH, 0, NONE, 0, 'R' }, { 20, EXIT, 0, 0 }, { 30, SWITCH, 0, 0, NONE, 'x' }, { 40, EXIT, 0, 0 } },
    "0: 10 running @0, 30 dead, 30\n" },
  { "the id is used again",
    { { 10, SWITCH, 0, 0, NONE, 'Z' }, { 30, WAKE, 0, 0, 1 }, { 40, SWITCH, 0, NONE, 0, 'R' } },
    "0: 10 dead, 30 runnable by 1, 40 running @0, 100\n" },
  { "on two CPUs",
    { { 10, SWITCH, 0, NONE, 0, 'R' }, { 30, SWITCH, 1, NONE, 0, 'R' }, { 40, SWITCH, 0, 0, NONE, 'S' } },
    "0: 10 running @0, 30 running @1, 40 running @0, 40 sleeping, 100\n" },
  { "a switch was lost, a line tells",
    { { 10, SWITCH, 0, NONE, NONE, 'R' }, { 20, WAKE, 0, 0, NONE }, { 30, SEEN, 0, 0 }, { 35, SEEN, 0, 0 }, { 40, SWITCH, 0, 0, NONE, 'S' } },
    "0: 20 runnable, 30 running @0, 40 sleeping, 100\n" },
  { "a switch was lost, no line tells",
    { { 10, SWITCH, 0, NONE, 1, 'R' }, { 40, SWITCH, 0, 0, NONE, 'S' } },
    "0: 40 running @0, 40 sleeping, 100\n1: 10 running @0, 40 unknown, 100\n" },
  { "the idle task is seen",
    { { 10, SWITCH, 0, NONE, 1, 'R' }, { 40, SEEN, 0, NONE } },
    "1: 10 running @0, 40 unknown, 100\n" },
  { "made-up CPUs",
    { { 5, SEEN, 0, 0 }, { 10, SWITCH, 0, NONE, 1, 'R' }, { 20, SWITCH, 1, NONE, 0, 'R' }, { 40, SEEN, 0, 0 } },
    "0: 20 running @1, 100\n1: 10 running @0, 100\n" },
  { "stopped, and letters of no meaning",
    { { 10, SWITCH, 0, 0, 1, 'T' }, { 20, SWITCH, 0, 1, 2, '?' }, { 30, SWITCH, 0, 2, NONE, 'I' } },
    "0: 10 stopped, 100\n1: 10 running @0, 20 unknown, 100\n2: 20 running @0, 30 sleeping, 100\n" },
};

static void
play (StrataTraceBuilder *builder,
      const Event *event,
      guint32 why)
{
  switch (event->kind)
    {
    case SWITCH:
      strata_trace_builder_switch_cpu (builder, event->cpu, event->time_ns, event->a, event->value, event->b);
      break;
    case WAKE:
      strata_trace_builder_wake (builder, event->a, event->time_ns, event->b, event->value);
      break;
    case SEEN:
      strata_trace_builder_see_running (builder, event->cpu, event->time_ns, event->a);
      break;
    case BLOCKED:
      strata_trace_builder_block_reason (builder, event->a, event->value, why);
      break;
    case EXIT:
      strata_trace_builder_exit_thread (builder, event->a, event->time_ns);
      break;
    }
}

static void
describe_state (GString *out,
                StrataTrace *trace,
                guint32 i)
{
  const StrataStates *states = strata_trace_get_states (trace);
  const StrataState state = strata_states_get (states, i);

  g_string_append_printf (out, " %" G_GINT64_FORMAT " %s", states->start_ns[i], strata_state_get_name (state));

  if (states->cpu[i] != STRATA_STATES_NO_CPU)
    g_string_append_printf (out, " @%u", states->cpu[i]);

  if (states->state[i] & STRATA_STATES_FROM_INTERRUPT)
    g_string_append (out, " irq");
  else if (state == STRATA_STATE_RUNNABLE && states->detail[i] != NONE)
    g_string_append_printf (out, " by %u", states->detail[i]);
  else if (state > STRATA_STATE_PREEMPTED && states->detail[i] != 0)
    g_string_append_printf (out, " %s", strata_trace_get_string (trace, states->detail[i]));

  g_string_append_c (out, ',');
}

static char *
describe (StrataTrace *trace)
{
  GString *out = g_string_new (NULL);
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    {
      if (threads[i].n_states == 0)
        continue;

      g_string_append_printf (out, "%u:", i);
      for (guint32 j = 0; j < threads[i].n_states; j++)
        describe_state (out, trace, threads[i].first_state + j);
      g_string_append_printf (out, " %" G_GINT64_FORMAT "\n", threads[i].states_end_ns);
    }

  return g_string_free (out, FALSE);
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 why = strata_string_pool_intern (strata_trace_builder_get_strings (builder), "why", 3);

  for (guint i = 0; i < 3; i++)
    strata_trace_builder_get_thread (builder, 10 + i);
  for (guint i = 0; i < G_N_ELEMENTS (row->events) && row->events[i].time_ns > 0; i++)
    play (builder, &row->events[i], why);
  strata_trace_builder_see_time (builder, 100);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autofree char *found = describe (trace);

  g_assert_cmpstr (found, ==, row->states);
}

#define N_THREADS 5
#define N_CPUS 3

/* Random events: lost ones, repeated ones, and contradicting ones. */
static StrataTrace *
make_random (GRand *random)
{
  static const char letters[] = "RSDTZxI?";
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  gint64 time_ns = 1;

  for (guint i = 0; i < N_THREADS; i++)
    strata_trace_builder_get_thread (builder, i + 1);

  for (guint i = 0; i < 300; i++)
    {
      const guint32 threads[] = { g_rand_int_range (random, 0, N_THREADS + 1), g_rand_int_range (random, 0, N_THREADS + 1) };
      Event event = {
        .time_ns = time_ns,
        .kind = g_rand_int_range (random, SWITCH, EXIT + 1),
        .cpu = g_rand_int_range (random, 0, N_CPUS),
        .a = threads[0] < N_THREADS ? threads[0] : NONE,
        .b = threads[1] < N_THREADS ? threads[1] : NONE,
        .value = (guint8) letters[g_rand_int_range (random, 0, (int) sizeof letters - 1)],
      };

      time_ns += g_rand_int_range (random, 0, 5);
      if (event.a == NONE && event.kind != SWITCH && event.kind != SEEN)
        continue;

      play (builder, &event, 0);
      if (event.a != NONE && g_rand_int_range (random, 0, 4) == 0)
        strata_trace_builder_see_thread (builder, event.a, time_ns, STRATA_NO_TIME);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static void
check_thread (StrataTrace *trace,
              const StrataThread *thread)
{
  const StrataStates *states = strata_trace_get_states (trace);
  gint64 sums_ns[STRATA_N_STATES];
  gint64 life_ns = 0;

  if (!strata_states_sum (states, thread, sums_ns))
    return;

  g_assert_cmpint (states->start_ns[thread->first_state], ==, thread->first_ns);

  for (guint i = 0; i < STRATA_N_STATES; i++)
    life_ns += sums_ns[i];
  for (guint32 i = thread->first_state; i < thread->first_state + thread->n_states; i++)
    {
      const guint32 found = strata_states_find (states, thread, states->start_ns[i]);

      g_assert_cmpint (strata_states_get_end_ns (states, thread, i), >=, states->start_ns[i]);
      g_assert_cmpuint (found, >=, i); /* later if a state has no length */
      g_assert_cmpuint (strata_states_find (states, thread, strata_states_get_end_ns (states, thread, i) - 1), <=, i);
    }

  g_assert_cmpuint (strata_states_find (states, thread, thread->states_end_ns), ==, thread->first_state + thread->n_states);

  g_assert_cmpint (life_ns, ==, thread->states_end_ns - thread->first_ns);
  g_assert_cmpint (sums_ns[STRATA_STATE_RUNNING], ==, thread->running_ns);
}

/* The states of a thread add up to its life, and its running states to its runs. */
static void
test_sums (void)
{
  for (guint32 seed = 0; seed < 500; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (StrataTrace) trace = make_random (random);
      guint n_threads;
      const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

      g_test_message ("seed %u", seed);
      for (guint i = 0; i < n_threads; i++)
        check_thread (trace, &threads[i]);
    }
}

#define N_CALLS 60

/* Calls of two threads that run alternately, with stretches of unknown state; the third thread is never switched to. */
static StrataTrace *
make_calls (GRand *random)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  gint64 time_ns = 1;

  for (guint i = 0; i < 3; i++)
    strata_trace_builder_get_thread (builder, i + 1);

  for (guint i = 0; i < N_CALLS; i++)
    {
      const guint32 thread = g_rand_int_range (random, 0, 3);
      const guint32 cpu = g_rand_int_range (random, 0, 2);

      time_ns += g_rand_int_range (random, 0, 4);
      if (g_rand_boolean (random))
        strata_trace_builder_begin_slice (builder, thread, time_ns, STRATA_NO_TIME, STRATA_STRING_EMPTY, STRATA_ATTRS_NONE);
      else if (strata_trace_builder_get_n_open (builder, thread) > 0)
        strata_trace_builder_end_slice (builder, thread, time_ns, STRATA_NO_TIME, 0);

      time_ns += g_rand_int_range (random, 0, 4);
      if (i > 10)
        strata_trace_builder_switch_cpu (builder, cpu, time_ns, g_rand_int_range (random, 0, 2), "RSx"[g_rand_int_range (random, 0, 3)], g_rand_boolean (random) ? cpu : NONE);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static gint64
sum_running (StrataTrace *trace,
             const StrataThread *thread,
             gint64 begin_ns,
             gint64 end_ns)
{
  const StrataStates *states = strata_trace_get_states (trace);
  gint64 sum_ns = 0;

  for (guint32 i = thread->first_state; i < thread->first_state + thread->n_states; i++)
    if (strata_states_get (states, i) == STRATA_STATE_RUNNING)
      sum_ns += MAX (MIN (end_ns, strata_states_get_end_ns (states, thread, i)) - MAX (begin_ns, states->start_ns[i]), 0);

  return sum_ns;
}

/* The CPU time of a call is the running time of its thread during the call. */
static void
test_calls (void)
{
  for (guint32 seed = 0; seed < 500; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (StrataTrace) trace = make_calls (random);
      const StrataSliceTable *slices = strata_trace_get_slices (trace);
      guint n_measured = 0;

      g_test_message ("seed %u", seed);
      for (guint32 i = 0; i < slices->n_slices; i++)
        {
          const StrataTrack *track = strata_trace_get_tracks (trace, NULL) + strata_trace_find_track (trace, i);
          const StrataThread *thread = strata_trace_get_threads (trace, NULL) + track->thread;

          g_assert_cmpint (strata_trace_has_cpu_time (trace, i), ==, thread->n_states > 0);
          if (thread->n_states == 0)
            continue;

          n_measured++;
          g_assert_cmpint (strata_slice_table_get_cpu_ns (slices, i), ==,
                           sum_running (trace, thread, strata_slice_table_get_start_ns (slices, i), strata_slice_table_get_end_ns (slices, i)));
        }

      g_assert_cmpint (strata_trace_get_clocks (trace), ==, n_measured > 0 ? STRATA_CLOCK_WALL | STRATA_CLOCK_CPU : STRATA_CLOCK_WALL);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/states/rows/%s", rows[i].name);

      g_test_add_data_func (path, &rows[i], test_row);
    }

  g_test_add_func ("/states/sums", test_sums);
  g_test_add_func ("/states/calls", test_calls);
  return g_test_run ();
}
