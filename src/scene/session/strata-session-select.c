/* strata-session-select.c - steps from item to item, and finds their places
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

#include "strata-item-class.h"
#include "strata-named-slice.h"

/* The longest child, or the first of equals: where the time went. */
static guint32
find_longest_child (const StrataSliceTable *table,
                    guint32 slice)
{
  guint32 longest = STRATA_NONE;

  for (guint32 child = slice + 1; child < table->subtree_end[slice]; child = table->subtree_end[child])
    if (longest == STRATA_NONE || strata_slice_table_get_wall_ns (table, child) > strata_slice_table_get_wall_ns (table, longest))
      longest = child;

  return longest;
}

static guint32
find_relative_slice (StrataSession *self,
                     guint32 slice,
                     int direction)
{
  StrataTrace *trace = strata_session_get_trace (self);

  return direction < 0 ? strata_trace_find_parent (trace, slice) : find_longest_child (strata_trace_get_slices (trace), slice);
}

/* If nothing is selected, the first press of a key selects the first slice in view. */
static void
select_first_visible (StrataSession *self)
{
  const StrataSceneIndex *index = strata_session_get_index (self);
  StrataSpan visible = strata_viewport_get_span (strata_session_get_viewport (self));
  StrataLaneWalk walk;
  const StrataLane *lane;

  strata_lane_walk_init (&walk, strata_session_get_lanes (self), 0, G_MAXDOUBLE);
  while ((lane = strata_lane_walk_next (&walk)) != NULL)
    {
      guint32 begin;
      guint32 end;

      if (strata_lane_get_track (lane) == STRATA_NONE || strata_lane_find_thread (lane, index->trace) == STRATA_NONE)
        continue;

      strata_trace_get_row (index->trace, &strata_trace_get_tracks (index->trace, NULL)[lane->index], 0, &begin, &end);

      guint32 place = strata_slice_table_find_first (strata_trace_get_slices (index->trace), begin, end, visible.begin_ns);

      if (place < end)
        {
          strata_session_select_slice (self, strata_trace_get_slices (index->trace)->order[place]);
          return;
        }
    }
}

/**
 * strata_session_select_neighbour:
 * @self: the session
 * @direction: below 0 for the previous one, above for the next
 *
 * Selects the previous or next item in the row of the selected one, and reveals it.
 * If nothing is selected, selects the first slice in view.
 */
void
strata_session_select_neighbour (StrataSession *self,
                                 int direction)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataItem item = strata_session_get_selected_item (self);

  if (item.kind == STRATA_ITEM_NONE)
    {
      select_first_visible (self);
      return;
    }

  const StrataItemClass *class = strata_item_get_class (item);
  const guint32 next = class->find_neighbour != NULL ? class->find_neighbour (self, item, direction) : STRATA_NONE;

  if (next == STRATA_NONE)
    return;

  item.index = next;
  item.n_folded = 1;
  strata_session_select (self, item);
  strata_session_reveal_selection (self);
}

/**
 * strata_session_select_relative:
 * @self: the session
 * @direction: below 0 for the caller, above for the longest call that it makes
 *
 * Selects the parent or a child of the selected slice, and reveals it.
 */
void
strata_session_select_relative (StrataSession *self,
                                int direction)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataItem item = strata_session_get_selected_item (self);

  if (item.kind == STRATA_ITEM_NONE)
    select_first_visible (self);
  if (item.kind != STRATA_ITEM_SLICE)
    return;

  guint32 next = find_relative_slice (self, item.index, direction);

  if (next != STRATA_NONE)
    strata_session_select_slice (self, next);
}

/**
 * strata_session_select_longest:
 * @self: the session
 * @text: name of slices, or a part of one
 * @span: where to look
 *
 * Selects the longest slice of a name, see [func@Strata.named_slice_find], and highlights its name.
 *
 * Returns: %FALSE if there is none in @span
 */
gboolean
strata_session_select_longest (StrataSession *self,
                               const char *text,
                               StrataSpan span)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  StrataTrace *trace = strata_session_get_trace (self);
  const guint32 slice = strata_named_slice_find (trace, text, STRATA_NAMED_SLICES_ALL, STRATA_NONE, span);

  if (slice == STRATA_NONE)
    return FALSE;

  strata_selection_set_highlight (strata_session_get_selection (self), strata_trace_get_slices (trace)->name[slice]);
  strata_session_select_slice (self, slice);
  return TRUE;
}

/**
 * strata_session_find_item_thread:
 * @self: the session
 * @item: an item
 *
 * Returns: the index of the thread that it belongs to, or %STRATA_NONE
 */
guint32
strata_session_find_item_thread (StrataSession *self,
                                 StrataItem item)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), STRATA_NONE);

  const StrataItemClass *class = strata_item_get_class (item);

  return class != NULL && class->find_thread != NULL ? class->find_thread (self, item) : STRATA_NONE;
}

/**
 * strata_session_find_item_lane:
 * @self: the session
 * @item: an item
 *
 * Returns: the index of the lane that shows it, or %STRATA_NONE
 */
guint32
strata_session_find_item_lane (StrataSession *self,
                               StrataItem item)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), STRATA_NONE);

  const StrataItemClass *class = strata_item_get_class (item);

  return class != NULL && class->find_lane != NULL ? class->find_lane (self, item) : item.lane;
}
