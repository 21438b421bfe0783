/* test-activity-index.c - times when anything in a process ran
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "scene-fixture.h"
#include "strata-activity-index.h"

/* Compared with checking every thread at every nanosecond. */
static void
test_calls (void)
{
  for (int round = 0; round < 20; round++)
    {
      g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
      gboolean is_busy[2000] = { FALSE };
      gint64 expected_ns = 0;

      for (gint64 t = 0; t < 4; t++)
        {
          const guint32 thread = fixture_thread (builder, 7, "process", 7 + t, "thread");
          gint64 time_ns = g_test_rand_int_range (0, 100);

          for (int i = 0; i < 12; i++)
            {
              const gint64 end_ns = time_ns + g_test_rand_int_range (1, 60);

              fixture_slice (builder, thread, time_ns, end_ns, "call");
              for (gint64 k = time_ns; k < end_ns; k++)
                is_busy[k] = TRUE;
              time_ns = end_ns + g_test_rand_int_range (0, 60);
            }
        }

      g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
      g_autoptr (StrataActivityIndex) index = strata_activity_index_new (trace);
      const StrataCoverage *coverage = strata_activity_index_get (index, 0);

      g_assert_nonnull (coverage);
      for (int i = 0; i < 50; i++)
        {
          const gint64 begin_ns = g_test_rand_int_range (0, 1000);
          const gint64 end_ns = begin_ns + g_test_rand_int_range (0, 1000);

          expected_ns = 0;
          for (gint64 k = begin_ns; k < end_ns; k++)
            expected_ns += is_busy[k];

          g_assert_cmpint (strata_coverage_get_ns (coverage, 0, (StrataSpan){ begin_ns, end_ns }), ==, expected_ns);
        }
    }
}

static gboolean
is_running (StrataTrace *trace,
            const StrataThread *thread,
            gint64 time_ns)
{
  const StrataStates *states = strata_trace_get_states (trace);

  for (guint32 i = thread->first_state; i < thread->first_state + thread->n_states; i++)
    if (states->start_ns[i] <= time_ns && time_ns < strata_states_get_end_ns (states, thread, i))
      return strata_states_get (states, i) == STRATA_STATE_RUNNING;

  return FALSE;
}

/* If the scheduler recorded when threads ran, their calls do not count. */
static void
test_runs (void)
{
  g_autoptr (StrataTrace) trace = fixture_machine_trace_new ();
  g_autoptr (StrataActivityIndex) index = strata_activity_index_new (trace);
  const StrataSpan span = strata_trace_get_span (trace);
  guint n_processes;
  guint n_threads;
  guint n_busy = 0;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  strata_trace_get_processes (trace, &n_processes);
  for (int i = 0; i < 2000; i++)
    {
      const guint32 process = (guint32) g_test_rand_int_range (0, (gint32) n_processes);
      const gint64 time_ns = span.begin_ns + g_test_rand_int_range (0, (gint32) (span.end_ns - span.begin_ns));
      const StrataCoverage *coverage = strata_activity_index_get (index, process);
      gboolean has_runs = FALSE;
      gboolean is_busy = FALSE;

      for (guint k = 0; k < n_threads; k++)
        {
          has_runs |= threads[k].process == process && threads[k].running_ns > 0;
          is_busy |= threads[k].process == process && is_running (trace, &threads[k], time_ns);
        }

      if (!has_runs)
        continue;

      g_assert_cmpint (strata_coverage_get_ns (coverage, 0, (StrataSpan){ time_ns, time_ns + 1 }), ==, is_busy);
      n_busy += is_busy;
    }

  g_assert_cmpuint (n_busy, >, 10);
}

static void
test_nothing (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataActivityIndex) index = strata_activity_index_new (trace);

  g_assert_null (strata_activity_index_get (index, 0));
  g_assert_null (strata_activity_index_get (index, G_MAXUINT32));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/activity-index/calls", test_calls);
  g_test_add_func ("/activity-index/runs", test_runs);
  g_test_add_func ("/activity-index/nothing", test_nothing);
  return g_test_run ();
}
