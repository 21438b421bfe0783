/* strata-run-names.h - the sums of names in a run, for all threads and for each role
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-run-sums.h"

G_BEGIN_DECLS

gboolean strata_run_names_add (StrataRunSums *sums, StrataTrace *trace, const StrataScope *scope, GCancellable *cancellable);
char *strata_run_names_dup_role (StrataTrace *trace, guint32 thread);
char *strata_run_names_dup_key (const char *name, const char *role);
char *strata_run_names_split (const char *key, const char **role);

G_END_DECLS
