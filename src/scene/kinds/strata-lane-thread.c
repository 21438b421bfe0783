/* strata-lane-thread.c - the lane of a thread's calls
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-rows.h"

static guint32
find_thread (StrataTrace *trace,
             const StrataLane *lane)
{
  return strata_trace_get_tracks (trace, NULL)[lane->index].thread;
}

static char *
dup_key (const StrataLanes *lanes,
         const StrataLane *lane)
{
  return strata_lane_dup_thread_key (lanes, find_thread (strata_lanes_get_trace (lanes), lane));
}

const StrataLaneClass strata_lane_thread_class = {
  .id = "thread",
  .find_thread = find_thread,
  .dup_key = dup_key,
  STRATA_CALL_ROWS,
};
