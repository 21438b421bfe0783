/* strata-lane-cpus.c - the lane of all CPUs together
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-usage-graph.h"

/* The graph ranges from no CPU to all. The header shows how many were busy on average in the
 * visible time, so that a span is measured by zooming to it. */

#define TOP_PX 4

static StrataUsageShare
measure_view (StrataSession *session)
{
  StrataView *view = strata_session_get_view (session);

  return strata_usage_index_get (&strata_view_get_index (view)->usage, STRATA_NONE, strata_viewport_get_span (strata_view_get_viewport (view)));
}

/* Averages over the time with known states; below 0 if there is none. */
static double
get_busy_cpus (StrataSession *session,
               const StrataUsageShare *share)
{
  const double known_ns = share->all_ns - share->unknown_ns;

  if (known_ns <= 0.0)
    return -1.0;

  return MIN (share->running_ns / known_ns, 1.0) * strata_session_get_index (session)->usage.n_cpus;
}

static void
make_title (StrataPen *pen,
            const StrataLane *lane,
            StrataLaneTitle *title)
{
  const StrataUsageShare share = measure_view (pen->session);
  const double n_busy = get_busy_cpus (pen->session, &share);

  if (n_busy >= 0.0)
    /* Translators: how many CPUs were busy on average, of how many */
    title->detail = g_strdup_printf (_ ("%.1f of %u"), n_busy, pen->index->usage.n_cpus);
}

static void
describe (StrataSession *session,
          const StrataLane *lane,
          GString *out)
{
  const StrataUsageShare share = measure_view (session);
  const double n_busy = get_busy_cpus (session, &share);

  if (n_busy >= 0.0)
    {
      g_string_append_c (out, '\n');
      g_string_append_printf (out, _ ("Busy in the visible time: %.1f of %u CPUs on average"), n_busy, strata_session_get_index (session)->usage.n_cpus);
    }

  g_string_append_printf (out, "\n%s", _ ("The graph is the number of CPUs on which threads ran, from none to all"));
}

static int
lay_out (const StrataLanes *lanes,
         StrataLane *lane,
         StrataLaneHeight height)
{
  static const int heights_px[STRATA_N_LANE_HEIGHTS] = {
    [STRATA_LANE_HEIGHT_COMPACT] = 22,
    [STRATA_LANE_HEIGHT_NORMAL] = 40,
    [STRATA_LANE_HEIGHT_TALL] = 84,
  };

  const int height_px = strata_lanes_scale_px (lanes, heights_px[height]);

  lane->usage_top_px = TOP_PX;
  lane->usage_height_px = height_px - TOP_PX - 1;
  return height_px;
}

static StrataItem
hit (const StrataPen *pen,
     const StrataLane *lane,
     double y_px,
     int column)
{
  return strata_usage_graph_hit (pen, lane, column);
}

/* Has the id of the lanes below it, which identifies their group. */
const StrataLaneClass strata_lane_cpus_class = {
  .id = "cpu",
  .source = STRATA_LANE_OF_CPU,
  .has_details = TRUE,
  .lay_out = lay_out,
  .describe = describe,
  .make_title = make_title,
  .draw = strata_usage_graph_add,
  .hit = hit,
};
