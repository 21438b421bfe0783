/* strata-frame-words.c - words for the values of Android's frame timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frame-words.h"

/* The system's own words, by number. */

static const char *const presents[] = { "Unspecified Present", "On-time Present", "Late Present", "Early Present", "Dropped Frame", "Unknown Present", NULL };
static const char *const predictions[] = { "Unspecified Prediction", "Valid Prediction", "Expired Prediction", "Unknown Prediction", NULL };
static const char *const severities[] = { "Unknown", "None", "Partial", "Full", NULL };
static const char *const janks[] = {
  "None",
  "SurfaceFlinger Scheduling",
  "Prediction Error",
  "Display HAL",
  "SurfaceFlinger CPU Deadline Missed",
  "SurfaceFlinger GPU Deadline Missed",
  "App Deadline Missed",
  "Buffer Stuffing",
  "Unknown Jank",
  "SurfaceFlinger Stuffing",
  "Dropped Frame",
  "Non Animating",
  "App Resynced Jitter",
  "Display not ON",
  "ModeChange in progress",
  "PowerModeChange in progress",
  NULL,
};

static const char *const *const lists[] = {
  [STRATA_FRAME_PRESENT] = presents,
  [STRATA_FRAME_PREDICTION] = predictions,
  [STRATA_FRAME_SEVERITY] = severities,
  [STRATA_FRAME_JANK] = janks,
};

/**
 * strata_frame_words_get:
 * @list: a list
 * @value: a number; for %STRATA_FRAME_JANK the number of a bit
 *
 * Returns: (nullable): the word for it; %NULL if there is none
 */
const char *
strata_frame_words_get (StrataFrameWords list,
                        guint64 value)
{
  guint64 i = 0;

  while (i < value && lists[list][i] != NULL)
    i++;

  return lists[list][i];
}

/**
 * strata_frame_words_find:
 * @list: a list
 * @word: a word
 * @value: (out): its number
 *
 * Returns: whether the list contains it
 */
gboolean
strata_frame_words_find (StrataFrameWords list,
                         const char *word,
                         guint64 *value)
{
  for (*value = 0; lists[list][*value] != NULL; (*value)++)
    if (g_str_equal (lists[list][*value], word))
      return TRUE;

  return FALSE;
}
