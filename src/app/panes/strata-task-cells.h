/* strata-task-cells.h - the cells of the table of long tasks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-compare-table.h"
#include "strata-session-frames.h"

G_BEGIN_DECLS

/**
 * StrataTaskColumn:
 *
 * Columns of the table.
 */
typedef enum
{
  STRATA_TASK_COLUMN_LEVEL,
  STRATA_TASK_COLUMN_DURATION,
  STRATA_TASK_COLUMN_LIMIT,
  STRATA_TASK_COLUMN_RUNNING,
  STRATA_TASK_COLUMN_TIME,
  STRATA_TASK_COLUMN_NAME,
  STRATA_TASK_COLUMN_REASON,
  STRATA_TASK_COLUMN_THREAD,
  STRATA_TASK_COLUMN_PROCESS,
} StrataTaskColumn;

typedef struct _StrataTaskCells StrataTaskCells;

const StrataCompareColumn *strata_task_cells_get_columns (guint *n_columns);
StrataTaskCells *strata_task_cells_new (StrataTrace *trace, const StrataLongTask *tasks, guint n_tasks);
void strata_task_cells_free (StrataTaskCells *self);
guint strata_task_cells_get_n_tasks (const StrataTaskCells *self);
StrataTableRows *strata_task_cells_new_rows (const StrataTaskCells *self, const GArray *rows);
const StrataLongTask *strata_task_cells_get (const StrataTaskCells *self, guint row);

G_END_DECLS
