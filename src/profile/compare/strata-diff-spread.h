/* strata-diff-spread.h - the durations of a name's calls in two traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff.h"

G_BEGIN_DECLS

#define STRATA_SPREAD_BINS 32

/* Durations of finished calls, in bins that are each wider than the previous one by a fixed
 * factor. */
typedef struct
{
  guint n_bins;                            /* how many bins are used; 0 if there are no finished calls */
  double edges_ns[STRATA_SPREAD_BINS + 1]; /* (array length=n_bins+1): where each bin begins, and the last ends */
  /* how many calls of each side each bin has */
  guint n_calls[STRATA_N_DIFF_SIDES][STRATA_SPREAD_BINS];
  guint n_all[STRATA_N_DIFF_SIDES]; /* how many finished calls each side has */
} StrataDiffSpread;

void strata_diff_spread_init (StrataDiffSpread *self, const StrataDiff *diff, const StrataDiffRow *row);
void strata_diff_spread_init_times (StrataDiffSpread *self, const GArray *const times[STRATA_N_DIFF_SIDES]);
double strata_diff_spread_get_part (const StrataDiffSpread *self, StrataDiffSide side, guint bin);
double strata_diff_spread_get_largest_part (const StrataDiffSpread *self);

G_END_DECLS
