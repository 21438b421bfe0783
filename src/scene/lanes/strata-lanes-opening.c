/* strata-lanes-opening.c - lanes of a newly opened trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lanes-opening.h"

#include "strata-lanes-private.h"

/* A phone's capture has hundreds of lanes; users first want the lanes of one app. Everything else
 * is one click away: the header of a collapsed group has a summary. */

static guint32
find_group (const StrataLanes *self,
            guint32 process)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (self, &n_lanes);

  for (guint i = 0; i < n_lanes; i++)
    if (lanes[i].kind == STRATA_LANE_GROUP && lanes[i].index == process)
      return i;

  return STRATA_NONE;
}

static guint32
get_first_group (const StrataLanes *self)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (self, &n_lanes);

  for (guint i = 0; i < n_lanes; i++)
    {
      const guint32 lane = strata_lanes_get_at_place (self, i);

      if (lanes[lane].kind == STRATA_LANE_GROUP)
        return lane;
    }

  return STRATA_NONE;
}

/* The lane of its calls, or of its states if it has no calls. */
static guint32
find_thread (const StrataLanes *self,
             guint32 group,
             guint32 thread)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (self, &n_lanes);
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, NULL);

  for (guint i = group + 1; i < n_lanes && lanes[i].group == group; i++)
    if ((lanes[i].kind == STRATA_LANE_THREAD && tracks[lanes[i].index].thread == thread) ||
        (lanes[i].kind == STRATA_LANE_STATES && lanes[i].index == thread))
      return i;

  return STRATA_NONE;
}

/* Returns the lane that the most important thread changes places with: the first one of any thread. */
static guint32
get_first_thread (const StrataLanes *self,
                  guint32 group)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (self, &n_lanes);

  for (guint i = 0; i < n_lanes; i++)
    {
      const guint32 lane = strata_lanes_get_at_place (self, i);

      if (lanes[lane].group == group && (lanes[lane].kind == STRATA_LANE_THREAD || lanes[lane].kind == STRATA_LANE_STATES))
        return lane;
    }

  return STRATA_NONE;
}

/* Moves a thread with its kernel lanes below another lane, or above all threads if that is not given. Returns the last
 * lane of the thread. */
static guint32
move_thread (StrataLanes *self,
             guint32 lane,
             guint32 thread,
             guint32 above)
{
  const guint32 first = above == STRATA_NONE ? get_first_thread (self, strata_lanes_get (self, NULL)[lane].group) : STRATA_NONE;
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (self, &n_lanes);
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, NULL);
  guint32 last = lane;

  if (above != STRATA_NONE)
    strata_lanes_move (self, lane, above, TRUE);
  else if (first != lane)
    strata_lanes_move (self, lane, first, FALSE);

  for (guint i = lane + 1; i < n_lanes && lanes[i].kind == STRATA_LANE_KERNEL && tracks[lanes[i].index].thread == thread; i++)
    {
      if (above != STRATA_NONE || first != lane)
        strata_lanes_move (self, i, last, TRUE);
      last = i;
    }

  return last;
}

/**
 * strata_lanes_open_on:
 * @self: the lanes
 * @process: index of the process that the trace is about
 * @threads: (array length=n_threads): indices of the most important threads, the most important first; some may be %STRATA_NONE
 * @n_threads: how many there are
 *
 * Moves the lanes of @process to the top, expanded, with @threads first of its
 * threads, and collapses all other groups and the counters that never change. Does nothing if @process has no lanes.
 */
void
strata_lanes_open_on (StrataLanes *self,
                      guint32 process,
                      const guint32 *threads,
                      guint n_threads)
{
  const guint32 group = find_group (self, process);
  guint32 above = STRATA_NONE;

  if (group == STRATA_NONE)
    return;

  strata_lanes_set_shown (self, strata_lanes_get_shown (self) & ~(StrataLaneExtras) STRATA_LANE_EXTRA_STEADY);
  strata_lanes_set_all_collapsed (self, TRUE);
  strata_lanes_set_collapsed (self, group, FALSE);
  strata_lanes_move (self, group, get_first_group (self), FALSE);

  for (guint i = 0; i < n_threads; i++)
    {
      const guint32 lane = find_thread (self, group, threads[i]);

      if (lane != STRATA_NONE)
        above = move_thread (self, lane, threads[i], above);
    }
}

/**
 * strata_lanes_count_collapsed:
 * @self: the lanes
 *
 * Returns: how many lanes are invisible only because their group is collapsed, or
 *   because they are counters that never change or CPU clocks
 */
guint
strata_lanes_count_collapsed (const StrataLanes *self)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (self, &n_lanes);
  const StrataLaneExtras shown = strata_lanes_get_shown (self);
  guint n = 0;

  for (guint i = 0; i < n_lanes; i++)
    {
      const StrataLaneExtras unshown = lanes[i].extra & ~shown;
      const gboolean is_folded = unshown == STRATA_LANE_EXTRA_STEADY || (unshown == 0 && lanes[lanes[i].group].is_collapsed);

      if (lanes[i].kind != STRATA_LANE_GROUP && is_folded && !lanes[i].is_hidden && (!lanes[i].is_filtered_out || unshown != 0))
        n++;
    }

  return n;
}
