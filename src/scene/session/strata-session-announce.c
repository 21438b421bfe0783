/* strata-session-announce.c - describes the selection for screen readers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

#include <glib/gi18n-lib.h>

#include "strata-units.h"

/* Further slices of no length that begin at the same time are not counted. */
#define MOST_AT_ONE_TIME 1000

/* The place of a slice in its row, which others see on the timeline. */
static void
add_place (GString *text,
           StrataTrace *trace,
           guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataTrack *track = &strata_trace_get_tracks (trace, NULL)[strata_trace_find_track (trace, slice)];
  char number[STRATA_UNITS_BYTES];
  char total[STRATA_UNITS_BYTES];
  guint32 begin;
  guint32 end;

  strata_trace_get_row (trace, track, strata_slice_table_get_depth (slices, slice), &begin, &end);

  const guint32 first = strata_slice_table_find_next_start (slices, begin, end, slices->start_ns[slice]);
  guint32 place = first;

  while (place < end && place - first < MOST_AT_ONE_TIME && slices->order[place] != slice)
    place++;

  strata_units_count (place - begin + 1, number);
  strata_units_count (end - begin, total);
  /* Translators: the place of a slice among those of its row, such as "12 of 310 in its row" */
  g_string_append_printf (text, _ ("\n%s of %s in its row"), number, total);
}

/* The frame that contains a slice or one of its callers. */
static guint32
find_frame (StrataFrames *frames,
            guint32 slice)
{
  guint32 frame = STRATA_NONE;

  for (guint32 caller = slice; caller != STRATA_NONE && frame == STRATA_NONE; caller = strata_trace_find_parent (strata_frames_get_trace (frames), caller))
    frame = strata_frames_find_slice (frames, caller);

  return frame;
}

static void
add_verdict (GString *text,
             StrataSession *self,
             guint32 slice)
{
  StrataFrames *frames = strata_findings_get_frames (strata_session_get_findings (self));
  const guint32 index = frames != NULL ? find_frame (frames, slice) : STRATA_NONE;
  guint n_frames = 0;
  const StrataFrameRow *all = frames != NULL ? strata_frames_get (frames, &n_frames) : NULL;

  if (index < n_frames)
    g_string_append_printf (text, _ ("\nFrame: %s"), strata_frame_verdict_get_name (all[index].verdict));
}

/**
 * strata_session_describe_selection:
 * @self: the session
 *
 * Describes the selection in words: the text of strata_session_describe_item(), and for a
 * slice the verdict of its frame and its place in its row.
 *
 * Returns: (nullable) (transfer full): the text, or %NULL if nothing is selected
 */
char *
strata_session_describe_selection (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  const StrataItem item = strata_session_get_selected_item (self);
  g_autofree char *description = strata_session_describe_item (self, item);

  if (description == NULL || item.kind != STRATA_ITEM_SLICE)
    return g_steal_pointer (&description);

  GString *text = g_string_new (description);

  add_verdict (text, self, item.index);
  add_place (text, strata_session_get_trace (self), item.index);
  return g_string_free (text, FALSE);
}
