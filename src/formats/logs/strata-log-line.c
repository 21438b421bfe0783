/* strata-log-line.c - parses lines of logcat, hilog and other logs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-log-line.h"

#include <string.h>

#include "strata-log-lines.h"
#include "strata-log-parts.h"

/* Formats: logcat(1), those "-v" formats with a time: threadtime, time, long, epoch, monotonic, each with the
 * modifiers year, zone, UTC, usec, nsec, uid and color; hilog, which is like threadtime with a domain in front of
 * the tag, and may have the zone in front of the date; both also as copied from the log panes of Android Studio
 * and DevEco Studio. */

static const char *
parse_time (StrataLogClock *clock,
            const char *p,
            const char *end,
            StrataLogLine *line)
{
  const char *after = strata_log_clock_parse (clock, p, end, &line->time_ns);

  line->has_date = after != NULL;
  return after != NULL ? after : strata_log_parse_seconds (p, end, line);
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
  gboolean is_domain = end - p > 7 && p[6] == '/' && strchr ("ACDIKP", p[0]) != NULL;

  for (int i = 1; i < 6 && is_domain; i++)
    is_domain = g_ascii_isxdigit (p[i]);

  while (end > p && end[-1] == ' ')
    end--;

  line->kind = is_domain ? STRATA_LOG_HARMONY : STRATA_LOG_ANDROID;
  line->domain = is_domain ? strata_text (p, p + 6) : strata_text (p, p);
  line->tag = strata_text (is_domain ? p + 7 : p, end);
}

/* The tag ends at the first ": ", or at a colon at the end of the line. */
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
      const char *begin = strata_log_skip_blanks (p, end);
      const char *after = strata_text_parse_uint (begin, end, STRATA_LOG_MOST_ID, &id);

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

  p = strata_log_skip_blanks (p, end);
  if (n_ids < 2 || end - p < 2 || !is_level (*p) || p[1] != ' ')
    return FALSE;

  line->pid = ids[0];
  line->tid = ids[1];
  line->level = get_level (*p);
  return take_tag_and_message (line, strata_log_skip_blanks (p + 2, end), end);
}

/* Skips "10123:" or "u0_a123:", which the modifier uid puts in front of a process. */
static const char *
skip_user (const char *p,
           const char *end)
{
  const char *after = strata_log_skip_blanks (p, end);

  while (after < end && (g_ascii_isalnum (*after) || *after == '_'))
    after++;

  return after < end && *after == ':' ? strata_log_skip_blanks (after + 1, end) : p;
}

/* "I/Tag( 1234): message"; with the modifier uid, "(10123: 1234)". */
static gboolean
parse_brief (const char *p,
             const char *end,
             StrataLogLine *line)
{
  p = strata_log_skip_blanks (p, end);
  if (end - p < 4 || !is_level (*p) || p[1] != '/')
    return FALSE;

  for (const char *open = p + 2; open < end; open++)
    if (*open == '(')
      {
        guint64 pid;
        const char *digits = strata_log_skip_blanks (skip_user (open + 1, end), end);
        const char *after = strata_text_parse_uint (digits, end, STRATA_LOG_MOST_ID, &pid);

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

  p = strata_text_parse_uint (strata_log_skip_blanks (p, end), end, STRATA_LOG_MOST_ID, &pid);
  p = p != NULL && p < end && *p == ':' ? strata_text_parse_uint (strata_log_skip_blanks (p + 1, end), end, STRATA_LOG_MOST_ID, &tid) : NULL;
  if (p == NULL || p == end || *p != ' ')
    return NULL;

  line->pid = (gint64) pid;
  line->tid = (gint64) tid;
  return strata_log_skip_blanks (p, end);
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
  p = parse_time (clock, strata_log_skip_blanks (p + 1, end), end, line);
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

/* "1234-1250", as written by the Studios. */
static const char *
parse_id_pair (const char *p,
               const char *end,
               StrataLogLine *line)
{
  guint64 pid;
  guint64 tid;

  p = strata_text_parse_uint (strata_log_skip_blanks (p, end), end, STRATA_LOG_MOST_ID, &pid);
  p = p != NULL && p < end && *p == '-' ? strata_text_parse_uint (p + 1, end, STRATA_LOG_MOST_ID, &tid) : NULL;
  if (p == NULL)
    return NULL;

  line->pid = (gint64) pid;
  line->tid = (gint64) tid;
  return p;
}

/* Parses the column at @p, which ends at two spaces or at the end of the line. */
static const char *
parse_column (const char *p,
              const char *end,
              StrataText *column)
{
  const char *begin = strata_log_skip_blanks (p, end);

  for (p = begin; p < end && (*p != ' ' || (p + 1 < end && p[1] != ' ')); p++)
    ;

  *column = strata_text (begin, p);
  return strata_log_skip_blanks (p, end);
}

/* "/com.example I/Tag: message", the format of Android Studio before version 2022. */
static gboolean
parse_package_line (const char *p,
                    const char *end,
                    StrataLogLine *line)
{
  const char *blank = p < end && *p == '/' ? memchr (p, ' ', (gsize) (end - p)) : NULL;

  if (blank == NULL || end - blank < 4 || !is_level (blank[1]) || blank[2] != '/')
    return FALSE;

  line->level = get_level (blank[1]);
  return take_tag_and_message (line, blank + 3, end);
}

/* "1234-1250  Tag   com.example   I  message". A tag or package that fills its column is followed by one space, and the package may be missing. */
static gboolean
parse_studio (const char *p,
              const char *end,
              StrataLogLine *line)
{
  StrataText tag;

  p = parse_id_pair (p, end, line);
  if (p == NULL || p == end)
    return FALSE;
  if (*p == '/')
    return parse_package_line (p, end, line);

  p = parse_column (p, end, &tag);
  for (const char *level = p; level + 1 < end; level++)
    if (level[-1] == ' ' && is_level (*level) && level[1] == ' ')
      {
        line->level = get_level (*level);
        take_tag (line, tag.text, tag.text + tag.n_bytes);
        line->message = strata_text (strata_log_skip_blanks (level + 1, end), end);
        return tag.n_bytes > 0;
      }

  return FALSE;
}

static gboolean
is_note (const char *p,
         const char *end)
{
  return (end - p > 13 && memcmp (p, "--------- ", 10) == 0) || (end - p > 6 && memcmp (p, "-- ", 3) == 0 && memcmp (end - 3, " --", 3) == 0);
}

/* Parses lines that begin with a bracket, a syslog priority, or a word. */
static gboolean
parse_other (StrataLogClock *clock,
             const char *p,
             const char *end,
             StrataLogLine *line)
{
  return parse_head (clock, p, end, line) || strata_log_kernel_parse (clock, p, end, line) || strata_log_system_parse (clock, p, end, line);
}

/* Parses lines that begin with the time. */
static gboolean
parse_dated (StrataLogClock *clock,
             const char *p,
             const char *end,
             StrataLogLine *line)
{
  const char *after = parse_time (clock, p, end, line);

  if (after != NULL)
    after = strata_log_skip_zone_name (after, end);

  return after != NULL && after < end && *after == ' ' && (parse_threadtime (after, end, line) || parse_brief (after, end, line) || parse_studio (after, end, line));
}

/**
 * strata_log_line_parse:
 * @clock: the clock of the log
 * @text: a line without its end and without colours
 * @line: (out caller-allocates): the parsed line, unless the result is %STRATA_LOG_NONE
 *
 * Returns: the kind of line
 */
StrataLogLineKind
strata_log_line_parse (StrataLogClock *clock,
                       StrataText text,
                       StrataLogLine *line)
{
  const char *end = text.text + text.n_bytes;

  while (end > text.text && (end[-1] == '\r' || end[-1] == '\n'))
    end--;

  const char *p = strata_log_skip_blanks (text.text, end);

  *line = (StrataLogLine){ .kind = STRATA_LOG_NONE };
  if (end - p < 5)
    return STRATA_LOG_NONE;
  if (is_note (p, end))
    return line->kind = STRATA_LOG_NOTE;
  if (g_ascii_isdigit (*p) ? strata_log_kernel_parse (clock, p, end, line) || strata_log_kernel_parse_record (p, end, line) || parse_dated (clock, p, end, line) || strata_log_system_parse (clock, p, end, line)
                           : parse_other (clock, p, end, line) || parse_dated (clock, p, end, line))
    return line->kind;

  return line->kind = STRATA_LOG_NONE;
}

/**
 * strata_log_find_host:
 * @clock: the clock of the log
 * @text: the start of a log
 *
 * Finds out whether a log that looks like dmesg is the journal with times since boot (journalctl -o short-monotonic):
 * all messages begin with the name of the host, followed by that of a program.
 *
 * Returns: the host; empty if there is none
 */
StrataText
strata_log_find_host (StrataLogClock *clock,
                      StrataText text)
{
  const char *p = text.text;
  const char *end = p + text.n_bytes;
  StrataText host = { "", 0 };
  StrataText whole;

  while (strata_log_lines_next_of (&p, end, &whole))
    {
      StrataLogLine line;

      if (strata_log_line_parse (clock, whole, &line) != STRATA_LOG_KERNEL || p == end)
        continue;

      const char *message_end = line.message.text + line.message.n_bytes;
      const char *blank = memchr (line.message.text, ' ', line.message.n_bytes);
      const StrataText word = strata_text (line.message.text, blank != NULL ? blank : message_end);

      if (host.n_bytes == 0 && !strata_log_system_has_origin (strata_text (blank != NULL ? blank + 1 : message_end, message_end)))
        return (StrataText){ "", 0 };
      if (host.n_bytes == 0)
        host = word;
      if (word.n_bytes != host.n_bytes || memcmp (word.text, host.text, host.n_bytes) != 0)
        return (StrataText){ "", 0 };
    }

  return host;
}
