/* strata-query-pivot.h - sums by chosen columns, written as SQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

guint strata_query_pivot_get_n_sources (void);
guint strata_query_pivot_get_n_columns (guint source);
char *strata_query_pivot_dup_sql (guint source, guint columns);
GtkWidget *strata_query_pivot_new (void);

G_END_DECLS
