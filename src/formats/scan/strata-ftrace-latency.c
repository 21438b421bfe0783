/* strata-ftrace-latency.c - parses a line of ftrace text in the latency format
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-latency.h"

#include <string.h>

/* With the option latency-format, kernels write fixed-width columns:
 *
 *   com.exam-20079     0d..2. 67834us+: EVENT: ARGS
 *
 * which are name, thread, CPU, flags, and µs since the first event; the mark after the
 * time shows how long it takes until the next event. With the option verbose:
 *
 *    com.example.app   20079   0 1 00000002 00000022 [d30435d2e] 67.834ms (+0.046ms): EVENT: ARGS
 *
 * where the number in brackets is the clock in µs. Clocks without a time unit are printed as
 * plain numbers in both formats. (Recorded with kernel 6.18.) */
#define COMM_COLUMNS 8
#define VERBOSE_COMM_COLUMNS 16
#define MAX_FLAGS 9
#define MAX_CPU 65535
#define MAX_US (G_MAXINT64 / 1000 - 1)

static const char *
skip_blanks (const char *p,
             const char *end)
{
  while (p != NULL && p < end && *p == ' ')
    p++;

  return p;
}

/* Reads a number, with or without blanks before it. */
static const char *
take_number (const char *p,
             const char *end,
             guint64 max,
             guint64 *value)
{
  p = skip_blanks (p, end);
  return p != NULL ? strata_text_parse_uint (p, end, max, value) : NULL;
}

static const char *
skip_hex (const char *p,
          const char *end,
          guint64 *value)
{
  const char *begin = skip_blanks (p, end);

  for (p = begin, *value = 0; p != NULL && p < end && g_ascii_isxdigit (*p); p++)
    *value = *value << 4 | (guint64) g_ascii_xdigit_value (*p);

  return p > begin && p - begin <= 16 ? p : NULL;
}

static const char *
take_flags (const char *p,
            const char *end,
            StrataFtraceLine *line)
{
  const char *begin = p;

  while (p < end && (g_ascii_isalnum (*p) || *p == '.' || *p == '#'))
    p++;

  line->flags = strata_text (begin, p);
  return p > begin && p - begin <= MAX_FLAGS && p < end && *p == ' ' ? p : NULL;
}

/* Reads "67834us+:" or, for a clock without a time unit, "67834:". */
static const char *
take_time (const char *p,
           const char *end,
           StrataFtraceLine *line)
{
  guint64 count;

  p = take_number (p, end, MAX_US, &count);
  if (p == NULL || p == end)
    return NULL;

  line->time_ns = (gint64) count;
  if (*p == ':')
    return p + 1;

  if (end - p < 4 || p[0] != 'u' || p[1] != 's' || g_ascii_isalnum (p[2]) || p[3] != ':')
    return NULL;

  line->time_ns *= 1000;
  return p + 4;
}

static const char *
parse_terse (const char *text,
             const char *end,
             StrataFtraceLine *line)
{
  guint64 tid, cpu;

  if (end - text <= COMM_COLUMNS || text[COMM_COLUMNS] != '-')
    return NULL;

  const char *p = take_number (text + COMM_COLUMNS + 1, end, G_MAXUINT32, &tid);
  const char *after_tid = p;

  p = take_number (p, end, MAX_CPU, &cpu);
  p = p != NULL && *after_tid == ' ' ? take_flags (p, end, line) : NULL;
  p = take_time (p, end, line);
  if (p == NULL)
    return NULL;

  line->comm = strata_text (skip_blanks (text, text + COMM_COLUMNS), text + COMM_COLUMNS);
  line->tid = (guint32) tid;
  line->cpu = (guint32) cpu;
  return p;
}

/* Reads "[d30435d2e] 67.834ms (+0.046ms):" or "000000000003e8f7 1234 (+1):". */
static const char *
take_verbose_time (const char *p,
                   const char *end,
                   StrataFtraceLine *line)
{
  guint64 count;

  p = skip_blanks (p, end);

  const gboolean is_time = p != NULL && p < end && *p == '[';

  p = p != NULL ? skip_hex (p + is_time, end, &count) : NULL;
  if (p == NULL || count > MAX_US || (is_time && (p == end || *p++ != ']')))
    return NULL;

  const char *close = memchr (p, ')', (gsize) (end - p));

  if (close == NULL || end - close < 2 || close[1] != ':' || memchr (p, '(', (gsize) (close - p)) == NULL)
    return NULL;

  line->time_ns = (gint64) count * (is_time ? 1000 : 1);
  return close + 2;
}

/* The flags are numbers here and not used. */
static const char *
parse_verbose (const char *text,
               const char *end,
               StrataFtraceLine *line)
{
  guint64 tid, cpu, ignored;

  if (end - text <= VERBOSE_COMM_COLUMNS || text[VERBOSE_COMM_COLUMNS] != ' ')
    return NULL;

  const char *p = take_number (text + VERBOSE_COMM_COLUMNS, end, G_MAXUINT32, &tid);

  p = take_number (p, end, MAX_CPU, &cpu);
  p = take_number (p, end, G_MAXUINT32, &ignored);
  p = skip_hex (p, end, &ignored);
  p = skip_hex (p, end, &ignored);
  p = take_verbose_time (p, end, line);
  if (p == NULL)
    return NULL;

  line->comm = strata_text (skip_blanks (text, text + VERBOSE_COMM_COLUMNS), text + VERBOSE_COMM_COLUMNS);
  line->flags = strata_text (p, p);
  line->tid = (guint32) tid;
  line->cpu = (guint32) cpu;
  return p;
}

/**
 * strata_ftrace_latency_parse_columns:
 * @text: a line without its end
 * @end: the end of the line
 * @line: (out caller-allocates): everything before the event; undefined if the line is not in this format
 *
 * Reads the columns of a line in the latency format.
 *
 * Returns: (nullable): the start of the event
 */
const char *
strata_ftrace_latency_parse_columns (const char *text,
                                     const char *end,
                                     StrataFtraceLine *line)
{
  const char *p = parse_terse (text, end, line);

  if (p == NULL)
    p = parse_verbose (text, end, line);

  line->tgid = -1;
  return p;
}

/* In the latency format, names have half of their usual space, and the flags directly follow the
 * CPU. Returns whether the name of the task may be incomplete. */
gboolean
strata_ftrace_latency_cuts_comm (const StrataFtraceLine *line)
{
  return line->comm.n_bytes == COMM_COLUMNS && line->flags.n_bytes > 0 && g_ascii_isdigit (line->flags.text[-1]);
}
