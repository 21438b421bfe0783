/* strata-run-test.c - tests whether a figure differs between two sets of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-run-test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "strata-log-gamma.h"
#include "strata-order.h"

/* There are few runs, so the rank test is exact. Without equal numbers, the number of pairs in
 * which B is larger has one distribution for each pair of sizes, which is cached. With equal
 * numbers, all distributions of the doubled ranks are counted, which is exact as well. Above
 * MOST_EXACT runs per side, or MOST_TIED runs with equal numbers, the sum is practically normal.
 *
 * The interval of the change cuts as many of the differences off each end as the same distribution
 * allows; with equal numbers it is wider than necessary. */
#define MOST_EXACT 100
#define MOST_TIED 40
#define LEVEL 0.05
/* The probability of finding the change that is reported as the smallest detectable one, as a normal quantile. */
#define POWER_Z 0.8416212335729143
/* The rank test is as powerful as a test of means with this fraction of its sample size. */
#define RANK_EFFICIENCY 0.9549296585513721

struct _StrataRunTester
{
  GHashTable *distributions; /* sizes to owned arrays of cumulative probabilities of U */
};

static gpointer
make_key (guint n_a,
          guint n_b)
{
  return GUINT_TO_POINTER (n_a << 16 | n_b);
}

/**
 * strata_run_tester_new:
 *
 * Returns: (transfer full): a tester, which caches data for sets of the same sizes. For one thread
 */
StrataRunTester *
strata_run_tester_new (void)
{
  StrataRunTester *self = g_new0 (StrataRunTester, 1);

  self->distributions = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

void
strata_run_tester_free (StrataRunTester *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->distributions);
  g_free (self);
}

/* P(u; a, b), the probability that u of all pairs have the larger
 * number in A: the largest of all is in A in a of a + b cases, and is
 * then larger than all b. Each row is for one b, for the a so far. */
static double *
make_distribution (guint n_a,
                   guint n_b)
{
  const guint n = n_a * n_b + 1;
  g_autofree double *rows = g_new0 (double, (gsize) (n_b + 1) * n);

  for (guint b = 0; b <= n_b; b++)
    rows[(gsize) b * n] = 1.0;

  for (guint a = 1; a <= n_a; a++)
    for (guint b = 1; b <= n_b; b++)
      {
        double *row = rows + (gsize) b * n;
        const double *before = rows + (gsize) (b - 1) * n;
        const double share = (double) a / (double) (a + b);

        for (guint u = a * b; u >= b; u--)
          row[u] = row[u - b] * share + before[u] * (1.0 - share);
        for (guint u = 0; u < b; u++)
          row[u] = before[u] * (1.0 - share);
      }

  double *cumulative = g_new (double, n);
  double sum = 0.0;

  for (guint u = 0; u < n; u++)
    cumulative[u] = sum += rows[(gsize) n_b * n + u];

  return cumulative;
}

/* The probabilities that U is at most 0, 1, …; NULL if there are too many runs. */
static const double *
get_distribution (StrataRunTester *self,
                  guint n_a,
                  guint n_b)
{
  double *cumulative = g_hash_table_lookup (self->distributions, make_key (n_a, n_b));

  if (MAX (n_a, n_b) > MOST_EXACT)
    return NULL;

  if (cumulative == NULL)
    {
      cumulative = make_distribution (n_a, n_b);
      g_hash_table_insert (self->distributions, make_key (n_a, n_b), cumulative);
    }

  return cumulative;
}

/**
 * strata_run_test_sort:
 * @values: (array length=n) (inout): numbers; are sorted ascending
 * @n: how many
 */
void
strata_run_test_sort (double *values,
                      guint n)
{
  if (n > 0)
    qsort (values, n, sizeof *values, strata_order_double);
}

static double
get_middle (const double *sorted,
            guint n)
{
  return n == 0 ? NAN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0;
}

/**
 * strata_run_test_get_median:
 * @values: (array length=n): numbers, in any order
 * @n: how many
 *
 * Returns: their median; NaN for none
 */
double
strata_run_test_get_median (const double *values,
                            guint n)
{
  g_autofree double *sorted = g_memdup2 (values, sizeof *values * n);

  strata_run_test_sort (sorted, n);
  return get_middle (sorted, n);
}

static double
get_deviation (const double *values,
               guint n)
{
  double sum = 0.0;
  double squares = 0.0;

  for (guint i = 0; i < n; i++)
    sum += values[i];
  for (guint i = 0; i < n; i++)
    squares += (values[i] - sum / n) * (values[i] - sum / n);

  return n > 1 ? sqrt (squares / (n - 1)) : NAN;
}

/**
 * strata_run_test_get_spread:
 * @values: (array length=n): numbers, in any order
 * @n: how many
 *
 * Returns: their spread: 1.4826 times the median distance from the median, which is the standard deviation of normal
 *   numbers and robust against a few outliers. If most are equal, it is the standard deviation. NaN for fewer than two
 */
double
strata_run_test_get_spread (const double *values,
                            guint n)
{
  g_autofree double *distances = g_new (double, n);
  const double median = strata_run_test_get_median (values, n);

  if (n < 2)
    return NAN;

  for (guint i = 0; i < n; i++)
    distances[i] = fabs (values[i] - median);

  const double spread = 1.482602218505602 * strata_run_test_get_median (distances, n);

  return spread > 0.0 ? spread : get_deviation (values, n);
}

/**
 * strata_run_test_get_least_p:
 * @n_a: runs of A
 * @n_b: runs of B
 *
 * Returns: the p value if every run of B is above every run of A, which is the smallest possible one
 */
double
strata_run_test_get_least_p (guint n_a,
                             guint n_b)
{
  if (n_a == 0 || n_b == 0)
    return 1.0;

  return MIN (2.0 * exp (strata_log_gamma (n_a + 1.0) + strata_log_gamma (n_b + 1.0) - strata_log_gamma (n_a + n_b + 1.0)), 1.0);
}

/* The inverse of erfc: the distance from 0 that a normal number exceeds with probability @p, in either direction. */
static double
get_normal_limit (double p)
{
  double low = 0.0;
  double high = 40.0;

  for (guint i = 0; i < 60; i++)
    {
      const double middle = (low + high) / 2.0;

      if (erfc (middle * M_SQRT1_2) > p)
        low = middle;
      else
        high = middle;
    }

  return high;
}

/**
 * strata_run_test_get_smallest:
 * @spreads: the spread of the runs of each side
 * @n: how many runs each side has
 * @level: the p value below which a change is significant
 *
 * Returns: the change that so many runs detect in four of five cases; infinity if they can detect none
 */
double
strata_run_test_get_smallest (const double spreads[2],
                              const guint n[2],
                              double level)
{
  if (n[0] < 2 || n[1] < 2 || strata_run_test_get_least_p (n[0], n[1]) >= level)
    return INFINITY;

  const double freedom = n[0] + n[1] - 2.0;
  const double pooled = sqrt ((spreads[0] * spreads[0] * (n[0] - 1.0) + spreads[1] * spreads[1] * (n[1] - 1.0)) / freedom);

  return (get_normal_limit (level) + POWER_Z) * pooled * sqrt ((1.0 / n[0] + 1.0 / n[1]) / RANK_EFFICIENCY);
}

/**
 * strata_run_test_count_needed:
 * @level: a p value
 *
 * Returns: how many runs per side are necessary for a p value below @level
 */
guint
strata_run_test_count_needed (double level)
{
  guint n = 2;

  while (n < 1000 && strata_run_test_get_least_p (n, n) >= level)
    n++;

  return n;
}

/* The ranks of the runs of both sides, doubled so that the mean rank of equal numbers is whole. */
typedef struct
{
  guint n[2];
  guint *ranks_2; /* (array length=n_all) owned: ascending */
  double sum_2;   /* of the ranks of B */
  double ties;    /* sum of t³ - t over groups of equal numbers */
} Ranks;

static void
ranks_clear (Ranks *self)
{
  g_free (self->ranks_2);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ranks, ranks_clear)

static guint
count_equal (const double *values,
             guint n,
             guint first,
             double value)
{
  guint i = first;

  while (i < n && values[i] == value)
    i++;

  return i - first;
}

static void
rank (Ranks *ranks,
      const double *a,
      guint n_a,
      const double *b,
      guint n_b)
{
  guint i = 0;
  guint j = 0;

  *ranks = (Ranks){ .n = { n_a, n_b }, .ranks_2 = g_new (guint, n_a + n_b) };
  while (i < n_a || j < n_b)
    {
      const double value = j == n_b || (i < n_a && a[i] <= b[j]) ? a[i] : b[j];
      const guint n_of_a = count_equal (a, n_a, i, value);
      const guint n_of_b = count_equal (b, n_b, j, value);
      const double n = n_of_a + n_of_b;

      for (guint k = i + j; k < i + j + n_of_a + n_of_b; k++)
        ranks->ranks_2[k] = 2 * (i + j) + n_of_a + n_of_b + 1;
      ranks->sum_2 += (double) n_of_b * (2 * (i + j) + n_of_a + n_of_b + 1);
      ranks->ties += n * n * n - n;
      i += n_of_a;
      j += n_of_b;
    }
}

/* The distance of the rank sum of B from its mean, doubled. */
static double
get_distance_2 (const Ranks *ranks)
{
  return fabs (ranks->sum_2 - (double) ranks->n[1] * (ranks->n[0] + ranks->n[1] + 1.0));
}

static double
get_p_without_ties (const Ranks *ranks,
                    const double *cumulative)
{
  const double middle = (double) ranks->n[0] * ranks->n[1] / 2.0;
  const double u = middle - get_distance_2 (ranks) / 2.0;

  return MIN (2.0 * cumulative[(guint) MAX (rint (u), 0.0)], 1.0);
}

/* ways[k][s] is the fraction of all ways in which k of the runs so far have the doubled rank sum s. Computed for the
 * side with fewer runs; the other has the rest. */
static double
get_p_with_ties (const Ranks *ranks)
{
  const guint n_all = ranks->n[0] + ranks->n[1];
  const guint n = MIN (ranks->n[0], ranks->n[1]);
  const guint most = n_all * (n_all + 1);
  const double mean_2 = (double) n * (n_all + 1.0);
  const double distance_2 = get_distance_2 (ranks);
  g_autofree double *ways = g_new0 (double, (gsize) (n + 1) * (most + 1));
  double all = 0.0;
  double as_far = 0.0;
  guint end = 0;

  ways[0] = 1.0;
  for (guint i = 0; i < n_all; i++)
    {
      const guint rank_2 = ranks->ranks_2[i];

      end += rank_2;
      for (guint k = MIN (i + 1, n); k > 0; k--)
        {
          double *row = ways + (gsize) k * (most + 1) + rank_2;
          const double *before = ways + (gsize) (k - 1) * (most + 1);

          for (guint sum = 0; sum <= end - rank_2; sum++)
            row[sum] += before[sum];
        }
    }

  for (guint sum = 0; sum <= end; sum++)
    {
      const double n_ways = ways[(gsize) n * (most + 1) + sum];

      all += n_ways;
      if (fabs (sum - mean_2) >= distance_2 - 1e-9)
        as_far += n_ways;
    }

  return MIN (as_far / all, 1.0);
}

static double
get_normal_deviation (const Ranks *ranks)
{
  const double n_a = ranks->n[0];
  const double n_b = ranks->n[1];
  const double n = n_a + n_b;

  return sqrt (MAX (n_a * n_b / 12.0 * (n + 1.0 - ranks->ties / (n * (n - 1.0))), 0.0));
}

static double
get_normal_p (const Ranks *ranks)
{
  const double distance = get_distance_2 (ranks) / 2.0 - 0.5;
  const double deviation = get_normal_deviation (ranks);

  return distance > 0.0 && deviation > 0.0 ? erfc (distance / deviation * M_SQRT1_2) : 1.0;
}

static double
get_p (const Ranks *ranks,
       const double *cumulative)
{
  const guint n_all = ranks->n[0] + ranks->n[1];

  if (ranks->ties == 0.0 && cumulative != NULL)
    return get_p_without_ties (ranks, cumulative);

  return n_all <= MOST_TIED ? get_p_with_ties (ranks) : get_normal_p (ranks);
}

/* How many of the differences the interval leaves out at each end; 0 if there is no interval. */
static guint
count_outside (const Ranks *ranks,
               const double *cumulative)
{
  const guint n = ranks->n[0] * ranks->n[1];
  guint u = 0;

  if (cumulative == NULL)
    return (guint) MAX (n / 2.0 - get_normal_limit (LEVEL) * get_normal_deviation (ranks), 0.0);

  while (u < n && cumulative[u] <= LEVEL / 2.0)
    u++;

  return u;
}

/**
 * strata_run_tester_test:
 * @self: a tester
 * @a: (array length=n_a): a figure of each run of A, ascending
 * @n_a: how many
 * @b: (array length=n_b): the same for B, ascending
 * @n_b: how many
 *
 * Returns: the result
 */
StrataRunTest
strata_run_tester_test (StrataRunTester *self,
                        const double *a,
                        guint n_a,
                        const double *b,
                        guint n_b)
{
  const guint n = n_a * n_b;

  if (n == 0)
    return (StrataRunTest){ 1.0, 1.0, NAN, -INFINITY, INFINITY };

  g_auto (Ranks) ranks;
  g_autofree double *differences = g_new (double, n);
  const double *cumulative = get_distribution (self, n_a, n_b);

  rank (&ranks, a, n_a, b, n_b);
  for (guint i = 0; i < n; i++)
    differences[i] = b[i % n_b] - a[i / n_b];
  strata_run_test_sort (differences, n);

  const guint outside = count_outside (&ranks, cumulative);

  return (StrataRunTest){
    .p_value = get_p (&ranks, cumulative),
    .least_p_value = strata_run_test_get_least_p (n_a, n_b),
    .change = get_middle (differences, n),
    .low = outside > 0 ? differences[outside - 1] : -INFINITY,
    .high = outside > 0 ? differences[n - outside] : INFINITY,
  };
}
