/* strata-count-test.c - tests whether something happened more often
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-count-test.h"
#include "strata-order.h"

#include <math.h>
#include <stdlib.h>

/* The regularity of a pair of captures needs this many names. */
#define LEAST_NAMES 12
/* The median of the square of a standard normal deviate. */
#define MEDIAN_SQUARE 0.455
/* Even if the counts of all other names are equal, a few calls more or less may be chance. */
#define LEAST_REGULARITY 0.0625

/**
 * strata_count_test:
 * @n_a: how often something happened
 * @n_b: how often it happened in another period
 * @share_of_b: the other period's share of both lengths; 0.5 if they are equally long
 * @dispersion: how much the counts vary, relative to independent events
 *
 * Returns: the probability of such a difference or a larger one if the rate is the same
 */
double
strata_count_test (guint64 n_a,
                   guint64 n_b,
                   double share_of_b,
                   double dispersion)
{
  const double n = (double) n_a + (double) n_b;
  const double distance = fabs ((double) n_b - n * share_of_b) - 0.5;
  const double deviation = sqrt (n * share_of_b * (1.0 - share_of_b) * dispersion);

  return deviation > 0.0 && distance > 0.0 ? erfc (distance / deviation * M_SQRT1_2) : 1.0;
}

static double
get_total (const guint16 blocks[STRATA_COUNT_BLOCKS])
{
  double total = 0.0;

  for (guint i = 0; i < STRATA_COUNT_BLOCKS; i++)
    total += blocks[i];

  return total;
}

static double
get_variance (const guint16 blocks[STRATA_COUNT_BLOCKS],
              double total)
{
  double squares = 0.0;

  for (guint i = 0; i < STRATA_COUNT_BLOCKS; i++)
    squares += (double) blocks[i] * blocks[i];

  return (squares - total * total / STRATA_COUNT_BLOCKS) * STRATA_COUNT_BLOCKS / (STRATA_COUNT_BLOCKS - 1.0);
}

static double
get_square (double count,
            double expected)
{
  return expected > 0.0 ? (count - expected) * (count - expected) / expected : 0.0;
}

/* How much more the distributions over the parts differ between the captures than by chance. */
static double
get_shape_difference (const guint16 blocks_a[STRATA_COUNT_BLOCKS],
                      const guint16 blocks_b[STRATA_COUNT_BLOCKS],
                      double n_a,
                      double n_b)
{
  double chi_square = 0.0;

  for (guint i = 0; i < STRATA_COUNT_BLOCKS; i++)
    {
      const double in_both = (double) blocks_a[i] + (double) blocks_b[i];

      chi_square += get_square (blocks_a[i], in_both * n_a / (n_a + n_b)) + get_square (blocks_b[i], in_both * n_b / (n_a + n_b));
    }

  return chi_square / (STRATA_COUNT_BLOCKS - 1.0);
}

/**
 * strata_count_get_dispersion:
 * @blocks_a: how often something happened in each part of a capture
 * @blocks_b: the same for the other
 * @least: the regularity of the captures, see strata_count_get_regularity(); at most 1
 *
 * Calls come in bursts: a scroll, a start. If both captures have them at the same places, they do not matter. Otherwise
 * two captures differ by more than independent calls would. If one has too few calls to locate the bursts, the parts of
 * the other are used.
 *
 * Returns: how much the counts vary, relative to chance, at least @least
 */
double
strata_count_get_dispersion (const guint16 blocks_a[STRATA_COUNT_BLOCKS],
                             const guint16 blocks_b[STRATA_COUNT_BLOCKS],
                             double least)
{
  const double n_a = get_total (blocks_a);
  const double n_b = get_total (blocks_b);

  if (n_a + n_b == 0.0)
    return 1.0;
  if (MIN (n_a, n_b) >= STRATA_COUNT_BLOCKS)
    return MAX (get_shape_difference (blocks_a, blocks_b, n_a, n_b), least);

  return MAX ((get_variance (blocks_a, n_a) + get_variance (blocks_b, n_b)) / (n_a + n_b), 1.0);
}

/**
 * strata_count_get_regularity:
 * @squares: (array length=n_squares): for each name, the square of the difference of its counts divided by their sum; is sorted
 * @n_squares: how many names
 *
 * Captures of the same steps have equal counts for most names, so a name with more calls is not chance, even if so many
 * independent events might be. The median of all names shows how regular two captures are.
 *
 * Returns: how much the counts vary relative to independent events, at most 1
 */
double
strata_count_get_regularity (double *squares,
                             gsize n_squares)
{
  if (n_squares < LEAST_NAMES)
    return 1.0;

  qsort (squares, n_squares, sizeof *squares, strata_order_double);
  return CLAMP (squares[n_squares / 2] / MEDIAN_SQUARE, LEAST_REGULARITY, 1.0);
}
