/* strata-pane-focus.c - moves the focus to the main part of a pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-pane-focus.h"

#include "strata-flame-canvas.h"

/* A table that appears later does not get the focus. */
#define FOCUS_PATIENCE_MS 4000

/* Finds the main part of a pane, rather than its toolbar. */
static GtkWidget *
find_main_part (GtkWidget *widget)
{
  const gboolean is_editor = GTK_IS_TEXT_VIEW (widget) && gtk_text_view_get_editable (GTK_TEXT_VIEW (widget));
  GtkWidget *found = is_editor || GTK_IS_COLUMN_VIEW (widget) || GTK_IS_LIST_BOX (widget) || STRATA_IS_FLAME_CANVAS (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_child_visible (child) && gtk_widget_get_visible (child))
      found = find_main_part (child);

  return found;
}

/* The selected row of a table if it has a widget, else the table itself, which focuses its first row. */
static GtkWidget *
find_row (GtkWidget *part)
{
  GtkWidget *row = GTK_IS_COLUMN_VIEW (part) ? gtk_widget_get_first_child (gtk_widget_get_last_child (part)) : NULL;

  for (; row != NULL; row = gtk_widget_get_next_sibling (row))
    if ((gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED) != 0)
      return row;

  return part;
}

static gboolean
focus_main_part (GtkWidget *pane)
{
  GtkWidget *part = find_main_part (pane);

  return part != NULL && gtk_widget_grab_focus (find_row (part));
}

/* A table that a worker fills appears a moment later; by then the focus may have moved elsewhere. */
static gboolean
on_tick_focus (GtkWidget *pane,
               GdkFrameClock *clock,
               gpointer begin_ms)
{
  const gint64 now_ms = g_get_monotonic_time () / G_TIME_SPAN_MILLISECOND;
  GtkRoot *root = gtk_widget_get_root (pane);

  if (root == NULL || gtk_root_get_focus (root) != g_object_get_data (G_OBJECT (pane), "focus") || (guint) now_ms - GPOINTER_TO_UINT (begin_ms) > FOCUS_PATIENCE_MS)
    return G_SOURCE_REMOVE;

  return focus_main_part (pane) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

/**
 * strata_pane_focus:
 * @pane: a pane that is shown
 *
 * Moves the focus to its table, graph or editor, if it has one, as soon as that is shown.
 */
void
strata_pane_focus (GtkWidget *pane)
{
  GtkRoot *root = gtk_widget_get_root (pane);

  if (root == NULL || focus_main_part (pane))
    return;

  gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD);
  g_object_set_data (G_OBJECT (pane), "focus", gtk_root_get_focus (root));
  gtk_widget_add_tick_callback (pane, on_tick_focus, GUINT_TO_POINTER ((guint) (g_get_monotonic_time () / G_TIME_SPAN_MILLISECOND)), NULL);
}

/**
 * strata_pane_focus_leave:
 * @notebook: a notebook that is about to switch pages
 *
 * Moves the focus from its page to its tab. GTK does so itself in the next frame; but if that happens twice before,
 * GTK 4.8 never frees the hidden widget with the focus (gtkwindow.c, _gtk_window_unset_focus_and_default()).
 */
void
strata_pane_focus_leave (GtkNotebook *notebook)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (notebook));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (notebook)) && !gtk_widget_grab_focus (GTK_WIDGET (notebook)))
    gtk_root_set_focus (root, NULL);
}
