/* strata-mean-test.h - whether the mean of one lot of times is larger than another's
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * StrataMeanTest:
 * @p_value: how likely at least such a difference of the means is by chance; 1 where a lot has fewer than two
 * @mean: of each lot
 * @change: the mean of the second less that of the first
 * @half_width: the mean's change is within @change ± this with a confidence of 95 %; infinite where that is not known
 *
 * Welch's test of two lots that may vary differently.
 */
typedef struct
{
  double p_value;
  double mean[2];
  double change;
  double half_width;
} StrataMeanTest;

StrataMeanTest strata_mean_test (const guint32 *a, gsize n_a, const guint32 *b, gsize n_b);
double strata_mean_test_permute (const guint32 *a, gsize n_a, const guint32 *b, gsize n_b, guint n_rounds);
double strata_student_get_p (double t, double freedom);
double strata_student_get_limit (double freedom);

G_END_DECLS
