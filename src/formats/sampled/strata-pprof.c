/* strata-pprof.c - profiles of pprof
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-format.h"
#include "strata-proto.h"
#include "strata-stack-frames.h"

/* One message with tables that refer to each other by number; the strings come last. So the whole file
 * is read first and walked several times. Each sample has one value per type of the profile. The type
 * that pprof itself shows is used: the default, or else the last. There are no times.
 * Format: profile.proto of google/pprof. */

/* No real profile is larger. */
#define MOST_BYTES (1u << 30)

enum
{
  FIELD_SAMPLE_TYPE = 1,
  FIELD_SAMPLE = 2,
  FIELD_MAPPING = 3,
  FIELD_LOCATION = 4,
  FIELD_FUNCTION = 5,
  FIELD_STRING = 6,
  FIELD_LAST = 15,
  FIELD_DEFAULT_TYPE = 14,
};

typedef struct
{
  gint64 type; /* string indices of a type and its unit */
  gint64 unit;
} ValueType;

typedef struct
{
  StrataStackSamples *samples; /* borrowed */
  const guint8 *data;
  gsize n_bytes;
  GArray *strings;       /* (element-type StrataText) owned */
  GArray *types;         /* (element-type ValueType) owned */
  GHashTable *functions; /* id -> message + 1, in places */
  GHashTable *locations; /* the same */
  GHashTable *mappings;  /* the same */
  GArray *places;        /* (element-type StrataProto) owned: messages of the tables */
  gint64 default_type;
  guint value; /* index of the value that is used */
} Reader;

static StrataText
get_string (const Reader *self,
            guint64 index)
{
  return index < self->strings->len ? g_array_index (self->strings, StrataText, index) : (StrataText){ "", 0 };
}

static void
keep (Reader *self,
      GHashTable *table,
      StrataProto message)
{
  g_array_append_val (self->places, message);
  g_hash_table_insert (table, GSIZE_TO_POINTER ((gsize) strata_proto_find_uint (message, 1)), GUINT_TO_POINTER (self->places->len));
}

static gboolean
find (const Reader *self,
      GHashTable *table,
      guint64 id,
      StrataProto *message)
{
  const guint place = GPOINTER_TO_UINT (g_hash_table_lookup (table, GSIZE_TO_POINTER ((gsize) id)));

  if (place > 0)
    *message = g_array_index (self->places, StrataProto, place - 1);
  return place > 0;
}

static gboolean
read_tables (Reader *self)
{
  StrataProto profile = strata_proto (self->data, self->n_bytes);

  while (strata_proto_next (&profile))
    {
      const StrataProto message = strata_proto_enter (&profile);

      switch (profile.number)
        {
        case FIELD_SAMPLE_TYPE:
          g_array_append_val (self->types, ((ValueType){ (gint64) strata_proto_find_uint (message, 1), (gint64) strata_proto_find_uint (message, 2) }));
          break;
        case FIELD_MAPPING:
          keep (self, self->mappings, message);
          break;
        case FIELD_LOCATION:
          keep (self, self->locations, message);
          break;
        case FIELD_FUNCTION:
          keep (self, self->functions, message);
          break;
        case FIELD_STRING:
          if (profile.wire == STRATA_PROTO_BYTES)
            g_array_append_val (self->strings, ((StrataText){ (const char *) profile.data, (gsize) profile.value }));
          break;
        case FIELD_DEFAULT_TYPE:
          self->default_type = strata_proto_get_int (&profile);
          break;
        default:
          break;
        }
    }

  return !profile.is_damaged;
}

static guint32
add_event (Reader *self,
           const ValueType *type)
{
  static const struct
  {
    const char *unit;
    gint64 unit_ns;
  } times[] = { { "nanoseconds", 1 }, { "ns", 1 }, { "microseconds", 1000 }, { "us", 1000 }, { "milliseconds", 1000000 }, { "ms", 1000000 }, { "seconds", 1000000000 } };
  const StrataText name = get_string (self, (guint64) type->type);
  const StrataText text = get_string (self, (guint64) type->unit);
  g_autofree char *event = g_strndup (name.text, name.n_bytes);
  g_autofree char *unit = text.n_bytes > 0 ? g_strndup (text.text, text.n_bytes) : g_strdup ("samples");

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    if (g_str_equal (unit, times[i].unit))
      return strata_stack_samples_get_event (self->samples, event, "ns", times[i].unit_ns);

  return strata_stack_samples_get_event (self->samples, event, g_str_equal (unit, "count") ? "samples" : unit, 0);
}

/* Chooses a value: the user's choice, else the default, else the last. */
static guint32
choose_event (Reader *self)
{
  StrataStackEvents *events = strata_stack_samples_get_events (self->samples);
  const guint n = self->types->len;
  guint chosen = n > 0 ? n - 1 : 0;
  g_autofree guint32 *event_of = g_new (guint32, n + 1);

  event_of[0] = n == 0 ? add_event (self, &(const ValueType){ 0, 0 }) : 0;
  for (guint i = 0; i < n; i++)
    event_of[i] = add_event (self, &g_array_index (self->types, ValueType, i));
  for (guint i = n; i-- > 0 && self->default_type != 0;)
    if (g_array_index (self->types, ValueType, i).type == self->default_type)
      chosen = i;

  strata_stack_events_prefer (events, event_of[chosen]);
  for (guint i = 0; i < n; i++)
    if (event_of[i] == strata_stack_events_find_main (events))
      self->value = i;

  return strata_stack_events_find_main (events);
}

static void
add_line (Reader *self,
          StrataStackFrames *frames,
          StrataProto line)
{
  StrataProto function;
  StrataText name;
  StrataText file;

  if (!find (self, self->functions, strata_proto_find_uint (line, 1), &function))
    return;

  name = get_string (self, strata_proto_find_uint (function, 2));
  if (name.n_bytes == 0)
    name = get_string (self, strata_proto_find_uint (function, 3));
  file = get_string (self, strata_proto_find_uint (function, 4));
  strata_stack_frames_add (frames, strata_stack_samples_intern (self->samples, name), strata_stack_samples_intern_place (self->samples, "file", file));
}

/* A location has a line for each inlined function, the innermost first. */
static void
add_location (Reader *self,
              StrataStackFrames *frames,
              guint64 id)
{
  const guint n = strata_stack_frames_get_n (frames);
  StrataProto location;
  StrataProto mapping;
  StrataText library = { "", 0 };

  if (!find (self, self->locations, id, &location))
    {
      strata_stack_frames_add_unknown (frames, self->samples);
      return;
    }

  for (StrataProto field = location; strata_proto_next (&field);)
    if (field.number == 4)
      add_line (self, frames, strata_proto_enter (&field));

  if (strata_stack_frames_get_n (frames) > n)
    return;
  if (find (self, self->mappings, strata_proto_find_uint (location, 2), &mapping))
    library = get_string (self, strata_proto_find_uint (mapping, 5));

  strata_stack_frames_add_native (frames, self->samples, (StrataText){ "", 0 }, library, strata_proto_find_uint (location, 3));
}

/* Reads the next of numbers that are packed or single. */
static gboolean
next_number (StrataProto *packed,
             guint64 *value)
{
  if (packed->at >= packed->end)
    return FALSE;

  packed->at = strata_proto_read_varint (packed->at, packed->end, value);
  if (packed->at != NULL)
    return TRUE;

  packed->at = packed->end;
  return FALSE;
}

static void
add_sample (Reader *self,
            guint32 event,
            guint32 thread,
            StrataProto sample)
{
  g_auto (StrataStackFrames) frames = { NULL };
  gint64 weight = 0;
  guint n_values = 0;

  while (strata_proto_next (&sample))
    {
      guint64 value;
      StrataProto packed = strata_proto_enter (&sample);
      const gboolean is_packed = sample.wire == STRATA_PROTO_BYTES;

      if (sample.number > 2)
        continue;
      for (value = strata_proto_get_uint (&sample); !is_packed || next_number (&packed, &value);)
        {
          if (sample.number == 1)
            add_location (self, &frames, value);
          else if (n_values++ == self->value)
            weight = (gint64) value;
          if (!is_packed)
            break;
        }
    }

  strata_stack_samples_add (self->samples, event, thread, STRATA_NO_TIME, strata_stack_frames_take_any (&frames, self->samples), weight);
}

static void
read_samples (Reader *self)
{
  const guint32 event = choose_event (self);
  const guint32 thread = strata_stack_samples_get_thread (self->samples, event, -1, 1, (StrataText){ "stacks", 6 });
  StrataProto profile = strata_proto (self->data, self->n_bytes);

  while (strata_proto_next (&profile))
    if (profile.number == FIELD_SAMPLE && profile.wire == STRATA_PROTO_BYTES)
      add_sample (self, event, thread, strata_proto_enter (&profile));
}

static gboolean
load_pprof (StrataSource *source,
            StrataTraceBuilder *builder,
            GError **error)
{
  g_autoptr (StrataStackSamples) samples = strata_stack_samples_new (builder);
  g_autoptr (GArray) strings = g_array_new (FALSE, FALSE, sizeof (StrataText));
  g_autoptr (GArray) types = g_array_new (FALSE, FALSE, sizeof (ValueType));
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (StrataProto));
  g_autoptr (GHashTable) functions = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) locations = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) mappings = g_hash_table_new (NULL, NULL);
  Reader self = { .samples = samples, .strings = strings, .types = types, .places = places, .functions = functions, .locations = locations, .mappings = mappings };

  if (!strata_source_fill (source, MOST_BYTES, error))
    return FALSE;

  self.data = strata_source_get_data (source, &self.n_bytes);
  if (!read_tables (&self))
    strata_diagnostics_add (strata_trace_builder_get_diagnostics (builder), STRATA_DIAGNOSTIC_TRUNCATED, (StrataPlace){ 0, (gint64) self.n_bytes, STRATA_NO_TIME }, NULL, 0);

  read_samples (&self);
  return strata_stack_samples_play (samples, error);
}

/* The first field is a type with two numbers; a Perfetto trace has a packet there. */
static int
sniff_pprof (const guint8 *data,
             gsize n_bytes)
{
  StrataProto profile = strata_proto (data, n_bytes);
  gboolean has_type = FALSE;
  guint n_fields = 0;

  for (; n_fields < 64 && strata_proto_next (&profile); n_fields++)
    {
      StrataProto type = strata_proto_enter (&profile);

      if (profile.number == 0 || profile.number > FIELD_LAST || (profile.number <= FIELD_STRING && profile.wire != STRATA_PROTO_BYTES))
        return 0;
      if (profile.number != FIELD_SAMPLE_TYPE)
        continue;

      while (strata_proto_next (&type))
        if (type.number > 2 || type.wire != STRATA_PROTO_VARINT)
          return 0;
      if (type.is_damaged)
        return 0;

      has_type = TRUE;
    }

  return has_type && n_fields > 1 ? 92 : 0;
}

static const char *const suffixes[] = { "pb.gz", "pprof", NULL };

const StrataFormat strata_format_pprof = {
  .id = "pprof",
  .name = "pprof",
  .suffixes = suffixes,
  .sniff = sniff_pprof,
  .load = load_pprof,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
};
