/* test-name-sums.c - the slices of a name, compared with a profile of all names
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-slice-place.h"

#include "slow-profile.h"

#define N_ROUNDS 60

static StrataNameSums *
make_sums (StrataTrace *trace,
           guint32 name)
{
  StrataNameSums *sums = strata_name_sums_new (trace, name, NULL);

  g_assert_nonnull (sums);
  return sums;
}

/* A profile separates the callers of outermost and of recursive calls. */
static void
check_callers (const StrataNameSums *sums,
               const StrataProfile *profile)
{
  g_autoptr (GArray) relatives = strata_profile_list_relatives (profile, sums->name, NULL);
  const gboolean is_cpu = strata_trace_get_axis (sums->trace) == STRATA_CLOCK_CPU;
  guint64 n_calls = 0;

  for (guint i = 0; i < sums->callers->len; i++)
    {
      const StrataNameCaller *caller = &g_array_index (sums->callers, StrataNameCaller, i);
      guint64 n_wanted = 0;
      gint64 wanted_ns = 0;

      for (guint k = 0; k < relatives->len; k++)
        {
          const StrataRelative *relative = &g_array_index (relatives, StrataRelative, k);

          if ((relative->relation == STRATA_RELATION_PARENT || relative->relation == STRATA_RELATION_RECURSIVE_PARENT) && relative->key == caller->name)
            {
              n_wanted += relative->n_calls;
              wanted_ns += is_cpu ? relative->inclusive_cpu_ns : relative->inclusive_ns;
            }
        }

      g_assert_cmpuint (caller->n_calls, ==, n_wanted);
      g_assert_cmpint (caller->total_ns, ==, wanted_ns);
      g_assert_true (i == 0 || caller->total_ns <= g_array_index (sums->callers, StrataNameCaller, i - 1).total_ns);
      n_calls += caller->n_calls;
    }

  g_assert_cmpuint (n_calls, ==, sums->n_calls);
}

static void
check_row (StrataTrace *trace,
           const StrataProfile *profile,
           const StrataProfileRow *row)
{
  g_autoptr (StrataNameSums) sums = make_sums (trace, row->key);

  g_assert_cmpuint (sums->n_slices, ==, row->n_calls + row->n_recursive_calls);
  g_assert_cmpuint (sums->n_calls, ==, sums->n_slices);
  g_assert_cmpuint (sums->n_recursive, ==, row->n_recursive_calls);
  g_assert_cmpint (sums->calls.wall_ns, ==, row->inclusive_ns);
  g_assert_cmpint (sums->calls.self_ns, ==, row->exclusive_ns);
  g_assert_cmpint (sums->calls.cpu_ns, ==, row->inclusive_cpu_ns);
  g_assert_cmpint (sums->calls.self_cpu_ns, ==, row->exclusive_cpu_ns);
  g_assert_cmpint (sums->all.wall_ns, ==, strata_profile_get_total_ns (profile));
  g_assert_cmpint (sums->all.self_cpu_ns, ==, strata_profile_get_total_cpu_ns (profile));
  g_assert_cmpint (sums->durations.mean_ns, ==, row->mean_ns);
  g_assert_cmpint (sums->durations.p95_ns, ==, row->p95_ns);
  check_callers (sums, profile);
}

static gint64
get_scope_ns (StrataTrace *trace,
              StrataScope scope)
{
  g_autoptr (StrataProfile) profile = strata_profile_new (trace, &scope, STRATA_PROFILE_BY_NAME, NULL);

  return strata_trace_get_axis (trace) == STRATA_CLOCK_CPU ? strata_profile_get_total_cpu_ns (profile) : strata_profile_get_total_ns (profile);
}

/* The place of a slice in its thread, in its process and among those with its name. */
static void
check_place (StrataTrace *trace,
             guint32 slice)
{
  g_autoptr (StrataSlicePlace) place = strata_slice_place_new (trace, slice, NULL, NULL);
  g_autoptr (StrataSlicePlace) again = strata_slice_place_new (trace, slice, place->sums, NULL);
  const guint32 thread = strata_trace_find_thread (trace, slice);
  StrataScope scope = strata_scope_everything (trace);
  guint32 rank = 1;

  for (guint32 i = 0; i < place->sums->n_slices; i++)
    {
      const guint32 other = place->sums->slices[i];
      const gint64 more_ns = strata_durations_get_ns (trace, other) - place->slice_ns;

      rank += more_ns > 0 || (more_ns == 0 && other < slice);
    }

  g_assert_true (again->sums == place->sums);
  g_assert_cmpuint (place->rank, ==, rank);
  g_assert_cmpint (place->slice_ns, ==, strata_durations_get_ns (trace, slice));
  scope.thread = thread;
  g_assert_cmpint (place->thread_ns, ==, get_scope_ns (trace, scope));
  scope.thread = STRATA_NONE;
  scope.process = strata_trace_get_threads (trace, NULL)[thread].process;
  g_assert_cmpint (place->process_ns, ==, scope.process != STRATA_NONE ? get_scope_ns (trace, scope) : STRATA_NO_TIME);
}

static void
check_trace (StrataTrace *trace)
{
  const StrataScope scope = strata_scope_everything (trace);
  g_autoptr (StrataProfile) profile = strata_profile_new (trace, &scope, STRATA_PROFILE_BY_NAME, NULL);
  const guint32 n_slices = strata_trace_get_slices (trace)->n_slices;
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    check_row (trace, profile, &rows[i]);
  for (guint32 slice = 0; slice < n_slices; slice += 17)
    check_place (trace, slice);
}

/* Short and long slices, on both clocks. */
static void
test_random (void)
{
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (round);
      g_autoptr (StrataTrace) trace = make_random_trace (random, round % 2 == 0 ? 100 : G_GINT64_CONSTANT (3000000000));
      g_autoptr (StrataTrace) by_cpu = strata_trace_new_on_cpu_clock (trace);

      check_trace (trace);
      if (by_cpu != NULL)
        check_trace (by_cpu);
    }
}

/* Two threads of a process, and one of another. */
static void
test_process (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();

  for (guint32 tid = 1; tid <= 3; tid++)
    {
      const guint32 thread = strata_trace_builder_get_thread (builder, tid);

      strata_trace_builder_set_thread_process (builder, thread, strata_trace_builder_get_process (builder, tid < 3 ? 1 : 3));
      fixture_play (builder, thread, "0 a;10 b;20 -;30 -;50 b;70 -");
    }

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataSlicePlace) place = strata_slice_place_new (trace, 1, NULL, NULL);

  check_trace (trace);
  g_assert_cmpint (place->slice_ns, ==, 10);
  g_assert_cmpint (place->thread_ns, ==, 50);
  g_assert_cmpint (place->process_ns, ==, 100);
  g_assert_cmpint (place->trace_ns, ==, 70);
  g_assert_cmpint (place->sums->calls.wall_ns, ==, 90);
  g_assert_cmpint (place->sums->calls.cpu_ns, ==, STRATA_NO_TIME);
  g_assert_cmpuint (place->sums->callers->len, ==, 2);
  g_assert_cmpuint (g_array_index (place->sums->callers, StrataNameCaller, 0).name, ==, STRATA_NONE);
}

/* Callers at a distance from their callees. */
static void
test_far (void)
{
  g_autoptr (GString) script = g_string_new (NULL);

  for (gint64 i = 0; i < 5; i++)
    {
      g_string_append_printf (script, "%s%" G_GINT64_FORMAT " p%" G_GINT64_FORMAT, i > 0 ? ";" : "", i * 1000, i % 2);
      for (gint64 k = 0; k < 100; k++)
        g_string_append_printf (script, ";%" G_GINT64_FORMAT " %s;%" G_GINT64_FORMAT " -", i * 1000 + 2 * k + 1, k > 97 ? "far" : "near", i * 1000 + 2 * k + 2);
      g_string_append_printf (script, ";%" G_GINT64_FORMAT " -", i * 1000 + 900);
    }

  g_autoptr (StrataTrace) trace = fixture_trace (script->str, STRATA_CLOCK_WALL);

  check_trace (trace);
}

static StrataHistogram
get_histogram (StrataTrace *trace,
               guint32 name)
{
  g_autoptr (StrataNameSums) sums = make_sums (trace, name);

  return sums->histogram;
}

/* Each slice is in the bin with its duration, whatever that is. */
static void
test_histogram (void)
{
  static const gint64 durations_ns[] = { 0, 1, 2, 3, 7, 8, 1000, 1001, 16000000, 16000001, G_GINT64_CONSTANT (3600000000000), G_GINT64_CONSTANT (4000000000000000000) };
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 thread = strata_trace_builder_get_thread (builder, 1);
  gint64 now_ns = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (durations_ns); i++)
    {
      strata_trace_builder_begin_slice (builder, thread, now_ns, STRATA_NO_TIME, fixture_intern (builder, "a"), STRATA_ATTRS_NONE);
      strata_trace_builder_end_slice (builder, thread, now_ns + durations_ns[i], STRATA_NO_TIME, 0);
      now_ns += durations_ns[i];
    }

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  StrataHistogram histogram;
  guint n = 0;

  histogram = get_histogram (trace, strata_trace_get_slices (trace)->name[0]);
  g_assert_cmpuint (histogram.n_bins, >, 16);
  g_assert_cmpuint (histogram.n_bins, <=, STRATA_HISTOGRAM_BINS);

  for (guint i = 0; i < histogram.n_bins; i++)
    {
      const StrataHistogramBin *bin = &histogram.bins[i];
      guint n_inside = 0;

      for (gsize k = 0; k < G_N_ELEMENTS (durations_ns); k++)
        n_inside += durations_ns[k] >= bin->begin_ns && durations_ns[k] < bin->end_ns;

      g_assert_cmpuint (bin->n_slices, ==, n_inside);
      if (i > 0)
        g_assert_cmpint (bin->begin_ns, ==, histogram.bins[i - 1].end_ns);
      if (bin->n_slices > 0)
        g_assert_cmpint (strata_durations_get_ns (trace, bin->longest), <, bin->end_ns);
      n += bin->n_slices;
    }

  g_assert_cmpuint (n, ==, G_N_ELEMENTS (durations_ns));

  histogram = get_histogram (trace, STRATA_STRING_EMPTY);
  g_assert_cmpuint (histogram.n_bins, ==, 0);
}

static void
test_cancel (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace ("0 a;5 b;10 -;20 -", STRATA_CLOCK_WALL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (StrataSlicePlace) place = strata_slice_place_new (trace, 1, NULL, cancellable);

  g_assert_nonnull (place);
  g_assert_cmpint (place->thread_ns, ==, 20);
  g_cancellable_cancel (cancellable);
  g_assert_null (strata_slice_place_new (trace, 1, NULL, cancellable));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/name-sums/random", test_random);
  g_test_add_func ("/name-sums/process", test_process);
  g_test_add_func ("/name-sums/far", test_far);
  g_test_add_func ("/name-sums/histogram", test_histogram);
  g_test_add_func ("/name-sums/cancel", test_cancel);

  return g_test_run ();
}
