/* strata-header-sort.h - by which column a view is sorted
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
 * Called with what a view is to be sorted from now on.
 */
typedef void (*StrataHeaderSorted) (gpointer user_data, guint column, gboolean is_descending);

/**
 * StrataHeaderSort:
 * @column: number of the column that the view is sorted by, or %G_MAXUINT
 * @is_descending: whether the largest comes first
 *
 * How a view is sorted. Read these only.
 */
typedef struct
{
  guint column;
  gboolean is_descending;

  /*< private >*/
  GtkColumnView *view; /* borrowed */
  GtkSorter *sorter;   /* owned */
  guint64 ascending;
  StrataHeaderSorted sorted;
  gpointer user_data;
  gboolean is_ours; /* a change of ours, not the user's */
} StrataHeaderSort;

GtkSorter *strata_header_sort_new_sorter (guint column);
StrataHeaderSort *strata_header_sort_new (GtkColumnView *view, guint64 ascending, StrataHeaderSorted sorted, gpointer user_data);
void strata_header_sort_free (StrataHeaderSort *self);
void strata_header_sort_show (StrataHeaderSort *self, guint column, gboolean is_descending);
void strata_header_sort_by (StrataHeaderSort *self, guint column, gboolean is_descending);

G_END_DECLS
