/* strata-canvas.h - the widget of the timeline's lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-palette.h"
#include "strata-scene.h"
#include "strata-session-cursors.h"
#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_CANVAS (strata_canvas_get_type ())
G_DECLARE_FINAL_TYPE (StrataCanvas, strata_canvas, STRATA, CANVAS, GtkWidget)

/* Signals:
 *   pointer-moved ()
 *     the pointer has moved or left
 *   scrolled (gboolean is_revealing)
 *     other lanes are visible: the user has scrolled, or an item is revealed. Not emitted for changes
 *     of lanes or by strata_canvas_scroll_to() */

GtkWidget *strata_canvas_new (StrataSession *session);
void strata_canvas_set_palette (StrataCanvas *self, const StrataPalette *palette);
void strata_canvas_set_header_px (StrataCanvas *self, double header_px);
double strata_canvas_get_header_px (StrataCanvas *self);
double strata_canvas_measure_headers (StrataCanvas *self, double height_px);
void strata_canvas_set_band (StrataCanvas *self, double begin_px, double end_px);
GtkAdjustment *strata_canvas_get_vadjustment (StrataCanvas *self);
void strata_canvas_get_frame (StrataCanvas *self, StrataSceneRegion *frame);
gboolean strata_canvas_get_pointer (StrataCanvas *self, double *x_px, double *y_px);

/* strata-canvas-input.c: pointer, wheel and touch */
void strata_canvas_set_wheel_zooming (StrataCanvas *self, gboolean is_on);

/* strata-canvas-area.c: selecting an area */
void strata_canvas_set_area_tool (StrataCanvas *self, gboolean is_on);
void strata_canvas_select_area (StrataCanvas *self);

/* strata-canvas-measure.c: the two cursors */
void strata_canvas_put_cursor (StrataCanvas *self, StrataCursor cursor, double x_px, double y_px, gboolean is_snapping);
void strata_canvas_put_cursor_here (StrataCanvas *self, StrataCursor cursor);

/* strata-canvas-lanes.c: where lanes and items are */
void strata_canvas_toggle_group (StrataCanvas *self, guint32 lane);
void strata_canvas_reveal_selection (StrataCanvas *self);
void strata_canvas_open_lane_menu (StrataCanvas *self, guint32 lane);
void strata_canvas_open_menu (StrataCanvas *self);
guint32 strata_canvas_find_counter_lane (StrataCanvas *self);
guint32 strata_canvas_find_pointed_lane (StrataCanvas *self);
guint32 strata_canvas_find_current_lane (StrataCanvas *self);
guint32 strata_canvas_find_slice_in_view (StrataCanvas *self);

/* strata-canvas-motion.c: moving the view, animated if the desktop enables that */
void strata_canvas_zoom_by (StrataCanvas *self, double factor);
void strata_canvas_pan_by (StrataCanvas *self, double delta_px);
void strata_canvas_scroll_by (StrataCanvas *self, double delta_px);
void strata_canvas_scroll_to (StrataCanvas *self, double y_px);
void strata_canvas_show_span (StrataCanvas *self, StrataSpan span, double margin_frac);
void strata_canvas_take_there (StrataCanvas *self);
void strata_canvas_stop_motion (StrataCanvas *self);

G_END_DECLS
