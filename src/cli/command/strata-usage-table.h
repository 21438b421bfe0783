/* strata-usage-table.h - the tables of strata-cli usage
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-slice-states.h"
#include "strata-table.h"
#include "strata-usage.h"

G_BEGIN_DECLS

void strata_usage_table_write_rows (const StrataUsage *usage, StrataOutput *output, StrataTableStyle style, StrataUsageBy by);
void strata_usage_table_write_cpus (const StrataUsage *usage, StrataOutput *output, StrataTableStyle style);
void strata_usage_table_write_cells (const StrataUsage *usage, StrataOutput *output, StrataTableStyle style, StrataUsageBy by);
void strata_usage_table_write_slice (StrataTrace *trace, StrataOutput *output, StrataTableStyle style, guint32 slice, const StrataSliceStates *split);

G_END_DECLS
