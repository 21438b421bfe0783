/* strata-rhea.c - reads the raw text of RheaTrace (btrace 1.x)
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-format.h"
#include "strata-ftrace-load.h"
#include "strata-rhea-line.h"

/* The markers are those of atrace, so the ftrace text reader takes them; only the beginning of
 * a line differs. */

static void
report_open_end (StrataFtraceReader *reader)
{
  static const StrataText expected = { "TRACE_END", 9 };

  if (reader->is_rhea_open)
    strata_event_sink_diagnose (reader->sink, STRATA_DIAGNOSTIC_TRUNCATED, 1, strata_event_sink_get_latest_ns (reader->sink), expected);
}

/* Its times are those of the monotonic clock. */
static gboolean
read_rhea (StrataSource *source,
           StrataEventSink *sink,
           GError **error)
{
  g_autoptr (StrataFtraceReader) reader = strata_ftrace_reader_new (sink);

  reader->reads_rhea = TRUE;
  strata_event_sink_get_file (sink)->is_rhea = TRUE;
  strata_clock_marks_add (strata_event_sink_get_clock (sink), STRATA_CLOCK_KIND_MONOTONIC, 0, 0);

  if (!strata_source_fill (source, 1, error) || !strata_ftrace_read (source, reader, error))
    return FALSE;

  report_open_end (reader);
  return strata_ftrace_check (reader, error);
}

static gboolean
is_marker (StrataText payload)
{
  return memchr ("BECSFIGHN", payload.text[0], 9) != NULL && (payload.n_bytes == 1 || payload.text[1] == '|');
}

/* A name may contain anything, even text that looks like a line of the other format, so only
 * lines that are valid in exactly one format are counted. */
static void
judge_line (StrataText text,
            guint *n_rhea,
            guint *n_other)
{
  StrataRheaLine line;
  StrataFtraceLine other;
  const gboolean is_rhea = strata_rhea_line_parse (text, &line) && is_marker (line.payload);
  const gboolean is_other = strata_ftrace_line_parse (text.text, text.n_bytes, &other) && other.event.n_bytes > 0;

  *n_rhea += is_rhea && !is_other;
  *n_other += is_other && !is_rhea;
}

static int
sniff_rhea (const guint8 *data,
            gsize n_bytes)
{
  const char *p = (const char *) data;
  const char *end = p + n_bytes;
  guint n_rhea = 0;
  guint n_other = 0;

  while (p < end)
    {
      const char *line_end = memchr (p, '\n', (gsize) (end - p));
      const StrataText text = strata_text (p, line_end != NULL ? line_end : end);
      StrataRheaBound bound;

      if (strata_rhea_bound_parse (text, &bound) && bound.is_start && bound.nanotime_ns >= 0)
        return 97;

      judge_line (text, &n_rhea, &n_other);
      p = line_end != NULL ? line_end + 1 : end;
    }

  return n_rhea > n_other ? 96 : 0;
}

static const char *const suffixes[] = { "rhea-atrace", NULL };

const StrataFormat strata_format_rhea = {
  .id = "rheatrace",
  .name = "RheaTrace",
  .suffixes = suffixes,
  .sniff = sniff_rhea,
  .read = read_rhea,
  .unfinished_end = STRATA_UNFINISHED_AT_LAST_KNOWN,
};
