/* strata-call-tree-rows.h - the table of a call tree
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-call-tree.h"
#include "strata-rows.h"

G_BEGIN_DECLS

/* The columns of the call tree pane, from left to right. */
typedef enum
{
  STRATA_TREE_COLUMN_NAME,            /* the callee, or the caller in a bottom-up tree */
  STRATA_TREE_COLUMN_INCLUSIVE,       /* time including all nodes below */
  STRATA_TREE_COLUMN_INCLUSIVE_SHARE, /* the same as a share of all */
  STRATA_TREE_COLUMN_EXCLUSIVE,       /* self time of the node */
  STRATA_TREE_COLUMN_EXCLUSIVE_SHARE, /* the same as a share of all */
  STRATA_TREE_COLUMN_CPU,             /* inclusive time of the other clock */
  STRATA_TREE_COLUMN_CALLS,           /* how many calls */
  STRATA_TREE_COLUMN_MEAN,            /* inclusive time per call */
} StrataTreeColumn;

#define STRATA_N_TREE_COLUMNS (STRATA_TREE_COLUMN_MEAN + 1)

extern const StrataRowClass strata_call_tree_rows_class;
StrataRows *strata_call_tree_rows_new (StrataCallTree *tree, StrataClocks clock);
guint32 strata_call_tree_rows_print_left_out (const StrataRows *rows, StrataTable *table, guint32 node);

G_END_DECLS
