/* strata-usage-index.h - how busy CPUs were, ready to be drawn
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-coverage.h"
#include "strata-trace.h"

G_BEGIN_DECLS

/* Made in time proportional to the runs; read-only afterwards. */
typedef struct
{
  guint n_cpus;           /* how many CPUs there are */
  StrataCoverage running; /* when threads ran, a row a CPU */
  StrataCoverage unknown; /* when the state of a CPU is unknown: before its first switch, and while events were lost */

  /* private */
  StrataSpan span;
  gint64 *unknown_begin_ns;
  gint64 *unknown_end_ns;
  guint32 *unknown_row_begin;
} StrataUsageIndex;

/* What one or several CPUs did. */
typedef struct
{
  double running_ns; /* time in which threads ran */
  double unknown_ns; /* time in which the state is unknown */
  double all_ns;     /* the length of the span, times the CPUs */
} StrataUsageShare;

void strata_usage_index_init (StrataUsageIndex *self, StrataTrace *trace, const guint32 *run_row_begin);
void strata_usage_index_clear (StrataUsageIndex *self);
StrataUsageShare strata_usage_index_get (const StrataUsageIndex *self, guint32 cpu_index, StrataSpan span);
void strata_usage_index_fill (const StrataUsageIndex *self, guint32 cpu_index, const StrataGrid *grid, StrataUsageShare *columns);
gsize strata_usage_index_get_n_bytes (const StrataUsageIndex *self);

G_END_DECLS
