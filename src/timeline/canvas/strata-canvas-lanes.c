/* strata-canvas-lanes.c - scrolls the lanes and finds lanes and items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-canvas.h"

#include "strata-canvas-private.h"

/* Revealed items keep this distance from the edges. */
#define REVEAL_MARGIN_PX 24

const StrataLane *
strata_canvas_get_lane (StrataCanvas *self,
                        guint32 lane)
{
  guint n_lanes;

  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (self->session), &n_lanes);

  return lane < n_lanes ? &lanes[lane] : NULL;
}

/* The lane itself, or the header of its group if the group is closed. A hidden lane has a place
 * without height, which is the place of the next lane. */
static const StrataLane *
get_shown_lane (StrataCanvas *self,
                guint32 lane)
{
  const StrataLane *found = strata_canvas_get_lane (self, lane);
  const StrataLane *group = found != NULL ? strata_canvas_get_lane (self, found->group) : NULL;

  return group != NULL && !found->is_visible && group->is_visible && group->is_collapsed ? group : found;
}

void
strata_canvas_configure_scroll (StrataCanvas *self)
{
  int page_px = gtk_widget_get_height (GTK_WIDGET (self));
  int lanes_px = strata_lanes_get_height_px (strata_session_get_lanes (self->session));

  if (strata_lanes_get_n_hidden (strata_session_get_lanes (self->session)) > 0)
    lanes_px += STRATA_SCENE_NOTE_PX;

  double value_px = CLAMP (gtk_adjustment_get_value (self->vadjustment), 0, MAX (lanes_px - page_px, 0));

  self->n_quiet++;
  gtk_adjustment_configure (self->vadjustment, value_px, 0, MAX (lanes_px, page_px), 40, page_px * 0.9, page_px);
  self->n_quiet--;
}

void
strata_canvas_update_anchor (StrataCanvas *self)
{
  StrataSceneRegion frame;

  strata_canvas_get_frame (self, &frame);

  double y_px = MAX (self->is_pointer_inside ? self->pointer_y_px : 0, frame.pinned_px);

  self->anchor_lane = strata_lanes_find_at (strata_session_get_lanes (self->session), frame.scroll_px + y_px);

  const StrataLane *lane = strata_canvas_get_lane (self, self->anchor_lane);

  self->anchor_px = lane != NULL ? lane->y_px - frame.scroll_px : 0;
}

/* Heights or places of lanes have changed: scrolls so that the remembered lane stays in place. If
 * that lane is pinned by now, the lanes below it stay in place anyway. */
void
strata_canvas_keep_anchor (StrataCanvas *self)
{
  const StrataLane *lane = get_shown_lane (self, self->anchor_lane);
  double anchor_px = self->anchor_px;

  strata_canvas_configure_scroll (self);
  if (lane != NULL && !lane->is_pinned)
    {
      self->n_quiet++;
      gtk_adjustment_set_value (self->vadjustment, lane->y_px - anchor_px);
      self->n_quiet--;
    }
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

  const StrataLane *member = strata_canvas_get_lane (self, lane);
  const StrataLane *group = member != NULL ? strata_canvas_get_lane (self, member->group) : NULL;

  if (group == NULL)
    return;

  strata_canvas_stop_motion (self);
  self->anchor_lane = member->group;
  self->anchor_px = MAX (group->y_px - gtk_adjustment_get_value (self->vadjustment), 0);
  strata_lanes_set_collapsed (strata_session_get_lanes (self->session), member->group, !group->is_collapsed);
}

/**
 * strata_canvas_find_current_lane:
 * @self: the canvas
 *
 * Finds the lane for commands that have no place.
 *
 * Returns: the lane of the selection, else the lane under the pointer, else the topmost, or %STRATA_NONE
 */
guint32
strata_canvas_find_current_lane (StrataCanvas *self)
{
  g_return_val_if_fail (STRATA_IS_CANVAS (self), STRATA_NONE);

  StrataItem selection = strata_session_get_selected_item (self->session);

  if (selection.kind != STRATA_ITEM_NONE && selection.lane != STRATA_NONE)
    return selection.lane;

  strata_canvas_update_anchor (self);
  return self->anchor_lane;
}

/**
 * strata_canvas_find_pointed_lane:
 * @self: the canvas
 *
 * Finds the lane for commands that arrange lanes.
 *
 * Returns: the lane under the pointer, else the lane of the selection, else the topmost, or %STRATA_NONE
 */
guint32
strata_canvas_find_pointed_lane (StrataCanvas *self)
{
  StrataSceneRegion frame;

  g_return_val_if_fail (STRATA_IS_CANVAS (self), STRATA_NONE);

  strata_canvas_get_frame (self, &frame);
  if (!self->is_pointer_inside)
    return strata_canvas_find_current_lane (self);

  return strata_lanes_find_at (strata_session_get_lanes (self->session), strata_frame_to_lanes_y (&frame, self->pointer_y_px));
}

typedef gboolean (*Accept) (StrataCanvas *self, const StrataLane *lane, gpointer user_data);

/* The topmost lane in view that @accept accepts; pinned lanes come first. */
static const StrataLane *
find_in_view (StrataCanvas *self,
              Accept accept,
              gpointer user_data)
{
  StrataSceneRegion frame;
  StrataSceneRegion parts[2];

  strata_canvas_get_frame (self, &frame);

  const guint n_parts = strata_frame_split (&frame, parts);

  for (guint i = 0; i < n_parts; i++)
    {
      const double scroll_px = parts[i].part == STRATA_FRAME_PINNED ? 0 : frame.scroll_px;
      StrataLaneWalk walk;
      const StrataLane *lane;
      double begin_px;
      double end_px;

      strata_frame_get_clip (&parts[i], &begin_px, &end_px);
      strata_lane_walk_init (&walk, strata_session_get_lanes (self->session), scroll_px + begin_px, scroll_px + end_px);
      while ((lane = strata_lane_walk_next (&walk)) != NULL)
        if (accept (self, lane, user_data))
          return lane;
    }

  return NULL;
}

static gboolean
is_counter_lane (StrataCanvas *self,
                 const StrataLane *lane,
                 gpointer user_data)
{
  return strata_lane_get_counter (lane) != STRATA_NONE;
}

static gboolean
is_counter (StrataCanvas *self,
            guint32 lane)
{
  const StrataLane *found = strata_canvas_get_lane (self, lane);

  return found != NULL && found->is_visible && strata_lane_get_counter (found) != STRATA_NONE;
}

/**
 * strata_canvas_find_counter_lane:
 * @self: the canvas
 *
 * Finds the counter for commands that have no place.
 *
 * Returns: the lane of the counter under the pointer, else of the selection, else the topmost in view, or %STRATA_NONE
 */
guint32
strata_canvas_find_counter_lane (StrataCanvas *self)
{
  g_return_val_if_fail (STRATA_IS_CANVAS (self), STRATA_NONE);

  strata_canvas_update_anchor (self);
  if (self->is_pointer_inside && is_counter (self, self->anchor_lane))
    return self->anchor_lane;
  if (is_counter (self, strata_session_get_selected_item (self->session).lane))
    return strata_session_get_selected_item (self->session).lane;

  const StrataLane *lane = find_in_view (self, is_counter_lane, NULL);

  return lane != NULL ? (guint32) (lane - strata_canvas_get_lane (self, 0)) : STRATA_NONE;
}

/* Finds the first slice in the topmost row of a lane that ends after the left edge of the view. */
static gboolean
find_slice_in_lane (StrataCanvas *self,
                    const StrataLane *lane,
                    gpointer user_data)
{
  const StrataSpan span = strata_viewport_get_span (strata_session_get_viewport (self->session));
  guint32 *found = user_data;

  if (lane->kind != STRATA_LANE_THREAD && lane->kind != STRATA_LANE_ASYNC)
    return FALSE;

  StrataTrace *trace = strata_session_get_trace (self->session);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint32 begin;
  guint32 end;

  strata_trace_get_row (trace, &strata_trace_get_tracks (trace, NULL)[lane->index], 0, &begin, &end);

  guint32 first = strata_slice_table_find_first (slices, begin, end, span.begin_ns);

  if (first >= end || strata_slice_table_get_start_ns (slices, slices->order[first]) >= span.end_ns)
    return FALSE;

  *found = slices->order[first];
  return TRUE;
}

/**
 * strata_canvas_find_slice_in_view:
 * @self: the canvas
 *
 * Finds the slice at which keys begin to step from slice to slice.
 *
 * Returns: the first slice in view of the topmost lane that has one, or %STRATA_NONE
 */
guint32
strata_canvas_find_slice_in_view (StrataCanvas *self)
{
  g_return_val_if_fail (STRATA_IS_CANVAS (self), STRATA_NONE);

  guint32 slice = STRATA_NONE;

  find_in_view (self, find_slice_in_lane, &slice);
  return slice;
}

/* How far to scroll to bring [top, bottom) into view, with a margin; the top takes precedence. */
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

/* The same, but with the header of the process at the top, if the revealed item fits below it. */
static double
get_scroll_to_group (StrataCanvas *self,
                     const StrataSceneRegion *frame,
                     const StrataLane *lane,
                     double bottom_px)
{
  const StrataLane *group = lane->kind != STRATA_LANE_GROUP ? get_shown_lane (self, lane->group) : lane;

  if (group == NULL || group->y_px < frame->pinned_px)
    return 0;

  const double top_px = strata_frame_from_lanes_y (frame, group->y_px) - frame->pinned_px;

  return bottom_px - top_px <= frame->height_px - frame->pinned_px - REVEAL_MARGIN_PX ? top_px : 0;
}

/* If scrolling is needed, shows the whole lane, if it fits, since callees are below. */
static double
get_scroll_to_lane (const StrataSceneRegion *frame,
                    const StrataLane *lane,
                    double delta_px)
{
  const double page_px = frame->height_px - frame->pinned_px;
  const double top_px = strata_frame_from_lanes_y (frame, lane->y_px) - frame->pinned_px;

  if (lane->height_px + 2 * REVEAL_MARGIN_PX > page_px)
    return delta_px;

  return get_scroll_into_view (top_px, top_px + lane->height_px, page_px);
}

static void
reveal_vertically (StrataCanvas *self,
                   StrataItem item)
{
  StrataSceneRegion frame;
  double rect[4];
  const StrataLane *lane = get_shown_lane (self, item.lane);

  strata_canvas_get_frame (self, &frame);
  if (lane == NULL)
    return;
  if (!strata_scene_get_item_rect (self->session, &frame, item, rect))
    {
      rect[1] = strata_frame_from_lanes_y (&frame, lane->y_px);
      rect[3] = lane->height_px;
    }
  if (lane->y_px + lane->height_px <= frame.pinned_px)
    return;

  double delta_px = get_scroll_into_view (rect[1] - frame.pinned_px, rect[1] + rect[3] - frame.pinned_px, frame.height_px - frame.pinned_px);

  if (delta_px == 0)
    return;

  const double to_group_px = get_scroll_to_group (self, &frame, lane, rect[1] + rect[3] - frame.pinned_px);

  strata_canvas_scroll_to_reveal (self, to_group_px != 0 ? to_group_px : get_scroll_to_lane (&frame, lane, delta_px));
}

/* For a call below the shown rows, shows as many rows as it needs. */
static void
show_depth (StrataCanvas *self,
            StrataItem item)
{
  const StrataLane *lane = strata_canvas_get_lane (self, item.lane);

  if (lane == NULL || item.kind != STRATA_ITEM_SLICE || lane->n_rows == lane->n_all_rows)
    return;

  const guint32 depth = strata_slice_table_get_depth (strata_trace_get_slices (strata_session_get_trace (self->session)), item.index);

  if (depth >= lane->n_rows)
    strata_lanes_set_depth (strata_session_get_lanes (self->session), item.lane, depth + 1);
}

/**
 * strata_canvas_reveal_selection:
 * @self: the canvas
 *
 * Opens the group of the selected item and scrolls it into view.
 */
void
strata_canvas_reveal_selection (StrataCanvas *self)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));

  StrataItem item = strata_session_get_selected_item (self->session);
  const StrataLane *lane = strata_canvas_get_lane (self, item.lane);

  if (item.kind == STRATA_ITEM_NONE)
    return;
  if (lane != NULL && !lane->is_visible)
    strata_lanes_open (strata_session_get_lanes (self->session), item.lane);

  show_depth (self, item);
  strata_canvas_take_there (self);
  reveal_vertically (self, item);
}
