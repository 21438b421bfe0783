/* strata-profile-pane.c - the profile: all names with their times
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-key-history.h"
#include "strata-menu-model.h"
#include "strata-method-name.h"
#include "strata-no-calls.h"
#include "strata-profile-table.h"
#include "strata-scope-job.h"
#include "strata-scope-model.h"
#include "strata-settings.h"
#include "strata-tree-job.h"
#include "strata-units.h"

/* Computes the profile of the scope, shows it in a table, keeps table and session in sync, and has
 * a history of the user's places. */

struct _StrataProfilePane
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkBox *bar;
  GtkSearchEntry *filter;
  GtkDropDown *group;
  GtkMenuButton *sort_button;
  GtkLabel *summary;
  GtkLabel *hint;
  GtkStack *stack;
  StrataNoCalls *no_calls;   /* borrowed from the stack */
  StrataProfileTable *table; /* borrowed from the stack */

  StrataSession *session;    /* owned */
  StrataKeyHistory *history; /* owned */
  StrataScopeJob *job;       /* owned: of profiles */
  StrataClocks clock;        /* the session's clock */
  GSettings *settings;       /* owned; nullable */
  gboolean is_choosing;      /* applying defaults, which are not saved */
};

enum
{
  PROP_0,
  PROP_GROUP_BY,
  PROP_SORT_COLUMN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StrataProfilePane, strata_profile_pane, GTK_TYPE_WIDGET)

static StrataProfileList *
get_list (StrataProfilePane *self)
{
  return strata_profile_table_get_list (self->table);
}

/* The session only knows names; keys of other rows mean nothing to it. */
static gboolean
is_by_name (StrataProfilePane *self)
{
  StrataProfile *profile = strata_profile_list_get_profile (get_list (self));
  const StrataProfileBy by = profile != NULL ? strata_profile_get_by (profile) : STRATA_PROFILE_BY_NAME;

  return by == STRATA_PROFILE_BY_NAME || by == STRATA_PROFILE_BY_SHAPE;
}

/* Returns: the key of the row of a name, or STRATA_NONE. */
static guint32
find_key (StrataProfilePane *self,
          guint32 name)
{
  StrataProfile *profile = strata_profile_list_get_profile (get_list (self));

  return profile != NULL && name != STRATA_NONE ? strata_profile_find_key (profile, name) : STRATA_NONE;
}

/* Returns: the name of the selected line if it has a single one, else STRATA_NONE. */
static guint32
find_selected_name (StrataProfilePane *self)
{
  StrataProfileItem *item = strata_profile_table_get_selected_item (self->table);

  return item != NULL && is_by_name (self) ? strata_profile_item_find_name (item) : STRATA_NONE;
}

static void
update_actions (StrataProfilePane *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean has_row = strata_profile_table_get_selected_row (self->table) != NULL;

  gtk_widget_action_set_enabled (widget, "profile.back", strata_key_history_can_step (self->history, -1));
  gtk_widget_action_set_enabled (widget, "profile.forward", strata_key_history_can_step (self->history, 1));
  gtk_widget_action_set_enabled (widget, "profile.show-longest-call", has_row);
  gtk_widget_action_set_enabled (widget, "profile.list-slices", find_selected_name (self) != STRATA_NONE);
  gtk_widget_action_set_enabled (widget, "profile.toggle-row", has_row);
}

static gboolean
is_by_cpu_time (StrataProfilePane *self)
{
  g_autofree char *column = NULL;

  g_object_get (self->table, "sort-column", &column, NULL);
  return g_strcmp0 (column, strata_profile_column_get_id (STRATA_PROFILE_COLUMN_INCLUSIVE_CPU)) == 0;
}

/* "12 of 412 names in 4.20 s, by CPU time" */
static void
update_summary (StrataProfilePane *self)
{
  StrataProfile *profile = strata_profile_list_get_profile (get_list (self));
  guint n_rows;
  guint n_matching = strata_profile_list_get_n_matching (get_list (self));
  guint n_shown = strata_profile_list_get_n_shown (get_list (self));
  char rows[STRATA_UNITS_BYTES];
  char matching[STRATA_UNITS_BYTES];
  char length[STRATA_UNITS_BYTES];
  g_autofree char *text = NULL;

  strata_profile_get_rows (profile, &n_rows);
  strata_units_count (n_rows, rows);
  strata_units_count (n_shown, matching);
  strata_units_amount (strata_span_get_length_ns (strata_profile_get_scope (profile)->span), strata_trace_get_unit (strata_profile_get_trace (profile)), length);

  if (n_shown < n_matching)
    text = g_strdup_printf (_ ("the first %s of %s names in %s; filter to see others"), matching, rows, length);
  else if (n_matching < n_rows)
    text = g_strdup_printf (_ ("%s of %s names in %s"), matching, rows, length);
  else
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s name in %s", "%s names in %s", n_rows), rows, length);

  if (is_by_cpu_time (self))
    {
      g_autofree char *ordered = g_strdup_printf (_ ("%s, by CPU time"), text);

      gtk_label_set_label (self->summary, ordered);
    }
  else
    gtk_label_set_label (self->summary, text);
}

static void
update_page (StrataProfilePane *self)
{
  StrataProfile *profile = strata_profile_list_get_profile (get_list (self));
  guint n_rows;
  const char *page = "list";

  strata_profile_get_rows (profile, &n_rows);

  if (n_rows == 0)
    page = "no-calls";
  else if (strata_profile_list_get_n_matching (get_list (self)) == 0)
    page = "no-match";

  if (g_str_equal (page, "no-match"))
    gtk_widget_add_css_class (GTK_WIDGET (self->filter), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->filter), "error");

  gtk_stack_set_visible_child_name (self->stack, page);
}

/* Only one name can be marked on the timeline: of several, the name of the longest call. */
static guint32
find_name_to_mark (StrataProfilePane *self,
                   StrataProfileItem *item)
{
  const guint32 name = strata_profile_item_find_name (item);
  const StrataProfileRow *row = strata_profile_table_get_selected_row (self->table);

  if (name != STRATA_NONE || row == NULL || row->longest_slice == STRATA_NONE)
    return name;

  return strata_trace_get_slices (strata_session_get_trace (self->session))->name[row->longest_slice];
}

static void
on_selected (StrataProfilePane *self)
{
  StrataProfileItem *item = strata_profile_table_get_selected_item (self->table);

  update_actions (self);

  if (item == NULL || !is_by_name (self))
    return;

  const guint32 name = find_name_to_mark (self, item);
  const guint32 marked = strata_selection_get_highlight (strata_session_get_selection (self->session));

  /* of several names of a row, the one chosen on the timeline stays */
  if (find_key (self, marked) != find_key (self, name) || find_selected_name (self) != STRATA_NONE)
    strata_selection_set_highlight (strata_session_get_selection (self->session), name);
}

static void
show_profile (StrataProfilePane *self,
              StrataProfile *profile)
{
  StrataProfile *before = strata_profile_pane_get_profile (self);
  gboolean is_other = before == NULL || strata_profile_get_by (before) != strata_profile_get_by (profile);

  /* keys of another kind of rows mean nothing here */
  if (is_other)
    {
      strata_profile_table_set_profile (self->table, NULL);
      strata_key_history_clear (self->history);
    }

  strata_profile_table_set_profile (self->table, profile);

  /* restore the name that was chosen on the timeline before this profile existed */
  if (is_other && is_by_name (self))
    strata_profile_table_select_key (self->table, find_key (self, strata_selection_get_highlight (strata_session_get_selection (self->session))));
}

static void
on_arranged (StrataProfilePane *self)
{
  if (strata_profile_pane_get_profile (self) == NULL)
    return;

  update_page (self);
  update_summary (self);
}

static gpointer
run_profile (gpointer data,
             GCancellable *cancellable)
{
  const StrataScopeRequest *request = data;

  return strata_profile_new (request->trace, &request->scope, request->by, cancellable);
}

static void
on_profile_ready (gpointer result,
                  gpointer data,
                  gpointer user_data)
{
  g_autoptr (StrataProfile) profile = result;

  show_profile (user_data, profile);
}

static void
on_scope_empty (gpointer user_data)
{
  StrataProfilePane *self = user_data;

  strata_profile_list_stop (get_list (self));
  gtk_label_set_label (self->hint, strata_scope_choice_get_hint (strata_scope_model_get_choice (strata_scope_model_get (self->session))));
  gtk_label_set_label (self->summary, "");
  gtk_stack_set_visible_child_name (self->stack, "no-scope");
}

static const StrataJobKind profile_job = {
  .name = "[strata] profile",
  .run = run_profile,
  .done = on_profile_ready,
  .free_data = (GDestroyNotify) strata_scope_request_free,
  .free_result = (GDestroyNotify) strata_profile_unref,
};

static void
on_group_chosen (StrataProfilePane *self)
{
  strata_scope_job_set_by (self->job, (StrataProfileBy) gtk_drop_down_get_selected (self->group));
  if (!self->is_choosing && self->settings != NULL)
    g_settings_set_string (self->settings, "profile-rows", strata_profile_by_ids[gtk_drop_down_get_selected (self->group)]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_GROUP_BY]);
}

static void
set_group_by (StrataProfilePane *self,
              const char *name)
{
  for (guint i = 0; i < STRATA_N_PROFILE_BY; i++)
    if (g_strcmp0 (strata_profile_by_ids[i], name) == 0)
      gtk_drop_down_set_selected (self->group, i);
}

/* Selecting a slice on the timeline selects its row here. */
static void
on_selection_changed (StrataProfilePane *self)
{
  StrataItem item = strata_session_get_selected_item (self->session);

  if (item.kind != STRATA_ITEM_SLICE)
    return;

  guint32 from = strata_profile_pane_get_selected_key (self);
  const guint32 name = strata_trace_get_slices (strata_session_get_trace (self->session))->name[item.index];
  const guint32 key = find_key (self, name);

  strata_selection_set_highlight (strata_session_get_selection (self->session), name);
  if (!is_by_name (self))
    return;

  if (strata_profile_list_find_key (get_list (self), key) != STRATA_NONE && key != from)
    strata_key_history_visit (self->history, from, key);

  if (key != from)
    strata_profile_table_select_key (self->table, key);

  update_actions (self);
}

/* No name is underlined any more, so none is chosen. */
static void
on_highlight_changed (StrataProfilePane *self,
                      guint32 name)
{
  if (name == STRATA_NONE && is_by_name (self))
    strata_profile_table_select_key (self->table, STRATA_NONE);
}

static void
on_filter_changed (StrataProfilePane *self)
{
  strata_profile_table_set_filter (self->table, gtk_editable_get_text (GTK_EDITABLE (self->filter)));
}

static void
toggle_key (StrataProfilePane *self,
            guint32 key)
{
  strata_profile_list_set_expanded (get_list (self), key, !strata_profile_list_is_expanded (get_list (self), key));
}

static void
show_row (StrataProfilePane *self,
          guint32 key)
{
  /* clear a filter that hides the target of a jump */
  if (strata_profile_list_find_key (get_list (self), key) == STRATA_NONE)
    {
      gtk_editable_set_text (GTK_EDITABLE (self->filter), "");
      on_filter_changed (self);
    }

  strata_profile_list_set_expanded (get_list (self), key, TRUE);
  strata_profile_table_select_key (self->table, key);
}

static void
jump (StrataProfilePane *self,
      guint32 from,
      guint32 to)
{
  strata_key_history_visit (self->history, from, to);
  show_row (self, to);
  update_actions (self);
}

/* Opens a row, selects it and scrolls to it; Back returns. */
void
strata_profile_pane_go_to (StrataProfilePane *self,
                           guint32 key)
{
  jump (self, strata_profile_pane_get_selected_key (self), key);
}

static void
on_row_activated (StrataProfilePane *self,
                  StrataProfileItem *item)
{
  guint32 target = strata_profile_item_get_target_key (item);

  if (target != STRATA_NONE)
    jump (self, strata_profile_item_get_row_key (item), target);
  else if (strata_profile_item_get_line (item)->kind == STRATA_PROFILE_LINE_ROW)
    toggle_key (self, strata_profile_item_get_row_key (item));
}

static void
step_history (StrataProfilePane *self,
              int direction)
{
  guint32 key = strata_key_history_step (self->history, direction, strata_profile_pane_get_selected_key (self));

  if (key != STRATA_NONE)
    show_row (self, key);

  update_actions (self);
}

static void
activate_back (StrataProfilePane *self)
{
  step_history (self, -1);
}

static void
activate_forward (StrataProfilePane *self)
{
  step_history (self, 1);
}

static void
activate_show_longest (StrataProfilePane *self)
{
  const StrataProfileRow *row = strata_profile_table_get_selected_row (self->table);

  if (row == NULL || row->longest_slice == STRATA_NONE)
    return;

  strata_session_go_to_slice (self->session, row->longest_slice);
}

static void
activate_list_slices (StrataProfilePane *self)
{
  const guint32 name = find_selected_name (self);

  if (name != STRATA_NONE)
    gtk_widget_activate_action (GTK_WIDGET (self), "trace.show-slices-in-scope", "(uxxb)", name, G_MININT64, G_MAXINT64, TRUE);
}

static void
activate_toggle_row (StrataProfilePane *self)
{
  guint32 key = strata_profile_pane_get_selected_key (self);

  toggle_key (self, key);
}

static void
activate_toggle_key (GtkWidget *widget,
                     const char *action_name,
                     GVariant *parameter)
{
  StrataProfilePane *self = STRATA_PROFILE_PANE (widget);

  if (parameter == NULL)
    return;

  guint32 key = g_variant_get_uint32 (parameter);

  strata_profile_list_set_expanded (get_list (self), key, !strata_profile_list_is_expanded (get_list (self), key));
}

static void
activate_follow (GtkWidget *widget,
                 const char *action_name,
                 GVariant *parameter)
{
  guint32 from;
  guint32 to;

  if (parameter == NULL)
    return;

  g_variant_get (parameter, "(uu)", &from, &to);
  jump (STRATA_PROFILE_PANE (widget), from, to);
}

static void
activate_focus_filter (StrataProfilePane *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->filter));
}

static void
activate_toggle_scope (StrataProfilePane *self)
{
  StrataScopeModel *scope = strata_scope_model_get (self->session);

  strata_scope_model_set_choice (scope, strata_scope_model_get_choice (scope) == STRATA_SCOPE_WINDOW ? STRATA_SCOPE_TRACE : STRATA_SCOPE_WINDOW);
}

/* Returns the shown profile, NULL until it is computed. */
StrataProfile *
strata_profile_pane_get_profile (StrataProfilePane *self)
{
  return strata_profile_list_get_profile (get_list (self));
}

GListModel *
strata_profile_pane_get_list (StrataProfilePane *self)
{
  return G_LIST_MODEL (get_list (self));
}

/* Returns the key of the selected row, or of the row of the selected line, or STRATA_NONE. */
guint32
strata_profile_pane_get_selected_key (StrataProfilePane *self)
{
  return strata_profile_table_get_selected_key (self->table);
}

static void
show_clocks (StrataProfilePane *self)
{
  StrataClocks known = strata_trace_get_clocks (strata_trace_get_base (strata_session_get_trace (self->session)));

  strata_profile_table_show_clocks (self->table, known, strata_view_get_options (strata_session_get_view (self->session)).clock);
}

/* Filled when it opens, with the columns of the clocks known at that time. */
static void
fill_menu (GtkMenuButton *button,
           gpointer user_data)
{
  const StrataProfilePane *self = user_data;
  g_autoptr (GMenuModel) menu = strata_profile_table_build_menu (self->table);

  strata_menu_model_show (button, menu);
}

/* Numbers in names of methods are numbers of anonymous classes. */
static gboolean
is_of_methods (StrataProfilePane *self)
{
  StrataTrace *trace = strata_session_get_trace (self->session);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  return slices->n_slices > 0 && strata_method_name_get_class_bytes (strata_trace_get_string (trace, slices->name[0])) > 0;
}

/* Each frame's marker contains a different number, so grouping by name would give each frame its own row. */
static void
choose_group (StrataProfilePane *self)
{
  g_autofree char *last = self->settings != NULL ? g_settings_get_string (self->settings, "profile-rows") : g_strdup ("");

  self->is_choosing = TRUE;
  if (*last != '\0')
    set_group_by (self, last);
  else
    gtk_drop_down_set_selected (self->group, is_of_methods (self) ? STRATA_PROFILE_BY_NAME : strata_tree_job_get_usual_by (self->session));
  self->is_choosing = FALSE;
}

/* If running times are known, sorts by them, so that waits do not come first: of daemons, or of the main thread of a
 * method trace for its next message. */
static void
choose_order (StrataProfilePane *self)
{
  StrataTrace *trace = strata_session_get_trace (self->session);
  const StrataClocks known = strata_trace_get_clocks (strata_trace_get_base (trace));
  g_autofree char *last = self->settings != NULL ? g_settings_get_string (self->settings, "profile-order") : g_strdup ("");

  self->is_choosing = TRUE;
  if (*last != '\0' && ((known & STRATA_CLOCK_CPU) != 0 || strstr (last, "cpu") == NULL))
    g_object_set (self->table, "sort-column", last, NULL);
  else if ((known & STRATA_CLOCK_CPU) != 0 && (strata_trace_get_states (trace)->n_states > 0 || is_of_methods (self)))
    g_object_set (self->table, "sort-column", strata_profile_column_get_id (STRATA_PROFILE_COLUMN_INCLUSIVE_CPU), NULL);
  self->is_choosing = FALSE;
}

/* Colours and context switches do not change columns. */
static void
on_view_options_changed (StrataProfilePane *self)
{
  if (strata_view_get_options (strata_session_get_view (self->session)).clock != self->clock)
    {
      self->is_choosing = TRUE;
      show_clocks (self);
      self->is_choosing = FALSE;
    }

  self->clock = strata_view_get_options (strata_session_get_view (self->session)).clock;
}

static void
strata_profile_pane_get_property (GObject *object,
                                  guint prop_id,
                                  GValue *value,
                                  GParamSpec *pspec)
{
  if (prop_id == PROP_GROUP_BY)
    g_value_set_string (value, strata_profile_by_ids[gtk_drop_down_get_selected (STRATA_PROFILE_PANE (object)->group)]);
  else if (prop_id == PROP_SORT_COLUMN)
    g_object_get_property (G_OBJECT (STRATA_PROFILE_PANE (object)->table), "sort-column", value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
strata_profile_pane_set_property (GObject *object,
                                  guint prop_id,
                                  const GValue *value,
                                  GParamSpec *pspec)
{
  if (prop_id == PROP_GROUP_BY)
    set_group_by (STRATA_PROFILE_PANE (object), g_value_get_string (value));
  else if (prop_id == PROP_SORT_COLUMN)
    g_object_set_property (G_OBJECT (STRATA_PROFILE_PANE (object)->table), "sort-column", value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
on_sorted (StrataProfilePane *self)
{
  g_autofree char *column = NULL;

  g_object_get (self->table, "sort-column", &column, NULL);
  if (!self->is_choosing && self->settings != NULL)
    g_settings_set_string (self->settings, "profile-order", column);

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SORT_COLUMN]);
}

static void
strata_profile_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (strata_profile_pane_parent_class)->map (widget);
  strata_scope_job_set_active (STRATA_PROFILE_PANE (widget)->job, TRUE);
}

static void
strata_profile_pane_unmap (GtkWidget *widget)
{
  strata_scope_job_set_active (STRATA_PROFILE_PANE (widget)->job, FALSE);
  GTK_WIDGET_CLASS (strata_profile_pane_parent_class)->unmap (widget);
}

static void
strata_profile_pane_dispose (GObject *object)
{
  StrataProfilePane *self = STRATA_PROFILE_PANE (object);

  g_clear_pointer (&self->job, strata_scope_job_free);
  g_clear_object (&self->settings);

  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), STRATA_TYPE_PROFILE_PANE);

  G_OBJECT_CLASS (strata_profile_pane_parent_class)->dispose (object);
}

static void
strata_profile_pane_finalize (GObject *object)
{
  StrataProfilePane *self = STRATA_PROFILE_PANE (object);

  g_clear_pointer (&self->history, strata_key_history_free);

  G_OBJECT_CLASS (strata_profile_pane_parent_class)->finalize (object);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "profile.back", NULL, STRATA_ACTION (activate_back));
  gtk_widget_class_install_action (widget_class, "profile.forward", NULL, STRATA_ACTION (activate_forward));
  gtk_widget_class_install_action (widget_class, "profile.show-longest-call", NULL, STRATA_ACTION (activate_show_longest));
  gtk_widget_class_install_action (widget_class, "profile.list-slices", NULL, STRATA_ACTION (activate_list_slices));
  gtk_widget_class_install_action (widget_class, "profile.toggle-row", NULL, STRATA_ACTION (activate_toggle_row));
  gtk_widget_class_install_action (widget_class, "profile.toggle-key", "u", activate_toggle_key);
  gtk_widget_class_install_action (widget_class, "profile.follow", "(uu)", activate_follow);
  gtk_widget_class_install_action (widget_class, "profile.focus-filter", NULL, STRATA_ACTION (activate_focus_filter));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "profile.focus-filter", NULL);
  gtk_widget_class_install_action (widget_class, "profile.toggle-scope", NULL, STRATA_ACTION (activate_toggle_scope));
  gtk_widget_class_install_property_action (widget_class, "profile.group-by", "group-by");
  gtk_widget_class_install_property_action (widget_class, "profile.sort-by", "sort-column");
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/profile-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataProfilePane, content);
  gtk_widget_class_bind_template_child (widget_class, StrataProfilePane, bar);
  gtk_widget_class_bind_template_child (widget_class, StrataProfilePane, filter);
  gtk_widget_class_bind_template_child (widget_class, StrataProfilePane, group);
  gtk_widget_class_bind_template_child (widget_class, StrataProfilePane, sort_button);
  gtk_widget_class_bind_template_child (widget_class, StrataProfilePane, summary);
  gtk_widget_class_bind_template_child (widget_class, StrataProfilePane, hint);
  gtk_widget_class_bind_template_child (widget_class, StrataProfilePane, stack);
}

static void
strata_profile_pane_class_init (StrataProfilePaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = strata_profile_pane_get_property;
  object_class->set_property = strata_profile_pane_set_property;
  object_class->dispose = strata_profile_pane_dispose;
  object_class->finalize = strata_profile_pane_finalize;
  widget_class->map = strata_profile_pane_map;
  widget_class->unmap = strata_profile_pane_unmap;

  properties[PROP_GROUP_BY] =
      g_param_spec_string ("group-by", NULL, NULL, "name",
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_SORT_COLUMN] =
      g_param_spec_string ("sort-column", NULL, NULL, "inclusive",
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  bind_template (widget_class);
  install_actions (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

/* Keys that work anywhere in the window. */
static void
add_shortcuts (StrataProfilePane *self)
{
  static const char *const shortcuts[][2] = {
    { "<Alt>Left", "profile.back" },
    { "<Alt>Right", "profile.forward" },
    { "<Control>l", "profile.show-longest-call" },
    { "<Control><Shift>l", "profile.list-slices" },
    { "<Control>r", "profile.toggle-row" },
    { "<Control>t", "profile.toggle-scope" },
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (controller), GTK_SHORTCUT_SCOPE_GLOBAL);

  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                          gtk_shortcut_new (gtk_shortcut_trigger_parse_string (shortcuts[i][0]),
                                                            gtk_named_action_new (shortcuts[i][1])));

  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

static void
strata_profile_pane_init (StrataProfilePane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->no_calls = STRATA_NO_CALLS (g_object_new (STRATA_TYPE_NO_CALLS, NULL));
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->no_calls), "no-calls");
  self->settings = strata_settings_new ();
  self->history = strata_key_history_new ();
  self->table = STRATA_PROFILE_TABLE (g_object_new (STRATA_TYPE_PROFILE_TABLE, NULL));
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->table), "list");
  gtk_widget_insert_action_group (GTK_WIDGET (self), "columns", strata_profile_table_get_column_actions (self->table));
  gtk_box_append (self->bar, strata_profile_table_new_menu (self->table));
  add_shortcuts (self);

  g_signal_connect_object (self->filter, "search-changed", G_CALLBACK (on_filter_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->group, "notify::selected", G_CALLBACK (on_group_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "selection-changed", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (get_list (self), "arranged", G_CALLBACK (on_arranged), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_activated), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "notify::sort-column", G_CALLBACK (on_sorted), self, G_CONNECT_SWAPPED);
  gtk_menu_button_set_create_popup_func (self->sort_button, fill_menu, self, NULL);
  update_actions (self);
}

GtkWidget *
strata_profile_pane_new (StrataSession *session)
{
  StrataProfilePane *self = g_object_new (STRATA_TYPE_PROFILE_PANE, NULL);

  self->session = g_object_ref (session);
  self->job = strata_scope_job_new (session, &profile_job, on_scope_empty, self);
  g_signal_connect_object (strata_session_get_selection (session), "item-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_selection (session), "highlight-changed", G_CALLBACK (on_highlight_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_view (session), "options-changed", G_CALLBACK (on_view_options_changed), self, G_CONNECT_SWAPPED);
  gtk_stack_set_visible_child_name (self->stack, "wait");
  strata_no_calls_set_trace (self->no_calls, strata_session_get_trace (session));
  on_view_options_changed (self);
  choose_group (self);
  choose_order (self);

  return GTK_WIDGET (self);
}
