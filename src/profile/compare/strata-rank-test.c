/* strata-rank-test.c - tests whether one sample of numbers is larger than another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-rank-test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "strata-log-gamma.h"
#include "strata-order.h"

/* The sum of the ranks of one sample shows its position in both together. Ranks are doubled, so
 * that the mean rank of equal numbers is whole. Up to MOST_EXACT numbers, all distributions of the
 * same ranks are counted, which is exact with equal numbers, too; above, the sum is practically
 * normal, with a variance corrected for equal numbers. */
#define MOST_EXACT 20
#define MOST_RANK_SUM (MOST_EXACT * (MOST_EXACT + 1))

typedef struct
{
  gsize n_a;
  gsize n_b;
  double rank_sum_2; /* of b, doubled */
  double ties;       /* sum of t³ - t over the groups of equal numbers */
  guint8 ranks_2[MOST_EXACT];
} Ranks;

static gsize
count_equal (const guint32 *values,
             gsize n,
             gsize first,
             guint32 value)
{
  gsize i = first;

  while (i < n && values[i] == value)
    i++;

  return i - first;
}

static void
add_group (Ranks *ranks,
           gsize n_before,
           gsize n_of_a,
           gsize n_of_b)
{
  const gsize n = n_of_a + n_of_b;
  const gsize rank_2 = 2 * n_before + n + 1;

  ranks->rank_sum_2 += (double) n_of_b * (double) rank_2;
  ranks->ties += (double) n * (double) n * (double) n - (double) n;
  for (gsize i = n_before; i < n_before + n && i < MOST_EXACT; i++)
    ranks->ranks_2[i] = (guint8) MIN (rank_2, G_MAXUINT8);
}

static Ranks
rank (const guint32 *a,
      gsize n_a,
      const guint32 *b,
      gsize n_b)
{
  Ranks ranks = { .n_a = n_a, .n_b = n_b };
  gsize i = 0;
  gsize j = 0;

  while (i < n_a || j < n_b)
    {
      const guint32 value = j == n_b || (i < n_a && a[i] <= b[j]) ? a[i] : b[j];
      const gsize n_of_a = count_equal (a, n_a, i, value);
      const gsize n_of_b = count_equal (b, n_b, j, value);

      add_group (&ranks, i + j, n_of_a, n_of_b);
      i += n_of_a;
      j += n_of_b;
    }

  return ranks;
}

static double
get_mean_2 (const Ranks *ranks)
{
  return (double) ranks->n_b * (double) (ranks->n_a + ranks->n_b + 1);
}

/* ways[k][s] is the number of sets of k of the numbers so far with the doubled rank sum s. */
static double
get_exact_p (const Ranks *ranks)
{
  static const double nothing = 1e-9;
  const gsize n = ranks->n_a + ranks->n_b;
  const double distance_2 = fabs (ranks->rank_sum_2 - get_mean_2 (ranks));
  double ways[MOST_EXACT + 1][MOST_RANK_SUM + 1] = { { 1.0 } };
  double n_all = 0.0;
  double n_as_far = 0.0;
  gsize most = 0;

  for (gsize i = 0; i < n; i++)
    {
      const gsize rank_2 = ranks->ranks_2[i];

      most += rank_2;
      for (gsize k = MIN (i + 1, ranks->n_b); k > 0; k--)
        for (gsize sum = rank_2; sum <= most; sum++)
          ways[k][sum] += ways[k - 1][sum - rank_2];
    }

  for (gsize sum = 0; sum <= most; sum++)
    {
      n_all += ways[ranks->n_b][sum];
      if (fabs ((double) sum - get_mean_2 (ranks)) >= distance_2 - nothing)
        n_as_far += ways[ranks->n_b][sum];
    }

  return MIN (n_as_far / n_all, 1.0);
}

static double
get_normal_p (double distance,
              double deviation)
{
  return deviation > 0.0 && distance > 0.0 ? erfc (distance / deviation * M_SQRT1_2) : 1.0;
}

static double
get_approximate_p (const Ranks *ranks)
{
  const double n_a = (double) ranks->n_a;
  const double n_b = (double) ranks->n_b;
  const double n = n_a + n_b;
  const double distance = fabs (ranks->rank_sum_2 - get_mean_2 (ranks)) / 2.0 - 0.5;

  return get_normal_p (distance, sqrt (n_a * n_b / 12.0 * (n + 1.0 - ranks->ties / (n * (n - 1.0)))));
}

/* The two most extreme of all distributions of the ranks. */
static double
get_least_p (gsize n_a,
             gsize n_b)
{
  const double n = (double) n_a + (double) n_b;
  const double log_ways = strata_log_gamma (n + 1.0) - strata_log_gamma ((double) n_a + 1.0) - strata_log_gamma ((double) n_b + 1.0);

  return MIN (2.0 * exp (-log_ways), 1.0);
}

/**
 * strata_rank_test:
 * @a: (array length=n_a): numbers, ascending
 * @n_a: how many
 * @b: (array length=n_b): other numbers, ascending
 * @n_b: how many
 *
 * Tests whether numbers of @b tend to be larger or smaller than those of @a. Only their order counts, so a few outliers
 * do not decide.
 *
 * Returns: the result
 */
StrataRankTest
strata_rank_test (const guint32 *a,
                  gsize n_a,
                  const guint32 *b,
                  gsize n_b)
{
  if (n_a == 0 || n_b == 0)
    return (StrataRankTest){ 1.0, 0.0, 1.0 };

  const Ranks ranks = rank (a, n_a, b, n_b);
  const double u_2 = ranks.rank_sum_2 - (double) n_b * ((double) n_b + 1.0);

  return (StrataRankTest){
    .p_value = n_a + n_b <= MOST_EXACT ? get_exact_p (&ranks) : get_approximate_p (&ranks),
    .effect = u_2 / ((double) n_a * (double) n_b) - 1.0,
    .least_p_value = get_least_p (n_a, n_b),
  };
}

typedef struct
{
  double p_value;
  gsize index;
} Place;

STRATA_ORDER_BY_TWO (compare_places, Place, p_value, index)

/* In ascending order; free with g_free(). */
static Place *
sort_places (const double *p_values,
             gsize n)
{
  Place *places = g_new (Place, n);

  for (gsize i = 0; i < n; i++)
    places[i] = (Place){ p_values[i], i };

  if (n > 0)
    qsort (places, n, sizeof *places, compare_places);

  return places;
}

/**
 * strata_rank_test_adjust:
 * @p_values: (array length=n) (inout): p values of tests; are adjusted
 * @n: how many
 *
 * Adjusts p values by Holm's method, since some of many tests succeed by chance: if no difference is real, the chance
 * that any adjusted value is below 0.05 is at most 0.05, however the tests depend on each other.
 */
void
strata_rank_test_adjust (double *p_values,
                         gsize n)
{
  g_autofree Place *places = sort_places (p_values, n);
  double least = 0.0;

  for (gsize i = 0; i < n; i++)
    {
      least = MAX (least, MIN (places[i].p_value * (double) (n - i), 1.0));
      p_values[places[i].index] = least;
    }
}

static void
sort_few (guint32 *values,
          gsize n)
{
  for (gsize i = 1; i < n; i++)
    {
      const guint32 value = values[i];
      gsize place = i;

      for (; place > 0 && values[place - 1] > value; place--)
        values[place] = values[place - 1];

      values[place] = value;
    }
}

/* Sorts by one byte; FALSE if that byte is the same in all. */
static gboolean
sort_by_byte (const guint32 *from,
              guint32 *to,
              gsize n,
              guint shift)
{
  gsize places[256] = { 0 };
  gsize sum = 0;

  for (gsize i = 0; i < n; i++)
    places[(from[i] >> shift) & 0xff]++;
  if (places[(from[0] >> shift) & 0xff] == n)
    return FALSE;

  for (guint i = 0; i < 256; i++)
    {
      const gsize n_of_byte = places[i];

      places[i] = sum;
      sum += n_of_byte;
    }

  for (gsize i = 0; i < n; i++)
    to[places[(from[i] >> shift) & 0xff]++] = from[i];

  return TRUE;
}

/**
 * strata_rank_test_sort:
 * @values: (array length=n) (inout): numbers
 * @n: how many
 * @scratch: (array length=n): buffer of the same length
 *
 * Sorts numbers in linear time.
 */
void
strata_rank_test_sort (guint32 *values,
                       gsize n,
                       guint32 *scratch)
{
  guint32 *from = values;
  guint32 *to = scratch;

  if (n <= 48)
    {
      sort_few (values, n);
      return;
    }

  for (guint shift = 0; shift < 32; shift += 8)
    if (sort_by_byte (from, to, n, shift))
      {
        guint32 *swapped = from;

        from = to;
        to = swapped;
      }

  if (from != values)
    memcpy (values, from, sizeof *values * n);
}

/**
 * strata_rank_test_adjust_discoveries:
 * @p_values: (array length=n) (inout): p values of tests; are adjusted
 * @n: how many
 *
 * Adjusts p values by the method of Benjamini and Hochberg: of all rows with an adjusted value below 5 %, on average at
 * most 5 % differ only by chance.
 */
void
strata_rank_test_adjust_discoveries (double *p_values,
                                     gsize n)
{
  g_autofree Place *places = sort_places (p_values, n);
  double least = 1.0;

  for (gsize i = n; i > 0; i--)
    {
      least = MIN (least, places[i - 1].p_value * (double) n / (double) i);
      p_values[places[i - 1].index] = least;
    }
}

/**
 * strata_rank_test_get_percentile:
 * @sorted: (element-type guint32): sorted durations, as strata_rank_test_value() encodes them
 * @part: a quantile, from 0 to 1
 *
 * Returns: the smallest duration that this share does not exceed, in ns; NaN if there are none
 */
double
strata_rank_test_get_percentile (const GArray *sorted,
                                 double part)
{
  const guint rank = (guint) MAX (ceil (part * sorted->len), 1.0);

  return sorted->len > 0 ? strata_rank_test_time (g_array_index (sorted, guint32, rank - 1)) : NAN;
}
