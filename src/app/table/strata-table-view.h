/* strata-table-view.h - a table of rows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-rows.h"
#include "strata-table-menu.h"

G_BEGIN_DECLS

/* No row. */
#define STRATA_TABLE_VIEW_NO_ROW G_MAXUINT

#define STRATA_TYPE_TABLE_VIEW (strata_table_view_get_type ())
G_DECLARE_FINAL_TYPE (StrataTableView, strata_table_view, STRATA, TABLE_VIEW, GtkWidget)

/* Cells of a column that are more than text. Static. */
typedef struct
{
  GtkWidget *(*make) (void); /* makes an empty cell */
  /* shows a row in a cell of @make */
  void (*bind) (GtkWidget *cell, StrataRows *rows, guint row);
} StrataTableCells;

/* Signals, emitted for user actions or strata_table_view_choose(): row-selected (guint row), which
 * is STRATA_TABLE_VIEW_NO_ROW if nothing or several rows are selected; row-activated (guint row).
 * sort-changed (): the owner of a listing has to sort it. */

GtkWidget *strata_table_view_new (const char *name, const StrataRowClass *klass);
GtkWidget *strata_table_view_new_listing (const char *name, const StrataRowClass *klass, gboolean is_sorted);
GtkWidget *strata_table_view_new_menu (StrataTableView *self, gboolean has_keys);
void strata_table_view_add_header (StrataTableView *self, GtkWidget *widget);
void strata_table_view_set_cells (StrataTableView *self, guint column, const StrataTableCells *cells);
void strata_table_view_move_header (StrataTableView *self, GtkBox *box);
void strata_table_view_set_empty (StrataTableView *self, const char *text);
void strata_table_view_set_rows (StrataTableView *self, StrataRows *rows, const guint32 *listed, guint n_listed);
StrataRows *strata_table_view_get_rows (StrataTableView *self);
void strata_table_view_set_is_long (StrataTableView *self, gboolean is_long);
void strata_table_view_set_filter (StrataTableView *self, const char *text);
guint strata_table_view_get_n_listed (StrataTableView *self);
guint strata_table_view_get_row (StrataTableView *self, guint position);
guint strata_table_view_get_selected (StrataTableView *self);
guint32 *strata_table_view_list_selected (StrataTableView *self, guint *n_rows);
void strata_table_view_show_sort (StrataTableView *self, guint place, gboolean is_descending);
guint strata_table_view_get_sort (StrataTableView *self, gboolean *is_descending);
void strata_table_view_select (StrataTableView *self, guint row);
void strata_table_view_choose (StrataTableView *self, guint row);
char *strata_table_view_dup_cell (StrataTableView *self, guint position, guint column);
StrataTableRows *strata_table_view_take_rows (StrataTableView *self, gboolean is_selection);
GtkAccessible *strata_table_view_get_accessible (StrataTableView *self);

G_END_DECLS
