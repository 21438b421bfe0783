/* strata-ftrace-dump.h - lists of the threads that ran while a capture was made
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-tasks.h"

G_BEGIN_DECLS

typedef struct _StrataFtraceDump StrataFtraceDump;

StrataFtraceDump *strata_ftrace_dump_new (void);
void strata_ftrace_dump_free (StrataFtraceDump *self);
gboolean strata_ftrace_dump_is_dump (const char *data, gsize n_bytes);
gboolean strata_ftrace_dump_take_line (StrataFtraceDump *self, StrataText line);
void strata_ftrace_dump_apply (const StrataFtraceDump *self, StrataFtraceTasks *tasks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceDump, strata_ftrace_dump_free)

G_END_DECLS
