/* strata-ftrace-option.h - recognizes ftrace text that a kernel option makes unreadable
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

/* The option behind a line that is not an event. */
typedef enum
{
  STRATA_FTRACE_OPTION_NONE,        /* any other line */
  STRATA_FTRACE_OPTION_RAW,         /* numbers instead of names and texts */
  STRATA_FTRACE_OPTION_HEX,         /* the same in hexadecimal */
  STRATA_FTRACE_OPTION_BIN,         /* the same as bytes */
  STRATA_FTRACE_OPTION_NO_CONTEXT,  /* an event without a thread and a time */
  STRATA_FTRACE_OPTION_MSG_ONLY,    /* a marker without them */
  STRATA_FTRACE_OPTION_GRAPH,       /* a call of the function_graph tracer */
  STRATA_FTRACE_OPTION_BLK_CLASSIC, /* a line of the blk tracer in the format of blkparse */
} StrataFtraceOption;

StrataFtraceOption strata_ftrace_option_find (StrataText line);
const char *strata_ftrace_option_get_text (StrataFtraceOption option);

G_END_DECLS
