/* strata-durations.h - the durations of many slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 begin_ns;  /* the shortest duration in it */
  gint64 end_ns;    /* the shortest duration above it */
  guint32 n_slices; /* how many slices are in it */
  guint32 longest;  /* the longest of these, or STRATA_NONE */
} StrataHistogramBin;

#define STRATA_HISTOGRAM_BINS 32

/* A histogram of durations. */
typedef struct
{
  guint n_bins; /* how many bins are used */
  /* ascending, without gaps; each is wider than the previous one by a fixed factor */
  StrataHistogramBin bins[STRATA_HISTOGRAM_BINS];
} StrataHistogram;

/* Statistics of durations. */
typedef struct
{
  guint32 n_finished;   /* how many slices have an end */
  guint32 n_unfinished; /* how many have no end; no other figure includes them */
  gint64 total_ns;      /* sum of those that finished */
  gint64 min_ns;        /* the shortest; STRATA_NO_TIME for this and the following if none finished */
  gint64 mean_ns;       /* their mean */
  gint64 p50_ns;        /* nearest-rank percentiles */
  gint64 p90_ns;        /* the same */
  gint64 p95_ns;        /* the same */
  gint64 p99_ns;        /* the same */
  gint64 max_ns;        /* the longest */
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
