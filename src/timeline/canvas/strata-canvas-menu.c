/* strata-canvas-menu.c - the menu of a lane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-canvas.h"

#include "strata-canvas-private.h"
#include "strata-lane-menu.h"

/* It opens on the header of a lane, and anywhere on a counter. It stays a child of
 * the canvas until the next is opened: what is chosen is done after it has closed. */

static void
open_menu (StrataCanvas *self,
           guint32 lane,
           const GdkRectangle *place)
{
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = strata_lane_menu_new (self->session, lane);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), place);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static const StrataLane *
get_lane (StrataCanvas *self,
          guint32 lane)
{
  guint n_lanes;
  const StrataLane *lanes = self->session != NULL ? strata_lanes_get (strata_view_get_lanes (strata_session_get_view (self->session)), &n_lanes) : NULL;

  return lanes != NULL && lane < n_lanes ? &lanes[lane] : NULL;
}

/**
 * strata_canvas_open_lane_menu:
 * @self: the canvas
 * @lane: index of a lane
 *
 * Opens the menu of a lane beside its header.
 */
void
strata_canvas_open_lane_menu (StrataCanvas *self,
                              guint32 lane)
{
  StrataSceneRegion frame;

  g_return_if_fail (STRATA_IS_CANVAS (self));

  const StrataLane *found = get_lane (self, lane);

  if (found == NULL)
    return;

  strata_canvas_get_frame (self, &frame);

  const int y_px = (int) strata_frame_from_lanes_y (&frame, found->y_px);
  const int height_px = gtk_widget_get_height (GTK_WIDGET (self));
  const int top_px = CLAMP (y_px, 0, height_px);
  const GdkRectangle header = { 0, top_px, STRATA_SCENE_HEADER_PX, MAX (MIN (found->height_px, height_px - top_px), 1) };

  open_menu (self, lane, &header);
}

static void
on_secondary_pressed (GtkGestureClick *gesture,
                      int n_press,
                      double x_px,
                      double y_px,
                      StrataCanvas *self)
{
  StrataSceneRegion frame;
  StrataHit hit;

  if (self->session == NULL)
    return;

  strata_canvas_get_frame (self, &frame);
  strata_scene_hit (self->session, &frame, x_px, y_px, &hit);

  const StrataLane *lane = get_lane (self, hit.lane);

  if (lane != NULL && (hit.is_header || strata_lane_get_counter (lane) != STRATA_NONE))
    {
      const GdkRectangle place = { (int) x_px, (int) y_px, 1, 1 };

      open_menu (self, hit.lane, &place);
    }
}

void
strata_canvas_init_menu (StrataCanvas *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
