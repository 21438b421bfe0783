/* strata-run-late.h - the share of late frames on a side
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-run-set.h"

G_BEGIN_DECLS

/* The late frames of a side. */
typedef struct
{
  guint64 n_judged; /* judged frames of all used runs */
  guint64 n_late;   /* how many of them were late or dropped */
  double share;     /* the share of late frames; NaN if there are no frames */
  double low;       /* lower end of the 95 % confidence interval of @share */
  double high;      /* upper end of the interval */
} StrataRunLate;

void strata_run_late_init (StrataRunLate *self, const StrataRunSet *set, StrataDiffSide side);

G_END_DECLS
