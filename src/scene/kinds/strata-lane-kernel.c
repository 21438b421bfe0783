/* strata-lane-kernel.c - the lane of what the kernel does
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
  return g_strdup (lane->title);
}

const StrataLaneClass strata_lane_kernel_class = {
  .id = "kernel",
  .source = STRATA_LANE_OF_TRACK,
  .dup_key = dup_key,
  .lay_out = strata_call_rows_lay_out,
  .has_hit = strata_call_rows_has_hit,
  .draw = strata_call_rows_draw,
  .hit = strata_call_rows_hit,
  .snap = strata_call_rows_snap,
};
