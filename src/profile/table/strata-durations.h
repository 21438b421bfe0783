/* strata-durations.h - the durations of many slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/**
 * StrataHistogramBin:
 * @begin_ns: the shortest duration in it
 * @end_ns: the shortest duration above it
 * @n_slices: how many slices are in it
 * @longest: the longest of these, or %STRATA_NONE
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 n_slices;
  guint32 longest;
} StrataHistogramBin;

#define STRATA_HISTOGRAM_BINS 32

/**
 * StrataHistogram:
 * @n_bins: how many bins are used
 * @bins: ascending, without gaps; each is wider than the previous one by a fixed factor
 *
 * A histogram of durations.
 */
typedef struct
{
  guint n_bins;
  StrataHistogramBin bins[STRATA_HISTOGRAM_BINS];
} StrataHistogram;

/**
 * StrataDurations:
 * @n_finished: how many slices have an end
 * @n_unfinished: how many have no end; no other figure includes them
 * @total_ns: sum of those that finished
 * @min_ns: the shortest; %STRATA_NO_TIME for this and the following if none finished
 * @mean_ns: their mean
 * @p50_ns: nearest-rank percentiles
 * @p90_ns: the same
 * @p95_ns: the same
 * @p99_ns: the same
 * @max_ns: the longest
 *
 * Statistics of durations.
 */
typedef struct
{
  guint32 n_finished;
  guint32 n_unfinished;
  gint64 total_ns;
  gint64 min_ns;
  gint64 mean_ns;
  gint64 p50_ns;
  gint64 p90_ns;
  gint64 p95_ns;
  gint64 p99_ns;
  gint64 max_ns;
} StrataDurations;

gboolean strata_durations_are_cpu (StrataTrace *trace);
/* For loops over slices of a trace; @is_cpu is the result of strata_durations_are_cpu(). */
static inline gint64
strata_durations_get_of (const StrataSliceTable *table,
                         gboolean is_cpu,
                         guint32 slice)
{
  return is_cpu ? strata_slice_table_get_cpu_ns (table, slice) : strata_slice_table_get_wall_ns (table, slice);
}

gint64 strata_durations_get_ns (StrataTrace *trace, guint32 slice);
void strata_durations_fill_histogram (StrataTrace *trace, const guint32 *slices, guint32 n_slices, StrataHistogram *histogram);
void strata_durations_summarise (StrataTrace *trace, const guint32 *slices, guint32 n_slices, StrataDurations *durations);

G_END_DECLS
