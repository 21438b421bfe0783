/* strata-selection-memo.c - what is looked at, for when its files are loaded again
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-selection-memo.h"

/* Indices mean nothing in another trace, and times may have moved. A slice is known
 * again by its name, its thread and its length; of several, the nearest is it. */
struct _StrataSelectionMemo
{
  StrataSpan shown;
  char *name; /* owned; NULL if no slice was selected */
  gint64 tid; /* or -1 for a slice of no thread */
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
 * @session: a session
 *
 * Returns: (transfer full): what it shows and has selected
 */
StrataSelectionMemo *
strata_selection_memo_new (StrataSession *session)
{
  StrataSelectionMemo *self = g_new0 (StrataSelectionMemo, 1);
  StrataTrace *trace = strata_session_get_trace (session);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataItem item = strata_session_get_selection (session);

  self->shown = strata_viewport_get_span (strata_view_get_viewport (strata_session_get_view (session)));
  if (item.kind != STRATA_ITEM_SLICE)
    return self;

  self->name = g_strdup (strata_trace_get_string (trace, slices->name[item.index]));
  self->tid = get_tid (trace, item.index);
  self->start_ns = slices->start_ns[item.index];
  self->length_ns = get_length_ns (slices, item.index);

  return self;
}

/**
 * strata_selection_memo_free:
 * @self: (nullable): the memo
 */
void
strata_selection_memo_free (StrataSelectionMemo *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self);
}

static guint32
find_slice (const StrataSelectionMemo *self,
            StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint32 found = STRATA_NONE;

  for (guint32 i = 0; i < slices->n_slices; i++)
    {
      const gint64 distance_ns = ABS (slices->start_ns[i] - self->start_ns);

      if (get_length_ns (slices, i) == self->length_ns &&
          (found == STRATA_NONE || distance_ns < ABS (slices->start_ns[found] - self->start_ns)) &&
          g_str_equal (strata_trace_get_string (trace, slices->name[i]), self->name) && get_tid (trace, i) == self->tid)
        found = i;
    }

  return found;
}

/**
 * strata_selection_memo_restore:
 * @self: what was shown and selected
 * @session: a session of the same files, loaded in another way
 *
 * Shows the same time, and selects the same slice if it is still there.
 */
void
strata_selection_memo_restore (const StrataSelectionMemo *self,
                               StrataSession *session)
{
  const guint32 slice = self->name != NULL ? find_slice (self, strata_session_get_trace (session)) : STRATA_NONE;

  strata_view_show_span (strata_session_get_view (session), self->shown, 0);
  if (slice != STRATA_NONE)
    strata_session_select_slice (session, slice);
}
