/* strata-call-tree-rows.c - the nodes of a call tree as a table for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-tree-rows.h"

/* The command line and the exports of the window share these: a contract. */
static const StrataTableColumn columns[] = {
  { "node", NULL, STRATA_CELL_NUMBER },
  { "parent", NULL, STRATA_CELL_NUMBER },
  { "depth", NULL, STRATA_CELL_NUMBER },
  { "name", NULL, STRATA_CELL_TEXT },
  { "inclusive_ns", NULL, STRATA_CELL_DURATION },
  { "exclusive_ns", NULL, STRATA_CELL_DURATION },
  { "inclusive_cpu_ns", NULL, STRATA_CELL_DURATION },
  { "exclusive_cpu_ns", NULL, STRATA_CELL_DURATION },
  { "calls", NULL, STRATA_CELL_NUMBER },
};

/**
 * strata_call_tree_rows_get_columns:
 * @n_columns: (out): how many
 *
 * Returns: (transfer none) (array length=n_columns): the columns
 */
const StrataTableColumn *
strata_call_tree_rows_get_columns (guint *n_columns)
{
  *n_columns = G_N_ELEMENTS (columns);
  return columns;
}

/**
 * strata_call_tree_rows_write:
 * @table: a table with these columns
 * @tree: a tree
 * @node: one of its nodes, but for the root
 *
 * Writes a node. That of an outermost call has no parent.
 */
void
strata_call_tree_rows_write (StrataTable *table,
                             const StrataCallTree *tree,
                             guint32 node)
{
  StrataCallNode values;

  strata_call_tree_get_node (tree, node, &values);

  g_autofree char *name = strata_call_tree_dup_name (tree, values.key);

  strata_table_number (table, node);
  if (values.parent != STRATA_CALL_TREE_ROOT)
    strata_table_number (table, values.parent);
  else
    strata_table_unknown (table);
  strata_table_number (table, values.depth);
  strata_table_text (table, name);
  strata_table_number (table, values.inclusive_ns);
  strata_table_number (table, values.exclusive_ns);
  strata_table_number (table, values.inclusive_cpu_ns);
  strata_table_number (table, values.exclusive_cpu_ns);
  strata_table_number (table, (gint64) values.n_calls);
}
