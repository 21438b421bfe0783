/* strata-tree-rows.c - a call tree as a table to copy and export
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tree-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-call-tree-rows.h"

static StrataTableRows *
new_rows (StrataCallTree *tree,
          const guint32 *nodes,
          guint n_nodes)
{
  g_autoptr (StrataRows) rows = strata_call_tree_rows_new (tree, STRATA_CLOCK_WALL);

  return strata_table_rows_new_listed (_ ("Call tree"), rows, nodes, n_nodes);
}

/**
 * strata_tree_rows_new:
 * @tree: a tree
 * @root: one of its nodes
 *
 * Returns: (transfer full) (nullable): all nodes below @root, callers before what they called, or %NULL for none
 */
StrataTableRows *
strata_tree_rows_new (StrataCallTree *tree,
                      guint32 root)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  StrataCallNode values;

  strata_call_tree_get_node (tree, root, &values);
  for (guint32 node = root, depth = values.depth; (node = strata_call_tree_next (tree, node, TRUE, &depth)) != STRATA_NONE && depth > values.depth;)
    g_array_append_val (nodes, node);

  return nodes->len > 0 ? new_rows (tree, (const guint32 *) (gpointer) nodes->data, nodes->len) : NULL;
}

StrataTableRows *
strata_tree_rows_new_node (StrataCallTree *tree,
                           guint32 node)
{
  return new_rows (tree, &node, 1);
}
