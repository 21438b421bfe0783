/* strata-diff-counters.h - compares the counters of two traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-counter-stats.h"
#include "strata-diff.h"

G_BEGIN_DECLS

/* A figure of a counter, in its own unit. */
typedef enum
{
  STRATA_DIFF_COUNTER_MEAN,     /* over time: each value is weighted by its duration */
  STRATA_DIFF_COUNTER_MIN,      /* the lowest value */
  STRATA_DIFF_COUNTER_MAX,      /* the highest value */
  STRATA_DIFF_COUNTER_INTEGRAL, /* the sum of the values times their durations in seconds */
  STRATA_DIFF_COUNTER_SLOPE,    /* change from the first value to the last, per second */
} StrataDiffCounterMetric;

#define STRATA_N_DIFF_COUNTER_METRICS (STRATA_DIFF_COUNTER_SLOPE + 1)

/* A counter in both traces. */
typedef struct
{
  char *name;                        /* its name, in A if A has it */
  char *process;                     /* the name of its process; empty for a counter of the machine */
  int cpu;                           /* number of its CPU, or -1 */
  gboolean has[STRATA_N_DIFF_SIDES]; /* whether each side has a value in its scope */
  /* its statistics on each side */
  StrataCounterStats stats[STRATA_N_DIFF_SIDES];
} StrataDiffCounter;

GArray *strata_diff_counters_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES], const StrataScope scopes[STRATA_N_DIFF_SIDES], GCancellable *cancellable);
double strata_diff_counter_get (const StrataDiffCounter *self, StrataDiffSide side, StrataDiffCounterMetric metric);
const char *strata_diff_counter_metric_get_id (StrataDiffCounterMetric metric);
guint32 strata_diff_counters_find (GArray *counters, const char *name);

G_END_DECLS
