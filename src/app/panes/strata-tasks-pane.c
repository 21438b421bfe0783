/* strata-tasks-pane.c - long tasks and their reasons
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tasks-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-limits-button.h"
#include "strata-order.h"
#include "strata-session-found.h"
#include "strata-task-rows.h"
#include "strata-task-source.h"
#include "strata-units.h"

/* The worst is first. The reasons of the task in the headline, or of the first, are shown from the
 * start. A row that the user chooses is shown on the timeline; a task selected there is chosen here. */
struct _StrataTasksPane
{
  GtkWidget parent_instance;

  GtkWidget *content;         /* owned as a child */
  StrataTableView *table;     /* borrowed from the paned */
  StrataCausesBox *causes;    /* the same */
  StrataLimitsButton *limits; /* owned */
  GtkLabel *summary;          /* the same */
  guint preselected;          /* the row selected by default, or STRATA_TABLE_VIEW_NO_ROW */

  StrataSession *session; /* owned */
};

G_DEFINE_FINAL_TYPE (StrataTasksPane, strata_tasks_pane, GTK_TYPE_WIDGET)

/* Every long task is shown with its rule. */
static char *
dup_rule (const StrataLongTask *task)
{
  char limit[STRATA_UNITS_BYTES];

  strata_units_duration (task->limit_ns, limit);
  if (task->is_custom)
    return g_strdup_printf (_ ("Longer than %s, the limit for this name or thread"), limit);

  if (task->level == STRATA_LONG_TASK_UNFINISHED)
    return g_strdup_printf (_ ("Not finished: longer than %s when its thread was last seen"), limit);

  return g_strdup_printf (task->level == STRATA_LONG_TASK_SEVERE ? _ ("Severe: a task of a main thread, longer than %s") : _ ("Warning: a task of a main thread, longer than %s"), limit);
}

/* Its rule and, if all tasks have one name, which code posted it. */
static char *
dup_note (StrataTrace *trace,
          const StrataLongTask *task)
{
  g_autofree char *rule = dup_rule (task);
  g_autofree char *source = strata_task_source_dup (trace, task->slice);

  /* Translators: why a task is in the list; on a line of its own, a function and its place in the source */
  return source != NULL ? g_strdup_printf (_ ("%s\nPosted by %s"), rule, source) : g_steal_pointer (&rule);
}

static void
show_causes (StrataTasksPane *self,
             guint row)
{
  StrataRows *rows = strata_table_view_get_rows (self->table);

  strata_causes_box_clear (self->causes);
  if (row == STRATA_TABLE_VIEW_NO_ROW)
    return;

  const StrataLongTask *task = strata_task_rows_get_task (rows, row);
  g_autofree char *note = dup_note (strata_session_get_trace (self->session), task);

  strata_causes_box_show_slice (self->causes, self->session, task->slice, note);
}

static char *
dup_summary (const StrataLongTask *tasks,
             guint n_tasks)
{
  guint n_severe = 0;

  for (guint i = 0; i < n_tasks; i++)
    n_severe += tasks[i].is_severe != FALSE;

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u long task, %u severe", "%u long tasks, %u severe", n_tasks), n_tasks, n_severe);
}

static int
compare_tasks (gconstpointer a,
               gconstpointer b,
               gpointer user_data)
{
  const StrataRows *rows = user_data;
  const StrataLongTask *left = strata_task_rows_get_task (rows, *(const guint32 *) a);
  const StrataLongTask *right = strata_task_rows_get_task (rows, *(const guint32 *) b);

  return STRATA_ORDER (right->level, left->level);
}

/* The worst are first: severe ones, then by duration. */
static guint32 *
list_worst (const StrataRows *rows)
{
  const guint n_rows = strata_rows_get_n_rows (rows);
  guint32 *worst = g_new (guint32, MAX (n_rows, 1));

  for (guint32 i = 0; i < n_rows; i++)
    worst[i] = i;

  strata_rows_sort (rows, worst, n_rows, STRATA_TASK_COLUMN_DURATION, TRUE);
  g_qsort_with_data (worst, (int) n_rows, sizeof *worst, compare_tasks, (gpointer) rows); /* stable */
  return worst;
}

static guint
find_row (StrataTasksPane *self,
          guint32 slice)
{
  StrataRows *rows = strata_table_view_get_rows (self->table);
  const guint n_rows = rows != NULL ? strata_rows_get_n_rows (rows) : 0;

  for (guint row = 0; row < n_rows; row++)
    if (strata_task_rows_get_task (rows, row)->slice == slice)
      return row;

  return STRATA_TABLE_VIEW_NO_ROW;
}

static void
show_row (StrataTasksPane *self,
          guint row)
{
  strata_table_view_select (self->table, row);
  show_causes (self, row);
}

static void
show_default (StrataTasksPane *self)
{
  const StrataHeadline *headline = strata_findings_get_headline (strata_session_get_findings (self->session));
  const guint row = headline != NULL ? find_row (self, headline->slice) : STRATA_TABLE_VIEW_NO_ROW;

  self->preselected = row != STRATA_TABLE_VIEW_NO_ROW ? row : strata_table_view_get_row (self->table, 0);
  show_row (self, self->preselected);
}

static void
show_tasks (StrataTasksPane *self)
{
  guint n_tasks = 0;
  const StrataLongTask *tasks = strata_findings_get_long_tasks (strata_session_get_findings (self->session), &n_tasks);
  g_autoptr (StrataRows) rows = tasks != NULL ? strata_task_rows_new (strata_session_get_trace (self->session), tasks, n_tasks) : NULL;
  g_autofree guint32 *worst = rows != NULL ? list_worst (rows) : NULL;
  g_autofree char *summary = dup_summary (tasks, n_tasks);
  strata_table_view_set_rows (self->table, rows, worst, n_tasks);
  gtk_label_set_label (self->summary, summary);
  show_default (self);
}

/* It may be found later than the tasks. */
static void
on_headline_changed (StrataTasksPane *self)
{
  if (strata_table_view_get_selected (self->table) == self->preselected)
    show_default (self);
}

static void
on_selection_changed (StrataTasksPane *self)
{
  const StrataItem item = strata_session_get_selected_item (self->session);
  const guint row = item.kind == STRATA_ITEM_SLICE ? find_row (self, item.index) : STRATA_TABLE_VIEW_NO_ROW;

  if (item.kind == STRATA_ITEM_NONE)
    show_default (self);
  if (row == STRATA_TABLE_VIEW_NO_ROW || row == strata_table_view_get_selected (self->table))
    return;

  self->preselected = STRATA_TABLE_VIEW_NO_ROW;
  show_row (self, row);
}

/* Before a click, a default selection is cleared, so that clicking that row goes there, too. */
static void
on_table_pressed (StrataTasksPane *self)
{
  if (self->preselected != STRATA_TABLE_VIEW_NO_ROW && strata_table_view_get_selected (self->table) == self->preselected)
    strata_table_view_select (self->table, STRATA_TABLE_VIEW_NO_ROW);

  self->preselected = STRATA_TABLE_VIEW_NO_ROW;
}

static void
on_row_chosen (StrataTasksPane *self,
               guint row)
{
  if (row == STRATA_TABLE_VIEW_NO_ROW)
    return;

  self->preselected = STRATA_TABLE_VIEW_NO_ROW;
  show_causes (self, row);
  strata_session_select_task (self->session, strata_task_rows_get_task (strata_table_view_get_rows (self->table), row)->slice);
}

/**
 * strata_tasks_pane_add_switcher:
 * @self: the pane
 * @switcher: switches to the other lists of slow items
 *
 * Puts it into the bar.
 */
void
strata_tasks_pane_add_switcher (StrataTasksPane *self,
                                GtkWidget *switcher)
{
  strata_table_view_add_header (self->table, switcher);
  strata_table_view_add_header (self->table, GTK_WIDGET (self->limits));
  strata_table_view_add_header (self->table, GTK_WIDGET (self->summary));
}

/* Shows or hides the reasons. */
void
strata_tasks_pane_set_explaining (StrataTasksPane *self,
                                  gboolean is_explaining)
{
  gtk_widget_set_visible (GTK_WIDGET (self->causes), is_explaining);
}

static void
strata_tasks_pane_dispose (GObject *object)
{
  StrataTasksPane *self = STRATA_TASKS_PANE (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->content, gtk_widget_unparent);
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
  GtkPaned *paned = GTK_PANED (gtk_paned_new (GTK_ORIENTATION_HORIZONTAL));
  GtkGesture *press = gtk_gesture_click_new ();

  self->preselected = STRATA_TABLE_VIEW_NO_ROW;
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->table = STRATA_TABLE_VIEW (strata_table_view_new (_ ("Long tasks"), &strata_task_rows_class));
  strata_table_view_set_empty (self->table, _ ("No main-thread task exceeded its limit."));
  self->causes = STRATA_CAUSES_BOX (g_object_new (STRATA_TYPE_CAUSES_BOX, NULL));
  self->summary = g_object_ref_sink (GTK_LABEL (gtk_label_new ("")));
  gtk_label_set_xalign (self->summary, 1);
  gtk_label_set_ellipsize (self->summary, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->summary), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->summary), "dim-label");
  gtk_paned_set_start_child (paned, GTK_WIDGET (self->table));
  gtk_paned_set_shrink_start_child (paned, FALSE);
  gtk_paned_set_end_child (paned, GTK_WIDGET (self->causes));
  gtk_paned_set_resize_end_child (paned, FALSE);
  gtk_paned_set_shrink_end_child (paned, FALSE);
  gtk_widget_set_vexpand (GTK_WIDGET (paned), TRUE);
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (paned));
  strata_table_view_move_header (self->table, GTK_BOX (self->content));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (press), GTK_PHASE_CAPTURE);
  g_signal_connect_object (press, "pressed", G_CALLBACK (on_table_pressed), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->table), GTK_EVENT_CONTROLLER (press));
  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
}

GtkWidget *
strata_tasks_pane_new (StrataSession *session)
{
  StrataTasksPane *self = g_object_new (STRATA_TYPE_TASKS_PANE, NULL);

  self->session = g_object_ref (session);
  self->limits = g_object_ref_sink (STRATA_LIMITS_BUTTON (strata_limits_button_new (session)));
  g_signal_connect_object (strata_session_get_findings (session), "frames-changed", G_CALLBACK (show_tasks), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_findings (session), "headline-changed", G_CALLBACK (on_headline_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_selection (session), "item-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  show_tasks (self);

  return GTK_WIDGET (self);
}
