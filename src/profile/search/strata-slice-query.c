/* strata-slice-query.c - a query for slices of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-slice-query.h"

#include "strata-column.h"
#include "strata-search-others.h"
#include "strata-search-row.h"

/* Cancellation is checked once per this many slices. */
#define SLICES_A_STEP (1 << 16)

/**
 * strata_slice_query_everything:
 *
 * Returns: a query for all slices by time; free it with strata_slice_query_clear()
 */
StrataSliceQuery
strata_slice_query_everything (void)
{
  return (StrataSliceQuery){
    .name = STRATA_NONE,
    .span = { G_MININT64, G_MAXINT64 },
    .least_ns = G_MININT64,
    .below_ns = G_MAXINT64,
    .root = STRATA_NONE,
    .thread = STRATA_NONE,
    .process = STRATA_NONE,
    .sort = STRATA_SLICE_COLUMN_START,
  };
}

/**
 * strata_slice_query_copy:
 * @self: a query
 *
 * Returns: a copy with its own references
 */
StrataSliceQuery
strata_slice_query_copy (const StrataSliceQuery *self)
{
  StrataSliceQuery copy = *self;

  if (copy.search != NULL)
    strata_search_ref (copy.search);
  if (copy.threads != NULL)
    g_bytes_ref (copy.threads);

  return copy;
}

void
strata_slice_query_clear (StrataSliceQuery *self)
{
  g_clear_pointer (&self->search, strata_search_unref);
  g_clear_pointer (&self->threads, g_bytes_unref);
}

/* The thread is that of the track or, for asynchronous slices, their own. */
typedef struct
{
  const StrataSliceQuery *query;
  StrataTrace *trace;
  const StrataSliceTable *table;
  gboolean is_cpu;
  guint64 *bits; /* owned; nullable: the result of the search */
} Finder;

static gboolean
is_on_thread (const StrataSliceQuery *query,
              guint32 thread)
{
  if (query->thread != STRATA_NONE && thread != query->thread)
    return FALSE;

  return query->threads == NULL || (thread != STRATA_NONE && ((const guint8 *) g_bytes_get_data (query->threads, NULL))[thread] != 0);
}

/* An asynchronous slice without a known thread belongs to the process of its track. */
static guint32
find_process (StrataTrace *trace,
              guint32 slice,
              guint32 thread)
{
  if (thread != STRATA_NONE)
    return strata_trace_get_threads (trace, NULL)[thread].process;

  return strata_trace_get_tracks (trace, NULL)[strata_trace_find_track (trace, slice)].process;
}

static gboolean
is_in_place (const Finder *self,
             guint32 slice)
{
  const StrataSliceQuery *query = self->query;

  if (query->thread == STRATA_NONE && query->threads == NULL && query->process == STRATA_NONE)
    return TRUE;

  const guint32 thread = strata_trace_find_thread (self->trace, slice);

  return is_on_thread (query, thread) && (query->process == STRATA_NONE || find_process (self->trace, slice, thread) == query->process);
}

static gboolean
is_wanted (const Finder *self,
           guint32 slice)
{
  const StrataSliceQuery *query = self->query;

  if ((query->name != STRATA_NONE && self->table->name[slice] != query->name) ||
      (self->bits != NULL && !strata_search_has (self->bits, slice)))
    return FALSE;

  const gint64 begin_ns = self->table->start_ns[slice];
  const gint64 wall_ns = strata_slice_table_get_wall_ns (self->table, slice);
  const gint64 ns = self->is_cpu ? strata_slice_table_get_cpu_ns (self->table, slice) : wall_ns;
  const gboolean is_before = strata_time_add (begin_ns, MAX (wall_ns, 1)) <= query->span.begin_ns;

  if (begin_ns >= query->span.end_ns || is_before || ns < query->least_ns || ns >= query->below_ns)
    return FALSE;

  return is_in_place (self, slice);
}

/* Goes through all slices. */
static guint32 *
find_slices (const StrataSliceQuery *self,
             StrataTrace *trace,
             GCancellable *cancellable,
             guint32 *n_slices)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  const guint32 first = self->root != STRATA_NONE ? self->root : 0;
  const guint32 end = self->root != STRATA_NONE ? table->subtree_end[self->root] : table->n_slices;
  Finder finder = { self, trace, table, strata_durations_are_cpu (trace), NULL };
  StrataColumn found = STRATA_COLUMN_INIT;
  gint n_matching = 0;

  if (self->search != NULL && !strata_search_is_everything (self->search))
    finder.bits = strata_search_run (self->search, trace, STRATA_SEARCH_SLICES, &n_matching, cancellable);

  for (guint32 slice = first; slice < end; slice++)
    {
      if (slice % SLICES_A_STEP == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      if (is_wanted (&finder, slice))
        strata_column_push_u32 (&found, slice);
    }

  g_free (finder.bits);
  *n_slices = (guint32) found.n;
  return strata_column_steal (&found, sizeof (guint32));
}

static gboolean
is_for_others (const StrataSliceQuery *self)
{
  return self->search != NULL && !strata_search_is_everything (self->search) && self->name == STRATA_NONE && self->root == STRATA_NONE &&
         self->least_ns == G_MININT64 && self->below_ns == G_MAXINT64;
}

/* A whole counter lasts from its first sample to its last. */
static gint64
get_last_ns (const StrataSearchOthers *others,
             guint32 row)
{
  guint32 index;

  if (others->is_by_sample || strata_search_row_get_kind (others->trace, row, &index) != STRATA_SEARCH_SAMPLES)
    return strata_search_row_get_time_ns (others->trace, row);

  const StrataCounter *counter = strata_trace_get_counters (others->trace, NULL) + strata_trace_find_counter (others->trace, index);

  return strata_trace_get_samples (others->trace)->time_ns[index + counter->n_samples - 1];
}

static gboolean
is_wanted_other (const StrataSliceQuery *query,
                 const StrataSearchOthers *others,
                 guint32 row)
{
  if (!is_on_thread (query, strata_search_row_find_thread (others->trace, row)))
    return FALSE;
  if (query->process != STRATA_NONE && strata_search_row_find_process (others->trace, row) != query->process)
    return FALSE;

  return strata_search_row_get_time_ns (others->trace, row) < query->span.end_ns && get_last_ns (others, row) >= query->span.begin_ns;
}

/* Appends instants, counters and runs after all slices. */
static void
add_others (StrataSliceListing *self,
            const StrataSliceQuery *query,
            GCancellable *cancellable)
{
  gint n_found = 0;
  g_autoptr (StrataSearchOthers) others = is_for_others (query) ? strata_search_others_new (query->search, self->trace, &n_found, cancellable) : NULL;

  if (others == NULL)
    return;

  self->is_by_sample = others->is_by_sample;
  self->rows = g_renew (guint32, self->rows, (gsize) self->n_rows + others->n_rows + 1);
  for (guint32 i = 0; i < others->n_rows; i++)
    if (is_wanted_other (query, others, others->rows[i]))
      self->rows[self->n_rows + self->n_others++] = others->rows[i];

  self->n_rows += self->n_others;
}

/**
 * strata_slice_listing_new:
 * @trace: a trace
 * @query: the query for slices, and for other rows of its search
 * @cancellable: (nullable): stops it early
 *
 * Finds slices, sorts them and summarises their durations.
 *
 * Returns: (transfer full) (nullable): the results, or %NULL if it was cancelled
 */
StrataSliceListing *
strata_slice_listing_new (StrataTrace *trace,
                          const StrataSliceQuery *query,
                          GCancellable *cancellable)
{
  g_autoptr (StrataSliceListing) self = g_new0 (StrataSliceListing, 1);

  g_atomic_ref_count_init (&self->n_refs);
  self->trace = g_object_ref (trace);
  self->rows = find_slices (query, trace, cancellable, &self->n_rows);
  strata_durations_fill_histogram (trace, self->rows, self->n_rows, &self->histogram);
  if (!g_cancellable_is_cancelled (cancellable))
    strata_durations_summarise (trace, self->rows, self->n_rows, &self->durations);
  add_others (self, query, cancellable);
  strata_slice_sort (trace, self->rows, self->n_rows, query->sort, query->is_descending, cancellable);

  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&self);
}

StrataSliceListing *
strata_slice_listing_ref (StrataSliceListing *self)
{
  g_atomic_ref_count_inc (&self->n_refs);
  return self;
}

void
strata_slice_listing_unref (StrataSliceListing *self)
{
  if (!g_atomic_ref_count_dec (&self->n_refs))
    return;

  g_object_unref (self->trace);
  g_free (self->rows);
  g_free (self);
}
