/* strata-highlight.c - the calls of one name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-private.h"

void
strata_highlight_clear (StrataHighlight *self)
{
  self->name = STRATA_NONE;
  self->n_slices = 0;
  g_clear_pointer (&self->slices, g_free);
  g_clear_pointer (&self->row_begin, g_free);
  g_clear_pointer (&self->row_slices, g_free);
}

static void
collect (StrataHighlight *self,
         const StrataSliceTable *table)
{
  StrataColumn found = STRATA_COLUMN_INIT;

  for (guint32 slice = 0; slice < table->n_slices; slice++)
    if (table->name[slice] == self->name)
      strata_column_push_u32 (&found, slice);

  self->n_slices = (guint) found.n;
  self->slices = strata_column_steal (&found, sizeof (guint32));
}

/* The row of each slice, in the numbers of the trace. Slices and tracks both ascend. */
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

/* Finds the calls of @name and sorts them into rows by counting, which keeps
 * their order: in one row, pre-order is the order of starts. */
void
strata_highlight_set (StrataHighlight *self,
                      StrataTrace *trace,
                      guint32 name)
{
  guint32 n_rows;

  strata_highlight_clear (self);
  if (name == STRATA_NONE)
    return;

  self->name = name;
  collect (self, strata_trace_get_slices (trace));

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
 * strata_session_get_highlight:
 * @self: the session
 *
 * Returns: the string id of the underlined name, or %STRATA_NONE
 */
guint32
strata_session_get_highlight (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), STRATA_NONE);

  return strata_session_get_highlight_rows (self)->name;
}

/**
 * strata_session_get_highlighted_slices:
 * @self: the session
 * @n_slices: (out): how many
 *
 * Returns: (nullable) (transfer none) (array length=n_slices): the underlined slices, ascending
 */
const guint32 *
strata_session_get_highlighted_slices (StrataSession *self,
                                       guint *n_slices)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  *n_slices = strata_session_get_highlight_rows (self)->n_slices;
  return strata_session_get_highlight_rows (self)->slices;
}
