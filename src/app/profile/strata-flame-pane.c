/* strata-flame-pane.c - where the time went, as a flame graph
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flame-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-context-menu.h"
#include "strata-flame-actions.h"
#include "strata-job.h"
#include "strata-list-menu.h"
#include "strata-no-calls.h"
#include "strata-scope-model.h"
#include "strata-scope-watch.h"
#include "strata-tree-changes.h"
#include "strata-tree-job.h"
#include "strata-units.h"

/* Shows the call tree as boxes, or the calls of the scope in time order. The zoomed node is kept,
 * by name or as a call, and stays when the scope changes. */
struct _StrataFlamePane
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkSearchEntry *search;
  GtkLabel *summary;
  GtkLabel *hint;
  GtkStack *stack;
  StrataNoCalls *no_calls; /* borrowed from the stack */
  GtkBox *picture;
  StrataFlameCanvas *canvas; /* borrowed from the box */
  GtkWidget *menu;           /* the canvas's menu */

  StrataSession *session;     /* owned */
  StrataTreeChanges *changes; /* owned */
  StrataTreeJob *job;         /* owned */
  StrataScopeWatch *watch;    /* owned: for the chart */
  StrataJob *chart_job;       /* owned */
  StrataColoring coloring;
  gboolean is_upwards;
  gboolean is_chart;
};

enum
{
  PROP_0,
  PROP_INVERTED,
  PROP_UPWARDS,
  PROP_FOLD_RECURSION,
  PROP_CHART,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StrataFlamePane, strata_flame_pane, GTK_TYPE_WIDGET)

static StrataCallTree *
get_tree (StrataFlamePane *self)
{
  StrataFlame *flame = strata_flame_canvas_get_flame (self->canvas);

  return flame != NULL ? strata_flame_get_tree (flame) : NULL;
}

/* The selected call, or the longest of the selected box. */
static guint32
get_selected_slice (StrataFlamePane *self)
{
  StrataFlame *flame = strata_flame_canvas_get_flame (self->canvas);
  guint32 selected = strata_flame_canvas_get_selected (self->canvas);

  return flame != NULL && selected != STRATA_NONE ? strata_flame_get_slice (flame, selected) : STRATA_NONE;
}

static void
update_actions (StrataFlamePane *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  strata_flame_actions_update (widget);
  gtk_widget_action_set_enabled (widget, "flame.show-longest-call", get_selected_slice (self) != STRATA_NONE);
  gtk_widget_action_set_enabled (widget, "flame.inverted", !self->is_chart);
  gtk_widget_action_set_enabled (widget, "flame.upwards", !self->is_chart);
  gtk_widget_action_set_enabled (widget, "flame.fold-recursion", !self->is_chart);
}

/* The calls of a chart are side by side, so the time of found calls is not a share of it. */
static char *
dup_chart_summary (const char *found,
                   const char *total,
                   gboolean is_search)
{
  return is_search ? g_strdup_printf (_ ("found: %s"), found) : g_strdup_printf (_ ("%s of time"), total);
}

/* "812 ms of calls", and how much of it the search found. */
static void
update_summary (StrataFlamePane *self)
{
  StrataFlame *flame = strata_flame_canvas_get_flame (self->canvas);
  char total[STRATA_UNITS_BYTES];
  char found[STRATA_UNITS_BYTES];
  char share[STRATA_UNITS_BYTES];
  gint64 total_ns = flame != NULL ? strata_flame_get_total_ns (flame) : 0;
  gboolean is_search = *gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0';
  g_autofree char *text = NULL;

  if (flame == NULL)
    {
      gtk_label_set_label (self->summary, "");
      return;
    }

  const char *unit = strata_trace_get_unit (strata_session_get_trace (self->session));

  strata_units_amount (total_ns, unit, total);
  strata_units_amount (strata_flame_get_found_ns (flame), unit, found);
  strata_units_share (strata_flame_get_found_ns (flame), total_ns, share);

  if (self->is_chart)
    text = dup_chart_summary (found, total, is_search);
  else if (is_search)
    text = g_strdup_printf (_ ("found: %s (%s) of %s of calls"), found, share, total);
  else
    text = g_strdup_printf (_ ("%s of calls"), total);

  gtk_label_set_label (self->summary, text);
}

static const char *
find_page (StrataCallTree *tree)
{
  if (strata_call_tree_get_n_nodes (tree) <= 1)
    return "no-calls";

  return strata_call_tree_get_value (tree, STRATA_CALL_TREE_ROOT) > 0 ? "picture" : "no-lengths";
}

static void
show_tree (StrataFlamePane *self,
           StrataCallTree *tree)
{
  guint32 root = strata_tree_changes_find_root (self->changes, tree);

  strata_flame_canvas_take_flame (self->canvas, strata_flame_new (tree, self->coloring));
  strata_flame_canvas_set_root (self->canvas, root);
  gtk_stack_set_visible_child_name (self->stack, find_page (tree));
  update_summary (self);
  update_actions (self);
}

static void
show_no_scope (StrataFlamePane *self)
{
  strata_flame_canvas_take_flame (self->canvas, NULL);
  gtk_label_set_label (self->hint, strata_scope_choice_get_hint (strata_scope_model_get_choice (strata_scope_model_get (self->session))));
  gtk_stack_set_visible_child_name (self->stack, "no-scope");
  update_summary (self);
  update_actions (self);
}

static void
on_tree_ready (StrataCallTree *tree,
               gpointer user_data)
{
  StrataFlamePane *self = user_data;

  if (self->is_chart)
    return;

  if (tree != NULL)
    show_tree (self, tree);
  else
    show_no_scope (self);
}

/* If the scope still has the call that filled the width, it fills it again. */
static void
take_chart (StrataFlamePane *self,
            StrataFlame *chart)
{
  StrataFlame *seen = strata_flame_canvas_get_flame (self->canvas);
  guint32 root = STRATA_CALL_TREE_ROOT;
  guint32 slice = STRATA_NONE;

  if (seen != NULL && strata_flame_is_chart (seen))
    slice = strata_flame_get_slice (seen, strata_flame_canvas_get_root (self->canvas));
  if (slice != STRATA_NONE && strata_flame_find_slice (chart, slice) != STRATA_NONE)
    root = strata_flame_find_slice (chart, slice);

  strata_flame_canvas_take_flame (self->canvas, chart);
  strata_flame_canvas_set_root (self->canvas, root);
  gtk_stack_set_visible_child_name (self->stack, strata_flame_get_n_levels (chart) > 1 ? "picture" : "no-calls");
  update_summary (self);
  update_actions (self);
}

typedef struct
{
  StrataScopeRequest *scope; /* owned */
  StrataColoring coloring;
  char *search; /* owned */
} ChartRequest;

static void
chart_request_free (gpointer data)
{
  ChartRequest *request = data;

  strata_scope_request_free (request->scope);
  g_free (request->search);
  g_free (request);
}

static gpointer
run_chart (gpointer data,
           GCancellable *cancellable)
{
  const ChartRequest *request = data;
  StrataFlame *chart = strata_flame_new_chart (request->scope->trace, &request->scope->scope, request->coloring);

  strata_flame_search (chart, request->search);
  return chart;
}

static void
on_chart_ready (gpointer result,
                gpointer data,
                gpointer user_data)
{
  take_chart (user_data, result);
}

static const StrataJobKind chart_job = {
  .name = "[strata] call chart",
  .run = run_chart,
  .done = on_chart_ready,
  .free_data = chart_request_free,
  .free_result = (GDestroyNotify) strata_flame_unref,
};

static void
show_chart (StrataFlamePane *self)
{
  strata_job_cancel (self->chart_job);

  StrataScopeRequest *scope = strata_scope_watch_new_request (self->watch, STRATA_PROFILE_BY_NAME);

  if (scope == NULL)
    {
      show_no_scope (self);
      return;
    }

  ChartRequest *request = g_new (ChartRequest, 1);

  *request = (ChartRequest){ scope, self->coloring, g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->search))) };
  strata_job_start (self->chart_job, request, 0);
}

static void
on_scope_changed (gpointer user_data)
{
  StrataFlamePane *self = user_data;

  if (self->is_chart && gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_chart (self);
}

/* The selected name is underlined on the timeline; of names that differ only in numbers, the name
 * of the longest call. */
static void
on_selected (StrataFlamePane *self)
{
  guint32 slice = get_selected_slice (self);

  update_actions (self);
  if (slice != STRATA_NONE)
    strata_selection_set_highlight (strata_session_get_selection (self->session), strata_trace_get_slices (strata_session_get_trace (self->session))->name[slice]);
}

static void
on_root_changed (StrataFlamePane *self)
{
  if (get_tree (self) != NULL)
    strata_tree_changes_set_root (self->changes, get_tree (self), strata_flame_canvas_get_root (self->canvas));

  update_actions (self);
}

static void
on_search_changed (StrataFlamePane *self)
{
  strata_flame_canvas_search (self->canvas, gtk_editable_get_text (GTK_EDITABLE (self->search)));
  update_summary (self);
  if (strata_job_is_busy (self->chart_job))
    show_chart (self);
}

/* The job handles changes of the clock. */
static void
on_view_options_changed (StrataFlamePane *self)
{
  StrataColoring coloring = strata_view_get_options (strata_session_get_view (self->session)).coloring;
  g_autoptr (StrataCallTree) tree = get_tree (self) != NULL ? strata_call_tree_ref (get_tree (self)) : NULL;

  if (self->coloring == coloring)
    return;

  self->coloring = coloring;
  if (tree != NULL && !self->is_chart)
    show_tree (self, tree);
  else if (self->is_chart && gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_chart (self);
}

static void
activate_show_longest (StrataFlamePane *self)
{
  guint32 slice = get_selected_slice (self);

  if (slice == STRATA_NONE)
    return;

  strata_session_go_to_slice (self->session, slice);
}

static void
activate_focus_search (StrataFlamePane *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
strata_flame_pane_get_property (GObject *object,
                                guint prop_id,
                                GValue *value,
                                GParamSpec *pspec)
{
  StrataFlamePane *self = STRATA_FLAME_PANE (object);

  if (prop_id == PROP_INVERTED)
    g_value_set_boolean (value, strata_tree_changes_get_view (self->changes)->is_bottom_up);
  else if (prop_id == PROP_UPWARDS)
    g_value_set_boolean (value, self->is_upwards);
  else if (prop_id == PROP_FOLD_RECURSION)
    g_value_set_boolean (value, strata_tree_changes_get_view (self->changes)->folds_recursion);
  else if (prop_id == PROP_CHART)
    g_value_set_boolean (value, self->is_chart);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
set_upwards (StrataFlamePane *self,
             gboolean is_upwards)
{
  self->is_upwards = is_upwards;
  strata_flame_canvas_set_upwards (self->canvas, is_upwards && !self->is_chart);
}

/* The other picture is computed, or made, when it becomes visible. */
static void
show_picture (StrataFlamePane *self)
{
  gboolean is_mapped = gtk_widget_get_mapped (GTK_WIDGET (self));

  strata_tree_job_set_active (self->job, is_mapped && !self->is_chart);
  if (is_mapped && self->is_chart)
    show_chart (self);
}

static void
set_chart (StrataFlamePane *self,
           gboolean is_chart)
{
  if (self->is_chart == is_chart)
    return;

  /* the old picture, and with it the focus, stays until the new one is there */
  self->is_chart = is_chart;
  strata_job_cancel (self->chart_job);
  set_upwards (self, self->is_upwards);
  show_picture (self);
  if (!is_chart)
    strata_tree_job_set_view (self->job, strata_tree_changes_get_view (self->changes));
  update_actions (self);
}

static void
strata_flame_pane_set_property (GObject *object,
                                guint prop_id,
                                const GValue *value,
                                GParamSpec *pspec)
{
  StrataFlamePane *self = STRATA_FLAME_PANE (object);

  if (prop_id == PROP_UPWARDS)
    set_upwards (self, g_value_get_boolean (value));
  else if (prop_id == PROP_CHART)
    set_chart (self, g_value_get_boolean (value));
  else if (prop_id == PROP_INVERTED)
    strata_tree_changes_set_bottom_up (self->changes, g_value_get_boolean (value));
  else if (prop_id == PROP_FOLD_RECURSION)
    strata_tree_changes_set_folded (self->changes, g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);

  if (prop_id == PROP_INVERTED || prop_id == PROP_FOLD_RECURSION)
    strata_tree_job_set_view (self->job, strata_tree_changes_get_view (self->changes));
  g_object_notify_by_pspec (object, pspec);
}

static void
strata_flame_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (strata_flame_pane_parent_class)->map (widget);
  show_picture (STRATA_FLAME_PANE (widget));
}

static void
strata_flame_pane_unmap (GtkWidget *widget)
{
  strata_tree_job_set_active (STRATA_FLAME_PANE (widget)->job, FALSE);
  GTK_WIDGET_CLASS (strata_flame_pane_parent_class)->unmap (widget);
}

static void
strata_flame_pane_dispose (GObject *object)
{
  StrataFlamePane *self = STRATA_FLAME_PANE (object);

  g_clear_pointer (&self->chart_job, strata_job_free);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), STRATA_TYPE_FLAME_PANE);
  g_clear_pointer (&self->job, strata_tree_job_free);
  g_clear_pointer (&self->watch, strata_scope_watch_free);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (strata_flame_pane_parent_class)->dispose (object);
}

static void
strata_flame_pane_finalize (GObject *object)
{
  strata_tree_changes_free (STRATA_FLAME_PANE (object)->changes);

  G_OBJECT_CLASS (strata_flame_pane_parent_class)->finalize (object);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  strata_flame_actions_install (widget_class);
  gtk_widget_class_install_property_action (widget_class, "flame.inverted", "inverted");
  gtk_widget_class_install_property_action (widget_class, "flame.upwards", "upwards");
  gtk_widget_class_install_property_action (widget_class, "flame.fold-recursion", "fold-recursion");
  gtk_widget_class_install_property_action (widget_class, "flame.chart", "chart");
  gtk_widget_class_install_action (widget_class, "flame.show-longest-call", NULL, STRATA_ACTION (activate_show_longest));
  gtk_widget_class_install_action (widget_class, "flame.focus-search", NULL, STRATA_ACTION (activate_focus_search));
}

static void
strata_flame_pane_class_init (StrataFlamePaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = strata_flame_pane_get_property;
  object_class->set_property = strata_flame_pane_set_property;
  object_class->dispose = strata_flame_pane_dispose;
  object_class->finalize = strata_flame_pane_finalize;
  widget_class->map = strata_flame_pane_map;
  widget_class->unmap = strata_flame_pane_unmap;

  properties[PROP_INVERTED] = g_param_spec_boolean ("inverted", NULL, NULL, FALSE, flags);
  properties[PROP_UPWARDS] = g_param_spec_boolean ("upwards", NULL, NULL, FALSE, flags);
  properties[PROP_FOLD_RECURSION] = g_param_spec_boolean ("fold-recursion", NULL, NULL, FALSE, flags);
  properties[PROP_CHART] = g_param_spec_boolean ("chart", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/flame-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataFlamePane, content);
  gtk_widget_class_bind_template_child (widget_class, StrataFlamePane, search);
  gtk_widget_class_bind_template_child (widget_class, StrataFlamePane, summary);
  gtk_widget_class_bind_template_child (widget_class, StrataFlamePane, hint);
  gtk_widget_class_bind_template_child (widget_class, StrataFlamePane, stack);
  gtk_widget_class_bind_template_child (widget_class, StrataFlamePane, picture);
  install_actions (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static const StrataContextEntry entries[] = {
  STRATA_FLAME_WALK_ENTRIES,
  { NULL },
  { N_ ("_Time Order"), "flame.chart", "<Control><Alt>c" },
  { N_ ("In_verted"), "flame.inverted", "<Control><Alt>b" },
  { N_ ("_Root at Bottom"), "flame.upwards", "<Control><Alt>f" },
  { N_ ("Fold Rec_ursion"), "flame.fold-recursion", "<Control><Alt>u" },
  { NULL },
  STRATA_FLAME_LAST_ENTRIES,
};

static void
strata_flame_pane_init (StrataFlamePane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->no_calls = STRATA_NO_CALLS (g_object_new (STRATA_TYPE_NO_CALLS, NULL));
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->no_calls), "no-calls");
  self->changes = strata_tree_changes_new ();
  self->chart_job = strata_job_new (&chart_job, self);
  self->canvas = strata_flame_actions_add_canvas (GTK_WIDGET (self), self->picture);
  self->menu = strata_context_menu_attach (GTK_WIDGET (self->canvas), entries, G_N_ELEMENTS (entries));
  strata_list_menu_append_timeline (G_MENU (gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (self->menu))));
  strata_context_menu_add_pane_keys (GTK_WIDGET (self), entries, G_N_ELEMENTS (entries));

  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (on_search_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "selected-changed", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "root-changed", G_CALLBACK (on_root_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "found", G_CALLBACK (update_summary), self, G_CONNECT_SWAPPED);
  update_actions (self);
}

GtkWidget *
strata_flame_pane_new (StrataSession *session)
{
  StrataFlamePane *self = g_object_new (STRATA_TYPE_FLAME_PANE, NULL);

  self->session = g_object_ref (session);
  self->job = strata_tree_job_new (session, on_tree_ready, self);
  self->watch = strata_scope_watch_new (session, on_scope_changed, self);
  self->coloring = strata_view_get_options (strata_session_get_view (session)).coloring;
  g_signal_connect_object (strata_session_get_view (session), "options-changed", G_CALLBACK (on_view_options_changed), self, G_CONNECT_SWAPPED);
  gtk_stack_set_visible_child_name (self->stack, "wait");
  strata_no_calls_set_trace (self->no_calls, strata_session_get_trace (session));
  strata_tree_job_set_by (self->job, strata_tree_job_get_usual_by (session));

  return GTK_WIDGET (self);
}
