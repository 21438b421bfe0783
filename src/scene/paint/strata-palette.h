/* strata-palette.h - the colours of a picture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "strata-diff-tree.h"
#include "strata-frames.h"
#include "strata-states.h"

G_BEGIN_DECLS

/* Colours are 0xAARRGGBB, not premultiplied. */
typedef guint32 StrataColor;

/* Idle states of CPUs that are distinguished; deeper ones look like the last. */
#define STRATA_N_IDLE_STATES 4

/* From less, over unchanged, to more. */
#define STRATA_N_CHANGES (2 * STRATA_DIFF_TREE_STEPS + 1)

/* Every colour that the scene uses. Slices take a colour from their name, the same in all
 * captures; in each palette all slice colours have a contrast of at least 4.5:1 to @slice_text.
 * @states are the colours of thread states and @frames those of verdicts; users who are red-green
 * blind can distinguish both by lightness. @changes go from blue, much faster, over grey to red,
 * much slower; users who are red-green blind can distinguish them by hue. They have the same
 * contrast to @slice_text as slices. @dim covers everything that is not in focus. @outline, if it
 * is not 0, separates spans from each other and from the ground. */
typedef struct
{
  StrataColor background;
  StrataColor header_background;
  StrataColor header_text;
  StrataColor header_dim_text;
  StrataColor group_background;
  StrataColor line;
  StrataColor grid;
  StrataColor slice_text;
  StrataColor outline;
  StrataColor selection;
  StrataColor highlight;
  StrataColor arrow;
  StrataColor hover;
  StrataColor cpu_idle;
  StrataColor idle_states[STRATA_N_IDLE_STATES];
  StrataColor usage_fill;
  StrataColor usage_line;
  StrataColor limit;
  StrataColor dim;
  StrataColor lost;
  StrataColor counter_fill;
  StrataColor counter_line;
  StrataColor instant;
  StrataColor unfinished;
  StrataColor overview_shade;
  StrataColor overview_window;
  StrataColor vsync;
  StrataColor frames[STRATA_N_FRAME_VERDICTS];
  StrataColor states[STRATA_N_STATES];
  StrataColor changes[STRATA_N_CHANGES];
  gboolean is_dark;
  gboolean is_high_contrast;
} StrataPalette;

const StrataPalette *strata_palette_get_light (void);
const StrataPalette *strata_palette_get_dark (void);
const StrataPalette *strata_palette_get_contrast (gboolean is_dark);
StrataColor strata_palette_get_name_color (const StrataPalette *self, const char *name);
double strata_color_get_contrast (StrataColor a, StrataColor b);

G_END_DECLS
