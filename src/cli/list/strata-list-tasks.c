/* strata-list-tasks.c - strata-cli list tasks and phases
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-list.h"
#include "strata-phase-rows.h"
#include "strata-task-rows.h"

/**
 * strata_list_long_tasks:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 * @limits: what may take how long
 *
 * Lists the tasks that took too long, with the main reason.
 */
void
strata_list_long_tasks (StrataTrace *trace,
                        StrataOutput *output,
                        StrataTableStyle style,
                        const StrataTaskLimits *limits)
{
  g_autoptr (GArray) tasks = strata_long_tasks_find (trace, limits);
  guint n_columns;
  const StrataTableColumn *columns = strata_task_rows_get_columns (&n_columns);
  StrataTable *table = strata_table_new (output, style, columns, n_columns);

  for (guint i = 0; i < tasks->len; i++)
    strata_task_rows_write (table, trace, &g_array_index (tasks, StrataLongTask, i));

  strata_table_close (table);
}

/**
 * strata_list_tasks:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 *
 * Lists the tasks that took longer than HiCollie allows.
 */
void
strata_list_tasks (StrataTrace *trace,
                   StrataOutput *output,
                   StrataTableStyle style)
{
  g_autoptr (StrataTaskLimits) limits = strata_task_limits_new (STRATA_LONG_TASK_WARN_NS, STRATA_LONG_TASK_SEVERE_NS);

  strata_list_long_tasks (trace, output, style, limits);
}

/**
 * strata_list_phases:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 *
 * Lists how long inputs took to their pictures, and apps to start.
 */
void
strata_list_phases (StrataTrace *trace,
                    StrataOutput *output,
                    StrataTableStyle style)
{
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  g_autoptr (GArray) phases = strata_phases_find (frames);
  guint n_columns;
  const StrataTableColumn *columns = strata_phase_rows_get_columns (&n_columns);
  StrataTable *table = strata_table_new (output, style, columns, n_columns);

  for (guint i = 0; i < phases->len; i++)
    strata_phase_rows_write (table, trace, &g_array_index (phases, StrataPhase, i));

  strata_table_close (table);
}
