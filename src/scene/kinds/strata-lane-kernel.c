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
  .dup_key = dup_key,
  STRATA_CALL_ROWS,
};
