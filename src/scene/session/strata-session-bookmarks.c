/* strata-session-bookmarks.c - bookmarks and notes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-bookmarks.h"

#include <math.h>

/* Times are on the clock of the file; on the CPU clock only bookmarks on slices have a place. */

static const StrataBookmark *
get_bookmark (StrataSession *self,
              guint index)
{
  guint n_bookmarks;

  return &strata_marks_get_bookmarks (strata_session_get_marks (self), &n_bookmarks)[index];
}

/**
 * strata_session_get_bookmark_time:
 * @self: the session
 * @index: which bookmark
 * @time_ns: (out): its time on the shown axis
 *
 * Returns: whether it has a place there
 */
gboolean
strata_session_get_bookmark_time (StrataSession *self,
                                  guint index,
                                  gint64 *time_ns)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  StrataTrace *trace = strata_session_get_trace (self);
  const StrataBookmark *bookmark = get_bookmark (self, index);

  *time_ns = bookmark->slice != STRATA_NONE ? strata_trace_get_slices (trace)->start_ns[bookmark->slice] : bookmark->time_ns;
  return bookmark->slice != STRATA_NONE || strata_trace_get_base (trace) == trace;
}

/**
 * strata_session_add_bookmark:
 * @self: the session
 * @time_ns: its time, on the clock of the file; ignored with a slice
 * @slice: the slice that it marks, or %STRATA_NONE
 * @note: its text, which may be empty
 *
 * Adds a bookmark, or changes the note of the existing one.
 *
 * Returns: its index
 */
guint
strata_session_add_bookmark (StrataSession *self,
                             gint64 time_ns,
                             guint32 slice,
                             const char *note)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), 0);

  StrataTrace *base = strata_trace_get_base (strata_session_get_trace (self));
  const StrataSpan bounds = strata_trace_get_span (base);
  const gint64 begin_ns = slice != STRATA_NONE ? strata_trace_get_slices (base)->start_ns[slice] : CLAMP (time_ns, bounds.begin_ns, bounds.end_ns);

  return strata_marks_add_bookmark (strata_session_get_marks (self), begin_ns, slice, note);
}

/**
 * strata_session_add_bookmark_here:
 * @self: the session
 *
 * Adds a bookmark without a note: on the selected slice, else where the selected
 * item begins, else in the middle of the view.
 *
 * Returns: its index
 */
guint
strata_session_add_bookmark_here (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), 0);

  const StrataItem item = strata_session_get_selected_item (self);
  const StrataSpan view = strata_view_get_settled_span (strata_session_get_view (self));
  StrataSpan span = { view.begin_ns + strata_span_get_length_ns (view) / 2, 0 };

  if (item.kind == STRATA_ITEM_SLICE)
    return strata_session_add_bookmark (self, 0, item.index, "");

  strata_session_get_item_span (self, item, &span);
  return strata_session_add_bookmark (self, span.begin_ns, STRATA_NONE, "");
}

/**
 * strata_session_go_to_bookmark:
 * @self: the session
 * @index: which bookmark
 *
 * Selects its slice, or brings its time to the middle of the view.
 */
void
strata_session_go_to_bookmark (StrataSession *self,
                               guint index)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  const StrataBookmark *bookmark = get_bookmark (self, index);
  gint64 time_ns;

  if (bookmark->slice != STRATA_NONE)
    {
      strata_session_select_slice (self, bookmark->slice);
      return;
    }

  if (strata_session_get_bookmark_time (self, index, &time_ns))
    strata_view_go_to_time (strata_session_get_view (self), time_ns);
}

/* Where stepping through bookmarks starts: at the selected slice, else in the middle of the view. */
static gint64
get_present_ns (StrataSession *self)
{
  const StrataSpan view = strata_view_get_settled_span (strata_session_get_view (self));
  StrataSpan span;

  if (strata_session_get_item_span (self, strata_session_get_selected_item (self), &span))
    return span.begin_ns;

  return view.begin_ns + strata_span_get_length_ns (view) / 2;
}

/**
 * strata_session_go_to_next_bookmark:
 * @self: the session
 * @direction: below 0 for the previous one, above for the next
 *
 * Goes to the next bookmark from the selected item, or from the middle of the view
 * at the end of its animation.
 *
 * Returns: whether there is one
 */
gboolean
strata_session_go_to_next_bookmark (StrataSession *self,
                                    int direction)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  guint n;
  const gint64 present_ns = get_present_ns (self);

  strata_marks_get_bookmarks (strata_session_get_marks (self), &n);

  for (guint i = 0; i < n; i++)
    {
      const guint index = direction < 0 ? n - 1 - i : i;
      gint64 time_ns;

      if (strata_session_get_bookmark_time (self, index, &time_ns) && (direction < 0 ? time_ns < present_ns : time_ns > present_ns))
        {
          strata_session_go_to_bookmark (self, index);
          return TRUE;
        }
    }

  return FALSE;
}

/**
 * strata_session_find_bookmark_near:
 * @self: the session
 * @x_px: a place in the time area
 * @reach_px: how far away it may be
 *
 * Returns: the index of the nearest bookmark, or %STRATA_NONE
 */
guint
strata_session_find_bookmark_near (StrataSession *self,
                                   double x_px,
                                   double reach_px)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), STRATA_NONE);

  guint found = STRATA_NONE;
  double best_px = reach_px;
  guint n;

  strata_marks_get_bookmarks (strata_session_get_marks (self), &n);
  for (guint i = 0; i < n; i++)
    {
      gint64 time_ns;

      if (!strata_session_get_bookmark_time (self, i, &time_ns))
        continue;

      const double distance_px = fabs (strata_viewport_time_to_x (strata_session_get_viewport (self), time_ns) - x_px);

      if (distance_px <= best_px)
        {
          best_px = distance_px;
          found = i;
        }
    }

  return found;
}
