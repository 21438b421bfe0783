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

/* The hues from here on are for idle states, whatever the other colours mean. */
#define STRATA_HUE_IDLE STRATA_N_HUES
#define STRATA_N_FILLS (STRATA_HUE_IDLE + STRATA_N_IDLE_STATES)

/* Thread states and frame verdicts have the same colours in high contrast: strips of states have no
 * labels, and labels of frames are black or white with 7:1. Unknown and dead states show the
 * ground. */
#define STRATA_LIGHT_STATES(ground)            \
  {                                            \
    [STRATA_STATE_UNKNOWN] = ground,           \
    [STRATA_STATE_RUNNING] = 0xff24a862,       \
    [STRATA_STATE_RUNNABLE] = 0xfff5c211,      \
    [STRATA_STATE_PREEMPTED] = 0xffe8701a,     \
    [STRATA_STATE_SLEEPING] = 0xffdbdfe6,      \
    [STRATA_STATE_BLOCKED] = 0xff6a3fae,       \
    [STRATA_STATE_BLOCKED_IO] = 0xff8c0f2d,    \
    [STRATA_STATE_BLOCKED_OTHER] = 0xffb79ae0, \
    [STRATA_STATE_STOPPED] = 0xff7d838f,       \
    [STRATA_STATE_DEAD] = ground,              \
  }

#define STRATA_DARK_STATES(ground)             \
  {                                            \
    [STRATA_STATE_UNKNOWN] = ground,           \
    [STRATA_STATE_RUNNING] = 0xff4fcb86,       \
    [STRATA_STATE_RUNNABLE] = 0xffffe27a,      \
    [STRATA_STATE_PREEMPTED] = 0xffec8338,     \
    [STRATA_STATE_SLEEPING] = 0xff3f444e,      \
    [STRATA_STATE_BLOCKED] = 0xff7a5ae0,       \
    [STRATA_STATE_BLOCKED_IO] = 0xffd01f4a,    \
    [STRATA_STATE_BLOCKED_OTHER] = 0xffcdbcf7, \
    [STRATA_STATE_STOPPED] = 0xff979ca6,       \
    [STRATA_STATE_DEAD] = ground,              \
  }

#define STRATA_LIGHT_FRAMES                 \
  {                                         \
    [STRATA_FRAME_ON_TIME] = 0xff9ccbe8,    \
    [STRATA_FRAME_LATE] = 0xffe69f00,       \
    [STRATA_FRAME_VERY_LATE] = 0xff9b1c31,  \
    [STRATA_FRAME_DROPPED] = 0xff6a3fae,    \
    [STRATA_FRAME_UNFINISHED] = 0xffa0a0a0, \
    [STRATA_FRAME_UNJUDGED] = 0xffdedede,   \
  }

#define STRATA_DARK_FRAMES                  \
  {                                         \
    [STRATA_FRAME_ON_TIME] = 0xff295c7b,    \
    [STRATA_FRAME_LATE] = 0xffc09323,       \
    [STRATA_FRAME_VERY_LATE] = 0xffffa79b,  \
    [STRATA_FRAME_DROPPED] = 0xffa18eff,    \
    [STRATA_FRAME_UNFINISHED] = 0xffa0a0a0, \
    [STRATA_FRAME_UNJUDGED] = 0xff464646,   \
  }

#define STRATA_LIGHT_CHANGES                                                                                   \
  {                                                                                                            \
    0xff56a0d3, 0xff83bce0, 0xffb4d6ec, 0xffdcebf5, 0xffdcdee3, 0xfffbe3d6, 0xfff7c3a6, 0xfff09b78, 0xffe8735a \
  }

/* Returns the hue of a name. Digits are ignored, so "doFrame 1" and "doFrame 2" have the same
 * one. */
guint8 strata_palette_get_name_hue (const char *name);

/* Returns the fill of a hue, which may also be one of the idle states. */
StrataColor strata_palette_get_hue_color (const StrataPalette *self, guint8 hue);

/* Returns black or white, whichever has more contrast on @fill. */
StrataColor strata_palette_get_text_color (const StrataPalette *self, StrataColor fill);

/* Returns the colour for details after a label in @text: dimmer where contrast allows it. */
StrataColor strata_palette_get_detail_color (const StrataPalette *self, StrataColor text);

/* Returns a mixture of two colours; @part_of_b: 0 to 1. */
StrataColor strata_color_mix (StrataColor a, StrataColor b, double part_of_b);

/* The colour with its own alpha times @part, from 0 to 1. Inline because it is called for every
 * column of a row. */
static inline StrataColor
strata_color_set_part (StrataColor color,
                       double part)
{
  return (color & 0x00ffffff) | (guint32) lrint ((color >> 24) * part) << 24;
}

/* The same with any @alpha, clamped to 0 to 1. */
static inline StrataColor
strata_color_set_alpha (StrataColor color,
                        double alpha)
{
  return strata_color_set_part (color, CLAMP (alpha, 0.0, 1.0));
}

G_END_DECLS
