/* strata-task-cells.c - the cells of the table of long tasks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-task-cells.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-task-rows.h"
#include "strata-units.h"

/* The worst come first: severe ones, then by length. Reasons are found when a line
 * is first seen. */
struct _StrataTaskCells
{
  StrataTrace *trace;    /* owned */
  StrataLongTask *tasks; /* owned */
  guint n_tasks;
  char **reasons;     /* (array length=n_tasks) owned: NULL until looked for */
  gint64 *running_ns; /* (array length=n_tasks) owned: likewise */
};

static gint64
get_wall_ns (const StrataTaskCells *self,
             guint row)
{
  return strata_slice_table_get_wall_ns (strata_trace_get_slices (self->trace), self->tasks[row].slice);
}

static void
find_reason (StrataTaskCells *self,
             guint row)
{
  if (self->reasons[row] != NULL)
    return;

  g_autoptr (StrataCauses) causes = strata_causes_new_for_slice (self->trace, self->tasks[row].slice);
  const gboolean has_states = strata_trace_get_threads (self->trace, NULL)[self->tasks[row].thread].n_states > 0;
  guint n_causes;

  strata_causes_get (causes, &n_causes);

  g_autofree char *text = n_causes > 0 ? strata_causes_dup_text (causes, 0) : g_strdup ("");

  self->reasons[row] = g_utf8_make_valid (text, -1);
  self->running_ns[row] = has_states ? strata_causes_get_states_ns (causes)[STRATA_STATE_RUNNING] : STRATA_NO_TIME;
}

static char *
dup_duration (gint64 duration_ns)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (duration_ns != STRATA_NO_TIME ? strata_units_duration (duration_ns, text) : "");
}

static char *
dup_level (gpointer data,
           guint row)
{
  const StrataLongTask *task = &((StrataTaskCells *) data)->tasks[row];

  if (task->is_custom && task->level != STRATA_LONG_TASK_UNFINISHED)
    return g_strdup (_ ("Over its own limit"));

  return g_strdup (strata_long_task_level_get_name (task->level));
}

static double
get_level (gpointer data,
           guint row)
{
  const StrataLongTask *task = &((StrataTaskCells *) data)->tasks[row];

  return task->is_custom ? 0 : task->level + 1;
}

static char *
dup_wall (gpointer data,
          guint row)
{
  return dup_duration (get_wall_ns (data, row));
}

static double
get_wall (gpointer data,
          guint row)
{
  return (double) get_wall_ns (data, row);
}

static char *
dup_limit (gpointer data,
           guint row)
{
  return dup_duration (((StrataTaskCells *) data)->tasks[row].limit_ns);
}

static double
get_limit (gpointer data,
           guint row)
{
  return (double) ((StrataTaskCells *) data)->tasks[row].limit_ns;
}

static char *
dup_running (gpointer data,
             guint row)
{
  find_reason (data, row);
  return dup_duration (((StrataTaskCells *) data)->running_ns[row]);
}

static double
get_running (gpointer data,
             guint row)
{
  find_reason (data, row);

  const gint64 running_ns = ((StrataTaskCells *) data)->running_ns[row];

  return running_ns != STRATA_NO_TIME ? (double) running_ns : NAN;
}

static gint64
get_offset_ns (const StrataTaskCells *self,
               guint row)
{
  return strata_trace_get_slices (self->trace)->start_ns[self->tasks[row].slice] - strata_trace_get_span (self->trace).begin_ns;
}

static char *
dup_time (gpointer data,
          guint row)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (strata_units_offset (get_offset_ns (data, row), 1000, text));
}

static double
get_time (gpointer data,
          guint row)
{
  return (double) get_offset_ns (data, row);
}

static char *
dup_string (const StrataTaskCells *self,
            guint32 string)
{
  return g_utf8_make_valid (strata_trace_get_string (self->trace, string), -1);
}

static char *
dup_name (gpointer data,
          guint row)
{
  const StrataTaskCells *self = data;

  return dup_string (self, strata_trace_get_slices (self->trace)->name[self->tasks[row].slice]);
}

static char *
dup_reason (gpointer data,
            guint row)
{
  find_reason (data, row);
  return g_strdup (((StrataTaskCells *) data)->reasons[row]);
}

static const StrataThread *
get_thread (const StrataTaskCells *self,
            guint row)
{
  return &strata_trace_get_threads (self->trace, NULL)[self->tasks[row].thread];
}

static char *
dup_thread (gpointer data,
            guint row)
{
  const StrataThread *thread = get_thread (data, row);
  g_autofree char *name = dup_string (data, thread->name);

  return g_strdup_printf ("%s %" G_GINT64_FORMAT, name, thread->tid);
}

static char *
dup_process (gpointer data,
             guint row)
{
  const StrataTaskCells *self = data;
  const guint32 process = get_thread (self, row)->process;

  return process != STRATA_NONE ? dup_string (self, strata_trace_get_processes (self->trace, NULL)[process].name) : g_strdup ("");
}

static const StrataCompareColumn columns[] = {
  [STRATA_TASK_COLUMN_LEVEL] = { "level", N_ ("Level"), STRATA_CELLS_TEXT, FALSE, dup_level, get_level },
  [STRATA_TASK_COLUMN_DURATION] = { "dur_ns", N_ ("Duration"), STRATA_CELLS_NUMBER, FALSE, dup_wall, get_wall },
  [STRATA_TASK_COLUMN_LIMIT] = { "limit_ns", N_ ("Limit"), STRATA_CELLS_NUMBER, FALSE, dup_limit, get_limit },
  [STRATA_TASK_COLUMN_RUNNING] = { "running_ns", N_ ("Running"), STRATA_CELLS_NUMBER, FALSE, dup_running, get_running },
  [STRATA_TASK_COLUMN_TIME] = { "ts_ns", N_ ("Time"), STRATA_CELLS_NUMBER, FALSE, dup_time, get_time },
  [STRATA_TASK_COLUMN_NAME] = { "name", N_ ("Name"), STRATA_CELLS_TEXT, TRUE, dup_name, NULL },
  [STRATA_TASK_COLUMN_REASON] = { "reason", N_ ("Main reason"), STRATA_CELLS_TEXT, TRUE, dup_reason, NULL },
  [STRATA_TASK_COLUMN_THREAD] = { "thread", N_ ("Thread"), STRATA_CELLS_TEXT, FALSE, dup_thread, NULL },
  [STRATA_TASK_COLUMN_PROCESS] = { "process", N_ ("Process"), STRATA_CELLS_TEXT, FALSE, dup_process, NULL },
};

/**
 * strata_task_cells_get_columns:
 * @n_columns: (out): how many
 *
 * Returns: (transfer none) (array length=n_columns): the columns, by #StrataTaskColumn; their data are #StrataTaskCells
 */
const StrataCompareColumn *
strata_task_cells_get_columns (guint *n_columns)
{
  *n_columns = G_N_ELEMENTS (columns);

  return columns;
}

static int
compare_tasks (gconstpointer a,
               gconstpointer b,
               gpointer user_data)
{
  const StrataSliceTable *slices = strata_trace_get_slices (((const StrataTaskCells *) user_data)->trace);
  const StrataLongTask *left = a;
  const StrataLongTask *right = b;
  const gint64 left_ns = strata_slice_table_get_wall_ns (slices, left->slice);
  const gint64 right_ns = strata_slice_table_get_wall_ns (slices, right->slice);

  if (left->level != right->level)
    return left->level > right->level ? -1 : 1;

  return (left_ns < right_ns) - (left_ns > right_ns);
}

/**
 * strata_task_cells_new:
 * @trace: a trace
 * @tasks: (array length=n_tasks): what took too long in it
 * @n_tasks: how many
 *
 * Returns: (transfer full): the cells, the worst task first
 */
StrataTaskCells *
strata_task_cells_new (StrataTrace *trace,
                       const StrataLongTask *tasks,
                       guint n_tasks)
{
  StrataTaskCells *self = g_new (StrataTaskCells, 1);

  *self = (StrataTaskCells){
    .trace = g_object_ref (trace),
    .tasks = g_memdup2 (tasks, n_tasks * sizeof *tasks),
    .n_tasks = n_tasks,
    .reasons = g_new0 (char *, n_tasks + 1),
    .running_ns = g_new0 (gint64, n_tasks + 1),
  };

  if (n_tasks > 1)
    g_qsort_with_data (self->tasks, (int) n_tasks, sizeof *tasks, compare_tasks, self); /* stable */
  return self;
}

/**
 * strata_task_cells_free:
 * @self: (nullable) (transfer full): the cells
 */
void
strata_task_cells_free (StrataTaskCells *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < self->n_tasks; i++)
    g_free (self->reasons[i]);

  g_free (self->reasons);
  g_free (self->running_ns);
  g_free (self->tasks);
  g_object_unref (self->trace);
  g_free (self);
}

/**
 * strata_task_cells_get_n_tasks:
 * @self: (nullable): the cells
 *
 * Returns: how many tasks there are
 */
guint
strata_task_cells_get_n_tasks (const StrataTaskCells *self)
{
  return self != NULL ? self->n_tasks : 0;
}

/**
 * strata_task_cells_get:
 * @self: the cells
 * @row: number of a row
 *
 * Returns: (transfer none): its task
 */
const StrataLongTask *
strata_task_cells_get (const StrataTaskCells *self,
                       guint row)
{
  return &self->tasks[row];
}

/* What programs get is what the command line says. */
typedef struct
{
  StrataTrace *trace; /* owned */
  GArray *tasks;      /* owned (element-type StrataLongTask): as they were listed */
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  g_object_unref (picture->trace);
  g_array_unref (picture->tasks);
  g_free (picture);
}

static void
write_row (StrataTable *table,
           gpointer data,
           guint row)
{
  const Picture *picture = data;

  strata_task_rows_write (table, picture->trace, &g_array_index (picture->tasks, StrataLongTask, row));
}

/**
 * strata_task_cells_new_rows:
 * @self: the cells
 * @rows: (element-type guint): the rows that are wanted
 *
 * Returns: (transfer full) (nullable): what copies and exports say; %NULL for no rows
 */
StrataTableRows *
strata_task_cells_new_rows (const StrataTaskCells *self,
                            const GArray *rows)
{
  guint n_columns;
  const StrataTableColumn *written = strata_task_rows_get_columns (&n_columns);

  if (rows->len == 0)
    return NULL;

  Picture *picture = g_new (Picture, 1);

  *picture = (Picture){ g_object_ref (self->trace), g_array_sized_new (FALSE, FALSE, sizeof (StrataLongTask), rows->len) };
  for (guint i = 0; i < rows->len; i++)
    g_array_append_val (picture->tasks, self->tasks[g_array_index (rows, guint, i)]);

  return strata_table_rows_new (_ ("Long tasks"), written, n_columns, rows->len, write_row, picture, picture_free);
}
