/* strata-raster.h - draws boxes, strips and graphs directly into the pixels of an image
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>

#include "strata-draw-list-private.h"
#include "strata-glyph-masks.h"

G_BEGIN_DECLS

/* A glyph to be drawn. */
typedef struct
{
  const StrataGlyphMask *mask; /* borrowed */
  int x;                       /* of its left edge in the image */
  int y;                       /* of its top */
  StrataColor color;
  guint32 next; /* number plus 1 of the next in the same band, or 0 */
} StrataPlacedMask;

/* Either a box, a strip or a graph; the other pointers are %NULL. All borrowed. */
typedef struct
{
  const StrataBox *box;
  const StrataStrip *strip;
  const StrataGraph *graph;
} StrataRasterArea;

/* An image that is drawn to without cairo. */
typedef struct
{
  cairo_surface_t *surface; /* borrowed; nullable: the image that is drawn to */
  guint32 *pixels;          /* the image's pixels, premultiplied */
  gsize stride;             /* pixels from one line to the next */
  int x;                    /* left edge of the list in the image */
  int y;                    /* top of the list in the image */
  int x0;                   /* left edge of the clip, in pixels of the image */
  int y0;                   /* its top */
  int x1;                   /* one past its right edge */
  int y1;                   /* one past its bottom */
  StrataColumn scratch;     /* guint32: a line, reused from picture to picture */
  StrataColumn masks;       /* StrataPlacedMask: the masks to draw next */
  StrataColumn areas;       /* StrataRasterArea: the areas of the current lines, in drawing order */
  /* guint8: for each of these lines, and the one after them, whether an area begins or ends there
   * or a graph crosses it */
  StrataColumn lines;
  StrataColumn bands; /* guint32: number plus 1 of the first mask of each band, or 0 */
} StrataRaster;

gboolean strata_raster_begin (StrataRaster *self, cairo_t *cr, const StrataDrawList *list);
void strata_raster_draw (StrataRaster *self, const StrataDrawList *list, guint first_layer, guint end_layer);
void strata_raster_add_mask (StrataRaster *self, const StrataGlyphMask *mask, int x, int y, StrataColor color);
void strata_raster_clear (StrataRaster *self);

void strata_graph_get_line (const StrataLevel *levels, guint32 column, int *top, int *bottom);

G_END_DECLS
