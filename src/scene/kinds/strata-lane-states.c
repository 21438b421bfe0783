/* strata-lane-states.c - the lane of a thread without slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lane-class.h"

#include "strata-lanes.h"

/* The lane consists only of the strip of states, which lanes with slices have above them: see
 * strata-scene-states.c. */

static guint32
find_thread (StrataTrace *trace,
             const StrataLane *lane)
{
  return lane->index;
}

/* The same key as if the thread had slices. */
static char *
dup_key (const StrataLanes *lanes,
         const StrataLane *lane)
{
  return strata_lane_dup_thread_key (lanes, lane->index);
}

static int
lay_out (const StrataLanes *lanes,
         StrataLane *lane,
         StrataLaneHeight height)
{
  static const StrataLanePart sizes[STRATA_N_LANE_HEIGHTS] = {
    [STRATA_LANE_HEIGHT_COMPACT] = { 18, 4, 10 },
    [STRATA_LANE_HEIGHT_NORMAL] = { 22, 6, 10 },
    [STRATA_LANE_HEIGHT_TALL] = { 34, 8, 18 },
  };

  return strata_lanes_scale_part (lanes, &sizes[height], &lane->strip_top_px, &lane->strip_height_px);
}

const StrataLaneClass strata_lane_states_class = {
  .id = "thread",
  .source = STRATA_LANE_OF_THREAD,
  .find_thread = find_thread,
  .dup_key = dup_key,
  .lay_out = lay_out,
};
