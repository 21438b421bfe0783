/* strata-diff-flame-pane.c - differences as flame graphs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-flame-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-context-menu.h"
#include "strata-diff-scopes.h"
#include "strata-flame-actions.h"
#include "strata-job.h"
#include "strata-tree-changes.h"
#include "strata-units.h"

/* Makes both call trees of the newest comparison while it is visible. Widths are the times of one
 * side. The zoomed node is kept by name, so it stays when the side or the scope changes. */
struct _StrataDiffFlamePane
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkBox *toolbar;
  GtkWidget *space;
  GtkSearchEntry *search;
  GtkLabel *summary;
  GtkLabel *hint;
  GtkLabel *legend;
  GtkLabel *sentence;
  GtkStack *stack;
  GtkBox *picture;
  StrataFlameCanvas *canvas; /* borrowed from the box */
  GtkWidget *menu;           /* the canvas's menu */

  StrataFlame *flames[STRATA_N_DIFF_SIDES]; /* owned; nullable: of the tree, by the side that defines the widths */

  StrataSessionPair *pair; /* owned */
  StrataDiffModel *model;  /* owned */
  StrataDiffTree *tree;    /* owned; nullable */
  StrataDiff *wanted;      /* owned; nullable: the comparison of the current or next tree */
  StrataJob *job;          /* owned */
  StrataTreeChanges *changes;
  StrataDiffSide widths;
  gboolean is_upwards;
};

enum
{
  PROP_0,
  PROP_WIDTHS_OF_A,
  PROP_UPWARDS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StrataDiffFlamePane, strata_diff_flame_pane, GTK_TYPE_WIDGET)

static gboolean
get_selected (StrataDiffFlamePane *self,
              StrataDiffNode *both)
{
  const guint32 selected = strata_flame_canvas_get_selected (self->canvas);

  if (self->tree == NULL || strata_flame_canvas_get_flame (self->canvas) == NULL || selected == STRATA_NONE)
    return FALSE;

  strata_diff_tree_get_node (self->tree, self->widths, selected, both);
  return TRUE;
}

static void
update_actions (StrataDiffFlamePane *self)
{
  StrataDiffNode both;

  strata_flame_actions_update (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flame.show-longest-call", get_selected (self, &both));
}

/* "A 812 ms, B 901 ms", and how much of it the search found */
static void
update_summary (StrataDiffFlamePane *self)
{
  StrataFlame *flame = strata_flame_canvas_get_flame (self->canvas);
  char a[STRATA_UNITS_BYTES];
  char b[STRATA_UNITS_BYTES];
  char found[STRATA_UNITS_BYTES];
  g_autofree char *text = NULL;

  if (self->tree == NULL || flame == NULL)
    {
      gtk_label_set_label (self->summary, "");
      return;
    }

  const char *unit = strata_trace_get_unit (strata_call_tree_get_trace (strata_diff_tree_get_tree (self->tree, STRATA_DIFF_A)));

  strata_units_amount (strata_call_tree_get_value (strata_diff_tree_get_tree (self->tree, STRATA_DIFF_A), STRATA_CALL_TREE_ROOT), unit, a);
  strata_units_amount (strata_call_tree_get_value (strata_diff_tree_get_tree (self->tree, STRATA_DIFF_B), STRATA_CALL_TREE_ROOT), unit, b);
  strata_units_amount (strata_flame_get_found_ns (flame), unit, found);

  if (*gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0')
    text = g_strdup_printf (_ ("found: %s; calls: A %s, B %s"), found, a, b);
  else
    text = g_strdup_printf (_ ("calls: A %s, B %s"), a, b);

  gtk_label_set_label (self->summary, text);
}

static void
show_hint (StrataDiffFlamePane *self,
           const char *text)
{
  strata_flame_canvas_take_flame (self->canvas, NULL);
  gtk_label_set_label (self->hint, text);
  gtk_stack_set_visible_child_name (self->stack, "no-calls");
}

static void
show_tree (StrataDiffFlamePane *self)
{
  StrataCallTree *tree = strata_diff_tree_get_tree (self->tree, self->widths);
  const guint32 root = strata_tree_changes_find_root (self->changes, tree);

  if (strata_call_tree_get_n_nodes (tree) < 2)
    show_hint (self, self->widths == STRATA_DIFF_A ? _ ("A has no calls here.") : _ ("B has no calls here."));
  else
    {
      strata_flame_canvas_take_flame (self->canvas, strata_flame_ref (self->flames[self->widths]));
      strata_flame_canvas_set_root (self->canvas, root);
      gtk_stack_set_visible_child_name (self->stack, "picture");
    }

  update_summary (self);
  update_actions (self);
}

typedef struct
{
  StrataDiffTree *tree;                     /* owned */
  StrataFlame *flames[STRATA_N_DIFF_SIDES]; /* owned */
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  strata_diff_tree_unref (picture->tree);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    strata_flame_unref (picture->flames[side]);
  g_free (picture);
}

static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  StrataDiffTree *tree = strata_diff_tree_new (data, cancellable);

  if (tree == NULL)
    return NULL;

  Picture *picture = g_new (Picture, 1);

  picture->tree = tree;
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    picture->flames[side] = strata_flame_new_diff (tree, side);

  return picture;
}

static void
drop_tree (StrataDiffFlamePane *self)
{
  g_clear_pointer (&self->tree, strata_diff_tree_unref);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_clear_pointer (&self->flames[side], strata_flame_unref);
}

static void
on_tree_ready (gpointer result,
               gpointer data,
               gpointer user_data)
{
  StrataDiffFlamePane *self = user_data;
  Picture *picture = result;

  drop_tree (self);
  self->tree = g_steal_pointer (&picture->tree);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    self->flames[side] = g_steal_pointer (&picture->flames[side]);
  picture_free (picture);
  show_tree (self);
}

static const StrataJobKind tree_job = {
  .name = "[strata] diff tree",
  .run = run,
  .done = on_tree_ready,
  .free_data = (GDestroyNotify) strata_diff_unref,
  .free_result = picture_free,
};

/* Nothing is computed while the pane is hidden. */
static void
compute (StrataDiffFlamePane *self)
{
  StrataDiff *diff = strata_diff_model_get_diff (self->model);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || (diff != NULL && diff == self->wanted))
    return;

  strata_job_cancel (self->job);
  g_clear_pointer (&self->wanted, strata_diff_unref);
  if (diff != NULL)
    {
      self->wanted = strata_diff_ref (diff);
      strata_job_start (self->job, strata_diff_ref (diff), 0);
      return;
    }

  if (strata_diff_model_get_hint (self->model) != NULL)
    show_hint (self, strata_diff_model_get_hint (self->model));
  update_summary (self);
  update_actions (self);
}

/* The sentence is also for users without a pointer. The selected name is underlined on the
 * timelines. */
static void
on_selected (StrataDiffFlamePane *self)
{
  StrataDiffNode both;
  const gboolean is_any = get_selected (self, &both);
  g_autofree char *text = is_any ? strata_flame_dup_description (strata_flame_canvas_get_flame (self->canvas), strata_flame_canvas_get_selected (self->canvas)) : g_strdup ("");

  gtk_label_set_label (self->sentence, text);
  update_actions (self);

  for (guint side = 0; is_any && side < STRATA_N_DIFF_SIDES; side++)
    if (both.node[side] != STRATA_NONE)
      {
        StrataSession *session = strata_session_pair_get (self->pair, side);
        StrataCallNode node;

        strata_call_tree_get_node (strata_diff_tree_get_tree (self->tree, side), both.node[side], &node);
        if (node.longest_slice != STRATA_NONE)
          strata_selection_set_highlight (strata_session_get_selection (session), strata_trace_get_slices (strata_session_get_trace (session))->name[node.longest_slice]);
      }
}

static void
on_root_changed (StrataDiffFlamePane *self)
{
  if (self->tree != NULL)
    strata_tree_changes_set_root (self->changes, strata_diff_tree_get_tree (self->tree, self->widths), strata_flame_canvas_get_root (self->canvas));

  update_actions (self);
}

static void
on_search_changed (StrataDiffFlamePane *self)
{
  strata_flame_canvas_search (self->canvas, gtk_editable_get_text (GTK_EDITABLE (self->search)));
  update_summary (self);
}

/* On the side that defines the widths; the other follows if both are locked. */
static void
activate_show_longest (StrataDiffFlamePane *self)
{
  StrataSession *session = strata_session_pair_get (self->pair, self->widths);
  StrataDiffNode both;
  StrataCallNode node;

  if (!get_selected (self, &both))
    return;

  strata_call_tree_get_node (strata_diff_tree_get_tree (self->tree, self->widths), both.node[self->widths], &node);
  if (node.longest_slice == STRATA_NONE)
    return;

  strata_session_go_to_slice (session, node.longest_slice);
}

static void
activate_focus_search (StrataDiffFlamePane *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

/* "less ████ ████ more": colours of the palette. */
static void
update_legend (StrataDiffFlamePane *self)
{
  const StrataPalette *palette = strata_flame_canvas_get_palette (self->canvas);
  g_autoptr (GString) markup = g_string_new (NULL);

  g_string_append_printf (markup, "%s ", _ ("less time in B"));
  for (guint i = 0; i < STRATA_N_CHANGES; i++)
    g_string_append_printf (markup, "<span foreground=\"#%06x\">██</span>", palette->changes[i] & 0xffffff);
  g_string_append_printf (markup, " %s", _ ("more time in B"));

  gtk_label_set_markup (self->legend, markup->str);
}

static void
strata_diff_flame_pane_get_property (GObject *object,
                                     guint prop_id,
                                     GValue *value,
                                     GParamSpec *pspec)
{
  StrataDiffFlamePane *self = STRATA_DIFF_FLAME_PANE (object);

  if (prop_id == PROP_WIDTHS_OF_A)
    g_value_set_boolean (value, self->widths == STRATA_DIFF_A);
  else if (prop_id == PROP_UPWARDS)
    g_value_set_boolean (value, self->is_upwards);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
strata_diff_flame_pane_set_property (GObject *object,
                                     guint prop_id,
                                     const GValue *value,
                                     GParamSpec *pspec)
{
  StrataDiffFlamePane *self = STRATA_DIFF_FLAME_PANE (object);

  if (prop_id == PROP_UPWARDS)
    {
      self->is_upwards = g_value_get_boolean (value);
      strata_flame_canvas_set_upwards (self->canvas, self->is_upwards);
    }
  else if (prop_id == PROP_WIDTHS_OF_A)
    {
      self->widths = g_value_get_boolean (value) ? STRATA_DIFF_A : STRATA_DIFF_B;
      if (self->tree != NULL)
        show_tree (self);
    }
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);

  g_object_notify_by_pspec (object, pspec);
}

static void
strata_diff_flame_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (strata_diff_flame_pane_parent_class)->map (widget);
  compute (STRATA_DIFF_FLAME_PANE (widget));
}

static void
strata_diff_flame_pane_dispose (GObject *object)
{
  StrataDiffFlamePane *self = STRATA_DIFF_FLAME_PANE (object);

  g_clear_pointer (&self->job, strata_job_free);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), STRATA_TYPE_DIFF_FLAME_PANE);
  drop_tree (self);
  g_clear_pointer (&self->wanted, strata_diff_unref);
  g_clear_object (&self->model);
  g_clear_object (&self->pair);

  G_OBJECT_CLASS (strata_diff_flame_pane_parent_class)->dispose (object);
}

static void
strata_diff_flame_pane_finalize (GObject *object)
{
  strata_tree_changes_free (STRATA_DIFF_FLAME_PANE (object)->changes);

  G_OBJECT_CLASS (strata_diff_flame_pane_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, "/org/strataviewer/Strata/diff-flame-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, StrataDiffFlamePane, content);
  gtk_widget_class_bind_template_child (widget_class, StrataDiffFlamePane, toolbar);
  gtk_widget_class_bind_template_child (widget_class, StrataDiffFlamePane, space);
  gtk_widget_class_bind_template_child (widget_class, StrataDiffFlamePane, search);
  gtk_widget_class_bind_template_child (widget_class, StrataDiffFlamePane, summary);
  gtk_widget_class_bind_template_child (widget_class, StrataDiffFlamePane, hint);
  gtk_widget_class_bind_template_child (widget_class, StrataDiffFlamePane, legend);
  gtk_widget_class_bind_template_child (widget_class, StrataDiffFlamePane, sentence);
  gtk_widget_class_bind_template_child (widget_class, StrataDiffFlamePane, stack);
  gtk_widget_class_bind_template_child (widget_class, StrataDiffFlamePane, picture);
}

static void
strata_diff_flame_pane_class_init (StrataDiffFlamePaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = strata_diff_flame_pane_get_property;
  object_class->set_property = strata_diff_flame_pane_set_property;
  object_class->dispose = strata_diff_flame_pane_dispose;
  object_class->finalize = strata_diff_flame_pane_finalize;
  widget_class->map = strata_diff_flame_pane_map;

  properties[PROP_WIDTHS_OF_A] = g_param_spec_boolean ("widths-of-a", NULL, NULL, FALSE, flags);
  properties[PROP_UPWARDS] = g_param_spec_boolean ("upwards", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  bind_children (widget_class);
  strata_flame_actions_install (widget_class);
  gtk_widget_class_install_property_action (widget_class, "flame.widths-of-a", "widths-of-a");
  gtk_widget_class_install_property_action (widget_class, "flame.upwards", "upwards");
  gtk_widget_class_install_action (widget_class, "flame.show-longest-call", NULL, STRATA_ACTION (activate_show_longest));
  gtk_widget_class_install_action (widget_class, "flame.focus-search", NULL, STRATA_ACTION (activate_focus_search));
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static const StrataContextEntry entries[] = {
  STRATA_FLAME_WALK_ENTRIES,
  { NULL },
  { N_ ("_Widths of A"), "flame.widths-of-a", "<Control><Alt>w" },
  { N_ ("_Root at Bottom"), "flame.upwards", "<Control><Alt>f" },
  { NULL },
  STRATA_FLAME_LAST_ENTRIES,
};

static void
strata_diff_flame_pane_init (StrataDiffFlamePane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->widths = STRATA_DIFF_B;
  self->changes = strata_tree_changes_new ();
  self->job = strata_job_new (&tree_job, self);
  self->canvas = strata_flame_actions_add_canvas (GTK_WIDGET (self), self->picture);
  self->menu = strata_context_menu_attach (GTK_WIDGET (self->canvas), entries, G_N_ELEMENTS (entries));
  strata_context_menu_add_pane_keys (GTK_WIDGET (self), entries, G_N_ELEMENTS (entries));
  g_signal_connect_object (self->canvas, "notify::is-dark", G_CALLBACK (update_legend), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "selected-changed", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "root-changed", G_CALLBACK (on_root_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "found", G_CALLBACK (update_summary), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (on_search_changed), self, G_CONNECT_SWAPPED);
  update_legend (self);
  update_actions (self);
}

/**
 * strata_diff_flame_pane_new:
 * @pair: two sessions
 * @model: compares them
 *
 * Returns: (transfer floating): the pane
 */
GtkWidget *
strata_diff_flame_pane_new (StrataSessionPair *pair,
                            StrataDiffModel *model)
{
  StrataDiffFlamePane *self = g_object_new (STRATA_TYPE_DIFF_FLAME_PANE, NULL);

  self->pair = g_object_ref (pair);
  self->model = g_object_ref (model);
  gtk_box_insert_child_after (self->toolbar, strata_diff_scopes_new (pair), self->space);
  g_signal_connect_object (model, "ready", G_CALLBACK (compute), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}
