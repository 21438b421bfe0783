/* strata-session-bookmarks.c - bookmarks and notes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-bookmarks.h"

#include <math.h>

#include "strata-session-private.h"

/* Sorted by time. Times are of the clock of the file; on the CPU clock only those
 * on slices have a place. */

static void
clear_bookmark (gpointer bookmark)
{
  g_free (((StrataBookmark *) bookmark)->note);
}

/* Owned by the session, see strata_session_finalize(). */
GArray *
strata_bookmarks_new (void)
{
  GArray *bookmarks = g_array_new (FALSE, FALSE, sizeof (StrataBookmark));

  g_array_set_clear_func (bookmarks, clear_bookmark);
  return bookmarks;
}

/**
 * strata_session_get_bookmarks:
 * @self: the session
 * @n_bookmarks: (out): how many
 *
 * Returns: (transfer none) (array length=n_bookmarks): all bookmarks by time, until they change
 */
const StrataBookmark *
strata_session_get_bookmarks (StrataSession *self,
                              guint *n_bookmarks)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  const GArray *bookmarks = strata_session_get_bookmark_array (self);

  *n_bookmarks = bookmarks->len;
  return (const StrataBookmark *) (gpointer) bookmarks->data;
}

/**
 * strata_session_get_bookmark_time:
 * @self: the session
 * @index: which bookmark
 * @time_ns: (out): where it is on the axis that is shown
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
  const StrataBookmark *bookmark = &g_array_index (strata_session_get_bookmark_array (self), StrataBookmark, index);

  *time_ns = bookmark->slice != STRATA_NONE ? strata_trace_get_slices (trace)->start_ns[bookmark->slice] : bookmark->time_ns;
  return bookmark->slice != STRATA_NONE || strata_trace_get_base (trace) == trace;
}

/**
 * strata_session_add_bookmark:
 * @self: the session
 * @time_ns: where, on the clock of the file; not used with a slice
 * @slice: the slice that it is about, or %STRATA_NONE
 * @note: what it says, which may be nothing
 *
 * Adds a bookmark, or changes the note of the one that is there already. Emits
 * ::bookmarks-changed.
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

  GArray *bookmarks = strata_session_get_bookmark_array (self);
  StrataTrace *base = strata_trace_get_base (strata_session_get_trace (self));
  const StrataSpan bounds = strata_trace_get_span (base);
  const gint64 begin_ns = slice != STRATA_NONE ? strata_trace_get_slices (base)->start_ns[slice] : CLAMP (time_ns, bounds.begin_ns, bounds.end_ns);
  guint i = 0;

  while (i < bookmarks->len && g_array_index (bookmarks, StrataBookmark, i).time_ns < begin_ns)
    i++;

  for (guint k = i; k < bookmarks->len && g_array_index (bookmarks, StrataBookmark, k).time_ns == begin_ns; k++)
    if (g_array_index (bookmarks, StrataBookmark, k).slice == slice)
      {
        strata_session_set_bookmark_note (self, k, note);
        return k;
      }

  g_array_insert_val (bookmarks, i, ((StrataBookmark){ begin_ns, slice, g_utf8_make_valid (note, -1) }));
  g_signal_emit_by_name (self, "bookmarks-changed");
  return i;
}

static int
compare_bookmarks (gconstpointer a,
                   gconstpointer b)
{
  const StrataBookmark *left = a;
  const StrataBookmark *right = b;

  if (left->time_ns != right->time_ns)
    return left->time_ns < right->time_ns ? -1 : 1;

  return (left->slice > right->slice) - (left->slice < right->slice);
}

/* Of those at one place the last that was added stays. */
static void
drop_doubles (GArray *bookmarks)
{
  guint n_kept = 0;

  for (guint i = 0; i < bookmarks->len; i++)
    {
      StrataBookmark *bookmark = &g_array_index (bookmarks, StrataBookmark, i);
      StrataBookmark *before = n_kept > 0 ? &g_array_index (bookmarks, StrataBookmark, n_kept - 1) : NULL;
      const gboolean is_double = before != NULL && compare_bookmarks (before, bookmark) == 0;
      StrataBookmark *to = is_double ? before : &g_array_index (bookmarks, StrataBookmark, n_kept++);
      const StrataBookmark kept = *bookmark;

      *bookmark = *to;
      *to = kept;
    }

  g_array_set_size (bookmarks, n_kept);
}

/**
 * strata_session_add_bookmarks:
 * @self: the session
 * @added: (array length=n_added): bookmarks within the trace; those with a slice stand at its begin
 * @n_added: how many
 *
 * Adds many bookmarks at once, in place of those that are at the same places.
 * Emits ::bookmarks-changed once.
 */
void
strata_session_add_bookmarks (StrataSession *self,
                              const StrataBookmark *added,
                              guint n_added)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  GArray *bookmarks = strata_session_get_bookmark_array (self);

  for (guint i = 0; i < n_added; i++)
    {
      const StrataBookmark copy = { added[i].time_ns, added[i].slice, g_utf8_make_valid (added[i].note, -1) };

      g_array_append_val (bookmarks, copy);
    }

  g_array_sort (bookmarks, compare_bookmarks);
  drop_doubles (bookmarks);
  if (n_added > 0)
    g_signal_emit_by_name (self, "bookmarks-changed");
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

  const StrataItem item = strata_session_get_selection (self);
  const StrataSpan view = strata_view_get_settled_span (strata_session_get_view (self));
  StrataSpan span = { view.begin_ns + strata_span_get_length_ns (view) / 2, 0 };

  if (item.kind == STRATA_ITEM_SLICE)
    return strata_session_add_bookmark (self, 0, item.index, "");

  strata_session_get_item_span (self, item, &span);
  return strata_session_add_bookmark (self, span.begin_ns, STRATA_NONE, "");
}

/**
 * strata_session_set_bookmark_note:
 * @self: the session
 * @index: which bookmark
 * @note: what it says
 *
 * Changes a note. Emits ::bookmarks-changed if it was another.
 */
void
strata_session_set_bookmark_note (StrataSession *self,
                                  guint index,
                                  const char *note)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataBookmark *bookmark = &g_array_index (strata_session_get_bookmark_array (self), StrataBookmark, index);

  if (g_str_equal (bookmark->note, note))
    return;

  g_free (bookmark->note);
  bookmark->note = g_utf8_make_valid (note, -1);
  g_signal_emit_by_name (self, "bookmarks-changed");
}

/**
 * strata_session_remove_bookmark:
 * @self: the session
 * @index: which bookmark
 *
 * Removes a bookmark. Emits ::bookmarks-changed.
 */
void
strata_session_remove_bookmark (StrataSession *self,
                                guint index)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  g_array_remove_index (strata_session_get_bookmark_array (self), index);
  g_signal_emit_by_name (self, "bookmarks-changed");
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

  const StrataBookmark *bookmark = &g_array_index (strata_session_get_bookmark_array (self), StrataBookmark, index);
  gint64 time_ns;

  if (bookmark->slice != STRATA_NONE)
    {
      strata_session_select_slice (self, bookmark->slice);
      return;
    }

  if (strata_session_get_bookmark_time (self, index, &time_ns))
    strata_view_go_to_time (strata_session_get_view (self), time_ns);
}

/* Where a walk among bookmarks stands: at the selected slice, else in the middle of the view. */
static gint64
get_present_ns (StrataSession *self)
{
  const StrataSpan view = strata_view_get_settled_span (strata_session_get_view (self));
  StrataSpan span;

  if (strata_session_get_item_span (self, strata_session_get_selection (self), &span))
    return span.begin_ns;

  return view.begin_ns + strata_span_get_length_ns (view) / 2;
}

/**
 * strata_session_go_to_next_bookmark:
 * @self: the session
 * @direction: below 0 for the one before, above for the one after
 *
 * Goes to the next bookmark from the selected item, or from the middle of the view,
 * once that has come to rest.
 *
 * Returns: whether there is one
 */
gboolean
strata_session_go_to_next_bookmark (StrataSession *self,
                                    int direction)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const guint n = strata_session_get_bookmark_array (self)->len;
  const gint64 present_ns = get_present_ns (self);

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

  for (guint i = 0; i < strata_session_get_bookmark_array (self)->len; i++)
    {
      gint64 time_ns;

      if (!strata_session_get_bookmark_time (self, i, &time_ns))
        continue;

      const double distance_px = fabs (strata_viewport_time_to_x (strata_view_get_viewport (strata_session_get_view (self)), time_ns) - x_px);

      if (distance_px <= best_px)
        {
          best_px = distance_px;
          found = i;
        }
    }

  return found;
}
