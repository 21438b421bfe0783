/* strata-diff-latency.h - compares the latency from one marker to another in two traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff.h"

G_BEGIN_DECLS

/**
 * StrataDiffLatency:
 * @n: how many there are on each side
 * @mean_ns: their mean; 0 if there are none
 * @p50_ns: the latency that half of them do not exceed
 * @p95_ns: the latency that 95 % of them do not exceed
 * @max_ns: the longest
 * @p_value: the probability of such a difference or a larger one by chance; from the more significant of the tests of ranks and means
 * @change_ns: how much larger the mean is in B
 * @error_ns: half the width of the 95 % confidence interval of @change_ns
 *
 * Latencies from one name to another.
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
