/* strata-view.h - the visible time, lanes and view options of a session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib-object.h>

#include "strata-lanes.h"
#include "strata-scene-index.h"
#include "strata-view-options.h"
#include "strata-viewport.h"

G_BEGIN_DECLS

#define STRATA_TYPE_VIEW (strata_view_get_type ())
G_DECLARE_FINAL_TYPE (StrataView, strata_view, STRATA, VIEW, GObject)

/* Signals. All pointers are borrowed and only valid during the emission:
 *   viewport-changed (const StrataViewport *before)
 *     the visible time, or the width of the time area
 *   lanes-changed (StrataLanesChange change)
 *     what has changed about the lanes
 *   axis-changed (StrataTrace *before, const StrataSpan *visible)
 *     times are on another axis now, all of which is visible; @before is the trace on
 *     the previous axis, of which @visible was shown. A handler may show another span.
 *     Emitted before viewport-changed and options-changed
 *   options-changed (const StrataViewOptions *before)
 *     the clock or the colours; slices keep their indices
 *   leapt (const StrataViewport *from)
 *     the view has jumped to another place; a widget may animate the move */

StrataView *strata_view_new (StrataTrace *trace);
StrataTrace *strata_view_get_trace (StrataView *self);
const StrataSceneIndex *strata_view_get_index (StrataView *self);

StrataLanes *strata_view_get_lanes (StrataView *self);
void strata_view_take_lanes (StrataView *self, StrataLanes *lanes);
gboolean strata_view_get_vsync_shown (StrataView *self);
void strata_view_set_vsync_shown (StrataView *self, gboolean is_shown);

StrataViewOptions strata_view_get_options (StrataView *self);
StrataViewOptions strata_view_get_wanted_options (StrataView *self);
gboolean strata_view_has_both_clocks (StrataView *self);
void strata_view_want_options (StrataView *self, StrataViewOptions options);
void strata_view_set_options (StrataView *self, StrataViewOptions options);

const StrataViewport *strata_view_get_viewport (StrataView *self);
void strata_view_set_viewport (StrataView *self, const StrataViewport *viewport);
void strata_view_swap_viewport (StrataView *self, StrataViewport *viewport);
void strata_view_set_width (StrataView *self, double width_px);
void strata_view_zoom_at (StrataView *self, double x_px, double factor);
void strata_view_pan (StrataView *self, double delta_px);
void strata_view_show_span (StrataView *self, StrataSpan span, double margin_frac);
void strata_view_show_all (StrataView *self);

StrataSpan strata_view_get_settled_span (StrataView *self);
void strata_view_set_destination (StrataView *self, const StrataSpan *span);
void strata_view_arrive (StrataView *self);
void strata_view_go_to_span (StrataView *self, StrataSpan span);
void strata_view_go_to_time (StrataView *self, gint64 time_ns);

G_END_DECLS
