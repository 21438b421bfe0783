/* strata-ftrace-notes.c - the part of the ftrace reader for lines that are not events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-ftrace-reader.h"

/* Captures begin with a header of comments and messages of a tool. The kernel puts notes about
 * lost events between the events, and stacks after them. */

static const char *
find (StrataText line,
      const char *word)
{
  return line.text != NULL && line.n_bytes > 0 ? memmem (line.text, line.n_bytes, word, strlen (word)) : NULL;
}

static gboolean
begins_with (StrataText line,
             const char *word)
{
  return line.n_bytes >= strlen (word) && memcmp (line.text, word, strlen (word)) == 0;
}

/* Applies the statistics of a ring, which precede the events. */
static void
apply_overrun (StrataFtraceReader *self,
               guint32 cpu)
{
  if (self->overruns[cpu] == 0)
    strata_event_sink_set_cpu_is_whole (self->sink, cpu);
  else if (self->overruns[cpu] > 0)
    strata_event_sink_lose (self->sink, cpu, (guint64) self->overruns[cpu]);
}

/* Reads "ENTRIES/WRITTEN" of "# entries-in-buffer/entries-written: a/b   #P:n", and of
 * "# latency: 0 us, #a/b, CPU#0 | …". */
static void
take_entries (StrataFtraceReader *self,
              const char *p,
              const char *end,
              StrataText line)
{
  guint64 n_kept;
  guint64 n_written;

  while (p < end && *p == ' ')
    p++;

  p = strata_text_parse_uint (p, end, G_MAXINT64, &n_kept);

  if (p == NULL || p == end || *p != '/' || strata_text_parse_uint (p + 1, end, G_MAXINT64, &n_written) == NULL)
    return;

  self->n_announced += n_kept;

  strata_event_sink_begin_section (self->sink, n_written > n_kept);

  if (n_written == n_kept && n_kept > 0)
    strata_event_sink_set_is_whole (self->sink);
  for (guint32 cpu = 0; cpu < STRATA_EVENT_MAX_CPUS; cpu++)
    apply_overrun (self, cpu);
  if (n_written > n_kept)
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_OVERWRITTEN, n_written - n_kept, strata_event_sink_get_latest_ns (self->sink), line);
}

static void
take_comment (StrataFtraceReader *self,
              StrataText line)
{
  static const char entries[] = "entries-written:";
  static const char latency_entries[] = " us, #";
  static const char tracer[] = "# tracer: ";
  const char *end = line.text + line.n_bytes;
  const char *p = find (line, entries);
  const char *latency = begins_with (line, "# latency: ") ? find (line, latency_entries) : NULL;

  if (p != NULL)
    take_entries (self, p + strlen (entries), end, line);
  else if (latency != NULL)
    take_entries (self, latency + strlen (latency_entries), end, line);
  else if (begins_with (line, tracer))
    strata_event_sink_begin_section (self->sink, FALSE);

  if (begins_with (line, tracer) && self->counts->n_events == 0)
    {
      g_autofree char *name = g_strndup (line.text + strlen (tracer), MIN (line.n_bytes - strlen (tracer), 100));

      strata_trace_builder_add_property (strata_event_sink_get_builder (self->sink), "tracer", g_strstrip (name));
    }
}

static gboolean
is_lost (StrataText line)
{
  return begins_with (line, "CPU:") && find (line, "[LOST ") != NULL && find (line, "EVENTS]") != NULL;
}

/* Reads "CPU:0 [LOST 123 EVENTS]"; some kernels omit the number. */
static void
take_lost (StrataFtraceReader *self,
           StrataText line)
{
  const char *end = line.text + line.n_bytes;
  guint64 n_lost = STRATA_LOSS_UNKNOWN;
  guint64 cpu;

  strata_text_parse_uint (find (line, "[LOST ") + strlen ("[LOST "), end, G_MAXINT64, &n_lost);
  strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_LOST_EVENTS, MAX (n_lost, 1), strata_event_sink_get_latest_ns (self->sink), line);

  if (strata_text_parse_uint (line.text + strlen ("CPU:"), end, G_MAXUINT32, &cpu) != NULL)
    strata_event_sink_lose (self->sink, (guint32) cpu, n_lost);
}

/* Reads a line that is only @key and a number. */
static gboolean
read_number (StrataText line,
             const char *key,
             guint64 max,
             guint64 *number)
{
  const char *const end = line.text + line.n_bytes;

  return begins_with (line, key) && strata_text_parse_uint (line.text + strlen (key), end, max, number) == end;
}

/* The file "stats" of a ring, as `trace-cmd report --stat` and other tools print for each CPU. */
static gboolean
take_stats (StrataFtraceReader *self,
            StrataText line)
{
  static const char *const others[] = { "entries: ", "commit overrun: ", "bytes: ", "oldest event ts: ", "now ts: ", "dropped events: ", "read events: " };
  guint64 number;

  if (read_number (line, "CPU: ", STRATA_EVENT_MAX_CPUS - 1, &number))
    self->stats_cpu = (gint64) number;
  else if (self->stats_cpu < 0)
    return FALSE;
  else if (read_number (line, "overrun: ", G_MAXINT64, &number))
    {
      self->overruns[self->stats_cpu] = (gint64) number;
      apply_overrun (self, (guint32) self->stats_cpu);
    }
  else
    {
      for (guint i = 0; i < G_N_ELEMENTS (others); i++)
        if (begins_with (line, others[i]))
          return TRUE;

      return FALSE;
    }

  return TRUE;
}

/* Output of tools around a capture, and the lines of a stack. */
static gboolean
is_chatter (StrataText line)
{
  static const char *const beginnings[] = { "TRACE:", "cpus=", "capturing trace", "done", "=> ", "<stack trace>", "<user stack trace>", "--" };

  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    if (begins_with (line, beginnings[i]))
      return TRUE;

  return FALSE;
}

/* Strips the "12:" or "FILE:12:" of `grep -n` from a comment. */
static StrataText
strip_grep (StrataText line)
{
  const char *hash = memchr (line.text, '#', line.n_bytes);
  const char *p = hash;

  if (hash == NULL || hash - line.text < 2 || hash[-1] != ':')
    return line;

  for (p--; p > line.text && g_ascii_isdigit (p[-1]);)
    p--;

  if (p == hash - 1 || (p > line.text && p[-1] != ':') || memchr (line.text, ' ', (gsize) (hash - line.text)) != NULL)
    return line;

  return strata_text (hash, line.text + line.n_bytes);
}

/* A line of the header or between the events. */
static gboolean
take_note (StrataFtraceReader *self,
           StrataText line)
{
  while (line.n_bytes > 0 && g_ascii_isspace (line.text[0]))
    line = (StrataText){ line.text + 1, line.n_bytes - 1 };

  if (begins_with (line, "\xef\xbb\xbf"))
    line = (StrataText){ line.text + 3, line.n_bytes - 3 };

  if (line.n_bytes == 0)
    return TRUE;

  line = strip_grep (line);

  const gboolean is_comment = line.text[0] == '#';
  const gboolean is_loss = is_lost (line);

  if (!is_comment && !is_loss && !is_chatter (line) && !take_stats (self, line) && !strata_process_list_take_line (strata_event_sink_get_list (self->sink), line))
    return FALSE;

  strata_ftrace_reader_end_continued (self);

  if (is_comment)
    take_comment (self, line);
  else if (is_loss)
    take_lost (self, line);

  return TRUE;
}

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* Whether a line has the columns of an event: "-PID [", "-PID (" or " [CPU] ". */
static gboolean
looks_like_event (StrataText line)
{
  const char *end = line.text + line.n_bytes;

  for (const char *p = line.text; p < end; p++)
    {
      const char *digits = p + 1;

      if (*p != '-' && (*p != '[' || p == line.text || !is_blank (p[-1])))
        continue;

      const char *after = digits;

      while (after < end && g_ascii_isdigit (*after))
        after++;

      if (after == digits || after == end)
        continue;

      if (*p == '[' && *after == ']')
        return TRUE;

      const char *next = after;

      while (next < end && is_blank (*next))
        next++;

      if (*p == '-' && next > after && next < end && (*next == '[' || *next == '('))
        return TRUE;
    }

  return FALSE;
}

/* Whether a line contains a time that exceeds 64 bits of nanoseconds. */
static gboolean
has_late_time (StrataText line)
{
  const char *end = line.text + line.n_bytes;
  guint64 ignored;

  for (const char *p = line.text; p < end;)
    {
      const char *begin = p;

      while (p < end && g_ascii_isdigit (*p))
        p++;

      const gboolean is_time = p > begin && p < end && (*p == '.' || *p == ':');

      if (is_time && strata_text_parse_uint (begin, end, *p == '.' ? G_MAXINT64 / 1000000000 - 1 : G_MAXINT64, &ignored) == NULL)
        return TRUE;

      p += p == begin;
    }

  return FALSE;
}

/* A kernel cuts text written to trace_marker at a page. */
#define MOST_CONTINUED_BYTES 4096

/* The text of a marker may have several lines, and only the first has columns. */
static gboolean
take_continued (StrataFtraceReader *self,
                StrataText line)
{
  if (!strata_event_sink_can_continue (self->sink) || self->reads_rhea || self->continued->len + line.n_bytes >= MOST_CONTINUED_BYTES)
    return FALSE;

  g_string_append_c (self->continued, '\n');
  g_string_append_len (self->continued, line.text, (gssize) line.n_bytes);
  return TRUE;
}

/**
 * strata_ftrace_reader_end_continued:
 * @self: the reader
 *
 * Appends the continuation lines to the text of the latest marker.
 */
void
strata_ftrace_reader_end_continued (StrataFtraceReader *self)
{
  strata_event_sink_end_text (self->sink, (StrataText){ self->continued->str, self->continued->len });
  g_string_truncate (self->continued, 0);
}

/* The kind of warning for a line that does not parse. */
static StrataDiagnosticKind
judge_line (StrataFtraceReader *self,
            StrataText line,
            gboolean is_event)
{
  if (is_event)
    return has_late_time (line) ? STRATA_DIAGNOSTIC_TIME_LIMIT : STRATA_DIAGNOSTIC_BAD_LINE;

  const StrataFtraceOption option = strata_ftrace_option_find (line);

  if (self->counts->n_events == 0 && self->option == STRATA_FTRACE_OPTION_NONE)
    self->option = option;

  return !self->reads_rhea && option == STRATA_FTRACE_OPTION_MSG_ONLY ? STRATA_DIAGNOSTIC_MARKER_ALONE : STRATA_DIAGNOSTIC_UNKNOWN_LINE;
}

/**
 * strata_ftrace_reader_take_rest:
 * @self: the reader
 * @line: a line that does not parse as an event
 *
 * Reads a line of the header, between the events, or of a multi-line text. Counts each as a
 * note or in a diagnostic.
 *
 * Returns: whether the line is known
 */
gboolean
strata_ftrace_reader_take_rest (StrataFtraceReader *self,
                                StrataText line)
{
  if (take_note (self, line))
    {
      self->counts->n_notes++;
      return TRUE;
    }

  const gboolean is_event = looks_like_event (line);
  const gboolean is_continued = !is_event && take_continued (self, line);
  const StrataDiagnosticKind kind = is_continued ? STRATA_DIAGNOSTIC_CONTINUED_LINE : judge_line (self, line, is_event);

  if (!is_continued)
    strata_ftrace_reader_end_continued (self);

  strata_event_sink_diagnose (self->sink, kind, 1, strata_event_sink_get_latest_ns (self->sink), line);
  return is_continued;
}
