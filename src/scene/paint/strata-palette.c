/* strata-palette.c - the colours of a picture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-palette.h"

#include <math.h>

#include "strata-palette-private.h"

/* Slice colours are steps of 15 degrees around the hues of OKLCH. Neighbours also differ in
 * lightness, so that users who are red-green blind can still distinguish most pairs. Light fills
 * have dark text and dark fills light text, so that every one of them reaches a contrast of 4.5:1. */

static const StrataColor light_hues[STRATA_N_HUES] = {
  0xff8ec3f9, 0xff83a3ea, 0xffcbd0fe, 0xffc2b2f5, 0xffba91d8, 0xffecc5ee,
  0xffe8a6d1, 0xffdb87a8, 0xfffec2ca, 0xfff5a69f, 0xffdf8c6f, 0xfff9c9a9,
  0xffe5b379, 0xffc49f4d, 0xffdfd6a1, 0xffbbc57d, 0xff8eb267, 0xffb8e1b8,
  0xff85d1a9, 0xff4abba1, 0xff9ee4de, 0xff6bd0db, 0xff43b4d4, 0xffa8dcfc
};

static const StrataColor dark_hues[STRATA_N_HUES] = {
  0xff2c6194, 0xff546b9d, 0xff484a81, 0xff625190, 0xff7b5e91, 0xff6a3e6c,
  0xff82456f, 0xff92566e, 0xff7a3a46, 0xff8d4540, 0xff965a45, 0xff764219,
  0xff81520a, 0xff82682c, 0xff5d5201, 0xff5c6413, 0xff5b763f, 0xff2e5e30,
  0xff176e4a, 0xff287c69, 0xff045e5a, 0xff006b74, 0xff22778e, 0xff06587b
};

/* Raises white text on dark fills from 4.5:1 to 7:1; black text on light ones has that already. */
#define CONTRAST_DARKENING 0.25

static const StrataPalette light_palette = {
  .background = 0xffffffff,
  .header_background = 0xfff7f7f8,
  .header_text = 0xff24262b,
  .header_dim_text = 0xff636770,
  .group_background = 0xffebecef,
  .line = 0xffe2e3e7,
  .grid = 0xffeeeff2,
  .slice_text = 0xff16181d,
  .selection = 0xff1a1c20,
  .highlight = 0xffc01c28,
  .arrow = 0xff7d2fa0,
  .hover = 0xb01a1c20,
  .cpu_idle = 0xfff4f4f6,
  .idle_states = { 0xffdfe3ea, 0xffc3cad7, 0xffa5afc2, 0xff8894ad },
  .usage_fill = 0xffcdebd7,
  .usage_line = 0xff24a862,
  .limit = 0xa0b5651d,
  .dim = 0xbff4f4f6,
  .lost = 0xffb3a78f,
  .counter_fill = 0xffcfe3f7,
  .counter_line = 0xff3f83c4,
  .instant = 0xffb5651d,
  .unfinished = 0xff8a6d3b,
  .overview_shade = 0x24505866,
  .overview_window = 0xff3584e4,
  .vsync = 0xfff1f5fb,
  .frames = STRATA_LIGHT_FRAMES,
  .states = STRATA_LIGHT_STATES (0xffffffff),
  .changes = STRATA_LIGHT_CHANGES,
  .is_dark = FALSE,
};

static const StrataPalette dark_palette = {
  .background = 0xff1d1e22,
  .header_background = 0xff24262b,
  .header_text = 0xfff0f1f3,
  .header_dim_text = 0xffa0a5af,
  .group_background = 0xff2e3036,
  .line = 0xff33363d,
  .grid = 0xff282a30,
  .slice_text = 0xfff4f5f7,
  .selection = 0xffffffff,
  .highlight = 0xffffb454,
  .arrow = 0xffe3a6f5,
  .hover = 0xb0ffffff,
  .cpu_idle = 0xff222429,
  .idle_states = { 0xff31353d, 0xff41464f, 0xff515865, 0xff626b7b },
  .usage_fill = 0xff214a34,
  .usage_line = 0xff4fcb86,
  .limit = 0xa0f0a860,
  .dim = 0xc0222429,
  .lost = 0xff857a64,
  .counter_fill = 0xff274766,
  .counter_line = 0xff62a0ea,
  .instant = 0xfff0a860,
  .unfinished = 0xffd6b370,
  .overview_shade = 0x80101114,
  .overview_window = 0xff62a0ea,
  .vsync = 0xff23262d,
  .frames = STRATA_DARK_FRAMES,
  .states = STRATA_DARK_STATES (0xff1d1e22),
  .changes = { 0xff1e70ae, 0xff275f8a, 0xff2c4c66, 0xff2f3d4a, 0xff45484f, 0xff4d3830, 0xff6b4030, 0xff8c442c, 0xffad4426 },
  .is_dark = TRUE,
};

const StrataPalette *
strata_palette_get_light (void)
{
  return &light_palette;
}

const StrataPalette *
strata_palette_get_dark (void)
{
  return &dark_palette;
}

guint8
strata_palette_get_name_hue (const char *name)
{
  guint32 hash = 2166136261u;

  for (const char *c = name; *c != '\0'; c++)
    if (!g_ascii_isdigit (*c))
      hash = (hash ^ (guchar) *c) * 16777619u;

  hash ^= hash >> 15;
  hash *= 0x2c1b3c6du;
  hash ^= hash >> 13;
  return (guint8) (hash % STRATA_N_HUES);
}

StrataColor
strata_palette_get_hue_color (const StrataPalette *self,
                              guint8 hue)
{
  if (hue >= STRATA_HUE_IDLE)
    return self->idle_states[MIN (hue - STRATA_HUE_IDLE, STRATA_N_IDLE_STATES - 1)];

  if (self->is_dark && self->is_high_contrast)
    return strata_color_mix (dark_hues[hue % STRATA_N_HUES], self->background, CONTRAST_DARKENING);

  return (self->is_dark ? dark_hues : light_hues)[hue % STRATA_N_HUES];
}

/**
 * strata_palette_get_name_color:
 * @self: a palette
 * @name: a slice's name
 *
 * Returns: the colour of slices of that name; digits in it are ignored
 */
StrataColor
strata_palette_get_name_color (const StrataPalette *self,
                               const char *name)
{
  return strata_palette_get_hue_color (self, strata_palette_get_name_hue (name));
}

static double
get_linear (guint32 channel)
{
  double value = channel / 255.0;

  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

static double
get_luminance (StrataColor color)
{
  return 0.2126 * get_linear (color >> 16 & 0xff) + 0.7152 * get_linear (color >> 8 & 0xff) + 0.0722 * get_linear (color & 0xff);
}

/**
 * strata_color_get_contrast:
 * @a: an opaque colour
 * @b: another
 *
 * Returns: their contrast as WCAG 2 defines it, from 1 to 21
 */
double
strata_color_get_contrast (StrataColor a,
                           StrataColor b)
{
  double luminance_a = get_luminance (a);
  double luminance_b = get_luminance (b);

  return (MAX (luminance_a, luminance_b) + 0.05) / (MIN (luminance_a, luminance_b) + 0.05);
}

/* For a label on a fill that may be light or dark: black or white, whichever is more readable. */
StrataColor
strata_palette_get_text_color (const StrataPalette *self,
                               StrataColor fill)
{
  const StrataColor black = self->is_high_contrast ? 0xff000000 : 0xff16181d;

  return strata_color_get_contrast (fill, 0xffffffff) > strata_color_get_contrast (fill, black) ? 0xffffffff : black;
}

/* For details after a label in @text: dimmer if the contrast allows it. Text on dark fills has none to spare. */
StrataColor
strata_palette_get_detail_color (const StrataPalette *self,
                                 StrataColor text)
{
  return self->is_dark || self->is_high_contrast ? text : strata_color_set_alpha (text, 0.8);
}

StrataColor
strata_color_mix (StrataColor a,
                  StrataColor b,
                  double part_of_b)
{
  StrataColor mixed = 0;

  for (int shift = 0; shift < 32; shift += 8)
    {
      double value_a = a >> shift & 0xff;
      double value_b = b >> shift & 0xff;

      mixed |= (guint32) lrint (value_a + (value_b - value_a) * CLAMP (part_of_b, 0.0, 1.0)) << shift;
    }

  return mixed;
}
