/* strata-mean-test.c - tests whether one sample of times has a larger mean than another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-mean-test.h"

#include <math.h>
#include <string.h>

#include "strata-log-gamma.h"
#include "strata-rank-test.h"

/* The continued fraction of the incomplete beta function, by Lentz's method. */
static double
get_beta_fraction (double a,
                   double b,
                   double x)
{
  const double tiny = 1e-300;
  double c = 1.0;
  double d = 1.0 / MAX (fabs (1.0 - (a + b) * x / (a + 1.0)), tiny);
  double fraction = d;

  for (guint m = 1; m < 300; m++)
    {
      const double even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m));
      const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0));
      double step;

      d = 1.0 / (1.0 + even * d);
      c = 1.0 + even / c;
      fraction *= c * d;
      d = 1.0 / (1.0 + odd * d);
      c = 1.0 + odd / c;
      step = c * d;
      fraction *= step;
      if (fabs (step - 1.0) < 1e-14)
        break;
    }

  return fraction;
}

/* The regularised incomplete beta function. */
static double
get_beta (double a,
          double b,
          double x)
{
  if (x <= 0.0 || x >= 1.0)
    return x <= 0.0 ? 0.0 : 1.0;

  const double front = exp (strata_log_gamma (a + b) - strata_log_gamma (a) - strata_log_gamma (b) + a * log (x) + b * log1p (-x));

  return x < (a + 1.0) / (a + b + 2.0) ? front * get_beta_fraction (a, b, x) / a : 1.0 - front * get_beta_fraction (b, a, 1.0 - x) / b;
}

/**
 * strata_student_get_p:
 * @t: a value of Student's t
 * @freedom: degrees of freedom, above 0
 *
 * Returns: how likely a value at least as far from 0 is by chance
 */
double
strata_student_get_p (double t,
                      double freedom)
{
  return freedom < 1e6 ? get_beta (freedom / 2.0, 0.5, freedom / (freedom + t * t)) : erfc (fabs (t) * M_SQRT1_2);
}

/**
 * strata_student_get_limit:
 * @freedom: degrees of freedom
 *
 * Returns: the distance from 0 that 95 % of values do not exceed; infinite below 2 degrees. By the series of Cornish
 *   and Fisher, within 1 % from 3 degrees on.
 */
double
strata_student_get_limit (double freedom)
{
  const double z = 1.959964;
  const double z3 = z * z * z;
  const double z5 = z3 * z * z;

  if (freedom < 2.0)
    return INFINITY;

  return z + (z3 + z) / (4.0 * freedom) + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * freedom * freedom) +
         (3.0 * z5 * z * z + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * freedom * freedom * freedom);
}

typedef struct
{
  double mean;
  double error_2; /* variance of the mean */
  double freedom;
} Lot;

static Lot
measure (const guint32 *values,
         gsize n)
{
  double sum = 0.0;
  double squares = 0.0;

  for (gsize i = 0; i < n; i++)
    sum += strata_rank_test_time (values[i]);

  const double mean = n > 0 ? sum / (double) n : 0.0;

  for (gsize i = 0; i < n; i++)
    {
      const double distance = strata_rank_test_time (values[i]) - mean;

      squares += distance * distance;
    }

  const double freedom = (double) n - 1.0;

  return (Lot){ mean, n > 1 ? squares / freedom / (double) n : 0.0, freedom };
}

/**
 * strata_mean_test:
 * @a: (array length=n_a): times, as strata_rank_test_value() encodes them
 * @n_a: how many
 * @b: (array length=n_b): other times
 * @n_b: how many
 *
 * Returns: the result
 */
StrataMeanTest
strata_mean_test (const guint32 *a,
                  gsize n_a,
                  const guint32 *b,
                  gsize n_b)
{
  const Lot lots[] = { measure (a, n_a), measure (b, n_b) };
  StrataMeanTest result = { 1.0, { lots[0].mean, lots[1].mean }, lots[1].mean - lots[0].mean, INFINITY };

  if (n_a < 2 || n_b < 2)
    return result;

  const double error_2 = lots[0].error_2 + lots[1].error_2;

  if (error_2 <= 0.0) /* all are equal, so their variance is not known */
    {
      result.half_width = 0.0;
      result.p_value = result.change == 0.0 ? 1.0 : 2.0 * exp (-(strata_log_gamma ((double) (n_a + n_b) + 1.0) - strata_log_gamma ((double) n_a + 1.0) - strata_log_gamma ((double) n_b + 1.0)));
      return result;
    }

  const double freedom = error_2 * error_2 / (lots[0].error_2 * lots[0].error_2 / lots[0].freedom + lots[1].error_2 * lots[1].error_2 / lots[1].freedom);

  result.p_value = strata_student_get_p (result.change / sqrt (error_2), freedom);
  result.half_width = strata_student_get_limit (freedom) * sqrt (error_2);
  return result;
}

static guint64
next_random (guint64 *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

/* The sum of @n_chosen numbers, drawn without replacement. */
static double
draw_sum (double *values,
          gsize n,
          gsize n_chosen,
          guint64 *state)
{
  double sum = 0.0;

  for (gsize i = 0; i < n_chosen; i++)
    {
      const gsize other = i + (gsize) (next_random (state) % (n - i));
      const double value = values[other];

      values[other] = values[i];
      values[i] = value;
      sum += value;
    }

  return sum;
}

/**
 * strata_mean_test_permute:
 * @a: (array length=n_a): times, as strata_rank_test_value() encodes them
 * @n_a: how many
 * @b: (array length=n_b): other times
 * @n_b: how many
 * @n_rounds: the number of permutations
 *
 * A permutation test: divides all times at random into two samples of the same sizes. Unlike Welch's test, it assumes
 * nothing about the distribution of times, so a few very long ones cannot look like a change.
 *
 * Returns: the share of permutations with means at least as far apart; never less than 1 / (@n_rounds + 1)
 */
double
strata_mean_test_permute (const guint32 *a,
                          gsize n_a,
                          const guint32 *b,
                          gsize n_b,
                          guint n_rounds)
{
  g_autofree double *values = g_new (double, n_a + n_b);
  guint64 state = 0x9e3779b97f4a7c15;
  double sum = 0.0;
  double sum_b = 0.0;
  guint n_as_far = 1;

  for (gsize i = 0; i < n_a; i++)
    sum += values[i] = strata_rank_test_time (a[i]);
  for (gsize i = 0; i < n_b; i++)
    sum_b += values[n_a + i] = strata_rank_test_time (b[i]);

  const gsize n_chosen = MIN (n_a, n_b);
  const double expected = (sum + sum_b) * (double) n_chosen / (double) (n_a + n_b);
  const double distance = fabs ((n_b <= n_a ? sum_b : sum) - expected);

  for (guint i = 0; i < n_rounds; i++)
    n_as_far += fabs (draw_sum (values, n_a + n_b, n_chosen, &state) - expected) >= distance * (1.0 - 1e-12);

  return (double) n_as_far / (n_rounds + 1.0);
}
