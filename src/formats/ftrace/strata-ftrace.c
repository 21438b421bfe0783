/* strata-ftrace.c - reads the text of ftrace, atrace, systrace and HiTrace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>
#include <sched.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-format.h"
#include "strata-ftrace-load.h"
#include "strata-html-start.h"

/* The file is read once, line by line in the windows of the source, while a separate thread
 * parses the next lines. */

/* Too small for a thread. */
#define FEW_BYTES (64 * 1024)

/* GLib counts all CPUs of the machine, including those that this process may not use. Without a
 * spare CPU, a second thread would only cost context switches. */
static gboolean
has_spare_cpu (void)
{
  cpu_set_t cpus;

  if (sched_getaffinity (0, sizeof cpus, &cpus) != 0)
    return g_get_num_processors () > 1;

  return CPU_COUNT (&cpus) > 1;
}

static gboolean
is_large (const StrataSource *source)
{
  gsize n_bytes;

  strata_source_get_data (source, &n_bytes);
  return n_bytes > FEW_BYTES || !strata_source_is_at_end (source);
}

static void
take_part (StrataFtraceReader *reader,
           StrataFtraceLexed *lines,
           guint n_lines,
           StrataFtracePart part)
{
  if (part != STRATA_FTRACE_PART_LAST)
    strata_ftrace_reader_take_lines (reader, lines, n_lines);
  else if (n_lines > 0)
    strata_ftrace_reader_take_last_line (reader, &lines[0]);
}

/**
 * strata_ftrace_read:
 * @source: text, up to its end
 * @reader: the reader of its lines
 * @error: return location for an error
 *
 * Reads a text, or a section of one.
 *
 * Returns: %FALSE if reading failed or was cancelled
 */
gboolean
strata_ftrace_read (StrataSource *source,
                    StrataFtraceReader *reader,
                    GError **error)
{
  const gboolean has_thread = is_large (source) && has_spare_cpu ();
  g_autoptr (StrataFtraceLexer) lexer = strata_ftrace_lexer_new (source, has_thread);
  StrataFtraceLexed *lines;
  StrataFtracePart part;
  guint n_lines;

  strata_ftrace_reader_begin_text (reader);
  while ((lines = strata_ftrace_lexer_next (lexer, &n_lines, &part)) != NULL)
    take_part (reader, lines, n_lines, part);

  if (!strata_ftrace_lexer_finish (lexer, error))
    return FALSE;

  strata_ftrace_reader_end_text (reader);
  return TRUE;
}

/**
 * strata_ftrace_check:
 * @reader: the reader of a file
 * @error: return location for an error
 *
 * Returns: %FALSE if the file had no event
 */
gboolean
strata_ftrace_check (const StrataFtraceReader *reader,
                     GError **error)
{
  if (reader->counts->n_events > 0)
    return TRUE;

  if (strata_diagnostics_get_count (strata_trace_builder_get_diagnostics (strata_event_sink_get_builder (reader->sink)), STRATA_DIAGNOSTIC_TIME_LIMIT) > 0)
    {
      g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_CORRUPT, _ ("the times of all events in this text exceed 292 years, which cannot be shown"));
      return FALSE;
    }

  if (reader->option != STRATA_FTRACE_OPTION_NONE)
    {
      g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED, strata_ftrace_option_get_text (reader->option));
      return FALSE;
    }

  g_set_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("this text contains no trace event in its %" PRIu64 " lines"), reader->counts->n_lines);
  return FALSE;
}

static gboolean
read_ftrace (StrataSource *source,
             StrataEventSink *sink,
             GError **error)
{
  g_autoptr (StrataFtraceReader) reader = strata_ftrace_reader_new (sink);

  return strata_source_fill (source, 1, error) && strata_ftrace_read (source, reader, error) && strata_ftrace_check (reader, error);
}

/* A list of processes may have no events. */
static gboolean
read_dump (StrataSource *source,
           StrataEventSink *sink,
           GError **error)
{
  g_autoptr (StrataFtraceReader) reader = strata_ftrace_reader_new (sink);

  if (!strata_source_fill (source, 1, error) || !strata_ftrace_read (source, reader, error))
    return FALSE;

  if (reader->counts->n_events == 0)
    reader->counts->n_lines = 0;

  return TRUE;
}

static int
sniff_line (const char *text,
            gsize n_bytes)
{
  static const char *const headers[] = { "# tracer:", "# TRACE:", "TRACE:", "# entries-in-buffer/" };
  StrataFtraceLine line;

  for (guint i = 0; i < G_N_ELEMENTS (headers); i++)
    if (n_bytes >= strlen (headers[i]) && memcmp (text, headers[i], strlen (headers[i])) == 0)
      return 80;

  return strata_ftrace_line_parse (text, n_bytes, &line) && line.event.n_bytes > 0 ? 95 : 0;
}

/* A thread can have any name: "<...>-1234" and "<idle>-0" begin lines of stripped
 * captures. */
static gboolean
is_markup (const guint8 *data,
           gsize n_bytes)
{
  const char *p = (const char *) data;
  const char *end = p + n_bytes;

  while (p < end && g_ascii_isspace (*p))
    p++;

  const char *line_end = p < end ? memchr (p, '\n', (gsize) (end - p)) : NULL;

  if (line_end == NULL)
    line_end = end;

  return (strata_html_is_page (data, n_bytes) || (end - p >= 2 && *p == '<' && p[1] == '?')) && sniff_line (p, (gsize) (line_end - p)) == 0;
}

/* Binary data has NUL bytes where text does not; a line of text may end in one. */
static int
sniff_ftrace (const guint8 *data,
              gsize n_bytes)
{
  const char *p = (const char *) data;
  const char *end = p + n_bytes;
  int score = 0;

  if (is_markup (data, n_bytes))
    return 0;

  while (p < end && score < 95)
    {
      const char *line_end = memchr (p, '\n', (gsize) (end - p));

      score = MAX (score, sniff_line (p, (gsize) ((line_end != NULL ? line_end : end) - p)));
      p = line_end != NULL ? line_end + 1 : end;
    }

  return score;
}

static const char *const suffixes[] = { "ftrace", "systrace", "atrace", "ctrace", "htrace", "trace", "txt", NULL };

const StrataFormat strata_format_ftrace = {
  .id = "ftrace",
  .name = "ftrace",
  .suffixes = suffixes,
  .sniff = sniff_ftrace,
  .read = read_ftrace,
  .unfinished_end = STRATA_UNFINISHED_AT_LAST_KNOWN,
};

const StrataFormat strata_format_dump = {
  .id = "dump",
  .name = N_ ("list of processes"),
  .read = read_dump,
  .unfinished_end = STRATA_UNFINISHED_AT_LAST_KNOWN,
};
