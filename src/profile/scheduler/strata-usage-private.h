/* strata-usage-private.h - how a usage is computed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-usage.h"

G_BEGIN_DECLS

struct _StrataUsage
{
  StrataTrace *trace; /* owned */
  StrataSpan span;
  GArray *threads;   /* (element-type StrataUsageRow) owned; most running time first */
  GArray *processes; /* (element-type StrataUsageRow) owned; the same */
  GArray *cpus;      /* (element-type StrataUsageCpu) owned; by number */
  GArray *cells;     /* (element-type StrataUsageCell) owned; by thread, CPU and frequency */
  StrataUsageCpu system;
};

/* How much of [begin, end) is in the period. */
static inline gint64
strata_usage_clip_ns (StrataSpan span,
                      gint64 begin_ns,
                      gint64 end_ns)
{
  return MAX (MIN (span.end_ns, end_ns) - MAX (span.begin_ns, begin_ns), 0);
}

/* Whether a point in time is in the period. The very end of the trace
 * belongs to the period that ends there. */
static inline gboolean
strata_usage_has_time (StrataSpan span,
                       gint64 trace_end_ns,
                       gint64 time_ns)
{
  return time_ns >= span.begin_ns && (time_ns < span.end_ns || (time_ns == trace_end_ns && span.end_ns >= trace_end_ns));
}

/* Fills the rows of threads and processes, sorted by running time. */
void strata_usage_add_threads (StrataUsage *self);

/* Fills the rows of CPUs, the sum of the system and the cells of CPU and frequency. */
void strata_usage_add_cpus (StrataUsage *self);

/* Sorts cells and merges those that differ only in their time. */
void strata_usage_join_cells (GArray *cells);

G_END_DECLS
