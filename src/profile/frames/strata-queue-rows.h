/* strata-queue-rows.h - the table of tasks that waited in queues
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-rows.h"
#include "strata-trace.h"

G_BEGIN_DECLS

/* Columns of the table. A row is a task that waited when a freeze was logged. */
typedef enum
{
  STRATA_QUEUE_COLUMN_QUEUE,    /* priority of the queue */
  STRATA_QUEUE_COLUMN_POSITION, /* place in the queue, from 1 */
  STRATA_QUEUE_COLUMN_SENT,     /* when it was posted */
  STRATA_QUEUE_COLUMN_WAITED,   /* how long it waited until the log was written */
  STRATA_QUEUE_COLUMN_PID,      /* number of its process */
  STRATA_QUEUE_COLUMN_TID,      /* number of the thread whose queue it is */
  STRATA_QUEUE_COLUMN_PROCESS,  /* name of its process */
  STRATA_QUEUE_COLUMN_NAME,     /* its name */
  STRATA_QUEUE_COLUMN_ARGS,     /* who posted it */
} StrataQueueColumn;

GArray *strata_queue_tasks_find (StrataTrace *trace);
extern const StrataRowClass strata_queue_rows_class;
StrataRows *strata_queue_rows_new (StrataTrace *trace, GArray *tasks);

G_END_DECLS
