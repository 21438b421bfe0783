/* strata-runs-diff.c - compares two sets of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-runs-diff.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-name-shape.h"
#include "strata-order.h"
#include "strata-rank-test.h"
#include "strata-run-test.h"
#include "strata-runs-private.h"

/* The run is the sample: each has one figure per row, and a test compares the figures of the runs.
 * Calls of one run are never tested against those of another.
 *
 * All tested rows share one adjustment, so a significant change is significant among everything
 * that was tested. Names that take too little time are not tested: they could not matter, and each
 * test reduces the power of the others. That decision uses both sides together, so it does not bias
 * their difference. */

/* Smaller shares of the self time of all names are not tested. */
#define FLOOR_FRAC 0.0005
/* States with a smaller share of the time of a run are not tested. */
#define STATE_FLOOR_FRAC 0.01

static const StrataRunSums *
get_sums (const StrataRunsDiff *self,
          guint side,
          guint run)
{
  return strata_run_set_get (self->set, side, run)->sums;
}

static gboolean
is_cpu (StrataRunMetric metric)
{
  return metric == STRATA_RUN_CPU || metric == STRATA_RUN_EXCLUSIVE_CPU;
}

StrataRunMetric
strata_runs_get_own_metric (const StrataRunsDiff *self)
{
  return is_cpu (self->metric) ? STRATA_RUN_EXCLUSIVE_CPU : STRATA_RUN_EXCLUSIVE;
}

/* A run without the name spent no time in it, if the run has that clock at all. */
static double
get_of_name (const StrataRunSums *sums,
             StrataRunKind kind,
             const char *name,
             StrataRunMetric metric)
{
  const StrataRunRow *row = strata_run_sums_find (sums, kind, name);
  const gboolean has_clock = metric == STRATA_RUN_CALLS || (sums->clocks & (is_cpu (metric) ? STRATA_CLOCK_CPU : STRATA_CLOCK_WALL));

  if (row != NULL)
    return row->values[metric];

  return strata_run_metric_is_sum (metric) && has_clock ? 0.0 : NAN;
}

static double
get_unit (const StrataRunsDiff *self,
          guint side,
          guint run,
          StrataRunKind kind,
          const char *name,
          StrataRunMetric metric)
{
  if (self->per != STRATA_DIFF_PER_CALL || self->iteration != NULL)
    return self->units[side][run];
  if (metric == STRATA_RUN_CALLS)
    return 1.0;

  const double n_calls = get_of_name (get_sums (self, side, run), kind, name, STRATA_RUN_CALLS);

  return n_calls > 0.0 ? n_calls : NAN;
}

static double
get_value (const StrataRunsDiff *self,
           guint side,
           guint run,
           StrataRunKind kind,
           const char *name,
           StrataRunMetric metric)
{
  const StrataRunSums *sums = get_sums (self, side, run);

  switch (kind)
    {
    case STRATA_RUN_NAME:
    case STRATA_RUN_THREAD_NAME:
      return get_of_name (sums, kind, name, metric) / (strata_run_metric_is_sum (metric) ? get_unit (self, side, run, kind, name, metric) : 1.0);
    case STRATA_RUN_STATE:
      return strata_run_sums_get (sums, kind, name, STRATA_RUN_INCLUSIVE) / self->units[side][run];
    case STRATA_RUN_FRAMES:
    case STRATA_RUN_START:
      return strata_run_sums_get (sums, kind, name, STRATA_RUN_INCLUSIVE);
    }

  g_return_val_if_reached (NAN);
}

static StrataRunsUnit
get_row_unit (StrataRunKind kind,
              const char *name,
              StrataRunMetric metric)
{
  if (strata_run_kind_is_name (kind) && metric == STRATA_RUN_CALLS)
    return STRATA_RUNS_COUNT;

  return kind == STRATA_RUN_FRAMES && g_str_equal (name, STRATA_RUN_LATE) ? STRATA_RUNS_SHARE : STRATA_RUNS_TIME;
}

/* The figures of the runs of a side that have one, ascending; for tests without disturbed runs. */
static double *
list_known (const StrataRunsDiff *self,
            const StrataRunsRow *row,
            guint side,
            gboolean is_tested,
            guint *n_known)
{
  const guint n = strata_run_set_get_n (self->set, side);
  double *known = g_new (double, n);

  *n_known = 0;
  for (guint i = 0; i < n; i++)
    if (!isnan (row->values[side][i]) && (!is_tested || self->disturbances[side][i] == 0.0))
      known[(*n_known)++] = row->values[side][i];

  strata_run_test_sort (known, *n_known);
  return known;
}

static double
get_p_of_tested (const StrataRunsDiff *self,
                 StrataRunTester *tester,
                 const StrataRunsRow *row)
{
  guint n[STRATA_N_DIFF_SIDES];
  g_autofree double *tested_a = list_known (self, row, STRATA_DIFF_A, TRUE, &n[STRATA_DIFF_A]);
  g_autofree double *tested_b = list_known (self, row, STRATA_DIFF_B, TRUE, &n[STRATA_DIFF_B]);

  return strata_run_tester_test (tester, tested_a, n[STRATA_DIFF_A], tested_b, n[STRATA_DIFF_B]).p_value;
}

/* A figure of single calls is missing if there are no calls, and a test of it has nothing to compare. Then the presence
 * of the name in the runs is tested. */
static double
get_p_of_presence (const StrataRunsDiff *self,
                   const StrataRunsRow *row)
{
  const guint side = row->n[STRATA_DIFF_A] > 0 ? STRATA_DIFF_A : STRATA_DIFF_B;
  guint n[STRATA_N_DIFF_SIDES] = { 0, 0 };

  if (row->n[!side] > 0 || row->n[side] < strata_run_set_count_used (self->set, side))
    return 1.0;

  for (guint i = 0; i < STRATA_N_DIFF_SIDES; i++)
    for (guint j = 0; j < strata_run_set_get_n (self->set, i); j++)
      n[i] += strata_run_set_is_used (self->set, i, j) && self->disturbances[i][j] == 0.0;

  return strata_run_test_get_least_p (n[STRATA_DIFF_A], n[STRATA_DIFF_B]);
}

static void
fill_row (const StrataRunsDiff *self,
          StrataRunTester *tester,
          StrataRunMetric metric,
          StrataRunsRow *row)
{
  double *known[STRATA_N_DIFF_SIDES];

  row->unit = get_row_unit (row->kind, row->name, metric);
  row->amount = row->unit == STRATA_RUNS_TIME && strata_run_kind_is_name (row->kind) ? strata_run_set_get_unit (self->set) : NULL;
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const guint n = strata_run_set_get_n (self->set, side);

      row->values[side] = g_new (double, n);
      for (guint i = 0; i < n; i++)
        row->values[side][i] = strata_run_set_is_used (self->set, side, i) ? get_value (self, side, i, row->kind, row->name, metric) : NAN;

      known[side] = list_known (self, row, side, FALSE, &row->n[side]);
      row->median[side] = strata_run_test_get_median (known[side], row->n[side]);
      row->spread[side] = strata_run_test_get_spread (known[side], row->n[side]);
    }

  const StrataRunTest test = strata_run_tester_test (tester, known[0], row->n[0], known[1], row->n[1]);

  row->change = test.change;
  row->change_low = test.low;
  row->change_high = test.high;
  row->p_value = self->n_disturbed > 0 ? get_p_of_tested (self, tester, row) : test.p_value;
  if (strata_run_kind_is_name (row->kind) && (row->n[STRATA_DIFF_A] == 0 || row->n[STRATA_DIFF_B] == 0))
    row->p_value = get_p_of_presence (self, row);
  row->adjusted = NAN;
  row->moved = STRATA_NONE;
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_free (known[side]);
}

/**
 * strata_runs_row_clear:
 * @row: a row that strata_runs_diff_compare() has filled
 */
void
strata_runs_row_clear (StrataRunsRow *row)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_clear_pointer (&row->values[side], g_free);
}

static gboolean
is_in_all (const StrataRunsDiff *self,
           const StrataRunsRow *row,
           guint side,
           gboolean is_there)
{
  for (guint i = 0; i < strata_run_set_get_n (self->set, side); i++)
    if (strata_run_set_is_used (self->set, side, i) && (strata_run_sums_find (get_sums (self, side, i), row->kind, row->name) != NULL) != is_there)
      return FALSE;

  return strata_run_set_count_used (self->set, side) > 0;
}

static gboolean
is_all_equal (const StrataRunsRow *row)
{
  return row->change == 0.0 && row->p_value >= 1.0 && !(row->spread[0] > 0.0) && !(row->spread[1] > 0.0);
}

/* The level at which one more change would be significant. */
static double
get_level (const StrataRunsDiff *self)
{
  return STRATA_RUNS_LEVEL * MIN (self->n_sure + 1.0, MAX (self->n_tested, 1.0)) / MAX (self->n_tested, 1.0);
}

static StrataRunsVerdict
judge (const StrataRunsDiff *self,
       const StrataRunsRow *row,
       gboolean matters)
{
  const gboolean is_name = strata_run_kind_is_name (row->kind);

  if (is_all_equal (row))
    return STRATA_RUNS_SAME;
  if (!matters)
    return STRATA_RUNS_UNTESTED;
  if (is_name && is_in_all (self, row, STRATA_DIFF_A, FALSE) && is_in_all (self, row, STRATA_DIFF_B, TRUE))
    return STRATA_RUNS_ADDED;
  if (is_name && is_in_all (self, row, STRATA_DIFF_A, TRUE) && is_in_all (self, row, STRATA_DIFF_B, FALSE))
    return STRATA_RUNS_REMOVED;
  if (isnan (row->adjusted))
    return STRATA_RUNS_TOO_FEW;
  if (row->is_sure && row->unit == STRATA_RUNS_TIME && fabs (row->change) < self->limit_ns)
    return STRATA_RUNS_SMALL;
  if (row->is_sure)
    return row->change >= 0.0 ? STRATA_RUNS_MORE : STRATA_RUNS_LESS;

  return strata_run_test_get_least_p (row->n[0], row->n[1]) >= get_level (self) ? STRATA_RUNS_TOO_FEW : STRATA_RUNS_NOISE;
}

/* The self time of a name, or the time of a thread in a state, as a share of the time of a run. */
static double
get_share (const StrataRunsDiff *self,
           guint side,
           guint run,
           const StrataRunsRow *row)
{
  const StrataRunSums *sums = get_sums (self, side, run);

  if (row->kind == STRATA_RUN_STATE)
    return strata_run_sums_get (sums, row->kind, row->name, STRATA_RUN_INCLUSIVE) / (sums->seconds * 1e9);

  return get_of_name (sums, row->kind, row->name, strata_runs_get_own_metric (self)) / self->totals[side][run];
}

/* A name that no run of a side has counts there as 0, so the mean is half of that of the other. */
static double
get_mean_share (const StrataRunsDiff *self,
                const StrataRunsRow *row)
{
  double sum = 0.0;
  guint n = 0;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < strata_run_set_get_n (self->set, side); i++)
      {
        const double share = strata_run_set_is_used (self->set, side, i) ? get_share (self, side, i, row) : NAN;

        n += strata_run_set_is_used (self->set, side, i);
        sum += share > 0.0 ? share : 0.0;
      }

  return n > 0 ? sum / n : 0.0;
}

/* A figure below the limit on both sides cannot change by more. */
static gboolean
can_matter (const StrataRunsDiff *self,
            const StrataRunsRow *row)
{
  const double largest = fmax (row->median[STRATA_DIFF_A], row->median[STRATA_DIFF_B]);

  switch (row->kind)
    {
    case STRATA_RUN_NAME:
    case STRATA_RUN_THREAD_NAME:
      return get_mean_share (self, row) >= FLOOR_FRAC && (row->unit != STRATA_RUNS_TIME || largest >= self->limit_ns);
    case STRATA_RUN_STATE:
      return get_mean_share (self, row) >= STATE_FLOOR_FRAC && largest >= self->limit_ns;
    case STRATA_RUN_FRAMES:
    case STRATA_RUN_START:
      return TRUE;
    }

  g_return_val_if_reached (FALSE);
}

static gboolean
have_equal_values (const StrataRunsDiff *self,
                   const StrataRunsRow *row_a,
                   const StrataRunsRow *row_b)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < strata_run_set_get_n (self->set, side); i++)
      {
        const double value_a = row_a->values[side][i];
        const double value_b = row_b->values[side][i];

        if (value_a != value_b && !(isnan (value_a) && isnan (value_b)))
          return FALSE;
      }

  return TRUE;
}

/* With fewer than a hundred frames, the longest is also the 99th percentile; only one of both is tested. */
static void
find_repeated (StrataRunsDiff *self)
{
  StrataRunsRow *next = NULL;

  for (guint i = self->rows->len; i-- > 0;)
    {
      StrataRunsRow *row = &g_array_index (self->rows, StrataRunsRow, i);

      if (row->kind != STRATA_RUN_FRAMES || row->unit != STRATA_RUNS_TIME)
        continue;

      row->is_repeated = next != NULL && have_equal_values (self, row, next);
      next = row;
    }
}

static void
copy_repeated (StrataRunsDiff *self)
{
  const StrataRunsRow *next = NULL;

  for (guint i = self->rows->len; i-- > 0;)
    {
      StrataRunsRow *row = &g_array_index (self->rows, StrataRunsRow, i);

      if (row->is_repeated)
        {
          row->adjusted = next->adjusted;
          row->is_sure = next->is_sure;
        }
      if (row->kind == STRATA_RUN_FRAMES && row->unit == STRATA_RUNS_TIME)
        next = row;
    }
}

static gboolean
can_be_tested (const StrataRunsRow *row)
{
  const gboolean is_on_one_side = strata_run_kind_is_name (row->kind) && row->p_value < 1.0;

  return !row->is_repeated && ((row->n[STRATA_DIFF_A] > 0 && row->n[STRATA_DIFF_B] > 0) || is_on_one_side);
}

static void
test_rows (StrataRunsDiff *self)
{
  g_autofree double *p_values = g_new (double, self->rows->len);
  g_autofree guint *indices = g_new (guint, self->rows->len);
  g_autofree gboolean *matters = g_new (gboolean, self->rows->len);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const StrataRunsRow *row = &g_array_index (self->rows, StrataRunsRow, i);

      matters[i] = can_matter (self, row);
      if (matters[i] && can_be_tested (row))
        {
          indices[self->n_tested] = i;
          p_values[self->n_tested++] = row->p_value;
        }
    }

  strata_rank_test_adjust_discoveries (p_values, self->n_tested);
  for (guint i = 0; i < self->n_tested; i++)
    {
      StrataRunsRow *row = &g_array_index (self->rows, StrataRunsRow, indices[i]);

      row->adjusted = p_values[i];
      row->is_sure = p_values[i] < STRATA_RUNS_LEVEL;
      self->n_sure += row->is_sure;
    }

  copy_repeated (self);
  for (guint i = 0; i < self->rows->len; i++)
    {
      StrataRunsRow *row = &g_array_index (self->rows, StrataRunsRow, i);

      row->smallest = strata_run_test_get_smallest (row->spread, row->n, get_level (self));
      row->verdict = judge (self, row, matters[i]);
      self->n_sure_verdicts[row->kind][row->verdict] += row->is_sure && !row->is_repeated;
    }
}

static int
get_rank (const StrataRunsRow *row)
{
  if (row->verdict == STRATA_RUNS_UNTESTED || row->verdict == STRATA_RUNS_SAME)
    return 2;

  return row->verdict == STRATA_RUNS_SMALL || !strata_runs_row_is_change (row);
}

/* Changes first, by size; if nothing changed, by time. */
static double
get_size (const StrataRunsRow *row)
{
  const double size = get_rank (row) == 2 ? MAX (row->median[0], row->median[1]) : fabs (row->change);

  return isnan (size) ? 0.0 : size;
}

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  const StrataRunsRow *row_a = a;
  const StrataRunsRow *row_b = b;
  const int rank = get_rank (row_a) - get_rank (row_b);
  const double size_a = get_size (row_a);
  const double size_b = get_size (row_b);

  if (row_a->kind != row_b->kind)
    return (int) row_a->kind - (int) row_b->kind;
  if (row_a->kind == STRATA_RUN_FRAMES)
    return 0;
  if (rank != 0)
    return rank;
  return STRATA_ORDER (size_b, size_a) ?: g_strcmp0 (row_a->name, row_b->name);
}

/* Only rows of used runs; the sums of the set keep the names alive. */
static void
join_rows (StrataRunsDiff *self,
           StrataRunTester *tester,
           GCancellable *cancellable)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < strata_run_set_get_n (self->set, side); i++)
      {
        const GArray *rows = strata_run_set_is_used (self->set, side, i) ? get_sums (self, side, i)->rows : NULL;

        for (guint j = 0; rows != NULL && j < rows->len && !g_cancellable_is_cancelled (cancellable); j++)
          {
            const StrataRunRow *run_row = &g_array_index (rows, StrataRunRow, j);
            StrataRunsRow row = { .kind = run_row->kind, .name = run_row->name };

            if (strata_run_kind_is_name (row.kind) && row.kind != self->names)
              continue;
            if (!g_hash_table_add (self->row_of_name[row.kind], (gpointer) row.name))
              continue;

            fill_row (self, tester, self->metric, &row);
            g_array_append_val (self->rows, row);
          }
      }
}

static void
index_rows (StrataRunsDiff *self)
{
  for (guint kind = 0; kind < STRATA_N_RUN_KINDS; kind++)
    g_hash_table_remove_all (self->row_of_name[kind]);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const StrataRunsRow *row = &g_array_index (self->rows, StrataRunsRow, i);

      g_hash_table_insert (self->row_of_name[row->kind], (gpointer) row->name, GUINT_TO_POINTER (i));
    }
}

static gboolean
have_all (const StrataRunsDiff *self,
          gboolean (*has) (const StrataRunSums *sums))
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < strata_run_set_get_n (self->set, side); i++)
      if (strata_run_set_is_used (self->set, side, i) && !has (get_sums (self, side, i)))
        return FALSE;

  return TRUE;
}

static gboolean
has_frames (const StrataRunSums *sums)
{
  return sums->n_frames > 0;
}

static gboolean
has_wall_clock (const StrataRunSums *sums)
{
  return (sums->clocks & STRATA_CLOCK_WALL) != 0;
}

static double
count_units (const StrataRunsDiff *self,
             const StrataRunSums *sums)
{
  if (self->iteration != NULL)
    return strata_run_sums_get (sums, STRATA_RUN_NAME, self->iteration, STRATA_RUN_CALLS);

  switch (self->per)
    {
    case STRATA_DIFF_PER_SECOND:
      return sums->seconds;
    case STRATA_DIFF_PER_FRAME:
      return sums->n_frames;
    case STRATA_DIFF_PER_CAPTURE:
    case STRATA_DIFF_PER_TOTAL:
    case STRATA_DIFF_PER_CALL:
    case STRATA_DIFF_PER_WEIGHT:
      break;
    }

  return 1.0;
}

static void
choose_units (StrataRunsDiff *self,
              const StrataRunsOptions *options)
{
  self->iteration = g_strdup (options->iteration);
  self->per = options->per;
  if (self->per == STRATA_DIFF_PER_CAPTURE)
    self->per = have_all (self, has_frames) ? STRATA_DIFF_PER_FRAME : STRATA_DIFF_PER_SECOND;
  if (self->per == STRATA_DIFF_PER_SECOND && strata_run_set_get_unit (self->set) != NULL)
    self->per = STRATA_DIFF_PER_TOTAL; /* units other than time have no duration */

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const guint n = strata_run_set_get_n (self->set, side);

      self->units[side] = g_new (double, n);
      for (guint i = 0; i < n; i++)
        {
          const double units = strata_run_set_is_used (self->set, side, i) ? count_units (self, get_sums (self, side, i)) : NAN;

          self->units[side][i] = units > 0.0 ? units : NAN;
        }
    }
}

static double
get_total (const StrataRunSums *sums,
           StrataRunMetric metric)
{
  double sum = 0.0;

  for (guint i = 0; i < sums->rows->len; i++)
    {
      const StrataRunRow *row = &g_array_index (sums->rows, StrataRunRow, i);

      if (row->kind == STRATA_RUN_NAME && !isnan (row->values[metric]))
        sum += row->values[metric];
    }

  return sum;
}

/* Returns the mean of the self times of all names of a run, per unit. */
static double
sum_up (StrataRunsDiff *self)
{
  double sum = 0.0;
  guint n = 0;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const guint n_runs = strata_run_set_get_n (self->set, side);

      self->totals[side] = g_new (double, n_runs);
      for (guint i = 0; i < n_runs; i++)
        {
          const double total = strata_run_set_is_used (self->set, side, i) ? get_total (get_sums (self, side, i), strata_runs_get_own_metric (self)) : NAN;

          self->totals[side][i] = total;
          if (!isnan (total / self->units[side][i]))
            {
              sum += total / self->units[side][i];
              n++;
            }
        }
    }

  return n > 0 ? sum / n : 0.0;
}

/**
 * strata_runs_diff_new:
 * @set: the runs; a copy is kept
 * @options: the options
 * @cancellable: (nullable): stops it
 *
 * Compares the runs of both sides. Any thread may call it.
 *
 * Returns: (transfer full): the comparison, or %NULL if it was cancelled
 */
StrataRunsDiff *
strata_runs_diff_new (const StrataRunSet *set,
                      const StrataRunsOptions *options,
                      GCancellable *cancellable)
{
  g_autoptr (StrataRunsDiff) self = g_new0 (StrataRunsDiff, 1);
  g_autoptr (StrataRunTester) tester = strata_run_tester_new ();

  g_atomic_ref_count_init (&self->ref_count);
  self->set = strata_run_set_copy (set);
  self->rows = g_array_new (FALSE, FALSE, sizeof (StrataRunsRow));
  g_array_set_clear_func (self->rows, (GDestroyNotify) strata_runs_row_clear);
  for (guint kind = 0; kind < STRATA_N_RUN_KINDS; kind++)
    self->row_of_name[kind] = g_hash_table_new (g_str_hash, g_str_equal);

  self->metric = options->metric;
  if (self->metric == STRATA_N_RUN_METRICS)
    self->metric = have_all (self, has_wall_clock) ? STRATA_RUN_EXCLUSIVE : STRATA_RUN_EXCLUSIVE_CPU;

  self->names = options->by_thread ? STRATA_RUN_THREAD_NAME : STRATA_RUN_NAME;
  choose_units (self, options);

  const double time_ns = sum_up (self);

  strata_runs_find_disturbed (self);
  strata_runs_find_drift (self);

  self->limit_ns = MAX (options->limit_ns, options->limit_frac * time_ns);
  join_rows (self, tester, cancellable);
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;

  find_repeated (self);
  test_rows (self);
  g_array_sort (self->rows, compare_rows);
  index_rows (self);
  strata_runs_find_moves (self);
  return g_steal_pointer (&self);
}

StrataRunsDiff *
strata_runs_diff_ref (StrataRunsDiff *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
strata_runs_diff_unref (StrataRunsDiff *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_free (self->units[side]);
      g_free (self->totals[side]);
      g_free (self->disturbances[side]);
    }
  for (guint kind = 0; kind < STRATA_N_RUN_KINDS; kind++)
    g_hash_table_unref (self->row_of_name[kind]);
  g_array_unref (self->rows);
  strata_run_set_free (self->set);
  g_free (self->iteration);
  g_free (self);
}

const StrataRunSet *
strata_runs_diff_get_set (const StrataRunsDiff *self)
{
  return self->set;
}

/**
 * strata_runs_diff_get_rows:
 * @self: a comparison
 * @n_rows: (out): how many
 *
 * Returns: (transfer none) (array length=n_rows): its rows by kind: in each kind first significant changes by size,
 *   then insignificant ones, then the rest
 */
const StrataRunsRow *
strata_runs_diff_get_rows (const StrataRunsDiff *self,
                           guint *n_rows)
{
  *n_rows = self->rows->len;
  return (const StrataRunsRow *) (gpointer) self->rows->data;
}

/**
 * strata_runs_diff_find:
 * @self: a comparison
 * @kind: a kind of row
 * @name: its name
 *
 * Returns: (transfer none) (nullable): the row
 */
const StrataRunsRow *
strata_runs_diff_find (const StrataRunsDiff *self,
                       StrataRunKind kind,
                       const char *name)
{
  gpointer row;

  return g_hash_table_lookup_extended (self->row_of_name[kind], name, NULL, &row) ? &g_array_index (self->rows, StrataRunsRow, GPOINTER_TO_UINT (row)) : NULL;
}

/**
 * strata_runs_diff_compare:
 * @self: a comparison
 * @kind: a kind of row
 * @name: its name
 * @metric: a figure of it
 * @row: (out caller-allocates): the row, to be cleared with strata_runs_row_clear(); it borrows @name
 *
 * Compares one figure, independent of the rows of the comparison. It is not adjusted for others.
 */
void
strata_runs_diff_compare (const StrataRunsDiff *self,
                          StrataRunKind kind,
                          const char *name,
                          StrataRunMetric metric,
                          StrataRunsRow *row)
{
  g_autoptr (StrataRunTester) tester = strata_run_tester_new ();

  *row = (StrataRunsRow){ .kind = kind, .name = name };
  fill_row (self, tester, metric, row);
  row->smallest = strata_run_test_get_smallest (row->spread, row->n, STRATA_DIFF_LEVEL);
  row->is_sure = row->p_value < STRATA_DIFF_LEVEL;
  row->verdict = row->is_sure ? (row->change >= 0.0 ? STRATA_RUNS_MORE : STRATA_RUNS_LESS) : STRATA_RUNS_NOISE;
}

/* Returns the figure of names that is compared. */
StrataRunMetric
strata_runs_diff_get_metric (const StrataRunsDiff *self)
{
  return self->metric;
}

/* Returns the unit that sums are divided by, unless strata_runs_diff_get_iteration() is not NULL. */
StrataDiffPer
strata_runs_diff_get_per (const StrataRunsDiff *self)
{
  return self->per;
}

/* Returns the name by whose calls sums are divided; NULL if there is none. */
const char *
strata_runs_diff_get_iteration (const StrataRunsDiff *self)
{
  return self->iteration;
}

/* Returns the kind of its rows of names, STRATA_RUN_NAME or STRATA_RUN_THREAD_NAME. */
StrataRunKind
strata_runs_diff_get_names (const StrataRunsDiff *self)
{
  return self->names;
}

/* Returns how much longer nearly everything took in this run than in the others of its side, such
 * as 0.2; such a run is not tested. 0 for a run like the others. */
double
strata_runs_diff_get_disturbance (const StrataRunsDiff *self,
                                  StrataDiffSide side,
                                  guint run)
{
  return self->disturbances[side][run];
}

guint
strata_runs_diff_get_n_disturbed (const StrataRunsDiff *self)
{
  return self->n_disturbed;
}

/* Returns how many rows were tested. */
guint
strata_runs_diff_get_n_tested (const StrataRunsDiff *self)
{
  return self->n_tested;
}

/* Returns how many rows of that kind have the verdict significantly. */
guint
strata_runs_diff_get_n_sure (const StrataRunsDiff *self,
                             StrataRunKind kind,
                             StrataRunsVerdict verdict)
{
  return self->n_sure_verdicts[kind][verdict];
}

/* Returns how many runs per side are necessary for a single change among all rows to be
 * significant. */
guint
strata_runs_diff_get_n_needed (const StrataRunsDiff *self)
{
  return strata_run_test_count_needed (STRATA_RUNS_LEVEL / MAX (self->n_tested, 1));
}

/**
 * strata_runs_diff_can_be_sure:
 * @self: a comparison
 *
 * Returns: whether there are enough runs for one more change among all rows to be significant
 */
gboolean
strata_runs_diff_can_be_sure (const StrataRunsDiff *self)
{
  guint n[STRATA_N_DIFF_SIDES] = { 0, 0 };

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < strata_run_set_get_n (self->set, side); i++)
      n[side] += strata_run_set_is_used (self->set, side, i) && self->disturbances[side][i] == 0.0;

  return strata_run_test_get_least_p (n[STRATA_DIFF_A], n[STRATA_DIFF_B]) < get_level (self);
}

/* Returns the least change of a time that matters; 0 for any. */
double
strata_runs_diff_get_limit_ns (const StrataRunsDiff *self)
{
  return self->limit_ns;
}

/* Returns how the figures depend on the time of recording. */
const StrataRunsDrift *
strata_runs_diff_get_drift (const StrataRunsDiff *self)
{
  return &self->drift;
}

/**
 * strata_runs_row_get_change:
 * @row: a row
 * @value: a change of it, such as @change, @change_low or @smallest
 * @change_frac: (out): the same as a fraction of A's median; at least -1
 *
 * Returns: %FALSE if that is not known, or A's median is 0
 */
gboolean
strata_runs_row_get_change (const StrataRunsRow *row,
                            double value,
                            double *change_frac)
{
  const double change = value / fabs (row->median[STRATA_DIFF_A]);

  *change_frac = fmax (change, -1.0);
  return isfinite (change);
}

static gboolean
is_in_a_run (const StrataRunSet *set,
             const char *name)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < strata_run_set_get_n (set, side); i++)
      if (strata_run_set_is_used (set, side, i) && strata_run_sums_find (strata_run_set_get (set, side, i)->sums, STRATA_RUN_NAME, name) != NULL)
        return TRUE;

  return FALSE;
}

/* The only name that contains a word; NULL if there are several. */
static const char *
find_only_with (const StrataRunSet *set,
                const char *word)
{
  const char *only = NULL;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < strata_run_set_get_n (set, side); i++)
      {
        const GArray *rows = strata_run_set_is_used (set, side, i) ? strata_run_set_get (set, side, i)->sums->rows : NULL;

        for (guint j = 0; rows != NULL && j < rows->len; j++)
          {
            const StrataRunRow *row = &g_array_index (rows, StrataRunRow, j);

            if (row->kind != STRATA_RUN_NAME || !strata_name_shape_has_word (row->name, word))
              continue;
            if (only != NULL && !g_str_equal (only, row->name))
              return NULL;

            only = row->name;
          }
      }

  return only;
}

/**
 * strata_runs_dup_typed_name:
 * @set: the runs
 * @text: (nullable): a name as typed: whole, with or without its numbers, or a word that only one name contains
 *
 * Returns: (transfer full) (nullable): the name of a row of names, or %NULL if there is none, or several
 */
char *
strata_runs_dup_typed_name (const StrataRunSet *set,
                            const char *text)
{
  g_autofree char *shape = text != NULL ? strata_name_shape_dup (text) : NULL;

  if (text == NULL)
    return NULL;
  if (is_in_a_run (set, text))
    return g_strdup (text);

  return is_in_a_run (set, shape) ? g_steal_pointer (&shape) : g_strdup (find_only_with (set, text));
}

/**
 * strata_runs_unit_get_id:
 * @unit: a unit
 *
 * Returns: its stable name for programs
 */
const char *
strata_runs_unit_get_id (StrataRunsUnit unit)
{
  static const char *const ids[] = { "ns", "count", "share" };

  return ids[unit];
}

/**
 * strata_runs_verdict_get_id:
 * @verdict: a verdict
 *
 * Returns: its stable name for programs
 */
const char *
strata_runs_verdict_get_id (StrataRunsVerdict verdict)
{
  static const char *const ids[] = { "more", "less", "added", "removed", "too-few", "noise", "small", "same", "untested" };

  return ids[verdict];
}

/**
 * strata_runs_order_get_id:
 * @order: an order
 *
 * Returns: its stable name for programs
 */
const char *
strata_runs_order_get_id (StrataRunsOrder order)
{
  static const char *const ids[] = { "unknown", "mixed", "a-first", "b-first" };

  return ids[order];
}

/**
 * strata_runs_row_get_title:
 * @row: a row
 *
 * Returns: its verdict for the user, translated
 */
const char *
strata_runs_row_get_title (const StrataRunsRow *row)
{
  const gboolean is_duration = row->unit == STRATA_RUNS_TIME && row->kind != STRATA_RUN_STATE;

  switch (row->verdict)
    {
    case STRATA_RUNS_MORE:
      return is_duration ? _ ("slower") : _ ("more");
    case STRATA_RUNS_LESS:
      return is_duration ? _ ("faster") : _ ("less");
    case STRATA_RUNS_ADDED:
      if (!row->is_sure)
        return row->moved != STRATA_NONE ? _ ("renamed, not significant") : _ ("new, not significant");
      return row->moved != STRATA_NONE ? _ ("renamed") : _ ("new");
    case STRATA_RUNS_REMOVED:
      if (!row->is_sure)
        return row->moved != STRATA_NONE ? _ ("renamed, not significant") : _ ("gone, not significant");
      return row->moved != STRATA_NONE ? _ ("renamed") : _ ("gone");
    case STRATA_RUNS_TOO_FEW:
      return _ ("too few runs");
    case STRATA_RUNS_NOISE:
      return _ ("not significant");
    case STRATA_RUNS_SMALL:
      return _ ("less than the limit");
    case STRATA_RUNS_SAME:
      return _ ("the same");
    case STRATA_RUNS_UNTESTED:
      return _ ("too short to matter");
    }

  g_return_val_if_reached ("");
}

/* Whether it changed significantly, or is only on one side. */
gboolean
strata_runs_row_is_change (const StrataRunsRow *row)
{
  return row->verdict <= STRATA_RUNS_REMOVED;
}
