/* strata-painter-private.h - what the files of the painter share
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>

#include "strata-draw-list-private.h"

G_BEGIN_DECLS

void strata_painter_set_color (cairo_t *cr, StrataColor color);
void strata_painter_draw_areas (cairo_t *cr, const StrataDrawList *list, const StrataLayerColumns *layer, StrataColumn *colors);

G_END_DECLS
