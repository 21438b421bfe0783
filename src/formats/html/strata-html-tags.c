/* strata-html-tags.c - finds the start and end of a page's trace data
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-html-tags.h"

#include <string.h>

#include "strata-ftrace-line.h"

/* systrace writes <script class="trace-data" type="application/text"> around text that is not
 * escaped. A slice may be named "</script>": a browser considers the page broken there and
 * loses the rest of the capture. Only the context distinguishes such a name from the end.
 * An end tag ends a section if
 *
 * - another <script> follows on its line; or
 * - neither a line of trace text nor another end tag comes next, as in a section that
 *   continues, and the tag either begins its line or is followed by markup or by the
 *   end of the page.
 *
 * "Next" is the first non-empty line. The kernel's lines decide, not the name: they begin
 * with a name, a dash and a number, and no page has such lines between its sections. */

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static const char *
skip_blanks (const char *p,
             const char *end)
{
  while (p < end && is_blank (*p))
    p++;

  return p;
}

static const char *
skip_space (const char *p,
            const char *end)
{
  while (p < end && g_ascii_isspace (*p))
    p++;

  return p;
}

static gboolean
begins_with (const char *p,
             const char *end,
             const char *word)
{
  const gsize n_bytes = strlen (word);

  return (gsize) (end - p) >= n_bytes && g_ascii_strncasecmp (p, word, n_bytes) == 0;
}

/* Whether the text may be the beginning of the word. */
static gboolean
may_begin_with (const char *p,
                const char *end,
                const char *word)
{
  return g_ascii_strncasecmp (p, word, MIN (strlen (word), (gsize) (end - p))) == 0;
}

/* Finds the '>' of a tag; quoted values may contain others. A '<' begins another tag, so
 * this one has no end. */
static const char *
find_tag_end (const char *p,
              const char *end,
              gboolean *is_broken)
{
  char quote = 0;

  *is_broken = FALSE;
  for (p++; p < end && !*is_broken; p++)
    {
      if (quote != 0)
        quote = *p == quote ? 0 : quote;
      else if (*p == '"' || *p == '\'')
        quote = *p;
      else if (*p == '>')
        return p;
      else
        *is_broken = *p == '<';
    }

  return NULL;
}

static gboolean
has_word (const char *p,
          const char *end,
          const char *word)
{
  const gsize n_bytes = strlen (word);

  while ((p = skip_space (p, end)) < end)
    {
      const char *begin = p;

      while (p < end && !g_ascii_isspace (*p))
        p++;
      if ((gsize) (p - begin) == n_bytes && g_ascii_strncasecmp (begin, word, n_bytes) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Reads the value of an attribute, with or without quotes. Returns the rest. */
static const char *
parse_value (const char *p,
             const char *end,
             StrataText *value)
{
  const char quote = p < end && (*p == '"' || *p == '\'') ? *p : 0;
  const char *begin = p + (quote != 0);

  for (p = begin; p < end && (quote != 0 ? *p != quote : !g_ascii_isspace (*p));)
    p++;

  *value = strata_text (begin, p);
  return p < end ? p + 1 : end;
}

/* Searches the attributes of a tag, in any order, for the class. */
static gboolean
has_trace_class (const char *p,
                 const char *end)
{
  while ((p = skip_space (p, end)) < end)
    {
      const char *name = p;
      StrataText value = { "", 0 };

      while (p < end && !g_ascii_isspace (*p) && *p != '=')
        p++;

      const gboolean is_class = p - name == 5 && g_ascii_strncasecmp (name, "class", 5) == 0;
      const char *equals = skip_space (p, end);

      if (equals < end && *equals == '=')
        p = parse_value (skip_space (equals + 1, end), end, &value);
      if (is_class && has_word (value.text, value.text + value.n_bytes, "trace-data"))
        return TRUE;
    }

  return FALSE;
}

/* The viewer in the page contains the tag in its own source, in quotes or in a regular
 * expression. The rest of such a line is not data. */
static StrataHtmlVerdict
judge_data (const char *p,
            const char *end,
            gboolean is_last,
            const char **data)
{
  const char *begin = skip_blanks (p, end);

  if (begin == end)
    return is_last ? STRATA_HTML_NO : STRATA_HTML_MORE;

  *data = *begin == '\n' ? begin + 1 : p;
  return *begin == '\n' || g_ascii_isalnum (*begin) || strchr ("#{[</", *begin) != NULL ? STRATA_HTML_YES : STRATA_HTML_NO;
}

/**
 * strata_html_judge_begin:
 * @p: a '<'
 * @end: the end of the available text
 * @is_last: whether no more follows
 * @data: (out): the start of the section
 *
 * Checks whether a section of trace data starts.
 *
 * Returns: whether it does
 */
StrataHtmlVerdict
strata_html_judge_begin (const char *p,
                         const char *end,
                         gboolean is_last,
                         const char **data)
{
  static const char name[] = "<script";
  const gboolean is_all = is_last || end - p >= STRATA_HTML_MAX_TAG_BYTES;

  end = MIN (end, p + STRATA_HTML_MAX_TAG_BYTES);
  if (!may_begin_with (p, end, name))
    return STRATA_HTML_NO;

  gboolean is_broken;
  const char *close = find_tag_end (p, end, &is_broken);

  if (close == NULL)
    return is_all || is_broken ? STRATA_HTML_NO : STRATA_HTML_MORE;
  if (!g_ascii_isspace (p[strlen (name)]) || !has_trace_class (p + strlen (name), close))
    return STRATA_HTML_NO;

  return judge_data (close + 1, end, is_all, data);
}

/**
 * strata_html_judge_string:
 * @p: an 'l'
 * @end: the end of the available text
 * @is_last: whether no more follows
 * @data: (out): the quote that starts the section
 *
 * Checks whether the string with the text of an old page starts:
 * `var linuxPerfData = "\`.
 *
 * Returns: whether it does
 */
StrataHtmlVerdict
strata_html_judge_string (const char *p,
                          const char *end,
                          gboolean is_last,
                          const char **data)
{
  static const char name[] = "linuxPerfData";

  is_last = is_last || end - p >= STRATA_HTML_MAX_TAG_BYTES;
  if (strncmp (p, name, MIN (strlen (name), (gsize) (end - p))) != 0)
    return STRATA_HTML_NO;

  p = skip_space (MIN (p + strlen (name), end), end);
  if (p < end && *p != '=')
    return STRATA_HTML_NO;

  p = skip_space (MIN (p + 1, end), end);
  if (end - p < 3)
    return is_last ? STRATA_HTML_NO : STRATA_HTML_MORE;

  /* the viewer has a regular expression for this line */
  *data = p;
  return (*p == '"' || *p == '\'') && !(p[1] == '\\' && p[2] == '\\') ? STRATA_HTML_YES : STRATA_HTML_NO;
}

static gboolean
is_event (const char *p,
          const char *end)
{
  StrataFtraceLine line;

  return strata_ftrace_line_parse (p, (gsize) (end - p), &line) && line.event.n_bytes > 0;
}

static gboolean
is_markup (const char *p,
           const char *end)
{
  return end - p >= 2 && *p == '<' && (g_ascii_isalpha (p[1]) || p[1] == '/' || p[1] == '!');
}

/* The first non-empty line from @p on. Returns %FALSE if it is incomplete. */
static gboolean
find_next_line (const char *p,
                const char *end,
                gboolean is_last,
                StrataText *line)
{
  const char *begin = skip_space (p, end);
  const char *line_end = begin < end ? memchr (begin, '\n', (gsize) (end - begin)) : NULL;

  *line = strata_text (begin, line_end != NULL ? line_end : end);
  return line_end != NULL || is_last;
}

static gboolean
goes_on (StrataText next)
{
  const char *end = next.text + next.n_bytes;

  return next.n_bytes > 0 && (next.text[0] == '#' || begins_with (next.text, end, "</script") || is_event (next.text, end));
}

static gboolean
is_end (const char *tag,
        const char *rest,
        const char *line_end,
        StrataText next,
        gboolean is_first)
{
  if (begins_with (rest, line_end, "<script"))
    return TRUE;
  if ((is_first && is_event (tag, line_end)) || goes_on (next))
    return FALSE;
  if (is_first)
    return TRUE;
  if (rest < line_end)
    return is_markup (rest, line_end);

  return next.n_bytes == 0 || is_markup (next.text, next.text + next.n_bytes);
}

/**
 * strata_html_judge_end:
 * @p: a '<'
 * @end: the end of the available text
 * @is_last: whether no more follows
 * @is_first: whether only blanks precede it on its line
 * @after: (out): the text after the tag
 *
 * Checks whether a section ends.
 *
 * Returns: whether it does
 */
StrataHtmlVerdict
strata_html_judge_end (const char *p,
                       const char *end,
                       gboolean is_last,
                       gboolean is_first,
                       const char **after)
{
  static const char name[] = "</script";
  const gboolean is_all = is_last || end - p >= STRATA_HTML_MAX_JUDGED_BYTES;
  StrataText next;

  end = MIN (end, p + STRATA_HTML_MAX_JUDGED_BYTES);
  if (!may_begin_with (p, end, name))
    return STRATA_HTML_NO;

  const char *close = skip_space (MIN (p + strlen (name), end), end);

  if (close == end)
    return is_all ? STRATA_HTML_NO : STRATA_HTML_MORE;
  if (*close != '>')
    return STRATA_HTML_NO;

  const char *rest = skip_blanks (close + 1, end);

  if (!is_first && rest < end && *rest != '\n' && *rest != '<')
    return STRATA_HTML_NO;

  const char *line_end = rest < end ? memchr (rest, '\n', (gsize) (end - rest)) : NULL;

  if (line_end == NULL && !is_all)
    return STRATA_HTML_MORE;

  line_end = line_end != NULL ? line_end : end;
  if (!find_next_line (line_end, end, is_all, &next))
    return STRATA_HTML_MORE;

  *after = close + 1;
  return is_end (p, rest, line_end, next, is_first) ? STRATA_HTML_YES : STRATA_HTML_NO;
}
