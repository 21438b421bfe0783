/* strata-canvas-move.c - moves lanes by dragging their headers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-canvas.h"

#include "strata-canvas-private.h"
#include "strata-colors.h"

/* A line shows where the lane will be. It moves when the button is released, since lanes that jump
 * about below the pointer are hard to follow. */

#define LINE_PX 3
#define VEIL_ALPHA 0.25f

/* A pointer near the top or bottom of the scrolling lanes scrolls by this distance with each event. */
#define EDGE_PX 24
#define SCROLL_PX 12

static gboolean
begin_move (StrataCanvas *self,
            double x_px,
            double y_px)
{
  StrataSceneRegion frame;

  strata_canvas_stop_motion (self);
  strata_canvas_get_frame (self, &frame);
  self->move_drag = (StrataMoveDrag){
    .lane = strata_lanes_find_at (strata_session_get_lanes (self->session), strata_frame_to_lanes_y (&frame, y_px)),
    .sibling = STRATA_NONE,
  };
  return TRUE;
}

static gboolean
is_moving (StrataCanvas *self)
{
  return self->move_drag.is_active;
}

static void
scroll_at_edges (StrataCanvas *self,
                 const StrataSceneRegion *frame,
                 double y_px)
{
  double delta_px = 0;

  if (y_px > frame->height_px - EDGE_PX)
    delta_px = SCROLL_PX;
  else if (y_px < frame->pinned_px + EDGE_PX && !strata_lanes_get (strata_session_get_lanes (self->session), NULL)[self->move_drag.lane].is_pinned)
    delta_px = -SCROLL_PX;

  if (delta_px != 0)
    gtk_adjustment_set_value (self->vadjustment, gtk_adjustment_get_value (self->vadjustment) + delta_px);
}

static void
find_target (StrataCanvas *self,
             const StrataSceneRegion *frame,
             double y_px)
{
  const StrataLanes *lanes = strata_session_get_lanes (self->session);
  StrataMoveDrag *drag = &self->move_drag;

  drag->sibling = strata_lanes_find_sibling (lanes, drag->lane, strata_frame_to_lanes_y (frame, y_px), &drag->is_after, &drag->edge_px);
}

static void
move (StrataCanvas *self,
      GtkGestureDrag *gesture,
      StrataDragPath path)
{
  StrataMoveDrag *drag = &self->move_drag;
  StrataSceneRegion frame;

  if (drag->lane == STRATA_NONE)
    return;

  drag->is_active = TRUE;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
  strata_canvas_update_hover (self);
  strata_canvas_get_frame (self, &frame);
  scroll_at_edges (self, &frame, path.y_px);
  strata_canvas_get_frame (self, &frame);
  find_target (self, &frame, path.y_px);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
end_move (StrataCanvas *self)
{
  const StrataMoveDrag drag = self->move_drag;

  self->move_drag = (StrataMoveDrag){ .is_active = FALSE };
  if (!drag.is_active)
    return;

  strata_canvas_update_cursor (self);
  if (drag.sibling != STRATA_NONE)
    strata_lanes_move (strata_session_get_lanes (self->session), drag.lane, drag.sibling, drag.is_after);
  strata_canvas_update_hover (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static const StrataCanvasDrag move_drag = { STRATA_DRAG_MOVE, begin_move, is_moving, move, end_move };

/* Another gesture or Escape cancelled the drag: nothing moves. */
static void
on_cancel (GtkGesture *gesture,
           GdkEventSequence *sequence,
           StrataCanvas *self)
{
  self->move_drag = (StrataMoveDrag){ .is_active = FALSE };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
strata_canvas_append_move (StrataCanvas *self,
                           GtkSnapshot *snapshot,
                           const StrataSceneRegion *frame)
{
  const StrataMoveDrag *drag = &self->move_drag;

  if (!drag->is_active)
    return;

  const StrataLane *lane = &strata_lanes_get (strata_session_get_lanes (self->session), NULL)[drag->lane];
  const GdkRGBA veil = strata_color_to_rgba (self->palette->overview_window, VEIL_ALPHA);
  const GdkRGBA line = strata_color_to_rgba (self->palette->overview_window, 1);
  const double y_px = strata_frame_from_lanes_y (frame, lane->y_px);

  /* the lower edge of the last pinned lane does not scroll */
  const double edge_px = drag->edge_px - (lane->is_pinned ? 0 : frame->scroll_px);

  gtk_snapshot_append_color (snapshot, &veil, &GRAPHENE_RECT_INIT (0, y_px, frame->header_px, lane->height_px));
  if (drag->sibling != STRATA_NONE)
    gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT (0, edge_px - LINE_PX / 2.0f, frame->width_px, LINE_PX));
}

void
strata_canvas_init_move (StrataCanvas *self)
{
  GtkGesture *drag = strata_canvas_add_drag (self, &move_drag);

  g_signal_connect (drag, "cancel", G_CALLBACK (on_cancel), self);
}
