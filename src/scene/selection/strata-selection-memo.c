/* strata-selection-memo.c - remembers the view and the selection while its files are loaded again
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-selection-memo.h"

/* Indices mean nothing in another trace, and times may have moved. A slice is recognised by its
 * name, its thread and its length; if several match, the nearest is taken. */
struct _StrataSelectionMemo
{
  StrataSpan shown;
  char *name; /* owned; NULL if no slice was selected */
  gint64 tid; /* -1 for a slice without a thread */
  gint64 start_ns;
  gint64 length_ns;
};

static gint64
get_tid (StrataTrace *trace,
         guint32 slice)
{
  const guint32 thread = strata_trace_get_tracks (trace, NULL)[strata_trace_find_track (trace, slice)].thread;

  return thread != STRATA_NONE ? strata_trace_get_threads (trace, NULL)[thread].tid : -1;
}

static gint64
get_length_ns (const StrataSliceTable *slices,
               guint32 slice)
{
  return strata_slice_table_get_end_ns (slices, slice) - slices->start_ns[slice];
}

/**
 * strata_selection_memo_new:
 * @selection: a selection
 *
 * Returns: (transfer full): the selected slice and the visible time
 */
StrataSelectionMemo *
strata_selection_memo_new (StrataSelection *selection)
{
  StrataSelectionMemo *self = g_new0 (StrataSelectionMemo, 1);
  StrataView *view = strata_selection_get_view (selection);
  StrataTrace *trace = strata_view_get_trace (view);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataItem item = strata_selection_get_item (selection);

  self->shown = strata_view_get_settled_span (view);
  if (item.kind != STRATA_ITEM_SLICE)
    return self;

  self->name = g_strdup (strata_trace_get_string (trace, slices->name[item.index]));
  self->tid = get_tid (trace, item.index);
  self->start_ns = slices->start_ns[item.index];
  self->length_ns = get_length_ns (slices, item.index);

  return self;
}

void
strata_selection_memo_free (StrataSelectionMemo *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self);
}

StrataSpan
strata_selection_memo_get_shown (const StrataSelectionMemo *self)
{
  return self->shown;
}

/**
 * strata_selection_memo_find_slice:
 * @self: the memo
 * @trace: the same files, loaded with other options
 *
 * Reads all slices; any thread may call this.
 *
 * Returns: the slice that was selected; %STRATA_NONE if none was or if it is gone
 */
guint32
strata_selection_memo_find_slice (const StrataSelectionMemo *self,
                                  StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 name = self->name != NULL ? strata_string_pool_lookup (strata_trace_get_strings (trace), self->name) : STRATA_NONE;
  guint32 found = STRATA_NONE;

  for (guint32 i = 0; name != STRATA_NONE && i < slices->n_slices; i++)
    {
      if (slices->name[i] != name || get_length_ns (slices, i) != self->length_ns)
        continue;

      const gint64 distance_ns = ABS (slices->start_ns[i] - self->start_ns);

      if ((found == STRATA_NONE || distance_ns < ABS (slices->start_ns[found] - self->start_ns)) && get_tid (trace, i) == self->tid)
        found = i;
    }

  return found;
}
