/* strata-glyphs.h - texts as glyphs, cached between frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>
#include <pango/pango.h>

#include "strata-column.h"

G_BEGIN_DECLS

/* A glyph of a text, placed. */
typedef struct
{
  guint16 font;     /* number of its font, see strata_glyph_cache_get_font() */
  gboolean may_cut; /* whether a text may be shortened to end before it */
  guint32 id;       /* number in the font */
  float x;          /* place from the start of the text */
  float y;          /* place from the baseline */
  float end;        /* place where the next glyph begins */
} StrataGlyph;

/* A line of text. */
typedef struct
{
  guint n_glyphs;  /* how many there are */
  float width;     /* width of the whole text */
  gboolean is_rtl; /* whether it is read from the right, so its left end may be cut */
  StrataGlyph glyphs[];
} StrataGlyphs;

typedef struct _StrataGlyphCache StrataGlyphCache;

StrataGlyphCache *strata_glyph_cache_new (PangoContext *context);
void strata_glyph_cache_free (StrataGlyphCache *self);
void strata_glyph_cache_trim (StrataGlyphCache *self);
const StrataGlyphs *strata_glyph_cache_get (StrataGlyphCache *self, const char *text, gboolean is_bold);
cairo_scaled_font_t *strata_glyph_cache_get_font (StrataGlyphCache *self, guint font);
double strata_glyph_cache_get_ascent (StrataGlyphCache *self);
double strata_glyph_cache_get_height (StrataGlyphCache *self);

G_END_DECLS
