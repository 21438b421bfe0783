/* strata-pair-test.h - whether calls that belong together take longer
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-tail-test.h"

G_BEGIN_DECLS

/* Fewer pairs decide nothing. */
#define STRATA_PAIR_TEST_LEAST 6

/**
 * StrataPairTest:
 * @p_value: how likely at least such a difference is by chance, by the signed ranks of Wilcoxon
 * @mean_p_value: the same for the mean of the differences, by Student's test
 * @effect: how much more of the ranks is with pairs whose second is larger, -1 to 1
 * @half_width: the mean's change is within ± this with a confidence of 95 %
 *
 * What the differences of pairs say.
 */
typedef struct
{
  double p_value;
  double mean_p_value;
  double effect;
  double half_width;
} StrataPairTest;

gboolean strata_pair_test_fits (const guint32 *a, gsize n_a, const guint32 *b, gsize n_b);
StrataPairTest strata_pair_test (const guint32 *a, const guint32 *b, gsize n);
StrataTailTest strata_pair_test_tail (const guint32 *a, const guint32 *b, gsize n);

G_END_DECLS
