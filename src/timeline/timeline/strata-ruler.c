/* strata-ruler.c - the time axis above the lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ruler.h"

#include <glib/gi18n-lib.h>

#include "strata-colors.h"
#include "strata-session-bookmarks.h"
#include "strata-session-cursors.h"

/* A shorter drag counts as a click. */
#define LEAST_BAND_PX 4

/* A flag is right of its time. */
#define FLAG_REACH_PX 7.0

struct _StrataRuler
{
  StrataTimeStrip strip; /* the parent */

  double drag_begin_px; /* below 0 without a drag */
  double drag_end_px;
  gboolean has_cursor; /* the drag moves a cursor and not a band */
  StrataCursor cursor;
};

enum
{
  SIGNAL_BAND_CHANGED,
  SIGNAL_BAND_CHOSEN,
  SIGNAL_ALL_REQUESTED,
  SIGNAL_CURSOR_DRAGGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataRuler, strata_ruler, STRATA_TYPE_TIME_STRIP)

static double
clamp_to_axis (StrataRuler *self,
               double x_px)
{
  double width_px = gtk_widget_get_width (GTK_WIDGET (self));

  return CLAMP (x_px, self->strip.header_px, MAX (width_px, self->strip.header_px));
}

/* Handles are beside their cursors; the cursor nearest to the place counts. */
static gboolean
find_cursor (StrataRuler *self,
             double x_px,
             StrataCursor *cursor)
{
  double best_px = STRATA_SCENE_HANDLE_PX;
  gboolean is_found = FALSE;

  for (guint i = 0; i < STRATA_N_CURSORS; i++)
    {
      gint64 time_ns;

      if (!strata_marks_get_cursor (strata_session_get_marks (self->strip.session), i, &time_ns))
        continue;

      const double handle_px = self->strip.header_px + strata_viewport_time_to_x (strata_session_get_viewport (self->strip.session), time_ns);

      if (ABS (x_px - handle_px) <= best_px)
        {
          best_px = ABS (x_px - handle_px);
          *cursor = i;
          is_found = TRUE;
        }
    }

  return is_found;
}

/* Shift prevents snapping to edges of slices. */
static void
drag_cursor (StrataRuler *self,
             GtkGesture *gesture,
             double x_px)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  g_signal_emit (self, signals[SIGNAL_CURSOR_DRAGGED], 0, (guint) self->cursor, clamp_to_axis (self, x_px), (state & GDK_SHIFT_MASK) == 0);
}

static void
on_drag_begin (GtkGestureDrag *gesture,
               double x_px,
               double y_px,
               StrataRuler *self)
{
  self->drag_begin_px = x_px >= self->strip.header_px ? x_px : -1;
  self->drag_end_px = self->drag_begin_px;
  self->has_cursor = self->drag_begin_px >= 0 && find_cursor (self, x_px, &self->cursor);
}

static gboolean
is_band (StrataRuler *self)
{
  return self->drag_begin_px >= 0 && !self->has_cursor && ABS (self->drag_end_px - self->drag_begin_px) >= LEAST_BAND_PX;
}

static void
on_drag_update (GtkGestureDrag *gesture,
                double dx_px,
                double dy_px,
                StrataRuler *self)
{
  if (self->drag_begin_px < 0)
    return;
  if (self->has_cursor)
    {
      drag_cursor (self, GTK_GESTURE (gesture), self->drag_begin_px + dx_px);
      return;
    }

  self->drag_end_px = clamp_to_axis (self, self->drag_begin_px + dx_px);
  if (is_band (self))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_queue_draw (GTK_WIDGET (self));
      g_signal_emit (self, signals[SIGNAL_BAND_CHANGED], 0, self->drag_begin_px, self->drag_end_px);
    }
}

static void
on_drag_end (GtkGestureDrag *gesture,
             double dx_px,
             double dy_px,
             StrataRuler *self)
{
  if (self->drag_begin_px < 0)
    return;

  double begin_px = MIN (self->drag_begin_px, self->drag_end_px);
  double end_px = MAX (self->drag_begin_px, self->drag_end_px);
  gboolean is_chosen = is_band (self);

  self->drag_begin_px = -1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_BAND_CHANGED], 0, 0.0, 0.0);
  if (is_chosen)
    g_signal_emit (self, signals[SIGNAL_BAND_CHOSEN], 0, begin_px, end_px);
}

static guint
find_bookmark (StrataRuler *self,
               double x_px)
{
  if (x_px < self->strip.header_px)
    return STRATA_NONE;

  return strata_session_find_bookmark_near (self->strip.session, x_px - self->strip.header_px - FLAG_REACH_PX / 2, FLAG_REACH_PX);
}

/* Shows the note of a bookmark. */
static gboolean
on_query_tooltip (StrataRuler *self,
                  int x_px,
                  int y_px,
                  gboolean is_by_keyboard,
                  GtkTooltip *tooltip)
{
  const guint bookmark = is_by_keyboard ? STRATA_NONE : find_bookmark (self, x_px);
  guint n_bookmarks;

  if (bookmark == STRATA_NONE)
    return FALSE;

  const char *note = strata_marks_get_bookmarks (strata_session_get_marks (self->strip.session), &n_bookmarks)[bookmark].note;

  gtk_tooltip_set_text (tooltip, *note != '\0' ? note : _ ("Bookmark"));
  return TRUE;
}

static void
on_released (GtkGestureClick *gesture,
             int n_press,
             double x_px,
             double y_px,
             StrataRuler *self)
{
  const guint bookmark = find_bookmark (self, x_px);

  if (bookmark != STRATA_NONE && n_press == 1)
    strata_session_go_to_bookmark (self->strip.session, bookmark);
  else if (n_press == 2)
    g_signal_emit (self, signals[SIGNAL_ALL_REQUESTED], 0);
}

static void
update_description (StrataRuler *self)
{
  g_autofree char *text = strata_session_describe_cursors (self->strip.session);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text != NULL ? text : "", -1);
}

static void
on_cursors_changed (StrataRuler *self)
{
  update_description (self);
  strata_time_strip_invalidate (&self->strip);
}

/* Over a handle the pointer shows that it can be moved. */
static void
on_motion (GtkEventControllerMotion *motion,
           double x_px,
           double y_px,
           StrataRuler *self)
{
  StrataCursor cursor;

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), find_cursor (self, x_px, &cursor) ? "col-resize" : "crosshair");
}

/* The canvas continues the band below. */
static void
append_band (StrataRuler *self,
             GtkSnapshot *snapshot)
{
  double begin_px = MIN (self->drag_begin_px, self->drag_end_px);
  double end_px = MAX (self->drag_begin_px, self->drag_end_px);
  GdkRGBA fill = strata_color_to_rgba (self->strip.palette->overview_window, STRATA_BAND_ALPHA);

  gtk_snapshot_append_color (snapshot, &fill, &GRAPHENE_RECT_INIT (begin_px, 0, end_px - begin_px, gtk_widget_get_height (GTK_WIDGET (self))));
}

static void
strata_ruler_snapshot (GtkWidget *widget,
                       GtkSnapshot *snapshot)
{
  StrataRuler *self = STRATA_RULER (widget);

  GTK_WIDGET_CLASS (strata_ruler_parent_class)->snapshot (widget, snapshot);
  if (is_band (self))
    append_band (self, snapshot);
}

static void
strata_ruler_class_init (StrataRulerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  STRATA_TIME_STRIP_CLASS (klass)->build = strata_scene_build_ruler;
  widget_class->snapshot = strata_ruler_snapshot;

  signals[SIGNAL_BAND_CHANGED] = g_signal_new ("band-changed", STRATA_TYPE_RULER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  signals[SIGNAL_BAND_CHOSEN] = g_signal_new ("band-chosen", STRATA_TYPE_RULER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  signals[SIGNAL_ALL_REQUESTED] = g_signal_new ("all-requested", STRATA_TYPE_RULER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_CURSOR_DRAGGED] = g_signal_new ("cursor-dragged", STRATA_TYPE_RULER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_DOUBLE, G_TYPE_BOOLEAN);

  gtk_widget_class_set_css_name (widget_class, "ruler");
}

static void
strata_ruler_init (StrataRuler *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  gtk_widget_set_size_request (GTK_WIDGET (self), -1, STRATA_SCENE_RULER_PX);
  self->drag_begin_px = -1;
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  g_signal_connect_swapped (self, "query-tooltip", G_CALLBACK (on_query_tooltip), self);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "crosshair");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Time axis"), -1);
}

GtkWidget *
strata_ruler_new (StrataSession *session)
{
  StrataRuler *self = g_object_new (STRATA_TYPE_RULER, NULL);

  strata_time_strip_set_session (&self->strip, session);
  g_signal_connect_object (strata_session_get_marks (session), "cursors-changed", G_CALLBACK (on_cursors_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_marks (session), "bookmarks-changed", G_CALLBACK (on_cursors_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_selection (session), "area-changed", G_CALLBACK (on_cursors_changed), self, G_CONNECT_SWAPPED);
  update_description (self);

  return GTK_WIDGET (self);
}
