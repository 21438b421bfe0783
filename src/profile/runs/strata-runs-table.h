/* strata-runs-table.h - tables of a comparison of sets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-runs-diff.h"
#include "strata-table.h"

G_BEGIN_DECLS

void strata_runs_table_write (StrataOutput *output, StrataRunsDiff *diff, StrataTableStyle style);
void strata_runs_table_write_runs (StrataOutput *output, const StrataRunsDiff *diff, StrataTableStyle style);

G_END_DECLS
