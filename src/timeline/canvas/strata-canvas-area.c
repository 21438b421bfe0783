/* strata-canvas-area.c - selects an area over time and lanes with the pointer
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-canvas.h"

#include <math.h>

#include "strata-canvas-private.h"
#include "strata-colors.h"
#include "strata-session-area.h"

/* A drag with Shift, or any drag while the tool is on. The area follows the pointer at once; panes
 * that evaluate the area wait until it rests. Over the lane headers a drag selects lanes, for the
 * whole visible time. */

/* A pointer above or below the canvas scrolls by this part of its distance with each event. */
#define SCROLL_FRAC 0.2

#define AREA_ALPHA 0.14f
#define EDGE_PX 1

StrataDragKind
strata_canvas_find_drag_kind (StrataCanvas *self,
                              GtkGesture *gesture)
{
  double x_px = G_MAXDOUBLE;
  double y_px;
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  if ((state & GDK_CONTROL_MASK) != 0)
    return STRATA_DRAG_MEASURE;

  if (self->is_area_tool || (state & GDK_SHIFT_MASK) != 0)
    return STRATA_DRAG_AREA;

  gtk_gesture_drag_get_start_point (GTK_GESTURE_DRAG (gesture), &x_px, &y_px);
  return x_px < self->header_px ? STRATA_DRAG_MOVE : STRATA_DRAG_PAN;
}

static gint64
find_time (StrataCanvas *self,
           double x_px)
{
  const StrataViewport *viewport = strata_session_get_viewport (self->session);

  return strata_viewport_x_to_time (viewport, CLAMP (x_px - self->header_px, 0, viewport->width_px));
}

static guint32
find_lane (StrataCanvas *self,
           double y_px)
{
  const StrataLanes *lanes = strata_session_get_lanes (self->session);
  const double lanes_px = strata_lanes_get_height_px (lanes);
  StrataSceneRegion frame;

  strata_canvas_get_frame (self, &frame);
  return strata_lanes_find_at (lanes, CLAMP (strata_frame_to_lanes_y (&frame, y_px), 0, MAX (lanes_px - 1, 0)));
}

static gboolean
begin_area (StrataCanvas *self,
            double x_px,
            double y_px)
{
  strata_canvas_stop_motion (self);
  self->area_drag = (StrataAreaDrag){
    .begin_ns = find_time (self, x_px),
    .begin_lane = find_lane (self, y_px),
    .is_on_header = x_px < self->header_px,
  };
  return TRUE;
}

static gboolean
is_area_active (StrataCanvas *self)
{
  return self->area_drag.is_active;
}

/* The view may have moved since the drag began, so its start is a time and a lane, not a place. */
static void
select_to (StrataCanvas *self,
           double x_px,
           double y_px)
{
  const StrataAreaDrag *drag = &self->area_drag;
  StrataSpan span = { drag->begin_ns, find_time (self, x_px) };
  const guint32 lane = find_lane (self, y_px);

  if (drag->is_on_header)
    span = strata_viewport_get_span (strata_session_get_viewport (self->session));
  if (lane != STRATA_NONE && drag->begin_lane != STRATA_NONE)
    strata_session_set_area (self->session, span, drag->begin_lane, lane);
}

static void
scroll_after_pointer (StrataCanvas *self,
                      double y_px)
{
  const double height_px = gtk_widget_get_height (GTK_WIDGET (self));
  const double beyond_px = y_px < 0 ? y_px : MAX (y_px - height_px, 0);

  if (beyond_px != 0)
    gtk_adjustment_set_value (self->vadjustment, gtk_adjustment_get_value (self->vadjustment) + beyond_px * SCROLL_FRAC);
}

static void
update_area (StrataCanvas *self,
             GtkGestureDrag *gesture,
             StrataDragPath path)
{
  self->area_drag.is_active = TRUE;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "crosshair");
  scroll_after_pointer (self, path.y_px);
  select_to (self, path.x_px, path.y_px);
}

static void
end_area (StrataCanvas *self)
{
  self->area_drag = (StrataAreaDrag){ .is_active = FALSE };
  strata_canvas_update_cursor (self);
}

static const StrataCanvasDrag area_drag = { STRATA_DRAG_AREA, begin_area, is_area_active, update_area, end_area };

/* Sets the pointer's shape while nothing is dragged. */
void
strata_canvas_update_cursor (StrataCanvas *self)
{
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), self->is_area_tool ? "crosshair" : NULL);
}

void
strata_canvas_init_area (StrataCanvas *self)
{
  strata_canvas_add_drag (self, &area_drag);
}

/**
 * strata_canvas_set_area_tool:
 * @self: the canvas
 * @is_on: whether drags select an area without Shift
 *
 * Sets the tool for drags.
 */
void
strata_canvas_set_area_tool (StrataCanvas *self,
                             gboolean is_on)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));

  self->is_area_tool = is_on;
  strata_canvas_update_cursor (self);
}

/**
 * strata_canvas_select_area:
 * @self: the canvas
 *
 * Makes an area of the selected item, or of the whole view if nothing is
 * selected.
 */
void
strata_canvas_select_area (StrataCanvas *self)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));

  if (strata_session_set_area_around_selection (self->session))
    return;

  const guint32 first_lane = find_lane (self, 0);
  const guint32 last_lane = find_lane (self, gtk_widget_get_height (GTK_WIDGET (self)) - 1);

  if (first_lane != STRATA_NONE && last_lane != STRATA_NONE)
    strata_session_set_area (self->session, strata_viewport_get_span (strata_session_get_viewport (self->session)), first_lane, last_lane);
}

/* The part of the area that is on the canvas; edges outside remain outside. */
static gboolean
get_bounds (StrataCanvas *self,
            const StrataSceneRegion *frame,
            graphene_rect_t *bounds)
{
  double rect[4];

  if (!strata_scene_get_area_rect (self->session, frame, rect))
    return FALSE;

  const double begin_px = CLAMP (floor (rect[0]), frame->header_px - 2 * EDGE_PX, frame->width_px + 2 * EDGE_PX);
  const double end_px = CLAMP (ceil (rect[0] + rect[2]), begin_px + 2 * EDGE_PX, MAX (frame->width_px + 2 * EDGE_PX, begin_px + 2 * EDGE_PX));
  const double top_px = CLAMP (rect[1], -2 * EDGE_PX, frame->height_px + 2 * EDGE_PX);
  const double bottom_px = CLAMP (rect[1] + rect[3], top_px, frame->height_px + 2 * EDGE_PX);

  *bounds = GRAPHENE_RECT_INIT (begin_px, top_px, end_px - begin_px, bottom_px - top_px);
  return bounds->size.height > 0;
}

/* Uses plain colours, which cost nothing when the marks or the content are drawn again. */
void
strata_canvas_append_area (StrataCanvas *self,
                           GtkSnapshot *snapshot,
                           const StrataSceneRegion *frame)
{
  graphene_rect_t bounds;
  GskRoundedRect outline;
  const GdkRGBA fill = strata_color_to_rgba (self->palette->overview_window, AREA_ALPHA);
  const GdkRGBA edge = strata_color_to_rgba (self->palette->overview_window, 1);

  if (!get_bounds (self, frame, &bounds))
    return;

  gsk_rounded_rect_init_from_rect (&outline, &bounds, 0);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (frame->header_px, 0, frame->width_px - frame->header_px, frame->height_px));
  gtk_snapshot_append_color (snapshot, &fill, &bounds);
  gtk_snapshot_append_border (snapshot, &outline, (float[]){ EDGE_PX, EDGE_PX, EDGE_PX, EDGE_PX }, (GdkRGBA[]){ edge, edge, edge, edge });
  gtk_snapshot_pop (snapshot);
}
