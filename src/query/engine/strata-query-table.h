/* strata-query-table.h - the result of a query as rows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-query.h"
#include "strata-rows.h"

G_BEGIN_DECLS

typedef struct _StrataQueryTable StrataQueryTable;

StrataQueryTable *strata_query_table_run (StrataQuery *query, const char *sql, const StrataQueryLimits *limits, gsize *offset, GError **error);
StrataQueryTable *strata_query_table_ref (StrataQueryTable *self);
void strata_query_table_unref (StrataQueryTable *self);
guint strata_query_table_get_n_rows (const StrataQueryTable *self);
guint strata_query_table_get_n_columns (const StrataQueryTable *self);
guint strata_query_table_get_n_results (const StrataQueryTable *self);
gboolean strata_query_table_is_cut (const StrataQueryTable *self);
gboolean strata_query_table_get_number (const StrataQueryTable *self, guint row, const char *column, gint64 *number);
gboolean strata_query_table_get_real (const StrataQueryTable *self, guint row, const char *column, double *real);
const char *strata_query_table_get_text (const StrataQueryTable *self, guint row, const char *column);
gboolean strata_query_table_has_column (const StrataQueryTable *self, const char *column);
const StrataRowClass *strata_query_table_get_class (const StrataQueryTable *self);
StrataRows *strata_query_table_new_rows (StrataQueryTable *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataQueryTable, strata_query_table_unref)

G_END_DECLS
