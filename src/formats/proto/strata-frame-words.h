/* strata-frame-words.h - words for the values of Android's frame timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Lists of words. */
typedef enum
{
  STRATA_FRAME_PRESENT,    /* whether a frame was presented in time */
  STRATA_FRAME_PREDICTION, /* whether its expected time was known */
  STRATA_FRAME_SEVERITY,   /* severity of the jank */
  STRATA_FRAME_JANK,       /* cause of the jank: the number of a bit */
} StrataFrameWords;

/* Separates the words for several bits, and replaces them if there are none. */
#define STRATA_FRAME_JANK_SEPARATOR ", "
#define STRATA_FRAME_NO_JANK "Unspecified"

const char *strata_frame_words_get (StrataFrameWords list, guint64 value);
gboolean strata_frame_words_find (StrataFrameWords list, const char *word, guint64 *value);

G_END_DECLS
