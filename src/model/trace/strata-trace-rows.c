/* strata-trace-rows.c - slices in drawing order
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-trace-private.h"

/* Sums and lists do not need rows, so they are made on first use. */

/* Sorts the slices of a track into rows of one depth each. */
static void
make_track_rows (StrataTrace *trace,
                 const StrataTrack *track)
{
  StrataSliceTable *table = &trace->slices;
  guint32 *rows = trace->row_begin + track->first_row;
  guint32 end = track->first_slice + track->n_slices;

  /* Counts first, shifted by one so that the running sums are the begins. */
  memset (rows + 1, 0, track->n_rows * sizeof *rows);
  for (guint32 i = track->first_slice; i < end; i++)
    rows[strata_slice_table_get_depth (table, i) + 1]++;

  rows[0] = track->first_slice;
  for (guint32 row = 1; row <= track->n_rows; row++)
    rows[row] += rows[row - 1];

  g_autofree guint32 *next = g_memdup2 (rows, track->n_rows * sizeof *rows);

  for (guint32 i = track->first_slice; i < end; i++)
    table->order[next[strata_slice_table_get_depth (table, i)]++] = i;
}

static void
make_rows (StrataTrace *self)
{
  const StrataTrack *last = self->tracks->len > 0 ? &g_array_index (self->tracks, StrataTrack, self->tracks->len - 1) : NULL;

  self->slices.order = g_new (guint32, MAX (self->slices.n_slices, 1));
  self->row_begin = g_new0 (guint32, last != NULL ? last->first_row + last->n_rows + 1 : 1);

  for (guint i = 0; i < self->tracks->len; i++)
    make_track_rows (self, &g_array_index (self->tracks, StrataTrack, i));

  strata_slice_table_index (&self->slices);
}

void
strata_trace_ensure_rows (StrataTrace *self)
{
  if (g_once_init_enter (&self->has_rows))
    {
      make_rows (self);
      g_once_init_leave (&self->has_rows, 1);
    }
}

/**
 * strata_trace_count_rows:
 * @self: the trace
 *
 * Returns: how many rows all tracks have together
 */
guint32
strata_trace_count_rows (StrataTrace *self)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self, &n_tracks);
  guint32 n_rows = 0;

  for (guint i = 0; i < n_tracks; i++)
    n_rows = MAX (n_rows, tracks[i].first_row + tracks[i].n_rows);

  return n_rows;
}

/**
 * strata_trace_has_calls:
 * @self: the trace
 *
 * Returns: whether any thread has calls, which profiles need; asynchronous slices and those of the kernel do not count
 */
gboolean
strata_trace_has_calls (StrataTrace *self)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_THREAD && tracks[i].n_slices > 0)
      return TRUE;

  return FALSE;
}

/**
 * strata_trace_get_row:
 * @self: the trace
 * @track: one of its tracks
 * @depth: a depth below @track's number of rows
 * @begin: (out): first place of the row in the slice table's order
 * @end: (out): one past its last place
 *
 * Finds the slices of one depth of a track. The first call makes the slice table's order.
 */
void
strata_trace_get_row (StrataTrace *self,
                      const StrataTrack *track,
                      guint32 depth,
                      guint32 *begin,
                      guint32 *end)
{
  g_assert (depth < track->n_rows);

  strata_trace_ensure_rows (self);
  *begin = self->row_begin[track->first_row + depth];
  *end = self->row_begin[track->first_row + depth + 1];
}
