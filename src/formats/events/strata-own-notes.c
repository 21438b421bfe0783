/* strata-own-notes.c - what strata-cli writes about a trace as a whole
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-own-notes.h"

#include <string.h>

#include "strata-cpu-facts.h"
#include "strata-weights.h"

/* No format has a field for the unit of the axis, nor for stacks that were cut when they were read, and only Perfetto traces have some for
 * the device and its recorder. So there are notes: pairs like "strata_unit" and "bytes". They are clock marks in text and in Perfetto traces ("trace_event_clock_sync: strata_unit=bytes"), and
 * members of the object in JSON. */

#define PREFIX "strata_"

static const char *const properties[] = {
  STRATA_UNIT_PROPERTY,
  STRATA_LAID_BY_WEIGHT_PROPERTY,
  "system",
  "kernel",
  "kernel version",
  "machine",
  "build",
  "sdk",
  "manufacturer",
  "soc",
  "processors",
  STRATA_CPU_FACTS_PROPERTY,
  "recorder",
  "command",
  "record_time",
  "sources",
  "apps",
};
static const StrataDiagnosticKind cuts[] = { STRATA_DIAGNOSTIC_CUT_STACK, STRATA_DIAGNOSTIC_DEEP_STACK };

/**
 * strata_own_notes_foreach:
 * @trace: a trace
 * @func: called for each note
 * @data: for @func
 *
 * Lists what a copy of a trace has to say about it.
 */
void
strata_own_notes_foreach (StrataTrace *trace,
                          StrataOwnNoteFunc func,
                          gpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    {
      g_autofree char *key = g_strconcat (PREFIX, properties[i], NULL);
      const char *value = strata_trace_get_property (trace, properties[i]);

      if (value != NULL)
        func (data, key, value);
    }

  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++)
    {
      const guint64 count = strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), cuts[i]);
      g_autofree char *key = g_strconcat (PREFIX, strata_diagnostic_kind_get_name (cuts[i]), NULL);
      g_autofree char *value = g_strdup_printf ("%" G_GUINT64_FORMAT, count);

      if (count > 0)
        func (data, key, value);
    }
}

static void
take_property (StrataTraceBuilder *builder,
               const char *key,
               const char *value)
{
  strata_trace_builder_add_property (builder, key, value);
  if (g_str_equal (key, STRATA_UNIT_PROPERTY))
    strata_diagnostics_add (strata_trace_builder_get_diagnostics (builder), STRATA_DIAGNOSTIC_NOT_TIME, (StrataPlace){ 0, -1, STRATA_NO_TIME }, value, -1);
}

/**
 * strata_own_notes_take:
 * @builder: the builder of a trace
 * @key: a key in a file
 * @value: its value
 *
 * Reads a note.
 *
 * Returns: whether it is one
 */
gboolean
strata_own_notes_take (StrataTraceBuilder *builder,
                       const char *key,
                       const char *value)
{
  if (!g_str_has_prefix (key, PREFIX))
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    if (g_str_equal (key + strlen (PREFIX), properties[i]))
      {
        take_property (builder, properties[i], value);
        return TRUE;
      }

  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++)
    if (g_str_equal (key + strlen (PREFIX), strata_diagnostic_kind_get_name (cuts[i])))
      {
        strata_diagnostics_add_many (strata_trace_builder_get_diagnostics (builder), cuts[i], g_ascii_strtoull (value, NULL, 10), (StrataPlace){ 0, -1, STRATA_NO_TIME }, NULL, -1);
        return TRUE;
      }

  return FALSE;
}
