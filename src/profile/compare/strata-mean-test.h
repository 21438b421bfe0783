/* strata-mean-test.h - tests whether one sample of times has a larger mean than another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Welch's test of two samples that may have different variances. */
typedef struct
{
  /* the probability of such a difference of the means or a larger one by chance; 1 if a sample has
   * fewer than two */
  double p_value;
  double mean[2];    /* of each sample */
  double change;     /* the mean of the second less that of the first */
  double half_width; /* half the width of the 95 % confidence interval of @change; infinite if that is not known */
} StrataMeanTest;

StrataMeanTest strata_mean_test (const guint32 *a, gsize n_a, const guint32 *b, gsize n_b);
double strata_mean_test_permute (const guint32 *a, gsize n_a, const guint32 *b, gsize n_b, guint n_rounds);
double strata_student_get_p (double t, double freedom);
double strata_student_get_limit (double freedom);

G_END_DECLS
