/* strata-raw-rows.h - kept lines as a table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-raw-line.h"
#include "strata-table.h"
#include "strata-thread-index.h"

G_BEGIN_DECLS

const StrataTableColumn *strata_raw_rows_get_columns (StrataTrace *trace, guint *n_columns);
void strata_raw_rows_write (StrataTable *table, StrataTrace *trace, StrataThreadIndex *threads, const StrataRawLine *line);

G_END_DECLS
