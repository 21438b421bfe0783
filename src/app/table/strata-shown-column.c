/* strata-shown-column.c - hides columns of a view, with their widths
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-shown-column.h"

/* GTK 4.8 keeps room for a hidden column that has a fixed width, be it ours or the
 * one that somebody dragged: the others end before the edge of the view. So the
 * width of what is hidden is put aside until it is shown again. */
#define WIDTH_KEY "strata-width-px"

static void
hide_width (GtkColumnViewColumn *column)
{
  g_object_set_data (G_OBJECT (column), WIDTH_KEY, GINT_TO_POINTER (gtk_column_view_column_get_fixed_width (column)));
  gtk_column_view_column_set_fixed_width (column, -1);
}

static void
restore_width (GtkColumnViewColumn *column)
{
  gtk_column_view_column_set_fixed_width (column, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), WIDTH_KEY)));
}

/**
 * strata_shown_column_set:
 * @view: a table
 * @index: number of a column in the order of the view
 * @is_shown: whether to show it
 *
 * Shows or hides a column. One that is shown again is as wide as before.
 */
void
strata_shown_column_set (GtkColumnView *view,
                         guint index,
                         gboolean is_shown)
{
  g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (gtk_column_view_get_columns (view), index);

  if (gtk_column_view_column_get_visible (column) == is_shown)
    return;

  if (is_shown)
    restore_width (column);
  else
    hide_width (column);

  gtk_column_view_column_set_visible (column, is_shown);
}
