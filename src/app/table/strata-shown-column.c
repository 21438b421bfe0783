/* strata-shown-column.c - hides columns of a view and keeps their widths
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-shown-column.h"

/* A view makes cells for hidden columns, too, in each of its 205 rows, and reserves room for one
 * with a fixed width. So hidden columns are removed from the view. From the first hidden column on,
 * all columns are known by the order in which the view was built. */
#define COLUMNS_KEY "strata-columns"
#define NUMBERS_KEY "strata-is-of-numbers"

static GPtrArray *
ensure_columns (GtkColumnView *view)
{
  GPtrArray *columns = g_object_get_data (G_OBJECT (view), COLUMNS_KEY);
  GListModel *shown = gtk_column_view_get_columns (view);

  if (columns != NULL)
    return columns;

  columns = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < g_list_model_get_n_items (shown); i++)
    g_ptr_array_add (columns, g_list_model_get_item (shown, i));
  g_object_set_data_full (G_OBJECT (view), COLUMNS_KEY, columns, (GDestroyNotify) g_ptr_array_unref);

  return columns;
}

static gboolean
is_in_view (GtkColumnViewColumn *column)
{
  return gtk_column_view_column_get_column_view (column) != NULL;
}

/* GTK 4.8 appends the widgets of a column, wherever it was inserted. This only affects the order of
 * focus and of reading out. */
static void
move_last_child (GtkWidget *parent,
                 guint position)
{
  GtkWidget *sibling = gtk_widget_get_first_child (parent);

  for (guint i = 0; i < position && sibling != NULL; i++)
    sibling = gtk_widget_get_next_sibling (sibling);

  if (sibling != NULL && sibling != gtk_widget_get_last_child (parent))
    gtk_widget_insert_before (gtk_widget_get_last_child (parent), parent, sibling);
}

static void
insert (GtkColumnView *view,
        guint position,
        GtkColumnViewColumn *column)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));

  gtk_column_view_insert_column (view, position, column);
  move_last_child (header, position);
  for (GtkWidget *row = gtk_widget_get_first_child (gtk_widget_get_last_child (GTK_WIDGET (view))); row != NULL; row = gtk_widget_get_next_sibling (row))
    move_last_child (row, position);
}

/* Puts the arrow before the titles of numbers, which end where the numbers end. */
static void
align_content (GtkWidget *content,
               gboolean is_of_numbers)
{
  GtkWidget *label = gtk_widget_get_first_child (content);

  gtk_widget_set_halign (content, is_of_numbers ? GTK_ALIGN_END : GTK_ALIGN_FILL);
  if (is_of_numbers && GTK_IS_BOX (content) && GTK_IS_LABEL (label))
    gtk_box_reorder_child_after (GTK_BOX (content), label, gtk_widget_get_last_child (content));
}

/* Also for columns that are shown again. The header has no API for that; if GTK builds it
 * otherwise, titles stay at the left. */
static void
align_titles (GtkColumnView *view)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;

  for (guint i = 0; i < g_list_model_get_n_items (columns) && title != NULL; i++)
    {
      g_autoptr (GObject) column = g_list_model_get_item (columns, i);
      GtkWidget *content = gtk_widget_get_first_child (title);

      if (content != NULL)
        align_content (content, g_object_get_data (column, NUMBERS_KEY) != NULL);
      title = gtk_widget_get_next_sibling (title);
    }
}

/**
 * strata_shown_column_dup:
 * @view: a table
 * @index: number of a column in the order that the view was built with
 *
 * Returns: (transfer full): the column, shown or not
 */
GtkColumnViewColumn *
strata_shown_column_dup (GtkColumnView *view,
                         guint index)
{
  const GPtrArray *columns = g_object_get_data (G_OBJECT (view), COLUMNS_KEY);

  if (columns == NULL)
    return g_list_model_get_item (gtk_column_view_get_columns (view), index);

  return g_object_ref (g_ptr_array_index (columns, index));
}

/**
 * strata_shown_column_set:
 * @view: a table
 * @index: number of a column in the order that the view was built with
 * @is_shown: whether to show it
 *
 * Shows or hides a column. A column that is shown again has its previous width.
 */
void
strata_shown_column_set (GtkColumnView *view,
                         guint index,
                         gboolean is_shown)
{
  const GPtrArray *columns = ensure_columns (view);
  GtkColumnViewColumn *column = g_ptr_array_index (columns, index);
  guint position = 0;

  if (is_in_view (column) == is_shown)
    return;

  if (!is_shown)
    {
      gtk_column_view_remove_column (view, column);
      return;
    }

  for (guint i = 0; i < index; i++)
    position += is_in_view (g_ptr_array_index (columns, i));

  insert (view, position, column);
  align_titles (view);
}

/**
 * strata_shown_column_align_last_title:
 * @view: a view whose last column has numbers
 *
 * Aligns the title of the last column to the right, like its numbers.
 */
void
strata_shown_column_align_last_title (GtkColumnView *view)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  g_autoptr (GObject) column = g_list_model_get_item (columns, g_list_model_get_n_items (columns) - 1);

  g_object_set_data (column, NUMBERS_KEY, GINT_TO_POINTER (TRUE));
  align_titles (view);
}
