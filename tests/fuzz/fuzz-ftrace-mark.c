/* fuzz-ftrace-mark.c - any bytes, parsed as the marker of a program
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

#include "strata-ftrace-mark.h"

static void
check_within (StrataText text,
              StrataText payload)
{
  fuzz_assert (text.n_bytes == 0 || (text.text >= payload.text && text.text + text.n_bytes <= payload.text + payload.n_bytes));
}

static void
check_mark (const StrataFtraceMark *mark,
            StrataText payload)
{
  const StrataText parts[] = { mark->name, mark->track, mark->chain, mark->category, mark->args, mark->extra };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    check_within (parts[i], payload);
  fuzz_assert (mark->phase >= 0);
  fuzz_assert (mark->pid >= -1);
  fuzz_assert (mark->level == 0 || mark->level == 'D' || mark->level == 'I' || mark->level == 'C' || mark->level == 'M');
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  const StrataText payload = { (const char *) data, n_bytes };
  StrataFtraceMark mark;

  if (strata_ftrace_mark_parse (payload, &mark))
    {
      check_mark (&mark, payload);
      if (mark.flags & STRATA_FTRACE_MARK_MAYBE_HITRACE)
        strata_ftrace_mark_resolve (&mark);
      check_mark (&mark, payload);
    }

  return 0;
}
