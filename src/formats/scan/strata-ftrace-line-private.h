/* strata-ftrace-line-private.h - shared parts of the ftrace line parser
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"
#include "strata-word.h"

G_BEGIN_DECLS

/* Reads the six digits and the colon that kernels write, all at once: after the colon and the next
 * byte are shifted out, the digits are the upper bytes of the word. */
static inline gboolean
strata_ftrace_parse_micros (const char *p,
                            const char *end,
                            gint64 *micros)
{
  if (G_UNLIKELY (end - p < 8))
    return FALSE;

  const guint64 word = strata_word_load (p);
  guint64 digits = word << 16 ^ G_GUINT64_CONSTANT (0x3030303030303030);

  /* the two bytes before the digits become zero */
  digits &= ~G_GUINT64_CONSTANT (0xffff);
  if ((guint8) (word >> 48) != ':' || ((digits | (digits + G_GUINT64_CONSTANT (0x0606060606060606))) & G_GUINT64_CONSTANT (0xf0f0f0f0f0f0f0f0)) != 0)
    return FALSE;

  digits = (digits * 10 + (digits >> 8)) & G_GUINT64_CONSTANT (0x00ff00ff00ff00ff);
  digits = (digits * 100 + (digits >> 16)) & G_GUINT64_CONSTANT (0x0000ffff0000ffff);
  *micros = (gint64) ((digits * 10000 + (digits >> 32)) & 0xffffffff);
  return TRUE;
}

/* strata-ftrace-line.c */
const char *strata_ftrace_line_parse_columns (const char *text, const char *end, StrataFtraceLine *line);

/* Parses "EVENT: ARGS" at @p into the event and arguments of @line, which point into the text.
 * With @needs_name a line without an event name, as the function tracer writes, is refused. */
gboolean strata_ftrace_line_parse_event (const char *p, const char *end, gboolean needs_name, StrataFtraceLine *line);

G_END_DECLS
