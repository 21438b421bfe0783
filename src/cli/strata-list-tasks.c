/* strata-list-tasks.c - strata-cli list tasks and phases
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "strata-causes.h"
#include "strata-list.h"
#include "strata-phases.h"

static const StrataTableColumn task_columns[] = {
  { "ts_ns", N_ ("Time (s)"), STRATA_CELL_TIME },
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

static const StrataTableColumn phase_columns[] = {
  { "ts_ns", N_ ("Time (s)"), STRATA_CELL_TIME },
  { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION },
  { "kind", N_ ("Kind"), STRATA_CELL_TEXT },
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "process", N_ ("Process"), STRATA_CELL_TEXT },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
};

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

static void
add_task (StrataTable *table,
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
  strata_table_number (table, thread->n_states > 0 ? strata_causes_get_states_ns (causes)[STRATA_STATE_RUNNING] : STRATA_NO_TIME);
  strata_trace_cells_add_pid (table, trace, thread->process);
  strata_trace_cells_add_tid (table, trace, task->thread);
  strata_trace_cells_add_process_name (table, trace, thread->process);
  strata_trace_cells_add_thread_name (table, trace, task->thread);
  strata_trace_cells_add_string (table, trace, slices->name[task->slice]);
  add_reason (table, causes);
}

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
  StrataTable *table = strata_table_new (output, style, task_columns, G_N_ELEMENTS (task_columns));

  for (guint i = 0; i < tasks->len; i++)
    add_task (table, trace, &g_array_index (tasks, StrataLongTask, i));

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
  StrataTable *table = strata_table_new (output, style, phase_columns, G_N_ELEMENTS (phase_columns));

  for (guint i = 0; i < phases->len; i++)
    {
      const StrataPhase *phase = &g_array_index (phases, StrataPhase, i);

      strata_table_number (table, phase->begin_ns);
      strata_table_number (table, phase->end_ns - phase->begin_ns);
      strata_table_text (table, strata_phase_kind_get_id (phase->kind));
      strata_trace_cells_add_pid (table, trace, phase->process);
      strata_trace_cells_add_process_name (table, trace, phase->process);
      strata_trace_cells_add_string (table, trace, phase->name);
    }

  strata_table_close (table);
}
