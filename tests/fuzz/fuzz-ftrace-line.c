/* fuzz-ftrace-line.c - any bytes, taken for a line of ftrace text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

#include "strata-ftrace-line.h"

static void
check_within (StrataText text,
              const char *line,
              gsize n_bytes)
{
  fuzz_assert (text.n_bytes == 0 || (text.text >= line && text.text + text.n_bytes <= line + n_bytes));
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  const char *text = (const char *) data;
  StrataFtraceLine line;

  if (strata_ftrace_line_parse (text, n_bytes, &line))
    {
      check_within (line.comm, text, n_bytes);
      check_within (line.flags, text, n_bytes);
      check_within (line.event, text, n_bytes);
      check_within (line.args, text, n_bytes);
      fuzz_assert (line.tgid >= -1);
      fuzz_assert (line.time_ns >= 0);
    }

  return 0;
}
