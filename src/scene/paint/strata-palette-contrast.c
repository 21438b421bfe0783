/* strata-palette-contrast.c - the high contrast palettes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-palette-private.h"

/* Black on white, or white on black: every label has a contrast of at least 7:1, and every span an
 * outline with the same contrast against the ground. Drawing over fills differs from the other
 * palettes only where they rely on lower contrast. */

static const StrataPalette light_palette = {
  .background = 0xffffffff,
  .header_background = 0xffffffff,
  .header_text = 0xff000000,
  .header_dim_text = 0xff303030,
  .group_background = 0xffe0e0e0,
  .line = 0xff595959,
  .grid = 0xffc8c8c8,
  .slice_text = 0xff000000,
  .outline = 0xff000000,
  .selection = 0xff000000,
  .highlight = 0xff9c0010,
  .arrow = 0xff6a1a8e,
  .hover = 0xff000000,
  .cpu_idle = 0xffffffff,
  .idle_states = { 0xffe4e8ee, 0xffc3cad7, 0xffa5afc2, 0xff98a3ba },
  .usage_fill = 0xffa9dcb9,
  .usage_line = 0xff005a28,
  .limit = 0xff8a4100,
  .dim = 0xcfffffff,
  .lost = 0xff6b5c3c,
  .counter_fill = 0xffa8cdf2,
  .counter_line = 0xff004a8f,
  .instant = 0xff8a4100,
  .unfinished = 0xff5c430f,
  .overview_shade = 0x60303030,
  .overview_window = 0xff0048b0,
  .vsync = 0xffe6edf7,
  .frames = STRATA_LIGHT_FRAMES,
  .states = STRATA_LIGHT_STATES (0xffffffff),
  .changes = STRATA_LIGHT_CHANGES,
  .is_dark = FALSE,
  .is_high_contrast = TRUE,
};

static const StrataPalette dark_palette = {
  .background = 0xff000000,
  .header_background = 0xff000000,
  .header_text = 0xffffffff,
  .header_dim_text = 0xffd4d4d4,
  .group_background = 0xff2a2a2a,
  .line = 0xff9a9a9a,
  .grid = 0xff3a3a3a,
  .slice_text = 0xffffffff,
  .outline = 0xffffffff,
  .selection = 0xffffffff,
  .highlight = 0xffffc46b,
  .arrow = 0xffebb8fa,
  .hover = 0xffffffff,
  .cpu_idle = 0xff000000,
  .idle_states = { 0xff31353d, 0xff3a3f49, 0xff474d59, 0xff545b69 },
  .usage_fill = 0xff1b4a2e,
  .usage_line = 0xff6ee6a0,
  .limit = 0xffffb870,
  .dim = 0xd0000000,
  .lost = 0xffa89a80,
  .counter_fill = 0xff1d426a,
  .counter_line = 0xff8fc0ff,
  .instant = 0xffffb870,
  .unfinished = 0xfff0cd8a,
  .overview_shade = 0xa0303030,
  .overview_window = 0xff8fc0ff,
  .vsync = 0xff1a1f28,
  .frames = STRATA_DARK_FRAMES,
  .states = STRATA_DARK_STATES (0xff000000),
  .changes = { 0xff005a9c, 0xff174c74, 0xff20405a, 0xff283644, 0xff45484f, 0xff4d3830, 0xff64372a, 0xff7c3620, 0xff983312 },
  .is_dark = TRUE,
  .is_high_contrast = TRUE,
};

/* Returns the high contrast palette. */
const StrataPalette *
strata_palette_get_contrast (gboolean is_dark)
{
  return is_dark ? &dark_palette : &light_palette;
}
