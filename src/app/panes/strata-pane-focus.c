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

/* The selected row of a table if it has a widget, else its first row, NULL if it has none yet; @part itself if it is not
 * a table. A table would focus the row that had the focus last, which may be gone. */
static GtkWidget *
find_row (GtkWidget *part)
{
  if (!GTK_IS_COLUMN_VIEW (part))
    return part;

  GtkWidget *first = gtk_widget_get_first_child (gtk_widget_get_last_child (part));

  for (GtkWidget *row = first; row != NULL; row = gtk_widget_get_next_sibling (row))
    if ((gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED) != 0)
      return row;

  return first;
}

static gboolean
focus_main_part (GtkWidget *pane)
{
  GtkWidget *part = find_main_part (pane);
  GtkWidget *target = part != NULL ? find_row (part) : NULL;

  return target != NULL && gtk_widget_grab_focus (target);
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

/* The part of a page that contains @entry and something to focus; NULL if there is none. */
static GtkWidget *
find_filtered (GtkWidget *notebook,
               GtkWidget *entry)
{
  for (GtkWidget *around = gtk_widget_get_parent (entry); around != NULL && around != notebook; around = gtk_widget_get_parent (around))
    if (find_main_part (around) != NULL)
      return around;

  return NULL;
}

static gboolean
on_down (GtkWidget *notebook,
         GVariant *args,
         gpointer user_data)
{
  GtkRoot *root = gtk_widget_get_root (notebook);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *entry = focus != NULL ? gtk_widget_get_ancestor (focus, GTK_TYPE_SEARCH_ENTRY) : NULL;
  GtkWidget *filtered = entry != NULL ? find_filtered (notebook, entry) : NULL;

  return filtered != NULL && focus_main_part (filtered);
}

static GtkWidget *
find_filter (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_SEARCH_ENTRY (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_mapped (child))
      found = find_filter (child);

  return found;
}

static gboolean
on_find (GtkWidget *notebook,
         GVariant *args,
         gpointer user_data)
{
  GtkWidget *page = gtk_notebook_get_nth_page (GTK_NOTEBOOK (notebook), gtk_notebook_get_current_page (GTK_NOTEBOOK (notebook)));
  GtkWidget *filter = page != NULL ? find_filter (page) : NULL;

  return filter != NULL && gtk_widget_grab_focus (filter);
}

static void
add_key (GtkEventController *shortcuts,
         const char *trigger,
         GtkShortcutFunc func)
{
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (shortcuts), gtk_shortcut_new (gtk_shortcut_trigger_parse_string (trigger), gtk_callback_action_new (func, NULL, NULL)));
}

/**
 * strata_pane_focus_add_keys:
 * @notebook: a notebook of panes
 *
 * Lets Ctrl+F go to the filter of the visible pane, if it has one, and Down from there to its rows, where GTK would go
 * to the nearest button.
 */
void
strata_pane_focus_add_keys (GtkNotebook *notebook)
{
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  add_key (shortcuts, "Down|KP_Down", on_down);
  add_key (shortcuts, "<Control>f", on_find);
  gtk_widget_add_controller (GTK_WIDGET (notebook), shortcuts);
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
