/* strata-diff-latency.h - compares the latency from one marker to another in two traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff.h"

G_BEGIN_DECLS

/* Latencies from one name to another. */
typedef struct
{
  guint n[STRATA_N_DIFF_SIDES];        /* how many there are on each side */
  double mean_ns[STRATA_N_DIFF_SIDES]; /* their mean; 0 if there are none */
  double p50_ns[STRATA_N_DIFF_SIDES];  /* the latency that half of them do not exceed */
  double p95_ns[STRATA_N_DIFF_SIDES];  /* the latency that 95 % of them do not exceed */
  double max_ns[STRATA_N_DIFF_SIDES];  /* the longest */
  /* the probability of such a difference or a larger one by chance; from the more significant of
   * the tests of ranks and means */
  double p_value;
  double change_ns; /* how much larger the mean is in B */
  double error_ns;  /* half the width of the 95 % confidence interval of @change_ns */
} StrataDiffLatency;

void strata_diff_latency_find (StrataDiffLatency *self, StrataTrace *const traces[STRATA_N_DIFF_SIDES], const StrataScope scopes[STRATA_N_DIFF_SIDES], const char *from, const char *to);

G_END_DECLS
