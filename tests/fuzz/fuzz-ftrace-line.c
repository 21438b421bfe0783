/* fuzz-ftrace-line.c - any bytes, parsed as lines of ftrace text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

#include <string.h>

#include "strata-ftrace-lexer.h"

static void
check_within (StrataText text,
              const char *line,
              gsize n_bytes)
{
  fuzz_assert (text.n_bytes == 0 || (text.text >= line && text.text + text.n_bytes <= line + n_bytes));
}

static gboolean
is_same (StrataText a,
         StrataText b)
{
  return a.n_bytes == b.n_bytes && (a.n_bytes == 0 || a.text == b.text);
}

static gboolean
check_line (const char *text,
            gsize n_bytes,
            StrataFtraceLine *line)
{
  if (!strata_ftrace_line_parse (text, n_bytes, line))
    return FALSE;

  check_within (line->comm, text, n_bytes);
  check_within (line->flags, text, n_bytes);
  check_within (line->event, text, n_bytes);
  check_within (line->args, text, n_bytes);
  fuzz_assert (line->tgid >= -1);
  fuzz_assert (line->time_ns >= 0);
  return TRUE;
}

/* Cached prefixes of earlier lines must not change the result. */
static void
check_memo (StrataFtraceLineMemo *memo,
            const char *text,
            gsize n_bytes)
{
  StrataFtraceLine expected;
  StrataFtraceLexed lexed;

  while (n_bytes > 0 && (text[n_bytes - 1] == '\r' || text[n_bytes - 1] == '\0'))
    n_bytes--;

  const gboolean is_event = check_line (text, n_bytes, &expected);

  strata_ftrace_lex (memo, (StrataText){ text, n_bytes }, &lexed);
  fuzz_assert (lexed.is_event == (is_event != FALSE));
  if (!is_event)
    return;

  if (lexed.kind == STRATA_FTRACE_EVENT_MARK)
    expected.args = strata_ftrace_event_get_payload (expected.event, expected.args);

  const StrataFtraceLine line = lexed.line;

  fuzz_assert (is_same (line.comm, expected.comm) && is_same (line.flags, expected.flags));
  fuzz_assert (is_same (line.event, expected.event) && is_same (line.args, expected.args));
  fuzz_assert (line.tid == expected.tid && line.tgid == expected.tgid && line.cpu == expected.cpu);
  fuzz_assert (line.time_ns == expected.time_ns);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  const char *text = (const char *) data;
  const char *end = text + n_bytes;
  StrataFtraceLine line;

  check_line (text, n_bytes, &line);

  g_autoptr (StrataFtraceLineMemo) memo = strata_ftrace_line_memo_new ();

  while (text < end)
    {
      const char *line_end = memchr (text, '\n', (gsize) (end - text));

      if (line_end == NULL)
        line_end = end;
      check_memo (memo, text, (gsize) (line_end - text));
      text = line_end + 1;
    }

  return 0;
}
