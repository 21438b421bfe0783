/* strata-glyph-masks.h - glyph masks, cached between pictures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* Four pixels of a line. Pieces do not overlap; the space between them is empty. */
typedef struct
{
  guint16 x;        /* of its first pixel, from the mask's left edge */
  guint16 y;        /* of its line, from the mask's top */
  guint8 alphas[4]; /* how much of each of its pixels the glyph covers */
} StrataMaskPiece;

/* The pixels of a glyph. All pieces lie inside of it. */
typedef struct
{
  int x;                    /* of its left edge, in pixels from the glyph's origin */
  int y;                    /* of its top, from the same origin */
  int width;                /* in pixels */
  int height;               /* in pixels */
  gboolean has_colors;      /* whether it has its own colours and no mask */
  guint n_pieces;           /* how many pieces there are */
  StrataMaskPiece pieces[]; /* (array length=n_pieces): its pixels, line by line */
} StrataGlyphMask;

typedef struct _StrataGlyphMasks StrataGlyphMasks;

StrataGlyphMasks *strata_glyph_masks_new (void);
void strata_glyph_masks_free (StrataGlyphMasks *self);
void strata_glyph_masks_set_scale (StrataGlyphMasks *self, double scale);
const StrataGlyphMask *strata_glyph_masks_get (StrataGlyphMasks *self, guint font_index, cairo_scaled_font_t *font, guint32 glyph, double *x, double *y);
void strata_glyph_masks_set_font (cairo_t *cr, cairo_scaled_font_t *font);

G_END_DECLS
