/* strata-canvas-drag.c - shared by all drags on the lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-canvas-private.h"

/* Each kind has a gesture. All gestures see a drag begin; the one of its kind accepts it, and
 * claims it once the pointer has moved too far for a click. */

static StrataCanvas *
get_canvas (GtkGestureDrag *gesture)
{
  return STRATA_CANVAS (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)));
}

static void
on_begin (GtkGestureDrag *gesture,
          double x_px,
          double y_px,
          const StrataCanvasDrag *drag)
{
  StrataCanvas *self = get_canvas (gesture);

  if (strata_canvas_find_drag_kind (self, GTK_GESTURE (gesture)) != drag->kind || !drag->begin (self, x_px, y_px))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
}

static void
on_update (GtkGestureDrag *gesture,
           double dx_px,
           double dy_px,
           const StrataCanvasDrag *drag)
{
  StrataCanvas *self = get_canvas (gesture);
  double x_px;
  double y_px;

  if (!gtk_gesture_drag_get_start_point (gesture, &x_px, &y_px))
    return;
  if (!drag->is_active (self) && !gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) dx_px, (int) dy_px))
    return;

  drag->update (self, gesture, (StrataDragPath){ x_px, y_px, x_px + dx_px, y_px + dy_px });
}

static void
on_end (GtkGestureDrag *gesture,
        double dx_px,
        double dy_px,
        const StrataCanvasDrag *drag)
{
  drag->end (get_canvas (gesture));
}

GtkGesture *
strata_canvas_add_drag (StrataCanvas *self,
                        const StrataCanvasDrag *drag)
{
  GtkGesture *gesture = gtk_gesture_drag_new ();

  g_signal_connect (gesture, "drag-begin", G_CALLBACK (on_begin), (gpointer) drag);
  g_signal_connect (gesture, "drag-update", G_CALLBACK (on_update), (gpointer) drag);
  g_signal_connect (gesture, "drag-end", G_CALLBACK (on_end), (gpointer) drag);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (gesture));

  return gesture;
}
