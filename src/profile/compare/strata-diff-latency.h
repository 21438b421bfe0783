/* strata-diff-latency.h - how long it takes from one marker to another, in two traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff.h"

G_BEGIN_DECLS

/**
 * StrataDiffLatency:
 * @n: how many there are of each side
 * @mean_ns: their mean; 0 where there are none
 * @p50_ns: what half of them do not exceed
 * @p95_ns: what 95 % of them do not exceed
 * @max_ns: the longest
 * @p_value: how likely at least such a difference is by chance: of the surer of ranks and means
 * @change_ns: by how much the mean is more in B
 * @error_ns: it is within ± this with a confidence of 95 %
 *
 * Times from one name to another.
 */
typedef struct
{
  guint n[STRATA_N_DIFF_SIDES];
  double mean_ns[STRATA_N_DIFF_SIDES];
  double p50_ns[STRATA_N_DIFF_SIDES];
  double p95_ns[STRATA_N_DIFF_SIDES];
  double max_ns[STRATA_N_DIFF_SIDES];
  double p_value;
  double change_ns;
  double error_ns;
} StrataDiffLatency;

void strata_diff_latency_find (StrataDiffLatency *self, StrataTrace *const traces[STRATA_N_DIFF_SIDES], const StrataScope scopes[STRATA_N_DIFF_SIDES], const char *from, const char *to);

G_END_DECLS
