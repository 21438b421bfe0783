/* strata-diff-figures-table.h - tables of the counters and latencies of a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-counters.h"
#include "strata-diff-latency.h"
#include "strata-diff-measures.h"
#include "strata-table.h"

G_BEGIN_DECLS

void strata_diff_figures_write_counters (StrataOutput *output, GArray *counters, StrataTableStyle style);
void strata_diff_figures_write_latency (StrataOutput *output, const StrataDiffLatency *latency, const char *from, const char *to, StrataTableStyle style);

G_END_DECLS
