/* test-runs-diff.c - compares sets of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "profile-fixture.h"
#include "strata-run-late.h"
#include "strata-run-names.h"
#include "strata-runs-diff.h"

#define N_RUNS 8

static const StrataRunsOptions automatic = { .metric = STRATA_N_RUN_METRICS };

static void
add_name (StrataRunSums *sums,
          const char *name,
          double exclusive_ns,
          double n_calls)
{
  StrataRunRow *row = strata_run_sums_add (sums, STRATA_RUN_NAME, name);

  row->values[STRATA_RUN_EXCLUSIVE] = exclusive_ns;
  row->values[STRATA_RUN_INCLUSIVE] = exclusive_ns;
  row->values[STRATA_RUN_CALLS] = n_calls;
  row->values[STRATA_RUN_MEAN] = exclusive_ns / n_calls;
}

/* Runs with different lengths, so that only normalized values can be compared. */
static StrataRunSums *
new_run (guint number,
         guint side)
{
  g_autofree char *file = g_strdup_printf ("%c%u.trace", side == 0 ? 'a' : 'b', number);
  StrataRunSums *sums = strata_run_sums_new (file);
  const double n_frames = 100.0 + 10.0 * number;
  const double wobble = 1.0 + 0.001 * ((number * 5) % 8);
  double times_ns[100];

  sums->seconds = n_frames / 60.0;
  for (guint i = 0; i < 100; i++)
    times_ns[i] = (1.0 + i) * 1e5 * (side == 1 ? 1.2 : 1.0) * wobble;
  strata_run_sums_set_frames (sums, (guint) n_frames, 100, number % 3, times_ns, 100);

  add_name (sums, "slower", 1000.0 * n_frames * wobble * (side == 1 ? 1.05 : 1.0), n_frames);
  add_name (sums, "same", 2000.0 * n_frames, n_frames * 2);
  add_name (sums, "noise", 3000.0 * n_frames * wobble * (number % 2 ? 1.02 : 1.0), n_frames);
  add_name (sums, "tiny", 0.1 * n_frames * (side == 1 ? 9.0 : 1.0), n_frames);
  add_name (sums, side == 0 ? "old.Loader.load" : "fresh.Reader.load", 700.0 * n_frames * wobble, n_frames);
  if (side == 0)
    add_name (sums, "gone", 90.0 * n_frames, 5.0);

  return sums;
}

static StrataRunSet *
new_set (guint n_runs)
{
  StrataRunSet *set = strata_run_set_new ();

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < n_runs; i++)
      strata_run_set_take (set, side, new_run (i, side));

  return set;
}

static StrataRunsDiff *
compare (const StrataRunSet *set,
         const StrataRunsOptions *options)
{
  StrataRunsDiff *diff = strata_runs_diff_new (set, options, NULL);

  g_assert_nonnull (diff);
  return diff;
}

static const StrataRunsRow *
get_row (const StrataRunsDiff *diff,
         StrataRunKind kind,
         const char *name)
{
  const StrataRunsRow *row = strata_runs_diff_find (diff, kind, name);

  g_assert_nonnull (row);
  return row;
}

static void
assert_verdict (const StrataRunsDiff *diff,
                const char *name,
                StrataRunsVerdict verdict)
{
  g_assert_cmpstr (strata_runs_verdict_get_id (get_row (diff, STRATA_RUN_NAME, name)->verdict), ==, strata_runs_verdict_get_id (verdict));
}

static void
test_verdicts (void)
{
  g_autoptr (StrataRunSet) set = new_set (N_RUNS);
  g_autoptr (StrataRunsDiff) diff = compare (set, &automatic);
  const StrataRunsRow *row = get_row (diff, STRATA_RUN_NAME, "slower");

  g_assert_cmpint (strata_runs_diff_get_per (diff), ==, STRATA_DIFF_PER_FRAME);
  g_assert_cmpint (strata_runs_diff_get_metric (diff), ==, STRATA_RUN_EXCLUSIVE);
  assert_verdict (diff, "slower", STRATA_RUNS_MORE);
  assert_verdict (diff, "same", STRATA_RUNS_SAME);
  assert_verdict (diff, "noise", STRATA_RUNS_NOISE);
  assert_verdict (diff, "tiny", STRATA_RUNS_UNTESTED);
  assert_verdict (diff, "gone", STRATA_RUNS_REMOVED);

  /* a wobble of 0 to 0.7 % with a median of 0.35 % */
  g_assert_cmpfloat_with_epsilon (row->median[STRATA_DIFF_A], 1003.5, 1e-6);
  g_assert_cmpfloat_with_epsilon (row->median[STRATA_DIFF_B], 1003.5 * 1.05, 1e-6);
  g_assert_cmpfloat_with_epsilon (row->change, 50.0, 0.5);
  g_assert_cmpfloat (row->change_low, >, 45.0);
  g_assert_cmpfloat (row->change_high, <, 56.0);
  g_assert_cmpfloat_with_epsilon (row->p_value, 2.0 / 12870.0, 1e-12);
  g_assert_cmpfloat (row->smallest, >, 0.0);
  g_assert_cmpfloat (row->smallest, <, 50.0);
  g_assert_cmpuint (row->n[STRATA_DIFF_A], ==, N_RUNS);
}

static void
test_renamed (void)
{
  g_autoptr (StrataRunSet) set = new_set (N_RUNS);
  g_autoptr (StrataRunsDiff) diff = compare (set, &automatic);
  const StrataRunsRow *old_row = get_row (diff, STRATA_RUN_NAME, "old.Loader.load");
  const StrataRunsRow *new_row = get_row (diff, STRATA_RUN_NAME, "fresh.Reader.load");
  guint n_rows;
  const StrataRunsRow *rows = strata_runs_diff_get_rows (diff, &n_rows);

  g_assert_true (&rows[old_row->moved] == new_row);
  g_assert_true (&rows[new_row->moved] == old_row);
  g_assert_cmpuint (get_row (diff, STRATA_RUN_NAME, "gone")->moved, ==, STRATA_NONE);
  g_assert_cmpint (old_row->verdict, ==, STRATA_RUNS_REMOVED);
  g_assert_cmpint (new_row->verdict, ==, STRATA_RUNS_ADDED);
}

static void
test_frames (void)
{
  g_autoptr (StrataRunSet) set = new_set (N_RUNS);
  g_autoptr (StrataRunsDiff) diff = compare (set, &automatic);
  const StrataRunsRow *p50 = get_row (diff, STRATA_RUN_FRAMES, STRATA_RUN_FRAME_P50);
  const StrataRunsRow *late = get_row (diff, STRATA_RUN_FRAMES, STRATA_RUN_LATE);

  g_assert_cmpint (p50->verdict, ==, STRATA_RUNS_MORE);
  g_assert_cmpfloat_with_epsilon (p50->median[STRATA_DIFF_A], 50e5 * 1.0035, 1e-3);
  g_assert_cmpint (late->unit, ==, STRATA_RUNS_SHARE);
  g_assert_cmpfloat_with_epsilon (late->change, 0.0, 1e-12);
  g_assert_cmpint (late->verdict, ==, STRATA_RUNS_NOISE);
}

/* Every normalization has the same verdict on the name that takes 5 % longer, except totals: the
 * different lengths of runs hide the change. */
static void
test_units (void)
{
  static const struct
  {
    StrataDiffPer per;
    const char *iteration;
    double median_a;
    StrataRunsVerdict verdict;
  } expected[] = {
    { STRATA_DIFF_PER_FRAME, NULL, 1003.5, STRATA_RUNS_MORE },
    { STRATA_DIFF_PER_SECOND, NULL, 1003.5 * 60.0, STRATA_RUNS_MORE },
    { STRATA_DIFF_PER_CALL, NULL, 1003.5, STRATA_RUNS_MORE },
    { STRATA_DIFF_PER_CAPTURE, "same", 1003.5 / 2.0, STRATA_RUNS_MORE },
    { STRATA_DIFF_PER_TOTAL, NULL, NAN, STRATA_RUNS_NOISE },
  };
  g_autoptr (StrataRunSet) set = new_set (N_RUNS);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const StrataRunsOptions options = { .metric = STRATA_N_RUN_METRICS, .per = expected[i].per, .iteration = expected[i].iteration };
      g_autoptr (StrataRunsDiff) diff = compare (set, &options);

      assert_verdict (diff, "slower", expected[i].verdict);
      if (!isnan (expected[i].median_a))
        g_assert_cmpfloat_with_epsilon (get_row (diff, STRATA_RUN_NAME, "slower")->median[STRATA_DIFF_A], expected[i].median_a, 1e-4);
    }
}

/* A run without frames makes seconds the default. Per frame, it has no value. */
static void
test_run_without_frames (void)
{
  g_autoptr (StrataRunSet) set = new_set (N_RUNS);
  StrataRunSums *sums = strata_run_sums_new ("odd.trace");
  const StrataRunsOptions per_frame = { .metric = STRATA_N_RUN_METRICS, .per = STRATA_DIFF_PER_FRAME };

  sums->seconds = 1.0;
  add_name (sums, "slower", 60000.0, 60);
  strata_run_set_take (set, STRATA_DIFF_B, sums);

  g_autoptr (StrataRunsDiff) diff = compare (set, &automatic);
  g_autoptr (StrataRunsDiff) by_frame = compare (set, &per_frame);

  g_assert_cmpint (strata_runs_diff_get_per (diff), ==, STRATA_DIFF_PER_SECOND);
  g_assert_cmpuint (get_row (diff, STRATA_RUN_NAME, "slower")->n[STRATA_DIFF_B], ==, N_RUNS + 1);
  g_assert_cmpuint (get_row (by_frame, STRATA_RUN_NAME, "slower")->n[STRATA_DIFF_B], ==, N_RUNS);
}

static void
test_left_out (void)
{
  g_autoptr (StrataRunSet) set = new_set (N_RUNS);
  g_autoptr (StrataRunSet) copy = NULL;

  strata_run_set_add_failed (set, STRATA_DIFF_A, "bad.trace", "it is empty");
  strata_run_set_leave_out (set, STRATA_DIFF_A, 3, "the phone was hot");
  strata_run_set_leave_out (set, STRATA_DIFF_A, N_RUNS, NULL); /* a failed run stays excluded */
  copy = strata_run_set_copy (set);
  strata_run_set_leave_out (set, STRATA_DIFF_A, 3, NULL);

  g_autoptr (StrataRunsDiff) diff = compare (copy, &automatic);
  const StrataRunsRow *row = get_row (diff, STRATA_RUN_NAME, "slower");

  g_assert_cmpuint (strata_run_set_get_n (copy, STRATA_DIFF_A), ==, N_RUNS + 1);
  g_assert_cmpuint (strata_run_set_count_used (copy, STRATA_DIFF_A), ==, N_RUNS - 1);
  g_assert_cmpuint (strata_run_set_count_used (set, STRATA_DIFF_A), ==, N_RUNS);
  g_assert_cmpstr (strata_run_set_get (copy, STRATA_DIFF_A, 3)->reason, ==, "the phone was hot");
  g_assert_cmpstr (strata_run_set_get (copy, STRATA_DIFF_A, N_RUNS)->reason, ==, "it is empty");
  g_assert_cmpuint (row->n[STRATA_DIFF_A], ==, N_RUNS - 1);
  g_assert_true (isnan (row->values[STRATA_DIFF_A][3]));
  g_assert_true (isnan (row->values[STRATA_DIFF_A][N_RUNS]));
  g_assert_false (isnan (row->values[STRATA_DIFF_A][4]));
}

/* Three runs per side cannot be significant, whatever the difference. */
static void
test_too_few (void)
{
  g_autoptr (StrataRunSet) set = new_set (3);
  g_autoptr (StrataRunsDiff) diff = compare (set, &automatic);
  const StrataRunsRow *row = get_row (diff, STRATA_RUN_NAME, "slower");

  g_assert_cmpint (row->verdict, ==, STRATA_RUNS_TOO_FEW);
  g_assert_true (isinf (row->smallest));
  g_assert_true (isinf (row->change_high));
  g_assert_cmpuint (strata_runs_diff_get_n_needed (diff), >, 3);
  assert_verdict (diff, "gone", STRATA_RUNS_REMOVED);
}

static void
test_limit (void)
{
  g_autoptr (StrataRunSet) set = new_set (N_RUNS);
  const StrataRunsOptions in_ns = { .metric = STRATA_N_RUN_METRICS, .limit_ns = 60.0 };
  const StrataRunsOptions below = { .metric = STRATA_N_RUN_METRICS, .limit_ns = 40.0 };
  const StrataRunsOptions in_parts = { .metric = STRATA_N_RUN_METRICS, .limit_frac = 0.02 };
  g_autoptr (StrataRunsDiff) by_time = compare (set, &in_ns);
  g_autoptr (StrataRunsDiff) by_less = compare (set, &below);
  g_autoptr (StrataRunsDiff) by_part = compare (set, &in_parts);

  assert_verdict (by_time, "slower", STRATA_RUNS_SMALL);
  assert_verdict (by_less, "slower", STRATA_RUNS_MORE);
  assert_verdict (by_part, "slower", STRATA_RUNS_SMALL);
}

/* Of a hundred frames the longest is not the 99th percentile; of fewer it is, and both are tested as one. */
static void
test_few_frames (void)
{
  for (guint n_frames = 99; n_frames <= 101; n_frames++)
    {
      g_autoptr (StrataRunSet) set = strata_run_set_new ();

      for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
        for (guint i = 0; i < N_RUNS; i++)
          {
            StrataRunSums *sums = strata_run_sums_new ("made");
            double times_ns[101];

            for (guint j = 0; j < n_frames; j++)
              times_ns[j] = 1e6 + 1e3 * j + i;
            strata_run_sums_set_frames (sums, n_frames, 0, 0, times_ns, n_frames);
            strata_run_set_take (set, side, sums);
          }

      g_autoptr (StrataRunsDiff) diff = compare (set, &automatic);
      const StrataRunsRow *p99 = get_row (diff, STRATA_RUN_FRAMES, STRATA_RUN_FRAME_P99);
      const StrataRunsRow *longest = get_row (diff, STRATA_RUN_FRAMES, STRATA_RUN_FRAME_MAX);

      g_assert_cmpint (p99->is_repeated, ==, n_frames < 100);
      g_assert_false (longest->is_repeated);
      g_assert_false (get_row (diff, STRATA_RUN_FRAMES, STRATA_RUN_FRAME_P95)->is_repeated);
      g_assert_cmpuint (strata_runs_diff_get_n_tested (diff), ==, n_frames < 100 ? 4 : 5);
      g_assert_cmpfloat (p99->adjusted, ==, longest->adjusted);
    }
}

/* @times of recording, and the @factors by which runs took longer than the first. */
static StrataRunsDrift
find_drift (const gint64 times[2][6],
            const double factors[2][6])
{
  g_autoptr (StrataRunSet) set = strata_run_set_new ();

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < 6; i++)
      {
        StrataRunSums *sums = strata_run_sums_new ("made");

        sums->seconds = 1.0;
        sums->recorded_us = times[side][i] * G_USEC_PER_SEC;
        for (guint j = 0; j < 3; j++)
          add_name (sums, (const char *[]){ "a", "b", "c" }[j], 1000.0 * (1.0 + j) * factors[side][i], 10.0);
        strata_run_set_take (set, side, sums);
      }

  g_autoptr (StrataRunsDiff) diff = compare (set, &automatic);

  return *strata_runs_diff_get_drift (diff);
}

static void
test_order (void)
{
  static const struct
  {
    gint64 times[2][6];
    StrataRunsOrder order;
  } cases[] = {
    { { { 1, 2, 3, 4, 5, 6 }, { 7, 8, 9, 10, 11, 12 } }, STRATA_RUNS_ORDER_A_FIRST },
    { { { 7, 8, 9, 10, 11, 12 }, { 1, 2, 3, 4, 5, 6 } }, STRATA_RUNS_ORDER_B_FIRST },
    { { { 1, 3, 5, 7, 9, 11 }, { 2, 4, 6, 8, 10, 12 } }, STRATA_RUNS_ORDER_MIXED },
    { { { 1, 2, 3, 4, 5, 6 }, { 6, 8, 9, 10, 11, 12 } }, STRATA_RUNS_ORDER_MIXED },
    { { { 1, 2, 3, 4, 5, 6 }, { 7, 8, 9, 0, 11, 12 } }, STRATA_RUNS_ORDER_UNKNOWN },
  };
  static const double rising[2][6] = { { 1.0, 1.1, 1.2, 1.3, 1.4, 1.5 }, { 1.6, 1.7, 1.8, 1.9, 2.0, 2.1 } };
  static const double falling[2][6] = { { 1.5, 1.4, 1.3, 1.2, 1.1, 1.0 }, { 2.0, 1.9, 1.8, 1.7, 1.6, 1.5 } };
  static const double neither[2][6] = { { 1.0, 1.2, 1.1, 1.2, 1.0, 1.1 }, { 1.6, 1.5, 1.6, 1.5, 1.6, 1.5 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_cmpint (find_drift (cases[i].times, rising).order, ==, cases[i].order);
      if (cases[i].order == STRATA_RUNS_ORDER_UNKNOWN)
        continue;

      g_assert_cmpfloat (find_drift (cases[i].times, rising).trend, ==, 1.0);
      g_assert_cmpfloat (find_drift (cases[i].times, rising).p_value, <, 0.001);
      g_assert_cmpfloat (find_drift (cases[i].times, falling).trend, ==, -1.0);
      g_assert_cmpfloat (find_drift (cases[i].times, neither).p_value, >, STRATA_RUNS_DRIFT_LEVEL);
    }
}

/* Files copied one after another have dates, but not those of the recording. */
static void
test_copied (void)
{
  for (gint64 step_us = 100000; step_us <= 1000000; step_us += 900000)
    {
      g_autoptr (StrataRunSet) set = strata_run_set_new ();

      for (guint i = 0; i < 12; i++)
        {
          StrataRunSums *sums = strata_run_sums_new ("made");

          sums->seconds = 1.0;
          sums->recorded_us = G_USEC_PER_SEC + step_us * i;
          add_name (sums, "a", 1000.0, 10.0);
          strata_run_set_take (set, i < 6 ? STRATA_DIFF_A : STRATA_DIFF_B, sums);
        }

      g_autoptr (StrataRunsDiff) diff = compare (set, &automatic);

      g_assert_cmpint (strata_runs_diff_get_drift (diff)->order, ==, step_us < G_USEC_PER_SEC ? STRATA_RUNS_ORDER_UNKNOWN : STRATA_RUNS_ORDER_A_FIRST);
    }
}

/* Runs without drift are reported as drifting in one of twenty sets. */
static void
test_drift_by_chance (void)
{
  static const gint64 times[2][6] = { { 1, 2, 3, 4, 5, 6 }, { 7, 8, 9, 10, 11, 12 } };
  g_autoptr (GRand) random = g_rand_new_with_seed (22);
  guint n_alarms = 0;

  for (guint i = 0; i < 400; i++)
    {
      double factors[2][6];

      for (guint j = 0; j < 12; j++)
        factors[j / 6][j % 6] = g_rand_double_range (random, 1.0, 1.1);
      n_alarms += find_drift (times, factors).p_value < STRATA_RUNS_DRIFT_LEVEL;
    }

  g_assert_cmpuint (n_alarms, >, 6);
  g_assert_cmpuint (n_alarms, <, 30);
}

/* A run with another unit, and one that is on both sides. */
static void
test_other_units (void)
{
  g_autoptr (StrataRunSet) set = strata_run_set_new ();

  for (guint i = 0; i < 3; i++)
    {
      StrataRunSums *sums = strata_run_sums_new ("made");

      sums->unit = i < 2 ? g_strdup ("bytes") : NULL;
      add_name (sums, "f", 10.0, 1.0);
      strata_run_set_take (set, i == 0 ? STRATA_DIFF_A : STRATA_DIFF_B, sums);
    }

  g_assert_cmpstr (strata_run_set_get_unit (set), ==, "bytes");
  g_assert_cmpuint (strata_run_set_count_used (set, STRATA_DIFF_B), ==, 1);
  g_assert_nonnull (strata_run_set_get (set, STRATA_DIFF_B, 1)->reason);
  g_assert_cmpuint (strata_run_set_count_shared (set), ==, 0);
  strata_run_set_join (set, 0, 0);
  g_assert_cmpuint (strata_run_set_count_shared (set), ==, 1);
  strata_run_set_leave_out (set, STRATA_DIFF_A, 0, "why not");
  g_assert_cmpuint (strata_run_set_count_shared (set), ==, 0);
}

/* A single requested row is not adjusted for all the others. */
static void
test_compare_one (void)
{
  g_autoptr (StrataRunSet) set = new_set (N_RUNS);
  g_autoptr (StrataRunsDiff) diff = compare (set, &automatic);
  g_auto (StrataRunsRow) row;

  strata_runs_diff_compare (diff, STRATA_RUN_NAME, "slower", STRATA_RUN_MEAN, &row);
  g_assert_cmpfloat_with_epsilon (row.median[STRATA_DIFF_A], 1003.5, 1e-6);
  g_assert_true (row.is_sure);
  g_assert_true (isnan (row.adjusted));
}

static void
test_cancelled (void)
{
  g_autoptr (StrataRunSet) set = new_set (N_RUNS);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (strata_runs_diff_new (set, &automatic, cancellable));
}

/* Numbers in names do not count, and neither does the time of an unfinished call. */
static void
test_sums (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace ("0 f 1;4 -;10 f 2;14 g;16 -;20 -;30 h;35 f 3;40 -", STRATA_CLOCK_WALL);
  const StrataScope scope = strata_scope_everything (trace);
  g_autoptr (StrataRunSums) sums = strata_run_sums_new_of_trace ("no-such.trace", trace, &scope, NULL);

  g_assert_nonnull (sums);
  g_assert_cmpfloat (strata_run_sums_get (sums, STRATA_RUN_NAME, "f …", STRATA_RUN_CALLS), ==, 3.0);
  g_assert_cmpfloat (strata_run_sums_get (sums, STRATA_RUN_NAME, "f …", STRATA_RUN_INCLUSIVE), ==, 19.0);
  g_assert_cmpfloat (strata_run_sums_get (sums, STRATA_RUN_NAME, "f …", STRATA_RUN_EXCLUSIVE), ==, 17.0);
  g_assert_cmpfloat (strata_run_sums_get (sums, STRATA_RUN_NAME, "f …", STRATA_RUN_P50), ==, 5.0);
  g_assert_cmpfloat (strata_run_sums_get (sums, STRATA_RUN_NAME, "f …", STRATA_RUN_MAX), ==, 10.0);
  g_assert_cmpfloat (strata_run_sums_get (sums, STRATA_RUN_NAME, "h", STRATA_RUN_EXCLUSIVE), ==, 0.0);
  g_assert_true (isnan (strata_run_sums_get (sums, STRATA_RUN_NAME, "f …", STRATA_RUN_CPU)));
  g_assert_null (strata_run_sums_find (sums, STRATA_RUN_NAME, "f 1"));
  g_assert_cmpfloat_with_epsilon (sums->seconds, 40e-9, 1e-15);
  g_assert_cmpuint (sums->n_frames, ==, 0);
}

/* Names on two threads: on each of them, and together. */
static void
test_threads (void)
{
  g_autoptr (StrataRunSet) set = strata_run_set_new ();
  const StrataRunsOptions options = { .metric = STRATA_RUN_EXCLUSIVE, .per = STRATA_DIFF_PER_TOTAL, .by_thread = TRUE };
  const char *role;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
      const char *const threads[] = { "main", "pool-1", side == 0 ? "pool-2" : "pool-3" };
      g_autoptr (StrataTrace) trace = NULL;

      for (guint32 i = 0; i < G_N_ELEMENTS (threads); i++)
        {
          const guint32 thread = strata_trace_builder_get_thread (builder, (int) i + 1);
          g_autofree char *script = g_strdup_printf ("0 draw;%u -", 10 * (i + 1) + side);

          strata_trace_builder_name_thread (builder, thread, fixture_intern (builder, threads[i]));
          fixture_play (builder, thread, script);
        }

      trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);

      const StrataScope scope = strata_scope_everything (trace);

      strata_run_set_take (set, side, strata_run_sums_new_of_trace ("", trace, &scope, NULL));
    }

  g_autoptr (StrataRunsDiff) diff = compare (set, &options);
  g_autofree char *on_main = strata_run_names_dup_key ("draw", "main");
  g_autofree char *on_pool = strata_run_names_dup_key ("draw", "pool-…");
  g_autofree char *name = strata_run_names_split (on_pool, &role);

  g_assert_cmpstr (name, ==, "draw");
  g_assert_cmpstr (role, ==, "pool-…");
  g_assert_null (strata_runs_diff_find (diff, STRATA_RUN_NAME, "draw"));
  g_assert_cmpfloat (get_row (diff, STRATA_RUN_THREAD_NAME, on_main)->median[STRATA_DIFF_A], ==, 10.0);
  g_assert_cmpfloat (get_row (diff, STRATA_RUN_THREAD_NAME, on_pool)->median[STRATA_DIFF_A], ==, 50.0);
  g_assert_cmpfloat (get_row (diff, STRATA_RUN_THREAD_NAME, on_pool)->median[STRATA_DIFF_B], ==, 52.0);
}

/* Runs in which all names took longer are not tested, unless all runs of a side did. */
static void
test_disturbed (void)
{
  for (guint n_slow = 0; n_slow <= 12; n_slow += 3)
    {
      g_autoptr (StrataRunSet) set = strata_run_set_new ();

      for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
        for (guint i = 0; i < 12; i++)
          {
            StrataRunSums *sums = strata_run_sums_new ("made");
            const double speed = side == 1 && i < n_slow ? 1.2 : 1.0;

            sums->seconds = 1.0;
            for (guint j = 0; j < 12; j++)
              {
                const char name[] = { (char) ('a' + j), '\0' };

                add_name (sums, name, 1000.0 * speed * (1.0 + 0.001 * ((i * (j + 5)) % 13)), 10.0);
              }
            strata_run_set_take (set, side, sums);
          }

      g_autoptr (StrataRunsDiff) diff = compare (set, &automatic);

      /* if most runs are slow, the others are the exception */
      g_assert_cmpuint (strata_runs_diff_get_n_disturbed (diff), ==, n_slow == 3 || n_slow == 9 ? 3 : 0);
      g_assert_cmpfloat_with_epsilon (strata_runs_diff_get_disturbance (diff, STRATA_DIFF_B, 0), n_slow == 3 ? 0.2 : 0.0, 0.01);
      g_assert_cmpfloat_with_epsilon (strata_runs_diff_get_disturbance (diff, STRATA_DIFF_B, 11), n_slow == 9 ? -1.0 / 6.0 : 0.0, 0.01);
      g_assert_cmpuint (get_row (diff, STRATA_RUN_NAME, "a")->n[STRATA_DIFF_B], ==, 12);
      g_assert_cmpint (get_row (diff, STRATA_RUN_NAME, "a")->is_sure, ==, n_slow >= 9);
    }
}

/* Runs with equal shares of late frames are as certain as the total of their frames; runs that differ are less certain. */
static void
test_late (void)
{
  static const struct
  {
    guint n_late[4];
    double low;
    double high;
  } cases[] = {
    { { 10, 10, 10, 10 }, 0.0743, 0.1333 }, /* Wilson: 40 of 400 */
    { { 0, 0, 0, 0 }, 0.0, 0.0095 },
    { { 0, 0, 0, 40 }, 0.0, 0.25 }, /* 0, 1, 2, 3 or 4 times the run with 40 */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StrataRunSet) set = strata_run_set_new ();
      StrataRunLate late;

      strata_run_late_init (&late, set, STRATA_DIFF_A);
      g_assert_true (isnan (late.share));
      for (guint j = 0; j < 4; j++)
        {
          StrataRunSums *sums = strata_run_sums_new ("made");

          strata_run_sums_set_frames (sums, 100, 100, cases[i].n_late[j], NULL, 0);
          strata_run_set_take (set, STRATA_DIFF_A, sums);
        }

      strata_run_late_init (&late, set, STRATA_DIFF_A);
      g_assert_cmpuint (late.n_judged, ==, 400);
      g_assert_cmpfloat_with_epsilon (late.low, cases[i].low, 1e-4);
      g_assert_cmpfloat_with_epsilon (late.high, cases[i].high, i == 2 ? 0.06 : 1e-4);
      g_assert_cmpfloat (late.low, <=, late.share);
      g_assert_cmpfloat (late.high, >=, late.share);
    }
}

/* The time of unfinished calls is also left out where a second pass cuts calls at the edge of a span. The
 * last nanosecond has no call. */
static void
test_unfinished (void)
{
  static const struct
  {
    const char *script;
    StrataClocks clocks;
  } traces[] = {
    { "0 loop;2 f;4 -;5 loop;6 f;9 -;10 g;12 f;13 -;20 last;30 -", STRATA_CLOCK_WALL },
    { "0/0 loop;2/1 f;4/2 -;5/2 loop;6/3 f;9/5 -;10/5 g;12/6 f;13/7 -;20/7 last;30/9 -", STRATA_CLOCK_WALL | STRATA_CLOCK_CPU },
    { "0/0 loop;2/2 f;4/4 -;5/5 loop;6/6 f;9/9 -;10/10 g;12/12 f;13/13 -;20/20 last;30/30 -", STRATA_CLOCK_CPU },
  };
  static const char *const names[] = { "loop", "f", "g", "last" };

  for (guint i = 0; i < G_N_ELEMENTS (traces); i++)
    {
      g_autoptr (StrataTrace) trace = fixture_trace (traces[i].script, traces[i].clocks);
      const StrataScope whole = strata_scope_everything (trace);
      StrataScope cut = whole;

      cut.span.begin_ns++;

      g_autoptr (StrataRunSums) sums = strata_run_sums_new_of_trace ("", trace, &whole, NULL);
      g_autoptr (StrataRunSums) cut_sums = strata_run_sums_new_of_trace ("", trace, &cut, NULL);

      for (guint j = 0; j < G_N_ELEMENTS (names); j++)
        for (StrataRunMetric metric = STRATA_RUN_INCLUSIVE; metric <= STRATA_RUN_EXCLUSIVE_CPU; metric++)
          {
            const double value = strata_run_sums_get (sums, STRATA_RUN_NAME, names[j], metric);
            const double cut_value = strata_run_sums_get (cut_sums, STRATA_RUN_NAME, names[j], metric);

            g_assert_true (isnan (value) == isnan (cut_value));
            if (!isnan (value))
              g_assert_cmpfloat (value, ==, cut_value);
          }
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/runs-diff/verdicts", test_verdicts);
  g_test_add_func ("/runs-diff/renamed", test_renamed);
  g_test_add_func ("/runs-diff/frames", test_frames);
  g_test_add_func ("/runs-diff/units", test_units);
  g_test_add_func ("/runs-diff/run-without-frames", test_run_without_frames);
  g_test_add_func ("/runs-diff/left-out", test_left_out);
  g_test_add_func ("/runs-diff/too-few", test_too_few);
  g_test_add_func ("/runs-diff/limit", test_limit);
  g_test_add_func ("/runs-diff/few-frames", test_few_frames);
  g_test_add_func ("/runs-diff/order", test_order);
  g_test_add_func ("/runs-diff/copied", test_copied);
  g_test_add_func ("/runs-diff/drift-by-chance", test_drift_by_chance);
  g_test_add_func ("/runs-diff/other-units", test_other_units);
  g_test_add_func ("/runs-diff/compare-one", test_compare_one);
  g_test_add_func ("/runs-diff/cancelled", test_cancelled);
  g_test_add_func ("/runs-diff/sums", test_sums);
  g_test_add_func ("/runs-diff/threads", test_threads);
  g_test_add_func ("/runs-diff/disturbed", test_disturbed);
  g_test_add_func ("/runs-diff/late", test_late);
  g_test_add_func ("/runs-diff/unfinished", test_unfinished);

  return g_test_run ();
}
