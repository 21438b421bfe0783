/* strata-viewport.c - time to pixels and back
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-viewport.h"

#include <math.h>

/* The left edge is a whole nanosecond plus a fraction, so that dragging at
 * 0.1 ns a pixel an hour into a trace moves exactly as far as the pointer. */

#define MIN_NS_PER_PX 0.1
#define MIN_BOUNDS_NS 1000
#define MAX_BOUNDS_NS (G_MAXINT64 / 64 * 63) /* leaves room for the margin of a window of MAX_LENGTH_NS */
#define MAX_LENGTH_NS (G_MAXINT64 / 2)
#define MAX_OFFSET_NS (G_MAXINT64 / 8 * 7)
#define MAX_WIDTH_PX 1e6

/* How much of the window may be outside the bounds, at each side. */
#define MARGIN_FRAC 0.02

static double
get_length_ns (const StrataViewport *self)
{
  return (double) strata_span_get_length_ns (self->bounds);
}

/* Exact where the difference of doubles would not be, and without wrapping. */
static double
get_distance_ns (gint64 from_ns,
                 gint64 to_ns)
{
  gint64 distance_ns;

  if (__builtin_sub_overflow (to_ns, from_ns, &distance_ns))
    return (double) to_ns - (double) from_ns;

  return (double) distance_ns;
}

static double
get_max_ns_per_px (const StrataViewport *self)
{
  return MAX (get_length_ns (self) / (1.0 - 2.0 * MARGIN_FRAC) / self->width_px, MIN_NS_PER_PX);
}

static void
set_begin (StrataViewport *self,
           gint64 base_ns,
           double offset_ns)
{
  double whole_ns = floor (CLAMP (offset_ns, -(double) MAX_OFFSET_NS, (double) MAX_OFFSET_NS));

  self->begin_ns = strata_time_add (base_ns, (gint64) whole_ns);
  self->begin_frac_ns = CLAMP (offset_ns - whole_ns, 0.0, 1.0);
}

/* Keeps the window inside the bounds, or in their middle if the window is larger. Counts from the
 * nearer end, since a double is not precise to the nanosecond that far from the other. */
static void
clamp_begin (StrataViewport *self)
{
  double visible_ns = self->ns_per_px * self->width_px;
  double margin_ns = visible_ns * MARGIN_FRAC;
  double slack_ns = get_length_ns (self) - visible_ns;
  double offset_ns = get_distance_ns (self->bounds.begin_ns, self->begin_ns) + self->begin_frac_ns;
  double overhang_ns = get_distance_ns (self->bounds.end_ns, self->begin_ns) + self->begin_frac_ns + visible_ns;

  if (slack_ns + 2.0 * margin_ns <= 0.0)
    set_begin (self, self->bounds.begin_ns, slack_ns / 2.0);
  else if (offset_ns < -margin_ns)
    set_begin (self, self->bounds.begin_ns, -margin_ns);
  else if (overhang_ns > margin_ns)
    set_begin (self, self->bounds.end_ns, margin_ns - visible_ns);
}

static void
clamp_zoom (StrataViewport *self)
{
  self->ns_per_px = CLAMP (self->ns_per_px, MIN_NS_PER_PX, get_max_ns_per_px (self));
}

static StrataSpan
sanitise_bounds (StrataSpan bounds)
{
  StrataSpan sane = bounds;

  sane.begin_ns = CLAMP (sane.begin_ns, -MAX_BOUNDS_NS, MAX_BOUNDS_NS);
  sane.end_ns = MIN (sane.end_ns, MIN (MAX_BOUNDS_NS, strata_time_add (sane.begin_ns, MAX_LENGTH_NS)));
  sane.end_ns = MAX (sane.end_ns, sane.begin_ns + MIN_BOUNDS_NS);
  return sane;
}

/**
 * strata_viewport_init:
 * @self: (out caller-allocates): the viewport
 * @bounds: the whole time that can be shown; widened to 1 µs at least
 * @width_px: width of the time area
 *
 * Makes a viewport that shows everything.
 */
void
strata_viewport_init (StrataViewport *self,
                      StrataSpan bounds,
                      double width_px)
{
  self->bounds = sanitise_bounds (bounds);
  self->width_px = CLAMP (width_px, 1.0, MAX_WIDTH_PX);
  self->begin_ns = self->bounds.begin_ns;
  self->begin_frac_ns = 0.0;
  self->ns_per_px = get_max_ns_per_px (self);
  clamp_begin (self);
}

/**
 * strata_viewport_set_bounds:
 * @self: the viewport
 * @bounds: the whole time that can be shown; widened to 1 µs at least
 *
 * Changes the bounds; the visible time stays as far as possible.
 */
void
strata_viewport_set_bounds (StrataViewport *self,
                            StrataSpan bounds)
{
  self->bounds = sanitise_bounds (bounds);
  clamp_zoom (self);
  clamp_begin (self);
}

/**
 * strata_viewport_set_view:
 * @self: the viewport
 * @begin_ns: time at the left edge
 * @begin_frac_ns: fraction of a nanosecond to add to it
 * @ns_per_px: zoom
 *
 * Shows this part, as nearly as the limits allow.
 */
void
strata_viewport_set_view (StrataViewport *self,
                          gint64 begin_ns,
                          double begin_frac_ns,
                          double ns_per_px)
{
  if (!(ns_per_px > 0.0))
    return;

  self->ns_per_px = ns_per_px;
  clamp_zoom (self);
  set_begin (self, CLAMP (begin_ns, -MAX_BOUNDS_NS, MAX_BOUNDS_NS), begin_frac_ns);
  clamp_begin (self);
}

/**
 * strata_viewport_set_width:
 * @self: the viewport
 * @width_px: the new width of the time area
 *
 * Changes the width and keeps the visible time.
 */
void
strata_viewport_set_width (StrataViewport *self,
                           double width_px)
{
  double visible_ns = self->ns_per_px * self->width_px;

  self->width_px = CLAMP (width_px, 1.0, MAX_WIDTH_PX);
  self->ns_per_px = visible_ns / self->width_px;
  clamp_zoom (self);
  clamp_begin (self);
}

/**
 * strata_viewport_show:
 * @self: the viewport
 * @span: what to show
 * @margin_frac: part of the width to leave free at each side, below 0.5
 *
 * Fits the window to @span, as nearly as the limits allow.
 */
void
strata_viewport_show (StrataViewport *self,
                      StrataSpan span,
                      double margin_frac)
{
  double length_ns = get_distance_ns (span.begin_ns, span.end_ns);
  double margin = CLAMP (margin_frac, 0.0, 0.45);

  self->ns_per_px = MAX (length_ns, 0.0) / (1.0 - 2.0 * margin) / self->width_px;
  clamp_zoom (self);
  set_begin (self, CLAMP (span.begin_ns, -MAX_BOUNDS_NS, MAX_BOUNDS_NS), (length_ns - self->ns_per_px * self->width_px) / 2.0);
  clamp_begin (self);
}

/**
 * strata_viewport_zoom_at:
 * @self: the viewport
 * @x_px: the place that does not move
 * @factor: magnification; below 1 zooms out
 *
 * Zooms, and keeps the time at @x_px in place unless the bounds prevent it.
 */
void
strata_viewport_zoom_at (StrataViewport *self,
                         double x_px,
                         double factor)
{
  double old_ns_per_px = self->ns_per_px;

  if (!(factor > 0.0))
    return;

  self->ns_per_px /= factor;
  clamp_zoom (self);
  set_begin (self, self->begin_ns, self->begin_frac_ns + x_px * (old_ns_per_px - self->ns_per_px));
  clamp_begin (self);
}

/**
 * strata_viewport_pan:
 * @self: the viewport
 * @delta_px: how far to move towards later times
 *
 * Moves the window.
 */
void
strata_viewport_pan (StrataViewport *self,
                     double delta_px)
{
  set_begin (self, self->begin_ns, self->begin_frac_ns + delta_px * self->ns_per_px);
  clamp_begin (self);
}

/* Returns its place, in pixels from the left edge of the time area. */
double
strata_viewport_time_to_x (const StrataViewport *self,
                           gint64 time_ns)
{
  return (get_distance_ns (self->begin_ns, time_ns) - self->begin_frac_ns) / self->ns_per_px;
}

/**
 * strata_viewport_x_to_time:
 * @self: the viewport
 * @x_px: a place in the time area
 *
 * Returns: the nanosecond at that place
 */
gint64
strata_viewport_x_to_time (const StrataViewport *self,
                           double x_px)
{
  double offset_ns = floor (self->begin_frac_ns + x_px * self->ns_per_px);

  return strata_time_add (self->begin_ns, (gint64) CLAMP (offset_ns, -(double) MAX_OFFSET_NS, (double) MAX_OFFSET_NS));
}

/**
 * strata_viewport_get_span:
 * @self: the viewport
 *
 * Returns: all nanoseconds that are at least partly visible
 */
StrataSpan
strata_viewport_get_span (const StrataViewport *self)
{
  double visible_ns = ceil (self->begin_frac_ns + self->width_px * self->ns_per_px);

  return (StrataSpan){ self->begin_ns, strata_time_add (self->begin_ns, MAX ((gint64) visible_ns, 1)) };
}
