/* strata-counter-stats.h - statistics of a counter in a span
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-trace.h"

G_BEGIN_DECLS

/* Statistics of a counter. */
typedef struct
{
  StrataSpan span;   /* the part of the span in which the counter has a value */
  guint32 n_samples; /* how often it is set there */
  double min;        /* the lowest */
  double max;        /* the highest */
  double first;      /* the value at the start of @span */
  double last;       /* the value at its end */
  double mean;       /* over time: each value is weighted by its duration */
} StrataCounterStats;

gboolean strata_counter_stats_find (StrataTrace *trace, guint32 counter, StrataSpan span, GCancellable *cancellable, StrataCounterStats *stats);

G_END_DECLS
