/* strata-header-grip.c - the draggable edge of the lane headers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-header-grip.h"

#include <glib/gi18n-lib.h>

/* Narrow and invisible: the cursor shows its function, as at the headers of tables. It is over
 * lanes and ruler, so that they need not know about it. */
struct _StrataHeaderGrip
{
  GtkWidget parent_instance;

  double begin_px; /* offset from its left edge to where the drag began */
};

enum
{
  SIGNAL_DRAGGED,
  SIGNAL_FIT_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataHeaderGrip, strata_header_grip, GTK_TYPE_WIDGET)

static void
on_drag_begin (GtkGestureDrag *drag,
               double x_px,
               double y_px,
               StrataHeaderGrip *self)
{
  self->begin_px = x_px - gtk_widget_get_width (GTK_WIDGET (self)) / 2.0;
}

/* The grip moves with the drag, so only positions in its parent are meaningful. */
static void
on_drag_update (GtkGestureDrag *drag,
                double dx_px,
                double dy_px,
                StrataHeaderGrip *self)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));
  double x_px;
  double y_px;

  if (!gtk_gesture_get_point (GTK_GESTURE (drag), NULL, &x_px, &y_px) || (dx_px == 0 && dy_px == 0))
    return;

  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_translate_coordinates (GTK_WIDGET (self), parent, x_px, y_px, &x_px, &y_px);
  g_signal_emit (self, signals[SIGNAL_DRAGGED], 0, (int) (x_px - self->begin_px));
}

static void
on_pressed (GtkGestureClick *click,
            int n_presses,
            double x_px,
            double y_px,
            StrataHeaderGrip *self)
{
  if (n_presses == 2)
    g_signal_emit (self, signals[SIGNAL_FIT_REQUESTED], 0);
}

static void
strata_header_grip_class_init (StrataHeaderGripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  signals[SIGNAL_DRAGGED] = g_signal_new ("dragged", STRATA_TYPE_HEADER_GRIP, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  signals[SIGNAL_FIT_REQUESTED] = g_signal_new ("fit-requested", STRATA_TYPE_HEADER_GRIP, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "grip");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SEPARATOR);
}

static void
strata_header_grip_init (StrataHeaderGrip *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_gesture_group (drag, click);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "col-resize");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Edge of the lane headers"), -1);
}
