/* strata-log.c - logs of Android, of OpenHarmony and of the kernel
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-event-sink.h"
#include "strata-format.h"
#include "strata-log-line.h"
#include "strata-log-lines.h"

/* A line becomes an instant of its thread, on the track of the log: "I tag: message", as lines of the log in a
 * Perfetto trace do. Dates are those of the calendar; seconds since the start of the device are on the clock
 * of the kernel. A line that is not the begin of an entry goes on with the message of the one before. */

/* Longer messages are cut. */
#define MOST_MESSAGE_BYTES 4096

/* The head of an entry of "logcat -v long" may be followed by this many lines. */
#define MOST_MORE_LINES 512

typedef struct
{
  StrataEventSink *sink;     /* borrowed */
  StrataStringPool *strings; /* borrowed */
  StrataLogClock clock;
  StrataLogLine open; /* the entry that may go on; its texts are not valid */
  gboolean is_open;
  guint n_more;
  GString *text; /* owned: "I tag: message" of it */
} Reader;

static void
flush (Reader *self)
{
  const StrataLogLine *line = &self->open;
  g_autofree char *valid = NULL;

  if (!self->is_open)
    return;

  const gint64 time_ns = strata_event_sink_place_time (self->sink, line->time_ns);
  const guint32 thread = line->tid > 0 ? strata_event_sink_see_thread (self->sink, line->pid, (guint32) line->tid, time_ns) : STRATA_NONE;

  valid = g_utf8_make_valid (self->text->str, (gssize) self->text->len);
  strata_event_sink_add_instant (self->sink, thread, strata_event_sink_see_process (self->sink, MAX (line->pid, 0)), strata_string_pool_intern (self->strings, "log", 3), time_ns,
                                 strata_string_pool_intern (self->strings, valid, strlen (valid)));
  self->is_open = FALSE;
}

static void
see_clock (Reader *self,
           const StrataLogLine *line)
{
  StrataClockMarks *marks = strata_event_sink_get_clock (self->sink);

  if (line->has_date)
    strata_clock_marks_add (marks, STRATA_CLOCK_KIND_REALTIME, line->time_ns, line->time_ns);
  else if (line->kind != STRATA_LOG_KERNEL)
    strata_clock_marks_add (marks, STRATA_CLOCK_KIND_MONOTONIC, line->time_ns, line->time_ns);
}

static void
begin_entry (Reader *self,
             const StrataLogLine *line)
{
  flush (self);
  see_clock (self, line);
  self->open = *line;
  self->is_open = TRUE;
  self->n_more = 0;
  g_string_printf (self->text, "%c %.*s: ", line->level, (int) MIN (line->tag.n_bytes, 256), line->tag.text);
  g_string_append_len (self->text, line->message.text, (gssize) MIN (line->message.n_bytes, MOST_MESSAGE_BYTES));
}

static void
continue_entry (Reader *self,
                StrataText text)
{
  if (self->open.kind != STRATA_LOG_HEAD || self->n_more > 0)
    g_string_append_c (self->text, ' ');
  if (self->text->len < MOST_MESSAGE_BYTES)
    g_string_append_len (self->text, text.text, (gssize) MIN (text.n_bytes, MOST_MESSAGE_BYTES));

  self->n_more++;
}

static void
take_line (Reader *self,
           StrataText whole)
{
  const StrataText text = strata_log_strip_colours (whole);
  StrataCounts *counts = strata_trace_builder_get_counts (strata_event_sink_get_builder (self->sink));
  StrataLogLine line;

  counts->n_lines++;
  switch (strata_log_line_parse (&self->clock, text, &line))
    {
    case STRATA_LOG_NOTE:
      counts->n_notes++;
      return;
    case STRATA_LOG_ANDROID:
    case STRATA_LOG_HARMONY:
    case STRATA_LOG_KERNEL:
    case STRATA_LOG_HEAD:
      begin_entry (self, &line);
      return;
    case STRATA_LOG_NONE:
      break;
    }

  if (strata_log_is_blank (text))
    counts->n_notes++;
  else if (self->is_open && self->n_more < MOST_MORE_LINES)
    {
      counts->n_notes++;
      continue_entry (self, strata_log_trim (text));
    }
  else
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_UNKNOWN_LINE, 1, STRATA_NO_TIME, text);
}

static gboolean
read_lines (Reader *self,
            StrataSource *source,
            GError **error)
{
  GError *failure = NULL;
  StrataLogLines lines;
  StrataText line = { "", 0 };

  strata_log_lines_init (&lines, source);
  while (strata_log_lines_next (&lines, &line, &failure))
    {
      take_line (self, line);
      if (!lines.is_ended && strata_source_is_at_end (source))
        strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_UNENDED_LINE, 1, STRATA_NO_TIME, line);
    }

  flush (self);
  if (failure == NULL && strata_event_sink_get_n_events (self->sink) == 0)
    failure = g_error_new_literal (STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("it contains no line of a log that has a time"));
  if (failure == NULL)
    return TRUE;

  g_propagate_error (error, failure);
  return FALSE;
}

/* The dates of most logs have no year. */
static void
report_year (const Reader *self)
{
  g_autofree char *text = g_strdup_printf (_ ("%d, assumed: the dates of the log have no year"), (int) self->clock.assumed_year);

  if (self->clock.assumed_year > 0)
    strata_trace_builder_add_property (strata_event_sink_get_builder (self->sink), "log_year", text);
}

static gboolean
read_log (StrataSource *source,
          StrataEventSink *sink,
          const StrataFormat *format,
          GError **error)
{
  Reader self = {
    .sink = sink,
    .strings = strata_trace_builder_get_strings (strata_event_sink_get_builder (sink)),
    .text = g_string_new (NULL),
  };
  gboolean is_read;

  strata_log_clock_init (&self.clock);
  strata_event_sink_set_is_unordered (sink, TRUE);
  strata_event_sink_set_format (sink, format->id, format->name);
  is_read = read_lines (&self, source, error);
  report_year (&self);
  strata_log_clock_clear (&self.clock);
  g_string_free (self.text, TRUE);
  return is_read;
}

static gboolean
read_logcat (StrataSource *source,
             StrataEventSink *sink,
             GError **error)
{
  return read_log (source, sink, &strata_format_logcat, error);
}

static gboolean
read_hilog (StrataSource *source,
            StrataEventSink *sink,
            GError **error)
{
  return read_log (source, sink, &strata_format_hilog, error);
}

static gboolean
read_dmesg (StrataSource *source,
            StrataEventSink *sink,
            GError **error)
{
  return read_log (source, sink, &strata_format_dmesg, error);
}

/* Text of other kinds has lines that look like those of a log; a log has hardly any others. */
static int
sniff (const guint8 *data,
       gsize n_bytes,
       StrataLogLineKind kind)
{
  const char *p = (const char *) data;
  const char *end = p + n_bytes;
  guint n_of_kind[STRATA_LOG_HEAD + 1] = { 0 };
  guint n_lines = 0;
  guint n_known = 0;
  StrataText text;
  g_auto (StrataLogClock) clock = { 0 };

  if (memchr (data, '\0', n_bytes) != NULL)
    return 0;

  strata_log_clock_init (&clock);
  while (n_lines < 512 && strata_log_lines_next_of (&p, end, &text))
    {
      StrataLogLine line;
      const StrataLogLineKind found = strata_log_line_parse (&clock, text, &line);

      n_of_kind[found]++;
      n_lines += !strata_log_is_blank (text);
      n_known += found != STRATA_LOG_NONE;
    }

  n_of_kind[STRATA_LOG_ANDROID] += n_of_kind[STRATA_LOG_HEAD];
  if (n_of_kind[kind] == 0 || n_known * 3 < n_lines)
    return 0;

  for (guint i = STRATA_LOG_ANDROID; i <= STRATA_LOG_KERNEL; i++)
    if (n_of_kind[i] > n_of_kind[kind])
      return 0;

  return n_known * 2 >= n_lines ? 60 : 25;
}

static int
sniff_logcat (const guint8 *data,
              gsize n_bytes)
{
  return sniff (data, n_bytes, STRATA_LOG_ANDROID);
}

static int
sniff_hilog (const guint8 *data,
             gsize n_bytes)
{
  return sniff (data, n_bytes, STRATA_LOG_HARMONY);
}

static int
sniff_dmesg (const guint8 *data,
             gsize n_bytes)
{
  return sniff (data, n_bytes, STRATA_LOG_KERNEL);
}

static const char *const suffixes[] = { "log", "txt", NULL };

const StrataFormat strata_format_logcat = {
  .id = "logcat",
  .name = "logcat",
  .suffixes = suffixes,
  .sniff = sniff_logcat,
  .read = read_logcat,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
};

const StrataFormat strata_format_hilog = {
  .id = "hilog",
  .name = "hilog",
  .suffixes = suffixes,
  .sniff = sniff_hilog,
  .read = read_hilog,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
};

const StrataFormat strata_format_dmesg = {
  .id = "dmesg",
  .name = "dmesg",
  .suffixes = suffixes,
  .sniff = sniff_dmesg,
  .read = read_dmesg,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
};
