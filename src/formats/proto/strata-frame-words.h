/* strata-frame-words.h - what the frame timeline of Android says, in words
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * StrataFrameWords:
 * @STRATA_FRAME_PRESENT: when a frame was presented
 * @STRATA_FRAME_PREDICTION: whether it was known when it should have been
 * @STRATA_FRAME_SEVERITY: how bad it is that it was late
 * @STRATA_FRAME_JANK: why it was late: the number of a bit
 *
 * Lists of words.
 */
typedef enum
{
  STRATA_FRAME_PRESENT,
  STRATA_FRAME_PREDICTION,
  STRATA_FRAME_SEVERITY,
  STRATA_FRAME_JANK,
} StrataFrameWords;

/* Between the words for several bits, and in place of none. */
#define STRATA_FRAME_JANK_SEPARATOR ", "
#define STRATA_FRAME_NO_JANK "Unspecified"

const char *strata_frame_words_get (StrataFrameWords list, guint64 value);
gboolean strata_frame_words_find (StrataFrameWords list, const char *word, guint64 *value);

G_END_DECLS
