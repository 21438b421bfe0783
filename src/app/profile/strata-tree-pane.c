/* strata-tree-pane.c - the call tree
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tree-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-context-menu.h"
#include "strata-list-menu.h"
#include "strata-method-name.h"
#include "strata-no-calls.h"
#include "strata-scope-model.h"
#include "strata-table-menu.h"
#include "strata-tree-changes.h"
#include "strata-tree-job.h"
#include "strata-tree-view.h"
#include "strata-units.h"

/* Shows the call tree as a table with expandable rows. Hidden names and the root are kept by name,
 * and stay when the scope changes. */
struct _StrataTreePane
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkBox *bar;
  GtkSearchEntry *filter;
  GtkDropDown *group;
  GtkLabel *summary;
  GtkWidget *changes_bar;
  GtkLabel *changes_label;
  GtkLabel *hint;
  GtkStack *stack;
  StrataNoCalls *no_calls; /* borrowed from the stack */
  GtkWidget *menu;         /* the view's menu */
  StrataTreeView *view;    /* borrowed from the stack */

  StrataSession *session;     /* owned */
  StrataTreeChanges *changes; /* owned */
  StrataTreeJob *job;         /* owned */
  StrataCallTree *tree;       /* owned; nullable */
};

enum
{
  PROP_0,
  PROP_BOTTOM_UP,
  PROP_FOLD_RECURSION,
  PROP_GROUP_BY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StrataTreePane, strata_tree_pane, GTK_TYPE_WIDGET)

/* The selected row, unless it represents unlisted children or the shown tree is outdated. */
static guint32
get_selected_node (StrataTreePane *self)
{
  g_autoptr (StrataTreeItem) item = strata_tree_view_dup_selected (self->view);

  return item != NULL && strata_tree_item_get_tree (item) == self->tree ? strata_tree_item_get_node (item) : STRATA_NONE;
}

static gboolean
get_selected (StrataTreePane *self,
              StrataCallNode *values)
{
  guint32 node = get_selected_node (self);

  if (node == STRATA_NONE)
    return FALSE;

  strata_call_tree_get_node (self->tree, node, values);
  return TRUE;
}

static char *
dup_selected_name (StrataTreePane *self)
{
  StrataCallNode node;

  return get_selected (self, &node) ? strata_call_tree_dup_name (self->tree, node.key) : NULL;
}

static void
update_actions (StrataTreePane *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  StrataCallNode node = { 0 };
  gboolean has_row = get_selected (self, &node);
  gboolean is_name = has_row && node.key != STRATA_CALL_TREE_REST;
  g_autofree char *name = dup_selected_name (self);
  g_autofree char *changes = strata_tree_changes_dup_text (self->changes);

  gtk_widget_action_set_enabled (widget, "tree.make-root", has_row && node.n_children > 0);
  gtk_widget_action_set_enabled (widget, "tree.focus", is_name);
  gtk_widget_action_set_enabled (widget, "tree.hide-name", is_name);
  gtk_widget_action_set_enabled (widget, "tree.hide-package", is_name && strata_method_name_get_package_bytes (name) > 0);
  gtk_widget_action_set_enabled (widget, "tree.toggle-row", has_row && node.n_children > 0);
  gtk_widget_action_set_enabled (widget, "tree.show-longest-call", has_row && node.longest_slice != STRATA_NONE);
  gtk_widget_action_set_enabled (widget, "tree.show-all", *changes != '\0');
  gtk_widget_action_set_enabled (widget, "tree.leave-root", self->tree != NULL && strata_tree_changes_find_root (self->changes, self->tree) != STRATA_CALL_TREE_ROOT);
}

static void
update_changes (StrataTreePane *self)
{
  g_autofree char *text = strata_tree_changes_dup_text (self->changes);

  gtk_label_set_label (self->changes_label, text);
  gtk_widget_set_visible (self->changes_bar, *text != '\0');
}

/* "4,210 nodes, 812 ms" */
static void
update_summary (StrataTreePane *self)
{
  StrataCallNode root;
  char nodes[STRATA_UNITS_BYTES];
  char total[STRATA_UNITS_BYTES];
  guint32 n_nodes = strata_call_tree_get_n_nodes (self->tree) - 1;
  guint64 n_rest = strata_call_tree_get_n_rest (self->tree);

  strata_call_tree_get_node (self->tree, STRATA_CALL_TREE_ROOT, &root);
  strata_units_count (n_nodes, nodes);
  strata_units_amount (strata_tree_get_inclusive_ns (self->tree, &root), strata_trace_get_unit (strata_call_tree_get_trace (self->tree)), total);

  g_autofree char *text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s of calls in %s node", "%s of calls in %s nodes", n_nodes), total, nodes);

  if (n_rest > 0)
    {
      char rest[STRATA_UNITS_BYTES];

      strata_units_count (n_rest, rest);

      g_autofree char *all = g_strdup_printf (_ ("%s; callers of %s calls left out for lack of space"), text, rest);

      gtk_label_set_label (self->summary, all);
    }
  else
    gtk_label_set_label (self->summary, text);
}

static void
show_tree (StrataTreePane *self)
{
  gboolean is_filtered = *gtk_editable_get_text (GTK_EDITABLE (self->filter)) != '\0';
  gboolean is_empty = strata_call_tree_get_n_nodes (self->tree) < 2;
  StrataCallNode root;

  strata_call_tree_get_node (self->tree, STRATA_CALL_TREE_ROOT, &root);
  strata_tree_view_show_cpu (self->view, root.inclusive_cpu_ns != STRATA_NO_TIME && root.inclusive_ns != STRATA_NO_TIME);
  strata_tree_view_set_tree (self->view, self->tree, strata_tree_changes_find_root (self->changes, self->tree));
  gtk_stack_set_visible_child_name (self->stack, !is_empty ? "list" : is_filtered ? "no-match"
                                                                                  : "no-calls");
  update_summary (self);
  update_changes (self);
  update_actions (self);
}

static void
on_tree_ready (StrataCallTree *tree,
               gpointer user_data)
{
  StrataTreePane *self = user_data;

  g_clear_pointer (&self->tree, strata_call_tree_unref);

  if (tree == NULL)
    {
      gtk_label_set_label (self->hint, strata_scope_choice_get_hint (strata_scope_model_get_choice (strata_scope_model_get (self->session))));
      gtk_label_set_label (self->summary, "");
      gtk_stack_set_visible_child_name (self->stack, "no-scope");
      return;
    }

  self->tree = strata_call_tree_ref (tree);
  show_tree (self);
}

static void
apply_changes (StrataTreePane *self)
{
  update_changes (self);
  strata_tree_job_set_view (self->job, strata_tree_changes_get_view (self->changes));
}

/* Whether rows are names, or names that differ only in numbers. */
static gboolean
is_of_names (StrataTreePane *self)
{
  StrataProfileBy by = strata_call_tree_get_by (self->tree);

  return by == STRATA_PROFILE_BY_NAME || by == STRATA_PROFILE_BY_SHAPE;
}

/* The selected name is underlined on the timeline; of names that differ only in numbers, the name
 * of the longest call. */
static void
on_selected (StrataTreePane *self)
{
  StrataCallNode node;

  update_actions (self);

  if (!get_selected (self, &node) || node.longest_slice == STRATA_NONE || !is_of_names (self))
    return;

  guint32 name = strata_trace_get_slices (strata_session_get_trace (self->session))->name[node.longest_slice];

  /* keep another name of the same node that may have led here */
  if (strata_call_tree_find_key (self->tree, strata_selection_get_highlight (strata_session_get_selection (self->session))) != node.key)
    strata_selection_set_highlight (strata_session_get_selection (self->session), name);
}

static void
on_row_activated (StrataTreePane *self,
                  StrataTreeItem *item)
{
  strata_tree_view_toggle_selected (self->view);
}

static void
on_highlight_changed (StrataTreePane *self,
                      guint32 name)
{
  StrataCallNode node;

  if (self->tree == NULL || !is_of_names (self))
    return;

  guint32 key = name != STRATA_NONE ? strata_call_tree_find_key (self->tree, name) : STRATA_NONE;

  if (key == STRATA_NONE && name != STRATA_NONE)
    return;
  if (get_selected (self, &node) && node.key == key)
    return;

  strata_tree_view_select_key (self->view, key);
}

static void
on_filter_changed (StrataTreePane *self)
{
  strata_tree_changes_set_filter (self->changes, gtk_editable_get_text (GTK_EDITABLE (self->filter)));
  apply_changes (self);
}

static void
on_group_chosen (StrataTreePane *self)
{
  strata_tree_changes_reset (self->changes);
  update_changes (self);
  strata_tree_job_set_view (self->job, strata_tree_changes_get_view (self->changes));
  strata_tree_job_set_by (self->job, (StrataProfileBy) gtk_drop_down_get_selected (self->group));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_GROUP_BY]);
}

static void
activate_make_root (StrataTreePane *self)
{
  guint32 node = get_selected_node (self);

  if (node == STRATA_NONE)
    return;

  strata_tree_changes_set_root (self->changes, self->tree, node);
  show_tree (self);
}

static void
activate_leave_root (StrataTreePane *self)
{
  if (strata_tree_changes_leave_root (self->changes))
    show_tree (self);
}

static void
activate_focus (StrataTreePane *self)
{
  g_autofree char *name = dup_selected_name (self);

  if (name == NULL)
    return;

  strata_tree_changes_focus (self->changes, name);
  apply_changes (self);
}

static void
activate_hide_name (StrataTreePane *self)
{
  g_autofree char *name = dup_selected_name (self);

  if (name == NULL)
    return;

  strata_tree_changes_hide (self->changes, name);
  apply_changes (self);
}

static void
activate_hide_package (StrataTreePane *self)
{
  g_autofree char *name = dup_selected_name (self);

  if (name != NULL && strata_tree_changes_hide_package (self->changes, name))
    apply_changes (self);
}

static void
activate_show_all (StrataTreePane *self)
{
  strata_tree_changes_reset (self->changes);
  apply_changes (self);
}

static void
activate_heaviest_path (StrataTreePane *self)
{
  strata_tree_view_expand_heaviest (self->view);
}

static void
activate_toggle_row (StrataTreePane *self)
{
  strata_tree_view_toggle_selected (self->view);
}

static void
activate_show_longest (StrataTreePane *self)
{
  StrataCallNode node;

  if (!get_selected (self, &node) || node.longest_slice == STRATA_NONE)
    return;

  strata_session_go_to_slice (self->session, node.longest_slice);
}

static void
activate_focus_filter (StrataTreePane *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->filter));
}

/* If running times are known, waits of daemons need not come first. */
static gboolean
knows_running (StrataTrace *trace)
{
  return (strata_trace_get_clocks (strata_trace_get_base (trace)) & STRATA_CLOCK_CPU) != 0 && strata_trace_get_states (trace)->n_states > 0;
}

/* Returns the shown tree, NULL until it is computed. */
StrataCallTree *
strata_tree_pane_get_tree (StrataTreePane *self)
{
  return self->tree;
}

static void
strata_tree_pane_get_property (GObject *object,
                               guint prop_id,
                               GValue *value,
                               GParamSpec *pspec)
{
  StrataTreePane *self = STRATA_TREE_PANE (object);

  if (prop_id == PROP_BOTTOM_UP)
    g_value_set_boolean (value, strata_tree_changes_get_view (self->changes)->is_bottom_up);
  else if (prop_id == PROP_FOLD_RECURSION)
    g_value_set_boolean (value, strata_tree_changes_get_view (self->changes)->folds_recursion);
  else if (prop_id == PROP_GROUP_BY)
    g_value_set_string (value, strata_profile_by_ids[gtk_drop_down_get_selected (self->group)]);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
set_group_by (StrataTreePane *self,
              const char *name)
{
  for (guint i = 0; i < STRATA_N_PROFILE_BY; i++)
    if (g_strcmp0 (strata_profile_by_ids[i], name) == 0)
      gtk_drop_down_set_selected (self->group, i);
}

static void
strata_tree_pane_set_property (GObject *object,
                               guint prop_id,
                               const GValue *value,
                               GParamSpec *pspec)
{
  StrataTreePane *self = STRATA_TREE_PANE (object);

  if (prop_id == PROP_GROUP_BY)
    {
      set_group_by (self, g_value_get_string (value));
      return;
    }

  if (prop_id == PROP_BOTTOM_UP)
    strata_tree_changes_set_bottom_up (self->changes, g_value_get_boolean (value));
  else if (prop_id == PROP_FOLD_RECURSION)
    strata_tree_changes_set_folded (self->changes, g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);

  apply_changes (self);
  g_object_notify_by_pspec (object, pspec);
}

static void
strata_tree_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (strata_tree_pane_parent_class)->map (widget);
  strata_tree_job_set_active (STRATA_TREE_PANE (widget)->job, TRUE);
}

static void
strata_tree_pane_unmap (GtkWidget *widget)
{
  strata_tree_job_set_active (STRATA_TREE_PANE (widget)->job, FALSE);
  GTK_WIDGET_CLASS (strata_tree_pane_parent_class)->unmap (widget);
}

static void
strata_tree_pane_dispose (GObject *object)
{
  StrataTreePane *self = STRATA_TREE_PANE (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), STRATA_TYPE_TREE_PANE);
  g_clear_pointer (&self->job, strata_tree_job_free);
  g_clear_object (&self->session);
  g_clear_pointer (&self->tree, strata_call_tree_unref);

  G_OBJECT_CLASS (strata_tree_pane_parent_class)->dispose (object);
}

static void
strata_tree_pane_finalize (GObject *object)
{
  strata_tree_changes_free (STRATA_TREE_PANE (object)->changes);

  G_OBJECT_CLASS (strata_tree_pane_parent_class)->finalize (object);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_property_action (widget_class, "tree.bottom-up", "bottom-up");
  gtk_widget_class_install_property_action (widget_class, "tree.fold-recursion", "fold-recursion");
  gtk_widget_class_install_property_action (widget_class, "tree.group-by", "group-by");
  gtk_widget_class_install_action (widget_class, "tree.make-root", NULL, STRATA_ACTION (activate_make_root));
  gtk_widget_class_install_action (widget_class, "tree.leave-root", NULL, STRATA_ACTION (activate_leave_root));
  gtk_widget_class_install_action (widget_class, "tree.focus", NULL, STRATA_ACTION (activate_focus));
  gtk_widget_class_install_action (widget_class, "tree.hide-name", NULL, STRATA_ACTION (activate_hide_name));
  gtk_widget_class_install_action (widget_class, "tree.hide-package", NULL, STRATA_ACTION (activate_hide_package));
  gtk_widget_class_install_action (widget_class, "tree.show-all", NULL, STRATA_ACTION (activate_show_all));
  gtk_widget_class_install_action (widget_class, "tree.heaviest-path", NULL, STRATA_ACTION (activate_heaviest_path));
  gtk_widget_class_install_action (widget_class, "tree.toggle-row", NULL, STRATA_ACTION (activate_toggle_row));
  gtk_widget_class_install_action (widget_class, "tree.show-longest-call", NULL, STRATA_ACTION (activate_show_longest));
  gtk_widget_class_install_action (widget_class, "tree.focus-filter", NULL, STRATA_ACTION (activate_focus_filter));
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/tree-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataTreePane, content);
  gtk_widget_class_bind_template_child (widget_class, StrataTreePane, bar);
  gtk_widget_class_bind_template_child (widget_class, StrataTreePane, filter);
  gtk_widget_class_bind_template_child (widget_class, StrataTreePane, group);
  gtk_widget_class_bind_template_child (widget_class, StrataTreePane, summary);
  gtk_widget_class_bind_template_child (widget_class, StrataTreePane, changes_bar);
  gtk_widget_class_bind_template_child (widget_class, StrataTreePane, changes_label);
  gtk_widget_class_bind_template_child (widget_class, StrataTreePane, hint);
  gtk_widget_class_bind_template_child (widget_class, StrataTreePane, stack);
}

static void
strata_tree_pane_class_init (StrataTreePaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = strata_tree_pane_get_property;
  object_class->set_property = strata_tree_pane_set_property;
  object_class->dispose = strata_tree_pane_dispose;
  object_class->finalize = strata_tree_pane_finalize;
  widget_class->map = strata_tree_pane_map;
  widget_class->unmap = strata_tree_pane_unmap;

  properties[PROP_BOTTOM_UP] = g_param_spec_boolean ("bottom-up", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_FOLD_RECURSION] = g_param_spec_boolean ("fold-recursion", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_GROUP_BY] = g_param_spec_string ("group-by", NULL, NULL, "shape", G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  bind_template (widget_class);
  install_actions (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static StrataTableRows *
take_rows (gpointer user_data,
           gboolean is_selection)
{
  return strata_tree_view_new_rows (STRATA_TREE_PANE (user_data)->view, is_selection);
}

static void
add_table_menu (StrataTreePane *self)
{
  GtkWidget *menu = g_object_new (STRATA_TYPE_TABLE_MENU, NULL);

  strata_table_menu_set_source (STRATA_TABLE_MENU (menu), take_rows, self);
  strata_table_menu_add_keys (STRATA_TABLE_MENU (menu), strata_tree_view_get_widget (self->view));
  gtk_box_append (self->bar, menu);
}

static const StrataContextEntry entries[] = {
  { N_ ("_Make Root"), "tree.make-root", "<Control><Alt>r" },
  { N_ ("Leave R_oot"), "tree.leave-root", "BackSpace" },
  { N_ ("_Focus on Name"), "tree.focus", "<Control><Alt>o" },
  { N_ ("_Hide Name"), "tree.hide-name", "<Control><Alt>h" },
  { N_ ("Hide _Package"), "tree.hide-package", "<Control><Alt><Shift>h" },
  { N_ ("Show _All"), "tree.show-all", "<Control><Alt>a" },
  { NULL },
  { N_ ("Expand Heaviest Pa_th"), "tree.heaviest-path", "<Control><Alt>e" },
  { N_ ("Fold Rec_ursion"), "tree.fold-recursion", "<Control><Alt>u" },
  { N_ ("_Bottom-Up"), "tree.bottom-up", "<Control><Alt>b" },
  { NULL },
  { N_ ("Show _Longest Call"), "tree.show-longest-call", "<Control>l" },
  { N_ ("Fi_nd"), "tree.focus-filter", "<Control>f" },
  { NULL },
  { N_ ("_Copy Selected Rows"), "table.copy", "<Control>c" },
  { N_ ("Copy All Ro_ws"), "table.copy-all", NULL },
  { N_ ("Export as CS_V…"), "table.export-csv", NULL },
};

static void
strata_tree_pane_init (StrataTreePane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->no_calls = STRATA_NO_CALLS (g_object_new (STRATA_TYPE_NO_CALLS, NULL));
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->no_calls), "no-calls");
  self->changes = strata_tree_changes_new ();
  self->view = STRATA_TREE_VIEW (g_object_new (STRATA_TYPE_TREE_VIEW, NULL));
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->view), "list");
  add_table_menu (self);
  self->menu = strata_context_menu_attach (strata_tree_view_get_widget (self->view), entries, G_N_ELEMENTS (entries));
  strata_list_menu_append_timeline (G_MENU (gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (self->menu))));

  g_signal_connect_object (self->filter, "search-changed", G_CALLBACK (on_filter_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->group, "notify::selected", G_CALLBACK (on_group_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "selection-changed", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "row-activated", G_CALLBACK (on_row_activated), self, G_CONNECT_SWAPPED);
  update_changes (self);
  update_actions (self);
}

GtkWidget *
strata_tree_pane_new (StrataSession *session)
{
  StrataTreePane *self = g_object_new (STRATA_TYPE_TREE_PANE, NULL);
  StrataTrace *trace = strata_session_get_trace (session);

  self->session = g_object_ref (session);
  self->job = strata_tree_job_new (session, on_tree_ready, self);
  gtk_stack_set_visible_child_name (self->stack, "wait");
  g_signal_connect_object (strata_session_get_selection (session), "highlight-changed", G_CALLBACK (on_highlight_changed), self, G_CONNECT_SWAPPED);
  strata_no_calls_set_trace (self->no_calls, trace);
  gtk_drop_down_set_selected (self->group, strata_tree_job_get_usual_by (session));
  if (knows_running (trace))
    strata_tree_view_sort_by_cpu (self->view);

  return GTK_WIDGET (self);
}
