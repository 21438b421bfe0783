/* strata-call-tree-rows.h - the nodes of a call tree as a table for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-call-tree.h"
#include "strata-table.h"

G_BEGIN_DECLS

const StrataTableColumn *strata_call_tree_rows_get_columns (guint *n_columns);
void strata_call_tree_rows_write (StrataTable *table, const StrataCallTree *tree, guint32 node);

G_END_DECLS
