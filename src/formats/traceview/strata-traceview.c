/* strata-traceview.c - reads method traces of Dalvik and ART
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-format.h"
#include "strata-traceview-data.h"

/* A .trace file is a key (text) and data (binary), in this order; a streamed file is data that
 * contains the key. Either part may exist alone. */
static const char *const suffixes[] = { "trace", "key", "data", NULL };

static int
strata_traceview_sniff (const guint8 *data,
                        gsize n_bytes)
{
  static const char *const sections[] = { "*version", "*threads", "*methods" };

  if (strata_traceview_is_data (data, n_bytes))
    return 95;

  for (gsize i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      const gsize n_section = strlen (sections[i]);

      if (n_bytes > n_section && memcmp (data, sections[i], n_section) == 0 && (data[n_section] == '\n' || data[n_section] == '\r'))
        return 95;
    }

  return 0;
}

/* Truncation between two records is only visible in the number of records. */
static void
check_n_records (const StrataTraceviewKey *key,
                 StrataSource *source,
                 StrataTraceBuilder *builder)
{
  StrataDiagnostics *diagnostics = strata_trace_builder_get_diagnostics (builder);
  const StrataPlace place = { 0, (gint64) strata_source_get_offset (source), STRATA_NO_TIME };
  const guint64 n_records = strata_trace_builder_get_counts (builder)->n_events;
  g_autofree char *sample = NULL;

  if (key->n_records < 0 || n_records >= (guint64) key->n_records || strata_diagnostics_get_count (diagnostics, STRATA_DIAGNOSTIC_TRUNCATED) > 0)
    return;

  sample = g_strdup_printf (_ ("%" PRIu64 " records of %" PRId64), n_records, key->n_records);
  strata_diagnostics_add (diagnostics, STRATA_DIAGNOSTIC_TRUNCATED, place, sample, -1);
}

/* A complete key contains methods and threads even if there are no records. */
static gboolean
check_content (const StrataTraceviewKey *key,
               StrataSource *source,
               StrataTraceBuilder *builder,
               GError **error)
{
  const StrataCounts *counts = strata_trace_builder_get_counts (builder);

  if (counts->n_events > 0 || (key->is_complete && (counts->n_methods > 0 || strata_trace_builder_get_options (builder)->method_log != NULL)))
    return TRUE;

  if (!key->is_complete && key->n_lines > 0)
    g_set_error (error, STRATA_ERROR, STRATA_ERROR_CORRUPT, _ ("the method trace is cut off in line %" PRIu64 " of its key, before any record"), key->n_lines);
  else
    g_set_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("the method trace ends at byte %" PRIu64 " without any record"), strata_source_get_offset (source));

  return FALSE;
}

static gboolean
strata_traceview_load (StrataSource *source,
                       StrataTraceBuilder *builder,
                       GError **error)
{
  g_autoptr (StrataTraceviewCalls) calls = strata_traceview_calls_new (builder);
  StrataTraceviewKey key = STRATA_TRACEVIEW_KEY_INIT;
  const StrataTraceviewInput input = { &key, source, builder, calls };
  const guint8 *data;
  gsize n_bytes;

  if (!strata_source_fill (source, 16, error))
    return FALSE;

  data = strata_source_get_data (source, &n_bytes);
  if (!strata_traceview_is_data (data, n_bytes) && !strata_traceview_key_read (&input, error))
    return FALSE;

  if (!strata_traceview_data_read (&input, error))
    return FALSE;

  strata_traceview_calls_finish (calls, key.pid);
  check_n_records (&key, source, builder);

  return check_content (&key, source, builder, error);
}

const StrataFormat strata_format_traceview = {
  .id = "traceview",
  .name = "Traceview",
  .suffixes = suffixes,
  .sniff = strata_traceview_sniff,
  .load = strata_traceview_load,
  .unfinished_end = STRATA_UNFINISHED_AT_THREAD_END,
};
