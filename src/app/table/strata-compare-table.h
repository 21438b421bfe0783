/* strata-compare-table.h - a table of a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-table-menu.h"

G_BEGIN_DECLS

/**
 * StrataCompareCells:
 * @STRATA_CELLS_TEXT: words; sorted as they read
 * @STRATA_CELLS_NUMBER: times in ns or counts
 * @STRATA_CELLS_FRACTION: parts, such as 0.1 for "+10 %"
 */
typedef enum
{
  STRATA_CELLS_TEXT,
  STRATA_CELLS_NUMBER,
  STRATA_CELLS_FRACTION,
} StrataCompareCells;

/**
 * StrataCompareColumn:
 * @name: what programs call it
 * @title: its heading, to be translated
 * @cells: what its cells are
 * @is_wide: whether it takes what room is left; the filter looks into such a column
 * @dup_text: what a cell says
 * @get_number: (nullable): what it is sorted by; NaN when not known
 * @get_id: (nullable): what programs call what @dup_text says in the language of the user
 * @make_cell: (nullable): makes a widget that shows a cell in place of its text
 * @bind_cell: (nullable): shows a row in a widget of @make_cell
 *
 * A column. Rows are numbers; the data is what the table was given.
 */
typedef struct
{
  const char *name;
  const char *title;
  StrataCompareCells cells;
  gboolean is_wide;
  char *(*dup_text) (gpointer data, guint row);
  double (*get_number) (gpointer data, guint row);
  const char *(*get_id) (gpointer data, guint row);
  GtkWidget *(*make_cell) (void);
  void (*bind_cell) (GtkWidget *cell, gpointer data, guint row);
} StrataCompareColumn;

#define STRATA_TYPE_COMPARE_TABLE (strata_compare_table_get_type ())
G_DECLARE_FINAL_TYPE (StrataCompareTable, strata_compare_table, STRATA, COMPARE_TABLE, GtkWidget)

/* Signals: row-selected (guint row), row-activated (guint row). Actions of table.*, see StrataTableMenu. */

GtkWidget *strata_compare_table_new (const char *label, const char *empty, const StrataCompareColumn *columns, guint n_columns);
void strata_compare_table_set (StrataCompareTable *self, gpointer data, GDestroyNotify free_data, guint n_rows);
gpointer strata_compare_table_get_data (StrataCompareTable *self);
void strata_compare_table_set_empty (StrataCompareTable *self, const char *text);
void strata_compare_table_set_filter (StrataCompareTable *self, const char *text);
void strata_compare_table_add_header (StrataCompareTable *self, GtkWidget *widget);
GArray *strata_compare_table_list_rows (StrataCompareTable *self, gboolean is_selection);
gboolean strata_compare_table_select (StrataCompareTable *self, guint row);
void strata_compare_table_reveal (StrataCompareTable *self, guint row);
guint strata_compare_table_get_chosen (StrataCompareTable *self);
GListModel *strata_compare_table_get_listed (StrataCompareTable *self);
guint strata_compare_table_get_row (StrataCompareTable *self, guint position);
char *strata_compare_table_dup_cell (StrataCompareTable *self, guint position, guint column);

G_END_DECLS
