/* strata-canvas-menu.c - the menus of lanes and of items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-canvas.h"

#include "strata-canvas-private.h"
#include "strata-item-menu.h"
#include "strata-lane-menu.h"

/* The menu of a lane opens on its header, and anywhere on a counter. Elsewhere the menu of the item
 * opens, which is selected first. A menu stays a child of the canvas until the next is opened,
 * because its action runs after it has closed. */

static void
open_menu (StrataCanvas *self,
           GtkWidget *menu,
           const GdkRectangle *place)
{
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = menu;
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), place);
  gtk_popover_popup (GTK_POPOVER (self->menu));
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

  const StrataLane *found = strata_canvas_get_lane (self, lane);

  if (found == NULL)
    return;

  strata_canvas_get_frame (self, &frame);

  const int y_px = (int) strata_frame_from_lanes_y (&frame, found->y_px);
  const int height_px = gtk_widget_get_height (GTK_WIDGET (self));
  const int top_px = CLAMP (y_px, 0, height_px);
  const GdkRectangle header = { 0, top_px, (int) self->header_px, MAX (MIN (found->height_px, height_px - top_px), 1) };

  open_menu (self, strata_lane_menu_new (self->session, lane), &header);
}

static void
open_item_menu (StrataCanvas *self,
                StrataItem item,
                guint32 lane,
                const GdkRectangle *place)
{
  if (item.kind != STRATA_ITEM_NONE)
    strata_session_select (self->session, item);

  const StrataItemKind kind = item.kind != STRATA_ITEM_NONE ? strata_session_get_selected_item (self->session).kind : STRATA_ITEM_NONE;

  open_menu (self, strata_item_menu_new (self->session, kind, lane), place);
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

  strata_canvas_get_frame (self, &frame);
  strata_scene_hit (self->session, &frame, x_px, y_px, &hit);

  const StrataLane *lane = strata_canvas_get_lane (self, hit.lane);

  const GdkRectangle place = { (int) x_px, (int) y_px, 1, 1 };

  if (lane != NULL && hit.is_header)
    open_menu (self, strata_lane_menu_new (self->session, hit.lane), &place);
  else
    open_item_menu (self, hit.item, lane != NULL ? hit.lane : STRATA_NONE, &place);
}

/* The visible part of the selection. */
static gboolean
find_selection (StrataCanvas *self,
                StrataItem item,
                guint32 lane,
                GdkRectangle *place)
{
  const StrataLane *found = strata_canvas_get_lane (self, lane);
  const int width_px = gtk_widget_get_width (GTK_WIDGET (self));
  StrataSceneRegion frame;
  StrataSpan span;

  if (found == NULL || !strata_session_get_item_span (self->session, item, &span))
    return FALSE;

  strata_canvas_get_frame (self, &frame);

  const StrataViewport *viewport = strata_session_get_viewport (self->session);
  const double x_px = self->header_px + strata_viewport_time_to_x (viewport, span.begin_ns);
  const int y_px = (int) strata_frame_from_lanes_y (&frame, found->y_px) + found->height_px / 2;

  *place = (GdkRectangle){ (int) CLAMP (x_px, self->header_px, width_px - 1), CLAMP (y_px, 0, gtk_widget_get_height (GTK_WIDGET (self)) - 1), 1, 1 };
  return TRUE;
}

/**
 * strata_canvas_open_menu:
 * @self: the canvas
 *
 * Opens the menu of the selection; without one, of the lane for commands that arrange
 * lanes.
 */
void
strata_canvas_open_menu (StrataCanvas *self)
{
  GdkRectangle place;

  g_return_if_fail (STRATA_IS_CANVAS (self));

  const StrataItem item = strata_session_get_selected_item (self->session);
  const guint32 lane = item.kind != STRATA_ITEM_NONE ? strata_canvas_find_current_lane (self) : STRATA_NONE;

  if (item.kind != STRATA_ITEM_NONE && find_selection (self, item, lane, &place))
    open_menu (self, strata_item_menu_new (self->session, item.kind, lane), &place);
  else
    strata_canvas_open_lane_menu (self, strata_canvas_find_pointed_lane (self));
}

void
strata_canvas_init_menu (StrataCanvas *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_secondary_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
