/* strata-html.c - reads the pages that systrace writes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-format.h"
#include "strata-ftrace-load.h"
#include "strata-html-section.h"
#include "strata-html-start.h"
#include "strata-html-tags.h"

/* A page is searched for sections instead of being parsed, because megabytes of the viewer's script
 * precede them, and some pages have been edited. All sections go through one reader, so that a
 * list of processes names the threads of text before or after it. Line numbers are those of the
 * page. */

/* How much of a section is examined to determine its content. */
#define PEEK_BYTES (64 * 1024)

/* How far before the end of a whole page its last tag is. */
#define TAIL_BYTES 64

typedef enum
{
  SECTION_NONE,
  SECTION_TAGGED, /* between tags */
  SECTION_STRING, /* a string of JavaScript */
  SECTION_BARE,   /* lines of trace text without a tag */
} SectionKind;

typedef enum
{
  CONTENT_EMPTY,
  CONTENT_TRACE,
  CONTENT_DUMP,
  CONTENT_OTHER,
} Content;

typedef struct
{
  StrataSource *source;       /* borrowed: from the caller */
  StrataFtraceReader *reader; /* owned */
  guint64 n_lines;            /* of the page, before the window */
  guint n_sections;
  guint n_traces;
  char tail[TAIL_BYTES]; /* the last bytes outside of sections */
  gsize n_tail_bytes;
} Page;

/* A kernel line after a section means that a name in the text looked too much like the end
 * of the section. */
static StrataHtmlVerdict
judge_bare (const char *p,
            const char *end,
            gboolean is_last,
            const char **data)
{
  const char *line_end = memchr (p, '\n', (gsize) (end - p));
  StrataFtraceLine line;

  if (line_end == NULL && !is_last && end - p < STRATA_HTML_MAX_JUDGED_BYTES)
    return STRATA_HTML_MORE;

  *data = p;
  return strata_ftrace_line_parse (p, (gsize) ((line_end != NULL ? line_end : end) - p), &line) && line.event.n_bytes > 0 ? STRATA_HTML_YES : STRATA_HTML_NO;
}

static StrataHtmlVerdict
judge_place (const Page *page,
             const char *p,
             const char *end,
             gboolean begins_line,
             const char **data,
             SectionKind *kind)
{
  const gboolean is_last = strata_source_is_at_end (page->source);
  StrataHtmlVerdict verdict = STRATA_HTML_NO;

  if (*p == '<')
    {
      *kind = SECTION_TAGGED;
      verdict = strata_html_judge_begin (p, end, is_last, data);
    }
  else if (*p == 'l')
    {
      *kind = SECTION_STRING;
      verdict = strata_html_judge_string (p, end, is_last, data);
    }

  if (verdict == STRATA_HTML_NO && begins_line && page->n_traces > 0)
    {
      *kind = SECTION_BARE;
      verdict = judge_bare (p, end, is_last, data);
    }

  return verdict;
}

static void
keep_tail (Page *page,
           const char *begin,
           gsize n_bytes)
{
  const gsize n_new = MIN (n_bytes, TAIL_BYTES);
  const gsize n_kept = MIN (page->n_tail_bytes, TAIL_BYTES - n_new);

  memmove (page->tail, page->tail + page->n_tail_bytes - n_kept, n_kept);
  memcpy (page->tail + n_kept, begin + n_bytes - n_new, n_new);
  page->n_tail_bytes = n_kept + n_new;
}

/* Whether the page was read to its last tag. */
static gboolean
is_whole (const Page *page)
{
  g_autofree char *tail = g_ascii_strdown (page->tail, (gssize) page->n_tail_bytes);

  return strstr (tail, "</html") != NULL;
}

static void
skip (Page *page,
      const char *begin,
      const char *end)
{
  keep_tail (page, begin, (gsize) (end - begin));
  for (const char *p = begin; (p = memchr (p, '\n', (gsize) (end - p))) != NULL; p++)
    page->n_lines++;

  strata_source_skip (page->source, (gsize) (end - begin));
}

/* Skips to the first byte of the next section, or to the end of the page. */
static gboolean
find_section (Page *page,
              SectionKind *kind,
              GError **error)
{
  gboolean begins_line = FALSE;
  gsize n_wanted_bytes = 1;

  while (strata_source_fill (page->source, n_wanted_bytes, error))
    {
      gsize n_bytes;
      const char *begin = (const char *) strata_source_get_data (page->source, &n_bytes);
      const char *end = begin + n_bytes;
      const char *data = end;
      const char *p = begin;
      StrataHtmlVerdict verdict = STRATA_HTML_NO;

      *kind = SECTION_NONE;
      if (n_bytes == 0)
        return TRUE;

      for (; p < end; begins_line = *p++ == '\n')
        {
          verdict = judge_place (page, p, end, begins_line, &data, kind);
          if (verdict != STRATA_HTML_NO)
            break;
        }

      skip (page, begin, verdict == STRATA_HTML_YES ? data : p);
      if (verdict == STRATA_HTML_YES)
        return TRUE;

      n_wanted_bytes = (gsize) (end - p) + 1;
    }

  return FALSE;
}

static Content
tell_content (const char *begin,
              gsize n_bytes)
{
  const char *end = begin + n_bytes;
  const char *p = begin;

  while (p < end && g_ascii_isspace (*p))
    p++;

  if (p == end)
    return CONTENT_EMPTY;

  if (strata_process_list_is_list (begin, n_bytes))
    return CONTENT_DUMP;

  return strata_format_ftrace.sniff ((const guint8 *) begin, n_bytes) > 0 ? CONTENT_TRACE : CONTENT_OTHER;
}

static StrataDiagnostics *
get_diagnostics (const Page *page)
{
  return strata_trace_builder_get_diagnostics (strata_event_sink_get_builder (page->reader->sink));
}

static void
number_lines (Page *page)
{
  strata_event_sink_get_file (page->reader->sink)->n_foreign_lines = page->n_lines - page->reader->counts->n_lines;
}

static gboolean
read_text (Page *page,
           GError **error)
{
  number_lines (page);
  if (!strata_ftrace_read (page->source, page->reader, error))
    return FALSE;

  page->n_lines = strata_event_sink_get_line (page->reader->sink);
  return TRUE;
}

/* Lists of processes are not lines of the trace. */
static gboolean
read_dump (Page *page,
           GError **error)
{
  const guint64 n_lines = page->reader->counts->n_lines;
  const guint64 n_notes = page->reader->counts->n_notes;

  if (!read_text (page, error))
    return FALSE;

  page->reader->counts->n_lines = n_lines;
  page->reader->counts->n_notes = n_notes;
  return TRUE;
}

static gboolean
skip_section (Page *page,
              GError **error)
{
  gsize n_bytes;
  const char *data = (const char *) strata_source_get_data (page->source, &n_bytes);
  const char *line_end = n_bytes > 0 ? memchr (data, '\n', n_bytes) : NULL;

  page->n_lines++;
  number_lines (page);
  strata_event_sink_diagnose (page->reader->sink, STRATA_DIAGNOSTIC_SKIPPED_SECTION, 1, STRATA_NO_TIME,
                              (StrataText){ data, line_end != NULL ? (gsize) (line_end - data) : n_bytes });
  page->n_lines--;

  for (;;)
    {
      data = (const char *) strata_source_get_data (page->source, &n_bytes);
      if (n_bytes == 0)
        return TRUE;

      skip (page, data, data + n_bytes);
      if (!strata_source_fill (page->source, 1, error))
        return FALSE;
    }
}

static gboolean
read_content (Page *page,
              GError **error)
{
  gsize n_bytes;
  const char *data;

  if (!strata_source_fill (page->source, PEEK_BYTES, error))
    return FALSE;

  data = (const char *) strata_source_get_data (page->source, &n_bytes);

  switch (tell_content (data, MIN (n_bytes, PEEK_BYTES)))
    {
    case CONTENT_TRACE:
      page->n_traces++;
      return read_text (page, error);
    case CONTENT_DUMP:
      return read_dump (page, error);
    case CONTENT_EMPTY:
      skip (page, data, data + n_bytes);
      return TRUE;
    case CONTENT_OTHER:
      break;
    }

  return skip_section (page, error);
}

/* A page that ends inside a section is truncated. */
static void
report_missing_end (Page *page,
                    guint64 n_known_cuts)
{
  StrataDiagnostics *diagnostics = get_diagnostics (page);

  number_lines (page);
  if (strata_diagnostics_get_count (diagnostics, STRATA_DIAGNOSTIC_TRUNCATED) == n_known_cuts)
    strata_event_sink_diagnose (page->reader->sink, STRATA_DIAGNOSTIC_TRUNCATED, 1, strata_event_sink_get_latest_ns (page->reader->sink), (StrataText){ "", 0 });
}

static gboolean
read_section (Page *page,
              SectionKind kind,
              GError **error)
{
  const guint64 n_known_cuts = strata_diagnostics_get_count (get_diagnostics (page), STRATA_DIAGNOSTIC_TRUNCATED);
  StrataHtmlEnd end;

  strata_source_push (page->source, kind == SECTION_STRING ? strata_html_string_new (&end) : strata_html_section_new (&end));
  if (!read_content (page, error))
    return FALSE;

  strata_source_pop (page->source);
  page->n_sections++;
  page->n_lines -= end.is_in_line;

  if (!end.is_found)
    report_missing_end (page, n_known_cuts);

  return TRUE;
}

/* Reads the trace data of a page. */
static gboolean
read_page (Page *page,
           GError **error)
{
  SectionKind kind;

  do
    {
      if (!find_section (page, &kind, error) || (kind != SECTION_NONE && !read_section (page, kind, error)))
        return FALSE;
    }
  while (kind != SECTION_NONE);

  if (page->n_traces > 0)
    return strata_ftrace_check (page->reader, error);

  g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_EMPTY,
                       !is_whole (page)       ? _ ("there is no trace data in this HTML page, which has no end and may be cut off; only the pages of systrace are read")
                       : page->n_sections > 0 ? _ ("there is no ftrace text in the trace data of this HTML page; only the pages of systrace are read")
                                              : _ ("there is no trace data in this HTML page; only the pages of systrace are read"));
  return FALSE;
}

static gboolean
read_html (StrataSource *source,
           StrataEventSink *sink,
           GError **error)
{
  g_autoptr (StrataFtraceReader) reader = strata_ftrace_reader_new (sink);
  Page page = { .source = source, .reader = reader };

  return read_page (&page, error);
}

/* Trace text may contain any tag, and its own format has a higher score. */
static int
sniff_html (const guint8 *data,
            gsize n_bytes)
{
  return strata_html_is_page (data, n_bytes) ? 60 : 0;
}

static const char *const suffixes[] = { "html", "htm", NULL };

const StrataFormat strata_format_html = {
  .id = "html",
  .name = "systrace HTML",
  .suffixes = suffixes,
  .sniff = sniff_html,
  .read = read_html,
  .unfinished_end = STRATA_UNFINISHED_AT_LAST_KNOWN,
};
