/* strata-task-rows.c - the table of long tasks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-task-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-causes.h"
#include "strata-trace-cells.h"
#include "strata-trace-titles.h"

/* Found on first use, because finding a reason walks through the task.
 */
typedef struct
{
  gint64 running_ns; /* STRATA_NO_TIME if the trace has no states of the thread */
  char *reason;      /* owned; nullable */
  const char *kind;  /* static; nullable */
  gint64 reason_ns;
} Details;

typedef struct
{
  StrataTrace *trace;    /* owned */
  StrataLongTask *tasks; /* (array length=n_tasks) owned */
  guint n_tasks;
  gboolean *is_namesake; /* owned: by process */

  GMutex lock;
  Details **details; /* (array length=n_tasks) owned: NULL until first used */
} Data;

static void
data_free (gpointer user_data)
{
  Data *data = user_data;

  for (guint i = 0; i < data->n_tasks; i++)
    {
      if (data->details[i] != NULL)
        g_free (data->details[i]->reason);
      g_free (data->details[i]);
    }

  g_free (data->details);
  g_free (data->is_namesake);
  g_free (data->tasks);
  g_mutex_clear (&data->lock);
  g_object_unref (data->trace);
  g_free (data);
}

/* By the scheduler, else by the thread's CPU clock. */
static gint64
get_running_ns (StrataTrace *trace,
                const StrataLongTask *task,
                const StrataCauses *causes)
{
  if (strata_trace_get_threads (trace, NULL)[task->thread].n_states > 0)
    return strata_causes_get_states_ns (causes)[STRATA_STATE_RUNNING];

  return strata_trace_has_cpu_time (trace, task->slice) ? strata_slice_table_get_cpu_ns (strata_trace_get_slices (trace), task->slice) : STRATA_NO_TIME;
}

static Details *
find_details (const Data *data,
              const StrataLongTask *task)
{
  g_autoptr (StrataCauses) causes = strata_causes_new_for_slice (data->trace, task->slice);
  Details *details = g_new0 (Details, 1);
  guint n_causes;
  const StrataCause *cause = strata_causes_get (causes, &n_causes);

  details->running_ns = get_running_ns (data->trace, task, causes);
  if (n_causes == 0)
    return details;

  details->reason = strata_causes_dup_text (causes, 0);
  details->kind = strata_cause_kind_get_id (cause->kind);
  details->reason_ns = cause->total_ns;
  return details;
}

static void
get_detail (Data *data,
            guint row,
            guint column,
            StrataCell *cell)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&data->lock);

  if (data->details[row] == NULL)
    data->details[row] = find_details (data, &data->tasks[row]);

  const Details *details = data->details[row];

  if (column == STRATA_TASK_COLUMN_RUNNING)
    strata_cell_set_number (cell, details->running_ns);
  else if (column == STRATA_TASK_COLUMN_REASON)
    strata_cell_set_text (cell, details->reason != NULL ? details->reason : "");
  else if (column == STRATA_TASK_COLUMN_REASON_KIND)
    strata_cell_set_text (cell, details->reason != NULL ? details->kind : "");
  else
    strata_trace_cells_set_known (cell, details->reason != NULL, details->reason_ns);
}

static gboolean
get (StrataRow row,
     guint column,
     StrataCell *cell)
{
  Data *data = row.data;
  const StrataLongTask *task = &data->tasks[row.number];
  const StrataSliceTable *slices = strata_trace_get_slices (data->trace);
  const guint32 process = strata_trace_get_threads (data->trace, NULL)[task->thread].process;

  switch (column)
    {
    case STRATA_TASK_COLUMN_TIME:
      strata_cell_set_number (cell, slices->start_ns[task->slice]);
      break;
    case STRATA_TASK_COLUMN_DURATION:
      strata_cell_set_number (cell, strata_slice_table_get_wall_ns (slices, task->slice));
      break;
    case STRATA_TASK_COLUMN_LEVEL:
      strata_cell_set_text (cell, strata_long_task_level_get_id (task->level));
      break;
    case STRATA_TASK_COLUMN_LIMIT:
      strata_cell_set_number (cell, task->limit_ns);
      break;
    case STRATA_TASK_COLUMN_PID:
      strata_trace_cells_set_pid (cell, data->trace, process);
      break;
    case STRATA_TASK_COLUMN_TID:
      strata_trace_cells_set_tid (cell, data->trace, task->thread);
      break;
    case STRATA_TASK_COLUMN_PROCESS:
      strata_trace_cells_set_process_name (cell, data->trace, process);
      break;
    case STRATA_TASK_COLUMN_THREAD:
      strata_trace_cells_set_thread_name (cell, data->trace, task->thread);
      break;
    case STRATA_TASK_COLUMN_NAME:
      strata_trace_cells_set_string (cell, data->trace, slices->name[task->slice]);
      break;
    default:
      get_detail (data, row.number, column, cell);
    }

  return TRUE;
}

static const char *
get_level (const StrataLongTask *task)
{
  if (task->is_custom && task->level != STRATA_LONG_TASK_UNFINISHED)
    return _ ("Over its separate limit");

  return strata_long_task_level_get_name (task->level);
}

/* The name of a process, with its id if others have that name. */
static void
show_process (const Data *data,
              guint32 process,
              StrataCell *cell)
{
  if (process != STRATA_NONE && data->is_namesake[process])
    strata_cell_take_text (cell, strata_trace_titles_dup_process (data->trace, process));
}

static gboolean
show (StrataRow row,
      guint column,
      StrataCell *cell)
{
  const Data *data = row.data;
  const StrataLongTask *task = &data->tasks[row.number];

  if (column == STRATA_TASK_COLUMN_LEVEL)
    strata_cell_set_text (cell, get_level (task));
  else if (column == STRATA_TASK_COLUMN_THREAD)
    strata_cell_take_text (cell, strata_trace_titles_dup_thread (data->trace, task->thread));
  else if (column == STRATA_TASK_COLUMN_PROCESS)
    show_process (data, strata_trace_get_threads (data->trace, NULL)[task->thread].process, cell);

  return cell->kind != STRATA_VALUE_UNKNOWN;
}

static gboolean
sort (StrataRow row,
      guint column,
      StrataCell *cell)
{
  const StrataLongTask *task = &((Data *) row.data)->tasks[row.number];

  if (column != STRATA_TASK_COLUMN_LEVEL)
    return FALSE;

  strata_cell_set_number (cell, task->is_custom ? 0 : (gint64) task->level + 1);
  return TRUE;
}

static const StrataTableColumn columns[] = {
  [STRATA_TASK_COLUMN_TIME] = { "ts_ns", N_ ("Time"), STRATA_CELL_TIME,
                                .is_reversed = TRUE },
  [STRATA_TASK_COLUMN_DURATION] = { "dur_ns", N_ ("Duration"),
                                    STRATA_CELL_DURATION },
  [STRATA_TASK_COLUMN_LEVEL] = { "level", N_ ("Level"), STRATA_CELL_TEXT,
                                 .is_reversed = TRUE },
  [STRATA_TASK_COLUMN_LIMIT] = { "limit_ns", N_ ("Limit"),
                                 STRATA_CELL_DURATION },
  [STRATA_TASK_COLUMN_RUNNING] = { "running_ns", N_ ("Running"),
                                   STRATA_CELL_DURATION },
  [STRATA_TASK_COLUMN_PID] = { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  [STRATA_TASK_COLUMN_TID] = { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  [STRATA_TASK_COLUMN_PROCESS] = { "process", N_ ("Process"), STRATA_CELL_TEXT },
  [STRATA_TASK_COLUMN_THREAD] = { "thread", N_ ("Thread"), STRATA_CELL_TEXT,
                                  .n_chars = 18 },
  [STRATA_TASK_COLUMN_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT,
                                .is_wide = TRUE },
  [STRATA_TASK_COLUMN_REASON] = { "reason", N_ ("Main reason"),
                                  STRATA_CELL_TEXT, .is_wide = TRUE },
  [STRATA_TASK_COLUMN_REASON_KIND] = { "reason_kind", N_ ("Kind"),
                                       STRATA_CELL_TEXT },
  [STRATA_TASK_COLUMN_REASON_TIME] = { "reason_ns", N_ ("Its time"),
                                       STRATA_CELL_DURATION },
};

static const guint8 shown[] = {
  STRATA_TASK_COLUMN_LEVEL,
  STRATA_TASK_COLUMN_DURATION,
  STRATA_TASK_COLUMN_LIMIT,
  STRATA_TASK_COLUMN_RUNNING,
  STRATA_TASK_COLUMN_TIME,
  STRATA_TASK_COLUMN_NAME,
  STRATA_TASK_COLUMN_REASON,
  STRATA_TASK_COLUMN_THREAD,
  STRATA_TASK_COLUMN_PROCESS,
};

const StrataRowClass strata_task_rows_class = {
  STRATA_ROW_COLUMNS (columns),
  .shown = STRATA_COLUMN_LIST (shown),
  .get = get,
  .show = show,
  .sort = sort,
  .free_data = data_free,
};

/* Returns which processes with calls have the name of another one, as the renderers of Chrome. */
static gboolean *
find_namesakes (StrataTrace *trace)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (NULL, NULL); /* to a process + 1 */
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);
  guint n_processes;
  const StrataProcess *processes = strata_trace_get_processes (trace, &n_processes);
  gboolean *is_namesake = g_new0 (gboolean, MAX (n_processes, 1));

  for (guint i = 0; i < n_tracks; i++)
    {
      const guint32 process = tracks[i].kind == STRATA_TRACK_THREAD && tracks[i].n_slices > 0 ? threads[tracks[i].thread].process : STRATA_NONE;
      const gpointer name = process != STRATA_NONE ? GUINT_TO_POINTER (processes[process].name) : NULL;
      const guint other = process != STRATA_NONE ? GPOINTER_TO_UINT (g_hash_table_lookup (by_name, name)) : 0;

      if (process != STRATA_NONE && other == 0)
        g_hash_table_insert (by_name, name, GUINT_TO_POINTER (process + 1));
      else if (process != STRATA_NONE && other - 1 != process)
        is_namesake[process] = is_namesake[other - 1] = TRUE;
    }

  return is_namesake;
}

/**
 * strata_task_rows_new:
 * @trace: a trace
 * @tasks: (array length=n_tasks): its long tasks; copied
 * @n_tasks: how many
 *
 * Returns: (transfer full): a row for each task, by its index
 */
StrataRows *
strata_task_rows_new (StrataTrace *trace,
                      const StrataLongTask *tasks,
                      guint n_tasks)
{
  Data *data = g_new0 (Data, 1);

  data->trace = g_object_ref (trace);
  data->tasks = g_memdup2 (tasks, n_tasks * sizeof *tasks);
  data->n_tasks = n_tasks;
  data->is_namesake = find_namesakes (trace);
  data->details = g_new0 (Details *, MAX (n_tasks, 1));
  g_mutex_init (&data->lock);

  StrataRows *rows = strata_rows_new (&strata_task_rows_class, data, n_tasks);

  strata_rows_set_axis (rows, strata_trace_get_span (trace));
  return rows;
}

const StrataLongTask *
strata_task_rows_get_task (const StrataRows *rows,
                           guint row)
{
  return &((Data *) strata_rows_get_data (rows))->tasks[row];
}
