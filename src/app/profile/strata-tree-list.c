/* strata-tree-list.c - the children of a node of a call tree as a list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tree-list.h"

/* The tree has the children of a node sorted by time. Any other order is sorted when the node is
 * opened, among the listed children: the longest ones. */
struct _StrataTreeList
{
  GObject parent_instance;

  StrataCallTree *tree; /* owned */
  guint32 parent;
  gint64 total_ns;
  guint32 *nodes; /* owned; NULL if they are in the order of the tree */
  guint32 first;
  guint n_listed;
  guint n_left;
};

/* A tree view makes a node for each row of an open list, so their number is limited. */
#define MOST_LISTED 2000

static void strata_tree_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (StrataTreeList, strata_tree_list, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, strata_tree_list_model_init))

typedef struct
{
  StrataCallTree *tree; /* borrowed */
  StrataTreeColumn column;
  gboolean is_descending;
} Order;

static double
get_value (const Order *order,
           guint32 index)
{
  StrataCallNode node;

  strata_call_tree_get_node (order->tree, index, &node);

  switch (order->column)
    {
    case STRATA_TREE_COLUMN_EXCLUSIVE:
    case STRATA_TREE_COLUMN_EXCLUSIVE_SHARE:
      return (double) strata_tree_get_exclusive_ns (order->tree, &node);
    case STRATA_TREE_COLUMN_CPU:
      return (double) node.inclusive_cpu_ns;
    case STRATA_TREE_COLUMN_CALLS:
      return (double) node.n_calls;
    case STRATA_TREE_COLUMN_MEAN:
      return (double) strata_tree_get_inclusive_ns (order->tree, &node) / (double) MAX (node.n_calls, 1);
    case STRATA_TREE_COLUMN_NAME:
    case STRATA_TREE_COLUMN_INCLUSIVE:
    case STRATA_TREE_COLUMN_INCLUSIVE_SHARE:
      break;
    }

  return (double) strata_tree_get_inclusive_ns (order->tree, &node);
}

static int
compare_names (const Order *order,
               guint32 a,
               guint32 b)
{
  StrataCallNode node_a;
  StrataCallNode node_b;

  strata_call_tree_get_node (order->tree, a, &node_a);
  strata_call_tree_get_node (order->tree, b, &node_b);

  g_autofree char *name_a = strata_tree_dup_shown_name (order->tree, node_a.key);
  g_autofree char *name_b = strata_tree_dup_shown_name (order->tree, node_b.key);

  return g_utf8_collate (name_a, name_b);
}

/* Equal ones keep the order of the tree. */
static int
compare_nodes (gconstpointer a,
               gconstpointer b,
               gpointer user_data)
{
  const Order *order = user_data;
  guint32 node_a = *(const guint32 *) a;
  guint32 node_b = *(const guint32 *) b;
  int result;

  if (order->column == STRATA_TREE_COLUMN_NAME)
    result = compare_names (order, node_a, node_b);
  else
    {
      double value_a = get_value (order, node_a);
      double value_b = get_value (order, node_b);

      result = (value_a > value_b) - (value_a < value_b);
    }

  if (result != 0)
    return order->is_descending ? -result : result;

  return node_a < node_b ? -1 : 1;
}

static GType
strata_tree_list_get_item_type (GListModel *model)
{
  return STRATA_TYPE_TREE_ITEM;
}

static guint
strata_tree_list_get_n_items (GListModel *model)
{
  StrataTreeList *self = STRATA_TREE_LIST (model);

  return self->n_listed + (self->n_left > 0);
}

static gpointer
strata_tree_list_get_item (GListModel *model,
                           guint position)
{
  StrataTreeList *self = STRATA_TREE_LIST (model);

  if (position < self->n_listed)
    return strata_tree_item_new (self->tree, self->nodes != NULL ? self->nodes[position] : self->first + position, self->total_ns);
  if (position == self->n_listed && self->n_left > 0)
    return strata_tree_item_new_rest (self->tree, self->parent, self->n_left, self->total_ns);

  return NULL;
}

static void
strata_tree_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = strata_tree_list_get_item_type;
  iface->get_n_items = strata_tree_list_get_n_items;
  iface->get_item = strata_tree_list_get_item;
}

static void
strata_tree_list_finalize (GObject *object)
{
  StrataTreeList *self = STRATA_TREE_LIST (object);

  g_free (self->nodes);
  strata_call_tree_unref (self->tree);

  G_OBJECT_CLASS (strata_tree_list_parent_class)->finalize (object);
}

static void
strata_tree_list_class_init (StrataTreeListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_tree_list_finalize;
}

static void
strata_tree_list_init (StrataTreeList *self)
{
}

static void
sort (StrataTreeList *self,
      StrataTreeColumn column,
      gboolean is_descending)
{
  Order order = { self->tree, column, is_descending };
  gboolean is_as_in_tree = (column == STRATA_TREE_COLUMN_INCLUSIVE || column == STRATA_TREE_COLUMN_INCLUSIVE_SHARE) && is_descending;

  if (is_as_in_tree)
    return;

  self->nodes = g_new (guint32, self->n_listed);
  for (guint i = 0; i < self->n_listed; i++)
    self->nodes[i] = self->first + i;

  g_qsort_with_data (self->nodes, (gint) self->n_listed, sizeof *self->nodes, compare_nodes, &order);
}

/**
 * strata_tree_list_new:
 * @tree: a tree
 * @parent: one of its nodes
 * @total_ns: the total that shares refer to
 * @column: the column to sort by
 * @is_descending: whether the largest come first
 *
 * Lists the children of a node, the longest 2000 of them.
 *
 * Returns: (transfer full): the list
 */
StrataTreeList *
strata_tree_list_new (StrataCallTree *tree,
                      guint32 parent,
                      gint64 total_ns,
                      StrataTreeColumn column,
                      gboolean is_descending)
{
  StrataTreeList *self = g_object_new (STRATA_TYPE_TREE_LIST, NULL);
  StrataCallNode node;

  strata_call_tree_get_node (tree, parent, &node);
  self->tree = strata_call_tree_ref (tree);
  self->parent = parent;
  self->total_ns = total_ns;
  self->first = node.first_child;
  self->n_listed = MIN (node.n_children, MOST_LISTED);
  self->n_left = node.n_children - self->n_listed;
  sort (self, column, is_descending);

  return self;
}
