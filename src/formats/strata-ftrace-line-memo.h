/* strata-ftrace-line-memo.h - beginnings of lines that were read before
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

typedef struct _StrataFtraceLineMemo StrataFtraceLineMemo;

StrataFtraceLineMemo *strata_ftrace_line_memo_new (void);
void strata_ftrace_line_memo_free (StrataFtraceLineMemo *self);
gboolean strata_ftrace_line_memo_parse (StrataFtraceLineMemo *self, const char *text, gsize n_bytes, StrataFtraceLine *line);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceLineMemo, strata_ftrace_line_memo_free)

G_END_DECLS
