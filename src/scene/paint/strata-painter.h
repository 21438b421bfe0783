/* strata-painter.h - paints a draw list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>
#include <pango/pango.h>

#include "strata-draw-list.h"

G_BEGIN_DECLS

typedef struct _StrataPainter StrataPainter;

StrataPainter *strata_painter_new (PangoContext *context);
void strata_painter_free (StrataPainter *self);
void strata_painter_set_context (StrataPainter *self, PangoContext *context);
double strata_painter_measure_texts (StrataPainter *self, const StrataDrawList *list);
void strata_painter_draw (StrataPainter *self, cairo_t *cr, const StrataDrawList *list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataPainter, strata_painter_free)

G_END_DECLS
