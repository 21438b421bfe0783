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
  g_autoptr (StrataRows) rows = strata_task_rows_new (trace, (const StrataLongTask *) (gpointer) tasks->data, tasks->len);

  strata_rows_print (rows, output, style);
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
  g_autoptr (StrataRows) rows = strata_phase_rows_new (trace, (const StrataPhase *) (gpointer) phases->data, phases->len);

  strata_rows_print (rows, output, style);
}
