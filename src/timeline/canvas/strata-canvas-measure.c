/* strata-canvas-measure.c - the two cursors on the lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-canvas.h"

#include <math.h>

#include "strata-canvas-private.h"
#include "strata-colors.h"

/* A drag with Ctrl measures: cursor A is where it begins, B at the pointer, both snap to a near
 * edge of a slice. With Shift as well they do not snap. */

static void
put_cursor (StrataCanvas *self,
            GtkGesture *gesture,
            StrataCursor cursor,
            double x_px,
            double y_px)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  strata_canvas_put_cursor (self, cursor, x_px, y_px, (state & GDK_SHIFT_MASK) == 0);
}

static gboolean
begin_measure (StrataCanvas *self,
               double x_px,
               double y_px)
{
  if (x_px < self->header_px)
    return FALSE;

  strata_canvas_stop_motion (self);
  self->is_measuring = FALSE;
  return TRUE;
}

static gboolean
is_measuring (StrataCanvas *self)
{
  return self->is_measuring;
}

static void
measure (StrataCanvas *self,
         GtkGestureDrag *gesture,
         StrataDragPath path)
{
  if (!self->is_measuring)
    {
      put_cursor (self, GTK_GESTURE (gesture), STRATA_CURSOR_A, path.begin_x_px, path.begin_y_px);
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "col-resize");
    }

  self->is_measuring = TRUE;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  put_cursor (self, GTK_GESTURE (gesture), STRATA_CURSOR_B, path.x_px, path.y_px);
}

static void
end_measure (StrataCanvas *self)
{
  self->is_measuring = FALSE;
  strata_canvas_update_cursor (self);
}

static const StrataCanvasDrag measure_drag = { STRATA_DRAG_MEASURE, begin_measure, is_measuring, measure, end_measure };

void
strata_canvas_init_measure (StrataCanvas *self)
{
  strata_canvas_add_drag (self, &measure_drag);
}

/**
 * strata_canvas_put_cursor:
 * @self: the canvas
 * @cursor: which one
 * @x_px: a place on the canvas
 * @y_px: a place on it, or above or below
 * @is_snapping: whether it snaps to a near edge of a slice
 *
 * Puts a cursor at a place.
 */
void
strata_canvas_put_cursor (StrataCanvas *self,
                          StrataCursor cursor,
                          double x_px,
                          double y_px,
                          gboolean is_snapping)
{
  StrataSceneRegion frame;

  g_return_if_fail (STRATA_IS_CANVAS (self));

  strata_canvas_get_frame (self, &frame);

  const double inside_px = CLAMP (x_px, frame.header_px, MAX (frame.width_px, frame.header_px));
  const gint64 time_ns = is_snapping ? strata_scene_snap (self->session, &frame, inside_px, y_px)
                                     : strata_viewport_x_to_time (strata_session_get_viewport (self->session), inside_px - frame.header_px);

  strata_session_set_cursor (self->session, cursor, time_ns);
}

/**
 * strata_canvas_put_cursor_here:
 * @self: the canvas
 * @cursor: which one
 *
 * Puts a cursor at the default place for a key: A at the start of the selected item and B at
 * its end; without a selection at the pointer, or else in the middle.
 */
void
strata_canvas_put_cursor_here (StrataCanvas *self,
                               StrataCursor cursor)
{
  StrataSpan span;

  g_return_if_fail (STRATA_IS_CANVAS (self));

  if (strata_session_get_item_span (self->session, strata_session_get_selected_item (self->session), &span))
    {
      strata_session_set_cursor (self->session, cursor, cursor == STRATA_CURSOR_A ? span.begin_ns : span.end_ns);
      return;
    }

  const double middle_px = self->header_px + strata_session_get_viewport (self->session)->width_px / 2;

  strata_canvas_put_cursor (self, cursor, self->is_pointer_inside ? self->pointer_x_px : middle_px, self->pointer_y_px, self->is_pointer_inside);
}

/* As thin as possible, so that the measured items stay visible. */
void
strata_canvas_append_cursors (StrataCanvas *self,
                              GtkSnapshot *snapshot,
                              const StrataSceneRegion *frame)
{
  const GdkRGBA color = strata_color_to_rgba (self->palette->selection, 1);

  for (guint i = 0; i < STRATA_N_CURSORS; i++)
    {
      gint64 time_ns;

      if (!strata_marks_get_cursor (strata_session_get_marks (self->session), i, &time_ns))
        continue;

      const double x_px = frame->header_px + strata_viewport_time_to_x (strata_session_get_viewport (self->session), time_ns);

      if (x_px >= frame->header_px && x_px < frame->width_px)
        gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (floor (x_px), 0, 1, frame->height_px));
    }
}
