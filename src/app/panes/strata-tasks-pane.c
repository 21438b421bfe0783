/* strata-tasks-pane.c - which tasks took too long, and why
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tasks-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-limits-button.h"
#include "strata-task-cells.h"
#include "strata-units.h"

/* The worst is first, and its reasons are there from the start. A line that somebody
 * chooses is shown on the timeline. */
struct _StrataTasksPane
{
  GtkWidget parent_instance;

  GtkWidget *paned;
  StrataCompareTable *table;  /* borrowed from the paned */
  StrataCausesBox *causes;    /* likewise */
  StrataLimitsButton *limits; /* borrowed from the table */
  GtkLabel *summary;          /* likewise */

  StrataSession *session; /* owned; nullable */
};

G_DEFINE_FINAL_TYPE (StrataTasksPane, strata_tasks_pane, GTK_TYPE_WIDGET)

/* No task is called long without its rule. */
static char *
dup_rule (const StrataTaskCells *cells,
          guint row)
{
  const StrataLongTask *task = strata_task_cells_get (cells, row);
  char limit[STRATA_UNITS_BYTES];

  strata_units_duration (task->limit_ns, limit);
  if (task->is_custom)
    return g_strdup_printf (_ ("Longer than %s, the limit of its own for this name or thread"), limit);

  if (task->level == STRATA_LONG_TASK_UNFINISHED)
    return g_strdup_printf (_ ("Not finished: longer than %s when its thread was last seen"), limit);

  return g_strdup_printf (task->level == STRATA_LONG_TASK_SEVERE ? _ ("Severe: a task of a main thread, longer than %s") : _ ("Warning: a task of a main thread, longer than %s"), limit);
}

static void
show_causes (StrataTasksPane *self,
             guint row)
{
  const StrataTaskCells *cells = strata_compare_table_get_data (self->table);

  strata_causes_box_clear (self->causes);
  if (self->session == NULL || row >= strata_task_cells_get_n_tasks (cells))
    return;

  StrataTrace *trace = strata_session_get_trace (self->session);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 slice = strata_task_cells_get (cells, row)->slice;
  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, slices->name[slice]), -1);
  char duration[STRATA_UNITS_BYTES];
  g_autofree char *rule = dup_rule (cells, row);
  /* Translators: the first is a name, the second a duration */
  g_autofree char *title = g_strdup_printf (_ ("Why “%s” took %s"), name, strata_units_duration (strata_slice_table_get_wall_ns (slices, slice), duration));

  strata_causes_box_show (self->causes, self->session, strata_causes_new_for_slice (trace, slice), title, rule);
}

static char *
dup_summary (const StrataLongTask *tasks,
             guint n_tasks)
{
  guint n_severe = 0;

  for (guint i = 0; i < n_tasks; i++)
    n_severe += tasks[i].level == STRATA_LONG_TASK_SEVERE;

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u long task, %u severe", "%u long tasks, %u severe", n_tasks), n_tasks, n_severe);
}

static void
show_tasks (StrataTasksPane *self)
{
  guint n_tasks = 0;
  const StrataLongTask *tasks = self->session != NULL ? strata_session_get_long_tasks (self->session, &n_tasks) : NULL;
  StrataTaskCells *cells = tasks != NULL ? strata_task_cells_new (strata_session_get_trace (self->session), tasks, n_tasks) : NULL;
  g_autofree char *summary = dup_summary (tasks, n_tasks);

  strata_compare_table_set (self->table, cells, (GDestroyNotify) strata_task_cells_free, n_tasks);
  gtk_label_set_label (self->summary, summary);
  show_causes (self, 0);
}

static void
on_row_chosen (StrataTasksPane *self,
               guint row)
{
  const StrataTaskCells *cells = strata_compare_table_get_data (self->table);

  if (row >= strata_task_cells_get_n_tasks (cells))
    return;

  show_causes (self, row);
  strata_session_select_task (self->session, strata_task_cells_get (cells, row)->slice);
}

static StrataTableRows *
take_rows (gpointer user_data,
           gboolean is_selection)
{
  StrataTasksPane *self = user_data;
  g_autoptr (GArray) rows = strata_compare_table_list_rows (self->table, is_selection);

  return strata_task_cells_new_rows (strata_compare_table_get_data (self->table), rows);
}

/**
 * strata_tasks_pane_set_session:
 * @self: the pane
 * @session: (nullable): whose tasks to look at
 *
 * Shows the long tasks of a session.
 */
void
strata_tasks_pane_set_session (StrataTasksPane *self,
                               StrataSession *session)
{
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  if (!g_set_object (&self->session, session))
    return;

  strata_limits_button_set_session (self->limits, session);
  show_tasks (self);
  if (session != NULL)
    g_signal_connect_object (session, "frames-changed", G_CALLBACK (show_tasks), self, G_CONNECT_SWAPPED);
}

/**
 * strata_tasks_pane_add_switcher:
 * @self: the pane
 * @switcher: what leads to what else was slow
 *
 * Puts it into the bar.
 */
void
strata_tasks_pane_add_switcher (StrataTasksPane *self,
                                GtkWidget *switcher)
{
  strata_compare_table_add_header (self->table, switcher);
  strata_compare_table_add_header (self->table, GTK_WIDGET (self->limits));
  strata_compare_table_add_header (self->table, GTK_WIDGET (self->summary));
}

/**
 * strata_tasks_pane_get_table:
 * @self: the pane
 *
 * Returns: (transfer none): its lines
 */
StrataCompareTable *
strata_tasks_pane_get_table (StrataTasksPane *self)
{
  return self->table;
}

/**
 * strata_tasks_pane_get_causes:
 * @self: the pane
 *
 * Returns: (transfer none): why the chosen task took so long
 */
StrataCausesBox *
strata_tasks_pane_get_causes (StrataTasksPane *self)
{
  return self->causes;
}

static void
strata_tasks_pane_dispose (GObject *object)
{
  StrataTasksPane *self = STRATA_TASKS_PANE (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_pointer (&self->paned, gtk_widget_unparent);
  g_clear_object (&self->limits);
  g_clear_object (&self->summary);

  G_OBJECT_CLASS (strata_tasks_pane_parent_class)->dispose (object);
}

static void
strata_tasks_pane_class_init (StrataTasksPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_tasks_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
strata_tasks_pane_init (StrataTasksPane *self)
{
  guint n_columns;
  const StrataCompareColumn *columns = strata_task_cells_get_columns (&n_columns);

  self->paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  self->table = STRATA_COMPARE_TABLE (strata_compare_table_new (_ ("Long tasks"), _ ("No task of a main thread was longer than its limit."), columns, n_columns));
  strata_compare_table_set_source (self->table, take_rows, self);
  self->causes = STRATA_CAUSES_BOX (strata_causes_box_new ());
  self->limits = g_object_ref_sink (STRATA_LIMITS_BUTTON (strata_limits_button_new ()));
  self->summary = g_object_ref_sink (GTK_LABEL (gtk_label_new ("")));
  gtk_label_set_xalign (self->summary, 1);
  gtk_widget_set_hexpand (GTK_WIDGET (self->summary), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->summary), "dim-label");
  gtk_paned_set_start_child (GTK_PANED (self->paned), GTK_WIDGET (self->table));
  gtk_paned_set_end_child (GTK_PANED (self->paned), GTK_WIDGET (self->causes));
  gtk_paned_set_resize_end_child (GTK_PANED (self->paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (self->paned), FALSE);
  gtk_widget_set_parent (self->paned, GTK_WIDGET (self));

  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
}

/**
 * strata_tasks_pane_new:
 *
 * Returns: (transfer floating): an empty pane
 */
GtkWidget *
strata_tasks_pane_new (void)
{
  return g_object_new (STRATA_TYPE_TASKS_PANE, NULL);
}
