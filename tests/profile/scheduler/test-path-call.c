/* test-path-call.c - the main calls of the threads of a critical path
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-path-call.h"

#include "random-usage.h"

#define N_SEEDS 100

/* The time that a path spends on a thread inside a span. */
static gint64
sum_inside (const StrataCriticalPath *path,
            guint32 thread,
            gint64 begin_ns,
            gint64 end_ns)
{
  guint n_segments;
  const StrataPathSegment *segments = strata_critical_path_get_segments (path, &n_segments);
  gint64 sum_ns = 0;

  for (guint i = 0; i < n_segments; i++)
    if (segments[i].thread == thread)
      sum_ns += MAX (MIN (segments[i].end_ns, end_ns) - MAX (segments[i].start_ns, begin_ns), 0);

  return sum_ns;
}

static gint64
sum_in_slice (StrataTrace *trace,
              const StrataCriticalPath *path,
              guint32 thread,
              guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  return sum_inside (path, thread, strata_slice_table_get_start_ns (slices, slice), strata_slice_table_get_end_ns (slices, slice));
}

/* None of the call's children has enough of the time; without a call, no slice of the thread has. */
static void
check_thread (StrataTrace *trace,
              const StrataCriticalPath *path,
              guint32 thread,
              guint *n_calls)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 track = strata_trace_get_threads (trace, NULL)[thread].track;
  const gint64 enough_ns = sum_inside (path, thread, G_MININT64, G_MAXINT64) / 100 * 60;
  gint64 inside_ns;
  const guint32 call = strata_path_call_find (trace, path, thread, &inside_ns);

  if (track == STRATA_NONE)
    {
      g_assert_cmpuint (call, ==, STRATA_NONE);
      return;
    }

  const StrataTrack *row = &strata_trace_get_tracks (trace, NULL)[track];
  const guint32 begin = call != STRATA_NONE ? call + 1 : row->first_slice;
  const guint32 end = call != STRATA_NONE ? slices->subtree_end[call] : row->first_slice + row->n_slices;

  if (call != STRATA_NONE)
    {
      g_assert_cmpint (inside_ns, ==, sum_in_slice (trace, path, thread, call));
      g_assert_cmpint (inside_ns, >=, enough_ns);
      (*n_calls)++;
    }

  for (guint32 i = begin; i < end; i = slices->subtree_end[i])
    {
      const gint64 ns = sum_in_slice (trace, path, thread, i);

      g_assert_true (ns == 0 || ns < enough_ns);
    }
}

static void
test_random (void)
{
  guint n_calls = 0;

  for (guint32 seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (StrataTrace) trace = new_random_trace (random);

      for (guint32 i = 0; i < N_RANDOM_THREADS; i++)
        {
          g_autoptr (StrataCriticalPath) path = strata_critical_path_new (trace, i, strata_trace_get_span (trace), NULL);
          guint n_totals;
          const StrataPathTotal *totals = strata_critical_path_get_totals (path, &n_totals);

          for (guint j = 0; j < n_totals; j++)
            check_thread (trace, path, totals[j].thread, &n_calls);
        }
    }

  g_assert_cmpuint (n_calls, >, 20);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/path-call/random", test_random);
  return g_test_run ();
}
