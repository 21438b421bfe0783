/* strata-painter-private.h - shared by the files of the painter
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>

#include "strata-draw-list-private.h"

G_BEGIN_DECLS

/* Sets the source of @cr to a colour. */
void strata_painter_set_color (cairo_t *cr, StrataColor color);

/* Draws boxes, strips and graphs of a layer; the unit of @cr has to be one device pixel.
 * @colors: scratch memory that the caller reuses and frees. */
void strata_painter_draw_areas (cairo_t *cr, const StrataDrawList *list, const StrataLayerColumns *layer, StrataColumn *colors);

G_END_DECLS
