/* strata-diff-counters.h - what the counters of two traces did
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-counter-stats.h"
#include "strata-diff.h"

G_BEGIN_DECLS

/**
 * StrataDiffCounterMetric:
 * @STRATA_DIFF_COUNTER_MEAN: over time: each value counts for as long as it holds
 * @STRATA_DIFF_COUNTER_MIN: the lowest value
 * @STRATA_DIFF_COUNTER_MAX: the highest value
 * @STRATA_DIFF_COUNTER_INTEGRAL: the values times the seconds that they hold
 * @STRATA_DIFF_COUNTER_SLOPE: from the first value to the last, by second
 *
 * A figure of a counter, in its own unit.
 */
typedef enum
{
  STRATA_DIFF_COUNTER_MEAN,
  STRATA_DIFF_COUNTER_MIN,
  STRATA_DIFF_COUNTER_MAX,
  STRATA_DIFF_COUNTER_INTEGRAL,
  STRATA_DIFF_COUNTER_SLOPE,
} StrataDiffCounterMetric;

#define STRATA_N_DIFF_COUNTER_METRICS (STRATA_DIFF_COUNTER_SLOPE + 1)

/**
 * StrataDiffCounter:
 * @name: its name, as A has it where A has it
 * @process: the name of its process; empty for one of the machine
 * @cpu: number of its CPU, or -1
 * @has: whether each side has a value of it in its scope
 * @stats: what it did there
 *
 * A counter in both.
 */
typedef struct
{
  char *name;
  char *process;
  int cpu;
  gboolean has[STRATA_N_DIFF_SIDES];
  StrataCounterStats stats[STRATA_N_DIFF_SIDES];
} StrataDiffCounter;

GArray *strata_diff_counters_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES], const StrataScope scopes[STRATA_N_DIFF_SIDES], GCancellable *cancellable);
double strata_diff_counter_get (const StrataDiffCounter *self, StrataDiffSide side, StrataDiffCounterMetric metric);
const char *strata_diff_counter_metric_get_id (StrataDiffCounterMetric metric);
guint32 strata_diff_counters_find (GArray *counters, const char *name);

G_END_DECLS
