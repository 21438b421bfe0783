/* strata-tree-rows.c - a call tree as a table to copy and export
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tree-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-call-tree-rows.h"

/* The nodes below one, callers before what they called. Which node a row is of
 * is listed beforehand: 4 bytes each. */
typedef struct
{
  StrataCallTree *tree; /* owned */
  GArray *nodes;        /* (element-type guint32) owned */
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  strata_call_tree_unref (picture->tree);
  g_array_unref (picture->nodes);
  g_free (picture);
}

static void
write_row (StrataTable *table,
           gpointer data,
           guint row)
{
  const Picture *picture = data;

  strata_call_tree_rows_write (table, picture->tree, g_array_index (picture->nodes, guint32, row));
}

static StrataTableRows *
new_rows (StrataCallTree *tree,
          GArray *nodes)
{
  Picture *picture = g_new (Picture, 1);
  guint n_columns;
  const StrataTableColumn *columns = strata_call_tree_rows_get_columns (&n_columns);

  *picture = (Picture){ strata_call_tree_ref (tree), nodes };
  return strata_table_rows_new (_ ("Call tree"), columns, n_columns, nodes->len, write_row, picture, picture_free);
}

/**
 * strata_tree_rows_new:
 * @tree: a tree
 * @root: one of its nodes
 *
 * Returns: (transfer full) (nullable): all nodes below @root, or %NULL for none
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

  return nodes->len > 0 ? new_rows (tree, g_steal_pointer (&nodes)) : NULL;
}

/**
 * strata_tree_rows_new_node:
 * @tree: a tree
 * @node: one of its nodes
 *
 * Returns: (transfer full): that node alone
 */
StrataTableRows *
strata_tree_rows_new_node (StrataCallTree *tree,
                           guint32 node)
{
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_array_append_val (nodes, node);
  return new_rows (tree, nodes);
}
