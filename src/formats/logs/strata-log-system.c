/* strata-log-system.c - parses lines of syslog, and of systemd's journal as text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-log-parts.h"

/* Formats: RFC 3164, as in files and with its priority in front; RFC 5424; journalctl(1), "-o" short, short-precise,
 * short-iso, short-iso-precise, short-full, with-unit and short-unix. Lines of its short-monotonic look like dmesg: see
 * strata_log_find_host(). */

/* "app[123]: message" or "app: message"; without the colon, the whole text is the message. */
static void
take_origin (StrataLogLine *line,
             const char *p,
             const char *end)
{
  const char *name_end = p;
  guint64 pid;

  line->pid = line->tid = -1;
  line->domain = strata_text (end, end);
  while (name_end < end && *name_end != ':' && *name_end != '[' && *name_end != ' ')
    name_end++;

  const char *after = name_end < end && *name_end == '[' ? strata_text_parse_uint (name_end + 1, end, STRATA_LOG_MOST_ID, &pid) : NULL;

  if (after != NULL && after < end && *after == ']')
    line->pid = (gint64) pid;

  const char *colon = line->pid >= 0 ? after + 1 : name_end;
  const gboolean has_tag = colon < end && *colon == ':' && name_end > p;

  line->tag = strata_text (p, has_tag ? name_end : p);
  line->message = strata_text (has_tag ? strata_log_skip_blank (colon + 1, end) : p, end);
  line->kind = STRATA_LOG_SYSTEM;
}

/* Skips a word and the blanks after it; %NULL at the end of the line. */
static const char *
skip_word (const char *p,
           const char *end)
{
  const char *blank = p < end ? memchr (p, ' ', (gsize) (end - p)) : NULL;

  return blank != NULL && blank > p ? strata_log_skip_blanks (blank, end) : NULL;
}

/* " host app[123]: message". */
static gboolean
take_host (StrataLogLine *line,
           const char *p,
           const char *end)
{
  p = p < end && *p == ' ' ? skip_word (p + 1, end) : NULL;
  if (p == NULL)
    return FALSE;

  take_origin (line, p, end);
  return TRUE;
}

/* Skips "[id key="value"]…" or "-". */
static const char *
skip_structured (const char *p,
                 const char *end)
{
  gboolean is_quoted = FALSE;

  if (p < end && *p == '-')
    return p + 1;

  while (p < end && *p == '[')
    {
      for (; p < end && (is_quoted || *p != ']'); p++)
        if (*p == '\\' && is_quoted && p + 1 < end)
          p++;
        else if (*p == '"')
          is_quoted = !is_quoted;
      if (p++ == end)
        return end;
    }

  return p;
}

static StrataText
take_word (const char **p,
           const char *end)
{
  const char *begin = *p;
  const char *blank = begin < end ? memchr (begin, ' ', (gsize) (end - begin)) : NULL;

  *p = blank != NULL ? blank + 1 : end;
  return strata_text (begin, blank != NULL ? blank : end);
}

/* "2026-07-17T04:06:43.354Z host app 123 ID [data] message", after "<34>1 ". */
static gboolean
parse_5424 (StrataLogClock *clock,
            const char *p,
            const char *end,
            StrataLogLine *line)
{
  guint64 pid;

  p = strata_log_clock_parse (clock, p, end, &line->time_ns);
  if (p == NULL || p == end || *p++ != ' ')
    return FALSE;

  take_word (&p, end);
  line->tag = take_word (&p, end);

  const StrataText process = take_word (&p, end);
  const char *after = strata_text_parse_uint (process.text, process.text + process.n_bytes, STRATA_LOG_MOST_ID, &pid);

  take_word (&p, end);
  line->has_date = TRUE;
  line->kind = STRATA_LOG_SYSTEM;
  line->tid = -1;
  line->pid = after == process.text + process.n_bytes && process.n_bytes > 0 ? (gint64) pid : -1;
  line->domain = strata_text (end, end);
  line->message = strata_text (strata_log_skip_blanks (skip_structured (p, end), end), end);
  if (line->message.n_bytes >= 3 && memcmp (line->message.text, "\xef\xbb\xbf", 3) == 0)
    line->message = strata_text (line->message.text + 3, end);

  return TRUE;
}

/* Skips "<34>"; without it, the level is information. */
static const char *
parse_priority (const char *p,
                const char *end,
                char *level)
{
  guint64 priority;
  const char *after = p < end && *p == '<' ? strata_text_parse_uint (p + 1, end, 191, &priority) : NULL;

  *level = 'I';
  if (after == NULL || after == end || *after != '>')
    return p;

  *level = strata_log_get_level (priority);
  return after + 1;
}

/* Skips "Fri ", which journalctl writes in front of the year. */
static const char *
skip_weekday (const char *p,
              const char *end)
{
  static const char names[] = "MonTueWedThuFriSatSun";

  for (guint i = 0; i < 7; i++)
    if (end - p > 8 && memcmp (p, names + 3 * i, 3) == 0 && p[3] == ' ' && g_ascii_isdigit (p[4]))
      return p + 4;

  return p;
}

/* "2026-07-17T04:06:43+0800" or "Fri 2026-07-17 04:06:43 CST". */
static const char *
parse_long_date (StrataLogClock *clock,
                 const char *p,
                 const char *end,
                 gint64 *time_ns)
{
  const char *date = skip_weekday (p, end);

  if (end - date < 19 || (date == p && date[10] != 'T'))
    return NULL;

  p = strata_log_clock_parse (clock, date, end, time_ns);
  return p != NULL ? strata_log_skip_zone_name (p, end) : NULL;
}

/* "1784261203.354123" of journalctl -o short-unix, which always has microseconds. */
static const char *
parse_unix (const char *p,
            const char *end,
            gint64 *time_ns)
{
  StrataLogLine line = { .has_date = FALSE };
  const char *after = strata_log_parse_seconds (p, end, &line);

  *time_ns = line.time_ns;
  return after != NULL && line.has_date && after - p > 7 && after[-7] == '.' ? after : NULL;
}

/**
 * strata_log_system_parse:
 * @clock: the clock of the log
 * @p: start of a line
 * @end: its end
 * @line: the parsed line
 *
 * Parses "Jul 17 04:06:43 host app[123]: message" and similar lines.
 *
 * Returns: whether it is a line of syslog or of the journal
 */
gboolean
strata_log_system_parse (StrataLogClock *clock,
                         const char *p,
                         const char *end,
                         StrataLogLine *line)
{
  const char *begin = parse_priority (p, end, &line->level);

  if (end - begin > 2 && begin[0] == '1' && begin[1] == ' ' && begin > p)
    return parse_5424 (clock, begin + 2, end, line);

  const char *after = strata_log_clock_parse_short (clock, begin, end, &line->time_ns);

  if (after == NULL)
    after = parse_long_date (clock, begin, end, &line->time_ns);
  if (after == NULL)
    after = parse_unix (begin, end, &line->time_ns);

  line->has_date = TRUE;
  return after != NULL && take_host (line, after, end);
}

/**
 * strata_log_system_has_origin:
 * @text: part of a line
 *
 * Returns: whether it is "kernel: x" or "app[12]: x", like the start of a journal message
 */
gboolean
strata_log_system_has_origin (StrataText text)
{
  StrataLogLine line;

  take_origin (&line, text.text, text.text + text.n_bytes);
  return line.pid >= 0 || (line.tag.n_bytes == 6 && memcmp (line.tag.text, "kernel", 6) == 0);
}

/**
 * strata_log_line_take_host:
 * @line: a line
 * @host: from strata_log_find_host()
 *
 * Turns a line that looks like the kernel's into one of the journal.
 */
void
strata_log_line_take_host (StrataLogLine *line,
                           StrataText host)
{
  const StrataText message = line->message;

  if (line->kind == STRATA_LOG_KERNEL && host.n_bytes > 0 && message.n_bytes > host.n_bytes + 1 && memcmp (message.text, host.text, host.n_bytes) == 0)
    take_origin (line, message.text + host.n_bytes + 1, message.text + message.n_bytes);
}
