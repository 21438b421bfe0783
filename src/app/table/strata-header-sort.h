/* strata-header-sort.h - the sort order of a column view
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * StrataHeaderSorted:
 * @user_data: as given
 * @column: number of the column
 * @is_descending: whether the largest comes first
 *
 * Called with the new sort order of a view.
 */
typedef void (*StrataHeaderSorted) (gpointer user_data, guint column, gboolean is_descending);

/* The sort order of a view. These fields are read-only. */
typedef struct
{
  guint column;           /* number of the column that the view is sorted by, or G_MAXUINT */
  gboolean is_descending; /* whether the largest comes first */

  /* private */
  GtkColumnView *view; /* borrowed */
  GtkSorter *sorter;   /* owned */
  guint64 ascending;
  StrataHeaderSorted sorted;
  gpointer user_data;
  gboolean is_ours; /* the change is ours, not the user's */
} StrataHeaderSort;

GtkSorter *strata_header_sort_new_sorter (guint column);
StrataHeaderSort *strata_header_sort_new (GtkColumnView *view, guint64 ascending, StrataHeaderSorted sorted, gpointer user_data);
void strata_header_sort_free (StrataHeaderSort *self);
void strata_header_sort_show (StrataHeaderSort *self, guint column, gboolean is_descending);
void strata_header_sort_by (StrataHeaderSort *self, guint column, gboolean is_descending);

G_END_DECLS
