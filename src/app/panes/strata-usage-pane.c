/* strata-usage-pane.c - how the time of the scope was used
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-scope-model.h"
#include "strata-session-area.h"
#include "strata-table-view.h"
#include "strata-units.h"
#include "strata-usage-cells.h"
#include "strata-usage-job.h"
#include "strata-usage-rows.h"

/* Shows the usage of the scope: a table of processes, threads or CPUs, and beside it the running
 * time of the selected one by CPU and frequency. */
struct _StrataUsagePane
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkBox *bar;
  GtkSearchEntry *filter;
  GtkDropDown *group;
  GtkLabel *summary;
  GtkStack *stack;
  GtkPaned *paned;
  StrataTableView *table;  /* borrowed from the paned */
  StrataUsageCells *cells; /* the same */

  StrataSession *session; /* owned */
  StrataUsage *usage;     /* owned; nullable */
  StrataUsageJob *job;    /* owned */
};

/* In the order of their enumeration, as are the items of the drop-down. */
static const char *const group_names[] = { "process", "thread", "cpu" };

enum
{
  PROP_0,
  PROP_GROUP_BY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StrataUsagePane, strata_usage_pane, GTK_TYPE_WIDGET)

static StrataUsageBy
get_by (StrataUsagePane *self)
{
  return (StrataUsageBy) gtk_drop_down_get_selected (self->group);
}

static StrataScopeChoice
get_scope (StrataUsagePane *self)
{
  return strata_scope_model_get_choice (strata_scope_model_get (self->session));
}

static void
show_cells (StrataUsagePane *self)
{
  StrataRows *rows = strata_table_view_get_rows (self->table);
  const guint row = strata_table_view_get_selected (self->table);
  const gboolean is_selected = row != STRATA_TABLE_VIEW_NO_ROW;
  const guint32 index = is_selected ? strata_usage_rows_get_index (rows, row) : STRATA_NONE;
  g_autofree char *name = is_selected ? strata_rows_dup_text (rows, row, STRATA_USAGE_COLUMN_NAME) : g_strdup (_ ("All CPUs"));

  strata_usage_cells_show (self->cells, self->usage, get_by (self), index, name);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "usage.show-on-timeline", is_selected);
}

/* "63.2 % of 2 CPUs used in 1.20 s" */
static void
update_summary (StrataUsagePane *self)
{
  char share[STRATA_UNITS_BYTES];
  char length[STRATA_UNITS_BYTES];
  guint n_cpus;

  gtk_label_set_label (self->summary, "");
  if (self->usage == NULL)
    return;

  strata_usage_get_cpus (self->usage, &n_cpus);
  if (n_cpus == 0)
    return;

  const StrataUsageCpu *system = strata_usage_get_system (self->usage);

  strata_units_share (system->running_ns, strata_usage_cpu_get_known_ns (system), share);
  strata_units_duration (strata_span_get_length_ns (strata_usage_get_span (self->usage)), length);

  g_autofree char *text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s of %u CPU used in %s", "%s of %u CPUs used in %s", n_cpus), share, n_cpus, length);

  gtk_label_set_label (self->summary, text);
}

/* The lanes of an area determine the listed rows; an area without such lanes limits only the time. */
static guint32 *
list_area (StrataUsagePane *self,
           guint *n_indices)
{
  switch (get_by (self))
    {
    case STRATA_USAGE_BY_PROCESS:
      return strata_session_get_area_processes (self->session, n_indices);
    case STRATA_USAGE_BY_THREAD:
      return strata_session_get_area_threads (self->session, n_indices);
    case STRATA_USAGE_BY_CPU:
      break;
    }

  return NULL;
}

/* The selected thread or its process, or all threads of that process. */
static guint32 *
list_selected (StrataUsagePane *self,
               guint *n_indices)
{
  const guint32 selected = strata_session_find_item_thread (self->session, strata_session_get_selected_item (self->session));
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (strata_session_get_trace (self->session), &n_threads);
  const gboolean is_process = get_scope (self) == STRATA_SCOPE_PROCESS && selected != STRATA_NONE && threads[selected].process != STRATA_NONE;
  guint32 *indices = g_new (guint32, MAX (n_threads, 1));

  if (selected == STRATA_NONE || get_by (self) == STRATA_USAGE_BY_CPU)
    return indices;
  if (get_by (self) == STRATA_USAGE_BY_PROCESS)
    {
      indices[(*n_indices)++] = threads[selected].process;
      return indices;
    }

  for (guint32 i = 0; i < n_threads; i++)
    if (i == selected || (is_process && threads[i].process == threads[selected].process))
      indices[(*n_indices)++] = i;

  return indices;
}

/* Returns: (nullable): the listed rows; %NULL for all. */
static guint32 *
list_indices (StrataUsagePane *self,
              guint *n_indices)
{
  const StrataScopeChoice scope = get_scope (self);
  guint32 *indices = NULL;

  *n_indices = 0;
  if (scope == STRATA_SCOPE_AREA)
    indices = list_area (self, n_indices);
  else if (scope == STRATA_SCOPE_THREAD || scope == STRATA_SCOPE_PROCESS)
    indices = list_selected (self, n_indices);

  if (*n_indices == 0)
    g_clear_pointer (&indices, g_free);

  return indices;
}

static const char *
get_page (StrataUsagePane *self)
{
  guint n_rows;

  if (self->usage == NULL)
    return get_scope (self) == STRATA_SCOPE_AREA ? "no-area" : "no-selection";

  strata_usage_get_threads (self->usage, &n_rows);
  if (n_rows == 0)
    return "no-events";

  return strata_table_view_get_n_listed (self->table) == 0 ? "no-match" : "list";
}

static gboolean
is_in (guint32 index,
       const guint32 *indices,
       guint n_indices)
{
  for (guint i = 0; i < n_indices; i++)
    if (indices[i] == index)
      return TRUE;

  return indices == NULL;
}

/* The row of all CPUs together adds nothing to a single one. */
static guint
count_rows (StrataUsagePane *self,
            const StrataRows *rows)
{
  const guint n_rows = strata_rows_get_n_rows (rows);

  return get_by (self) == STRATA_USAGE_BY_CPU && n_rows == 2 ? 1 : n_rows;
}

static void
show_rows (StrataUsagePane *self)
{
  g_autoptr (StrataRows) rows = self->usage != NULL ? strata_usage_rows_new (self->usage, get_by (self)) : NULL;
  const guint n_rows = count_rows (self, rows);
  g_autofree guint32 *listed = g_new (guint32, MAX (n_rows, 1));
  guint n_indices;
  guint n_listed = 0;
  g_autofree guint32 *indices = list_indices (self, &n_indices);

  for (guint i = 0; i < n_rows; i++)
    if (is_in (strata_usage_rows_get_index (rows, i), indices, n_indices))
      listed[n_listed++] = i;

  strata_table_view_set_rows (self->table, rows, listed, n_listed);
}

static void
show_usage (StrataUsagePane *self)
{
  show_rows (self);
  gtk_stack_set_visible_child_name (self->stack, get_page (self));
  update_summary (self);
  show_cells (self);
}

static void
on_usage_ready (StrataUsage *usage,
                gpointer user_data)
{
  StrataUsagePane *self = user_data;

  g_clear_pointer (&self->usage, strata_usage_unref);
  self->usage = usage != NULL ? strata_usage_ref (usage) : NULL;
  show_usage (self);
}

static void
on_group_chosen (StrataUsagePane *self)
{
  if (self->usage != NULL)
    show_usage (self);

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_GROUP_BY]);
}

static void
on_map_changed (StrataUsagePane *self)
{
  if (self->job != NULL)
    strata_usage_job_set_active (self->job, gtk_widget_get_mapped (GTK_WIDGET (self)));
}

static void
on_filter_changed (StrataUsagePane *self)
{
  strata_table_view_set_filter (self->table, gtk_editable_get_text (GTK_EDITABLE (self->filter)));
  if (self->usage != NULL)
    show_usage (self);
}

/* The thread of a process with the most running time. */
static guint32
find_busiest_thread (StrataUsage *usage,
                     guint32 process)
{
  guint n_threads;
  const StrataUsageRow *rows = strata_usage_get_threads (usage, &n_threads);
  const StrataThread *threads = strata_trace_get_threads (strata_usage_get_trace (usage), NULL);

  for (guint i = 0; i < n_threads; i++)
    if (threads[rows[i].index].process == process)
      return rows[i].index;

  return STRATA_NONE;
}

static void
show_on_timeline (StrataUsagePane *self,
                  guint row)
{
  const StrataSpan span = strata_usage_get_span (self->usage);
  const guint32 index = strata_usage_rows_get_index (strata_table_view_get_rows (self->table), row);
  const guint32 thread = get_by (self) == STRATA_USAGE_BY_PROCESS ? find_busiest_thread (self->usage, index) : index;

  if (get_by (self) == STRATA_USAGE_BY_CPU)
    strata_session_select_cpu_in (self->session, index, span);
  else if (thread != STRATA_NONE)
    strata_session_select_thread_in (self->session, thread, span);
}

static void
activate_show_on_timeline (StrataUsagePane *self)
{
  const guint row = strata_table_view_get_selected (self->table);

  if (row != STRATA_TABLE_VIEW_NO_ROW)
    show_on_timeline (self, row);
}

/* If all processes are unknown, one row would have all threads. */
static gboolean
has_no_process (StrataTrace *trace)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    if (threads[i].process != STRATA_NONE)
      return FALSE;

  return TRUE;
}

/* Returns the shown usage, NULL until it is computed. */
StrataUsage *
strata_usage_pane_get_usage (StrataUsagePane *self)
{
  return self->usage;
}

static void
choose (GtkDropDown *drop_down,
        const char *const *names,
        guint n_names,
        const char *name)
{
  for (guint i = 0; i < n_names; i++)
    if (g_strcmp0 (names[i], name) == 0)
      gtk_drop_down_set_selected (drop_down, i);
}

static void
strata_usage_pane_get_property (GObject *object,
                                guint prop_id,
                                GValue *value,
                                GParamSpec *pspec)
{
  StrataUsagePane *self = STRATA_USAGE_PANE (object);

  if (prop_id == PROP_GROUP_BY)
    g_value_set_string (value, group_names[get_by (self)]);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
strata_usage_pane_set_property (GObject *object,
                                guint prop_id,
                                const GValue *value,
                                GParamSpec *pspec)
{
  StrataUsagePane *self = STRATA_USAGE_PANE (object);

  if (prop_id == PROP_GROUP_BY)
    choose (self->group, group_names, G_N_ELEMENTS (group_names), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
strata_usage_pane_dispose (GObject *object)
{
  StrataUsagePane *self = STRATA_USAGE_PANE (object);

  g_clear_pointer (&self->job, strata_usage_job_free);
  g_clear_pointer (&self->usage, strata_usage_unref);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), STRATA_TYPE_USAGE_PANE);

  G_OBJECT_CLASS (strata_usage_pane_parent_class)->dispose (object);
}

static void
strata_usage_pane_class_init (StrataUsagePaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = strata_usage_pane_get_property;
  object_class->set_property = strata_usage_pane_set_property;
  object_class->dispose = strata_usage_pane_dispose;

  properties[PROP_GROUP_BY] = g_param_spec_string ("group-by", NULL, NULL, "process", G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/usage-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataUsagePane, content);
  gtk_widget_class_bind_template_child (widget_class, StrataUsagePane, bar);
  gtk_widget_class_bind_template_child (widget_class, StrataUsagePane, filter);
  gtk_widget_class_bind_template_child (widget_class, StrataUsagePane, group);
  gtk_widget_class_bind_template_child (widget_class, StrataUsagePane, summary);
  gtk_widget_class_bind_template_child (widget_class, StrataUsagePane, stack);
  gtk_widget_class_bind_template_child (widget_class, StrataUsagePane, paned);
  gtk_widget_class_install_property_action (widget_class, "usage.group-by", "group-by");
  gtk_widget_class_install_action (widget_class, "usage.show-on-timeline", NULL, STRATA_ACTION (activate_show_on_timeline));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static StrataTableRows *
take_cells (gpointer user_data,
            gboolean is_selection)
{
  return is_selection ? NULL : strata_usage_cells_new_rows (STRATA_USAGE_PANE (user_data)->cells);
}

static void
add_menus (StrataUsagePane *self)
{
  GtkWidget *cells_menu = g_object_new (STRATA_TYPE_TABLE_MENU, NULL);
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_box_append (self->bar, strata_table_view_new_menu (self->table, TRUE));

  strata_table_menu_set_source (STRATA_TABLE_MENU (cells_menu), take_cells, self);
  strata_table_menu_add_context (STRATA_TABLE_MENU (cells_menu), GTK_WIDGET (self->cells));
  gtk_widget_set_focusable (GTK_WIDGET (self->cells), TRUE);
  gtk_widget_set_valign (cells_menu, GTK_ALIGN_START);
  gtk_widget_set_hexpand (GTK_WIDGET (self->cells), TRUE);
  gtk_box_append (GTK_BOX (side), GTK_WIDGET (self->cells));
  gtk_widget_add_css_class (bar, "pane-toolbar");
  gtk_box_append (GTK_BOX (bar), cells_menu);
  gtk_box_append (GTK_BOX (side), bar);
  gtk_paned_set_end_child (self->paned, side);
}

static void
strata_usage_pane_init (StrataUsagePane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->table = STRATA_TABLE_VIEW (strata_table_view_new (_ ("Usage"), &strata_usage_rows_class));
  self->cells = STRATA_USAGE_CELLS (g_object_new (STRATA_TYPE_USAGE_CELLS, NULL));
  gtk_paned_set_start_child (self->paned, GTK_WIDGET (self->table));
  add_menus (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "usage.show-on-timeline", FALSE);

  g_signal_connect_object (self->filter, "search-changed", G_CALLBACK (on_filter_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->group, "notify::selected", G_CALLBACK (on_group_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "map", G_CALLBACK (on_map_changed), NULL, 0);
  g_signal_connect_object (self, "unmap", G_CALLBACK (on_map_changed), NULL, G_CONNECT_AFTER);
  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (show_cells), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (show_on_timeline), self, G_CONNECT_SWAPPED);
}

GtkWidget *
strata_usage_pane_new (StrataSession *session)
{
  StrataUsagePane *self = g_object_new (STRATA_TYPE_USAGE_PANE, NULL);

  self->session = g_object_ref (session);
  gtk_stack_set_visible_child_name (self->stack, "wait");
  if (has_no_process (strata_session_get_trace (session)))
    gtk_drop_down_set_selected (self->group, STRATA_USAGE_BY_THREAD);
  self->job = strata_usage_job_new (session, on_usage_ready, self);

  return GTK_WIDGET (self);
}
