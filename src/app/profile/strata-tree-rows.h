/* strata-tree-rows.h - a call tree as a table to copy and export
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-call-tree.h"
#include "strata-table-rows.h"

G_BEGIN_DECLS

StrataTableRows *strata_tree_rows_new (StrataCallTree *tree, guint32 root);
StrataTableRows *strata_tree_rows_new_node (StrataCallTree *tree, guint32 node);

G_END_DECLS
