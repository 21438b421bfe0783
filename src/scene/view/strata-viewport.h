/* strata-viewport.h - time to pixels and back
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "strata-span.h"

G_BEGIN_DECLS

/* Maps times to pixels. Doubles are used only after @begin_ns is subtracted, so positions are
 * exact however far a trace is from zero. Change it only through the functions, which keep it
 * inside its limits. */
typedef struct
{
  StrataSpan bounds;    /* the whole time that can be shown */
  gint64 begin_ns;      /* time at the left edge */
  double begin_frac_ns; /* fraction of a nanosecond, 0 to 1, to add to @begin_ns */
  double ns_per_px;     /* zoom */
  double width_px;      /* width of the time area, without lane headers */
} StrataViewport;

void strata_viewport_init (StrataViewport *self, StrataSpan bounds, double width_px);
void strata_viewport_set_bounds (StrataViewport *self, StrataSpan bounds);
void strata_viewport_set_view (StrataViewport *self, gint64 begin_ns, double begin_frac_ns, double ns_per_px);
void strata_viewport_set_width (StrataViewport *self, double width_px);
void strata_viewport_show (StrataViewport *self, StrataSpan span, double margin_frac);
void strata_viewport_zoom_at (StrataViewport *self, double x_px, double factor);
void strata_viewport_pan (StrataViewport *self, double delta_px);
double strata_viewport_time_to_x (const StrataViewport *self, gint64 time_ns);
gint64 strata_viewport_x_to_time (const StrataViewport *self, double x_px);
StrataSpan strata_viewport_get_span (const StrataViewport *self);

G_END_DECLS
