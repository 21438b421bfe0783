/* strata-timeline-link.c - links two timelines: pointer and scroll position
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-timeline-link.h"

#include "strata-timeline-actions.h"

/* One direction of the link. Lives as long as the canvas that it follows. */
typedef struct
{
  StrataCanvas *from;      /* borrowed: owns the link */
  StrataCanvas *to;        /* weak */
  StrataSessionPair *pair; /* weak */
  StrataDiffSide side;     /* of from */
  guint tick_id;           /* after this tick the lanes of from have their new places */
} Link;

#define CURSOR_PX 2

static void
link_free (gpointer data,
           GClosure *closure)
{
  Link *link = data;

  g_clear_weak_pointer (&link->to);
  g_clear_weak_pointer (&link->pair);
  g_free (link);
}

static StrataView *
get_view (const Link *link,
          StrataDiffSide side)
{
  return strata_session_get_view (strata_session_pair_get (link->pair, side));
}

/* Works for unlocked timelines, too: the line is at the time under the pointer. */
static void
on_pointer_moved (StrataCanvas *from,
                  const Link *link)
{
  double x_px;
  double y_px;

  if (link->to == NULL || link->pair == NULL)
    return;

  if (!strata_canvas_get_pointer (from, &x_px, &y_px) || x_px < strata_canvas_get_header_px (from))
    {
      strata_canvas_set_band (link->to, 0, 0);
      return;
    }

  const StrataViewport *view = strata_view_get_viewport (get_view (link, link->side));
  const StrataViewport *other_view = strata_view_get_viewport (get_view (link, strata_diff_side_get_other (link->side)));
  const gint64 time_ns = strata_session_pair_map (link->pair, link->side, strata_viewport_x_to_time (view, x_px - strata_canvas_get_header_px (from)));
  const double other_px = strata_viewport_time_to_x (other_view, time_ns) + strata_canvas_get_header_px (link->to);

  strata_canvas_set_band (link->to, other_px, other_px + CURSOR_PX);
}

/* The counterpart of @lane on the other side if it is laid out and scrolls, else NULL. */
static const StrataLane *
find_other_lane (const Link *link,
                 const StrataLane *lane)
{
  const StrataLane *lanes = strata_lanes_get (strata_view_get_lanes (get_view (link, link->side)), NULL);
  const guint32 other = strata_session_pair_find_lane (link->pair, link->side, (guint32) (lane - lanes));
  const StrataLane *found = other != STRATA_NONE ? &strata_lanes_get (strata_view_get_lanes (get_view (link, strata_diff_side_get_other (link->side))), NULL)[other] : NULL;

  return found != NULL && found->is_visible && !found->is_pinned ? found : NULL;
}

/* Returns where the top edge of the other timeline has to be, so that its lane is placed relative
 * to it like @lane to the edge @top_px: as far below it, or with the same share above it. */
static double
get_other_top (const StrataLane *lane,
               const StrataLane *other,
               double top_px)
{
  if (lane->y_px >= top_px)
    return other->y_px - (lane->y_px - top_px);

  return other->y_px + (top_px - lane->y_px) / lane->height_px * other->height_px;
}

/* Lanes have other heights in the other timeline, and some do not exist there, so the topmost lane
 * that both have determines the position. If a selection is revealed in both, the side where the
 * user selected it leads. */
static void
on_scrolled (StrataCanvas *from,
             gboolean is_revealing,
             const Link *link)
{
  StrataSceneRegion frame;
  StrataSceneRegion other_frame;
  StrataLaneWalk walk;

  if (link->to == NULL || link->pair == NULL || !strata_session_pair_get_locked (link->pair) || (is_revealing && strata_session_pair_get_leader (link->pair) != link->side))
    return;

  strata_canvas_get_frame (from, &frame);
  strata_canvas_get_frame (link->to, &other_frame);
  const double top_px = frame.scroll_px + frame.pinned_px;

  strata_lane_walk_init (&walk, strata_view_get_lanes (get_view (link, link->side)), top_px, frame.scroll_px + frame.height_px);
  for (const StrataLane *lane = strata_lane_walk_next (&walk); lane != NULL; lane = strata_lane_walk_next (&walk))
    {
      const StrataLane *other = !lane->is_pinned ? find_other_lane (link, lane) : NULL;

      if (other != NULL)
        {
          strata_canvas_scroll_to (link->to, get_other_top (lane, other, top_px) - other_frame.pinned_px);
          return;
        }
    }
}

/* The timeline that the user works in leads: groups open and close in both. */
static gboolean
on_tick_arranged (GtkWidget *from,
                  GdkFrameClock *clock,
                  gpointer user_data)
{
  Link *link = user_data;
  double x_px;
  double y_px;

  link->tick_id = 0;
  if (gtk_widget_has_focus (from) || strata_canvas_get_pointer (link->from, &x_px, &y_px))
    on_scrolled (link->from, FALSE, link);

  return G_SOURCE_REMOVE;
}

static void
on_lanes_changed (StrataView *view,
                  StrataLanesChange change,
                  Link *link)
{
  if (link->tick_id == 0)
    link->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (link->from), on_tick_arranged, link, NULL);
}

/* The view may outlive the canvas. */
static void
follow_lanes (Link *link)
{
  GClosure *closure = g_cclosure_new (G_CALLBACK (on_lanes_changed), link, NULL);

  g_object_watch_closure (G_OBJECT (link->from), closure);
  g_signal_connect_closure (get_view (link, link->side), "lanes-changed", closure, FALSE);
}

static void
link_one_way (StrataTimeline *from,
              StrataTimeline *to,
              StrataSessionPair *pair,
              StrataDiffSide side)
{
  Link *made = g_new0 (Link, 1);

  made->from = strata_timeline_get_canvas (GTK_WIDGET (from));
  made->side = side;
  g_set_weak_pointer (&made->to, strata_timeline_get_canvas (GTK_WIDGET (to)));
  g_set_weak_pointer (&made->pair, pair);
  g_signal_connect_data (made->from, "pointer-moved", G_CALLBACK (on_pointer_moved), made, link_free, 0);
  g_signal_connect (made->from, "scrolled", G_CALLBACK (on_scrolled), made);
  follow_lanes (made);
}

/**
 * strata_timeline_link:
 * @a: the timeline of A
 * @b: the timeline of B
 * @pair: their sessions
 *
 * Shows in each timeline the time under the pointer of the other, and begins their axes at the same place. While
 * they are locked, scrolls each to the lanes that the user scrolls the other to.
 */
void
strata_timeline_link (StrataTimeline *a,
                      StrataTimeline *b,
                      StrataSessionPair *pair)
{
  link_one_way (a, b, pair, STRATA_DIFF_A);
  link_one_way (b, a, pair, STRATA_DIFF_B);
  g_object_bind_property (a, "names-width", b, "names-width", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
}
