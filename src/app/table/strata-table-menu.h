/* strata-table-menu.h - the button that copies and exports a table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-table-rows.h"

G_BEGIN_DECLS

#define STRATA_TYPE_TABLE_MENU (strata_table_menu_get_type ())
G_DECLARE_FINAL_TYPE (StrataTableMenu, strata_table_menu, STRATA, TABLE_MENU, GtkWidget)

/* Actions: table.copy (the selected rows), table.copy-all, table.export-csv,
 * table.export-tsv, table.export-json. */

/**
 * StrataTableSource:
 * @user_data: as passed to strata_table_menu_set_source()
 * @is_selection: whether to return only the selected rows, or all listed ones
 *
 * Takes a snapshot of a table as it is listed now. It is called in the thread of
 * the window, and should be quick: a worker writes the rows later.
 *
 * Returns: (transfer full) (nullable): the rows, or %NULL if there are none
 */
typedef StrataTableRows *(*StrataTableSource) (gpointer user_data, gboolean is_selection);

const char *strata_table_menu_get_no_selection (void);
void strata_table_menu_set_source (StrataTableMenu *self, StrataTableSource source, gpointer user_data);
void strata_table_menu_add_context (StrataTableMenu *self, GtkWidget *view);
void strata_table_menu_add_keys (StrataTableMenu *self, GtkWidget *view);

G_END_DECLS
