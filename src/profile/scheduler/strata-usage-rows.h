/* strata-usage-rows.h - the rows of a usage as tables for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-table.h"
#include "strata-usage.h"

G_BEGIN_DECLS

const StrataTableColumn *strata_usage_rows_get_columns (StrataUsageBy by, guint *n_columns);
void strata_usage_rows_write (StrataTable *table, const StrataUsage *usage, StrataUsageBy by, guint row);
const StrataTableColumn *strata_usage_rows_get_cell_columns (guint *n_columns);
void strata_usage_rows_write_cell (StrataTable *table, const StrataUsage *usage, StrataUsageBy by, const StrataUsageCell *cell);

G_END_DECLS
