/* strata-raster-blend.h - blends colours onto lines of pixels
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-glyph-masks.h"
#include "strata-palette.h"

G_BEGIN_DECLS

void strata_blend_fill (guint32 *line, int n, StrataColor color);
gboolean strata_blend_line (guint32 *line, const StrataColor *colors, int n);
void strata_blend_part (guint32 *pixel, StrataColor color, guint32 part);
void strata_blend_mask (guint32 *pixels, gsize stride, const StrataGlyphMask *mask, int begin, int end, StrataColor color);

G_END_DECLS
