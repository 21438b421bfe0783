/* strata-slice-query.h - some slices of a trace, or what a search finds, in some order
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-durations.h"
#include "strata-search.h"

G_BEGIN_DECLS

/**
 * StrataSliceColumn:
 *
 * What slices can be sorted by. What is not known comes before all else.
 */
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

/**
 * StrataSliceQuery:
 * @name: string id of the name that they have, or %STRATA_NONE for any
 * @search: (nullable): what else they must be; %NULL for anything
 * @span: in what time they are, if only in part
 * @least_ns: how long they are at least, on the clock of the trace
 * @below_ns: what they are shorter than
 * @root: a slice in whose subtree they are, itself included, or %STRATA_NONE for any
 * @thread: index of the thread that they are on, or %STRATA_NONE for any
 * @process: index of the process that they are in, or %STRATA_NONE for any
 * @threads: (nullable): on which threads they are: a byte for each, other than 0 for yes; %NULL for any
 * @sort: by what they are sorted
 * @is_descending: whether the largest comes first
 *
 * Which slices, and in which order: equal ones are sorted by time. A search that
 * is not narrowed to slices by anything else is for instants and counters, too.
 */
typedef struct
{
  guint32 name;
  StrataSearch *search;
  StrataSpan span;
  gint64 least_ns;
  gint64 below_ns;
  guint32 root;
  guint32 thread;
  guint32 process;
  GBytes *threads;
  StrataSliceColumn sort;
  gboolean is_descending;
} StrataSliceQuery;

/**
 * StrataSliceListing:
 * @trace: its trace
 * @n_rows: how many slices, instants, and counters or samples there are
 * @rows: (array length=n_rows): their numbers, see strata-search-row.h, in the order that was asked for
 * @n_others: how many of them are no slices
 * @is_by_sample: whether there are samples, and no counters as a whole
 * @durations: how long the slices took
 * @histogram: the same, as bars
 *
 * What a query found. It does not change.
 */
typedef struct
{
  /*< private >*/
  gatomicrefcount n_refs;
  /*< public >*/
  StrataTrace *trace;
  guint32 n_rows;
  guint32 *rows;
  guint32 n_others;
  gboolean is_by_sample;
  StrataDurations durations;
  StrataHistogram histogram;
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
