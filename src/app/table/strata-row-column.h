/* strata-row-column.h - a column of a table of rows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-rows.h"

G_BEGIN_DECLS

void strata_row_column_add (GtkColumnView *view, const StrataRowClass *klass, gboolean is_sorted);

/* For tables with their own items. */
GtkWidget *strata_row_column_new_cell (const StrataTableColumn *column);
void strata_row_column_append_sorted (GtkColumnView *view, const StrataTableColumn *column, GtkListItemFactory *factory);

G_END_DECLS
