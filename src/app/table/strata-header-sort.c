/* strata-header-sort.c - the sort order of a column view
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-header-sort.h"

#include "strata-shown-column.h"

/* GTK 4.8 does not report the column that a view is sorted by, but the view's sorter calls that
 * column's sorter first. So these sorters compare nothing: each stores its column in the object
 * that it is called with. */
static int
leave_column (gconstpointer a,
              gconstpointer b,
              gpointer user_data)
{
  g_object_set_data (G_OBJECT (a), "column", user_data);
  return -1;
}

/* Returns the sorter of that column, for strata_header_sort_new(). */
GtkSorter *
strata_header_sort_new_sorter (guint column)
{
  return GTK_SORTER (gtk_custom_sorter_new (leave_column, GUINT_TO_POINTER (column), NULL));
}

static void
show (GtkColumnView *view,
      guint column,
      gboolean is_descending)
{
  g_autoptr (GtkColumnViewColumn) view_column = strata_shown_column_dup (view, column);

  /* GTK 4.8 leaves the arrow in the title of the previous column */
  gtk_column_view_sort_by_column (view, NULL, GTK_SORT_ASCENDING);
  gtk_column_view_sort_by_column (view, view_column, is_descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

/* FALSE if the header has no sort column. */
static gboolean
ask (GtkSorter *sorter,
     guint *column,
     gboolean *is_descending)
{
  g_autoptr (GObject) first = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (GObject) second = g_object_new (G_TYPE_OBJECT, NULL);
  GtkOrdering order = gtk_sorter_compare (sorter, first, second);

  if (order == GTK_ORDERING_EQUAL)
    return FALSE;

  *column = GPOINTER_TO_UINT (g_object_get_data (first, "column"));
  *is_descending = order == GTK_ORDERING_LARGER;

  return TRUE;
}

/* The header starts each column ascending; for numbers the largest should come first. */
static void
on_sorted (StrataHeaderSort *self)
{
  guint column;
  gboolean is_descending;

  if (self->is_ours || !ask (self->sorter, &column, &is_descending))
    return;

  strata_header_sort_by (self, column, column != self->column ? (self->ascending >> column & 1) == 0 : is_descending);
}

/**
 * strata_header_sort_new:
 * @view: a view whose columns have such sorters
 * @ascending: bits of the columns that are sorted ascending on the first click of their title
 * @sorted: (scope forever): sorts the rows
 * @user_data: for @sorted
 *
 * Returns: (transfer full): the order of the view, initially none; it must not outlive the view
 */
StrataHeaderSort *
strata_header_sort_new (GtkColumnView *view,
                        guint64 ascending,
                        StrataHeaderSorted sorted,
                        gpointer user_data)
{
  StrataHeaderSort *self = g_new0 (StrataHeaderSort, 1);

  self->view = view;
  self->column = G_MAXUINT;
  self->sorter = g_object_ref (gtk_column_view_get_sorter (view));
  self->ascending = ascending;
  self->sorted = sorted;
  self->user_data = user_data;
  g_signal_connect_swapped (self->sorter, "changed", G_CALLBACK (on_sorted), self);

  return self;
}

/**
 * strata_header_sort_free:
 * @self: (transfer full): the order of a view
 *
 * Disconnects from the view and frees it.
 */
void
strata_header_sort_free (StrataHeaderSort *self)
{
  g_signal_handlers_disconnect_by_data (self->sorter, self);
  g_object_unref (self->sorter);
  g_free (self);
}

/**
 * strata_header_sort_show:
 * @self: the order of a view
 * @column: number of one of its columns
 * @is_descending: whether the largest comes first
 *
 * Shows in the header how the rows are already sorted.
 */
void
strata_header_sort_show (StrataHeaderSort *self,
                         guint column,
                         gboolean is_descending)
{
  self->is_ours = TRUE;
  show (self->view, column, is_descending);
  self->is_ours = FALSE;

  self->column = column;
  self->is_descending = is_descending;
}

/**
 * strata_header_sort_by:
 * @self: the order of a view
 * @column: number of one of its columns
 * @is_descending: whether the largest comes first
 *
 * Sorts the view, and shows the order in its header.
 */
void
strata_header_sort_by (StrataHeaderSort *self,
                       guint column,
                       gboolean is_descending)
{
  strata_header_sort_show (self, column, is_descending);
  self->sorted (self->user_data, column, is_descending);
}
