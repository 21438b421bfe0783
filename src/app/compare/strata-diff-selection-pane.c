/* strata-diff-selection-pane.c - the selections of both captures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-selection-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-copy-selection.h"

/* The selection panes of both sides, with reasons and critical path, next to each other. Their
 * buttons activate actions of the window's timeline; here each side has an action group for its own
 * timeline. */
struct _StrataDiffSelectionPane
{
  GtkWidget parent_instance;

  StrataSessionPair *pair; /* owned */
  GtkWidget *content;
  StrataSelectionPane *panes[STRATA_N_DIFF_SIDES]; /* of the content */
};

G_DEFINE_FINAL_TYPE (StrataDiffSelectionPane, strata_diff_selection_pane, GTK_TYPE_WIDGET)

static const char *const timeline_actions[] = {
  "select-waker",
  "select-run",
  "select-thread",
  "select-same-next",
  "select-same-previous",
  "select-same-longest",
  "select-same-longer",
  "select-same-shorter",
  "zoom-selection",
};

static void
on_timeline_action (GSimpleAction *action,
                    GVariant *parameter,
                    gpointer timeline)
{
  g_autofree char *name = g_strconcat ("timeline.", g_action_get_name (G_ACTION (action)), NULL);

  gtk_widget_activate_action (timeline, name, NULL);
}

static void
on_copy (GSimpleAction *action,
         GVariant *parameter,
         gpointer session)
{
  GtkWidget *pane = g_object_get_data (G_OBJECT (action), "pane");

  strata_copy_selection (pane, session);
}

static void
add_actions (GtkWidget *pane,
             StrataSession *session,
             GtkWidget *timeline)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) copy = g_simple_action_new ("copy-selection", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (timeline_actions); i++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new (timeline_actions[i], NULL);

      g_signal_connect_object (action, "activate", G_CALLBACK (on_timeline_action), timeline, 0);
      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
    }

  g_object_set_data (G_OBJECT (copy), "pane", pane);
  g_signal_connect_object (copy, "activate", G_CALLBACK (on_copy), session, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (copy));
  gtk_widget_insert_action_group (pane, "win", G_ACTION_GROUP (group));
}

/* Reasons and critical paths of hidden panes would make each click slow. */
static void
show_sessions (StrataDiffSelectionPane *self)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    strata_selection_pane_set_session (self->panes[side], gtk_widget_get_mapped (GTK_WIDGET (self)) ? strata_session_pair_get (self->pair, side) : NULL);
}

static void
strata_diff_selection_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (strata_diff_selection_pane_parent_class)->map (widget);
  show_sessions (STRATA_DIFF_SELECTION_PANE (widget));
}

static void
strata_diff_selection_pane_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (strata_diff_selection_pane_parent_class)->unmap (widget);
  show_sessions (STRATA_DIFF_SELECTION_PANE (widget));
}

static StrataDiffSide
find_focused_side (StrataDiffSelectionPane *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->panes[STRATA_DIFF_B])) ? STRATA_DIFF_B : STRATA_DIFF_A;
}

/* "(uxxb)": the name, and the range of durations; lists the slices of both captures, slowest first. */
static void
activate_show_slices (GtkWidget *widget,
                      const char *action_name,
                      GVariant *parameter)
{
  StrataDiffSelectionPane *self = STRATA_DIFF_SELECTION_PANE (widget);
  StrataTrace *trace = strata_session_get_trace (strata_session_pair_get (self->pair, find_focused_side (self)));
  guint32 name;
  gint64 least_ns;
  gint64 below_ns;

  g_variant_get (parameter, "(uxxb)", &name, &least_ns, &below_ns, NULL);

  g_auto (GStrv) parts = g_strsplit (strata_trace_get_string (trace, name), "'", -1);
  g_autofree char *quoted = g_strjoinv ("''", parts);
  g_autofree char *where = g_strdup_printf ("name = '%s' AND dur >= %" G_GINT64_FORMAT " AND dur < %" G_GINT64_FORMAT, quoted, MAX (least_ns, 0), below_ns);
  g_autofree char *sql = g_strdup_printf ("SELECT 'A' AS capture, ts, dur, name FROM a.slice\nWHERE %s\nUNION ALL\nSELECT 'B', ts, dur, name FROM b.slice\nWHERE %s\nORDER BY dur DESC", where, where);

  gtk_widget_activate_action (widget, "compare.run-query", "s", sql);
}

static void
strata_diff_selection_pane_dispose (GObject *object)
{
  StrataDiffSelectionPane *self = STRATA_DIFF_SELECTION_PANE (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->pair);

  G_OBJECT_CLASS (strata_diff_selection_pane_parent_class)->dispose (object);
}

static void
strata_diff_selection_pane_class_init (StrataDiffSelectionPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_diff_selection_pane_dispose;
  widget_class->map = strata_diff_selection_pane_map;
  widget_class->unmap = strata_diff_selection_pane_unmap;
  gtk_widget_class_install_action (widget_class, "trace.show-slices", "(uxxb)", activate_show_slices);
  gtk_widget_class_set_css_name (widget_class, "diffselection");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_diff_selection_pane_init (StrataDiffSelectionPane *self)
{
  self->content = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
}

static StrataSelectionPane *
make_side (StrataSession *session,
           GtkWidget *timeline,
           const char *title)
{
  GtkWidget *pane = g_object_new (STRATA_TYPE_SELECTION_PANE, NULL);

  strata_selection_pane_set_narrow (STRATA_SELECTION_PANE (pane), TRUE);
  strata_selection_pane_set_title (STRATA_SELECTION_PANE (pane), title);
  gtk_widget_set_hexpand (pane, TRUE);
  add_actions (pane, session, timeline);
  return STRATA_SELECTION_PANE (pane);
}

/**
 * strata_diff_selection_pane_new:
 * @pair: two sessions
 * @timelines: the timeline of each
 *
 * Returns: (transfer floating): the selection panes of both, beside each other
 */
GtkWidget *
strata_diff_selection_pane_new (StrataSessionPair *pair,
                                GtkWidget *const timelines[STRATA_N_DIFF_SIDES])
{
  StrataDiffSelectionPane *self = g_object_new (STRATA_TYPE_DIFF_SELECTION_PANE, NULL);
  GtkPaned *paned = GTK_PANED (self->content);

  self->pair = g_object_ref (pair);
  self->panes[STRATA_DIFF_A] = make_side (strata_session_pair_get (pair, STRATA_DIFF_A), timelines[STRATA_DIFF_A], _ ("Selected in A"));
  self->panes[STRATA_DIFF_B] = make_side (strata_session_pair_get (pair, STRATA_DIFF_B), timelines[STRATA_DIFF_B], _ ("Selected in B"));
  gtk_paned_set_start_child (paned, GTK_WIDGET (self->panes[STRATA_DIFF_A]));
  gtk_paned_set_end_child (paned, GTK_WIDGET (self->panes[STRATA_DIFF_B]));

  return GTK_WIDGET (self);
}
