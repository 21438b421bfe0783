/* strata-pair-test.c - tests whether paired calls take longer
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two captures of the same steps have the same calls in the same order. The duration of a call
 * depends mostly on which one it is, and that cancels out in pairs: a change of 5 % is visible in
 * six calls whose times differ by a factor of a hundred.
 */
#include "config.h"

#include "strata-pair-test.h"

#include <math.h>
#include <stdlib.h>

#include "strata-log-gamma.h"
#include "strata-mean-test.h"
#include "strata-rank-test.h"

#define LEAST_CORRELATION 0.5
#define MOST_EXACT 20
#define TAIL_PART 20
/* As a fraction of the mean: much shorter times vary by chance and by the rounding of clocks. */
#define LEAST_TIME_PART 0.05

/**
 * strata_pair_test_fits:
 * @a: (array length=n_a): times in the order of the calls, as strata_rank_test_value() encodes them
 * @n_a: how many
 * @b: (array length=n_b): other times
 * @n_b: how many
 *
 * Returns: whether the n-th call of one matches the n-th of the other: there are as many, and their durations
 *   correlate. By logarithms, so that no single call decides.
 */
gboolean
strata_pair_test_fits (const guint32 *a,
                       gsize n_a,
                       const guint32 *b,
                       gsize n_b)
{
  double sum_a = 0.0, sum_b = 0.0, sum_aa = 0.0, sum_bb = 0.0, sum_ab = 0.0;
  const double n = (double) n_a;

  if (n_a != n_b || n_a < STRATA_PAIR_TEST_LEAST)
    return FALSE;

  for (gsize i = 0; i < n_a; i++)
    {
      const double x = log1p (strata_rank_test_time (a[i]));
      const double y = log1p (strata_rank_test_time (b[i]));

      sum_a += x;
      sum_b += y;
      sum_aa += x * x;
      sum_bb += y * y;
      sum_ab += x * y;
    }

  const double scale_2 = (sum_aa - sum_a * sum_a / n) * (sum_bb - sum_b * sum_b / n);

  return scale_2 > 0.0 && (sum_ab - sum_a * sum_b / n) / sqrt (scale_2) >= LEAST_CORRELATION;
}

/* @distance is the difference of the times, or their ratio, depending on the test. */
typedef struct
{
  double distance;
  double change_ns; /* absolute; for tails */
  gboolean is_longer;
} Pair;

static int
compare_pairs (gconstpointer a,
               gconstpointer b)
{
  const double distance_a = ((const Pair *) a)->distance;
  const double distance_b = ((const Pair *) b)->distance;

  return distance_a < distance_b ? -1 : distance_a > distance_b;
}

/* The exact probability that a sum of ranks of these few pairs is at least as far from its
 * mean: over all combinations of signs. */
static double
get_exact_p (const guint *ranks_2,
             gsize n,
             double sum_2)
{
  double ways[MOST_EXACT * (MOST_EXACT + 1) + 1] = { 1.0 };
  double n_as_far = 0.0;
  guint most = 0;

  for (gsize i = 0; i < n; i++)
    {
      most += ranks_2[i];
      for (guint sum = most; sum >= ranks_2[i]; sum--)
        ways[sum] += ways[sum - ranks_2[i]];
    }

  for (guint sum = 0; sum <= most; sum++)
    if (fabs (sum - most / 2.0) >= fabs (sum_2 - most / 2.0) - 1e-9)
      n_as_far += ways[sum];

  return MIN (n_as_far / exp2 ((double) n), 1.0);
}

/* Ranks are doubled, so that the mean rank of equal distances is whole. */
static void
rank_pairs (const Pair *pairs,
            gsize n,
            StrataPairTest *result)
{
  guint ranks_2[MOST_EXACT] = { 0 };
  double longer_2 = 0.0;
  double all_2 = 0.0;
  double squares = 0.0;

  for (gsize first = 0, end; first < n; first = end)
    {
      for (end = first + 1; end < n && pairs[end].distance == pairs[first].distance;)
        end++;

      const double rank_2 = (double) (first + end + 1);

      for (gsize i = first; i < end; i++)
        {
          longer_2 += pairs[i].is_longer ? rank_2 : 0.0;
          all_2 += rank_2;
          squares += rank_2 * rank_2;
          if (i < MOST_EXACT)
            ranks_2[i] = (guint) rank_2;
        }
    }

  const double distance = MAX (fabs (longer_2 - all_2 / 2.0) - 1.0, 0.0);

  result->effect = all_2 > 0.0 ? 2.0 * longer_2 / all_2 - 1.0 : 0.0;
  if (n <= MOST_EXACT)
    result->p_value = n > 0 ? get_exact_p (ranks_2, n, longer_2) : 1.0;
  else
    result->p_value = erfc (distance / (sqrt (squares) / 2.0) * M_SQRT1_2);
}

/* The probability that this many or more of @n signs are equal by chance, in either direction. */
static double
get_sign_p (gsize n,
            gsize n_longer)
{
  const gsize n_most = MAX (n_longer, n - n_longer);
  double p = 0.0;

  for (gsize i = n_most; i <= n; i++)
    p += exp (strata_log_gamma ((double) n + 1.0) - strata_log_gamma ((double) i + 1.0) - strata_log_gamma ((double) (n - i) + 1.0) - (double) n * M_LN2);

  return MIN (2.0 * p, 1.0);
}

static StrataTailTest
sign_tail (const Pair *pairs,
           gsize n,
           double least_sum_ns)
{
  const gsize n_tail = n / TAIL_PART;
  double change_ns = 0.0;
  gsize n_longer = 0;

  for (gsize i = n - n_tail; i < n; i++)
    {
      n_longer += pairs[i].is_longer;
      change_ns += pairs[i].change_ns;
    }

  if (n_tail == 0)
    return (StrataTailTest){ 1.0, 0.0, 1.0, 0.0, 0.0 };

  return (StrataTailTest){ get_sign_p (n_tail, n_longer), 2.0 * (double) n_longer / (double) n_tail - 1.0, get_sign_p (n_tail, n_tail),
                           change_ns / (double) n, least_sum_ns > 0.0 ? change_ns / least_sum_ns : INFINITY };
}

static void
test_mean (double sum,
           double squares,
           gsize n,
           StrataPairTest *result)
{
  const double freedom = (double) n - 1.0;
  const double mean = sum / (double) n;
  const double variance = MAX (squares / (double) n - mean * mean, 0.0) * (double) n / freedom;
  const double error = sqrt (variance / (double) n);

  result->half_width = strata_student_get_limit (freedom) * error;
  result->mean_p_value = error > 0.0 ? strata_student_get_p (mean / error, freedom) : mean != 0.0 ? exp2 (1.0 - (double) n)
                                                                                                  : 1.0;
}

/**
 * strata_pair_test:
 * @a: (array length=n): times in the order of the calls, as strata_rank_test_value() encodes them
 * @b: (array length=n): the paired times
 * @n: how many, at least %STRATA_PAIR_TEST_LEAST
 *
 * Returns: the result; pairs without a difference are ignored
 */
StrataPairTest
strata_pair_test (const guint32 *a,
                  const guint32 *b,
                  gsize n)
{
  g_autofree Pair *pairs = g_new (Pair, n);
  StrataPairTest result = { 0 };
  double sum = 0.0;
  double squares = 0.0;
  gsize n_pairs = 0;

  for (gsize i = 0; i < n; i++)
    {
      const double change = strata_rank_test_time (b[i]) - strata_rank_test_time (a[i]);

      sum += change;
      squares += change * change;
      if (change != 0.0)
        pairs[n_pairs++] = (Pair){ fabs (change), fabs (change), change > 0.0 };
    }

  if (n_pairs > 0)
    qsort (pairs, n_pairs, sizeof *pairs, compare_pairs);

  rank_pairs (pairs, n_pairs, &result);
  test_mean (sum, squares, n, &result);
  return result;
}

/**
 * strata_pair_test_tail:
 * @a: (array length=n): times in the order of the calls, as strata_rank_test_value() encodes them
 * @b: (array length=n): the paired times
 * @n: how many, at least %STRATA_PAIR_TEST_LEAST
 *
 * Tests the twentieth of the pairs with the largest ratio. The largest absolute differences are those of the longest
 * calls, but a tail consists of calls that take many times as long as they should.
 *
 * Returns: the test of their signs
 */
StrataTailTest
strata_pair_test_tail (const guint32 *a,
                       const guint32 *b,
                       gsize n)
{
  g_autofree Pair *pairs = g_new (Pair, n);
  double sum = 0.0;
  double least_sum = 0.0;

  for (gsize i = 0; i < n; i++)
    {
      sum += strata_rank_test_time (a[i]);
      least_sum += strata_rank_test_time (MIN (a[i], b[i]));
    }

  const double least = LEAST_TIME_PART * sum / (double) n + 1.0;

  for (gsize i = 0; i < n; i++)
    {
      const double time_a = strata_rank_test_time (a[i]);
      const double time_b = strata_rank_test_time (b[i]);
      const double ratio = log ((time_b + least) / (time_a + least));

      pairs[i] = (Pair){ fabs (ratio), fabs (time_b - time_a), ratio > 0.0 };
    }

  qsort (pairs, n, sizeof *pairs, compare_pairs);
  return sign_tail (pairs, n, least_sum);
}
