/* strata-ftrace-line.h - parses a line of ftrace text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

/* A part of a line, in the line's memory. */
typedef struct
{
  const char *text; /* the first byte; not NUL-terminated */
  gsize n_bytes;    /* how many there are */
} StrataText;

/* The fields of a line, as spans of its text. */
typedef struct
{
  gint64 time_ns;   /* time stamp */
  gint64 tgid;      /* the process of the task, or -1 if the column is missing or contains dashes */
  guint32 tid;      /* thread id of the task; 0 is the idle task */
  guint32 cpu;      /* number of the CPU */
  StrataText comm;  /* name of the task that wrote the event */
  StrataText flags; /* the latency flags; empty if there are none */
  StrataText event; /* name of the event; empty for a line of the function tracer */
  StrataText args;  /* the rest of the line */
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
 * @end: the end of the text
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
  const char *safe = end - p > 18 ? p + 18 : end; /* this many digits always fit */
  guint64 sum = 0;

  for (; p < safe && (guint8) (*p - '0') < 10; p++)
    sum = sum * 10 + (guint64) (*p - '0');

  if (G_UNLIKELY (p == safe && p < end))
    return strata_text_parse_long_uint (begin, end, max, value);

  *value = sum;
  return p > begin && sum <= max ? p : NULL;
}

G_END_DECLS
