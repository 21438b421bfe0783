/* strata-header-sort.h - by which column a view is sorted
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkSorter *strata_header_sort_new_sorter (guint column);
void strata_header_sort_set (GtkColumnView *view, guint column, gboolean is_descending);
gboolean strata_header_sort_get (GtkColumnView *view, guint *column, gboolean *is_descending);
void strata_header_sort_align_titles (GtkColumnView *view, guint first);

G_END_DECLS
