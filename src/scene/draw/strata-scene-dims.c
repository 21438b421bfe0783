/* strata-scene-dims.c - dims the CPUs while a thread is selected
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scene.h"

#include "strata-scene-private.h"

/* A veil covers everything that runs on the CPUs besides the selected thread. The veil is a picture
 * of its own over the lanes, so that these need not be painted again when another thread is
 * selected. Columns in which the thread ran are left uncovered even if a longer run of another
 * thread won the column, so zooming out never loses the thread. */

/**
 * strata_scene_build_dims:
 * @session: the session
 * @frame: what part of the lanes is shown
 * @palette: the colours
 * @list: where to write; emptied first
 * @begin_px: (out): top of the drawn part
 * @end_px: (out): its bottom
 *
 * Draws the veil over the lanes of CPUs, and under the marks, while a thread or
 * an item of a thread is selected.
 *
 * Returns: whether there is anything to draw
 */
gboolean
strata_scene_build_dims (StrataSession *session,
                         const StrataSceneRegion *frame,
                         const StrataPalette *palette,
                         StrataDrawList *list,
                         double *begin_px,
                         double *end_px)
{
  const StrataThreadRuns *selected = strata_selection_get_thread_runs (strata_session_get_selection (session), strata_session_find_item_thread (session, strata_session_get_selected_item (session)));
  StrataLaneWalk walk;
  const StrataLane *lane;
  double clip_begin_px;
  double clip_end_px;
  StrataPen pen;

  strata_pen_init (&pen, session, frame, palette, list);
  strata_frame_get_clip (frame, &clip_begin_px, &clip_end_px);
  *begin_px = clip_end_px;
  *end_px = clip_begin_px;

  strata_pen_walk (&pen, &walk);
  while (selected->thread != STRATA_NONE && (lane = strata_lane_walk_next (&walk)) != NULL)
    {
      const StrataLaneClass *class = strata_lane_get_class (lane);

      if (class->veil == NULL)
        continue;

      class->veil (&pen, lane, selected);
      *begin_px = MIN (*begin_px, MAX (lane->y_px - pen.scroll_px, clip_begin_px));
      *end_px = MIN (MAX (*end_px, lane->y_px + lane->height_px - pen.scroll_px), clip_end_px);
    }

  strata_pen_clear (&pen);
  return *begin_px < *end_px;
}
