/* strata-text-table.h - aligned columns
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-table.h"

G_BEGIN_DECLS

typedef struct _StrataTextTable StrataTextTable;

StrataTextTable *strata_text_table_new (StrataOutput *output, const StrataTableColumn *columns, guint n_columns);
void strata_text_table_add (StrataTextTable *self, const char *text);
guint strata_text_table_get_column (const StrataTextTable *self);
guint strata_text_table_measure (const char *text);
void strata_text_table_close (StrataTextTable *self);

G_END_DECLS
