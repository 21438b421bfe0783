/* strata-cpuprofile-samples.c - the samples of a CPU profile of V8 or ArkTS
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-cpuprofile-samples.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "strata-callsite-builder.h"
#include "strata-column.h"
#include "strata-error.h"
#include "strata-order.h"

/* Each sample is the id of a node and the time since the previous sample. A node may be defined after the samples that
 * refer to it, so both are kept until the whole profile has been read. */

/* A sample with a known time; its node may be unknown (STRATA_NONE). */
typedef struct
{
  gint64 time_ns;
  guint32 node;
  guint32 index;
} Sample;

/* Takes the value of a member if it is one of the times. */
void
strata_cpuprofile_times_read (StrataCpuprofileTimes *self,
                              const char *key,
                              const StrataJsonReader *json)
{
  if (json->token != STRATA_JSON_NUMBER)
    return;
  if (g_str_equal (key, "startTime"))
    self->start_us = json->number;
  if (g_str_equal (key, "endTime"))
    self->end_us = json->number;
}

/**
 * strata_cpuprofile_samples_init:
 * @self: the caller's memory
 * @builder: where slices go; must outlive @self
 *
 * Makes an empty profile.
 */
void
strata_cpuprofile_samples_init (StrataCpuprofileSamples *self,
                                StrataTraceBuilder *builder)
{
  *self = (StrataCpuprofileSamples){
    .builder = builder,
    .nodes = strata_cpuprofile_nodes_new (builder),
    .ids = g_array_new (FALSE, FALSE, sizeof (gint64)),
    .deltas_us = g_array_new (FALSE, FALSE, sizeof (gint64)),
  };
}

void
strata_cpuprofile_samples_clear (StrataCpuprofileSamples *self)
{
  strata_cpuprofile_nodes_free (self->nodes);
  g_array_unref (self->ids);
  g_array_unref (self->deltas_us);
}

/* Returns how many samples have a time. */
guint
strata_cpuprofile_samples_get_n (const StrataCpuprofileSamples *self)
{
  return MIN (self->ids->len, self->deltas_us->len);
}

/* Converts a time of a profile to ns, within the range of times. */
gint64
strata_cpuprofile_samples_get_ns (gint64 time_us)
{
  return CLAMP (time_us, -STRATA_CPUPROFILE_MOST_US, STRATA_CPUPROFILE_MOST_US) * 1000;
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

/* Whether strata_cpuprofile_samples_read() takes the member. */
gboolean
strata_cpuprofile_samples_is_member (const char *key)
{
  static const char *const keys[] = { "nodes", "samples", "timeDeltas", NULL };

  return g_strv_contains (keys, key);
}

/**
 * strata_cpuprofile_samples_read:
 * @self: a profile
 * @key: a key that strata_cpuprofile_samples_is_member() accepts
 * @json: a reader at the value of the key
 * @error: return location for an error
 *
 * Adds the content of an array of nodes, samples or times. Any other value is ignored.
 *
 * Returns: %FALSE if the input is not JSON, or reading failed or was cancelled
 */
gboolean
strata_cpuprofile_samples_read (StrataCpuprofileSamples *self,
                                const char *key,
                                StrataJsonReader *json,
                                GError **error)
{
  if (json->token != STRATA_JSON_ARRAY)
    return TRUE;
  if (g_str_equal (key, "nodes"))
    return strata_cpuprofile_nodes_read (self->nodes, json, error);

  return read_numbers (g_str_equal (key, "samples") ? self->ids : self->deltas_us, json, error);
}

/**
 * strata_cpuprofile_samples_append:
 * @self: a profile
 * @part: the next part of it
 *
 * Adds the nodes and the samples of the part. Samples without a time are left out.
 */
void
strata_cpuprofile_samples_append (StrataCpuprofileSamples *self,
                                  const StrataCpuprofileSamples *part)
{
  const guint n = strata_cpuprofile_samples_get_n (part);

  strata_cpuprofile_nodes_append (self->nodes, part->nodes);
  g_array_append_vals (self->ids, part->ids->data, n);
  g_array_append_vals (self->deltas_us, part->deltas_us->data, n);
}

/* Counts a problem of a profile; @offset is its place in the file, or -1, and @sample is nullable. */
void
strata_cpuprofile_samples_diagnose (const StrataCpuprofileSamples *self,
                                    StrataDiagnosticKind kind,
                                    gint64 offset,
                                    const char *sample)
{
  const StrataPlace place = { 0, offset, STRATA_NO_TIME };

  strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), kind, place, sample, -1);
}

STRATA_ORDER_BY_TWO (compare_samples, Sample, time_ns, index)

/* Returns the samples with a time, sorted by it: V8's clock may step back a little. */
static GArray *
list_samples (const StrataCpuprofileSamples *self,
              gint64 time_ns,
              gint64 offset)
{
  const guint n = strata_cpuprofile_samples_get_n (self);
  const gint64 most_us = STRATA_CPUPROFILE_MOST_US;
  GArray *samples = g_array_sized_new (FALSE, FALSE, sizeof (Sample), n);
  gboolean is_sorted = TRUE;

  for (guint i = 0; i < n; i++)
    {
      const gint64 delta_us = g_array_index (self->deltas_us, gint64, i);
      const guint32 node = strata_cpuprofile_nodes_find (self->nodes, g_array_index (self->ids, gint64, i));

      time_ns = strata_time_add (time_ns, strata_cpuprofile_samples_get_ns (delta_us));
      if (delta_us < 0 && i > 0)
        {
          is_sorted = FALSE;
          strata_cpuprofile_samples_diagnose (self, STRATA_DIAGNOSTIC_TIME_BACKWARDS, offset, NULL);
        }
      if (node == STRATA_NONE)
        strata_cpuprofile_samples_diagnose (self, STRATA_DIAGNOSTIC_UNKNOWN_NODE, offset, NULL);
      if (ABS (time_ns) > most_us * 1000 || delta_us > most_us || delta_us < -most_us)
        strata_cpuprofile_samples_diagnose (self, STRATA_DIAGNOSTIC_BAD_PAYLOAD, offset, _ ("a time that is out of range"));

      g_array_append_val (samples, ((Sample){ time_ns, node, i }));
    }

  if (!is_sorted)
    g_array_sort (samples, compare_samples);

  return samples;
}

static guint32
enter_call (StrataCpuprofileSamples *self,
            guint32 caller,
            const StrataStackNode *node)
{
  StrataStringPool *strings = strata_trace_builder_get_strings (self->builder);
  g_autofree char *args = strata_attr_table_dup_args_of (strata_trace_builder_get_attrs (self->builder), node->attrs);
  const guint32 place = strata_string_pool_intern (strings, args, strlen (args));
  const guint32 name = node->name != STRATA_NONE ? node->name : strata_string_pool_intern (strings, "(root)", 6);

  return strata_trace_builder_enter_call (self->builder, caller, &(StrataCallFrame){ name, STRATA_STRING_EMPTY, place, 0 });
}

/* Adds a node as a callsite, after its callers. @callsites has the callsites that exist, by node. The root calls what has
 * no other caller, unless it is invisible. */
static guint32
enter_node (StrataCpuprofileSamples *self,
            const StrataStackNode *nodes,
            guint32 *callsites,
            guint32 node)
{
  static const StrataStackNode root = { STRATA_NONE, STRATA_NONE, STRATA_ATTRS_NONE, 0 };
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 callsite = STRATA_NONE;

  if (node != STRATA_NONE && nodes[node].depth >= STRATA_STACK_MOST_DEPTH)
    node = nodes[node].parent;
  for (; node != STRATA_NONE && callsite == STRATA_NONE; node = nodes[node].parent)
    {
      callsite = callsites[node];
      if (callsite == STRATA_NONE)
        g_array_append_val (way, node);
    }

  if (callsite == STRATA_NONE && way->len > 0 && nodes[g_array_index (way, guint32, way->len - 1)].name != STRATA_NONE)
    callsite = enter_call (self, STRATA_NONE, &root);

  for (guint i = way->len; i-- > 0;)
    {
      const guint32 next = g_array_index (way, guint32, i);

      callsite = callsites[next] = enter_call (self, callsite, &nodes[next]);
    }

  return callsite;
}

static void
add_call_sample (StrataCpuprofileSamples *self,
                 const Sample *sample,
                 guint32 thread,
                 const StrataStackNode *nodes,
                 guint32 *callsites)
{
  const StrataCallSample row = {
    .time_ns = sample->time_ns,
    .thread = thread,
    .callsite = enter_node (self, nodes, callsites, sample->node),
    .cpu = STRATA_NONE,
    .sampler = STRATA_SAMPLER_V8,
    .error = STRATA_SAMPLE_UNKNOWN,
  };

  strata_trace_builder_add_call_sample (self->builder, &row);
}

/**
 * strata_cpuprofile_samples_play:
 * @self: a profile with samples that have a time
 * @thread: the thread of the slices in the builder
 * @sampled: the thread that was sampled
 * @start_ns: the time before the first sample, on the axis of the trace
 * @end_ns: the end of the profile, or the earliest time if it is unknown
 * @offset: place in the file, for warnings
 *
 * Makes slices of the samples, and keeps them for SQL. A sample lasts until the next one, the last one until the end of the profile.
 */
void
strata_cpuprofile_samples_play (StrataCpuprofileSamples *self,
                                guint32 thread,
                                guint32 sampled,
                                gint64 start_ns,
                                gint64 end_ns,
                                gint64 offset)
{
  guint32 n_nodes;
  const StrataStackNode *nodes = strata_cpuprofile_nodes_link (self->nodes, &n_nodes);
  g_autoptr (GArray) samples = list_samples (self, start_ns, offset);
  g_autofree guint32 *callsites = strata_new_nones (n_nodes);
  g_auto (StrataStackPlayer) player;
  gint64 last_ns = start_ns;

  strata_stack_player_init (&player, self->builder, nodes, thread);
  for (guint i = 0; i < samples->len; i++)
    {
      const Sample *sample = &g_array_index (samples, Sample, i);
      const gboolean is_idle = sample->node == STRATA_NONE || strata_cpuprofile_nodes_is_idle (self->nodes, sample->node);

      last_ns = sample->time_ns;
      add_call_sample (self, sample, sampled, nodes, callsites);
      if (!strata_stack_player_play (&player, sample->time_ns, is_idle ? STRATA_NONE : sample->node))
        break;
    }

  strata_stack_player_play (&player, MAX (last_ns, end_ns), STRATA_NONE);
  strata_trace_builder_get_counts (self->builder)->n_events += samples->len;
}
