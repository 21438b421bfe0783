/* strata-log-parts.c - parts that lines of several logs share
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-log-parts.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* Larger numbers of seconds count from 1970. */
#define LEAST_EPOCH_S 100000000

/**
 * strata_log_skip_blanks:
 * @p: a place in a line
 * @end: where the line ends
 *
 * Returns: the first byte after the blanks
 */
const char *
strata_log_skip_blanks (const char *p,
                        const char *end)
{
  while (p < end && (*p == ' ' || *p == '\t'))
    p++;

  return p;
}

/**
 * strata_log_skip_blank:
 * @p: a place in a line
 * @end: where the line ends
 *
 * Returns: after the blank that separates a message from what is in front of it; further ones are part of the message
 */
const char *
strata_log_skip_blank (const char *p,
                       const char *end)
{
  return p < end && *p == ' ' ? p + 1 : p;
}

/**
 * strata_log_skip_zone_name:
 * @p: the text after a time
 * @end: where the line ends
 *
 * Returns: after a name like " CST", whose offset is unknown; points to the blank that follows it
 */
const char *
strata_log_skip_zone_name (const char *p,
                           const char *end)
{
  const char *after = p < end && *p == ' ' ? p + 1 : p;

  while (after < end && g_ascii_isupper (*after))
    after++;

  return after - p > 3 && after < end && *after == ' ' ? after : p;
}

/**
 * strata_log_parse_seconds:
 * @p: where a number may begin
 * @end: where the line ends
 * @line: gets the time
 *
 * Parses "123.456789": seconds since boot or since 1970.
 *
 * Returns: (nullable): the first byte after it, or %NULL if there is none
 */
const char *
strata_log_parse_seconds (const char *p,
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

/**
 * strata_log_get_level:
 * @priority: of the kernel or of syslog, with or without a facility
 *
 * Returns: the level
 */
char
strata_log_get_level (guint64 priority)
{
  static const char by_number[] = "FFEEWIID";

  return by_number[priority & 7];
}
