/* strata-tail-test.h - tests whether one sample has more of the longest times
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A test whether one sample has more of the longest 5 % and 1 % of both together than its share. */
typedef struct
{
  double p_value;       /* the probability of such a difference or a larger one by chance; 1 if there are too few */
  double effect;        /* the share of the second sample that is among the longest of both, less that of the first */
  double least_p_value; /* the least possible @p_value with so many calls */
  /* how far these calls could move the mean if all of them differed in the same direction;
   * infinite if that is not known. Rows can be chosen by it, as it does not depend on the actual
   * direction */
  double most_change_ns;
  double most_change_frac; /* the same as a fraction of the mean */
} StrataTailTest;

StrataTailTest strata_tail_test (const guint32 *a, gsize n_a, const guint32 *b, gsize n_b);

G_END_DECLS
