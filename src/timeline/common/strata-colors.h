/* strata-colors.h - the scene's colours for GTK
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-palette.h"

G_BEGIN_DECLS

/* Parts outside draw lists (bands, rings, the readout) use palette colours as render nodes. */
static inline GdkRGBA
strata_color_to_rgba (StrataColor color,
                      float alpha)
{
  return (GdkRGBA){
    .red = (float) (color >> 16 & 0xff) / 255,
    .green = (float) (color >> 8 & 0xff) / 255,
    .blue = (float) (color & 0xff) / 255,
    .alpha = alpha,
  };
}

/* Opacity of the shade over a chosen range. */
#define STRATA_BAND_ALPHA 0.2f

G_END_DECLS
