/* strata-diff-test.c - which differences are more than chance
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-private.h"

#include <math.h>

#include "strata-column.h"
#include "strata-rank-test.h"

/* Three questions are asked of each name in both: whether its own time a call
 * differs, whether the time of a call with all that it calls does, and whether
 * there are more calls. The first comes first, because it tells a cause from the
 * callers that had to wait for it. All answers are adjusted together.
 *
 * In large captures the smallest difference is more than chance. It still lies
 * within the spread of the calls when a call of B is longer than one of A about
 * as often as it is shorter, so the effect has to be large enough, too. */
typedef struct
{
  StrataDiff *diff;
  StrataDiffSamples *samples;
  guint32 *scratch; /* owned */
  StrataColumn p_values;
  StrataColumn tests; /* StrataDiffTest *, borrowed */
  double *least_p;    /* owned: by row: of the test of times */
} Tester;

/* A tenth more calls, or less, than the other side has. */
#define LEAST_CALLS_EFFECT (0.1 / 2.1)

static void
add_test (Tester *tester,
          StrataDiffTest *test,
          double p_value,
          double effect)
{
  test->p_value = p_value;
  test->effect = effect;
  *(double *) strata_column_push (&tester->p_values, sizeof (double)) = p_value;
  *(StrataDiffTest **) strata_column_push (&tester->tests, sizeof (gpointer)) = test;
}

static double
test_times (Tester *tester,
            const StrataDiffRow *row,
            guint32 *const times[STRATA_N_DIFF_SIDES],
            StrataDiffTest *test)
{
  gsize n[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const gsize *first = tester->samples[side].first;

      n[side] = first[row->row[side] + 1] - first[row->row[side]];
      strata_rank_test_sort (times[side], n[side], tester->scratch);
    }

  const StrataRankTest result = strata_rank_test (times[STRATA_DIFF_A], n[STRATA_DIFF_A], times[STRATA_DIFF_B], n[STRATA_DIFF_B]);

  add_test (tester, test, result.p_value, result.effect);
  return result.least_p_value;
}

static guint64
get_n_calls (const Tester *tester,
             const StrataDiffRow *row,
             StrataDiffSide side)
{
  return (guint64) strata_diff_get_value (tester->diff, row, side, STRATA_DIFF_CALLS);
}

static void
test_calls (Tester *tester,
            StrataDiffRow *row)
{
  const guint64 n_a = get_n_calls (tester, row, STRATA_DIFF_A);
  const guint64 n_b = get_n_calls (tester, row, STRATA_DIFF_B);
  const double effect = n_a + n_b > 0 ? ((double) n_b - (double) n_a) / ((double) n_b + (double) n_a) : 0.0;

  add_test (tester, &row->calls, strata_rank_test_counts (n_a, n_b), effect);
}

static void
test_row (Tester *tester,
          guint32 index)
{
  StrataDiffRow *row = &tester->diff->rows[index];
  guint32 *total[STRATA_N_DIFF_SIDES];
  guint32 *self[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const StrataDiffSamples *samples = &tester->samples[side];

      total[side] = samples->total + samples->first[row->row[side]];
      self[side] = samples->self + samples->first[row->row[side]];
    }

  test_times (tester, row, total, &row->total);
  tester->least_p[index] = test_times (tester, row, self, &row->self);
  test_calls (tester, row);
}

static gboolean
is_in_both (const StrataDiffRow *row)
{
  return row->row[STRATA_DIFF_A] != STRATA_NONE && row->row[STRATA_DIFF_B] != STRATA_NONE;
}

static gboolean
is_real (const StrataDiffTest *test,
         double least_effect)
{
  return test->adjusted < STRATA_DIFF_LEVEL && fabs (test->effect) >= least_effect;
}

static gboolean
is_same (const StrataDiff *diff,
         const StrataDiffRow *row)
{
  for (guint metric = 0; metric < STRATA_N_DIFF_METRICS; metric++)
    if (strata_diff_get_value (diff, row, STRATA_DIFF_A, metric) != strata_diff_get_value (diff, row, STRATA_DIFF_B, metric))
      return FALSE;

  return TRUE;
}

static StrataDiffVerdict
judge (const Tester *tester,
       guint32 index)
{
  const StrataDiff *diff = tester->diff;
  const StrataDiffRow *row = &diff->rows[index];

  if (!is_in_both (row))
    return row->row[STRATA_DIFF_A] == STRATA_NONE ? STRATA_DIFF_ADDED : STRATA_DIFF_REMOVED;
  if (is_real (&row->self, STRATA_RANK_TEST_NEGLIGIBLE))
    return row->self.effect > 0 ? STRATA_DIFF_SLOWER : STRATA_DIFF_FASTER;
  if (is_real (&row->total, STRATA_RANK_TEST_NEGLIGIBLE))
    return row->total.effect > 0 ? STRATA_DIFF_SLOWER_INSIDE : STRATA_DIFF_FASTER_INSIDE;
  if (is_real (&row->calls, LEAST_CALLS_EFFECT))
    return strata_diff_get_delta (diff, row, STRATA_DIFF_CALLS) > 0 ? STRATA_DIFF_MORE_CALLS : STRATA_DIFF_FEWER_CALLS;
  if (is_same (diff, row))
    return STRATA_DIFF_SAME;

  return tester->least_p[index] * (double) tester->tests.n >= STRATA_DIFF_LEVEL ? STRATA_DIFF_TOO_FEW : STRATA_DIFF_NOISE;
}

static void
adjust (Tester *tester)
{
  strata_rank_test_adjust (tester->p_values.data, tester->p_values.n);

  for (gsize i = 0; i < tester->tests.n; i++)
    strata_column_at (&tester->tests, StrataDiffTest *, i)->adjusted = strata_column_at (&tester->p_values, double, i);
}

/**
 * strata_diff_test_rows:
 * @self: a comparison with its rows, but for what is to be said of them
 * @samples: the times of the calls of each side; they are sorted
 *
 * Decides what is to be said of each row.
 */
void
strata_diff_test_rows (StrataDiff *self,
                       StrataDiffSamples samples[STRATA_N_DIFF_SIDES])
{
  Tester tester = { .diff = self, .samples = samples };
  gsize n_most = 0;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      guint n_rows;

      strata_profile_get_rows (self->profiles[side], &n_rows);
      n_most = MAX (n_most, samples[side].first[n_rows]);
    }

  tester.scratch = g_new (guint32, n_most);
  tester.least_p = g_new0 (double, self->n_rows);

  for (guint32 i = 0; i < self->n_rows; i++)
    if (is_in_both (&self->rows[i]))
      test_row (&tester, i);

  adjust (&tester);
  for (guint32 i = 0; i < self->n_rows; i++)
    self->n_verdicts[self->rows[i].verdict = judge (&tester, i)]++;

  strata_column_clear (&tester.p_values);
  strata_column_clear (&tester.tests);
  g_free (tester.scratch);
  g_free (tester.least_p);
}
