/* strata-rhea-line.c - parses a line of the raw text of RheaTrace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-rhea-line.h"

#include <string.h>

/* RheaTrace (btrace 1.x) omits the parts of an atrace line that can be filled in later:
 *
 *   1306401.857369: B|16667|name          when only the main thread is recorded
 *   1306401.862738 16680: B|16667|name    when all threads are
 *   VERSION|TRACE_START|NANOTIME|PID|…    first, and TRACE_END in the same way last
 *
 * Seconds have six digits after the point in the article and nine in files. */

/* Larger values do not fit into 63 bits of ns. */
#define MAX_SECONDS 9000000000u

static const char *
skip_blanks (const char *p,
             const char *end)
{
  while (p < end && (*p == ' ' || *p == '\t'))
    p++;

  return p;
}

/**
 * strata_rhea_time_parse:
 * @p: text
 * @end: its end
 * @time_ns: (out): the time
 *
 * Reads "SECONDS.FRACTION" with one to nine digits after the point.
 *
 * Returns: (nullable): the rest, or %NULL
 */
const char *
strata_rhea_time_parse (const char *p,
                        const char *end,
                        gint64 *time_ns)
{
  guint64 seconds;
  gint64 scale = 1000000000;
  gint64 fraction = 0;

  p = strata_text_parse_uint (p, end, MAX_SECONDS, &seconds);

  if (p == NULL || p == end || *p != '.')
    return NULL;

  for (p++; p < end && g_ascii_isdigit (*p) && scale > 1; p++)
    {
      fraction = fraction * 10 + (*p - '0');
      scale /= 10;
    }

  *time_ns = (gint64) seconds * 1000000000 + fraction * scale;
  return scale < 1000000000 ? p : NULL;
}

/**
 * strata_rhea_line_parse:
 * @text: a line without its end
 * @line: (out caller-allocates): its fields; undefined if it is not a marker
 *
 * Parses a line of a rhea-atrace file, without allocating memory or keeping state.
 *
 * Returns: whether the line has a time and a payload
 */
gboolean
strata_rhea_line_parse (StrataText text,
                        StrataRheaLine *line)
{
  const char *end = text.text + text.n_bytes;
  const char *p = strata_rhea_time_parse (skip_blanks (text.text, end), end, &line->time_ns);

  line->tid = -1;

  if (p == NULL || p == end)
    return FALSE;

  if (*p != ':')
    {
      const char *begin = skip_blanks (p, end);
      guint64 tid;

      if (begin == p || (p = strata_text_parse_uint (begin, end, G_MAXINT32, &tid)) == NULL || p == end || *p != ':')
        return FALSE;

      line->tid = (gint64) tid;
    }

  line->payload = strata_text (skip_blanks (p + 1, end), end);
  return line->payload.n_bytes > 0;
}

/* Reads and removes a field up to a bar from @p. */
static gint64
take_number (const char **p,
             const char *end)
{
  guint64 value;
  const char *after = strata_text_parse_uint (*p, end, G_MAXINT64, &value);
  const char *bar = memchr (*p, '|', (gsize) (end - *p));

  *p = bar != NULL ? bar + 1 : end;
  return after != NULL && (after == end || *after == '|') ? (gint64) value : -1;
}

/**
 * strata_rhea_bound_parse:
 * @text: a line without its end, or the payload of one
 * @bound: (out caller-allocates): its fields; undefined if it is another line
 *
 * Parses the first or last line of a rhea-atrace file.
 *
 * Returns: whether it is one of these
 */
gboolean
strata_rhea_bound_parse (StrataText text,
                         StrataRheaBound *bound)
{
  static const char start[] = "TRACE_START";
  static const char finish[] = "TRACE_END";
  const char *end = text.text + text.n_bytes;
  const char *bar = memchr (text.text, '|', text.n_bytes);
  const char *p = bar != NULL ? bar + 1 : text.text;
  const gsize n_left = (gsize) (end - p);

  bound->is_start = n_left >= strlen (start) && memcmp (p, start, strlen (start)) == 0;

  if (!bound->is_start && (n_left < strlen (finish) || memcmp (p, finish, strlen (finish)) != 0))
    return FALSE;

  p += bound->is_start ? strlen (start) : strlen (finish);

  if (p < end && *p != '|')
    return FALSE;

  bound->version = strata_text (text.text, bar != NULL ? bar : text.text);
  p += p < end;
  bound->nanotime_ns = take_number (&p, end);
  bound->pid = take_number (&p, end);
  return TRUE;
}
