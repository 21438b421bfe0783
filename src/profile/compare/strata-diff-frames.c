/* strata-diff-frames.c - compares the frames of two traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-frames.h"

#include <math.h>

#include "strata-count-test.h"
#include "strata-rank-test.h"

/* A group belongs to a thread; groups are matched if their threads are. */

static void
clear_frames (gpointer data)
{
  g_free (((StrataDiffFrames *) data)->title);
}

static guint32
find_group (const StrataFrames *frames,
            guint32 thread)
{
  guint n_groups;
  const StrataFrameGroup *groups = strata_frames_get_groups (frames, &n_groups);

  for (guint32 i = 0; thread != STRATA_NONE && i < n_groups; i++)
    if (groups[i].thread == thread)
      return i;

  return STRATA_NONE;
}

static void
add_group (GArray *list,
           StrataFrames *const frames[STRATA_N_DIFF_SIDES],
           guint32 a,
           guint32 b)
{
  StrataDiffFrames row = { .group = { a, b } };
  const StrataDiffSide named = a != STRATA_NONE ? STRATA_DIFF_A : STRATA_DIFF_B;
  guint n_groups;
  const StrataFrameGroup *group = strata_frames_get_groups (frames[named], &n_groups) + row.group[named];
  StrataTrace *trace = strata_frames_get_trace (frames[named]);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (row.group[side] != STRATA_NONE)
      strata_frames_summarise (frames[side], row.group[side], &row.summary[side]);

  row.is_system = group->is_system;
  row.title = group->thread != STRATA_NONE ? g_utf8_make_valid (strata_trace_get_string (trace, strata_trace_get_threads (trace, NULL)[group->thread].name), -1) : g_strdup ("");
  g_array_append_val (list, row);
}

/**
 * strata_diff_frames_new:
 * @frames: the frames of both sides
 * @match: their matched threads
 *
 * Pairs the frames of matched threads.
 *
 * Returns: (transfer full) (element-type StrataDiffFrames): those of A in order, then those only in B
 */
GArray *
strata_diff_frames_new (StrataFrames *const frames[STRATA_N_DIFF_SIDES],
                        const StrataThreadMatch *match)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (StrataDiffFrames));
  guint n_groups;
  const StrataFrameGroup *groups = strata_frames_get_groups (frames[STRATA_DIFF_A], &n_groups);

  g_array_set_clear_func (list, clear_frames);
  for (guint32 i = 0; i < n_groups; i++)
    add_group (list, frames, i, groups[i].thread != STRATA_NONE ? find_group (frames[STRATA_DIFF_B], strata_thread_match_find (match, STRATA_DIFF_A, groups[i].thread)) : STRATA_NONE);

  groups = strata_frames_get_groups (frames[STRATA_DIFF_B], &n_groups);
  for (guint32 i = 0; i < n_groups; i++)
    if (groups[i].thread == STRATA_NONE || find_group (frames[STRATA_DIFF_A], strata_thread_match_find (match, STRATA_DIFF_B, groups[i].thread)) == STRATA_NONE)
      add_group (list, frames, STRATA_NONE, i);

  return list;
}

/* Returns how many were late, very late or dropped. */
guint
strata_diff_frames_get_n_late (const StrataDiffFrames *self,
                               StrataDiffSide side)
{
  return self->summary[side].n_slow;
}

/**
 * strata_diff_frames_get_part_ns:
 * @frame: a frame
 * @part: a part of it
 *
 * Returns: the duration of the part, or %STRATA_NO_TIME if the frame did not finish, has no such part, or is counted with another layer
 */
gint64
strata_diff_frames_get_part_ns (const StrataFrameRow *frame,
                                StrataFramePart part)
{
  if (frame->verdict == STRATA_FRAME_UNFINISHED || frame->is_repeated)
    return STRATA_NO_TIME;

  switch (part)
    {
    case STRATA_FRAME_WHOLE:
      return strata_frame_get_duration_ns (frame);
    case STRATA_FRAME_UI:
      return frame->ui_slice != STRATA_NONE ? frame->ui_end_ns - frame->begin_ns : STRATA_NO_TIME;
    case STRATA_FRAME_RENDER:
      return frame->render_end_ns > frame->render_begin_ns ? frame->render_end_ns - frame->render_begin_ns : STRATA_NO_TIME;
    }

  g_return_val_if_reached (STRATA_NO_TIME);
}

static GArray *
list_times (StrataFrames *frames,
            guint32 group_index,
            StrataFramePart part)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n;
  const StrataFrameGroup *group = group_index != STRATA_NONE ? &strata_frames_get_groups (frames, &n)[group_index] : NULL;

  for (guint32 i = 0; group != NULL && i < group->n_frames; i++)
    {
      const gint64 part_ns = strata_diff_frames_get_part_ns (&strata_frames_get (frames, &n)[group->first_frame + i], part);
      const guint32 value = strata_rank_test_value (MAX (part_ns, 0));

      if (part_ns != STRATA_NO_TIME)
        g_array_append_val (times, value);
    }

  return times;
}

/**
 * strata_diff_frames_spread:
 * @self: frames of a thread
 * @frames: the frames of both
 * @part: a part of frames
 * @spread: (out caller-allocates): their durations
 *
 * Sorts the frames of both sides into bins.
 */
void
strata_diff_frames_spread (const StrataDiffFrames *self,
                           StrataFrames *const frames[STRATA_N_DIFF_SIDES],
                           StrataFramePart part,
                           StrataDiffSpread *spread)
{
  g_autoptr (GArray) a = list_times (frames[STRATA_DIFF_A], self->group[STRATA_DIFF_A], part);
  g_autoptr (GArray) b = list_times (frames[STRATA_DIFF_B], self->group[STRATA_DIFF_B], part);

  strata_diff_spread_init_times (spread, (const GArray *const[]){ a, b });
}

/**
 * strata_diff_frames_test_late:
 * @n_judged: how many frames of each side were judged
 * @n_late: how many of them were late
 *
 * Returns: like strata_diff_frames_get_late_p()
 */
double
strata_diff_frames_test_late (const double n_judged[STRATA_N_DIFF_SIDES],
                              const double n_late[STRATA_N_DIFF_SIDES])
{
  const double n_a = n_judged[STRATA_DIFF_A];
  const double n_b = n_judged[STRATA_DIFF_B];

  if (n_a <= 0.0 || n_b <= 0.0)
    return NAN;

  return strata_count_test ((guint64) n_late[STRATA_DIFF_A], (guint64) n_late[STRATA_DIFF_B], n_b / (n_a + n_b), 1.0);
}

/**
 * strata_diff_frames_get_late_p:
 * @self: frames of both
 *
 * Returns: the probability by chance of such a difference in the shares of late frames, or a larger one, if frames are
 *   independent; NaN if a side has no judged frame
 */
double
strata_diff_frames_get_late_p (const StrataDiffFrames *self)
{
  const double n_judged[] = { self->summary[STRATA_DIFF_A].n_judged, self->summary[STRATA_DIFF_B].n_judged };
  const double n_late[] = { strata_diff_frames_get_n_late (self, STRATA_DIFF_A), strata_diff_frames_get_n_late (self, STRATA_DIFF_B) };

  return strata_diff_frames_test_late (n_judged, n_late);
}

/**
 * strata_diff_frames_get_nth:
 * @self: frames of both
 * @frames: the frames of both sides
 * @n: which frame, from 0
 * @begin_ns: (out caller-allocates): when it began in each
 *
 * Returns: %FALSE unless both have so many
 */
gboolean
strata_diff_frames_get_nth (const StrataDiffFrames *self,
                            StrataFrames *const frames[STRATA_N_DIFF_SIDES],
                            guint n,
                            gint64 begin_ns[STRATA_N_DIFF_SIDES])
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      guint n_all;

      if (self->group[side] == STRATA_NONE)
        return FALSE;

      const StrataFrameGroup *group = strata_frames_get_groups (frames[side], &n_all) + self->group[side];

      if (n >= group->n_frames)
        return FALSE;

      begin_ns[side] = strata_frames_get (frames[side], &n_all)[group->first_frame + n].begin_ns;
    }

  return TRUE;
}

static guint
count_in_spans (const StrataDiffFrames *self,
                StrataFrames *const frames[STRATA_N_DIFF_SIDES],
                const StrataSpan spans[STRATA_N_DIFF_SIDES])
{
  guint n_found = 0;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      guint n_all;
      const StrataFrameGroup *group = strata_frames_get_groups (frames[side], &n_all) + self->group[side];
      const StrataFrameRow *rows = strata_frames_get (frames[side], &n_all) + group->first_frame;

      for (guint i = 0; i < group->n_frames; i++)
        n_found += rows[i].begin_ns >= spans[side].begin_ns && rows[i].begin_ns < spans[side].end_ns;
    }

  return n_found;
}

/**
 * strata_diff_frames_find_nth:
 * @frames: the frames of both sides
 * @match: their matched threads
 * @spans: the span of each side
 * @n: which frame, from 0
 * @begin_ns: (out caller-allocates): when it began in each
 *
 * Finds the n-th frame of the application with the most frames in @spans, among those with
 * at least so many on both sides.
 *
 * Returns: %FALSE if there is none
 */
gboolean
strata_diff_frames_find_nth (StrataFrames *const frames[STRATA_N_DIFF_SIDES],
                             const StrataThreadMatch *match,
                             const StrataSpan spans[STRATA_N_DIFF_SIDES],
                             guint n,
                             gint64 begin_ns[STRATA_N_DIFF_SIDES])
{
  g_autoptr (GArray) list = strata_diff_frames_new (frames, match);
  const StrataDiffFrames *best = NULL;
  guint most = 0;

  for (guint i = 0; i < list->len; i++)
    {
      const StrataDiffFrames *row = &g_array_index (list, StrataDiffFrames, i);

      if (row->is_system || !strata_diff_frames_get_nth (row, frames, n, begin_ns))
        continue;

      const guint n_seen = count_in_spans (row, frames, spans);

      if (best == NULL || n_seen > most)
        {
          best = row;
          most = n_seen;
        }
    }

  return best != NULL && strata_diff_frames_get_nth (best, frames, n, begin_ns);
}
