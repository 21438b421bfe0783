/* strata-read-row.c - names table rows for screen readers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-read-row.h"

/* GTK 4.8 gives the focus to a row as a whole, which has no name, so that a screen reader says
 * "GtkListItemWidget". Naming each row would cost as much as its cells, so a row is named when it
 * gets the focus. Some rows pass the focus on to a widget that opens them; that widget gets the
 * name, too. */

static void
add_texts (GtkWidget *widget,
           GString *texts)
{
  const char *text = NULL;

  if (GTK_IS_INSCRIPTION (widget))
    text = gtk_inscription_get_text (GTK_INSCRIPTION (widget));
  else if (GTK_IS_LABEL (widget))
    text = gtk_label_get_text (GTK_LABEL (widget));
  if (text != NULL && *text != '\0')
    g_string_append_printf (texts, "%s%s", texts->len > 0 ? " " : "", text);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_visible (child))
      add_texts (child, texts);
}

static void
add_cell (GtkColumnViewColumn *column,
          GtkWidget *cell,
          GString *row)
{
  const char *title = gtk_column_view_column_get_title (column);
  g_autoptr (GString) texts = g_string_new (NULL);

  add_texts (cell, texts);
  if (texts->len > 0)
    g_string_append_printf (row, "%s%s: %s", row->len > 0 ? ", " : "", title != NULL ? title : "", texts->str);
}

/* "Name: doFrame, Calls: 12"; empty cells are left out. */
static char *
dup_row (GtkColumnView *view,
         GtkWidget *row)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  GtkWidget *cell = gtk_widget_get_first_child (row);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (columns) && cell != NULL; i++, cell = gtk_widget_get_next_sibling (cell))
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      add_cell (column, cell, text);
    }

  return g_string_free (text, FALSE);
}

/* The rows of a view are in an inner list, its last child. */
static GtkWidget *
find_row (GtkWidget *view,
          GtkWidget *focus)
{
  GtkWidget *list = gtk_widget_get_last_child (view);
  GtkWidget *row = focus;

  while (row != view && gtk_widget_get_parent (row) != list)
    row = gtk_widget_get_parent (row);

  return row != view ? row : NULL;
}

static void
read_row (GtkWidget *view,
          GtkWidget *focus)
{
  GtkWidget *row = find_row (view, focus);

  if (row == NULL)
    return;

  g_autofree char *text = dup_row (GTK_COLUMN_VIEW (view), row);

  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  if (GTK_IS_TREE_EXPANDER (focus))
    gtk_accessible_update_property (GTK_ACCESSIBLE (focus), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  else if (focus != row)
    gtk_accessible_update_property (GTK_ACCESSIBLE (focus), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
on_focus_changed (GtkWindow *window)
{
  GtkWidget *focus = gtk_window_get_focus (window);
  GtkWidget *view = focus != NULL ? gtk_widget_get_ancestor (focus, GTK_TYPE_COLUMN_VIEW) : NULL;

  if (view != NULL)
    read_row (view, focus);
}

/* Names the focused row after its cells, for assistive technology. */
void
strata_read_row_follow (GtkWindow *window)
{
  g_signal_connect (window, "notify::focus-widget", G_CALLBACK (on_focus_changed), NULL);
}
