/* strata-htrace.c - files of the OpenHarmony profiler (.htrace)
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
#include "strata-htrace-private.h"
#include "strata-pair-key.h"

#define MAGIC "OHOSPROF"

/* No device is on for ten years: of two times that are further apart, one is since 1970 and one is since boot. */
#define LEAST_APART_NS (G_GINT64_CONSTANT (10) * 366 * 86400 * 1000000000)

static void
free_message (StrataHtraceMessage *message)
{
  g_clear_pointer (&message->data, g_free);
}

/* Lines are kept only if they are requested. */
static void
init_lines (StrataHtraceReader *self)
{
  StrataTraceBuilder *builder = strata_event_sink_get_builder (self->sink);

  self->lines = strata_trace_builder_get_line_store (builder);
  if (self->lines != NULL)
    strata_line_store_set_clock (self->lines, strata_trace_builder_get_offset_ns (builder), strata_trace_builder_get_drift (builder));
}

static void
init (StrataHtraceReader *self,
      StrataSource *source,
      StrataEventSink *sink)
{
  *self = (StrataHtraceReader){
    .source = source,
    .sink = sink,
    .left_out = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    .strings = strata_trace_builder_get_strings (strata_event_sink_get_builder (sink)),
    .text = g_string_new (NULL),
    .comms = g_hash_table_new_full (NULL, NULL, NULL, g_free),
    .symbols = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, g_free),
  };
  init_lines (self);
}

static void
clear (StrataHtraceReader *self)
{
  g_clear_error (&self->limit);
  for (gsize i = 0; i < self->messages.n; i++)
    free_message (&strata_column_at (&self->messages, StrataHtraceMessage, i));

  for (gsize i = 0; i < self->recordings.n; i++)
    g_bytes_unref (strata_column_at (&self->recordings, StrataHtraceRecording, i).bytes);

  strata_column_clear (&self->messages);
  strata_column_clear (&self->recordings);
  strata_column_clear (&self->clocks);
  g_hash_table_unref (self->left_out);
  g_hash_table_unref (self->comms);
  g_hash_table_unref (self->symbols);
  g_string_free (self->text, TRUE);
}

static void
tell_clocks (StrataHtraceReader *self)
{
  StrataClockMarks *marks = strata_event_sink_get_clock (self->sink);
  const StrataHtraceClocks *clocks = &strata_column_at (&self->clocks, StrataHtraceClocks, 0);
  const gint64 boot_ns = clocks->ns[STRATA_HTRACE_BOOTTIME];

  if (boot_ns > 0 && clocks->ns[STRATA_HTRACE_MONOTONIC] > 0)
    strata_clock_marks_add (marks, STRATA_CLOCK_KIND_MONOTONIC, boot_ns, clocks->ns[STRATA_HTRACE_MONOTONIC]);
  if (boot_ns > 0 && clocks->ns[STRATA_HTRACE_REALTIME] > 0)
    strata_clock_marks_add (marks, STRATA_CLOCK_KIND_REALTIME, boot_ns, clocks->ns[STRATA_HTRACE_REALTIME]);
}

static gint64
get_begin (StrataHtraceReader *self,
           const StrataHtraceMessage *message)
{
  const guint32 events = strata_column_at (&self->clocks, StrataHtraceClocks, message->container).events;
  gint64 time_ns;

  if (message->kind != STRATA_HTRACE_FTRACE)
    return message->time_ns > 0 ? strata_htrace_reader_place (self, message->container, message->clock, message->time_ns) : G_MAXINT64;

  return strata_htrace_reader_find_first (self, message, &time_ns) ? strata_htrace_reader_place (self, message->container, events, time_ns) : G_MAXINT64;
}

/* When a container begins: at its first kernel event if there is one, otherwise at its first message. */
static gint64
find_begin (StrataHtraceReader *self,
            guint32 container)
{
  gint64 events_ns = G_MAXINT64, others_ns = G_MAXINT64;

  for (gsize i = 0; i < self->messages.n; i++)
    {
      const StrataHtraceMessage *message = &strata_column_at (&self->messages, StrataHtraceMessage, i);
      gint64 *begin_ns = message->kind == STRATA_HTRACE_FTRACE ? &events_ns : &others_ns;

      if (message->container == container)
        *begin_ns = MIN (*begin_ns, get_begin (self, message));
    }

  return events_ns < G_MAXINT64 ? events_ns : others_ns;
}

/* Aligns containers with calendar times and containers with times since boot, if their offset is unknown. */
static void
align (StrataHtraceReader *self)
{
  gint64 first_ns = G_MAXINT64;

  for (guint32 i = 0; i < self->clocks.n && self->clocks.n > 1; i++)
    {
      StrataHtraceClocks *clocks = &strata_column_at (&self->clocks, StrataHtraceClocks, i);
      const gint64 begin_ns = MAX (find_begin (self, i), 0);

      if (first_ns > G_MAXINT64 - LEAST_APART_NS)
        first_ns = begin_ns;
      if (begin_ns > G_MAXINT64 - LEAST_APART_NS || (begin_ns < first_ns + LEAST_APART_NS && first_ns < begin_ns + LEAST_APART_NS))
        continue;

      clocks->shift_ns = first_ns - begin_ns;
      strata_diagnostics_add (strata_trace_builder_get_diagnostics (strata_event_sink_get_builder (self->sink)), STRATA_DIAGNOSTIC_UNKNOWN_CLOCK, (StrataPlace){ 0, -1, STRATA_NO_TIME }, NULL, -1);
    }
}

/* Clocks and names may be in any message, before or after the messages that need them. */
static void
play (StrataHtraceReader *self)
{
  strata_event_sink_get_file (self->sink)->is_unordered = TRUE;
  strata_event_sink_begin_section (self->sink, FALSE);
  for (gsize i = 0; i < self->messages.n; i++)
    {
      const StrataHtraceMessage *message = &strata_column_at (&self->messages, StrataHtraceMessage, i);

      if (message->kind == STRATA_HTRACE_FTRACE)
        strata_htrace_reader_prepare_ftrace (self, message);
      else if (message->kind == STRATA_HTRACE_TASKS_CONFIG)
        strata_htrace_reader_take_tasks_config (self, message);
    }

  align (self);
  for (gsize i = 0; i < self->messages.n; i++)
    {
      StrataHtraceMessage *message = &strata_column_at (&self->messages, StrataHtraceMessage, i);

      if (message->kind == STRATA_HTRACE_FTRACE)
        continue;

      if (message->kind == STRATA_HTRACE_LOG)
        strata_htrace_reader_take_log (self, message);
      else if (message->kind == STRATA_HTRACE_TASKS)
        strata_htrace_reader_take_tasks (self, message);
      else if (message->kind != STRATA_HTRACE_TASKS_CONFIG)
        strata_htrace_reader_take_stats (self, message);

      free_message (message);
    }

  strata_htrace_reader_play_ftrace (self);
  strata_event_sink_end_gaps (self->sink);
}

static void
diagnose (StrataHtraceReader *self,
          StrataDiagnosticKind kind,
          guint64 count,
          gint64 offset,
          const char *sample)
{
  const StrataPlace place = { 0, offset, STRATA_NO_TIME };

  if (count > 0)
    strata_diagnostics_add_many (strata_trace_builder_get_diagnostics (strata_event_sink_get_builder (self->sink)), kind, count, place, sample, -1);
}

/* Each plugin that is not shown becomes a line of the import report. */
static void
report (StrataHtraceReader *self)
{
  StrataKindTable *kinds = strata_trace_builder_get_kinds (strata_event_sink_get_builder (self->sink));
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (self->left_out), (GCompareFunc) strcmp);

  for (const GList *link = names; link != NULL; link = link->next)
    {
      const guint64 n = *(const guint64 *) g_hash_table_lookup (self->left_out, link->data);
      g_autofree char *title = g_strdup_printf ("plugin %s", (const char *) link->data);

      strata_kind_table_add (kinds, title, n, 0);
      diagnose (self, STRATA_DIAGNOSTIC_UNSHOWN_PACKET, n, -1, title);
    }

  diagnose (self, STRATA_DIAGNOSTIC_TRUNCATED, self->is_cut, (gint64) self->end, "message");
  diagnose (self, STRATA_DIAGNOSTIC_DAMAGED_DATA, self->n_damaged + self->n_without_time, -1, "message");
  diagnose (self, STRATA_DIAGNOSTIC_TRAILING_BYTES, self->n_trailing_bytes, (gint64) self->end, "");
}

static gboolean
read_file (StrataHtraceReader *self,
           GError **error)
{
  gboolean has_samples = FALSE;

  if (!strata_htrace_reader_read (self, error))
    return FALSE;

  if (self->clocks.n > 0)
    {
      play (self);
      has_samples = strata_htrace_reader_play_samples (self);
      tell_clocks (self);
    }

  report (self);
  if (has_samples || strata_event_sink_get_n_events (self->sink) > 0)
    return TRUE;

  if (self->limit != NULL)
    g_propagate_error (error, g_steal_pointer (&self->limit));
  else
    g_set_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("there is nothing to show in the %" PRIu64 " messages of this file of the OpenHarmony profiler"), self->n_messages);
  return FALSE;
}

static gboolean
read_htrace (StrataSource *source,
             StrataEventSink *sink,
             GError **error)
{
  StrataHtraceReader reader;
  gboolean is_read;

  init (&reader, source, sink);
  strata_event_sink_set_format (sink, "htrace", "OpenHarmony profiler");
  is_read = read_file (&reader, error);
  clear (&reader);
  return is_read;
}

static int
sniff_htrace (const guint8 *data,
              gsize n_bytes)
{
  return n_bytes >= strlen (MAGIC) && memcmp (data, MAGIC, strlen (MAGIC)) == 0 ? 90 : 0;
}

static const char *const suffixes[] = { "htrace", NULL };

const StrataFormat strata_format_htrace = {
  .id = "htrace",
  .name = "OpenHarmony profiler",
  .suffixes = suffixes,
  .sniff = sniff_htrace,
  .read = read_htrace,
  .unfinished_end = STRATA_UNFINISHED_AT_LAST_KNOWN,
};
