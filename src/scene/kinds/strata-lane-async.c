/* strata-lane-async.c - the lane of asynchronous slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-rows.h"

static char *
dup_key (const StrataLanes *lanes,
         const StrataLane *lane)
{
  return strata_lane_dup_string_key (lanes, strata_trace_get_tracks (strata_lanes_get_trace (lanes), NULL)[lane->index].name);
}

const StrataLaneClass strata_lane_async_class = {
  .id = "async",
  .dup_key = dup_key,
  STRATA_CALL_ROWS,
};
