/* strata-lanes-activity.c - how busy each process was
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lanes-private.h"

#include "strata-span.h"

/* The time on CPUs if scheduling was recorded; else the time of the outermost calls of all threads. */

static guint32
clamp_process (guint32 process,
               guint n_processes)
{
  return MIN (process, n_processes);
}

static gboolean
add_running (StrataTrace *trace,
             gint64 *by_process_ns,
             guint n_processes)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  gboolean is_known = FALSE;

  for (guint i = 0; i < n_threads; i++)
    {
      gint64 *sum_ns = &by_process_ns[clamp_process (threads[i].process, n_processes)];

      *sum_ns = strata_time_add (*sum_ns, MAX (threads[i].running_ns, 0));
      is_known |= threads[i].running_ns > 0;
    }

  return is_known;
}

static gint64
measure_row (StrataTrace *trace,
             const StrataTrack *track)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  gint64 sum_ns = 0;
  guint32 begin;
  guint32 end;

  strata_trace_get_row (trace, track, 0, &begin, &end);
  for (guint32 i = begin; i < end; i++)
    sum_ns = strata_time_add (sum_ns, MAX (strata_slice_table_get_wall_ns (slices, slices->order[i]), 0));

  return sum_ns;
}

static void
add_calls (StrataTrace *trace,
           gint64 *by_process_ns,
           guint n_processes)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_THREAD && tracks[i].n_rows > 0)
      {
        gint64 *sum_ns = &by_process_ns[clamp_process (threads[tracks[i].thread].process, n_processes)];

        *sum_ns = strata_time_add (*sum_ns, measure_row (trace, &tracks[i]));
      }
}

gint64 *
strata_lanes_measure_activity (const StrataLanes *self)
{
  guint n_processes;

  strata_trace_get_processes (self->trace, &n_processes);

  g_autofree gint64 *by_process_ns = g_new0 (gint64, (gsize) n_processes + 1);
  gint64 *by_lane_ns = g_new0 (gint64, (gsize) self->lanes->len + 1);

  if (!add_running (self->trace, by_process_ns, n_processes))
    add_calls (self->trace, by_process_ns, n_processes);

  for (guint i = self->first_process; i < self->lanes->len; i++)
    {
      const StrataLane *lane = &g_array_index (self->lanes, StrataLane, i);

      if (strata_lane_is_group (lane))
        by_lane_ns[i] = by_process_ns[clamp_process (lane->index, n_processes)];
    }

  return by_lane_ns;
}
