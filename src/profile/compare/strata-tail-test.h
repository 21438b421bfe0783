/* strata-tail-test.h - whether the longest times of one lot are more than another's
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * StrataTailTest:
 * @p_value: how likely at least such a difference is by chance; 1 where there are too few
 * @effect: the part of the second lot that is among the longest of both, less that of the first
 * @least_p_value: what @p_value could be at least, with so many calls
 * @most_change_ns: how far these calls could move the mean if all of them differed the same way; infinite
 *   where that is unknown. As it does not depend on which way they do differ, rows can be chosen by it.
 * @most_change_frac: the same as a part of the mean
 *
 * Whether one lot has more of the longest 5 % and 1 % of both together than its share.
 */
typedef struct
{
  double p_value;
  double effect;
  double least_p_value;
  double most_change_ns;
  double most_change_frac;
} StrataTailTest;

StrataTailTest strata_tail_test (const guint32 *a, gsize n_a, const guint32 *b, gsize n_b);

G_END_DECLS
