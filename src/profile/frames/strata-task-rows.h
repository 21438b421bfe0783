/* strata-task-rows.h - the table of long tasks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-long-tasks.h"
#include "strata-rows.h"

G_BEGIN_DECLS

/* Columns of the table. A row is a task, by its index. */
typedef enum
{
  STRATA_TASK_COLUMN_TIME,        /* when it began */
  STRATA_TASK_COLUMN_DURATION,    /* how long it took */
  STRATA_TASK_COLUMN_LEVEL,       /* how severe that is */
  STRATA_TASK_COLUMN_LIMIT,       /* how long it was allowed to take */
  STRATA_TASK_COLUMN_RUNNING,     /* how long its thread ran in it */
  STRATA_TASK_COLUMN_PID,         /* number of its process */
  STRATA_TASK_COLUMN_TID,         /* number of its thread */
  STRATA_TASK_COLUMN_PROCESS,     /* name of its process */
  STRATA_TASK_COLUMN_THREAD,      /* name of its thread */
  STRATA_TASK_COLUMN_NAME,        /* its name */
  STRATA_TASK_COLUMN_REASON,      /* the main cause */
  STRATA_TASK_COLUMN_REASON_KIND, /* the kind of that */
  STRATA_TASK_COLUMN_REASON_TIME, /* how much time the main cause took */
} StrataTaskColumn;

extern const StrataRowClass strata_task_rows_class;
StrataRows *strata_task_rows_new (StrataTrace *trace, const StrataLongTask *tasks, guint n_tasks);
const StrataLongTask *strata_task_rows_get_task (const StrataRows *rows, guint row);

G_END_DECLS
