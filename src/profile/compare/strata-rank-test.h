/* strata-rank-test.h - tests whether one sample of numbers is larger than another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The result of the two-sided Mann-Whitney test; @effect is Cliff's delta. */
typedef struct
{
  /* the probability of such a difference or a larger one between two samples of the same kind; 1
   * if either is empty */
  double p_value;
  double effect;        /* how much more often a number of the second sample is larger than one of the first than smaller, -1 to 1 */
  double least_p_value; /* the least possible @p_value with so many numbers */
} StrataRankTest;

StrataRankTest strata_rank_test (const guint32 *a, gsize n_a, const guint32 *b, gsize n_b);
void strata_rank_test_adjust (double *p_values, gsize n);
void strata_rank_test_adjust_discoveries (double *p_values, gsize n);
void strata_rank_test_sort (guint32 *values, gsize n, guint32 *scratch);
double strata_rank_test_get_percentile (const GArray *sorted, double part);

/* Encodes a duration as a number that sorts the same way: the bits of a float, exact up to 16.7 ms
 * and to seven digits above. Negative durations become zero. */
static inline guint32
strata_rank_test_value (gint64 duration_ns)
{
  union
  {
    float value;
    guint32 bits;
  } number = { duration_ns > 0 ? (float) duration_ns : 0.0f };

  return number.bits;
}

/* The duration that strata_rank_test_value() encoded, in ns. */
static inline double
strata_rank_test_time (guint32 value)
{
  const union
  {
    guint32 bits;
    float value;
  } number = { value };

  return (double) number.value;
}

G_END_DECLS
