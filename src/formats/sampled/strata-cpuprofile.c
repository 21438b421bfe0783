/* strata-cpuprofile.c - CPU profiles of V8 and ArkTS
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-clock-marks.h"
#include "strata-cpuprofile-samples.h"
#include "strata-error.h"
#include "strata-format.h"

/* One JSON object: a tree of calls, and samples. Each sample is a node of the tree and the time
 * since the previous sample. It is read token by token, since the files are large and untrusted
 * (see DESIGN.md).
 * Format: the Profiler domain of the DevTools protocol, "Profile". */

typedef struct
{
  StrataCpuprofileSamples samples;
  StrataCpuprofileTimes times;
} Profile;

static void
profile_clear (Profile *self)
{
  strata_cpuprofile_samples_clear (&self->samples);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Profile, profile_clear)

/* Converts a time of the file to the axis of the trace that it is opened with. */
static gint64
get_place_ns (const Profile *self,
              gint64 time_us)
{
  return strata_clock_shift (strata_cpuprofile_samples_get_ns (time_us), strata_trace_builder_get_offset_ns (self->samples.builder));
}

/* Reads the value of a member if it has the expected type. */
static gboolean
read_value (Profile *self,
            const char *key,
            StrataJsonReader *json,
            GError **error)
{
  strata_cpuprofile_times_read (&self->times, key, json);
  return !strata_cpuprofile_samples_is_member (key) || strata_cpuprofile_samples_read (&self->samples, key, json, error);
}

static gboolean
is_member (const char *key)
{
  static const char *const keys[] = { "startTime", "endTime", "profile", "result", NULL };

  return g_strv_contains (keys, key) || strata_cpuprofile_samples_is_member (key);
}

/* The profile may be nested in an answer of the protocol, so members are taken at any of the
 * first levels. */
static gboolean
read_profile (Profile *self,
              StrataJsonReader *json,
              GError **error)
{
  g_autoptr (GString) key = g_string_new (NULL);

  while (strata_json_reader_next (json, error))
    {
      if (json->token == STRATA_JSON_END)
        return TRUE;
      if (json->token != STRATA_JSON_KEY)
        continue;

      g_string_assign (key, json->text->str);
      if (!is_member (key->str))
        {
          if (!strata_json_reader_skip (json, error))
            return FALSE;
          continue;
        }

      if (!strata_json_reader_next (json, error) || !read_value (self, key->str, json, error))
        return FALSE;
    }

  return FALSE;
}

static gboolean
build (Profile *self,
       guint64 offset,
       GError **error)
{
  StrataTraceBuilder *builder = self->samples.builder;
  const guint n = strata_cpuprofile_samples_get_n (&self->samples);

  if (n == 0)
    {
      g_set_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("the CPU profile ends at byte %" PRIu64 " without any sample that has a time"), offset);
      return FALSE;
    }

  if (n < self->samples.ids->len)
    {
      g_autofree char *text = g_strdup_printf (_ ("%u samples of %u have a time"), n, self->samples.ids->len);

      strata_cpuprofile_samples_diagnose (&self->samples, STRATA_DIAGNOSTIC_TRUNCATED, (gint64) offset, text);
    }

  const guint32 thread = strata_trace_builder_get_thread (builder, 1);

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  strata_trace_builder_see_time (builder, get_place_ns (self, self->times.start_us));
  strata_trace_builder_name_thread (builder, thread, strata_string_pool_intern (strata_trace_builder_get_strings (builder), "JavaScript", 10));
  strata_cpuprofile_samples_play (&self->samples, thread, thread, get_place_ns (self, self->times.start_us), get_place_ns (self, self->times.end_us), (gint64) offset);
  return TRUE;
}

/* If the JSON breaks off, the part before is used. */
static gboolean
load_cpuprofile (StrataSource *source,
                 StrataTraceBuilder *builder,
                 GError **error)
{
  g_auto (StrataJsonReader) json;
  g_auto (Profile) self = { .times.end_us = G_MININT64 };
  GError *failure = NULL;

  strata_cpuprofile_samples_init (&self.samples, builder);
  strata_json_reader_init (&json, source);
  if (!strata_json_skip_mark (source, error))
    return FALSE;

  if (!read_profile (&self, &json, &failure))
    {
      if (!g_error_matches (failure, STRATA_ERROR, STRATA_ERROR_CORRUPT) || strata_cpuprofile_samples_get_n (&self.samples) == 0)
        {
          g_propagate_error (error, failure);
          return FALSE;
        }

      strata_cpuprofile_samples_diagnose (&self.samples, STRATA_DIAGNOSTIC_DAMAGED_DATA, (gint64) strata_json_reader_get_offset (&json), failure->message);
      g_error_free (failure);
    }
  else if (json.is_cut)
    strata_cpuprofile_samples_diagnose (&self.samples, STRATA_DIAGNOSTIC_TRUNCATED, (gint64) strata_json_reader_get_offset (&json), NULL);

  return build (&self, strata_json_reader_get_offset (&json), error);
}

/* An object that begins with the nodes, as V8 writes it, or with the samples. */
static int
sniff_cpuprofile (const guint8 *data,
                  gsize n_bytes)
{
  const gsize at = strata_json_find_begin (data, n_bytes);

  if (at == n_bytes || data[at] != '{' || strata_json_has_member (data, n_bytes, "traceEvents"))
    return 0;

  if (strata_json_has_word (data, n_bytes, "\"nodes\"") && strata_json_has_word (data, n_bytes, "\"callFrame\""))
    return 90;

  return strata_json_has_word (data, n_bytes, "\"timeDeltas\"") && strata_json_has_word (data, n_bytes, "\"samples\"") ? 90 : 0;
}

static const char *const suffixes[] = { "cpuprofile", "json", NULL };

const StrataFormat strata_format_cpuprofile = {
  .id = "cpuprofile",
  .name = "V8 CPU profile",
  .suffixes = suffixes,
  .sniff = sniff_cpuprofile,
  .load = load_cpuprofile,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
};
