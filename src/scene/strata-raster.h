/* strata-raster.h - boxes, strips and graphs straight into the pixels of an image
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>

#include "strata-draw-list-private.h"

G_BEGIN_DECLS

/**
 * StrataRaster:
 * @surface: (nullable): borrowed: the image that is drawn to
 * @pixels: those of the image, premultiplied
 * @stride: pixels from one line to the next
 * @x: where the list's left edge lies in the image
 * @y: where its top lies
 * @x0: what may be drawn to, in pixels of the image
 * @y0: likewise
 * @x1: likewise; past the end
 * @y1: likewise
 * @scratch: guint32: two lines, reused from picture to picture
 *
 * An image that is drawn to without cairo.
 */
typedef struct
{
  cairo_surface_t *surface;
  guint32 *pixels;
  gsize stride;
  int x;
  int y;
  int x0;
  int y0;
  int x1;
  int y1;
  StrataColumn scratch;
} StrataRaster;

gboolean strata_raster_begin (StrataRaster *self, cairo_t *cr, const StrataDrawList *list);
void strata_raster_draw (StrataRaster *self, const StrataDrawList *list, guint first_layer, guint end_layer);
void strata_raster_clear (StrataRaster *self);

void strata_graph_get_line (const StrataLevel *levels, guint32 column, int *top, int *bottom);

G_END_DECLS
