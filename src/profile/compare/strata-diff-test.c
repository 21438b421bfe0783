/* strata-diff-test.c - tests which differences are significant
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-private.h"

#include <math.h>

#include "strata-column.h"
#include "strata-diff-judge.h"
#include "strata-mean-test.h"
#include "strata-order.h"
#include "strata-pair-test.h"
#include "strata-rank-test.h"
#include "strata-tail-test.h"

/* Each name in both captures has five tests: of the self time per call, for typical calls, for the
 * mean and for the longest calls; of the inclusive time per call; and of the number of calls. All
 * results are adjusted together. strata-diff-judge.c derives the verdict.
 *
 * Tails are rare by nature: of 140 calls in pairs, the seven longest decide, and by chance all
 * differ the same way once in 64 times. Among thousands of results that is never significant. So
 * tails that could matter and be significant are tested a second time, adjusted only with each
 * other. They are chosen without knowing the direction of their difference, so the choice does not
 * bias the test.
 *
 * If both captures have the same calls in the same order, calls are compared in pairs. */
typedef struct
{
  StrataDiff *diff;
  StrataDiffSamples *samples;
  guint32 *scratch; /* owned */
  StrataColumn p_values;
  StrataColumn tests; /* StrataDiffTest *, borrowed */
  StrataColumn tails; /* Tail */
  double *least_p;    /* owned: by row: the least p value of the tests of times */
  double n_steps;     /* the remaining budget of steps for permutation tests */
  double regularity;  /* of counts of calls, see strata_count_get_regularity() */
} Tester;

/* The times of a name's calls, in the order of the calls. */
typedef struct
{
  guint32 *values[STRATA_N_DIFF_SIDES];
  gsize n[STRATA_N_DIFF_SIDES];
} Times;

/* The tail of a row that could make a change. */
typedef struct
{
  StrataDiffTest *test; /* borrowed, in the order of the rows */
  double least_p;
  double most_change_ns; /* if all of its calls changed */
} Tail;

/* Results of the tests of times; p values are not adjusted. */
typedef struct
{
  StrataDiffTest typical;
  StrataDiffTest mean;
  StrataTailTest tail;
  double change_ns;
  double change_frac;
  double error_ns;
  double least_p;
  gboolean is_paired;
} Answers;

#define N_ROUNDS 999
#define MOST_STEPS 3e8

static void
add_test (Tester *tester,
          StrataDiffTest *test,
          StrataDiffTest answer)
{
  *test = answer;
  *(double *) strata_column_push (&tester->p_values, sizeof (double)) = answer.p_value;
  *(StrataDiffTest **) strata_column_push (&tester->tests, sizeof (gpointer)) = test;
}

/* A few very long calls can make Welch's test overconfident. A significant result is checked by
 * permutation, within a budget of steps. */
static double
get_mean_p (Tester *tester,
            const Times *times,
            double p_value)
{
  const double n_steps = (double) MIN (times->n[0], times->n[1]) * N_ROUNDS;

  if (p_value >= STRATA_DIFF_LEVEL || n_steps > tester->n_steps)
    return p_value;

  tester->n_steps -= n_steps;

  const double dealt_p = strata_mean_test_permute (times->values[0], times->n[0], times->values[1], times->n[1], N_ROUNDS);

  return dealt_p > 1.5 / (N_ROUNDS + 1.0) ? MAX (p_value, dealt_p) : p_value;
}

static void
ask_pairs (const Times *times,
           Answers *answers)
{
  const StrataPairTest pairs = strata_pair_test (times->values[0], times->values[1], times->n[0]);

  answers->typical = (StrataDiffTest){ pairs.p_value, NAN, pairs.effect };
  answers->mean = (StrataDiffTest){ pairs.mean_p_value, NAN, pairs.effect };
  answers->error_ns = pairs.half_width;
  answers->least_p = exp2 (1.0 - (double) times->n[0]);
}

static void
sort_times (Tester *tester,
            const Times *times)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    strata_rank_test_sort (times->values[side], times->n[side], tester->scratch);
}

static void
ask_ranks (Tester *tester,
           const Times *times,
           const StrataMeanTest *means,
           Answers *answers)
{
  const StrataRankTest ranks = strata_rank_test (times->values[0], times->n[0], times->values[1], times->n[1]);

  answers->typical = (StrataDiffTest){ ranks.p_value, NAN, ranks.effect };
  answers->mean = (StrataDiffTest){ get_mean_p (tester, times, means->p_value), NAN, ranks.effect };
  answers->error_ns = means->half_width;
  answers->least_p = ranks.least_p_value;
}

/* Tests the tail, which only self times have; pairs must be in the order of the calls, other times sorted. */
static StrataTailTest
ask_tail (const Times *times,
          gboolean is_paired)
{
  return is_paired ? strata_pair_test_tail (times->values[0], times->values[1], times->n[0])
                   : strata_tail_test (times->values[0], times->n[0], times->values[1], times->n[1]);
}

static Answers
ask (Tester *tester,
     const Times *times,
     gboolean is_self)
{
  const StrataMeanTest means = strata_mean_test (times->values[0], times->n[0], times->values[1], times->n[1]);
  Answers answers = { .change_ns = times->n[0] > 0 && times->n[1] > 0 ? means.change : NAN, .change_frac = means.mean[0] > 0.0 ? means.change / means.mean[0] : means.change > 0.0 ? INFINITY
                                                                                                                                                                                   : 0.0 };

  answers.is_paired = strata_pair_test_fits (times->values[0], times->n[0], times->values[1], times->n[1]);
  if (answers.is_paired)
    ask_pairs (times, &answers);
  else
    sort_times (tester, times);
  if (is_self)
    answers.tail = ask_tail (times, answers.is_paired);
  if (!answers.is_paired)
    ask_ranks (tester, times, &means, &answers);

  return answers;
}

static Times
get_times (const Tester *tester,
           const StrataDiffRow *row,
           gboolean is_self)
{
  Times times;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const StrataDiffSamples *samples = &tester->samples[side];
      const gsize first = samples->first[row->row[side]];

      times.values[side] = (is_self ? samples->self : samples->total) + first;
      times.n[side] = samples->first[row->row[side] + 1] - first;
    }

  return times;
}

static guint64
get_n_calls (const Tester *tester,
             const StrataDiffRow *row,
             StrataDiffSide side)
{
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (tester->diff->profiles[side], &n_rows);
  const guint32 index = row->row[side];

  return index != STRATA_NONE ? rows[index].n_calls + rows[index].n_recursive_calls : 0;
}

/* Two captures of the same steps have bursts of calls at the same steps, however long each takes.
 * For captures of different lengths, only the time shows what both could see. */
static const guint16 *
get_blocks (const Tester *tester,
            const StrataDiffRow *row,
            StrataDiffSide side)
{
  static const guint16 nothing[STRATA_COUNT_BLOCKS] = { 0 };
  const StrataDiffSamples *samples = &tester->samples[side];
  const guint16 *blocks = strata_diff_units_are_like (&tester->diff->units) ? samples->steps : samples->blocks;

  return row->row[side] != STRATA_NONE ? blocks + (gsize) row->row[side] * STRATA_COUNT_BLOCKS : nothing;
}

static void
test_calls (Tester *tester,
            StrataDiffRow *row)
{
  const double *n_units = tester->diff->units.n;
  const guint64 n_a = get_n_calls (tester, row, STRATA_DIFF_A);
  const guint64 n_b = get_n_calls (tester, row, STRATA_DIFF_B);
  const double rate_a = (double) n_a / n_units[STRATA_DIFF_A];
  const double rate_b = (double) n_b / n_units[STRATA_DIFF_B];
  const double dispersion = strata_count_get_dispersion (get_blocks (tester, row, STRATA_DIFF_A), get_blocks (tester, row, STRATA_DIFF_B), tester->regularity);
  const double p_value = strata_count_test (n_a, n_b, n_units[STRATA_DIFF_B] / (n_units[STRATA_DIFF_A] + n_units[STRATA_DIFF_B]), dispersion);

  add_test (tester, &row->calls, (StrataDiffTest){ p_value, NAN, n_a + n_b > 0 ? (rate_b - rate_a) / (rate_b + rate_a) : 0.0 });
}

static gboolean
is_in_both (const StrataDiffRow *row)
{
  return row->row[STRATA_DIFF_A] != STRATA_NONE && row->row[STRATA_DIFF_B] != STRATA_NONE;
}

/* Only captures of the same steps can have the same counts. */
static double
find_regularity (const Tester *tester)
{
  const StrataDiff *diff = tester->diff;
  g_autofree double *squares = g_new (double, diff->n_rows);
  gsize n_squares = 0;

  if (!strata_diff_units_are_like (&diff->units))
    return 1.0;

  for (guint32 i = 0; i < diff->n_rows; i++)
    {
      const double n_a = (double) get_n_calls (tester, &diff->rows[i], STRATA_DIFF_A);
      const double n_b = (double) get_n_calls (tester, &diff->rows[i], STRATA_DIFF_B);

      if (n_a + n_b >= 2.0 * STRATA_COUNT_BLOCKS)
        squares[n_squares++] = (n_b - n_a) * (n_b - n_a) / (n_a + n_b);
    }

  return strata_count_get_regularity (squares, n_squares);
}

/* Merges the results for inclusive times: the more significant of two tests counts. As with self times, a change of the
 * typical call is ignored if the mean contradicts it. */
static StrataDiffTest
join_answers (const Answers *answers)
{
  StrataDiffTest joined = answers->typical;
  const gboolean is_contradicted = (joined.effect > 0.0) != (answers->change_ns > 0.0);
  const double surer_p = is_contradicted ? answers->mean.p_value : MIN (answers->typical.p_value, answers->mean.p_value);

  joined.p_value = MIN (2.0 * surer_p, 1.0);
  return joined;
}

static void
add_tail (Tester *tester,
          StrataDiffRow *row,
          const StrataTailTest *tail)
{
  add_test (tester, &row->tail, (StrataDiffTest){ tail->p_value, NAN, tail->effect });
  if (tail->least_p_value < STRATA_DIFF_LEVEL && strata_diff_judge_can_matter (tester->diff, row, tail->most_change_ns, tail->most_change_frac))
    *(Tail *) strata_column_push (&tester->tails, sizeof (Tail)) = (Tail){ &row->tail, tail->least_p_value, tail->most_change_ns * (double) get_n_calls (tester, row, STRATA_DIFF_B) };
}

static void
test_row (Tester *tester,
          guint32 index)
{
  StrataDiffRow *row = &tester->diff->rows[index];

  test_calls (tester, row);
  if (!is_in_both (row))
    return;

  const Times total_times = get_times (tester, row, FALSE);
  const Times self_times = get_times (tester, row, TRUE);
  const Answers total = ask (tester, &total_times, FALSE);
  const Answers self = ask (tester, &self_times, TRUE);

  row->mean_change_ns = self.change_ns;
  row->mean_change_frac = self.change_frac;
  row->mean_error_ns = self.error_ns;
  row->is_paired = self.is_paired;
  tester->least_p[index] = self.least_p;
  add_test (tester, &row->self, self.typical);
  add_test (tester, &row->mean, self.mean);
  add_tail (tester, row, &self.tail);
  add_test (tester, &row->total, join_answers (&total));
}

static void
adjust (Tester *tester)
{
  strata_rank_test_adjust (tester->p_values.data, tester->p_values.n);

  for (gsize i = 0; i < tester->tests.n; i++)
    strata_column_at (&tester->tests, StrataDiffTest *, i)->adjusted = strata_column_at (&tester->p_values, double, i);
}

/* Those that can be most significant first, and the largest of these first. */
static int
compare_tails (gconstpointer a,
               gconstpointer b)
{
  const Tail *tail_a = a;
  const Tail *tail_b = b;

  return STRATA_ORDER (tail_a->least_p, tail_b->least_p) ?: (STRATA_ORDER (tail_b->most_change_ns, tail_a->most_change_ns) ?: STRATA_ORDER (tail_a->test, tail_b->test));
}

/* Chooses as many as can be significant when adjusted for this many, by Tarone's method. The others cannot cause a
 * false alarm, so they need no adjustment. */
static gsize
choose_tails (Tail *tails,
              gsize n)
{
  gsize n_chosen = 0;

  if (n > 0)
    qsort (tails, n, sizeof *tails, compare_tails);
  while (n_chosen < n && tails[n_chosen].least_p * (double) (n_chosen + 1) <= STRATA_DIFF_LEVEL)
    n_chosen++;

  return n_chosen;
}

static void
adjust_tails (Tester *tester)
{
  Tail *tails = tester->tails.data;
  const gsize n = choose_tails (tails, tester->tails.n);
  g_autofree double *p_values = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    p_values[i] = tails[i].test->p_value;

  strata_rank_test_adjust (p_values, n);
  for (gsize i = 0; i < n; i++)
    tails[i].test->adjusted = MIN (tails[i].test->adjusted, p_values[i]);
}

static gsize
count_most_times (const StrataDiff *self,
                  const StrataDiffSamples samples[STRATA_N_DIFF_SIDES])
{
  gsize n_most = 0;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      guint n_rows;

      strata_profile_get_rows (self->profiles[side], &n_rows);
      n_most = MAX (n_most, samples[side].first[n_rows]);
    }

  return n_most;
}

void
strata_diff_test_rows (StrataDiff *self,
                       StrataDiffSamples samples[STRATA_N_DIFF_SIDES])
{
  Tester tester = { .diff = self, .samples = samples, .n_steps = MOST_STEPS };

  tester.scratch = g_new (guint32, count_most_times (self, samples));
  tester.least_p = g_new0 (double, self->n_rows);
  tester.regularity = find_regularity (&tester);

  for (guint32 i = 0; i < self->n_rows; i++)
    test_row (&tester, i);

  adjust (&tester);
  adjust_tails (&tester);
  for (guint32 i = 0; i < self->n_rows; i++)
    {
      const gboolean could_be_sure = tester.least_p[i] * (double) tester.tests.n < STRATA_DIFF_LEVEL;

      self->n_verdicts[self->rows[i].verdict = strata_diff_judge (self, &self->rows[i], could_be_sure)]++;
    }

  strata_column_clear (&tester.p_values);
  strata_column_clear (&tester.tests);
  strata_column_clear (&tester.tails);
  g_free (tester.scratch);
  g_free (tester.least_p);
}
