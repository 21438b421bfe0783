/* strata-diff-relative-rows.h - the table of callers and callees of a name in a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff.h"
#include "strata-rows.h"

G_BEGIN_DECLS

extern const StrataRowClass strata_diff_relative_rows_class;
StrataRows *strata_diff_relative_rows_new (StrataDiff *diff, guint32 row, GPtrArray *relatives);
const char *strata_diff_relative_rows_get_name (const StrataRows *rows, guint row);

G_END_DECLS
