/* strata-overview.c - the whole trace and its visible part
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-overview.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-session-found.h"

/* Within this distance of an edge of the window, a drag moves the edge. */
#define EDGE_PX 5

/* The marks of slow frames are at the bottom, the marks of long tasks above them. This distance
 * from a mark is near enough. */
#define MARKS_PX 12
#define FRAME_MARKS_PX 6
#define NEAR_MARK_PX 3

/* A press that moves farther is a drag. */
#define CLICK_PX 4

#define WHEEL_ZOOM 1.25
#define TOUCHPAD_ZOOM_PX 120.0

/* What a drag moves. */
typedef enum
{
  GRIP_NONE,
  GRIP_WINDOW,
  GRIP_BEGIN,
  GRIP_END,
} Grip;

/* A slow frame or a long task; if both are STRATA_NONE, neither. */
typedef struct
{
  guint32 frame; /* index */
  guint32 task;  /* number */
} Mark;

static const Mark no_mark = { STRATA_NONE, STRATA_NONE };

struct _StrataOverview
{
  StrataTimeStrip strip; /* the parent */

  double pointer_x_px;
  Mark pointer_mark; /* the mark under the pointer */
  Mark pressed_mark;
  Grip grip;
  double grip_px;
  StrataSpan grip_span; /* visible when the drag began */
};

enum
{
  SIGNAL_MOVING,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataOverview, strata_overview, STRATA_TYPE_TIME_STRIP)

static StrataSpan
get_bounds (StrataOverview *self)
{
  return strata_session_get_viewport (self->strip.session)->bounds;
}

static StrataSpan
get_view (StrataOverview *self)
{
  return strata_viewport_get_span (strata_session_get_viewport (self->strip.session));
}

static gint64
x_to_time (StrataOverview *self,
           double x_px)
{
  StrataSceneRegion frame;

  strata_time_strip_get_frame (&self->strip, &frame);
  return strata_scene_overview_x_to_time (self->strip.session, &frame, x_px);
}

static double
time_to_x (StrataOverview *self,
           gint64 time_ns)
{
  StrataSceneRegion frame;

  strata_time_strip_get_frame (&self->strip, &frame);
  return strata_scene_overview_time_to_x (self->strip.session, &frame, time_ns);
}

static Grip
find_grip (StrataOverview *self,
           double x_px)
{
  StrataSpan view = get_view (self);
  double begin_px = time_to_x (self, view.begin_ns);
  double end_px = time_to_x (self, view.end_ns);

  if (end_px - begin_px > 4 * EDGE_PX && fabs (x_px - begin_px) <= EDGE_PX)
    return GRIP_BEGIN;
  if (end_px - begin_px > 4 * EDGE_PX && fabs (x_px - end_px) <= EDGE_PX)
    return GRIP_END;

  return GRIP_WINDOW;
}

static gboolean
is_mark (Mark mark)
{
  return mark.frame != STRATA_NONE || mark.task != STRATA_NONE;
}

/* Finds the worst slow frame or long task whose mark is at a place; of the two kinds, the one whose
 * row is nearer. */
static Mark
find_mark (StrataOverview *self,
           double x_px,
           double y_px)
{
  const double from_bottom_px = gtk_widget_get_height (GTK_WIDGET (self)) - y_px;

  if (x_px < self->strip.header_px || from_bottom_px > MARKS_PX)
    return no_mark;

  StrataFindings *findings = strata_session_get_findings (self->strip.session);
  const StrataSpan span = { x_to_time (self, x_px - NEAR_MARK_PX), x_to_time (self, x_px + NEAR_MARK_PX) };
  const Mark found = { strata_findings_find_slow_frame (findings, span), strata_findings_find_long_task (findings, span) };

  if (found.frame == STRATA_NONE || found.task == STRATA_NONE)
    return found;

  return from_bottom_px <= FRAME_MARKS_PX ? (Mark){ found.frame, STRATA_NONE } : (Mark){ STRATA_NONE, found.task };
}

/* Brings a time to the middle of the view, which keeps its length. */
static void
centre_on (StrataOverview *self,
           gint64 time_ns)
{
  gint64 length_ns = strata_span_get_length_ns (get_view (self));
  gint64 begin_ns = strata_time_add (time_ns, -length_ns / 2);

  strata_view_show_span (strata_session_get_view (self->strip.session), (StrataSpan){ begin_ns, strata_time_add (begin_ns, length_ns) }, 0);
}

static gboolean
is_inside_view (StrataOverview *self,
                double x_px)
{
  StrataSpan view = get_view (self);

  return x_px >= time_to_x (self, view.begin_ns) - EDGE_PX && x_px <= time_to_x (self, view.end_ns) + EDGE_PX;
}

static void
on_drag_begin (GtkGestureDrag *gesture,
               double x_px,
               double y_px,
               StrataOverview *self)
{
  self->grip = GRIP_NONE;
  self->pressed_mark = no_mark;
  if (x_px < self->strip.header_px)
    return;

  self->pressed_mark = find_mark (self, x_px, y_px);
  if (is_mark (self->pressed_mark))
    return;

  g_signal_emit (self, signals[SIGNAL_MOVING], 0);
  self->grip = find_grip (self, x_px);
  if (self->grip == GRIP_WINDOW && !is_inside_view (self, x_px))
    centre_on (self, x_to_time (self, x_px));

  self->grip_px = x_px;
  self->grip_span = get_view (self);
}

static StrataSpan
move_grip (Grip grip,
           StrataSpan span,
           gint64 delta_ns)
{
  if (grip != GRIP_END)
    span.begin_ns = strata_time_add (span.begin_ns, delta_ns);
  if (grip != GRIP_BEGIN)
    span.end_ns = strata_time_add (span.end_ns, delta_ns);
  if (span.begin_ns > span.end_ns)
    span = (StrataSpan){ span.end_ns, span.begin_ns };

  return span;
}

/* The window stops at the ends of the trace with its length unchanged; the session would shorten a
 * span that extends beyond the trace. */
static gint64
clamp_move (StrataOverview *self,
            gint64 delta_ns)
{
  StrataSpan bounds = get_bounds (self);

  if (self->grip != GRIP_WINDOW)
    return delta_ns;

  return CLAMP (delta_ns,
                MIN (bounds.begin_ns - self->grip_span.begin_ns, 0),
                MAX (bounds.end_ns - self->grip_span.end_ns, 0));
}

static void
on_drag_update (GtkGestureDrag *gesture,
                double dx_px,
                double dy_px,
                StrataOverview *self)
{
  if (self->grip == GRIP_NONE)
    return;

  gint64 delta_ns = clamp_move (self, x_to_time (self, self->grip_px + dx_px) - x_to_time (self, self->grip_px));

  strata_view_show_span (strata_session_get_view (self->strip.session), move_grip (self->grip, self->grip_span, delta_ns), 0);
}

static void
go_to_mark (StrataOverview *self,
            Mark mark)
{
  guint n_tasks;

  if (mark.frame != STRATA_NONE)
    {
      strata_session_select_frame (self->strip.session, mark.frame);
      return;
    }

  const StrataLongTask *tasks = strata_findings_get_long_tasks (strata_session_get_findings (self->strip.session), &n_tasks);

  if (mark.task < n_tasks)
    strata_session_go_to_slice (self->strip.session, tasks[mark.task].slice);
}

static void
on_drag_end (GtkGestureDrag *gesture,
             double dx_px,
             double dy_px,
             StrataOverview *self)
{
  self->grip = GRIP_NONE;
  if (!is_mark (self->pressed_mark) || MAX (fabs (dx_px), fabs (dy_px)) > CLICK_PX)
    return;

  g_signal_emit (self, signals[SIGNAL_MOVING], 0);
  go_to_mark (self, self->pressed_mark);
}

/* Shows which frame or task it was and why, and that a click goes there. */
static void
show_tip (StrataOverview *self,
          Mark mark)
{
  if (mark.frame == self->pointer_mark.frame && mark.task == self->pointer_mark.task)
    return;

  self->pointer_mark = mark;
  if (!is_mark (mark))
    {
      gtk_widget_set_has_tooltip (GTK_WIDGET (self), FALSE);
      return;
    }

  StrataFindings *findings = strata_session_get_findings (self->strip.session);
  g_autofree char *what = mark.frame != STRATA_NONE ? strata_findings_describe_frame (findings, mark.frame) : strata_findings_describe_task (findings, mark.task);
  g_autofree char *text = g_strdup_printf ("%s\n%s", what, _ ("Click to go there"));

  gtk_widget_set_tooltip_text (GTK_WIDGET (self), text);
}

static void
on_motion (GtkEventControllerMotion *motion,
           double x_px,
           double y_px,
           StrataOverview *self)
{
  const char *cursor = NULL;

  self->pointer_x_px = x_px;
  show_tip (self, find_mark (self, x_px, y_px));
  if (is_mark (self->pointer_mark))
    cursor = "pointer";
  else if (x_px >= self->strip.header_px)
    cursor = self->grip == GRIP_WINDOW               ? "grabbing"
             : find_grip (self, x_px) != GRIP_WINDOW ? "ew-resize"
                                                     : "grab";

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), cursor);
}

/* Zooms around the time under the pointer if that is visible, else around the middle. */
static gboolean
on_scroll (GtkEventControllerScroll *scroll,
           double dx,
           double dy,
           StrataOverview *self)
{
  const StrataViewport *view = strata_session_get_viewport (self->strip.session);
  double x_px = strata_viewport_time_to_x (view, x_to_time (self, self->pointer_x_px));
  gboolean is_touchpad = gtk_event_controller_scroll_get_unit (scroll) == GDK_SCROLL_UNIT_SURFACE;
  double factor = is_touchpad ? exp (-dy / TOUCHPAD_ZOOM_PX) : pow (WHEEL_ZOOM, -dy);

  g_signal_emit (self, signals[SIGNAL_MOVING], 0);
  strata_view_zoom_at (strata_session_get_view (self->strip.session), x_px >= 0 && x_px <= view->width_px ? x_px : view->width_px / 2, factor);
  return GDK_EVENT_STOP;
}

static void
strata_overview_class_init (StrataOverviewClass *klass)
{
  STRATA_TIME_STRIP_CLASS (klass)->build = strata_scene_build_overview;

  signals[SIGNAL_MOVING] = g_signal_new ("moving", STRATA_TYPE_OVERVIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "overview");
}

static void
add_controllers (StrataOverview *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}

static void
strata_overview_init (StrataOverview *self)
{
  gtk_widget_set_size_request (GTK_WIDGET (self), -1, STRATA_SCENE_OVERVIEW_PX);
  self->pointer_mark = no_mark;
  self->pressed_mark = no_mark;
  add_controllers (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Overview"), -1);
}

GtkWidget *
strata_overview_new (StrataSession *session)
{
  StrataOverview *self = g_object_new (STRATA_TYPE_OVERVIEW, NULL);

  strata_time_strip_set_session (&self->strip, session);
  return GTK_WIDGET (self);
}
