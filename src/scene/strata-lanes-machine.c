/* strata-lanes-machine.c - the lanes of CPUs and devices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lanes-private.h"

#include <glib/gi18n-lib.h>

#include "strata-span.h"

/* A CPU is followed by what is known of it: its counters, such as its frequency,
 * and what the kernel did on it. What belongs to a CPU of which no run is known
 * comes after all CPUs. */

/* CPUs of a further device have their number and that of the device in one. */
static char *
dup_cpu_title (guint32 cpu)
{
  if (cpu < STRATA_DEVICE_CPUS)
    return g_strdup_printf (_ ("CPU %u"), cpu);

  return g_strdup_printf (_ ("CPU %u, device %u"), cpu % STRATA_DEVICE_CPUS, cpu / STRATA_DEVICE_CPUS + 1);
}

static char *
dup_track_name (StrataLanes *self,
                const StrataTrack *track)
{
  return g_utf8_make_valid (strata_trace_get_string (self->trace, track->name), -1);
}

static gboolean
is_known_cpu (StrataLanes *self,
              gint64 cpu)
{
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (self->trace, &n_cpus);

  for (guint i = 0; i < n_cpus; i++)
    if (cpus[i].cpu == cpu)
      return TRUE;

  return FALSE;
}

static void
add_cpu_track (StrataLanes *self,
               guint32 track,
               guint32 group)
{
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, NULL);
  g_autofree char *name = dup_track_name (self, &tracks[track]);
  g_autofree char *cpu = dup_cpu_title (tracks[track].cpu);

  strata_lanes_add_track (self, track, group, STRATA_LANE_EXTRA_CPU, g_strdup_printf ("%s, %s", name, cpu));
}

/* Of the CPU, or of all that have no lane. */
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

      if (cpu >= 0 ? of_cpu == cpu : !is_known_cpu (self, of_cpu))
        strata_lanes_add_counter (self, index, group);
    }

  for (guint32 i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_CPU && tracks[i].cpu != STRATA_NONE && tracks[i].n_slices > 0 &&
        (cpu >= 0 ? tracks[i].cpu == cpu : !is_known_cpu (self, tracks[i].cpu)))
      add_cpu_track (self, i, group);
}

/* Adds the CPUs with what is known of each, and the counters of the machine. */
void
strata_lanes_add_machine (StrataLanes *self,
                          const GArray *counters)
{
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (self->trace, &n_cpus);
  guint32 group = strata_lanes_add (self, STRATA_LANE_GROUP, STRATA_NONE, 0, 0, g_strdup (n_cpus > 0 ? _ ("CPUs") : _ ("Counters")));

  for (guint i = 0; i < n_cpus; i++)
    {
      strata_lanes_add (self, STRATA_LANE_CPU, i, group, 1, dup_cpu_title (cpus[i].cpu));
      add_cpu_parts (self, cpus[i].cpu, counters, group);
    }

  add_cpu_parts (self, -1, counters, group);
  strata_lanes_end_group (self, group);
}

/* Adds what block devices were asked for. */
void
strata_lanes_add_block_devices (StrataLanes *self)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);
  guint32 group = strata_lanes_add (self, STRATA_LANE_GROUP, STRATA_NONE, 0, 0, g_strdup (_ ("Block devices")));

  for (guint32 i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_CPU && tracks[i].cpu == STRATA_NONE && tracks[i].n_slices > 0)
      strata_lanes_add_track (self, i, group, 0, dup_track_name (self, &tracks[i]));

  strata_lanes_end_group (self, group);
}
