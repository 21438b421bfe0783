/* strata-lanes-machine.c - the lanes of CPUs and devices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lanes-private.h"

#include <glib/gi18n-lib.h>

#include "strata-cpu-title.h"
#include "strata-span.h"

/* A CPU is followed by its frequency with its limits, its other counters, and its kernel activity;
 * its idle states are drawn behind its runs. Counters and tracks of CPUs without runs come after
 * all CPUs. CPUs of a cluster are together. */

/* If there are more CPUs, an additional lane sums them up. */
#define MAX_CPUS_AT_A_GLANCE 4

static char *
dup_track_name (StrataLanes *self,
                const StrataTrack *track)
{
  return g_utf8_make_valid (strata_trace_get_string (self->trace, track->name), -1);
}

static void
add_cpu_track (StrataLanes *self,
               guint32 track,
               guint32 group)
{
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, NULL);
  g_autofree char *name = dup_track_name (self, &tracks[track]);
  g_autofree char *cpu = strata_cpu_dup_title (self->trace, tracks[track].cpu);

  strata_lanes_add_track (self, track, group, STRATA_LANE_EXTRA_CPU, g_strdup_printf ("%s, %s", name, cpu));
}

/* Limits are drawn in the lane of a frequency, if there is one. */
static gboolean
is_drawn_elsewhere (StrataLanes *self,
                    guint32 counter)
{
  const int cpu = strata_trace_get_counters (self->trace, NULL)[counter].cpu;
  const StrataCpuCounters *counters = cpu >= 0 ? strata_clusters_find_cpu (self->clusters, (guint32) cpu) : NULL;

  return counters != NULL && counters->frequency != STRATA_NONE && (counters->limits[0] == counter || counters->limits[1] == counter);
}

static void
add_cpu_counter (StrataLanes *self,
                 guint32 counter,
                 guint32 group)
{
  if (is_drawn_elsewhere (self, counter))
    return;

  const guint32 index = strata_lanes_add_counter (self, counter, group);
  StrataLane *lane = &g_array_index (self->lanes, StrataLane, index);
  const int cpu = strata_trace_get_counters (self->trace, NULL)[counter].cpu;

  lane->is_scale_shared = strata_lanes_is_frequency (self, lane);
  for (guint i = 0; i < 2 && lane->is_scale_shared; i++)
    lane->limits[i] = strata_clusters_find_limit (self->clusters, (guint32) cpu, i);
}

/* The parts of one CPU, or of all CPUs without a lane. */
static void
add_cpu_parts (StrataLanes *self,
               gint64 cpu,
               const GArray *counters,
               guint32 group)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);
  const StrataCounter *all_counters = strata_trace_get_counters (self->trace, NULL);

  for (guint i = 0; i < counters->len; i++)
    {
      const guint32 index = g_array_index (counters, guint32, i);
      const gint64 of_cpu = all_counters[index].cpu;

      if (cpu >= 0 ? of_cpu == cpu : strata_trace_find_cpu (self->trace, (guint32) of_cpu) == STRATA_NONE)
        add_cpu_counter (self, index, group);
    }

  for (guint32 i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_CPU && tracks[i].cpu != STRATA_NONE && tracks[i].n_slices > 0 &&
        (cpu >= 0 ? tracks[i].cpu == cpu : strata_trace_find_cpu (self->trace, tracks[i].cpu) == STRATA_NONE) && self->lane_of_track[i] == STRATA_NONE)
      add_cpu_track (self, i, group);
}

static guint32
get_cluster_order (StrataLanes *self,
                   guint32 cpu)
{
  guint n_clusters;
  const StrataCluster *clusters = strata_clusters_get (self->clusters, &n_clusters);

  return strata_clusters_tell_apart (self->clusters, cpu) ? clusters[strata_clusters_find_cpu (self->clusters, cpu)->cluster].first_cpu : cpu;
}

static int
compare_cpus (gconstpointer a,
              gconstpointer b,
              gpointer user_data)
{
  StrataLanes *self = user_data;
  const StrataCpu *cpus = strata_trace_get_cpus (self->trace, NULL);
  const guint32 cpu_a = cpus[*(const guint32 *) a].cpu;
  const guint32 cpu_b = cpus[*(const guint32 *) b].cpu;
  const guint32 order_a = get_cluster_order (self, cpu_a);
  const guint32 order_b = get_cluster_order (self, cpu_b);

  return order_a != order_b ? (order_a > order_b) - (order_a < order_b) : (cpu_a > cpu_b) - (cpu_a < cpu_b);
}

/* By the lowest CPU number of their clusters, then by their own number. */
static GArray *
sort_cpus (StrataLanes *self)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n_cpus;

  strata_trace_get_cpus (self->trace, &n_cpus);
  for (guint32 i = 0; i < n_cpus; i++)
    g_array_append_val (order, i);

  g_array_sort_with_data (order, compare_cpus, self);
  return order;
}

static guint32
find_idle_track (StrataLanes *self,
                 guint32 cpu)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);

  for (guint32 i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_CPU && tracks[i].cpu == cpu && tracks[i].n_slices > 0 &&
        g_str_equal (strata_trace_get_string (self->trace, tracks[i].name), "idle"))
      return i;

  return STRATA_NONE;
}

static void
add_cpu (StrataLanes *self,
         guint32 cpu_index,
         const GArray *counters,
         guint32 group)
{
  const guint32 cpu = strata_trace_get_cpus (self->trace, NULL)[cpu_index].cpu;
  const guint32 lane = strata_lanes_add (self, STRATA_LANE_CPU, cpu_index, group, 1, strata_cpu_dup_title (self->trace, cpu));
  const guint32 idle_track = find_idle_track (self, cpu);

  if (idle_track != STRATA_NONE)
    {
      g_array_index (self->lanes, StrataLane, lane).idle_track = idle_track;
      self->lane_of_track[idle_track] = lane;
    }

  add_cpu_parts (self, cpu, counters, group);
}

void
strata_lanes_add_machine (StrataLanes *self,
                          const GArray *counters)
{
  g_autoptr (GArray) cpus = sort_cpus (self);
  guint32 group = strata_lanes_add (self, STRATA_LANE_GROUP, STRATA_NONE, 0, 0, g_strdup (cpus->len > 0 ? _ ("CPUs") : _ ("Counters")));

  if (cpus->len > 0)
    strata_lanes_add_usage (self, group);
  if (cpus->len > MAX_CPUS_AT_A_GLANCE)
    strata_lanes_add (self, STRATA_LANE_CPUS, STRATA_NONE, group, 1, g_strdup (_ ("All CPUs")));
  for (guint i = 0; i < cpus->len; i++)
    add_cpu (self, g_array_index (cpus, guint32, i), counters, group);

  add_cpu_parts (self, -1, counters, group);
  strata_lanes_end_group (self, group);
}

void
strata_lanes_add_devices (StrataLanes *self)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);
  guint32 group = strata_lanes_add (self, STRATA_LANE_GROUP, STRATA_NONE, 0, 0, g_strdup (_ ("Devices")));

  for (guint32 i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_CPU && tracks[i].cpu == STRATA_NONE && tracks[i].n_slices > 0)
      strata_lanes_add_track (self, i, group, 0, dup_track_name (self, &tracks[i]));

  strata_lanes_end_group (self, group);
}
