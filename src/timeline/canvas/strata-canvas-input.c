/* strata-canvas-input.c - pointer, wheel and touch on the lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-canvas.h"

#include <math.h>

#include "strata-canvas-private.h"

/* A click of the wheel zooms by this factor, or moves by this distance. */
#define WHEEL_ZOOM 1.25
#define WHEEL_SCROLL_PX 60
#define WHEEL_PAN_FRAC 0.1

/* The distance on the touchpad, with Ctrl, that zooms by e. */
#define TOUCHPAD_ZOOM_PX 120.0

/* A drag that rested longer than this before its end has no inertia. */
#define REST_MS 60

#define ZOOM_MARGIN_FRAC 0.1

static gboolean
is_same_item (StrataItem a,
              StrataItem b)
{
  return a.kind == b.kind && a.index == b.index && a.lane == b.lane && a.n_folded == b.n_folded && a.time_ns == b.time_ns;
}

static void
hit (StrataCanvas *self,
     double x_px,
     double y_px,
     StrataHit *found)
{
  StrataSceneRegion frame;

  strata_canvas_get_frame (self, &frame);
  strata_scene_hit (self->session, &frame, x_px, y_px, found);
}

static void
set_hover (StrataCanvas *self,
           StrataItem item)
{
  if (!is_same_item (strata_selection_get_hover (strata_session_get_selection (self->session)), item))
    strata_selection_set_hover (strata_session_get_selection (self->session), item);
}

void
strata_canvas_update_hover (StrataCanvas *self)
{
  StrataHit found = { .item.kind = STRATA_ITEM_NONE, .item.lane = STRATA_NONE };

  if (self->is_pointer_inside && !self->drag.is_active && !self->area_drag.is_active && !self->is_measuring && !self->move_drag.is_active)
    hit (self, self->pointer_x_px, self->pointer_y_px, &found);

  set_hover (self, found.item);
}

static void
move_pointer (StrataCanvas *self,
              double x_px,
              double y_px)
{
  self->pointer_x_px = x_px;
  self->pointer_y_px = y_px;
  self->is_pointer_inside = TRUE;
  strata_canvas_update_anchor (self);
  strata_canvas_update_hover (self);
  g_signal_emit_by_name (self, "pointer-moved");
}

static void
on_motion (GtkEventControllerMotion *motion,
           double x_px,
           double y_px,
           StrataCanvas *self)
{
  /* GTK repeats the last position after each layout. */
  if (!self->is_pointer_inside || x_px != self->pointer_x_px || y_px != self->pointer_y_px)
    move_pointer (self, x_px, y_px);
}

static void
on_leave (GtkEventControllerMotion *motion,
          StrataCanvas *self)
{
  self->is_pointer_inside = FALSE;
  strata_canvas_update_anchor (self);
  strata_canvas_update_hover (self);
  g_signal_emit_by_name (self, "pointer-moved");
}

static void
zoom_at_pointer (StrataCanvas *self,
                 double factor)
{
  strata_view_zoom_at (strata_session_get_view (self->session), MAX (self->pointer_x_px - self->header_px, 0), factor);
}

static void
scroll_now (StrataCanvas *self,
            double delta_px)
{
  gtk_adjustment_set_value (self->vadjustment, gtk_adjustment_get_value (self->vadjustment) + delta_px);
}

/* Ctrl zooms, or the wheel alone if the user prefers that; over the lane headers the wheel alone
 * always scrolls. */
static gboolean
is_zooming (StrataCanvas *self,
            GdkModifierType state)
{
  const gboolean has_control = (state & GDK_CONTROL_MASK) != 0;
  const gboolean is_on_header = self->pointer_x_px < self->header_px;

  return self->is_wheel_zooming && !is_on_header ? !has_control : has_control;
}

/* A wheel with clicks scrolls the lanes; with Shift, or tilted, it moves along the
 * time axis. */
static void
scroll_wheel (StrataCanvas *self,
              double dx,
              double dy,
              GdkModifierType state)
{
  double width_px = strata_session_get_viewport (self->session)->width_px;

  if ((state & GDK_SHIFT_MASK) != 0)
    strata_view_pan (strata_session_get_view (self->session), (dx + dy) * width_px * WHEEL_PAN_FRAC);
  else if (dx != 0)
    strata_view_pan (strata_session_get_view (self->session), dx * width_px * WHEEL_PAN_FRAC);
  else if (is_zooming (self, state))
    zoom_at_pointer (self, pow (WHEEL_ZOOM, -dy));
  else
    scroll_now (self, dy * WHEEL_SCROLL_PX);
}

/* Two fingers on a touchpad move in both directions; with Ctrl they zoom. */
static void
scroll_touchpad (StrataCanvas *self,
                 double dx_px,
                 double dy_px,
                 GdkModifierType state)
{
  self->has_scrolled_zooming = (state & GDK_CONTROL_MASK) != 0;
  if (self->has_scrolled_zooming)
    {
      zoom_at_pointer (self, exp (-dy_px / TOUCHPAD_ZOOM_PX));
      return;
    }

  if (dx_px != 0)
    strata_view_pan (strata_session_get_view (self->session), dx_px);
  if (dy_px != 0)
    scroll_now (self, dy_px);
}

static gboolean
on_scroll (GtkEventControllerScroll *scroll,
           double dx,
           double dy,
           StrataCanvas *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));

  strata_canvas_stop_motion (self);
  if (gtk_event_controller_scroll_get_unit (scroll) == GDK_SCROLL_UNIT_SURFACE)
    scroll_touchpad (self, dx, dy, state);
  else
    scroll_wheel (self, dx, dy, state);

  strata_canvas_update_hover (self);
  return GDK_EVENT_STOP;
}

static void
on_scroll_decelerate (GtkEventControllerScroll *scroll,
                      double pan_px_per_s,
                      double scroll_px_per_s,
                      StrataCanvas *self)
{
  if (!self->has_scrolled_zooming)
    strata_canvas_set_inertia (self, pan_px_per_s, scroll_px_per_s);
}

static void
on_pinch_begin (GtkGesture *gesture,
                GdkEventSequence *sequence,
                StrataCanvas *self)
{
  strata_canvas_stop_motion (self);
  self->pinch_scale = 1;
}

/* @scale counts from the start of the gesture; each event applies the change since the last. */
static void
on_pinch_scale_changed (GtkGestureZoom *gesture,
                        double scale,
                        StrataCanvas *self)
{
  double x_px = self->pointer_x_px;
  double y_px;

  if (scale <= 0 || self->pinch_scale <= 0)
    return;

  gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x_px, &y_px);
  strata_view_zoom_at (strata_session_get_view (self->session), MAX (x_px - self->header_px, 0), scale / self->pinch_scale);
  self->pinch_scale = scale;
}

static void
on_drag_begin (GtkGestureDrag *gesture,
               double x_px,
               double y_px,
               StrataCanvas *self)
{
  if (strata_canvas_find_drag_kind (self, GTK_GESTURE (gesture)) != STRATA_DRAG_PAN)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }

  strata_canvas_stop_motion (self);
  self->drag = (StrataDrag){ .is_active = FALSE };
}

/* From here on it is a drag and not a click. */
static void
start_drag (StrataCanvas *self,
            GtkGesture *gesture)
{
  self->drag.is_active = TRUE;
  self->drag.last_ms = gtk_event_controller_get_current_event_time (GTK_EVENT_CONTROLLER (gesture));
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
  strata_canvas_update_hover (self);
  g_signal_emit_by_name (self, "pointer-moved");
}

/* Keeps a running mean of the speed, weighted towards the last events. */
static void
measure_speed (StrataDrag *drag,
               guint32 now_ms,
               double pan_px,
               double scroll_px)
{
  guint32 elapsed_ms = now_ms - drag->last_ms;

  if (elapsed_ms == 0)
    return;

  drag->pan_px_per_s = 0.4 * drag->pan_px_per_s + 0.6 * pan_px * 1000 / elapsed_ms;
  drag->scroll_px_per_s = 0.4 * drag->scroll_px_per_s + 0.6 * scroll_px * 1000 / elapsed_ms;
  drag->last_ms = now_ms;
}

static void
on_drag_update (GtkGestureDrag *gesture,
                double dx_px,
                double dy_px,
                StrataCanvas *self)
{
  StrataDrag *drag = &self->drag;

  if (!drag->is_active)
    {
      if (!gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) dx_px, (int) dy_px))
        return;
      start_drag (self, GTK_GESTURE (gesture));
    }

  double pan_px = drag->last_dx_px - dx_px;
  double scroll_px = drag->last_dy_px - dy_px;

  drag->last_dx_px = dx_px;
  drag->last_dy_px = dy_px;
  measure_speed (drag, gtk_event_controller_get_current_event_time (GTK_EVENT_CONTROLLER (gesture)), pan_px, scroll_px);
  if (pan_px != 0)
    strata_view_pan (strata_session_get_view (self->session), pan_px);
  if (scroll_px != 0)
    scroll_now (self, scroll_px);
}

static void
on_drag_end (GtkGestureDrag *gesture,
             double dx_px,
             double dy_px,
             StrataCanvas *self)
{
  StrataDrag drag = self->drag;
  guint32 now_ms = gtk_event_controller_get_current_event_time (GTK_EVENT_CONTROLLER (gesture));

  if (!drag.is_active)
    return;

  self->drag = (StrataDrag){ 0 };
  strata_canvas_update_cursor (self);
  strata_canvas_update_hover (self);
  if (now_ms - drag.last_ms < REST_MS)
    strata_canvas_set_inertia (self, drag.pan_px_per_s, drag.scroll_px_per_s);
}

static void
zoom_to_item (StrataCanvas *self,
              StrataItem item)
{
  StrataSpan span;

  if (strata_session_get_item_span (self->session, item, &span))
    strata_canvas_show_span (self, span, ZOOM_MARGIN_FRAC);
}

static void
on_pressed (GtkGestureClick *gesture,
            int n_press,
            double x_px,
            double y_px,
            StrataCanvas *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* Acts on release, so that a press may become a drag. The second click of a double click applies to
 * the item that the first has selected, since the first may have moved the view. */
static void
on_released (GtkGestureClick *gesture,
             int n_press,
             double x_px,
             double y_px,
             StrataCanvas *self)
{
  StrataHit found;

  hit (self, x_px, y_px, &found);

  const StrataLane *lane = strata_canvas_get_lane (self, found.lane);
  StrataSceneRegion frame;

  strata_canvas_get_frame (self, &frame);
  if (strata_scene_is_on_note (self->session, &frame, y_px))
    strata_lanes_show_hidden (strata_session_get_lanes (self->session));
  else if (lane != NULL && strata_lane_is_group (lane))
    strata_canvas_toggle_group (self, found.lane);
  else if (n_press == 1)
    strata_session_select (self->session, found.item);
  else if (n_press == 2 && found.item.kind != STRATA_ITEM_NONE)
    zoom_to_item (self, strata_session_get_selected_item (self->session));
}

static void
add_pointer_controllers (StrataCanvas *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES | GTK_EVENT_CONTROLLER_SCROLL_KINETIC);

  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (scroll, "decelerate", G_CALLBACK (on_scroll_decelerate), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}

/* Drag and click are not grouped, so that the drag cancels the click when it claims the sequence. */
static void
add_gestures (StrataCanvas *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch_scale_changed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (pinch));
}

void
strata_canvas_init_input (StrataCanvas *self)
{
  add_pointer_controllers (self);
  add_gestures (self);
}

/**
 * strata_canvas_set_wheel_zooming:
 * @self: the canvas
 * @is_on: whether the wheel zooms, and scrolls with Ctrl, rather than the reverse
 *
 * Sets whether the wheel zooms over the lanes.
 */
void
strata_canvas_set_wheel_zooming (StrataCanvas *self,
                                 gboolean is_on)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));

  self->is_wheel_zooming = is_on;
}
