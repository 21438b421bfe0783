/* strata-task-rows.c - long tasks as a table for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-task-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-causes.h"
#include "strata-trace-cells.h"

/* The command line and the exports of the window share these: a contract. */
static const StrataTableColumn columns[] = {
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION },
  { "level", N_ ("Level"), STRATA_CELL_TEXT },
  { "limit_ns", N_ ("Limit"), STRATA_CELL_DURATION },
  { "running_ns", N_ ("Running"), STRATA_CELL_DURATION },
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "process", N_ ("Process"), STRATA_CELL_TEXT },
  { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
  { "reason", N_ ("Main reason"), STRATA_CELL_TEXT },
  { "reason_kind", N_ ("Kind"), STRATA_CELL_TEXT },
  { "reason_ns", N_ ("Its time"), STRATA_CELL_DURATION },
};

/**
 * strata_task_rows_get_columns:
 * @n_columns: (out): how many
 *
 * Returns: (transfer none) (array length=n_columns): the columns
 */
const StrataTableColumn *
strata_task_rows_get_columns (guint *n_columns)
{
  *n_columns = G_N_ELEMENTS (columns);

  return columns;
}

static void
add_reason (StrataTable *table,
            const StrataCauses *causes)
{
  guint n_causes;
  const StrataCause *cause = strata_causes_get (causes, &n_causes);

  if (n_causes == 0)
    {
      strata_table_text (table, "");
      strata_table_text (table, "");
      strata_table_unknown (table);
      return;
    }

  g_autofree char *text = strata_causes_dup_text (causes, 0);

  strata_table_text (table, text);
  strata_table_text (table, strata_cause_kind_get_id (cause->kind));
  strata_table_number (table, cause->total_ns);
}

/* By the scheduler, else by the CPU clock of the thread. */
static gint64
get_running_ns (StrataTrace *trace,
                const StrataLongTask *task,
                const StrataCauses *causes)
{
  if (strata_trace_get_threads (trace, NULL)[task->thread].n_states > 0)
    return strata_causes_get_states_ns (causes)[STRATA_STATE_RUNNING];

  return strata_trace_has_cpu_time (trace, task->slice) ? strata_slice_table_get_cpu_ns (strata_trace_get_slices (trace), task->slice) : STRATA_NO_TIME;
}

/**
 * strata_task_rows_write:
 * @table: a table with the columns
 * @trace: a trace
 * @task: one of its tasks
 *
 * Writes the row of a task, with the main reason.
 */
void
strata_task_rows_write (StrataTable *table,
                        StrataTrace *trace,
                        const StrataLongTask *task)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  g_autoptr (StrataCauses) causes = strata_causes_new_for_slice (trace, task->slice);
  const StrataThread *thread = strata_trace_get_threads (trace, NULL) + task->thread;

  strata_table_number (table, slices->start_ns[task->slice]);
  strata_table_number (table, strata_slice_table_get_wall_ns (slices, task->slice));
  strata_table_text (table, strata_long_task_level_get_id (task->level));
  strata_table_number (table, task->limit_ns);
  strata_table_number (table, get_running_ns (trace, task, causes));
  strata_trace_cells_add_pid (table, trace, thread->process);
  strata_trace_cells_add_tid (table, trace, task->thread);
  strata_trace_cells_add_process_name (table, trace, thread->process);
  strata_trace_cells_add_thread_name (table, trace, task->thread);
  strata_trace_cells_add_string (table, trace, slices->name[task->slice]);
  add_reason (table, causes);
}
