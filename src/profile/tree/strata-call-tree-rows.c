/* strata-call-tree-rows.c - the table of a call tree
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-tree-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-method-signature.h"
#include "strata-trace-cells.h"
#include "strata-units.h"

/* Columns that the pane does not show: for programs, and for the
 * command line's text, which is of one clock. */
enum
{
  COLUMN_NODE = STRATA_N_TREE_COLUMNS,
  COLUMN_PARENT,
  COLUMN_DEPTH,
  COLUMN_INCLUSIVE_CPU,
  COLUMN_EXCLUSIVE_CPU,
  COLUMN_PRINTED_INCLUSIVE,
  COLUMN_PRINTED_EXCLUSIVE,
  COLUMN_PRINTED_SELF,
  COLUMN_PRINTED_SELF_SHARE,
  COLUMN_PRINTED_NAME,
  N_COLUMNS,
};

/* The deepest indentation of printed names, in levels. */
#define MOST_INDENTS 200

/* A row is a node. */
typedef struct
{
  StrataCallTree *tree; /* owned */
  StrataClocks clock;
  gint64 total_ns; /* by that clock */
} Data;

static void
data_free (gpointer user_data)
{
  Data *data = user_data;

  strata_call_tree_unref (data->tree);
  g_free (data);
}

static char *
dup_indented (const char *name,
              guint32 depth)
{
  return g_strdup_printf ("%*s%s", (int) MIN (depth - 1, MOST_INDENTS) * 2, "", name);
}

static char *
dup_indented_name (const Data *data,
                   const StrataCallNode *node)
{
  g_autofree char *name = strata_call_tree_dup_name (data->tree, node->key);
  g_autofree char *readable = strata_method_signature_dup (name, STRATA_SIGNATURE_QUALIFIED);

  return dup_indented (*name != '\0' ? readable : _ ("(empty name)"), node->depth);
}

/* The node of an outermost call has no parent. */
static void
get_place (guint node_index,
           const StrataCallNode *node,
           guint column,
           StrataCell *cell)
{
  if (column == COLUMN_NODE)
    strata_cell_set_number (cell, node_index);
  else if (column == COLUMN_DEPTH)
    strata_cell_set_number (cell, node->depth);
  else if (node->parent != STRATA_CALL_TREE_ROOT)
    strata_cell_set_number (cell, node->parent);
}

/* The pane's items format the values that are not plain numbers. */
static gboolean
get (StrataRow row,
     guint column,
     StrataCell *cell)
{
  const Data *data = row.data;
  StrataCallNode node;

  strata_call_tree_get_node (data->tree, row.number, &node);

  switch (column)
    {
    case COLUMN_NODE:
    case COLUMN_PARENT:
    case COLUMN_DEPTH:
      get_place (row.number, &node, column, cell);
      break;
    case STRATA_TREE_COLUMN_NAME:
      strata_cell_take_text (cell, strata_call_tree_dup_name (data->tree, node.key));
      break;
    case STRATA_TREE_COLUMN_INCLUSIVE:
      strata_cell_set_number (cell, node.inclusive_ns);
      break;
    case STRATA_TREE_COLUMN_INCLUSIVE_SHARE:
    case COLUMN_PRINTED_SELF_SHARE:
      strata_trace_cells_set_share (cell, strata_call_node_get_inclusive_ns (&node, data->clock), data->total_ns);
      break;
    case STRATA_TREE_COLUMN_EXCLUSIVE:
      strata_cell_set_number (cell, node.exclusive_ns);
      break;
    case STRATA_TREE_COLUMN_EXCLUSIVE_SHARE:
      strata_trace_cells_set_share (cell, strata_call_node_get_exclusive_ns (&node, data->clock), data->total_ns);
      break;
    case COLUMN_INCLUSIVE_CPU:
      strata_cell_set_number (cell, node.inclusive_cpu_ns);
      break;
    case COLUMN_EXCLUSIVE_CPU:
      strata_cell_set_number (cell, node.exclusive_cpu_ns);
      break;
    case STRATA_TREE_COLUMN_CALLS:
      strata_cell_set_number (cell, (gint64) node.n_calls);
      break;
    case COLUMN_PRINTED_INCLUSIVE:
    case COLUMN_PRINTED_SELF:
      strata_cell_set_number (cell, strata_call_node_get_inclusive_ns (&node, data->clock));
      break;
    case COLUMN_PRINTED_EXCLUSIVE:
      strata_cell_set_number (cell, strata_call_node_get_exclusive_ns (&node, data->clock));
      break;
    case COLUMN_PRINTED_NAME:
      strata_cell_take_text (cell, dup_indented_name (data, &node));
      break;
    default:
      return FALSE;
    }

  return TRUE;
}

static const StrataTableColumn columns[N_COLUMNS] = {
  [STRATA_TREE_COLUMN_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT, 24, TRUE },
  [STRATA_TREE_COLUMN_INCLUSIVE] = { "inclusive_ns", N_ ("Inclusive"), STRATA_CELL_DURATION, 9 },
  [STRATA_TREE_COLUMN_INCLUSIVE_SHARE] = { "inclusive_share", N_ ("Incl %"), STRATA_CELL_FIGURE, 7 },
  [STRATA_TREE_COLUMN_EXCLUSIVE] = { "exclusive_ns", N_ ("Exclusive"), STRATA_CELL_DURATION, 9 },
  [STRATA_TREE_COLUMN_EXCLUSIVE_SHARE] = { "exclusive_share", N_ ("Excl %"), STRATA_CELL_FIGURE, 7 },
  [STRATA_TREE_COLUMN_CPU] = { "cpu_ns", N_ ("CPU"), STRATA_CELL_DURATION, 9 },
  [STRATA_TREE_COLUMN_CALLS] = { "calls", N_ ("Calls"), STRATA_CELL_NUMBER, 7 },
  [STRATA_TREE_COLUMN_MEAN] = { "mean_ns", N_ ("Mean"), STRATA_CELL_DURATION, 9 },
  [COLUMN_NODE] = { "node", NULL, STRATA_CELL_NUMBER },
  [COLUMN_PARENT] = { "parent", NULL, STRATA_CELL_NUMBER },
  [COLUMN_DEPTH] = { "depth", NULL, STRATA_CELL_NUMBER },
  [COLUMN_INCLUSIVE_CPU] = { "inclusive_cpu_ns", NULL, STRATA_CELL_DURATION },
  [COLUMN_EXCLUSIVE_CPU] = { "exclusive_cpu_ns", NULL, STRATA_CELL_DURATION },
  [COLUMN_PRINTED_INCLUSIVE] = { "inclusive", N_ ("Inclusive"), STRATA_CELL_DURATION },
  [COLUMN_PRINTED_EXCLUSIVE] = { "exclusive", N_ ("Exclusive"), STRATA_CELL_DURATION },
  [COLUMN_PRINTED_SELF] = { "self", N_ ("Exclusive"), STRATA_CELL_DURATION },
  [COLUMN_PRINTED_SELF_SHARE] = { "self_share", N_ ("Excl %"), STRATA_CELL_FIGURE },
  [COLUMN_PRINTED_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT },
};

/* Stable: the command line and the exports of the window share these. */
static const guint8 exported[] = {
  COLUMN_NODE,
  COLUMN_PARENT,
  COLUMN_DEPTH,
  STRATA_TREE_COLUMN_NAME,
  STRATA_TREE_COLUMN_INCLUSIVE,
  STRATA_TREE_COLUMN_EXCLUSIVE,
  COLUMN_INCLUSIVE_CPU,
  COLUMN_EXCLUSIVE_CPU,
  STRATA_TREE_COLUMN_CALLS,
};

static const guint8 printed[] = {
  COLUMN_PRINTED_INCLUSIVE,
  STRATA_TREE_COLUMN_INCLUSIVE_SHARE,
  COLUMN_PRINTED_EXCLUSIVE,
  STRATA_TREE_COLUMN_EXCLUSIVE_SHARE,
  STRATA_TREE_COLUMN_CALLS,
  COLUMN_PRINTED_NAME,
};

/* In a bottom-up tree, a node has one time: the self time of the first name of its branch, when called this way. */
static const guint8 printed_bottom_up[] = {
  COLUMN_PRINTED_SELF,
  COLUMN_PRINTED_SELF_SHARE,
  STRATA_TREE_COLUMN_CALLS,
  COLUMN_PRINTED_NAME,
};

static const StrataRowClass bottom_up_class = {
  STRATA_ROW_COLUMNS (columns),
  .exported = STRATA_COLUMN_LIST (exported),
  .printed = STRATA_COLUMN_LIST (printed_bottom_up),
  .get = get,
  .free_data = data_free,
};

const StrataRowClass strata_call_tree_rows_class = {
  STRATA_ROW_COLUMNS (columns),
  .exported = STRATA_COLUMN_LIST (exported),
  .printed = STRATA_COLUMN_LIST (printed),
  .get = get,
  .free_data = data_free,
};

/**
 * strata_call_tree_rows_new:
 * @tree: a tree
 * @clock: the clock of printed text
 *
 * Returns: (transfer full): a row for each node, by its index
 */
StrataRows *
strata_call_tree_rows_new (StrataCallTree *tree,
                           StrataClocks clock)
{
  Data *data = g_new (Data, 1);
  StrataCallNode root;

  *data = (Data){ .tree = strata_call_tree_ref (tree), .clock = clock };
  strata_call_tree_get_node (tree, STRATA_CALL_TREE_ROOT, &root);
  data->total_ns = strata_call_node_get_inclusive_ns (&root, data->clock);

  return strata_rows_new (strata_call_tree_get_bottom_up (tree) ? &bottom_up_class : &strata_call_tree_rows_class, data, strata_call_tree_get_n_nodes (tree));
}

/**
 * strata_call_tree_rows_print_left_out:
 * @rows: rows of a tree
 * @table: a text table from strata_rows_open()
 * @node: a node that is too short for a row of its own
 *
 * Prints one row for it and the siblings after it, which are shorter.
 *
 * Returns: the last of the siblings
 */
guint32
strata_call_tree_rows_print_left_out (const StrataRows *rows,
                                      StrataTable *table,
                                      guint32 node)
{
  const Data *data = strata_rows_get_data (rows);
  StrataCallNode values;
  StrataCallNode parent;
  guint64 n_calls = 0;
  gint64 left_ns = 0;
  char share[STRATA_UNITS_BYTES];

  strata_call_tree_get_node (data->tree, node, &values);
  strata_call_tree_get_node (data->tree, values.parent, &parent);

  const guint32 end = parent.first_child + parent.n_children;
  g_autofree char *text = g_strdup_printf (_ ("(%u shorter)"), end - node);
  g_autofree char *indented = dup_indented (text, values.depth);

  for (guint32 i = node; i < end; i++)
    {
      StrataCallNode sibling;

      strata_call_tree_get_node (data->tree, i, &sibling);
      n_calls += sibling.n_calls;
      left_ns += strata_call_node_get_inclusive_ns (&sibling, data->clock);
    }

  strata_table_number (table, left_ns);
  strata_table_text (table, strata_units_share (left_ns, data->total_ns, share));
  if (!strata_call_tree_get_bottom_up (data->tree))
    {
      strata_table_number (table, 0);
      strata_table_text (table, strata_units_share (0, data->total_ns, share));
    }
  strata_table_number (table, (gint64) n_calls);
  strata_table_text (table, indented);

  return end - 1;
}
