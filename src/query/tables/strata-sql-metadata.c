/* strata-sql-metadata.c - metadata: facts about the file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-metadata.h"

#include <string.h>

#include "strata-sql-private.h"

/* Facts that the file lacks have no row. */

/* PerfettoSQL has other names for some formats. */
static const char *
get_type (StrataTrace *trace)
{
  static const struct
  {
    const char *ours;
    const char *theirs;
  } types[] = {
    { "perfetto", "proto" },
    { "ftrace", "systrace" },
    { "html", "systrace" },
    { "chrome", "json" },
    { "perf-data", "perf" },
    { "logcat", "android_logcat" },
    { "traceview", "art_method" },
    { "dump", "android_dumpstate" },
  };
  const char *id = strata_trace_get_format_id (trace);

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (types[i].ours, id))
      return types[i].theirs;

  return id;
}

/* Facts with a @key are properties of the trace. */
static const struct
{
  const char *name;
  const char *key;
  const char *(*text) (StrataTrace *trace);
  gint64 (*number) (StrataTrace *trace);
  gboolean is_number; /* whether the property is one */
} facts[] = {
  { "trace_type", NULL, get_type, NULL },
  { "trace_format", NULL, strata_trace_get_format_name, NULL },
  { "start_time_us", NULL, NULL, strata_trace_get_start_time_us },
  { "system_name", "system", NULL, NULL },
  { "system_release", "kernel", NULL, NULL },
  { "system_version", "kernel version", NULL, NULL },
  { "system_machine", "machine", NULL, NULL },
  { "android_build_fingerprint", "build", NULL, NULL },
  { "android_sdk_version", "sdk", NULL, NULL, TRUE },
  { "tracing_service_version", "recorder", NULL, NULL },
  { "android_device_manufacturer", "manufacturer", NULL, NULL },
  { "android_soc_model", "soc", NULL, NULL },
  { "android_hardware_revision", "hardware", NULL, NULL },
  { "android_storage_model", "storage", NULL, NULL },
  { "android_ram_model", "ram", NULL, NULL },
  { "android_guest_soc_model", "guest soc", NULL, NULL },
  { "android_serial_console", "serial console", NULL, NULL },
  { "timezone_off_mins", "time zone", NULL, NULL, TRUE },
  { "trace_uuid", "uuid", NULL, NULL },
  { "unique_session_name", "session", NULL, NULL },
  { "command", "command", NULL, NULL },
  { "tracer", "tracer", NULL, NULL },
  { "data_sources", "sources", NULL, NULL },
};

STRATA_SQL_COUNT (count, G_N_ELEMENTS (facts))
STRATA_SQL_GETTER (const char *, get_name, facts[row].name)

static const char *
get_text (StrataSqlSource *source,
          guint32 row)
{
  if (facts[row].key != NULL)
    return facts[row].is_number ? NULL : strata_trace_get_property (source->trace, facts[row].key);

  return facts[row].text != NULL ? facts[row].text (source->trace) : NULL;
}

/**
 * strata_sql_metadata_get_number:
 * @trace: the trace
 * @key: a property that is a number
 *
 * Returns: its value, or %STRATA_SQL_NULL if it is unknown
 */
gint64
strata_sql_metadata_get_number (StrataTrace *trace,
                                const char *key)
{
  const char *text = strata_trace_get_property (trace, key);
  gint64 number;

  return text != NULL && g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &number, NULL) ? number : STRATA_SQL_NULL;
}

static gint64
get_number (StrataSqlSource *source,
            guint32 row)
{
  const gint64 number = facts[row].number != NULL ? facts[row].number (source->trace) : 0;

  if (facts[row].is_number)
    return strata_sql_metadata_get_number (source->trace, facts[row].key);

  return number != 0 ? number : STRATA_SQL_NULL;
}

STRATA_SQL_GETTER (gboolean, exists, get_text (source, row) != NULL || get_number (source, row) != STRATA_SQL_NULL)
STRATA_SQL_GETTER (const char *, get_key_type, "single")

/* Facts from a recorder are about a device rather than about the file. */
STRATA_SQL_GETTER (gint64, get_machine, facts[row].key != NULL ? 0 : STRATA_SQL_NULL)

/**
 * strata_sql_metadata_find:
 * @source: the trace
 * @name: the name of a fact
 * @cell: (inout): an empty cell to fill; its text lives as long as @source
 *
 * Finds a fact about the file; @cell remains empty if it is unknown.
 */
void
strata_sql_metadata_find (StrataSqlSource *source,
                          const char *name,
                          StrataCell *cell)
{
  for (guint32 i = 0; i < G_N_ELEMENTS (facts); i++)
    if (g_str_equal (facts[i].name, name))
      {
        if (get_text (source, i) != NULL)
          strata_cell_set_text (cell, get_text (source, i));
        else if (get_number (source, i) != STRATA_SQL_NULL)
          strata_cell_set_number (cell, get_number (source, i));
        return;
      }
}

static const StrataSqlColumn columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the fact", STRATA_SQL_ID, strata_sql_get_row },
  { "name", STRATA_SQL_TEXT, NULL, "What is known", 0, .word = get_name },
  { "key_type", STRATA_SQL_TEXT, NULL, "Always single", 0, .word = get_key_type },
  { "int_value", STRATA_SQL_INTEGER, NULL, "Its value, if that is a number", 0, get_number },
  { "str_value", STRATA_SQL_TEXT, NULL, "Its value, if that is a text", 0, .word = get_text },
  { "machine_id", STRATA_SQL_INTEGER, NULL, "0 for what is about the first device; NULL for what is about the file", 0, get_machine },
  { "trace_id", STRATA_SQL_INTEGER, NULL, "Always NULL", 0, strata_sql_get_null },
};

const StrataSqlTable strata_sql_table_metadata = {
  .name = "metadata",
  .doc = "What is known about the file; extract_metadata(NAME) reads one value",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .count = count,
  .exists = exists,
};
