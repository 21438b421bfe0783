/* strata-lane-kernel.c - the lane of kernel activity
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

/* Several threads of a process may have a lane of binder calls: the id shows whose it is. */
static void
make_title (StrataPen *pen,
            const StrataLane *lane,
            StrataLaneTitle *title)
{
  const guint32 thread = strata_trace_get_tracks (pen->trace, NULL)[lane->index].thread;

  if (thread != STRATA_NONE)
    title->detail = g_strdup_printf ("%" G_GINT64_FORMAT, strata_trace_get_threads (pen->trace, NULL)[thread].tid);
}

const StrataLaneClass strata_lane_kernel_class = {
  .id = "kernel",
  .dup_key = dup_key,
  .make_title = make_title,
  STRATA_CALL_ROWS,
};
