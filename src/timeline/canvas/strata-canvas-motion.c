/* strata-canvas-motion.c - moves the view: animation and inertia
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-canvas.h"

#include <math.h>

#include "strata-canvas-private.h"
#include "strata-view-animation.h"

/* A step has done 95 % of its distance after three of these. */
#define STEP_S 0.05
#define SHOW_S 0.15
#define JOURNEY_S 0.3

/* Inertia falls to 1/e in this time, and ends at the least speed. */
#define INERTIA_S 0.325
#define LEAST_SPEED_PX_PER_S 30.0
#define MOST_SPEED_PX_PER_S 8000.0

/* A late frame does not jump further than this. */
#define LONGEST_FRAME_S 0.05

/* Whether the desktop enables animations and the canvas is visible. */
static gboolean
is_animated (StrataCanvas *self)
{
  gboolean is_enabled = TRUE;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &is_enabled, NULL);
  return is_enabled && gtk_widget_get_mapped (GTK_WIDGET (self));
}

/* At either end the rest of a step is dropped, so that a step back moves at once. */
static void
scroll_now (StrataCanvas *self,
            double delta_px)
{
  const double before_px = gtk_adjustment_get_value (self->vadjustment);

  gtk_adjustment_set_value (self->vadjustment, before_px + delta_px);
  if (gtk_adjustment_get_value (self->vadjustment) == before_px)
    self->motion.scroll_left_px = 0;
}

/* Takes this frame's share from the rest of a step; a small rest is taken at once. */
static double
take_share (double *left,
            double frac,
            double least)
{
  double share = fabs (*left) < least ? *left : *left * frac;

  *left -= share;
  return share;
}

static void
advance_steps (StrataCanvas *self,
               double frame_s)
{
  StrataMotion *motion = &self->motion;
  double frac = 1 - exp (-frame_s / STEP_S);
  double zoom_log = take_share (&motion->zoom_left_log, frac, 0.002);
  double pan_px = take_share (&motion->pan_left_px, frac, 0.5);
  double scroll_px = take_share (&motion->scroll_left_px, frac, 0.5);

  if (zoom_log != 0)
    strata_view_zoom_at (strata_session_get_view (self->session), motion->zoom_x_px, exp (zoom_log));
  if (pan_px != 0)
    strata_view_pan (strata_session_get_view (self->session), pan_px);
  if (scroll_px != 0)
    scroll_now (self, scroll_px);
}

static void
slow_down (double *px_per_s,
           double frame_s)
{
  *px_per_s *= exp (-frame_s / INERTIA_S);
  if (fabs (*px_per_s) < LEAST_SPEED_PX_PER_S)
    *px_per_s = 0;
}

static void
advance_inertia (StrataCanvas *self,
                 double frame_s)
{
  StrataMotion *motion = &self->motion;

  if (motion->pan_px_per_s != 0)
    strata_view_pan (strata_session_get_view (self->session), motion->pan_px_per_s * frame_s);
  if (motion->scroll_px_per_s != 0)
    scroll_now (self, motion->scroll_px_per_s * frame_s);

  slow_down (&motion->pan_px_per_s, frame_s);
  slow_down (&motion->scroll_px_per_s, frame_s);
}

/* Zooms evenly around the one place that has the same x in both views. If both have the same zoom
 * there is no such place, and the view slides. */
static void
get_near_view (const StrataMotion *motion,
               double frac,
               double *offset_ns,
               double *ns_per_px)
{
  const double ratio = motion->to_ns_per_px / motion->from_ns_per_px;

  *ns_per_px = motion->from_ns_per_px * pow (ratio, frac);
  *offset_ns = motion->from_offset_ns + (motion->to_offset_ns - motion->from_offset_ns) * frac;

  if (fabs (log (ratio)) > 1e-3)
    {
      const double fixed_px = (motion->to_offset_ns - motion->from_offset_ns) / (motion->from_ns_per_px - motion->to_ns_per_px);

      *offset_ns = motion->from_offset_ns + fixed_px * (motion->from_ns_per_px - *ns_per_px);
    }
}

static void
get_far_view (const StrataMotion *motion,
              double frac,
              double width_px,
              double *offset_ns,
              double *ns_per_px)
{
  const double from_width_ns = motion->from_ns_per_px * width_px;
  const double to_width_ns = motion->to_ns_per_px * width_px;
  const StrataViewAnimation animation = { motion->from_offset_ns + from_width_ns / 2, from_width_ns, motion->to_offset_ns + to_width_ns / 2, to_width_ns };
  double middle_ns;
  double width_ns;

  strata_view_animation_get_view (&animation, frac, &middle_ns, &width_ns);
  *offset_ns = middle_ns - width_ns / 2;
  *ns_per_px = width_ns / width_px;
}

static void
show_between (StrataCanvas *self,
              double frac)
{
  const StrataMotion *motion = &self->motion;
  const double width_px = strata_session_get_viewport (self->session)->width_px;
  double offset_ns;
  double ns_per_px;

  if (motion->is_far)
    get_far_view (motion, frac, width_px, &offset_ns, &ns_per_px);
  else
    get_near_view (motion, frac, &offset_ns, &ns_per_px);

  gint64 begin_ns = strata_time_add (motion->base_ns, (gint64) floor (offset_ns));
  gint64 end_ns = strata_time_add (begin_ns, (gint64) ceil (ns_per_px * width_px));

  strata_view_show_span (strata_session_get_view (self->session), (StrataSpan){ begin_ns, end_ns }, 0);
  strata_view_set_destination (strata_session_get_view (self->session), &motion->to_span);
}

static void
end_show (StrataCanvas *self)
{
  self->motion.is_showing = FALSE;
  strata_view_set_destination (strata_session_get_view (self->session), NULL);
}

static void
advance_show (StrataCanvas *self,
              gint64 now_us)
{
  StrataMotion *motion = &self->motion;
  const double show_s = motion->is_far ? JOURNEY_S : SHOW_S;
  double left_frac = 1 - CLAMP ((double) (now_us - motion->show_begin_us) / (show_s * G_USEC_PER_SEC), 0, 1);

  if (left_frac > 0)
    {
      show_between (self, 1 - left_frac * left_frac * left_frac);
      return;
    }

  end_show (self);
  strata_view_show_span (strata_session_get_view (self->session), motion->to_span, 0);
}

static gboolean
is_moving (const StrataMotion *motion)
{
  return motion->is_showing || motion->zoom_left_log != 0 || motion->pan_left_px != 0 || motion->scroll_left_px != 0 ||
         motion->pan_px_per_s != 0 || motion->scroll_px_per_s != 0;
}

/* Whether something else moves the view, such as the other side of a comparison, which leads from then on. */
static gboolean
is_led (StrataCanvas *self)
{
  const StrataViewport *left = &self->motion.left_view;
  const StrataViewport *view = strata_session_get_viewport (self->session);

  return view->width_px == left->width_px &&
         (view->begin_ns != left->begin_ns || view->begin_frac_ns != left->begin_frac_ns || view->ns_per_px != left->ns_per_px);
}

/* Ends all movement in time, but not of the lanes. */
static void
stop_in_time (StrataMotion *motion)
{
  motion->is_showing = FALSE;
  motion->zoom_left_log = 0;
  motion->pan_left_px = 0;
  motion->pan_px_per_s = 0;
}

static gboolean
on_tick (GtkWidget *widget,
         GdkFrameClock *clock,
         gpointer user_data)
{
  StrataCanvas *self = STRATA_CANVAS (widget);
  StrataMotion *motion = &self->motion;
  gint64 now_us = gdk_frame_clock_get_frame_time (clock);
  double frame_s = CLAMP ((double) (now_us - motion->last_us) / G_USEC_PER_SEC, 0, LONGEST_FRAME_S);

  motion->last_us = now_us;
  if (is_led (self))
    stop_in_time (motion);
  advance_steps (self, frame_s);
  advance_inertia (self, frame_s);
  if (motion->is_showing)
    advance_show (self, now_us);
  motion->left_view = *strata_session_get_viewport (self->session);

  if (is_moving (motion))
    return G_SOURCE_CONTINUE;

  /* Only now: items that fly past under the pointer cannot be read. */
  motion->tick_id = 0;
  motion->is_revealing = FALSE;
  strata_canvas_update_hover (self);
  return G_SOURCE_REMOVE;
}

static void
start_ticking (StrataCanvas *self)
{
  if (self->motion.tick_id != 0)
    return;

  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self));

  self->motion.last_us = gdk_frame_clock_get_frame_time (clock);
  self->motion.left_view = *strata_session_get_viewport (self->session);
  self->motion.tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

/**
 * strata_canvas_stop_motion:
 * @self: the canvas
 *
 * Ends all movement at its present place. Call it before moving the view directly.
 */
void
strata_canvas_stop_motion (StrataCanvas *self)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));

  if (self->motion.tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->motion.tick_id);
  end_show (self);
  self->motion = (StrataMotion){ 0 };
}

/* Lets the view continue to move at a speed that decays. */
void
strata_canvas_set_inertia (StrataCanvas *self,
                           double pan_px_per_s,
                           double scroll_px_per_s)
{
  if (!is_animated (self))
    return;

  self->motion.pan_px_per_s = CLAMP (pan_px_per_s, -MOST_SPEED_PX_PER_S, MOST_SPEED_PX_PER_S);
  self->motion.scroll_px_per_s = CLAMP (scroll_px_per_s, -MOST_SPEED_PX_PER_S, MOST_SPEED_PX_PER_S);
  start_ticking (self);
}

/* A step replaces a show or inertia, and adds to the steps before it. */
static void
begin_step (StrataCanvas *self)
{
  end_show (self);
  self->motion.pan_px_per_s = 0;
  self->motion.scroll_px_per_s = 0;
  start_ticking (self);
}

/* The place around which commands zoom: the pointer if it is over the time area, else the middle. */
static double
get_zoom_x (StrataCanvas *self)
{
  double x_px = self->pointer_x_px - self->header_px;

  if (self->is_pointer_inside && x_px >= 0)
    return x_px;

  return strata_session_get_viewport (self->session)->width_px / 2;
}

/**
 * strata_canvas_zoom_by:
 * @self: the canvas
 * @factor: above 1 to show less time in more detail
 *
 * Zooms around the pointer, or around the middle if the pointer is elsewhere.
 */
void
strata_canvas_zoom_by (StrataCanvas *self,
                       double factor)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));
  g_return_if_fail (factor > 0);

  if (!is_animated (self))
    {
      strata_view_zoom_at (strata_session_get_view (self->session), get_zoom_x (self), factor);
      strata_canvas_update_hover (self);
      return;
    }

  begin_step (self);
  self->motion.zoom_left_log += log (factor);
  self->motion.zoom_x_px = get_zoom_x (self);
}

/* Returns the part of a distance that the view can move. Anything beyond an end of the trace is
 * dropped, so that the next step back moves at once. */
static double
get_pan_in_reach (StrataCanvas *self,
                  double delta_px)
{
  const StrataViewport *viewport = strata_session_get_viewport (self->session);
  StrataViewport after = *viewport;

  strata_viewport_pan (&after, delta_px);

  return strata_viewport_time_to_x (viewport, after.begin_ns) + after.begin_frac_ns / after.ns_per_px;
}

/**
 * strata_canvas_pan_by:
 * @self: the canvas
 * @delta_px: how far to move towards later times
 *
 * Moves the view along the time axis.
 */
void
strata_canvas_pan_by (StrataCanvas *self,
                      double delta_px)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));

  if (!is_animated (self))
    {
      strata_view_pan (strata_session_get_view (self->session), delta_px);
      strata_canvas_update_hover (self);
      return;
    }

  begin_step (self);
  self->motion.pan_left_px = get_pan_in_reach (self, self->motion.pan_left_px + delta_px);
}

static void
scroll_by (StrataCanvas *self,
           double delta_px)
{
  if (!is_animated (self))
    {
      scroll_now (self, delta_px);
      strata_canvas_update_hover (self);
      return;
    }

  /* A show continues: a reveal does both. */
  self->motion.pan_px_per_s = 0;
  self->motion.scroll_px_per_s = 0;
  self->motion.scroll_left_px += delta_px;
  start_ticking (self);
}

/* Drops anything beyond the first or last lane, so that the next step back moves at once. */
static void
keep_in_reach (StrataCanvas *self)
{
  const double value_px = gtk_adjustment_get_value (self->vadjustment);
  const double up_px = gtk_adjustment_get_lower (self->vadjustment) - value_px;
  const double down_px = gtk_adjustment_get_upper (self->vadjustment) - gtk_adjustment_get_page_size (self->vadjustment) - value_px;

  self->motion.scroll_left_px = CLAMP (self->motion.scroll_left_px, up_px, MAX (up_px, down_px));
}

/**
 * strata_canvas_scroll_by:
 * @self: the canvas
 * @delta_px: how far to scroll down
 *
 * Scrolls the lanes.
 */
void
strata_canvas_scroll_by (StrataCanvas *self,
                         double delta_px)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));

  self->motion.is_revealing = FALSE;
  scroll_by (self, delta_px);
  keep_in_reach (self);
}

void
strata_canvas_scroll_to_reveal (StrataCanvas *self,
                                double delta_px)
{
  self->motion.is_revealing = TRUE;
  scroll_by (self, delta_px);
  self->motion.is_revealing = self->motion.tick_id != 0;
}

/**
 * strata_canvas_scroll_to:
 * @self: the canvas
 * @y_px: the place to show at the top, from the top of all lanes
 *
 * Scrolls the lanes at once, without `scrolled`. Stops animated scrolling.
 */
void
strata_canvas_scroll_to (StrataCanvas *self,
                         double y_px)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));

  self->motion.scroll_left_px = 0;
  self->motion.scroll_px_per_s = 0;
  self->n_quiet++;
  gtk_adjustment_set_value (self->vadjustment, y_px);
  self->n_quiet--;
}

static gboolean
is_overlapping (StrataSpan a,
                StrataSpan b)
{
  return a.begin_ns < b.end_ns && b.begin_ns < a.end_ns;
}

/* The view that the session will show in the end; the session applies limits and the margin. */
static StrataViewport
predict_view (StrataCanvas *self,
              StrataSpan span,
              double margin_frac)
{
  StrataViewport view = *strata_session_get_viewport (self->session);

  strata_viewport_show (&view, span, margin_frac);
  return view;
}

/**
 * strata_canvas_show_span:
 * @self: the canvas
 * @span: the time to show
 * @margin_frac: space to leave at each side, as a part of the span
 *
 * Zooms and moves until a span fills the view.
 */
void
strata_canvas_show_span (StrataCanvas *self,
                         StrataSpan span,
                         double margin_frac)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));

  strata_canvas_stop_motion (self);
  if (!is_animated (self))
    {
      strata_view_show_span (strata_session_get_view (self->session), span, margin_frac);
      strata_canvas_update_hover (self);
      return;
    }

  StrataMotion *motion = &self->motion;
  const StrataViewport *from = strata_session_get_viewport (self->session);
  StrataViewport to = predict_view (self, span, margin_frac);

  start_ticking (self);
  motion->is_showing = TRUE;
  motion->show_begin_us = motion->last_us;
  motion->base_ns = from->begin_ns;
  motion->from_offset_ns = from->begin_frac_ns;
  motion->from_ns_per_px = from->ns_per_px;
  motion->to_offset_ns = (double) (to.begin_ns - from->begin_ns) + to.begin_frac_ns;
  motion->to_ns_per_px = to.ns_per_px;
  motion->to_span = strata_viewport_get_span (&to);
  motion->is_far = !is_overlapping (strata_viewport_get_span (from), motion->to_span);
  strata_view_set_destination (strata_session_get_view (self->session), &motion->to_span);
}

/**
 * strata_canvas_take_there:
 * @self: the canvas
 *
 * Animates a leap of the view: goes back to the view that the user saw, and moves to the new one from there.
 */
void
strata_canvas_take_there (StrataCanvas *self)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));

  const StrataSpan seen = self->seen;
  const gint64 seen_ns = strata_span_get_length_ns (seen);

  const StrataSpan view = strata_viewport_get_span (strata_session_get_viewport (self->session));

  strata_canvas_stop_motion (self);
  if (!is_animated (self) || seen_ns <= 0 || seen_ns > G_MAXINT64 / 16 || (seen.begin_ns == view.begin_ns && seen.end_ns == view.end_ns))
    return;

  strata_view_show_span (strata_session_get_view (self->session), seen, 0);
  strata_canvas_show_span (self, view, 0);
}
