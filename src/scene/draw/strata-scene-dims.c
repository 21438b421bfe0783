/* strata-scene-dims.c - the CPUs when a thread is selected
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scene.h"

#include "strata-scene-private.h"

/* What runs on the CPUs besides the selected thread lies under a veil. The veil is
 * a picture of its own over the lanes, so that these need not be painted anew when
 * another thread is selected. Where the thread ran but a longer run of another won
 * the column, the column is the thread's: it is never lost by zooming out. */

/**
 * strata_scene_build_dims:
 * @session: the session
 * @frame: what part of the lanes is shown
 * @palette: the colours
 * @list: where to write; emptied first
 * @begin_px: (out): top of what is drawn
 * @end_px: (out): its bottom
 *
 * Draws what lies over the lanes of CPUs, and under the marks, while a thread or
 * something of it is selected.
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
