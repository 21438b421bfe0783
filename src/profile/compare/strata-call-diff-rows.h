/* strata-call-diff-rows.h - the table of two calls and all calls inside them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-call-match.h"
#include "strata-rows.h"

G_BEGIN_DECLS

extern const StrataRowClass strata_call_diff_rows_class;
StrataRows *strata_call_diff_rows_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES], GArray *calls);
const StrataCallDiff *strata_call_diff_rows_get (const StrataRows *rows, guint row);

G_END_DECLS
