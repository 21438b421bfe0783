/* strata-device-names.c - the devices of a trace and their names
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-device-names.h"

#include "strata-trace-private.h"

/**
 * strata_device_names_count:
 * @trace: a trace
 *
 * Returns: how many devices have threads, processes, CPUs, counters or tracks; at least 1
 */
guint
strata_device_names_count (StrataTrace *trace)
{
  guint n_threads;
  guint n_processes;
  guint n_cpus;
  guint n_counters;
  guint n_tracks;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  const StrataProcess *processes = strata_trace_get_processes (trace, &n_processes);
  const StrataCpu *cpus = strata_trace_get_cpus (trace, &n_cpus);
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  guint32 last = 0;

  for (guint i = 0; i < n_threads; i++)
    last = MAX (last, strata_device_or_first (threads[i].device));
  for (guint i = 0; i < n_processes; i++)
    last = MAX (last, strata_device_or_first (processes[i].device));
  for (guint i = 0; i < n_cpus; i++)
    last = MAX (last, cpus[i].cpu / STRATA_DEVICE_CPUS);
  for (guint i = 0; i < n_counters; i++)
    last = MAX (last, (guint32) MAX (counters[i].cpu, 0) / STRATA_DEVICE_CPUS);
  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].cpu != STRATA_NONE)
      last = MAX (last, tracks[i].cpu / STRATA_DEVICE_CPUS);

  return last + 1;
}

/**
 * strata_device_names_find:
 * @trace: a trace
 * @device: number of a device
 *
 * Returns: (nullable) (transfer none): its name, such as "machine 5" or that of its first file; %NULL for the first device
 */
const char *
strata_device_names_find (StrataTrace *trace,
                          guint device)
{
  const StrataTrace *owner = strata_trace_get_base (trace);

  return device < owner->device_names->len ? g_ptr_array_index (owner->device_names, device) : NULL;
}

/**
 * strata_device_names_dup_title:
 * @trace: a trace
 * @device: number of a device
 *
 * Returns: (transfer full): its name, in UTF-8, or else its number from 1; the empty string for the first device. A trace of
 *   several devices that was converted has the numbers, but no names
 */
char *
strata_device_names_dup_title (StrataTrace *trace,
                               guint device)
{
  const char *name = strata_device_names_find (trace, device);

  if (name == NULL && device > 0)
    return g_strdup_printf ("device %u", device + 1);

  return name != NULL ? g_utf8_make_valid (name, -1) : g_strdup ("");
}
