/* strata-hits.c - the slices that a search has found, ready to be drawn and walked
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-hits.h"

#include "strata-search.h"
#include "strata-slice-query.h"

/* Drawn, hits are a trace of fewer slices: the same columns, another order, and
 * a fold of its own. So a hit is never lost to a longer slice that is none, and a frame
 * costs what the hits alone would. Bits by place spare a frame the way from
 * each place to its slice, which is a cache miss. */

/* The number of rows of all tracks. */
guint32
strata_hits_count_rows (StrataTrace *trace)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  guint32 n_rows = 0;

  for (guint i = 0; i < n_tracks; i++)
    n_rows = MAX (n_rows, tracks[i].first_row + tracks[i].n_rows);

  return n_rows;
}

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

  self->n_rows = strata_hits_count_rows (self->trace);
  self->places = g_new0 (guint64, strata_trace_get_slices (self->trace)->n_slices / 64 + 1);
  self->row_begin = g_new0 (guint32, self->n_rows + 1);
  self->table.order = g_new (guint32, MAX (self->n_hits, 1));
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
make_fold (StrataHits *self)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);

  self->table = *slices;
  self->table.n_slices = self->n_hits;
  self->table.longest = NULL;
  make_rows (self);
  strata_slice_table_index (&self->table);
  self->fold = strata_fold_new (&self->table, self->row_begin, self->n_rows, &self->hues);
}

static void
make_bins (StrataHits *self)
{
  const StrataSpan span = strata_trace_get_span (self->trace);
  const double bins_per_ns = STRATA_HIT_BINS / MAX ((double) strata_span_get_length_ns (span), 1.0);

  for (guint32 i = 0; i < self->n_hits; i++)
    {
      const double bin = (double) ((guint64) self->table.start_ns[self->by_start[i]] - (guint64) span.begin_ns) * bins_per_ns;

      self->bins[(int) CLAMP (bin, 0.0, STRATA_HIT_BINS - 1)] = TRUE;
    }
}

/**
 * strata_hits_new:
 * @trace: a trace
 * @bits: (transfer full): what a search of it has found
 * @n_hits: how many that are
 * @hues: colours, whose arrays it takes
 * @cancellable: (nullable): what ends it early
 *
 * May run in any thread.
 *
 * Returns: (transfer full) (nullable): the hits, or %NULL when it was cancelled
 */
StrataHits *
strata_hits_new (StrataTrace *trace,
                 guint64 *bits,
                 guint32 n_hits,
                 StrataHues *hues,
                 GCancellable *cancellable)
{
  g_autoptr (StrataHits) self = g_new0 (StrataHits, 1);

  self->trace = g_object_ref (trace);
  self->bits = bits;
  self->n_hits = n_hits;
  self->hues = *hues;
  *hues = (StrataHues){ NULL };
  self->by_start = strata_search_list (bits, strata_trace_get_slices (trace)->n_slices, n_hits);
  if (!strata_slice_sort (trace, self->by_start, n_hits, STRATA_SLICE_COLUMN_START, FALSE, cancellable) ||
      g_cancellable_is_cancelled (cancellable))
    return NULL;

  make_fold (self);
  make_bins (self);
  return g_steal_pointer (&self);
}

/**
 * strata_hits_free:
 * @self: (nullable): the hits
 */
void
strata_hits_free (StrataHits *self)
{
  if (self == NULL)
    return;

  strata_fold_free (self->fold);
  g_clear_pointer (&self->table.longest, g_ptr_array_unref);
  if (self->fold != NULL)
    g_free (self->table.order); /* the other columns belong to the trace */
  strata_hues_clear (&self->hues);
  g_free (self->places);
  g_free (self->row_begin);
  g_free (self->by_start);
  g_free (self->bits);
  g_object_unref (self->trace);
  g_free (self);
}

/* The first of which (begin, number) is not below that of @slice at @time_ns. */
static guint32
find_place (const StrataHits *self,
            gint64 time_ns,
            guint32 slice)
{
  guint32 begin = 0;
  guint32 end = self->n_hits;

  while (begin < end)
    {
      const guint32 middle = begin + (end - begin) / 2;
      const gint64 start_ns = self->table.start_ns[self->by_start[middle]];

      if (start_ns > time_ns || (start_ns == time_ns && self->by_start[middle] >= slice))
        end = middle;
      else
        begin = middle + 1;
    }

  return begin;
}

/**
 * strata_hits_find_first:
 * @self: the hits
 * @time_ns: a time
 *
 * Returns: the place by time of the first hit that begins then or later; their number if none does
 */
guint32
strata_hits_find_first (const StrataHits *self,
                        gint64 time_ns)
{
  return find_place (self, time_ns, 0);
}

/**
 * strata_hits_find_rank:
 * @self: the hits
 * @slice: a slice
 *
 * Returns: its place by time, or %STRATA_NONE if it is no hit
 */
guint32
strata_hits_find_rank (const StrataHits *self,
                       guint32 slice)
{
  return strata_search_has (self->bits, slice) ? find_place (self, self->table.start_ns[slice], slice) : STRATA_NONE;
}

/**
 * strata_hits_has_track:
 * @self: the hits
 * @track: a track of their trace
 *
 * Returns: whether any of its slices is a hit
 */
gboolean
strata_hits_has_track (const StrataHits *self,
                       const StrataTrack *track)
{
  return self->row_begin[track->first_row] < self->row_begin[track->first_row + track->n_rows];
}
