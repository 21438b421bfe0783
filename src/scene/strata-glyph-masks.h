/* strata-glyph-masks.h - glyphs as pixels, kept from picture to picture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * StrataGlyphMask:
 * @x: of its left edge, in pixels from the glyph's origin
 * @y: of its top, likewise
 * @width: in pixels
 * @height: in pixels
 * @stride: bytes from line to line, a multiple of 4; zeros after @width
 * @has_colors: whether it brings colours of its own and has no mask
 * @alphas: (array): how much of each pixel the glyph covers
 *
 * The pixels of a glyph.
 */
typedef struct
{
  int x;
  int y;
  int width;
  int height;
  int stride;
  gboolean has_colors;
  guint8 alphas[];
} StrataGlyphMask;

typedef struct _StrataGlyphMasks StrataGlyphMasks;

StrataGlyphMasks *strata_glyph_masks_new (void);
void strata_glyph_masks_free (StrataGlyphMasks *self);
void strata_glyph_masks_set_scale (StrataGlyphMasks *self, double scale);
const StrataGlyphMask *strata_glyph_masks_get (StrataGlyphMasks *self, guint font_index, cairo_scaled_font_t *font, guint32 glyph, double *x, double *y);
void strata_glyph_masks_set_font (cairo_t *cr, cairo_scaled_font_t *font);

G_END_DECLS
