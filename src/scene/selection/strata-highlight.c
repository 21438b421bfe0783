/* strata-highlight.c - the calls of one name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-highlight.h"

#include "strata-column.h"

/* How many slices are read between two checks of the cancellable. */
#define CHUNK_SLICES 1000000

static void
collect (StrataHighlight *self,
         const StrataSliceTable *table,
         GCancellable *cancellable)
{
  StrataColumn found = STRATA_COLUMN_INIT;

  for (guint32 begin = 0; begin < table->n_slices && !g_cancellable_is_cancelled (cancellable); begin += MIN (table->n_slices - begin, CHUNK_SLICES))
    for (guint32 slice = begin; slice < begin + MIN (table->n_slices - begin, CHUNK_SLICES); slice++)
      if (table->name[slice] == self->name)
        strata_column_push_u32 (&found, slice);

  self->n_slices = (guint) found.n;
  self->slices = strata_column_steal (&found, sizeof (guint32));
}

/* Finds the row of each slice, numbered as in the trace. Slices and tracks both ascend. */
static guint32 *
find_rows (const StrataHighlight *self,
           StrataTrace *trace,
           guint32 *n_rows)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  guint32 *rows = g_new (guint32, self->n_slices);
  guint track = 0;

  *n_rows = 0;
  for (guint i = 0; i < n_tracks; i++)
    *n_rows = MAX (*n_rows, tracks[i].first_row + tracks[i].n_rows);

  for (guint i = 0; i < self->n_slices; i++)
    {
      while (track + 1 < n_tracks && tracks[track + 1].first_slice <= self->slices[i])
        track++;

      rows[i] = tracks[track].first_row + strata_slice_table_get_depth (table, self->slices[i]);
    }

  return rows;
}

/* Sorts the slices into rows by counting, which keeps their order: in one row,
 * pre-order is the order of starts. */
static void
sort_into_rows (StrataHighlight *self,
                StrataTrace *trace)
{
  guint32 n_rows;
  g_autofree guint32 *rows = find_rows (self, trace, &n_rows);

  self->row_begin = g_new0 (guint32, n_rows + 1);
  self->row_slices = g_new (guint32, self->n_slices);
  for (guint i = 0; i < self->n_slices; i++)
    self->row_begin[rows[i] + 1]++;
  for (guint32 row = 0; row < n_rows; row++)
    self->row_begin[row + 1] += self->row_begin[row];

  g_autofree guint32 *next = g_memdup2 (self->row_begin, (n_rows + 1) * sizeof (guint32));

  for (guint i = 0; i < self->n_slices; i++)
    self->row_slices[next[rows[i]]++] = self->slices[i];
}

/**
 * strata_highlight_new:
 * @trace: a trace
 * @name: string id of a slice's name
 * @cancellable: (nullable): if cancelled, some calls are missing
 *
 * Finds the calls of @name in all slices. Any thread may call this.
 *
 * Returns: (transfer full): the calls
 */
StrataHighlight *
strata_highlight_new (StrataTrace *trace,
                      guint32 name,
                      GCancellable *cancellable)
{
  StrataHighlight *self = g_new0 (StrataHighlight, 1);

  self->name = name;
  collect (self, strata_trace_get_slices (trace), cancellable);
  sort_into_rows (self, trace);
  return self;
}

void
strata_highlight_free (StrataHighlight *self)
{
  if (self == NULL)
    return;

  g_free (self->slices);
  g_free (self->row_begin);
  g_free (self->row_slices);
  g_free (self);
}
