/* strata-run-late.h - the share of late frames on a side
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-run-set.h"

G_BEGIN_DECLS

/**
 * StrataRunLate:
 * @n_judged: judged frames of all used runs
 * @n_late: how many of them were late or dropped
 * @share: the share of late frames; NaN if there are no frames
 * @low: lower end of the 95 % confidence interval of @share
 * @high: upper end of the interval
 *
 * The late frames of a side.
 */
typedef struct
{
  guint64 n_judged;
  guint64 n_late;
  double share;
  double low;
  double high;
} StrataRunLate;

void strata_run_late_init (StrataRunLate *self, const StrataRunSet *set, StrataDiffSide side);

G_END_DECLS
