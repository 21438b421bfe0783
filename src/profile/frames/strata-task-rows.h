/* strata-task-rows.h - long tasks as a table for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-long-tasks.h"
#include "strata-table.h"

G_BEGIN_DECLS

const StrataTableColumn *strata_task_rows_get_columns (guint *n_columns);
void strata_task_rows_write (StrataTable *table, StrataTrace *trace, const StrataLongTask *task);

G_END_DECLS
