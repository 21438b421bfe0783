/* strata-list-queues.c - strata-cli list queues
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-list.h"
#include "strata-queue-rows.h"

/**
 * strata_list_queues:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 *
 * Lists the tasks that waited in the queues of a handler when a freeze was logged, by priority and by time.
 */
void
strata_list_queues (StrataTrace *trace,
                    StrataOutput *output,
                    StrataTableStyle style)
{
  g_autoptr (GArray) tasks = strata_queue_tasks_find (trace);
  g_autoptr (StrataRows) rows = strata_queue_rows_new (trace, tasks);

  strata_rows_print (rows, output, style);
}
