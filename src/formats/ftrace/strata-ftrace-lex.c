/* strata-ftrace-lex.c - parses a line as far as possible by itself
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-lexer.h"

#include <string.h>

#include "strata-ftrace-line-private.h"

/* Parses the most frequent payloads. The others are parsed when they are used, because some
 * depend on earlier lines. */
static void
lex_payload (StrataFtraceLexed *lexed)
{
  switch ((StrataFtraceEventKind) lexed->kind)
    {
    case STRATA_FTRACE_EVENT_MARK:
      lexed->is_good = strata_ftrace_mark_parse_short (strata_ftrace_event_get_payload (lexed->line.event, lexed->line.args), &lexed->mark) != FALSE;
      break;
    case STRATA_FTRACE_EVENT_SWITCH:
      lexed->is_good = strata_ftrace_event_parse_switch (lexed->line.args, &lexed->sched) != FALSE;
      break;
    case STRATA_FTRACE_EVENT_WAKE:
      lexed->is_good = strata_ftrace_event_parse_wake (lexed->line.args, &lexed->woken) != FALSE;
      break;
    case STRATA_FTRACE_EVENT_KERNEL:
    case STRATA_FTRACE_EVENT_WAKE_NEW:
    case STRATA_FTRACE_EVENT_EXIT:
    case STRATA_FTRACE_EVENT_FREE:
    case STRATA_FTRACE_EVENT_BLOCKED:
    case STRATA_FTRACE_EVENT_RENAME:
    case STRATA_FTRACE_EVENT_NEW_TASK:
    case STRATA_FTRACE_EVENT_FORK:
    case STRATA_FTRACE_EVENT_EXEC:
    case STRATA_FTRACE_EVENT_OTHER:
      break;
    }
}

/* Begins and ends whose meaning is certain. */
static gboolean
is_worth_knowing (const StrataFtraceLexed *lexed)
{
  return lexed->kind == STRATA_FTRACE_EVENT_MARK && lexed->is_good && (lexed->mark.phase == 'B' || lexed->mark.phase == 'E') &&
         (lexed->mark.flags & ~(guint32) STRATA_FTRACE_MARK_HITRACE) == 0;
}

static void
lex_event (StrataFtraceLexed *lexed)
{
  StrataKernelKind kernel_kind = STRATA_KERNEL_OTHER;

  lexed->kind = strata_ftrace_event_get_kinds (lexed->line.event, &kernel_kind);
  lexed->kernel_kind = kernel_kind;
  lex_payload (lexed);
}

static const char *
skip_zeros (const char *p,
            const char *end)
{
  while (p < end && *p == '\0')
    p++;

  return p;
}

/* If a line contains a hole, returns the text before it, or the text after it if there is none before. */
static StrataText
leave_hole (StrataText text,
            guint8 *hole)
{
  const char *const end = text.text + text.n_bytes;
  const char *p = text.text;
  const char *zeros;

  while ((zeros = memchr (p, '\0', (gsize) (end - p))) != NULL)
    {
      p = skip_zeros (zeros, end);
      if (p - zeros < STRATA_FTRACE_HOLE_BYTES)
        continue;

      *hole = zeros > text.text ? STRATA_FTRACE_HOLE_BEHIND : STRATA_FTRACE_HOLE_BEFORE;
      return zeros > text.text ? strata_text (text.text, zeros) : strata_text (p, end);
    }

  return text;
}

/* The script in old systrace pages ends its lines this way. */
static inline gboolean
ends_in_script (StrataText text)
{
  return text.n_bytes >= 3 && text.text[text.n_bytes - 1] == '\\' && memcmp (text.text + text.n_bytes - 3, "\\n", 2) == 0;
}

/**
 * strata_ftrace_lex:
 * @memo: the earlier lines
 * @text: a line without its '\n'
 * @lexed: (out): its parts
 *
 * Splits a line into its parts. Drops line ends of other systems, the NUL that some writers
 * add, and everything after %STRATA_FTRACE_MAX_LINE_BYTES. A known tail is not split.
 */
void
strata_ftrace_lex (StrataFtraceLineMemo *memo,
                   StrataText text,
                   StrataFtraceLexed *lexed)
{
  lexed->hole = STRATA_FTRACE_HOLE_NONE;
  if (G_UNLIKELY (text.n_bytes >= STRATA_FTRACE_HOLE_BYTES))
    text = leave_hole (text, &lexed->hole);

  lexed->is_long = text.n_bytes > STRATA_FTRACE_MAX_LINE_BYTES;
  if (G_UNLIKELY (lexed->is_long))
    text.n_bytes = STRATA_FTRACE_MAX_LINE_BYTES;

  while (text.n_bytes > 0 && (text.text[text.n_bytes - 1] == '\r' || text.text[text.n_bytes - 1] == '\0'))
    text.n_bytes--;

  if (G_UNLIKELY (ends_in_script (text)) && strata_ftrace_line_memo_has_script (memo))
    text.n_bytes -= 3;

  lexed->text = text;
  lexed->n_empty = 0;
  lexed->is_event = strata_ftrace_line_memo_parse (memo, text.text, text.n_bytes, &lexed->line, &lexed->known) != FALSE;
  lexed->kind = STRATA_FTRACE_EVENT_OTHER;
  lexed->is_open = lexed->known.tail != 0;
  if (lexed->is_open || G_UNLIKELY (!lexed->is_event))
    return;

  lex_event (lexed);
  if (is_worth_knowing (lexed))
    strata_ftrace_line_memo_learn_tail (memo, text.text + text.n_bytes, &lexed->known);
}

/**
 * strata_ftrace_lex_tail:
 * @lexed: a line with a known tail
 *
 * Splits the tail of a line even though it is known.
 */
void
strata_ftrace_lex_tail (StrataFtraceLexed *lexed)
{
  const char *tail = lexed->line.args.text;

  lexed->is_open = FALSE;
  strata_ftrace_line_parse_event (tail, tail + lexed->line.args.n_bytes, TRUE, &lexed->line);
  lex_event (lexed);
}
