/* strata-log-kernel.c - a line of dmesg, or a record of /dev/kmsg
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-log-parts.h"

/* Formats: dmesg(1) with seconds since boot, with seconds since the previous line (-d), with dates (-T), with
 * ISO 8601 dates, with steps (-e, --reltime: a minute, then the seconds since the previous line), and with
 * facility and level (-x); records of /dev/kmsg. */

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

      *level = strata_log_get_level (number);
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
  const char *after = strata_log_skip_blanks (word_end, end);

  if (found == '\0' || after == end || *after != ':')
    return p;

  *level = found;
  return strata_log_skip_blanks (after + 1, end);
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

/* "2026-07-17T04:06:43,354000+08:00 message". Among the known logs, only dmesg uses a comma. */
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

/**
 * strata_log_kernel_parse_record:
 * @p: start of a line
 * @end: its end
 * @line: the parsed line
 *
 * Parses "6,1234,12345678,-;message": level, number, microseconds since boot.
 *
 * Returns: whether it is a record of /dev/kmsg
 */
gboolean
strata_log_kernel_parse_record (const char *p,
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

  line->level = strata_log_get_level (numbers[0]);
  line->time_ns = (gint64) numbers[2] * 1000;
  line->has_date = FALSE;
  line->pid = line->tid = -1;
  return take_kernel (line, message + 1, end);
}

/* Skips " <    0.000001>", the time since the previous line. */
static const char *
skip_delta (const char *p,
            const char *end)
{
  const char *open = strata_log_skip_blanks (p, end);
  const char *close = open < end && *open == '<' ? memchr (open, '>', (gsize) (end - open)) : NULL;

  return close != NULL ? close + 1 : p;
}

/* "  +0.000123", "  -0.000123" or "<    0.000123>": the time since the previous line. For the first line of a part of a log it means nothing. */
static const char *
parse_step (StrataLogClock *clock,
            const char *p,
            const char *end,
            StrataLogLine *line)
{
  const char *digits = strata_log_skip_blanks (p, end);
  const gboolean is_delta = digits < end && *digits == '<';
  StrataLogLine step;

  if (digits == end || (*digits != '+' && *digits != '-' && !is_delta))
    return NULL;

  const char *after = strata_log_parse_seconds (strata_log_skip_blanks (digits + 1, end), end, &step);

  if (after == NULL || (is_delta && (after == end || *after != '>')))
    return NULL;

  strata_log_clock_step (clock, *digits == '-' ? -step.time_ns : step.time_ns);
  line->has_date = clock->has_minute;
  line->time_ns = clock->step_ns;
  return after + is_delta;
}

/* Parses the text between the brackets in front of a message; in the journal, spaces follow it. */
static const char *
parse_bracket (StrataLogClock *clock,
               const char *p,
               const char *end,
               StrataLogLine *line)
{
  const char *after = strata_log_clock_parse_ctime (clock, p, end, &line->time_ns);

  if (after == NULL)
    after = strata_log_clock_parse_minute (clock, p, end, &line->time_ns);
  line->has_date = after != NULL;
  if (after == NULL)
    after = parse_step (clock, p, end, line);
  if (after == NULL)
    after = strata_log_parse_seconds (strata_log_skip_blanks (p, end), end, line);

  return after != NULL ? strata_log_skip_blanks (skip_delta (after, end), end) : NULL;
}

/* "[  T123]" or "[    C0]": the thread, or the CPU of an interrupt. */
static const char *
skip_caller (const char *p,
             const char *end,
             StrataLogLine *line)
{
  const char *letter = p < end && *p == '[' ? strata_log_skip_blanks (p + 1, end) : end;
  guint64 number;

  if (letter == end || (*letter != 'T' && *letter != 'C'))
    return p;

  const char *after = strata_text_parse_uint (letter + 1, end, STRATA_LOG_MOST_ID, &number);

  if (after == NULL || after == end || *after != ']')
    return p;
  if (*letter == 'T')
    line->tid = (gint64) number;

  return strata_log_skip_blank (after + 1, end);
}

/**
 * strata_log_kernel_parse:
 * @clock: the clock of the log
 * @p: start of a line
 * @end: its end
 * @line: the parsed line
 *
 * Parses "[   12.345678] message", "[   12.345678][  T123] message", "[Fri Jul 17 04:06:43 2026] message",
 * "[Jul17 04:06] message", "[  +0.000123] message", and the same after "<6>" or "kern  :info  : ".
 *
 * Returns: whether it is a line of dmesg
 */
gboolean
strata_log_kernel_parse (StrataLogClock *clock,
                         const char *p,
                         const char *end,
                         StrataLogLine *line)
{
  p = parse_kernel_level (p, end, &line->level);
  if (parse_kernel_iso (clock, p, end, line))
    return TRUE;
  if (end - p < 5 || *p != '[')
    return FALSE;

  const char *after = parse_bracket (clock, p + 1, end, line);

  if (after == NULL || after == end || *after != ']')
    return FALSE;

  line->pid = line->tid = -1;
  return take_kernel (line, skip_caller (strata_log_skip_blank (after + 1, end), end, line), end);
}
