/* strata-table-rows.h - rows of a table in the window, for exports
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-progress.h"
#include "strata-rows.h"
#include "strata-table.h"

G_BEGIN_DECLS

/**
 * StrataTableWriteRow:
 * @table: the table; write all cells of the row to it, from left to right
 * @data: the data of the rows
 * @row: number of the row, from 0
 *
 * Writes one row. It is called for one row after the other, in a worker: its data must not change until then.
 */
typedef void (*StrataTableWriteRow) (StrataTable *table, gpointer data, guint row);

/**
 * StrataTablePrepare:
 * @data: the data of the rows
 * @cancellable: (nullable): cancels it
 *
 * Finds the rows if that may take long. It is called in a worker before the first row is written.
 *
 * Returns: how many rows there are
 */
typedef guint (*StrataTablePrepare) (gpointer data, GCancellable *cancellable);

typedef struct _StrataTableRows StrataTableRows;

StrataTableRows *strata_table_rows_new (const char *name, const StrataTableColumn *columns, guint n_columns, guint n_rows, StrataTableWriteRow write_row, gpointer data, GDestroyNotify free_data);
StrataTableRows *strata_table_rows_new_listed (const char *name, StrataRows *rows, const guint32 *listed, guint n_listed);
StrataTableRows *strata_table_rows_new_all (const char *name, StrataRows *rows);
void strata_table_rows_set_prepare (StrataTableRows *self, StrataTablePrepare prepare);
void strata_table_rows_free (StrataTableRows *self);
const char *strata_table_rows_get_name (const StrataTableRows *self);
guint strata_table_rows_get_n_rows (const StrataTableRows *self);
gboolean strata_table_rows_write (StrataTableRows *self, GOutputStream *stream, StrataTableStyle style, StrataProgress *progress, GCancellable *cancellable, GError **error);
char *strata_table_rows_dup_text (StrataTableRows *self, StrataTableStyle style);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataTableRows, strata_table_rows_free)

G_END_DECLS
