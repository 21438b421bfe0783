/* strata-tail-test.c - tests whether one sample has more of the longest times
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * If all times are divided into two samples at random, the number of the longest ones in the second
 * sample is hypergeometric, so no permutations are needed.
 */
#include "config.h"

#include "strata-tail-test.h"

#include <math.h>

#include "strata-log-gamma.h"

#define LEAST_CALLS 20
#define MOST_EXACT 2000

static double
log_choose (double n,
            double k)
{
  return strata_log_gamma (n + 1.0) - strata_log_gamma (k + 1.0) - strata_log_gamma (n - k + 1.0);
}

/* Finds where the @n_longest longest times of both begin in each. */
static void
cut (const guint32 *a,
     gsize n_a,
     const guint32 *b,
     gsize n_b,
     gsize n_longest,
     gsize n_of[2])
{
  gsize i = n_a;
  gsize j = n_b;

  while (n_a - i + n_b - j < n_longest)
    if (j == 0 || (i > 0 && a[i - 1] >= b[j - 1]))
      i--;
    else
      j--;

  /* times equal to the shortest of them are all included, or all excluded */
  const guint32 least = i == n_a ? b[j] : j == n_b ? a[i]
                                                   : MIN (a[i], b[j]);

  while (i > 0 && a[i - 1] == least)
    i--;
  while (j > 0 && b[j - 1] == least)
    j--;

  n_of[0] = n_a - i;
  n_of[1] = n_b - j;
}

static double
get_p (double n_a,
       double n_b,
       double n_longest,
       double n_of_b)
{
  const double n = n_a + n_b;
  const double expected = n_longest * n_b / n;

  if (n_longest > MOST_EXACT)
    {
      const double deviation = sqrt (expected * n_a / n * (n - n_longest) / (n - 1.0));

      return deviation > 0.0 ? erfc (MAX (fabs (n_of_b - expected) - 0.5, 0.0) / deviation * M_SQRT1_2) : 1.0;
    }

  const double observed = log_choose (n_b, n_of_b) + log_choose (n_a, n_longest - n_of_b);
  double p = 0.0;

  for (double k = MAX (0.0, n_longest - n_a); k <= MIN (n_longest, n_b); k++)
    {
      const double ways = log_choose (n_b, k) + log_choose (n_a, n_longest - k);

      if (ways <= observed + 1e-9)
        p += exp (ways - log_choose (n, n_longest));
    }

  return MIN (p, 1.0);
}

/* All of the longest times in one sample, or as many as fit. */
static double
get_least_p (double n_a,
             double n_b,
             double n_longest)
{
  return MIN (get_p (n_a, n_b, n_longest, MIN (n_longest, n_b)), get_p (n_a, n_b, n_longest, MAX (0.0, n_longest - n_a)));
}

/**
 * strata_tail_test:
 * @a: (array length=n_a): times, ascending
 * @n_a: how many
 * @b: (array length=n_b): other times, ascending
 * @n_b: how many
 *
 * Returns: the result, adjusted for the two tested shares
 */
StrataTailTest
strata_tail_test (const guint32 *a,
                  gsize n_a,
                  const guint32 *b,
                  gsize n_b)
{
  static const gsize parts[] = { 20, 100 };
  StrataTailTest result = { 1.0, 0.0, 1.0, INFINITY, INFINITY };

  if (n_a < LEAST_CALLS || n_b < LEAST_CALLS)
    return result;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      gsize n_of[2];

      cut (a, n_a, b, n_b, MAX ((n_a + n_b) / parts[i], 1), n_of);

      const double n_longest = (double) (n_of[0] + n_of[1]);
      const double p = (double) G_N_ELEMENTS (parts) * get_p ((double) n_a, (double) n_b, n_longest, (double) n_of[1]);
      const double least_p = (double) G_N_ELEMENTS (parts) * get_least_p ((double) n_a, (double) n_b, n_longest);

      result.least_p_value = MIN (result.least_p_value, least_p);
      if (p < result.p_value)
        {
          result.p_value = p;
          result.effect = (double) n_of[1] / (double) n_b - (double) n_of[0] / (double) n_a;
        }
    }

  return result;
}
