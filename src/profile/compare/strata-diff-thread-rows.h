/* strata-diff-thread-rows.h - the table of threads in a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-threads.h"
#include "strata-rows.h"

G_BEGIN_DECLS

extern const StrataRowClass strata_diff_thread_rows_class;
StrataRows *strata_diff_thread_rows_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES], GArray *threads);
const StrataDiffThread *strata_diff_thread_rows_get (const StrataRows *rows, guint row);
char *strata_diff_thread_dup_title (StrataTrace *trace, guint32 thread);

G_END_DECLS
