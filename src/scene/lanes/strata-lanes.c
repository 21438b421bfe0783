/* strata-lanes.c - the rows of the timeline, from top to bottom
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lanes-private.h"

#include "strata-column.h"
#include "strata-span.h"

/* Lanes are in groups: the CPUs with the counters of the machine, block devices, then the
 * processes, the most slices first. A process without lanes has no group. Indices never change: the
 * user hides, pins and moves lanes in a separate order over the array, see strata-lanes-layout.c. */

/* The strip of a thread's states. The space above and below it is a pixel less than between rows. */
#define STRIP_TOP_PX 2
#define STRIP_PX 6
#define ROWS_BELOW_STRIP_PX 10

/* The usage of a CPU is drawn below its runs; the usage of all CPUs in the header of their group. */
#define GROUP_USAGE_TOP_PX 4
#define GROUP_USAGE_PX 20

#define PATH_HEIGHT_PX 22

/**
 * strata_lanes_is_frequency:
 * @self: the lanes
 * @lane: one of them
 *
 * Returns: whether it shows the frequency of a CPU, in kHz
 */
gboolean
strata_lanes_is_frequency (const StrataLanes *self,
                           const StrataLane *lane)
{
  if (strata_lane_get_counter (lane) == STRATA_NONE)
    return FALSE;

  const int cpu = strata_trace_get_counters (self->trace, NULL)[lane->index].cpu;
  const StrataCpuCounters *counters = cpu >= 0 ? strata_clusters_find_cpu (self->clusters, (guint32) cpu) : NULL;

  return counters != NULL && counters->frequency == lane->index;
}

guint32
strata_lanes_add (StrataLanes *self,
                  StrataLaneKind kind,
                  guint32 index,
                  guint32 group,
                  guint32 n_rows,
                  char *title)
{
  guint32 lane_index = self->lanes->len;
  StrataLane lane = {
    .kind = kind,
    .index = index,
    .group = kind == STRATA_LANE_GROUP ? lane_index : group,
    .thread = STRATA_NONE,
    .idle_track = STRATA_NONE,
    .limits = { STRATA_NONE, STRATA_NONE },
    .title = title,
    .n_rows = MIN (n_rows, STRATA_LANE_MAX_ROWS),
    .n_all_rows = MIN (n_rows, STRATA_LANE_MAX_ROWS),
    .rows_top_px = STRATA_LANE_PADDING_PX,
  };

  g_array_append_val (self->lanes, lane);
  return lane_index;
}

guint32
strata_lanes_add_track (StrataLanes *self,
                        guint32 track,
                        guint32 group,
                        StrataLaneExtras extra,
                        char *title)
{
  static const StrataLaneKind kinds[] = {
    [STRATA_TRACK_THREAD] = STRATA_LANE_THREAD,
    [STRATA_TRACK_ASYNC] = STRATA_LANE_ASYNC,
    [STRATA_TRACK_CPU] = STRATA_LANE_KERNEL,
    [STRATA_TRACK_KERNEL] = STRATA_LANE_KERNEL,
  };
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, NULL);
  const guint32 lane = strata_lanes_add (self, kinds[tracks[track].kind], track, group, tracks[track].n_rows, title);

  g_array_index (self->lanes, StrataLane, lane).extra = extra;
  self->lane_of_track[track] = lane;
  return lane;
}

void
strata_lanes_add_usage (StrataLanes *self,
                        guint32 lane_index)
{
  StrataLane *lane = &g_array_index (self->lanes, StrataLane, lane_index);

  lane->usage_top_px = GROUP_USAGE_TOP_PX;
  lane->usage_height_px = GROUP_USAGE_PX;
}

void
strata_lanes_add_strip (StrataLanes *self,
                        guint32 lane_index,
                        guint32 thread)
{
  StrataLane *lane = &g_array_index (self->lanes, StrataLane, lane_index);
  const gboolean is_alone = strata_lane_get_class (lane)->source == STRATA_LANE_OF_THREAD;

  lane->thread = thread;
  lane->strip_top_px = STRIP_TOP_PX;
  lane->strip_height_px = STRIP_PX;
  lane->rows_top_px = is_alone ? lane->rows_top_px : ROWS_BELOW_STRIP_PX;
  self->lane_of_thread[thread] = lane_index;
}

void
strata_lanes_end_group (StrataLanes *self,
                        guint32 group)
{
  StrataLaneExtras extra = STRATA_LANE_EXTRA_ALL;

  if (self->lanes->len == group + 1)
    {
      g_free (g_array_index (self->lanes, StrataLane, group).title);
      g_array_set_size (self->lanes, group);
      return;
    }

  for (guint i = group + 1; i < self->lanes->len; i++)
    extra &= g_array_index (self->lanes, StrataLane, i).extra;

  g_array_index (self->lanes, StrataLane, group).extra = extra;
}

static void
clear_lane (gpointer lane)
{
  g_free (((StrataLane *) lane)->title);
}

/**
 * strata_lanes_set_listener:
 * @self: the lanes
 * @listener: (nullable): what to call when they change
 * @user_data: passed to @listener; must outlive the lanes
 *
 * Makes the lanes report their changes. There is one listener: the view that
 * owns the lanes and turns reports into a signal.
 */
void
strata_lanes_set_listener (StrataLanes *self,
                           StrataLanesListener listener,
                           gpointer user_data)
{
  self->listener = listener;
  self->listener_data = user_data;
}

void
strata_lanes_report (StrataLanes *self,
                     StrataLanesChange change)
{
  if (self->n_freezes > 0)
    self->changes |= change;
  else if (self->listener != NULL && change != 0)
    self->listener (self, change, self->listener_data);
}

/* Collects changes until strata_lanes_thaw(), to report them once. May be nested. */
void
strata_lanes_freeze (StrataLanes *self)
{
  self->n_freezes++;
}

/**
 * strata_lanes_thaw:
 * @self: the lanes
 *
 * Ends strata_lanes_freeze() and reports the changes, if any.
 */
void
strata_lanes_thaw (StrataLanes *self)
{
  g_return_if_fail (self->n_freezes > 0);

  if (--self->n_freezes > 0)
    return;

  const StrataLanesChange changes = self->changes;

  if (self->has_new_rows)
    strata_lanes_refilter (self);
  self->has_new_rows = FALSE;
  self->changes = 0;
  strata_lanes_report (self, changes);
}

/**
 * strata_lanes_set_rows:
 * @self: the lanes
 * @kind: a kind that needs rows
 * @index: index of its content, see the kinds
 * @n_rows: how many rows it has; 0 for nothing to show
 *
 * Shows or hides a lane whose content is found only later, such as the frames of a process.
 * Between strata_lanes_freeze() and strata_lanes_thaw() many can be set; all are laid out once.
 */
void
strata_lanes_set_rows (StrataLanes *self,
                       StrataLaneKind kind,
                       guint32 index,
                       guint n_rows)
{
  gboolean is_changed = FALSE;

  for (guint i = 0; i < self->lanes->len; i++)
    {
      StrataLane *lane = &g_array_index (self->lanes, StrataLane, i);

      if (lane->kind != kind || lane->index != index)
        continue;

      is_changed |= lane->n_all_rows != n_rows;
      lane->n_rows = lane->n_all_rows = n_rows;
    }

  self->has_new_rows |= is_changed && self->n_freezes > 0;
  if (is_changed && self->n_freezes == 0)
    strata_lanes_refilter (self);
  strata_lanes_report (self, is_changed ? STRATA_LANES_LAYOUT : STRATA_LANES_CONTENT);
}

/* Lays out the lanes of a trace, all groups open. Threads without slices are shown if the trace
 * has no slices at all. */
StrataLanes *
strata_lanes_new (StrataTrace *trace)
{
  return strata_lanes_new_ranked (trace, NULL, NULL);
}

/**
 * strata_lanes_new_ranked:
 * @trace: a trace
 * @rank_of_process: (nullable): rank of each process, and last of lanes without one
 * @rank_of_thread: (nullable): rank of each thread
 *
 * Like strata_lanes_new(), in another order: lower ranks come first, equal ones keep the default order.
 *
 * Returns: (transfer full): the lanes
 */
StrataLanes *
strata_lanes_new_ranked (StrataTrace *trace,
                         const guint32 *rank_of_process,
                         const guint32 *rank_of_thread)
{
  StrataLanes *self = g_new0 (StrataLanes, 1);
  guint n_tracks;
  guint n_threads;

  g_return_val_if_fail (STRATA_IS_TRACE (trace), NULL);

  strata_trace_get_tracks (trace, &n_tracks);
  strata_trace_get_threads (trace, &n_threads);
  self->trace = g_object_ref (trace);
  self->clusters = strata_clusters_new (trace);
  self->series = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) strata_counter_series_free);
  self->lanes = g_array_new (FALSE, FALSE, sizeof (StrataLane));
  self->lane_of_track = strata_new_nones (n_tracks);
  self->lane_of_thread = strata_new_nones (n_threads);

  self->rank_of_process = rank_of_process;
  self->rank_of_thread = rank_of_thread;
  strata_lanes_add_all (self);
  self->rank_of_process = self->rank_of_thread = NULL;
  g_array_set_clear_func (self->lanes, clear_lane);
  strata_lanes_init_order (self);
  self->shown = STRATA_LANE_EXTRA_STEADY | (strata_trace_get_slices (trace)->first_kernel > 0 ? 0 : STRATA_LANE_EXTRA_THREADS);
  strata_lanes_refilter (self);

  return self;
}

void
strata_lanes_free (StrataLanes *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->lanes);
  g_hash_table_unref (self->series);
  strata_clusters_free (self->clusters);
  g_object_unref (self->trace);
  g_free (self->lane_of_track);
  g_free (self->lane_of_thread);
  g_free (self->order);
  g_free (self->place);
  g_array_unref (self->base);
  g_array_unref (self->pinned);
  g_free (self->hits);
  strata_lane_filter_clear (&self->filter);
  g_free (self);
}

/**
 * strata_lanes_get:
 * @self: the lanes
 * @n_lanes: (out) (optional): how many
 *
 * Returns: (transfer none) (array length=n_lanes): all lanes, hidden ones included
 */
const StrataLane *
strata_lanes_get (const StrataLanes *self,
                  guint *n_lanes)
{
  if (n_lanes != NULL)
    *n_lanes = self->lanes->len;

  return (const StrataLane *) self->lanes->data;
}

StrataTrace *
strata_lanes_get_trace (const StrataLanes *self)
{
  return self->trace;
}

const StrataClusters *
strata_lanes_get_clusters (const StrataLanes *self)
{
  return self->clusters;
}

/* Returns the index of its lane, or STRATA_NONE. */
guint32
strata_lanes_find_track (const StrataLanes *self,
                         guint32 track)
{
  return self->lane_of_track[track];
}

/* Returns the index of the lane that shows its states, or STRATA_NONE. */
guint32
strata_lanes_find_thread (const StrataLanes *self,
                          guint32 thread)
{
  return self->lane_of_thread[thread];
}

/**
 * strata_lanes_find_cpu:
 * @self: the lanes
 * @cpu_index: index of a CPU
 *
 * Returns: the index of its lane, or %STRATA_NONE
 */
guint32
strata_lanes_find_cpu (const StrataLanes *self,
                       guint32 cpu_index)
{
  for (guint i = 0; cpu_index != STRATA_NONE && i < self->lanes->len; i++)
    {
      const StrataLane *lane = &g_array_index (self->lanes, StrataLane, i);

      if (strata_lane_get_cpu (lane) == cpu_index)
        return i;
    }

  return STRATA_NONE;
}

static gboolean
shows_counter (const StrataLane *lane,
               guint32 counter)
{
  if (strata_lane_get_counter (lane) == STRATA_NONE)
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (lane->limits); i++)
    if (lane->limits[i] == counter)
      return TRUE;

  return lane->index == counter;
}

/**
 * strata_lanes_find_counter:
 * @self: the lanes
 * @counter: index of a counter
 *
 * Returns: the index of the lane that shows it, even if only as a limit, or %STRATA_NONE
 */
guint32
strata_lanes_find_counter (const StrataLanes *self,
                           guint32 counter)
{
  for (guint i = 0; i < self->lanes->len; i++)
    if (shows_counter (&g_array_index (self->lanes, StrataLane, i), counter))
      return i;

  return STRATA_NONE;
}

/**
 * strata_lanes_find_instants:
 * @self: the lanes
 * @process: index of a process
 *
 * Returns: the index of the lane of its instants, or %STRATA_NONE
 */
guint32
strata_lanes_find_instants (const StrataLanes *self,
                            guint32 process)
{
  guint n_processes;

  strata_trace_get_processes (self->trace, &n_processes);
  for (guint i = 0; i < self->lanes->len; i++)
    {
      const StrataLane *lane = &g_array_index (self->lanes, StrataLane, i);

      if (lane->kind == STRATA_LANE_INSTANTS && MIN (lane->index, n_processes) == MIN (process, n_processes))
        return i;
    }

  return STRATA_NONE;
}

/**
 * strata_lanes_find_summary:
 * @self: the lanes
 * @group: index of a group's lane
 *
 * Returns: the index of the lane whose first row the closed group shows, or %STRATA_NONE
 */
guint32
strata_lanes_find_summary (const StrataLanes *self,
                           guint32 group)
{
  for (guint32 i = group + 1; i < self->lanes->len; i++)
    {
      const StrataLane *lane = &g_array_index (self->lanes, StrataLane, i);

      if (lane->group != group)
        break;
      if (strata_lane_get_track (lane) != STRATA_NONE)
        return i;
    }

  return STRATA_NONE;
}

/**
 * strata_lanes_set_collapsed:
 * @self: the lanes
 * @group: index of a group's lane
 * @is_collapsed: whether it is to be closed
 *
 * Opens or closes a group.
 */
void
strata_lanes_set_collapsed (StrataLanes *self,
                            guint32 group,
                            gboolean is_collapsed)
{
  if (group >= self->lanes->len)
    return;

  StrataLane *lane = &g_array_index (self->lanes, StrataLane, group);

  if (!strata_lane_is_group (lane) || lane->is_collapsed == is_collapsed)
    return;

  lane->is_collapsed = is_collapsed;
  strata_lanes_lay_out (self);
  strata_lanes_report (self, STRATA_LANES_LAYOUT);
}

/**
 * strata_lanes_set_all_collapsed:
 * @self: the lanes
 * @is_collapsed: whether they are to be closed
 *
 * Opens or closes all groups.
 */
void
strata_lanes_set_all_collapsed (StrataLanes *self,
                                gboolean is_collapsed)
{
  for (guint i = 0; i < self->lanes->len; i++)
    {
      StrataLane *lane = &g_array_index (self->lanes, StrataLane, i);

      if (strata_lane_is_group (lane))
        lane->is_collapsed = is_collapsed;
    }

  strata_lanes_lay_out (self);
  strata_lanes_report (self, STRATA_LANES_LAYOUT);
}

/**
 * strata_lanes_set_path:
 * @self: the lanes
 * @lane: index of the lane that shows a critical path below its calls, or %STRATA_NONE
 *
 * Reserves room for the path in this lane only.
 */
void
strata_lanes_set_path (StrataLanes *self,
                       guint32 lane)
{
  for (guint i = 0; i < self->lanes->len; i++)
    g_array_index (self->lanes, StrataLane, i).path_px = i == lane ? strata_lanes_scale_px (self, PATH_HEIGHT_PX) : 0;

  strata_lanes_lay_out (self);
  strata_lanes_report (self, STRATA_LANES_LAYOUT);
}

/**
 * strata_lanes_get_path:
 * @self: the lanes
 *
 * Returns: the index of the lane with a critical path, or %STRATA_NONE
 */
guint32
strata_lanes_get_path (const StrataLanes *self)
{
  for (guint i = 0; i < self->lanes->len; i++)
    if (g_array_index (self->lanes, StrataLane, i).path_px > 0)
      return i;

  return STRATA_NONE;
}

StrataLaneExtras
strata_lanes_get_shown (const StrataLanes *self)
{
  return self->shown;
}

/**
 * strata_lanes_set_shown:
 * @self: the lanes
 * @shown: the extra lanes to show
 *
 * Shows or hides kinds of extra lanes.
 */
void
strata_lanes_set_shown (StrataLanes *self,
                        StrataLaneExtras shown)
{
  if (self->shown == shown)
    return;

  self->shown = shown;
  strata_lanes_refilter (self);
  strata_lanes_report (self, STRATA_LANES_LAYOUT);
}

/**
 * strata_lanes_show_lane:
 * @self: the lanes
 * @lane: index of a lane
 *
 * Shows an extra lane from now on.
 *
 * Returns: whether it was hidden
 */
gboolean
strata_lanes_show_lane (StrataLanes *self,
                        guint32 lane)
{
  g_return_val_if_fail (lane < self->lanes->len, FALSE);

  StrataLane *shown = &g_array_index (self->lanes, StrataLane, lane);

  if ((shown->extra & ~self->shown) == 0)
    return FALSE;

  shown->extra = 0;
  g_array_index (self->lanes, StrataLane, shown->group).extra = 0;
  strata_lanes_refilter (self);
  strata_lanes_report (self, STRATA_LANES_LAYOUT);
  return TRUE;
}

/**
 * strata_lanes_open:
 * @self: the lanes
 * @lane: index of a lane
 *
 * Opens the group of a lane, and shows the lane if it is an extra or hidden.
 */
void
strata_lanes_open (StrataLanes *self,
                   guint32 lane)
{
  g_return_if_fail (lane < self->lanes->len);

  const guint32 group = g_array_index (self->lanes, StrataLane, lane).group;

  strata_lanes_freeze (self);
  strata_lanes_set_collapsed (self, group, FALSE);
  strata_lanes_set_hidden (self, group, FALSE);
  strata_lanes_set_hidden (self, lane, FALSE);
  strata_lanes_show_lane (self, lane);
  strata_lanes_thaw (self);
}
