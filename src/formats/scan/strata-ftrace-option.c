/* strata-ftrace-option.c - recognizes ftrace text that a kernel option makes unreadable
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-option.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-ftrace-event.h"

/* The options take effect when the trace is read from the kernel. So all of its lines look
 * alike, and the same trace can be read again without them. The forms of the lines were
 * recorded with kernel 6.18, except for function_graph. */

static const char *
skip_blanks (const char *p,
             const char *end)
{
  while (p < end && *p == ' ')
    p++;

  return p;
}

/* Skips digits and the blanks after them; NULL if there are fewer than @least. */
static const char *
skip_digits (const char *p,
             const char *end,
             gssize least,
             gboolean are_hex)
{
  const char *begin = p;

  while (p != NULL && p < end && (are_hex ? g_ascii_isxdigit (*p) : g_ascii_isdigit (*p)))
    p++;

  return p != NULL && p - begin >= least ? skip_blanks (p, end) : NULL;
}

static gboolean
ends_in_type (StrataText line)
{
  const char *end = line.text + line.n_bytes;
  const char *p = end;

  while (p > line.text && g_ascii_isdigit (p[-1]))
    p--;

  return p < end && p - line.text >= 6 && memcmp (p - 6, "type: ", 6) == 0;
}

/* "20077 0 56644295243471 type: 366", which is thread, CPU and ns */
static gboolean
is_raw (const char *p,
        const char *end)
{
  p = skip_digits (p, end, 1, FALSE);
  p = skip_digits (p, end, 1, FALSE);
  return skip_digits (p, end, 6, FALSE) != NULL;
}

/* "00004e6d 00000000 000033848703ed60 type: 374" */
static gboolean
is_hex (const char *p,
        const char *end)
{
  p = skip_digits (p, end, 8, TRUE);
  p = skip_digits (p, end, 8, TRUE);
  return skip_digits (p, end, 16, TRUE) != NULL;
}

static gboolean
is_bin (StrataText line)
{
  return ends_in_type (line) && memchr (line.text, '\0', line.n_bytes) != NULL;
}

/* "sched_waking: comm=…" */
static gboolean
is_event (const char *p,
          const char *end)
{
  const char *colon = memchr (p, ':', (gsize) (end - p));

  return colon != NULL && strata_ftrace_event_get_kind (strata_text (p, colon)) != STRATA_FTRACE_EVENT_OTHER;
}

/* " 0)   0.563 us    |  func();", with "|   0)   " after the time on request */
static gboolean
is_graph (const char *p,
          const char *end)
{
  const char *parenthesis = memchr (p, ')', (gsize) MIN (end - p, 40));
  const char *digits = parenthesis;

  while (digits != NULL && digits > p && g_ascii_isdigit (digits[-1]))
    digits--;

  return digits < parenthesis && (digits == p || digits[-1] == ' ') && memchr (parenthesis, '|', (gsize) (end - parenthesis)) != NULL;
}

/* "254,0    1 56720.350110154 23528  Q  RA 12654512 + 8 [dd]" */
static gboolean
is_blk_classic (const char *p,
                const char *end)
{
  const char *comma = memchr (p, ',', (gsize) MIN (end - p, 8));

  if (comma == NULL || skip_digits (p, comma, 1, FALSE) != comma)
    return FALSE;

  p = skip_digits (comma + 1, end, 1, FALSE);
  p = skip_digits (p, end, 1, FALSE);

  const char *point = skip_digits (p, end, 1, FALSE);

  return point != NULL && point < end && *point == '.' && skip_digits (point + 1, end, 9, FALSE) != NULL;
}

/* The mere text of a marker, "B|7|name" */
static gboolean
is_marker (StrataText line)
{
  const char *end = line.text + line.n_bytes;

  if (line.n_bytes < 3 || strchr ("BECSFINGH", line.text[0]) == NULL || line.text[1] != '|')
    return FALSE;

  const char *after = skip_digits (line.text + 2, end, 1, FALSE);

  return after != NULL && (after == end || *after == '|');
}

/**
 * strata_ftrace_option_find:
 * @line: a line that is not an event
 *
 * Returns: the option that makes it unreadable, if all lines are like it
 */
StrataFtraceOption
strata_ftrace_option_find (StrataText line)
{
  const char *end = line.text + line.n_bytes;
  const char *begin = skip_blanks (line.text, end);

  if (is_marker (line))
    return STRATA_FTRACE_OPTION_MSG_ONLY;
  if (is_hex (begin, end))
    return STRATA_FTRACE_OPTION_HEX;
  if (is_bin (line))
    return STRATA_FTRACE_OPTION_BIN;
  if (is_raw (begin, end))
    return STRATA_FTRACE_OPTION_RAW;
  if (is_blk_classic (begin, end))
    return STRATA_FTRACE_OPTION_BLK_CLASSIC;
  if (is_event (begin, end))
    return STRATA_FTRACE_OPTION_NO_CONTEXT;

  return is_graph (begin, end) ? STRATA_FTRACE_OPTION_GRAPH : STRATA_FTRACE_OPTION_NONE;
}

/**
 * strata_ftrace_option_get_text:
 * @option: the option that makes a text unreadable
 *
 * Returns: (nullable): a translated sentence that says so and what to do instead;
 *   %NULL for %STRATA_FTRACE_OPTION_NONE
 */
const char *
strata_ftrace_option_get_text (StrataFtraceOption option)
{
  switch (option)
    {
    case STRATA_FTRACE_OPTION_RAW:
      return _ ("this was read from the kernel with the trace option “raw”, which leaves names and texts out; write “noraw” to trace_options and read the trace again");
    case STRATA_FTRACE_OPTION_HEX:
      return _ ("this was read from the kernel with the trace option “hex”, which leaves names and texts out; write “nohex” to trace_options and read the trace again");
    case STRATA_FTRACE_OPTION_BIN:
      return _ ("this was read from the kernel with the trace option “bin”, which leaves names and texts out; write “nobin” to trace_options and read the trace again");
    case STRATA_FTRACE_OPTION_NO_CONTEXT:
      return _ ("this was read from the kernel without the trace option “context-info”, so no line contains its thread and time; write “context-info” to trace_options and read the trace again");
    case STRATA_FTRACE_OPTION_MSG_ONLY:
      return _ ("these are markers without thread and time; if the kernel wrote them, write “noprintk-msg-only” and “context-info” to trace_options and read the trace again");
    case STRATA_FTRACE_OPTION_GRAPH:
      return _ ("this is output of the tracer “function_graph”, which is not supported; write “nop” to current_tracer and record again");
    case STRATA_FTRACE_OPTION_BLK_CLASSIC:
      return _ ("this was read from the kernel with the trace option “blk_classic”, whose lines are not read; write “noblk_classic” to trace_options and read the trace again");
    case STRATA_FTRACE_OPTION_NONE:
      break;
    }

  return NULL;
}
