/* strata-pair-test.h - tests whether paired calls take longer
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-tail-test.h"

G_BEGIN_DECLS

/* Fewer pairs are not tested. */
#define STRATA_PAIR_TEST_LEAST 6

/* The result of a test of differences in pairs. */
typedef struct
{
  double p_value;      /* the probability of such a difference or a larger one by chance, by Wilcoxon's signed-rank test */
  double mean_p_value; /* the same for the mean of the differences, by Student's test */
  double effect;       /* the share of ranks of pairs with a larger second, less the share of the others, -1 to 1 */
  double half_width;   /* half the width of the 95 % confidence interval of the mean's change */
} StrataPairTest;

gboolean strata_pair_test_fits (const guint32 *a, gsize n_a, const guint32 *b, gsize n_b);
StrataPairTest strata_pair_test (const guint32 *a, const guint32 *b, gsize n);
StrataTailTest strata_pair_test_tail (const guint32 *a, const guint32 *b, gsize n);

G_END_DECLS
