/* strata-log.c - logs of Android, OpenHarmony, the kernel and syslog
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
#include "strata-process-list.h"

/* A line becomes an instant of its thread, on the track of the log: "I tag: message", like log lines in a
 * Perfetto trace. Dates are calendar times; seconds since boot are on the kernel's clock. A line that does
 * not begin an entry continues the message of the previous one. */

/* Longer messages are cut. */
#define MOST_MESSAGE_BYTES 4096

/* How many bytes are searched for the kind of log. */
#define MOST_BEGIN_BYTES 65536

/* Lines of different threads may be out of order. A line that is earlier by more than this belongs to another clock or another log. */
#define MOST_DISORDER_NS G_GINT64_CONSTANT (1000000000)

/* The head of an entry of "logcat -v long" may be followed by this many lines. */
#define MOST_MORE_LINES 512

typedef struct
{
  StrataEventSink *sink;     /* borrowed */
  StrataStringPool *strings; /* borrowed */
  StrataLogClock clock;
  char *host;         /* owned: of a journal that looks like a kernel log, else empty */
  GString *plain;     /* owned: a line without colours */
  StrataLogLine open; /* the entry that may continue; its texts are not valid */
  gboolean is_open;
  guint n_more;
  gint64 last_ns; /* time of the previous line, or STRATA_NO_TIME */
  GString *text;  /* owned: its "I tag: message" */
} Reader;

/* Colours are escape sequences around an entry or parts of it. */
static StrataText
strip_colours (GString *plain,
               StrataText text)
{
  const char *end = text.text + text.n_bytes;
  const char *escape = memchr (text.text, '\033', text.n_bytes);

  if (escape == NULL)
    return text;

  g_string_truncate (plain, 0);
  for (const char *p = text.text; p < end; escape = memchr (p, '\033', (gsize) (end - p)))
    {
      const char *m = escape != NULL ? memchr (escape, 'm', (gsize) (end - escape)) : NULL;

      g_string_append_len (plain, p, (m != NULL ? escape : end) - p);
      p = m != NULL ? m + 1 : end;
    }

  return (StrataText){ plain->str, plain->len };
}

static void
flush (Reader *self)
{
  const StrataLogLine *line = &self->open;
  g_autofree char *valid = NULL;

  if (!self->is_open)
    return;

  const gint64 time_ns = strata_event_sink_place_time (self->sink, line->time_ns);
  const guint32 thread = line->tid > 0 ? strata_event_sink_see_thread (self->sink, line->pid > 0 ? line->pid : -1, line->tid, time_ns) : STRATA_NONE;

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

/* Processes of syslog have no other name. */
static void
name_process (Reader *self,
              const StrataLogLine *line)
{
  if (line->kind == STRATA_LOG_SYSTEM && line->pid > 0)
    strata_process_list_add (strata_event_sink_get_list (self->sink), (guint32) line->pid, (guint32) line->pid, (StrataText){ "", 0 }, line->tag);
}

static void
see_time (Reader *self,
          const StrataLogLine *line,
          StrataText text)
{
  strata_log_clock_accept (&self->clock);
  if (self->last_ns != STRATA_NO_TIME && line->time_ns < self->last_ns - MOST_DISORDER_NS)
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_TIME_BACKWARDS, 1, strata_event_sink_place_time (self->sink, line->time_ns), text);

  self->last_ns = line->time_ns;
}

static void
begin_entry (Reader *self,
             const StrataLogLine *line)
{
  flush (self);
  see_clock (self, line);
  name_process (self, line);
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

/* How many lines a line reports as lost because the log had no room; 0 for other lines. Identical lines that "logcat" omits are
 * not lost. */
static guint64
count_lost (StrataText text)
{
  static const struct
  {
    const char *before;
    const char *after;
  } words[] = {
    { "Slow reader missed log lines: ", "" }, /* hilog */
    { " QUOTA, ", " DROPPED" },               /* hilog: LOGLIMIT */
    { " expire ", " line" },                  /* logd: chatty */
    { "Missed ", " kernel messages" },        /* journald */
    { "Suppressed ", " messages from " },     /* journald */
  };
  const char *end = text.text + text.n_bytes;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const char *before = g_strstr_len (text.text, (gssize) text.n_bytes, words[i].before);
      guint64 n_lost;
      const char *after = before != NULL ? strata_text_parse_uint (before + strlen (words[i].before), end, G_MAXINT32, &n_lost) : NULL;

      if (after != NULL && (gsize) (end - after) >= strlen (words[i].after) && memcmp (after, words[i].after, strlen (words[i].after)) == 0)
        return n_lost;
    }

  return 0;
}

static gboolean
see_lost (Reader *self,
          StrataText text,
          gint64 time_ns)
{
  const guint64 n_lost = count_lost (text);

  if (n_lost > 0)
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_OVERWRITTEN, n_lost, time_ns, text);

  return n_lost > 0;
}

static void
take_line (Reader *self,
           StrataText whole)
{
  const StrataText text = strip_colours (self->plain, whole);
  StrataCounts *counts = strata_trace_builder_get_counts (strata_event_sink_get_builder (self->sink));
  const guint n_bad_dates = self->clock.n_bad_dates;
  StrataLogLine line;

  counts->n_lines++;
  strata_log_line_parse (&self->clock, text, &line);
  strata_log_line_take_host (&line, (StrataText){ self->host, strlen (self->host) });
  switch (line.kind)
    {
    case STRATA_LOG_NOTE:
      /* "beginning of crash": another buffer, with its own times */
      self->last_ns = STRATA_NO_TIME;
      counts->n_notes++;
      return;
    case STRATA_LOG_ANDROID:
    case STRATA_LOG_HARMONY:
    case STRATA_LOG_KERNEL:
    case STRATA_LOG_SYSTEM:
    case STRATA_LOG_HEAD:
      see_time (self, &line, text);
      begin_entry (self, &line);
      see_lost (self, line.message, strata_event_sink_place_time (self->sink, line.time_ns));
      return;
    case STRATA_LOG_NONE:
      break;
    }

  if (self->clock.n_bad_dates > n_bad_dates)
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_BAD_LINE, 1, STRATA_NO_TIME, text);
  else if (strata_log_is_blank (text) || see_lost (self, text, STRATA_NO_TIME))
    counts->n_notes++;
  else if (self->is_open && self->n_more < MOST_MORE_LINES)
    {
      counts->n_notes++;
      continue_entry (self, strata_log_trim (text));
    }
  else
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_UNKNOWN_LINE, 1, STRATA_NO_TIME, text);
}

static void
on_line (gpointer data,
         StrataText line,
         const StrataLogLines *lines)
{
  Reader *self = data;

  take_line (self, line);
  if (strata_log_lines_is_cut_short (lines))
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_UNENDED_LINE, 1, STRATA_NO_TIME, line);
}

static gboolean
read_lines (Reader *self,
            StrataSource *source,
            GError **error)
{
  StrataDiagnostics *diagnostics = strata_trace_builder_get_diagnostics (strata_event_sink_get_builder (self->sink));
  StrataLogLines lines;
  const gboolean is_read = strata_log_lines_read (&lines, source, on_line, self, diagnostics, error);

  flush (self);
  if (!is_read || strata_event_sink_get_n_events (self->sink) > 0)
    return is_read;

  g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("it contains no log line that has a time"));
  return FALSE;
}

/* The dates of most logs have no year. */
static void
report_times (const Reader *self)
{
  g_autofree char *text = g_strdup_printf (_ ("%d, assumed: the dates of the log have no year"), (int) self->clock.assumed_year);

  if (self->clock.assumed_year > 0)
    {
      strata_event_sink_get_file (self->sink)->assumes_year = TRUE;
      strata_trace_builder_add_property (strata_event_sink_get_builder (self->sink), "log_year", text);
    }
  if (self->clock.has_minute)
    strata_trace_builder_add_property (strata_event_sink_get_builder (self->sink), "log_precision", _ ("one minute: the log has the seconds between its lines, and the time of day only when a new minute begins"));
}

/* The start of a text, up to MOST_BEGIN_BYTES. */
static StrataText
get_begin (const guint8 *data,
           gsize n_bytes)
{
  return (StrataText){ (const char *) data, MIN (n_bytes, MOST_BEGIN_BYTES) };
}

/* A log without years that spans New Year may begin more than twelve months ago; otherwise it would end in the future. */
static gboolean
is_year_earlier (StrataText begin)
{
  const char *p = begin.text;
  StrataText text;
  gboolean is_ahead = FALSE;
  g_autoptr (GString) plain = g_string_new (NULL);
  g_auto (StrataLogClock) clock = { 0 };

  strata_log_clock_init (&clock);
  clock.may_be_ahead = TRUE;
  while (strata_log_lines_next_of (&p, begin.text + begin.n_bytes, &text))
    {
      StrataLogLine line;

      if (strata_log_line_parse (&clock, strip_colours (plain, text), &line) <= STRATA_LOG_NOTE || !line.has_date)
        continue;

      strata_log_clock_accept (&clock);
      is_ahead |= clock.n_new_years > 0 && strata_log_clock_is_ahead (&clock, line.time_ns);
    }

  return is_ahead;
}

/* Finds out what the start of a log shows about the whole log. */
static gboolean
look_ahead (Reader *self,
            StrataSource *source,
            GError **error)
{
  gsize n_bytes;
  g_auto (StrataLogClock) clock = { 0 };

  if (!strata_source_fill (source, MOST_BEGIN_BYTES, error))
    return FALSE;

  const guint8 *data = strata_source_get_data (source, &n_bytes);
  const StrataText begin = get_begin (data, n_bytes);

  strata_log_clock_init (&clock);

  const StrataText host = strata_log_find_host (&clock, begin);

  self->host = g_strndup (host.text, host.n_bytes);
  self->clock.is_year_earlier = is_year_earlier (begin);
  return TRUE;
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
    .plain = g_string_new (NULL),
    .text = g_string_new (NULL),
    .last_ns = STRATA_NO_TIME,
  };
  gboolean is_read;

  strata_log_clock_init (&self.clock);
  self.clock.around_s = strata_event_sink_get_file (sink)->around_us / G_USEC_PER_SEC;
  strata_event_sink_get_file (sink)->is_unordered = TRUE;
  strata_event_sink_set_format (sink, format->id, format->name);
  is_read = look_ahead (&self, source, error) && read_lines (&self, source, error);
  report_times (&self);
  strata_log_clock_clear (&self.clock);
  g_string_free (self.plain, TRUE);
  g_string_free (self.text, TRUE);
  g_free (self.host);
  return is_read;
}

static gboolean
read_syslog (StrataSource *source,
             StrataEventSink *sink,
             GError **error)
{
  return read_log (source, sink, &strata_format_syslog, error);
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

typedef struct
{
  guint n_lines;
  guint n_known;
  guint n_of_kind[STRATA_LOG_HEAD + 1];
} Census;

static void
take_census (const guint8 *data,
             gsize n_bytes,
             Census *census)
{
  const char *p = (const char *) data;
  const char *end = p + n_bytes;
  StrataText text;
  g_autoptr (GString) plain = g_string_new (NULL);
  g_auto (StrataLogClock) clock = { 0 };

  strata_log_clock_init (&clock);

  const StrataText host = strata_log_find_host (&clock, get_begin (data, n_bytes));

  *census = (Census){ 0 };
  while (census->n_lines < 512 && strata_log_lines_next_of (&p, end, &text))
    {
      StrataLogLine line;

      strata_log_line_parse (&clock, strip_colours (plain, text), &line);
      strata_log_line_take_host (&line, host);
      census->n_of_kind[line.kind]++;
      census->n_lines += !strata_log_is_blank (text);
      census->n_known += line.kind != STRATA_LOG_NONE;
    }

  census->n_of_kind[STRATA_LOG_ANDROID] += census->n_of_kind[STRATA_LOG_HEAD];
}

/* Other kinds of text have some lines that look like a log; a log has hardly any other lines. */
static int
sniff (const guint8 *data,
       gsize n_bytes,
       StrataLogLineKind kind)
{
  Census census;

  if (n_bytes == 0 || memchr (data, '\0', n_bytes) != NULL)
    return 0;

  take_census (data, n_bytes, &census);
  if (census.n_of_kind[kind] == 0 || census.n_known * 3 < census.n_lines)
    return 0;

  for (guint i = STRATA_LOG_ANDROID; i <= STRATA_LOG_SYSTEM; i++)
    if (census.n_of_kind[i] > census.n_of_kind[kind])
      return 0;

  return census.n_known * 2 >= census.n_lines ? 60 : 25;
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

static int
sniff_syslog (const guint8 *data,
              gsize n_bytes)
{
  return sniff (data, n_bytes, STRATA_LOG_SYSTEM);
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

const StrataFormat strata_format_syslog = {
  .id = "syslog",
  .name = "syslog",
  .suffixes = suffixes,
  .sniff = sniff_syslog,
  .read = read_syslog,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
};
