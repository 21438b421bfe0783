/* strata-palette-private.h - slice colours by number
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <math.h>

#include "strata-palette.h"

G_BEGIN_DECLS

/* A hue is a number below this, the same for a name in both palettes. */
#define STRATA_N_HUES 24

/* The hues from here on are those of the idle states, whatever the other colours mean. */
#define STRATA_HUE_IDLE STRATA_N_HUES
#define STRATA_N_FILLS (STRATA_HUE_IDLE + STRATA_N_IDLE_STATES)

guint8 strata_palette_get_name_hue (const char *name);
StrataColor strata_palette_get_hue_color (const StrataPalette *self, guint8 hue);
StrataColor strata_palette_get_detail_color (const StrataPalette *self, StrataColor text);
StrataColor strata_color_mix (StrataColor a, StrataColor b, double part_of_b);

/* The colour with its own alpha times @alpha. Inline, as it is done for every column of a row. */
static inline StrataColor
strata_color_set_alpha (StrataColor color,
                        double alpha)
{
  return (color & 0x00ffffff) | (guint32) lrint ((color >> 24) * CLAMP (alpha, 0.0, 1.0)) << 24;
}

G_END_DECLS
