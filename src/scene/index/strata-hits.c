/* strata-hits.c - search hits, ready to be drawn and walked
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-hits.h"

#include "strata-bisect.h"
#include "strata-search-row.h"
#include "strata-slice-query.h"

/* Hits are drawn as a trace of fewer slices: the same columns, another order, and a fold of their
 * own. So a longer slice that does not match never hides a hit, and a frame costs only what the
 * hits would. A bit per place saves a frame the lookup of each place's slice, which is a cache
 * miss. */

static void
add_place (StrataHits *self,
           guint32 place,
           guint32 n)
{
  self->table.order[n] = strata_trace_get_slices (self->trace)->order[place];
  self->places[place / 64] |= G_GUINT64_CONSTANT (1) << place % 64;
}

static void
make_rows (StrataHits *self)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);
  guint32 n = 0;

  self->n_rows = strata_trace_count_rows (self->trace);
  self->places = g_new0 (guint64, strata_trace_get_slices (self->trace)->n_slices / 64 + 1);
  self->row_begin = g_new0 (guint32, self->n_rows + 1);
  self->table.order = g_new (guint32, MAX (self->n_slices, 1));
  for (guint i = 0; i < n_tracks; i++)
    for (guint32 depth = 0; depth < tracks[i].n_rows; depth++)
      {
        const guint32 *order;
        guint32 begin;
        guint32 end;

        strata_trace_get_row (self->trace, &tracks[i], depth, &begin, &end);
        order = strata_trace_get_slices (self->trace)->order;
        for (guint32 place = begin; place < end; place++)
          if (strata_search_has (self->bits, order[place]))
            add_place (self, place, n++);

        self->row_begin[tracks[i].first_row + depth + 1] = n;
      }
}

static void
make_lod (StrataHits *self)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);

  self->table = *slices;
  self->table.n_slices = self->n_slices;
  self->table.longest = NULL;
  make_rows (self);
  strata_slice_table_index (&self->table);
  self->lod = strata_lod_index_new (&self->table, self->row_begin, self->n_rows, &self->hues);
}

static void
make_bins (StrataHits *self)
{
  const StrataSpan span = strata_trace_get_span (self->trace);
  const double bins_per_ns = STRATA_HIT_BINS / MAX ((double) strata_span_get_length_ns (span), 1.0);

  for (guint32 i = 0; i < self->n_hits; i++)
    {
      const double bin = (double) ((guint64) strata_search_row_get_time_ns (self->trace, self->by_start[i]) - (guint64) span.begin_ns) * bins_per_ns;

      self->bins[(int) CLAMP (bin, 0.0, STRATA_HIT_BINS - 1)] = TRUE;
    }
}

/* Both lists are sorted. */
static void
merge_others (StrataHits *self)
{
  guint32 *slices = self->by_start;
  const guint32 *others = self->others->rows;
  guint32 n = 0;

  self->by_start = g_new (guint32, MAX (self->n_hits, 1));
  for (guint32 i = 0, k = 0; n < self->n_hits; n++)
    if (k == self->others->n_rows || (i < self->n_slices && self->table.start_ns[slices[i]] <= strata_search_row_get_time_ns (self->trace, others[k])))
      self->by_start[n] = slices[i++];
    else
      self->by_start[n] = others[k++];

  g_free (slices);
}

static void
take_others (StrataHits *self,
             StrataSearchOthers *others)
{
  self->others = others;
  if (others == NULL)
    return;

  self->n_hits += others->n_rows;
  strata_instant_rows_init (&self->instants, self->trace, others->instants);
}

/**
 * strata_hits_new:
 * @trace: a trace
 * @bits: (transfer full): the slices that a search has found
 * @n_slices: how many they are
 * @others: (transfer full) (nullable): other items that it has found
 * @hues: colours; takes their arrays
 * @cancellable: (nullable): stops it early
 *
 * May run in any thread.
 *
 * Returns: (transfer full) (nullable): the hits, or %NULL if it was cancelled
 */
StrataHits *
strata_hits_new (StrataTrace *trace,
                 guint64 *bits,
                 guint32 n_slices,
                 StrataSearchOthers *others,
                 StrataHues *hues,
                 GCancellable *cancellable)
{
  g_autoptr (StrataHits) self = g_new0 (StrataHits, 1);

  self->trace = g_object_ref (trace);
  self->bits = bits;
  self->n_hits = n_slices;
  self->n_slices = n_slices;
  self->hues = *hues;
  *hues = (StrataHues){ NULL };
  take_others (self, others);
  self->by_start = strata_search_list (bits, strata_trace_get_slices (trace)->n_slices, n_slices);
  if (!strata_slice_sort (trace, self->by_start, n_slices, STRATA_SLICE_COLUMN_START, FALSE, cancellable) ||
      g_cancellable_is_cancelled (cancellable))
    return NULL;

  make_lod (self);
  if (self->n_hits > n_slices)
    merge_others (self);
  make_bins (self);
  return g_steal_pointer (&self);
}

void
strata_hits_free (StrataHits *self)
{
  if (self == NULL)
    return;

  strata_lod_index_free (self->lod);
  g_clear_pointer (&self->table.longest, g_ptr_array_unref);
  if (self->lod != NULL)
    g_free (self->table.order); /* the other columns belong to the trace */
  strata_hues_clear (&self->hues);
  strata_instant_rows_clear (&self->instants);
  strata_search_others_free (self->others);
  g_free (self->places);
  g_free (self->row_begin);
  g_free (self->by_start);
  g_free (self->bits);
  g_object_unref (self->trace);
  g_free (self);
}

static gboolean
is_before (const StrataHits *self,
           guint32 hit,
           gint64 time_ns,
           guint32 row)
{
  const gint64 start_ns = strata_search_row_get_time_ns (self->trace, hit);

  return start_ns < time_ns || (start_ns == time_ns && hit < row);
}

/* Finds the first hit whose (begin, number) is not below (@time_ns, @row). */
static guint32
find_place (const StrataHits *self,
            gint64 time_ns,
            guint32 row)
{
  guint32 begin = 0;
  guint32 end = self->n_hits;

  STRATA_BISECT (begin, end, i, is_before (self, self->by_start[i], time_ns, row));

  return begin;
}

/* Returns the place by time of the first hit that begins at @time_ns or later; the number of hits
 * if none does. */
guint32
strata_hits_find_first (const StrataHits *self,
                        gint64 time_ns)
{
  return find_place (self, time_ns, 0);
}

static gboolean
has_row (const StrataHits *self,
         guint32 row)
{
  guint32 index;
  const StrataSearchKind kind = strata_search_row_get_kind (self->trace, row, &index);

  if (kind == STRATA_SEARCH_SLICES)
    return strata_search_has (self->bits, index);

  if (kind == STRATA_SEARCH_RUNS)
    return self->others != NULL && self->others->runs != NULL && strata_search_has (self->others->runs, index);

  return self->others != NULL && strata_search_has (kind == STRATA_SEARCH_INSTANTS ? self->others->instants : self->others->samples, index);
}

/**
 * strata_hits_find_rank:
 * @self: the hits
 * @row: number of a slice, an instant or a sample, see strata-search-row.h
 *
 * Returns: its place by time, or %STRATA_NONE if it is not a hit
 */
guint32
strata_hits_find_rank (const StrataHits *self,
                       guint32 row)
{
  return has_row (self, row) ? find_place (self, strata_search_row_get_time_ns (self->trace, row), row) : STRATA_NONE;
}

gboolean
strata_hits_has_track (const StrataHits *self,
                       const StrataTrack *track)
{
  return self->row_begin[track->first_row] < self->row_begin[track->first_row + track->n_rows];
}

/* Whether any of its instants is a hit. */
gboolean
strata_hits_has_process (const StrataHits *self,
                         guint32 process)
{
  return self->others != NULL && strata_instant_rows_has (&self->instants, process);
}

/* Whether the counter or any of its samples is a hit. */
gboolean
strata_hits_has_counter (const StrataHits *self,
                         guint32 counter)
{
  return self->others != NULL && strata_search_others_has_counter (self->others, counter);
}
