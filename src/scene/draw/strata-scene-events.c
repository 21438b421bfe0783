/* strata-scene-events.c - marks of single events on the lanes of their threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scene-private.h"

/* Ticks hang from the strip of states over the first row, so that they are visible on lanes with
 * and without slices. */
#define TICK_WIDTH_PX 2
#define TICK_HEIGHT_PX 8
#define REACH_PX 3

static double
get_top_px (const StrataLane *lane)
{
  return lane->y_px + lane->strip_top_px + lane->strip_height_px;
}

static gboolean
has_events (const StrataLane *lane)
{
  return lane->is_visible && lane->thread != STRATA_NONE && strata_lane_get_class (lane)->find_thread != NULL;
}

static void
add_lane (StrataPen *pen,
          const StrataLane *lane)
{
  guint n_events;
  const StrataEventMark *events = strata_findings_get_events (strata_session_get_findings (pen->session), &n_events);
  const int y = strata_pen_get_y (pen, get_top_px (lane));
  int last = -1;

  for (guint i = strata_findings_find_event (strata_session_get_findings (pen->session), lane->thread, strata_grid_column_to_time (&pen->grid, 0)); i < n_events && events[i].thread == lane->thread; i++)
    {
      const double column = strata_grid_time_to_column (&pen->grid, events[i].time_ns);

      if (column >= pen->grid.n_columns)
        return;
      if ((int) column == last)
        continue;

      last = (int) column;
      strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER, (StrataBox){ pen->x + last, y, strata_pen_to_device (pen, TICK_WIDTH_PX), strata_pen_to_device (pen, TICK_HEIGHT_PX), pen->palette->instant });
    }
}

void
strata_scene_add_events (StrataPen *pen)
{
  StrataLaneWalk walk;
  const StrataLane *lane;
  guint n_events;

  strata_findings_get_events (strata_session_get_findings (pen->session), &n_events);
  if (n_events == 0)
    return;

  strata_pen_walk (pen, &walk);
  while ((lane = strata_lane_walk_next (&walk)) != NULL)
    if (has_events (lane))
      add_lane (pen, lane);
}

StrataItem
strata_scene_find_event (const StrataPen *pen,
                         const StrataLane *lane,
                         double y_px,
                         int column)
{
  const StrataItem none = { STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 };
  const int reach = strata_pen_to_device (pen, REACH_PX);
  guint n_events;
  const StrataEventMark *events = strata_findings_get_events (strata_session_get_findings (pen->session), &n_events);

  if (n_events == 0 || !has_events (lane) || y_px < get_top_px (lane) || y_px >= get_top_px (lane) + TICK_HEIGHT_PX)
    return none;

  const guint i = strata_findings_find_event (strata_session_get_findings (pen->session), lane->thread, strata_grid_column_to_time (&pen->grid, column - reach));

  if (i == n_events || events[i].thread != lane->thread || events[i].time_ns >= strata_grid_column_to_time (&pen->grid, column + 1))
    return none;

  return (StrataItem){ STRATA_ITEM_EVENT, i, STRATA_NONE, events[i].n_events };
}
