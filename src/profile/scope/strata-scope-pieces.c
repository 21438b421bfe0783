/* strata-scope-pieces.c - divides the calls of a scope among workers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scope.h"

/* The calls of a track in a scope are adjacent, since they are sorted by begin: from the outermost
 * call that the span's begin cuts to the last one that begins before its end. They may be divided
 * anywhere after the first that begins inside; the worker before counts the calls around the cut. */
#define MOST_PARTS 8
#define FEWEST_SLICES_IN_PART 100000

/* Outermost slices that ended before the span are skipped with all slices inside. */
static guint32
find_first_inside (StrataTrace *trace,
                   const StrataTrack *track,
                   gint64 time_ns)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint32 begin;
  guint32 end;

  strata_trace_get_row (trace, track, 0, &begin, &end);

  guint32 place = strata_slice_table_find_first (slices, begin, end, time_ns);

  /* slices without duration at the very begin end there, but are inside */
  while (place > begin && slices->start_ns[slices->order[place - 1]] >= time_ns)
    place--;

  return place < end ? slices->order[place] : track->first_slice + track->n_slices;
}

static StrataScopePiece
get_piece (const StrataScope *self,
           StrataTrace *trace,
           guint32 index)
{
  const StrataTrack *track = strata_trace_get_tracks (trace, NULL) + index;
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  StrataSpan all = strata_trace_get_span (trace);
  StrataScopePiece piece = { index, track->first_slice, track->first_slice + track->n_slices };

  /* in a scope of the whole trace, slices without duration at the very end count, too */
  if (self->span.end_ns < all.end_ns || self->span.begin_ns > all.begin_ns)
    {
      piece.end = strata_slice_table_find_start (slices, piece.begin, piece.end, self->span.end_ns);
      if (self->span.begin_ns >= self->span.end_ns)
        piece.end = piece.begin;
      piece.begin = MIN (find_first_inside (trace, track, self->span.begin_ns), piece.end);
    }

  if (self->end_slice != 0)
    {
      piece.begin = MAX (piece.begin, self->first_slice);
      piece.end = MAX (MIN (piece.end, self->end_slice), piece.begin);
    }

  return piece;
}

/**
 * strata_scope_list_pieces:
 * @self: a scope
 * @trace: its trace
 *
 * Finds the calls in scope. Some of those that begin before the span also end before it.
 *
 * Returns: (transfer full) (element-type StrataScopePiece): one for each track with calls in scope
 */
GArray *
strata_scope_list_pieces (const StrataScope *self,
                          StrataTrace *trace)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (StrataScopePiece));
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  for (guint32 i = 0; i < n_tracks; i++)
    {
      if (tracks[i].n_slices == 0 || !strata_scope_has_track (self, &tracks[i]))
        continue;

      StrataScopePiece piece = get_piece (self, trace, i);

      if (piece.begin < piece.end)
        g_array_append_val (pieces, piece);
    }

  return pieces;
}

static guint64
count_slices (GArray *pieces)
{
  guint64 n = 0;

  for (guint i = 0; i < pieces->len; i++)
    {
      const StrataScopePiece *piece = &g_array_index (pieces, StrataScopePiece, i);

      n += piece->end - piece->begin;
    }

  return n;
}

/* Where to cut a piece so that at least @n slices are before the cut and the calls around it are in
 * scope: all of them extend across the start of the span. */
static guint32
find_cut (const StrataScope *self,
          const StrataSliceTable *slices,
          const StrataScopePiece *piece,
          guint64 n)
{
  guint32 first = strata_slice_table_find_start (slices, piece->begin, piece->end, self->span.begin_ns + 1);
  guint64 wanted = (guint64) piece->begin + n;

  return (guint32) MIN (MAX (wanted, (guint64) first), (guint64) piece->end);
}

/**
 * strata_scope_split:
 * @self: a scope
 * @trace: its trace
 * @n_parts: how many parts to make, above 0
 *
 * Divides the calls of a scope evenly. Calls around the start of a piece are in scope and belong to an earlier part.
 *
 * Returns: (transfer full) (element-type GArray): the pieces of each part, in the order of the calls
 */
GPtrArray *
strata_scope_split (const StrataScope *self,
                    StrataTrace *trace,
                    guint n_parts)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  GPtrArray *parts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GArray) pieces = strata_scope_list_pieces (self, trace);
  guint64 n_all = count_slices (pieces);
  guint64 n_done = 0;

  for (guint i = 0; i < n_parts; i++)
    g_ptr_array_add (parts, g_array_new (FALSE, FALSE, sizeof (StrataScopePiece)));

  for (guint i = 0, part = 0; i < pieces->len; i++)
    {
      StrataScopePiece rest = g_array_index (pieces, StrataScopePiece, i);

      while (rest.begin < rest.end)
        {
          guint64 part_end = n_all * (part + 1) / n_parts;
          StrataScopePiece piece = rest;

          if (part + 1 < n_parts && part_end <= n_done)
            {
              part++;
              continue;
            }
          if (part + 1 < n_parts)
            piece.end = find_cut (self, slices, &rest, part_end - n_done);

          g_array_append_val ((GArray *) g_ptr_array_index (parts, part), piece);
          n_done += piece.end - piece.begin;
          rest.begin = piece.end;
        }
    }

  return parts;
}

/**
 * strata_scope_count_slices:
 * @self: a scope
 * @trace: its trace
 *
 * Returns: how many calls a walk over the scope visits
 */
guint64
strata_scope_count_slices (const StrataScope *self,
                           StrataTrace *trace)
{
  g_autoptr (GArray) pieces = strata_scope_list_pieces (self, trace);

  return count_slices (pieces);
}

/**
 * strata_scope_count_parts:
 * @self: a scope
 * @trace: its trace
 *
 * Returns: the best number of workers for its calls
 */
guint
strata_scope_count_parts (const StrataScope *self,
                          StrataTrace *trace)
{
  guint n_most = (guint) (strata_scope_count_slices (self, trace) / FEWEST_SLICES_IN_PART);

  return CLAMP (MIN (n_most, g_get_num_processors ()), 1, MOST_PARTS);
}
