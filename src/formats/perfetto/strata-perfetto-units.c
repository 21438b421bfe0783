/* strata-perfetto-units.c - units of counters
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-counter-notes.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"

#define MOST_TEXT_BYTES 1000

/* Names of MeasureUnit. */
static const char *const units[] = {
  [1] = "bit",
  "Kbit",
  "Mbit",
  "Gbit",
  "Tbit",
  "Pbit", /* BIT … */
  [7] = "byte",
  "KB",
  "MB",
  "GB",
  "TB",
  "PB", /* BYTE … */
  [13] = "Hz",
  "KHz",
  "MHz",
  "GHz",
  "THz",
  "PHz", /* HERTZ … */
  [19] = "ns",
  "us",
  "ms",
  "s",
  "min",
  "hour", /* NANOSECOND … */
  [25] = "Vertex",
  "Pixel",
  "Triangle",
  "mW",
  "W",
  "KW",
  "J",
  "V",
  "A",
  "C",
  "F",
  "K", /* VERTEX … */
  [37] = "%",
  "Primitive",
  "Fragment",
  "Instruction", /* PERCENT … */
};

static void
append_units (GString *text,
              const StrataProto *field)
{
  StrataProtoNumbers numbers = strata_proto_get_numbers (field, STRATA_PROTO_VARINT);
  guint64 unit;

  while (strata_proto_numbers_next (&numbers, &unit) && text->len < MOST_TEXT_BYTES)
    if (unit < G_N_ELEMENTS (units) && units[unit] != NULL)
      {
        if (text->len > 0)
          g_string_append_c (text, ':');
        g_string_append (text, units[unit]);
      }
}

static guint32
intern (StrataPerfettoPlayer *self,
        const char *text)
{
  return *text != '\0' ? strata_perfetto_player_intern (self, text) : STRATA_STRING_EMPTY;
}

/* "Pixel/s": units of the numerator, then those of the denominator. */
void
strata_perfetto_player_note_gpu_counter (StrataPerfettoPlayer *self,
                                         guint32 name,
                                         guint32 gpu,
                                         StrataProto spec)
{
  g_autoptr (GString) unit = g_string_new (NULL);
  g_autoptr (GString) divisor = g_string_new (NULL);
  g_autofree char *description = NULL;

  while (strata_proto_next (&spec))
    if (spec.number == STRATA_PF_GPU_COUNTER_SPEC_NUMERATOR)
      append_units (unit, &spec);
    else if (spec.number == STRATA_PF_GPU_COUNTER_SPEC_DENOMINATOR)
      append_units (divisor, &spec);
    else if (spec.number == STRATA_PF_GPU_COUNTER_SPEC_DESCRIPTION && description == NULL)
      description = strata_proto_dup_text (&spec, MOST_TEXT_BYTES);

  if (divisor->len > 0)
    g_string_append_printf (unit, "/%s", divisor->str);

  const StrataCounterNote note = { intern (self, unit->str), intern (self, description != NULL ? description : ""), gpu, STRATA_STRING_EMPTY, STRATA_STRING_EMPTY };

  strata_trace_builder_describe_counter (self->reader->builder, name, &note);
}

/* strata-cli writes the CPU in front of the name of a counter, "CPU 3 load", although a kernel event contains it separately. */
static guint32
strip_cpu (StrataPerfettoPlayer *self,
           const StrataPerfettoTrack *track)
{
  const guint32 title = track->is_settled ? track->title : track->name;
  const char *name = strata_string_pool_get (self->reader->strings, title);
  char *end;

  if (!track->is_repeated || !g_str_has_prefix (name, "CPU ") || !g_ascii_isdigit (name[4]))
    return title;

  (void) g_ascii_strtoull (name + 4, &end, 10);
  return *end == ' ' ? strata_perfetto_player_intern (self, end + 1) : title;
}

void
strata_perfetto_player_note_unit (StrataPerfettoPlayer *self,
                                  StrataPerfettoTrack *track)
{
  const StrataCounterNote note = { track->unit, track->description, track->gpu_and_1 - 1, track->raw_name, track->subsystem };

  if (track->has_note || (note.unit | note.description | track->gpu_and_1 | note.raw_name | note.subsystem) == 0)
    return;

  track->has_note = TRUE;
  strata_trace_builder_describe_counter (self->reader->builder, strip_cpu (self, track), &note);
}
