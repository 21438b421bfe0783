/* strata-chrome-profiles.c - CPU profiles of V8 in a Chrome trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chrome-profiles.h"

#include <string.h>

#include "strata-cpuprofile-samples.h"

#define KIND "phase P"

/* Finds a number among the arguments. */
static gboolean
find_time (const StrataChromeEvent *event,
           const char *path,
           gint64 *time_us)
{
  for (guint i = 0; i < event->values->len; i++)
    {
      const StrataChromeValue *value = &g_array_index (event->values, StrataChromeValue, i);

      if (g_str_equal (event->value_keys->str + value->key, path))
        {
          *time_us = value->value;
          return TRUE;
        }
    }

  return FALSE;
}

static gint64
place_us (const StrataEventSink *sink,
          gint64 time_us)
{
  return strata_event_sink_place_time (sink, strata_cpuprofile_samples_get_ns (time_us));
}

/**
 * strata_chrome_profiles_take:
 * @event: an event that has been read, with its profiles
 * @sink: where its time is placed
 *
 * Assigns an event of a sampling profiler to its profile.
 *
 * Returns: whether the event only describes a profile, so that it is not shown
 */
gboolean
strata_chrome_profiles_take (const StrataChromeEvent *event,
                             StrataEventSink *sink)
{
  StrataCpuprofileParts *profiles = event->profiles;
  gboolean is_taken = event->phase == 'P' && strata_cpuprofile_parts_has_content (profiles);
  gint64 time_us;

  if (is_taken)
    strata_cpuprofile_parts_take (profiles, event->pid, event->id->str, event->time_ns);
  if (event->phase == 'P' && find_time (event, "data.startTime", &time_us))
    {
      strata_cpuprofile_parts_start (profiles, event->pid, event->id->str, event->tid, place_us (sink, time_us));
      is_taken = TRUE;
    }
  if (event->phase == 'P' && find_time (event, "data.endTime", &time_us))
    {
      strata_cpuprofile_parts_end (profiles, event->pid, event->id->str, place_us (sink, time_us));
      is_taken = TRUE;
    }

  if (g_str_equal (event->name->str, "CpuProfile"))
    strata_cpuprofile_parts_take_whole (profiles, event->pid, event->tid, strata_event_sink_place_time (sink, event->time_ns) - event->time_ns);

  strata_cpuprofile_parts_drop (profiles);
  return is_taken;
}

/**
 * strata_chrome_profiles_play:
 * @profiles: all profiles
 * @sink: where warnings go
 *
 * Makes slices of all samples.
 *
 * Returns: whether there are any
 */
gboolean
strata_chrome_profiles_play (StrataCpuprofileParts *profiles,
                             StrataEventSink *sink)
{
  StrataKindTable *kinds = strata_trace_builder_get_kinds (strata_event_sink_get_builder (sink));
  guint64 n_left_out;
  const gboolean has_samples = strata_cpuprofile_parts_play (profiles, &n_left_out);

  for (guint64 i = 0; i < n_left_out; i++)
    strata_kind_table_count (kinds, KIND, strlen (KIND), FALSE);

  strata_event_sink_diagnose (sink, STRATA_DIAGNOSTIC_UNKNOWN_EVENT, n_left_out, STRATA_NO_TIME, (StrataText){ KIND, strlen (KIND) });
  return has_samples;
}
