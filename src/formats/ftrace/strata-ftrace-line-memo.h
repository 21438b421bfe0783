/* strata-ftrace-line-memo.h - caches parsed parts of lines
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

/* The number of a writer or tail encodes its slot in a table of this size and how often the
 * slot was overwritten. */
#define STRATA_FTRACE_N_WRITERS 1024
#define STRATA_FTRACE_N_TAILS 4096

/**
 * StrataFtraceKnown:
 * @writer: number of the text before the CPU, or 0 if that is not cached
 * @tail: number of the text after the time, or 0 if that is not cached
 *
 * The parts that a line shares with others. Within a memo, equal numbers mean equal bytes.
 */
typedef struct
{
  guint32 writer;
  guint32 tail;
} StrataFtraceKnown;

typedef struct _StrataFtraceLineMemo StrataFtraceLineMemo;

StrataFtraceLineMemo *strata_ftrace_line_memo_new (void);
void strata_ftrace_line_memo_free (StrataFtraceLineMemo *self);
gboolean strata_ftrace_line_memo_parse (StrataFtraceLineMemo *self, const char *text, gsize n_bytes, StrataFtraceLine *line, StrataFtraceKnown *known);
gboolean strata_ftrace_line_memo_has_script (StrataFtraceLineMemo *self);
void strata_ftrace_line_memo_learn_tail (StrataFtraceLineMemo *self, const char *end, StrataFtraceKnown *known);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceLineMemo, strata_ftrace_line_memo_free)

G_END_DECLS
