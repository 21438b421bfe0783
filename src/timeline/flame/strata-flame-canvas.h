/* strata-flame-canvas.h - the widget of a flame graph
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-flame.h"

G_BEGIN_DECLS

#define STRATA_TYPE_FLAME_CANVAS (strata_flame_canvas_get_type ())
G_DECLARE_FINAL_TYPE (StrataFlameCanvas, strata_flame_canvas, STRATA, FLAME_CANVAS, GtkWidget)

/* Property: is-dark. Signals, without arguments: selected-changed, root-changed, found. */

void strata_flame_canvas_take_flame (StrataFlameCanvas *self, StrataFlame *flame);
StrataFlame *strata_flame_canvas_get_flame (StrataFlameCanvas *self);
void strata_flame_canvas_set_upwards (StrataFlameCanvas *self, gboolean is_upwards);
void strata_flame_canvas_search (StrataFlameCanvas *self, const char *text);
gboolean strata_flame_canvas_is_searching (StrataFlameCanvas *self);
GtkAdjustment *strata_flame_canvas_get_adjustment (StrataFlameCanvas *self);

guint32 strata_flame_canvas_get_root (StrataFlameCanvas *self);
void strata_flame_canvas_set_root (StrataFlameCanvas *self, guint32 node);
guint32 strata_flame_canvas_get_selected (StrataFlameCanvas *self);
gboolean strata_flame_canvas_step (StrataFlameCanvas *self, int level, int sibling);
void strata_flame_canvas_get_frame (StrataFlameCanvas *self, StrataFlameFrame *frame);
const StrataPalette *strata_flame_canvas_get_palette (StrataFlameCanvas *self);

G_END_DECLS
