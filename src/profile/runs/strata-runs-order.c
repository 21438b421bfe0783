/* strata-runs-order.c - how the figures depend on the time of recording
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-runs-private.h"

/* A phone gets warm, and a battery empty. If all runs of A were recorded before those of B, that looks like a change of
 * the program, and no test of the figures can distinguish the two. But a drift within the runs of a side can be
 * detected: by Kendall's test of the time of recording and of how long nearly all names took, over the pairs of runs of
 * one side, both sides together. */

/* With fewer runs, a trend is unlikely to be detected. */
#define LEAST_RUNS 3
/* A device records one run after another. If all times differ by less than this share of the time that the runs take,
 * they are not those of recording: the files may have been copied. */
#define LEAST_PART 0.5

typedef struct
{
  double score;    /* concordant pairs less discordant ones */
  double n_pairs;  /* pairs with different times */
  double variance; /* of the score under chance */
} Trend;

/* When each used run of a side was recorded; NULL if one time is not known. */
static double *
list_times (const StrataRunsDiff *self,
            guint side,
            gboolean *is_by_file_dates)
{
  g_autofree double *times = g_new (double, strata_run_set_get_n (self->set, side));
  guint n = 0;

  for (guint i = 0; i < strata_run_set_get_n (self->set, side); i++)
    if (strata_run_set_is_used (self->set, side, i))
      {
        const StrataRunSums *sums = strata_run_set_get (self->set, side, i)->sums;

        if (sums->recorded_us <= 0)
          return NULL;

        times[n++] = (double) sums->recorded_us;
        *is_by_file_dates |= sums->is_date_of_file;
      }

  return n >= 2 ? g_steal_pointer (&times) : NULL;
}

static StrataRunsOrder
find_order (const double *times_a,
            guint n_a,
            const double *times_b,
            guint n_b)
{
  gboolean is_a_first = TRUE;
  gboolean is_b_first = TRUE;

  for (guint i = 0; i < n_a; i++)
    for (guint j = 0; j < n_b; j++)
      {
        is_a_first &= times_a[i] < times_b[j];
        is_b_first &= times_b[j] < times_a[i];
      }

  return is_a_first ? STRATA_RUNS_ORDER_A_FIRST : is_b_first ? STRATA_RUNS_ORDER_B_FIRST
                                                             : STRATA_RUNS_ORDER_MIXED;
}

static gboolean
can_be_recorded_at (const StrataRunsDiff *self,
                    const double *times_a,
                    guint n_a,
                    const double *times_b,
                    guint n_b)
{
  double first_us = INFINITY;
  double last_us = -INFINITY;
  double seconds = 0.0;

  for (guint i = 0; i < n_a + n_b; i++)
    {
      const double time_us = i < n_a ? times_a[i] : times_b[i - n_a];

      first_us = fmin (first_us, time_us);
      last_us = fmax (last_us, time_us);
    }

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < strata_run_set_get_n (self->set, side); i++)
      if (strata_run_set_is_used (self->set, side, i) && isfinite (strata_run_set_get (self->set, side, i)->sums->seconds))
        seconds += strata_run_set_get (self->set, side, i)->sums->seconds;

  return (last_us - first_us) / G_USEC_PER_SEC >= LEAST_PART * seconds;
}

/* How much groups of equal numbers reduce the variance: each number contributes its part. */
static double
sum_ties (const double *values,
          guint n)
{
  double sum = 0.0;

  for (guint i = 0; i < n; i++)
    {
      double n_equal = 0.0;

      for (guint j = 0; j < n; j++)
        n_equal += values[i] == values[j];
      sum += (n_equal - 1.0) * (2.0 * n_equal + 5.0);
    }

  return sum;
}

static void
add_trend (Trend *trend,
           const double *times,
           const double *factors,
           guint n)
{
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < i; j++)
      {
        const double earlier = (times[i] > times[j]) - (times[i] < times[j]);

        trend->score += earlier * ((factors[i] > factors[j]) - (factors[i] < factors[j]));
        trend->n_pairs += fabs (earlier);
      }

  trend->variance += fmax ((n * (n - 1.0) * (2.0 * n + 5.0) - sum_ties (times, n) - sum_ties (factors, n)) / 18.0, 0.0);
}

/* Continuity correction: a score is whole, so 1 is subtracted before it is taken as normal. */
static void
judge (StrataRunsDrift *drift,
       const Trend *trend)
{
  const double distance = fmax (fabs (trend->score) - 1.0, 0.0);

  if (trend->n_pairs == 0.0 || trend->variance <= 0.0)
    return;

  drift->trend = trend->score / trend->n_pairs;
  drift->p_value = erfc (distance / sqrt (trend->variance) * M_SQRT1_2);
}

/**
 * strata_runs_find_drift:
 * @self: a comparison with its units
 *
 * Finds the order in which the sides were recorded, and whether the runs of a side drift.
 */
void
strata_runs_find_drift (StrataRunsDiff *self)
{
  gboolean is_by_file_dates = FALSE;
  g_autofree double *times_a = list_times (self, STRATA_DIFF_A, &is_by_file_dates);
  g_autofree double *times_b = list_times (self, STRATA_DIFF_B, &is_by_file_dates);
  const guint n_a = strata_run_set_count_used (self->set, STRATA_DIFF_A);
  const guint n_b = strata_run_set_count_used (self->set, STRATA_DIFF_B);
  Trend trend = { 0.0, 0.0, 0.0 };

  self->drift = (StrataRunsDrift){ STRATA_RUNS_ORDER_UNKNOWN, is_by_file_dates, NAN, NAN };
  if (times_a == NULL || times_b == NULL || !can_be_recorded_at (self, times_a, n_a, times_b, n_b))
    return;

  g_autofree double *factors_a = n_a >= LEAST_RUNS ? strata_runs_list_factors (self, STRATA_DIFF_A, 1) : NULL;
  g_autofree double *factors_b = n_b >= LEAST_RUNS ? strata_runs_list_factors (self, STRATA_DIFF_B, 1) : NULL;

  self->drift.order = find_order (times_a, n_a, times_b, n_b);
  if (factors_a != NULL)
    add_trend (&trend, times_a, factors_a, n_a);
  if (factors_b != NULL)
    add_trend (&trend, times_b, factors_b, n_b);
  judge (&self->drift, &trend);
}
