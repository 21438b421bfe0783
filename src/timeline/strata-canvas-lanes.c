/* strata-canvas-lanes.c - scrolling the lanes and finding what is among them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-canvas.h"

#include "strata-canvas-private.h"

/* What is revealed keeps this far from the edges. */
#define REVEAL_MARGIN_PX 24

static const StrataLane *
get_lane (StrataCanvas *self,
          guint32 lane)
{
  guint n_lanes;

  if (self->session == NULL)
    return NULL;

  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (self->session), &n_lanes);

  return lane < n_lanes ? &lanes[lane] : NULL;
}

/* The lane itself, or the header of its group where that is closed. */
static const StrataLane *
get_shown_lane (StrataCanvas *self,
                guint32 lane)
{
  const StrataLane *found = get_lane (self, lane);

  return found == NULL || found->is_visible ? found : get_lane (self, found->group);
}

/* Tells the adjustment how high lanes and canvas are; it keeps its value inside. */
void
strata_canvas_configure_scroll (StrataCanvas *self)
{
  int page_px = gtk_widget_get_height (GTK_WIDGET (self));
  int lanes_px = self->session != NULL ? strata_lanes_get_height_px (strata_session_get_lanes (self->session)) : 0;
  double value_px = CLAMP (gtk_adjustment_get_value (self->vadjustment), 0, MAX (lanes_px - page_px, 0));

  gtk_adjustment_configure (self->vadjustment, value_px, 0, MAX (lanes_px, page_px), 40, page_px * 0.9, page_px);
}

/* Remembers the lane under the pointer, or else the topmost, and where it is. */
void
strata_canvas_update_anchor (StrataCanvas *self)
{
  double scroll_px = gtk_adjustment_get_value (self->vadjustment);
  double y_px = self->is_pointer_inside ? self->pointer_y_px : 0;

  self->anchor_lane = self->session != NULL ? strata_lanes_find_at (strata_session_get_lanes (self->session), scroll_px + y_px) : STRATA_NONE;

  const StrataLane *lane = get_lane (self, self->anchor_lane);

  self->anchor_px = lane != NULL ? lane->y_px - scroll_px : 0;
}

/* Groups were opened or closed: scrolls so that the remembered lane stays in place. */
void
strata_canvas_keep_anchor (StrataCanvas *self)
{
  const StrataLane *lane = get_shown_lane (self, self->anchor_lane);
  double anchor_px = self->anchor_px;

  strata_canvas_configure_scroll (self);
  if (lane != NULL)
    gtk_adjustment_set_value (self->vadjustment, lane->y_px - anchor_px);
  strata_canvas_update_anchor (self);
}

/**
 * strata_canvas_toggle_group:
 * @self: the canvas
 * @lane: index of any lane of the group
 *
 * Opens or closes a group, whose header stays in place.
 */
void
strata_canvas_toggle_group (StrataCanvas *self,
                            guint32 lane)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));

  const StrataLane *member = get_lane (self, lane);
  const StrataLane *group = member != NULL ? get_lane (self, member->group) : NULL;

  if (group == NULL)
    return;

  strata_canvas_stop_motion (self);
  self->anchor_lane = member->group;
  self->anchor_px = MAX (group->y_px - gtk_adjustment_get_value (self->vadjustment), 0);
  strata_session_set_collapsed (self->session, member->group, !group->is_collapsed);
}

/**
 * strata_canvas_find_current_lane:
 * @self: the canvas
 *
 * Finds the lane that commands without a place of their own are about.
 *
 * Returns: the lane of the selection, else the one under the pointer, else the topmost, or %STRATA_NONE
 */
guint32
strata_canvas_find_current_lane (StrataCanvas *self)
{
  g_return_val_if_fail (STRATA_IS_CANVAS (self), STRATA_NONE);

  if (self->session == NULL)
    return STRATA_NONE;

  StrataItem selection = strata_session_get_selection (self->session);

  if (selection.kind != STRATA_ITEM_NONE && selection.lane != STRATA_NONE)
    return selection.lane;

  strata_canvas_update_anchor (self);
  return self->anchor_lane;
}

static gboolean
is_counter (StrataCanvas *self,
            guint32 lane)
{
  const StrataLane *found = get_lane (self, lane);

  return found != NULL && found->is_visible && found->kind == STRATA_LANE_COUNTER;
}

/**
 * strata_canvas_find_counter_lane:
 * @self: the canvas
 *
 * Finds the counter that commands without a place of their own are about.
 *
 * Returns: the lane of the counter under the pointer, else that of the selection, else the topmost in view, or %STRATA_NONE
 */
guint32
strata_canvas_find_counter_lane (StrataCanvas *self)
{
  g_return_val_if_fail (STRATA_IS_CANVAS (self), STRATA_NONE);

  if (self->session == NULL)
    return STRATA_NONE;

  strata_canvas_update_anchor (self);
  if (self->is_pointer_inside && is_counter (self, self->anchor_lane))
    return self->anchor_lane;
  if (is_counter (self, strata_session_get_selection (self->session).lane))
    return strata_session_get_selection (self->session).lane;

  const double scroll_px = gtk_adjustment_get_value (self->vadjustment);
  const double end_px = scroll_px + gtk_widget_get_height (GTK_WIDGET (self));
  const StrataLane *lane;
  StrataLaneWalk walk;

  strata_lane_walk_init (&walk, strata_session_get_lanes (self->session), scroll_px, end_px);
  while ((lane = strata_lane_walk_next (&walk)) != NULL)
    if (lane->kind == STRATA_LANE_COUNTER)
      return (guint32) (lane - get_lane (self, 0));

  return STRATA_NONE;
}

/* The first slice of the topmost row of a lane that ends after the left edge of the view. */
static guint32
find_slice_in_lane (StrataCanvas *self,
                    const StrataLane *lane,
                    StrataSpan span)
{
  StrataTrace *trace = strata_session_get_trace (self->session);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint32 begin;
  guint32 end;

  strata_trace_get_row (trace, &strata_trace_get_tracks (trace, NULL)[lane->index], 0, &begin, &end);

  guint32 first = strata_slice_table_find_first (slices, begin, end, span.begin_ns);

  if (first >= end)
    return STRATA_NONE;

  guint32 slice = slices->order[first];

  return strata_slice_table_get_start_ns (slices, slice) < span.end_ns ? slice : STRATA_NONE;
}

/**
 * strata_canvas_find_slice_in_view:
 * @self: the canvas
 *
 * Finds where a walk by keys from slice to slice begins.
 *
 * Returns: the first slice of the topmost lane in view that has one there, or %STRATA_NONE
 */
guint32
strata_canvas_find_slice_in_view (StrataCanvas *self)
{
  g_return_val_if_fail (STRATA_IS_CANVAS (self), STRATA_NONE);

  if (self->session == NULL)
    return STRATA_NONE;

  StrataLaneWalk walk;
  const StrataLane *lane;
  StrataSpan span = strata_viewport_get_span (strata_session_get_viewport (self->session));
  double scroll_px = gtk_adjustment_get_value (self->vadjustment);
  double end_px = scroll_px + gtk_widget_get_height (GTK_WIDGET (self));
  guint32 slice = STRATA_NONE;

  strata_lane_walk_init (&walk, strata_session_get_lanes (self->session), scroll_px, end_px);
  while (slice == STRATA_NONE && (lane = strata_lane_walk_next (&walk)) != NULL)
    if (lane->kind == STRATA_LANE_THREAD || lane->kind == STRATA_LANE_ASYNC)
      slice = find_slice_in_lane (self, lane, span);

  return slice;
}

/* How far to scroll to have [top, bottom) in view, with a margin; the top counts more. */
static double
get_scroll_into_view (double top_px,
                      double bottom_px,
                      double page_px)
{
  double margin_px = MIN (REVEAL_MARGIN_PX, page_px / 4);

  if (top_px < margin_px)
    return top_px - margin_px;
  if (bottom_px > page_px - margin_px)
    return MIN (bottom_px - page_px + margin_px, top_px - margin_px);

  return 0;
}

static void
reveal_vertically (StrataCanvas *self,
                   StrataItem item)
{
  StrataFrame frame;
  double rect[4];
  const StrataLane *lane = get_shown_lane (self, item.lane);

  strata_canvas_get_frame (self, &frame);
  if (lane == NULL)
    return;
  if (!strata_scene_get_item_rect (self->session, &frame, item, rect))
    {
      rect[1] = lane->y_px - frame.scroll_px;
      rect[3] = lane->height_px;
    }

  double delta_px = get_scroll_into_view (rect[1], rect[1] + rect[3], frame.height_px);

  if (delta_px != 0)
    strata_canvas_scroll_by (self, delta_px);
}

static gboolean
is_overlapping (StrataSpan a,
                StrataSpan b)
{
  return a.begin_ns < b.end_ns && b.begin_ns < a.end_ns;
}

/* The session has moved the time already, at once. Where that left what people
 * see, go back and take them there; far leaps are not worth a journey. */
static void
replay_move (StrataCanvas *self)
{
  StrataSpan view = strata_viewport_get_span (strata_session_get_viewport (self->session));
  StrataSpan seen = self->seen;
  gint64 seen_ns = strata_span_get_length_ns (seen);
  StrataSpan near = { strata_time_add (seen.begin_ns, -4 * seen_ns), strata_time_add (seen.end_ns, 4 * seen_ns) };

  if (seen_ns <= 0 || seen_ns > G_MAXINT64 / 16 || seen.begin_ns == view.begin_ns || !is_overlapping (near, view))
    return;

  strata_session_show_span (self->session, seen, 0);
  strata_canvas_show_span (self, view, 0);
}

/**
 * strata_canvas_reveal_selection:
 * @self: the canvas
 *
 * Opens the group of the selected item and scrolls until it is in view.
 */
void
strata_canvas_reveal_selection (StrataCanvas *self)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));

  if (self->session == NULL)
    return;

  StrataItem item = strata_session_get_selection (self->session);
  const StrataLane *lane = get_lane (self, item.lane);

  if (item.kind == STRATA_ITEM_NONE)
    return;
  if (lane != NULL && !lane->is_visible)
    strata_session_open_lane (self->session, item.lane);

  strata_canvas_stop_motion (self);
  if (strata_canvas_is_animated (self))
    replay_move (self);
  reveal_vertically (self, item);
}
