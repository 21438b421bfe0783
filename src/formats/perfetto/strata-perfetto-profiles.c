/* strata-perfetto-profiles.c - CPU profiles of V8
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <gio/gio.h>

#include "strata-clock-marks.h"
#include "strata-cpuprofile-samples.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-track-event.h"

/* Events of Chrome's JSON with the phase P. Their content is an annotation in JSON; its times are of the monotonic clock. */

#define READ_BYTES 4096

static gboolean
find_data (StrataProto message,
           StrataProto *json)
{
  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_EVENT_ANNOTATIONS && message.wire == STRATA_PROTO_BYTES)
      for (StrataProto annotation = strata_proto_enter (&message); strata_proto_next (&annotation);)
        if (annotation.number == STRATA_PF_ANNOTATION_JSON && annotation.wire == STRATA_PROTO_BYTES)
          {
            *json = annotation;
            return TRUE;
          }

  return FALSE;
}

/* Reads an object; what follows damage is missing. */
static void
read_members (StrataCpuprofileParts *profiles,
              StrataJsonReader *json,
              StrataCpuprofileTimes *times)
{
  g_autoptr (GString) key = g_string_new (NULL);

  while (strata_json_reader_next (json, NULL) && json->token == STRATA_JSON_KEY)
    {
      g_string_assign (key, json->text->str);
      if (strata_cpuprofile_parts_is_member (key->str))
        {
          if (!strata_json_reader_next (json, NULL) || !strata_cpuprofile_parts_read (profiles, key->str, json, NULL))
            return;
        }
      else if (strata_json_reader_skip (json, NULL))
        strata_cpuprofile_times_read (times, key->str, json);
      else
        return;
    }
}

/* Returns the times of the data of an event, or STRATA_NO_TIME. */
static StrataCpuprofileTimes
read_data (StrataCpuprofileParts *profiles,
           const StrataProto *field)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (field->data, (gssize) field->value, NULL);
  g_autoptr (StrataSource) source = strata_source_new (stream, READ_BYTES, G_MAXUINT64, NULL);
  g_auto (StrataJsonReader) json = { 0 };
  StrataCpuprofileTimes times = { STRATA_NO_TIME, STRATA_NO_TIME };

  strata_json_reader_init (&json, source);
  if (strata_json_reader_next (&json, NULL) && json.token == STRATA_JSON_OBJECT)
    read_members (profiles, &json, &times);

  return times;
}

static gboolean
place_us (StrataPerfettoPlayer *self,
          gint64 time_us,
          gint64 *time_ns)
{
  StrataPerfettoClocks *clocks = self->reader->clocks;

  if (time_us == STRATA_NO_TIME || !strata_perfetto_clocks_convert (clocks, strata_perfetto_clocks_get (clocks, 0, STRATA_PERFETTO_CLOCK_MONOTONIC), strata_cpuprofile_samples_get_ns (time_us), time_ns))
    return FALSE;

  *time_ns = strata_clock_shift (*time_ns, strata_trace_builder_get_offset_ns (self->reader->builder));
  return TRUE;
}

/**
 * strata_perfetto_player_take_profile:
 * @self: the player
 * @track: the thread of the event: the sampled one, or the one that wrote the event
 * @event: an event with the phase P
 * @id: id of its profile in the process
 *
 * Assigns an event of V8's profiler to its profile.
 *
 * Returns: whether it is one
 */
gboolean
strata_perfetto_player_take_profile (StrataPerfettoPlayer *self,
                                     const StrataPerfettoTrack *track,
                                     const StrataPerfettoTrackEvent *event,
                                     guint64 id)
{
  g_autofree char *name = g_strdup_printf ("%" G_GINT64_MODIFIER "x", id);
  gboolean is_taken;
  gint64 time_ns;
  StrataProto field;

  if (!find_data (event->message, &field))
    return FALSE;
  if (self->profiles == NULL)
    self->profiles = strata_cpuprofile_parts_new (self->reader->builder);

  const StrataCpuprofileTimes times = read_data (self->profiles, &field);

  is_taken = strata_cpuprofile_parts_has_content (self->profiles) || times.start_us != STRATA_NO_TIME || times.end_us != STRATA_NO_TIME;
  strata_cpuprofile_parts_take (self->profiles, track->pid, name, event->time_ns);
  if (place_us (self, times.start_us, &time_ns))
    strata_cpuprofile_parts_start (self->profiles, track->pid, name, track->tid, time_ns);
  if (place_us (self, times.end_us, &time_ns))
    strata_cpuprofile_parts_end (self->profiles, track->pid, name, time_ns);

  return is_taken;
}

/* Makes slices of all samples. Returns whether there are any. */
gboolean
strata_perfetto_player_play_profiles (StrataPerfettoPlayer *self)
{
  guint64 n_left_out;

  if (self->profiles == NULL)
    return FALSE;

  const gboolean has_samples = strata_cpuprofile_parts_play (self->profiles, &n_left_out);

  for (guint64 i = 0; i < n_left_out; i++)
    strata_perfetto_reader_leave_out (self->reader, STRATA_PF_PACKET_TRACK_EVENT, 0);

  return has_samples;
}
