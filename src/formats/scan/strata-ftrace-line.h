/* strata-ftrace-line.h - one line of ftrace text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

/**
 * StrataText:
 * @text: the first byte, not NUL-ended
 * @n_bytes: how many there are
 *
 * A part of a line. It borrows the line's memory.
 */
typedef struct
{
  const char *text;
  gsize n_bytes;
} StrataText;

/**
 * StrataFtraceLine:
 * @time_ns: time stamp
 * @tgid: the process that the task is of, or -1 where the column is absent or holds dashes
 * @tid: thread id of the task; 0 is the idle task
 * @cpu: number of the CPU
 * @comm: name of the task that wrote the event
 * @flags: the latency flags, empty where there are none
 * @event: name of the event; empty for a line of the function tracer
 * @args: the rest of the line
 *
 * What a line says, as spans of its own text.
 */
typedef struct
{
  gint64 time_ns;
  gint64 tgid;
  guint32 tid;
  guint32 cpu;
  StrataText comm;
  StrataText flags;
  StrataText event;
  StrataText args;
} StrataFtraceLine;

gboolean strata_ftrace_line_parse (const char *text, gsize n_bytes, StrataFtraceLine *line);

static inline StrataText
strata_text (const char *begin,
             const char *end)
{
  return (StrataText){ begin, (gsize) (end - begin) };
}

static inline gboolean
strata_text_equals (StrataText text,
                    const char *word)
{
  return text.n_bytes == strlen (word) && memcmp (text.text, word, text.n_bytes) == 0;
}

const char *strata_text_parse_long_uint (const char *p, const char *end, guint64 max, guint64 *value);

/**
 * strata_text_parse_uint:
 * @p: where to read
 * @end: where the text ends
 * @max: the largest value to accept
 * @value: (out): the value
 *
 * Reads decimal digits.
 *
 * Returns: (nullable): the first byte after them; %NULL without a digit, or above @max
 */
static inline const char *
strata_text_parse_uint (const char *p,
                        const char *end,
                        guint64 max,
                        guint64 *value)
{
  const char *begin = p;
  const char *safe = end - p > 18 ? p + 18 : end; /* as many digits always fit */
  guint64 sum = 0;

  for (; p < safe && (guint8) (*p - '0') < 10; p++)
    sum = sum * 10 + (guint64) (*p - '0');

  if (G_UNLIKELY (p == safe && p < end))
    return strata_text_parse_long_uint (begin, end, max, value);

  *value = sum;
  return p > begin && sum <= max ? p : NULL;
}

G_END_DECLS
