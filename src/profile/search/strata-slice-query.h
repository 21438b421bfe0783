/* strata-slice-query.h - a query for slices of a trace, or for all
 * results of a search, in some order
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-durations.h"
#include "strata-search.h"

G_BEGIN_DECLS

/* Columns that slices can be sorted by. Unknown values come first. */
typedef enum
{
  STRATA_SLICE_COLUMN_START,
  STRATA_SLICE_COLUMN_DURATION,
  STRATA_SLICE_COLUMN_SELF,
  STRATA_SLICE_COLUMN_CPU,
  STRATA_SLICE_COLUMN_NAME,
  STRATA_SLICE_COLUMN_KIND,
  STRATA_SLICE_COLUMN_VALUE,
  STRATA_SLICE_COLUMN_THREAD,
  STRATA_SLICE_COLUMN_PROCESS,
  STRATA_SLICE_COLUMN_DEPTH,
  STRATA_SLICE_COLUMN_LEVEL,
  STRATA_SLICE_COLUMN_CATEGORY,
  STRATA_SLICE_COLUMN_ARGS,
} StrataSliceColumn;

#define STRATA_N_SLICE_COLUMNS (STRATA_SLICE_COLUMN_ARGS + 1)

/* Which slices, and their order; equal ones are sorted by time. Unless another condition limits it
 * to slices, the search is for instants and counters, too. */
typedef struct
{
  guint32 name;           /* string id of their name, or STRATA_NONE for any */
  StrataSearch *search;   /* nullable: the search that they match; NULL for any */
  StrataSpan span;        /* the span that they overlap, at least in part */
  gint64 least_ns;        /* their least duration, on the clock of the trace */
  gint64 below_ns;        /* the duration that they are shorter than */
  guint32 root;           /* the slice whose subtree they are in, including itself, or STRATA_NONE for any */
  guint32 thread;         /* index of their thread, or STRATA_NONE for any */
  guint32 process;        /* index of their process, or STRATA_NONE for any */
  GBytes *threads;        /* nullable: a byte for each thread, nonzero if they may be on it; NULL for any */
  StrataSliceColumn sort; /* the column that they are sorted by */
  gboolean is_descending; /* whether the largest comes first */
} StrataSliceQuery;

/* The results of a query. Immutable. */
typedef struct
{
  /* private */
  gatomicrefcount n_refs;
  /*< public >*/
  StrataTrace *trace;        /* its trace */
  guint32 n_rows;            /* how many slices, instants, and counters or samples there are */
  guint32 *rows;             /* (array length=n_rows): their numbers, see strata-search-row.h, in the order of the query */
  guint32 n_others;          /* how many of them are not slices */
  gboolean is_by_sample;     /* whether there are samples, not whole counters */
  StrataDurations durations; /* how long the slices took */
  StrataHistogram histogram; /* the durations as bars */
} StrataSliceListing;

StrataSliceQuery strata_slice_query_everything (void);
StrataSliceQuery strata_slice_query_copy (const StrataSliceQuery *self);
void strata_slice_query_clear (StrataSliceQuery *self);

StrataSliceListing *strata_slice_listing_new (StrataTrace *trace, const StrataSliceQuery *query, GCancellable *cancellable);
StrataSliceListing *strata_slice_listing_ref (StrataSliceListing *self);
void strata_slice_listing_unref (StrataSliceListing *self);

/* strata-slice-sort.c */
gboolean strata_slice_sort (StrataTrace *trace, guint32 *slices, guint32 n_slices, StrataSliceColumn column, gboolean is_descending, GCancellable *cancellable);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataSliceQuery, strata_slice_query_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataSliceListing, strata_slice_listing_unref)

G_END_DECLS
