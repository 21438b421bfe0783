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
#include "strata-cpuprofile-nodes.h"
#include "strata-error.h"
#include "strata-format.h"
#include "strata-order.h"

/* One JSON object: a tree of calls, and samples. Each sample is a node of the tree and the time
 * since the previous sample. It is read token by token, since the files are large and untrusted
 * (see DESIGN.md).
 * Format: the Profiler domain of the DevTools protocol, "Profile". */

typedef struct
{
  StrataTraceBuilder *builder;  /* borrowed */
  StrataCpuprofileNodes *nodes; /* owned */
  gint64 start_us;
  gint64 end_us;
  GArray *samples;   /* (element-type gint64) owned: ids of nodes */
  GArray *deltas_us; /* (element-type gint64) owned */
} Profile;

static void
profile_clear (Profile *self)
{
  strata_cpuprofile_nodes_free (self->nodes);
  g_array_unref (self->samples);
  g_array_unref (self->deltas_us);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Profile, profile_clear)

/* A sample with a known time; its node may be unknown (STRATA_NONE). */
typedef struct
{
  gint64 time_ns;
  guint32 node;
  guint32 index;
} Sample;

#define MOST_US (G_MAXINT64 / 4000)

static gint64
get_ns (gint64 time_us)
{
  return CLAMP (time_us, -MOST_US, MOST_US) * 1000;
}

/* Converts a time of the file to the axis of the trace that it is opened with. */
static gint64
get_place_ns (const Profile *self,
              gint64 time_ns)
{
  return strata_clock_shift (time_ns, strata_trace_builder_get_offset_ns (self->builder));
}

static gboolean
read_numbers (GArray *numbers,
              StrataJsonReader *json,
              GError **error)
{
  while (strata_json_reader_next (json, error))
    {
      if (json->token == STRATA_JSON_CLOSE || json->token == STRATA_JSON_END)
        return TRUE;
      if (json->token == STRATA_JSON_NUMBER && numbers->len < G_MAXINT32)
        g_array_append_val (numbers, json->number);
      else if (json->token == STRATA_JSON_OBJECT || json->token == STRATA_JSON_ARRAY)
        {
          g_set_error (error, STRATA_ERROR, STRATA_ERROR_CORRUPT, _ ("byte %" PRIu64 " of the JSON: a number was expected"), strata_json_reader_get_offset (json));
          return FALSE;
        }
    }

  return FALSE;
}

typedef enum
{
  MEMBER_OTHER,
  MEMBER_NODES,
  MEMBER_SAMPLES,
  MEMBER_DELTAS,
  MEMBER_START,
  MEMBER_END,
  MEMBER_PROFILE,
} Member;

static Member
find_member (const char *key)
{
  static const char *const keys[] = {
    [MEMBER_NODES] = "nodes",
    [MEMBER_SAMPLES] = "samples",
    [MEMBER_DELTAS] = "timeDeltas",
    [MEMBER_START] = "startTime",
    [MEMBER_END] = "endTime",
    [MEMBER_PROFILE] = "profile",
  };

  for (guint i = MEMBER_NODES; i < G_N_ELEMENTS (keys); i++)
    if (g_str_equal (keys[i], key))
      return (Member) i;

  return g_str_equal (key, "result") ? MEMBER_PROFILE : MEMBER_OTHER;
}

/* Reads the value of a member if it has the expected type. */
static gboolean
read_member (Profile *self,
             Member member,
             StrataJsonReader *json,
             GError **error)
{
  const gboolean is_array = json->token == STRATA_JSON_ARRAY;

  if (json->token == STRATA_JSON_NUMBER && member == MEMBER_START)
    self->start_us = json->number;
  if (json->token == STRATA_JSON_NUMBER && member == MEMBER_END)
    self->end_us = json->number;
  if (is_array && member == MEMBER_NODES)
    return strata_cpuprofile_nodes_read (self->nodes, json, error);
  if (is_array && member == MEMBER_SAMPLES)
    return read_numbers (self->samples, json, error);
  if (is_array && member == MEMBER_DELTAS)
    return read_numbers (self->deltas_us, json, error);

  return TRUE;
}

/* The profile may be nested in an answer of the protocol, so members are taken at any of the
 * first levels. */
static gboolean
read_profile (Profile *self,
              StrataJsonReader *json,
              GError **error)
{
  while (strata_json_reader_next (json, error))
    {
      if (json->token == STRATA_JSON_END)
        return TRUE;
      if (json->token != STRATA_JSON_KEY)
        continue;

      const Member member = find_member (json->text->str);

      if (member == MEMBER_OTHER)
        {
          if (!strata_json_reader_skip (json, error))
            return FALSE;
          continue;
        }

      if (!strata_json_reader_next (json, error) || !read_member (self, member, json, error))
        return FALSE;
    }

  return FALSE;
}

static void
diagnose (const Profile *self,
          StrataDiagnosticKind kind,
          guint64 offset,
          const char *sample)
{
  const StrataPlace place = { 0, (gint64) offset, STRATA_NO_TIME };

  strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), kind, place, sample, -1);
}

STRATA_ORDER_BY_TWO (compare_samples, Sample, time_ns, index)

/* Returns the samples with a time, sorted by it: V8's clock may step back a little. */
static GArray *
list_samples (const Profile *self,
              guint64 offset)
{
  const guint n = MIN (self->samples->len, self->deltas_us->len);
  GArray *samples = g_array_sized_new (FALSE, FALSE, sizeof (Sample), n);
  gint64 time_ns = get_ns (self->start_us);
  gboolean is_sorted = TRUE;

  for (guint i = 0; i < n; i++)
    {
      const gint64 delta_us = g_array_index (self->deltas_us, gint64, i);
      const guint32 node = strata_cpuprofile_nodes_find (self->nodes, g_array_index (self->samples, gint64, i));

      time_ns = strata_time_add (time_ns, get_ns (delta_us));
      if (delta_us < 0 && i > 0)
        {
          is_sorted = FALSE;
          diagnose (self, STRATA_DIAGNOSTIC_TIME_BACKWARDS, offset, NULL);
        }
      if (node == STRATA_NONE)
        diagnose (self, STRATA_DIAGNOSTIC_UNKNOWN_NODE, offset, NULL);
      if (ABS (time_ns) > MOST_US * 1000 || delta_us > MOST_US || delta_us < -MOST_US)
        diagnose (self, STRATA_DIAGNOSTIC_BAD_PAYLOAD, offset, _ ("a time that is out of range"));

      g_array_append_val (samples, ((Sample){ get_place_ns (self, time_ns), node, i }));
    }

  if (!is_sorted)
    g_array_sort (samples, compare_samples);

  return samples;
}

/* A sample lasts until the next one, the last one until the end of the profile. */
static void
play (Profile *self,
      GArray *samples,
      guint64 offset)
{
  guint32 n_nodes;
  const StrataStackNode *nodes = strata_cpuprofile_nodes_link (self->nodes, &n_nodes);
  const guint32 thread = strata_trace_builder_get_thread (self->builder, 1);
  g_auto (StrataStackPlayer) player;
  gint64 end_ns = g_array_index (samples, Sample, samples->len - 1).time_ns;

  strata_trace_builder_name_thread (self->builder, thread, strata_string_pool_intern (strata_trace_builder_get_strings (self->builder), "JavaScript", 10));
  strata_stack_player_init (&player, self->builder, nodes, thread);

  for (guint i = 0; i < samples->len; i++)
    {
      const Sample *sample = &g_array_index (samples, Sample, i);
      const gboolean is_idle = sample->node == STRATA_NONE || strata_cpuprofile_nodes_is_idle (self->nodes, sample->node);

      if (!strata_stack_player_play (&player, sample->time_ns, is_idle ? STRATA_NONE : sample->node))
        {
          diagnose (self, STRATA_DIAGNOSTIC_TRUNCATED, offset, _ ("too many calls"));
          end_ns = sample->time_ns;
          break;
        }
    }

  strata_stack_player_play (&player, MAX (end_ns, get_place_ns (self, get_ns (self->end_us))), STRATA_NONE);
  strata_trace_builder_get_counts (self->builder)->n_events = samples->len;
}

static gboolean
build (Profile *self,
       guint64 offset,
       GError **error)
{
  g_autoptr (GArray) samples = list_samples (self, offset);

  if (samples->len == 0)
    {
      g_set_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("the CPU profile ends at byte %" PRIu64 " without any sample that has a time"), offset);
      return FALSE;
    }

  if (samples->len < self->samples->len)
    {
      g_autofree char *text = g_strdup_printf (_ ("%u samples of %u have a time"), samples->len, self->samples->len);

      diagnose (self, STRATA_DIAGNOSTIC_TRUNCATED, offset, text);
    }

  strata_trace_builder_set_clocks (self->builder, STRATA_CLOCK_WALL);
  strata_trace_builder_see_time (self->builder, get_place_ns (self, get_ns (self->start_us)));
  play (self, samples, offset);
  return TRUE;
}

/* If the JSON breaks off, the part before is used. */
static gboolean
load_cpuprofile (StrataSource *source,
                 StrataTraceBuilder *builder,
                 GError **error)
{
  g_auto (StrataJsonReader) json;
  g_auto (Profile) self = {
    .builder = builder,
    .nodes = strata_cpuprofile_nodes_new (builder),
    .end_us = G_MININT64,
    .samples = g_array_new (FALSE, FALSE, sizeof (gint64)),
    .deltas_us = g_array_new (FALSE, FALSE, sizeof (gint64)),
  };
  GError *failure = NULL;

  strata_json_reader_init (&json, source);
  if (!strata_json_skip_mark (source, error))
    return FALSE;

  if (!read_profile (&self, &json, &failure))
    {
      if (!g_error_matches (failure, STRATA_ERROR, STRATA_ERROR_CORRUPT) || self.samples->len == 0 || self.deltas_us->len == 0)
        {
          g_propagate_error (error, failure);
          return FALSE;
        }

      diagnose (&self, STRATA_DIAGNOSTIC_DAMAGED_DATA, strata_json_reader_get_offset (&json), failure->message);
      g_error_free (failure);
    }
  else if (json.is_cut)
    diagnose (&self, STRATA_DIAGNOSTIC_TRUNCATED, strata_json_reader_get_offset (&json), NULL);

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
