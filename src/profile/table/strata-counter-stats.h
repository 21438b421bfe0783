/* strata-counter-stats.h - statistics of a counter in a span
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-trace.h"

G_BEGIN_DECLS

/**
 * StrataCounterStats:
 * @span: the part of the span in which the counter has a value
 * @n_samples: how often it is set there
 * @min: the lowest
 * @max: the highest
 * @first: the value at the begin of @span
 * @last: the value at its end
 * @mean: over time: each value is weighted by its duration
 *
 * Statistics of a counter.
 */
typedef struct
{
  StrataSpan span;
  guint32 n_samples;
  double min;
  double max;
  double first;
  double last;
  double mean;
} StrataCounterStats;

gboolean strata_counter_stats_find (StrataTrace *trace, guint32 counter, StrataSpan span, GCancellable *cancellable, StrataCounterStats *stats);

G_END_DECLS
