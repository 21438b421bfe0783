/* strata-run-late.h - which part of the frames of a side was late
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-run-set.h"

G_BEGIN_DECLS

/**
 * StrataRunLate:
 * @n_judged: frames with a verdict, of all runs that count
 * @n_late: how many of them were late or dropped
 * @share: the part of them; NaN where there are none
 * @low: it is at least this with a confidence of 95 %
 * @high: it is at most this with the same confidence
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
