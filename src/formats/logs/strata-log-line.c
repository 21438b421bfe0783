/* strata-log-line.c - a line of logcat, hilog or dmesg
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-log-line.h"

#include <string.h>

#include "strata-log-lines.h"

/* Formats: logcat(1), "-v", those with a time: threadtime, time, long, epoch, monotonic, each with the
 * modifiers year, zone, usec, nsec, uid and color; hilog, which writes as threadtime does, with a domain in
 * front of the tag; dmesg with seconds since the start, and since the line before (-d), with dates (-T) or with dates of
 * ISO 8601, and with facility and level (-x); records of /dev/kmsg. */

#define MOST_ID G_MAXINT32
#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* Seconds from this on count from 1970. */
#define LEAST_EPOCH_S 100000000

static const char *
skip_blanks (const char *p,
             const char *end)
{
  while (p < end && (*p == ' ' || *p == '\t'))
    p++;

  return p;
}

/**
 * strata_log_strip_colours:
 * @text: a line
 *
 * Colours are escape sequences around an entry, of which a line has either or both.
 *
 * Returns: the line without them and without its end
 */
StrataText
strata_log_strip_colours (StrataText text)
{
  const char *p = text.text;
  const char *end = p + text.n_bytes;

  while (end > p && (end[-1] == '\r' || end[-1] == '\n'))
    end--;
  if (end - p >= 3 && p[0] == '\033' && p[1] == '[')
    {
      const char *m = memchr (p, 'm', (gsize) (end - p));

      p = m != NULL ? m + 1 : p;
    }
  if (end - p >= 4 && memcmp (end - 4, "\033[0m", 4) == 0)
    end -= 4;

  return strata_text (p, end);
}

/* "123.456789": seconds since the start or since 1970. */
static const char *
parse_seconds (const char *p,
               const char *end,
               StrataLogLine *line)
{
  static const gint64 units[] = { 1000000000, 100000000, 10000000, 1000000, 100000, 10000, 1000, 100, 10, 1 };
  guint64 seconds;
  guint64 fraction;
  const char *after = strata_text_parse_uint (p, end, G_MAXINT64 / NS_PER_S - 1, &seconds);

  if (after == NULL || after == end || *after != '.')
    return NULL;

  p = after + 1;
  after = strata_text_parse_uint (p, end, NS_PER_S - 1, &fraction);
  if (after == NULL || after - p > 9)
    return NULL;

  line->has_date = seconds >= LEAST_EPOCH_S;
  line->time_ns = (gint64) seconds * NS_PER_S + (gint64) fraction * units[after - p];
  return after;
}

static const char *
parse_time (StrataLogClock *clock,
            const char *p,
            const char *end,
            StrataLogLine *line)
{
  const char *after = strata_log_clock_parse (clock, p, end, &line->time_ns);

  line->has_date = after != NULL;
  return after != NULL ? after : parse_seconds (p, end, line);
}

static gboolean
is_level (char c)
{
  return c != '\0' && strchr ("VDIWEFSA", c) != NULL;
}

static char
get_level (char c)
{
  return c == 'A' || c == 'S' ? 'F' : c;
}

/* "C02d10/" or "A03200/com.example/" in front of the tag. */
static void
take_tag (StrataLogLine *line,
          const char *p,
          const char *end)
{
  gboolean is_domain = end - p > 7 && p[6] == '/' && strchr ("ACDIK", p[0]) != NULL;

  for (int i = 1; i < 6 && is_domain; i++)
    is_domain = g_ascii_isxdigit (p[i]);

  while (end > p && end[-1] == ' ')
    end--;

  line->kind = is_domain ? STRATA_LOG_HARMONY : STRATA_LOG_ANDROID;
  line->domain = is_domain ? strata_text (p, p + 6) : strata_text (p, p);
  line->tag = strata_text (is_domain ? p + 7 : p, end);
}

/* Where the tag ends: the first ": ", or a colon at the end of the line. */
static gboolean
take_tag_and_message (StrataLogLine *line,
                      const char *p,
                      const char *end)
{
  for (const char *colon = p; colon < end; colon++)
    if (*colon == ':' && (colon + 1 == end || colon[1] == ' '))
      {
        take_tag (line, p, colon);
        line->message = strata_text (colon + 1 < end ? colon + 2 : end, end);
        return TRUE;
      }

  return FALSE;
}

/* "1234  1250 I Tag: message"; with the modifier uid, a user in front. */
static gboolean
parse_threadtime (const char *p,
                  const char *end,
                  StrataLogLine *line)
{
  gint64 ids[2] = { -1, -1 };
  guint n_ids = 0;

  for (guint i = 0; i < 3; i++)
    {
      guint64 id;
      const char *begin = skip_blanks (p, end);
      const char *after = strata_text_parse_uint (begin, end, MOST_ID, &id);

      /* a user may have a name */
      if (after == NULL && i == 0 && begin < end && g_ascii_islower (*begin))
        {
          for (after = begin; after < end && *after != ' '; after++)
            ;
          p = after;
          continue;
        }
      if (after == NULL || after == end || *after != ' ')
        break;

      ids[0] = n_ids < 2 ? ids[0] : ids[1];
      ids[MIN (n_ids, 1)] = (gint64) id;
      n_ids++;
      p = after;
    }

  p = skip_blanks (p, end);
  if (n_ids < 2 || end - p < 2 || !is_level (*p) || p[1] != ' ')
    return FALSE;

  line->pid = ids[0];
  line->tid = ids[1];
  line->level = get_level (*p);
  return take_tag_and_message (line, skip_blanks (p + 2, end), end);
}

/* Behind "10123:" or "u0_a123:", as the modifier uid has them in front of a process. */
static const char *
skip_user (const char *p,
           const char *end)
{
  const char *after = skip_blanks (p, end);

  while (after < end && (g_ascii_isalnum (*after) || *after == '_'))
    after++;

  return after < end && *after == ':' ? skip_blanks (after + 1, end) : p;
}

/* "I/Tag( 1234): message"; with the modifier uid, "(10123: 1234)". */
static gboolean
parse_brief (const char *p,
             const char *end,
             StrataLogLine *line)
{
  p = skip_blanks (p, end);
  if (end - p < 4 || !is_level (*p) || p[1] != '/')
    return FALSE;

  for (const char *open = p + 2; open < end; open++)
    if (*open == '(')
      {
        guint64 pid;
        const char *digits = skip_blanks (skip_user (open + 1, end), end);
        const char *after = strata_text_parse_uint (digits, end, MOST_ID, &pid);

        if (after == NULL || end - after < 2 || after[0] != ')' || after[1] != ':')
          continue;

        line->level = get_level (*p);
        line->pid = (gint64) pid;
        line->tid = -1;
        take_tag (line, p + 2, open);
        line->message = strata_text (MIN (after + 3, end), end);
        return TRUE;
      }

  return FALSE;
}

/* "1234: 1250 ". */
static const char *
parse_ids (const char *p,
           const char *end,
           StrataLogLine *line)
{
  guint64 pid;
  guint64 tid;

  p = strata_text_parse_uint (skip_blanks (p, end), end, MOST_ID, &pid);
  p = p != NULL && p < end && *p == ':' ? strata_text_parse_uint (skip_blanks (p + 1, end), end, MOST_ID, &tid) : NULL;
  if (p == NULL || p == end || *p != ' ')
    return NULL;

  line->pid = (gint64) pid;
  line->tid = (gint64) tid;
  return skip_blanks (p, end);
}

/* "[ 07-17 04:06:40.354  1234: 1250 I/Tag ]"; with the modifier uid, a user in front of the ids. */
static gboolean
parse_head (StrataLogClock *clock,
            const char *p,
            const char *end,
            StrataLogLine *line)
{
  while (end > p && end[-1] == ' ')
    end--;
  if (end - p < 4 || p[0] != '[' || p[1] != ' ' || end[-1] != ']' || end[-2] != ' ')
    return FALSE;

  end -= 2;
  p = parse_time (clock, skip_blanks (p + 1, end), end, line);
  if (p == NULL)
    return FALSE;

  const char *ids = parse_ids (p, end, line);

  p = ids != NULL ? ids : parse_ids (skip_user (p, end), end, line);
  if (p == NULL || end - p < 2 || !is_level (*p) || p[1] != '/')
    return FALSE;

  line->level = get_level (*p);
  take_tag (line, p + 2, end);
  line->kind = STRATA_LOG_HEAD;
  line->message = strata_text (end, end);
  return TRUE;
}

static char
find_kernel_level (const char *word,
                   gsize n_bytes)
{
  static const struct
  {
    const char *name;
    char level;
  } levels[] = { { "emerg", 'F' }, { "alert", 'F' }, { "crit", 'E' }, { "err", 'E' }, { "warn", 'W' }, { "notice", 'I' }, { "info", 'I' }, { "debug", 'D' } };

  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    if (strlen (levels[i].name) == n_bytes && memcmp (levels[i].name, word, n_bytes) == 0)
      return levels[i].level;

  return '\0';
}

static char
get_kernel_level (guint64 number)
{
  static const char by_number[] = "FFEEWIID";

  return by_number[number & 7];
}

/* "kern  :info  : " or "<6>" in front; an unknown level is 'I'. */
static const char *
parse_kernel_level (const char *p,
                    const char *end,
                    char *level)
{
  const char *colon;

  *level = 'I';
  if (end - p > 3 && p[0] == '<')
    {
      guint64 number;
      const char *after = strata_text_parse_uint (p + 1, end, G_MAXUINT16, &number);

      if (after == NULL || after == end || *after != '>')
        return p;

      *level = get_kernel_level (number);
      return after + 1;
    }

  colon = end - p > 16 && g_ascii_islower (*p) ? memchr (p, ':', 9) : NULL;
  if (colon == NULL)
    return p;

  const char *word = colon + 1;
  const char *word_end = word;

  while (word_end < end && g_ascii_islower (*word_end))
    word_end++;

  const char found = find_kernel_level (word, (gsize) (word_end - word));
  const char *after = skip_blanks (word_end, end);

  if (found == '\0' || after == end || *after != ':')
    return p;

  *level = found;
  return skip_blanks (after + 1, end);
}

static gboolean
take_kernel (StrataLogLine *line,
             const char *p,
             const char *end)
{
  line->kind = STRATA_LOG_KERNEL;
  line->tag = (StrataText){ "kernel", 6 };
  line->domain = strata_text (end, end);
  line->message = strata_text (p, end);
  return TRUE;
}

/* "2026-07-17T04:06:43,354000+08:00 message"; of the logs that are known here, only dmesg has a comma. */
static gboolean
parse_kernel_iso (StrataLogClock *clock,
                  const char *p,
                  const char *end,
                  StrataLogLine *line)
{
  static const char example[] = "2026-07-17T04:06:43,";
  const gsize n_bytes = strlen (example);

  if ((gsize) (end - p) < n_bytes || p[10] != 'T' || p[n_bytes - 1] != ',')
    return FALSE;

  p = strata_log_clock_parse (clock, p, end, &line->time_ns);
  if (p == NULL || p == end || *p != ' ')
    return FALSE;

  line->has_date = TRUE;
  line->pid = line->tid = -1;
  return take_kernel (line, p + 1, end);
}

/* "6,1234,12345678,-;message": level, number, microseconds since the start. */
static gboolean
parse_kmsg (const char *p,
            const char *end,
            StrataLogLine *line)
{
  guint64 numbers[3];

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      p = strata_text_parse_uint (p, end, G_MAXINT64 / 1000, &numbers[i]);
      if (p == NULL || p == end || *p++ != ',')
        return FALSE;
    }

  const char *message = memchr (p, ';', (gsize) (end - p));

  if (message == NULL)
    return FALSE;

  line->level = get_kernel_level (numbers[0]);
  line->time_ns = (gint64) numbers[2] * 1000;
  line->has_date = FALSE;
  line->pid = line->tid = -1;
  return take_kernel (line, message + 1, end);
}

/* Behind " <    0.000001>", the time since the line before. */
static const char *
skip_delta (const char *p,
            const char *end)
{
  const char *open = skip_blanks (p, end);
  const char *close = open < end && *open == '<' ? memchr (open, '>', (gsize) (end - open)) : NULL;

  return close != NULL ? close + 1 : p;
}

/* "[   12.345678] message", "[   12.345678][  T123] message" or "[Fri Jul 17 04:06:43 2026] message". */
static gboolean
parse_kernel (StrataLogClock *clock,
              const char *p,
              const char *end,
              StrataLogLine *line)
{
  guint64 tid;

  p = parse_kernel_level (p, end, &line->level);
  if (parse_kernel_iso (clock, p, end, line))
    return TRUE;
  if (end - p < 5 || *p != '[')
    return FALSE;

  const char *after = strata_log_clock_parse_ctime (clock, p + 1, end, &line->time_ns);

  line->has_date = after != NULL;
  if (after == NULL)
    after = parse_seconds (skip_blanks (p + 1, end), end, line);
  if (after != NULL)
    after = skip_delta (after, end);
  if (after == NULL || after == end || *after != ']')
    return FALSE;

  line->pid = line->tid = -1;
  p = skip_blanks (after + 1, end);
  if (end - p > 3 && *p == '[')
    {
      const char *digits = skip_blanks (p + 1, end);

      if (digits < end && *digits == 'T' && (after = strata_text_parse_uint (digits + 1, end, MOST_ID, &tid)) != NULL && after < end && *after == ']')
        {
          line->tid = (gint64) tid;
          p = skip_blanks (after + 1, end);
        }
    }

  return take_kernel (line, p, end);
}

/**
 * strata_log_line_parse:
 * @clock: the clock of the log
 * @text: a line without its end
 * @line: (out caller-allocates): what it says, unless there is %STRATA_LOG_NONE
 *
 * Returns: what the line is
 */
StrataLogLineKind
strata_log_line_parse (StrataLogClock *clock,
                       StrataText text,
                       StrataLogLine *line)
{
  const StrataText plain = strata_log_strip_colours (text);
  const char *end = plain.text + plain.n_bytes;
  const char *p = skip_blanks (plain.text, end);

  *line = (StrataLogLine){ .kind = STRATA_LOG_NONE };
  if (end - p < 5)
    return STRATA_LOG_NONE;
  if (end - p > 13 && memcmp (p, "--------- ", 10) == 0)
    return line->kind = STRATA_LOG_NOTE;
  if (*p == '[' || *p == '<' || g_ascii_islower (*p))
    return parse_head (clock, p, end, line) || parse_kernel (clock, p, end, line) ? line->kind : STRATA_LOG_NONE;
  if (!g_ascii_isdigit (*p))
    return STRATA_LOG_NONE;

  if (parse_kernel (clock, p, end, line) || parse_kmsg (p, end, line))
    return line->kind;

  p = parse_time (clock, p, end, line);
  if (p == NULL || p == end || *p != ' ' || (!parse_threadtime (p, end, line) && !parse_brief (p, end, line)))
    return STRATA_LOG_NONE;

  return line->kind;
}
