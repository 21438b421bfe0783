/* strata-tree-item.c - a row of the call tree
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tree-item.h"

#include <glib/gi18n-lib.h>

#include "strata-method-signature.h"
#include "strata-units.h"

/* Made when its row is on the screen; it only stores its node. */
struct _StrataTreeItem
{
  GObject parent_instance;

  StrataCallTree *tree; /* owned */
  guint32 node;         /* or STRATA_NONE for children that are not listed */
  guint n_left;         /* how many nodes are not listed */
  gint64 total_ns;      /* the total that shares refer to */
};

G_DEFINE_FINAL_TYPE (StrataTreeItem, strata_tree_item, G_TYPE_OBJECT)

/**
 * strata_tree_dup_shown_name:
 * @tree: a tree
 * @key: key of one of its nodes
 *
 * Returns: (transfer full): the name of @key for the user
 */
char *
strata_tree_dup_shown_name (const StrataCallTree *tree,
                            guint32 key)
{
  g_autofree char *name = strata_call_tree_dup_name (tree, key);

  if (*name == '\0')
    return g_strdup (_ ("(empty name)"));

  return strata_method_signature_dup (name, STRATA_SIGNATURE_QUALIFIED);
}

static gboolean
is_by_cpu (const StrataCallTree *tree,
           const StrataCallNode *node)
{
  return strata_call_tree_get_scope (tree)->clock == STRATA_CLOCK_CPU ? node->inclusive_cpu_ns != STRATA_NO_TIME : node->inclusive_ns == STRATA_NO_TIME;
}

/* Returns the inclusive time on the chosen clock, if it is known. */
gint64
strata_tree_get_inclusive_ns (const StrataCallTree *tree,
                              const StrataCallNode *node)
{
  return is_by_cpu (tree, node) ? node->inclusive_cpu_ns : node->inclusive_ns;
}

/* Returns the exclusive time on the chosen clock, if it is known. */
gint64
strata_tree_get_exclusive_ns (const StrataCallTree *tree,
                              const StrataCallNode *node)
{
  return is_by_cpu (tree, node) ? node->exclusive_cpu_ns : node->exclusive_ns;
}

StrataCallTree *
strata_tree_item_get_tree (StrataTreeItem *self)
{
  return self->tree;
}

/* Returns its node, or STRATA_NONE if it represents children that are not listed. */
guint32
strata_tree_item_get_node (StrataTreeItem *self)
{
  return self->node;
}

/**
 * strata_tree_item_dup_name:
 * @self: an item
 *
 * Returns: (transfer full): its name for the user
 */
char *
strata_tree_item_dup_name (StrataTreeItem *self)
{
  StrataCallNode node;

  if (self->node == STRATA_NONE)
    return g_strdup_printf (_ ("(%u more)"), self->n_left);

  strata_call_tree_get_node (self->tree, self->node, &node);
  return strata_tree_dup_shown_name (self->tree, node.key);
}

/**
 * strata_tree_item_get_share:
 * @self: an item
 * @column: a column of times
 *
 * Returns: its share of the total, from 0 to 1; 0 for other columns
 */
double
strata_tree_item_get_share (StrataTreeItem *self,
                            StrataTreeColumn column)
{
  StrataCallNode node;

  if (self->node == STRATA_NONE || self->total_ns <= 0)
    return 0.0;

  strata_call_tree_get_node (self->tree, self->node, &node);

  if (column == STRATA_TREE_COLUMN_INCLUSIVE || column == STRATA_TREE_COLUMN_INCLUSIVE_SHARE)
    return CLAMP ((double) strata_tree_get_inclusive_ns (self->tree, &node) / (double) self->total_ns, 0.0, 1.0);
  if (column == STRATA_TREE_COLUMN_EXCLUSIVE || column == STRATA_TREE_COLUMN_EXCLUSIVE_SHARE)
    return CLAMP ((double) strata_tree_get_exclusive_ns (self->tree, &node) / (double) self->total_ns, 0.0, 1.0);

  return 0.0;
}

static char *
dup_duration (StrataTreeItem *self,
              gint64 duration_ns)
{
  char text[STRATA_UNITS_BYTES];

  if (duration_ns == STRATA_NO_TIME)
    return g_strdup ("");

  strata_units_amount (duration_ns, strata_trace_get_unit (strata_call_tree_get_trace (self->tree)), text);
  return g_strdup (text);
}

static char *
dup_share (gint64 part_ns,
           gint64 total_ns)
{
  char text[STRATA_UNITS_BYTES];

  return g_strdup (strata_units_share (part_ns, total_ns, text));
}

/**
 * strata_tree_item_dup_text:
 * @self: an item
 * @column: a column
 *
 * Returns: (transfer full): its text in the column
 */
char *
strata_tree_item_dup_text (StrataTreeItem *self,
                           StrataTreeColumn column)
{
  StrataCallNode node;
  char text[STRATA_UNITS_BYTES];

  if (column == STRATA_TREE_COLUMN_NAME)
    return strata_tree_item_dup_name (self);
  if (self->node == STRATA_NONE)
    return g_strdup ("");

  strata_call_tree_get_node (self->tree, self->node, &node);

  switch (column)
    {
    case STRATA_TREE_COLUMN_INCLUSIVE:
      return dup_duration (self, strata_tree_get_inclusive_ns (self->tree, &node));
    case STRATA_TREE_COLUMN_INCLUSIVE_SHARE:
      return dup_share (strata_tree_get_inclusive_ns (self->tree, &node), self->total_ns);
    case STRATA_TREE_COLUMN_EXCLUSIVE:
      return dup_duration (self, strata_tree_get_exclusive_ns (self->tree, &node));
    case STRATA_TREE_COLUMN_EXCLUSIVE_SHARE:
      return dup_share (strata_tree_get_exclusive_ns (self->tree, &node), self->total_ns);
    case STRATA_TREE_COLUMN_CPU:
      return dup_duration (self, node.inclusive_cpu_ns);
    case STRATA_TREE_COLUMN_CALLS:
      strata_units_count (node.n_calls, text);
      return g_strdup (text);
    case STRATA_TREE_COLUMN_MEAN:
      return dup_duration (self, node.n_calls > 0 ? strata_tree_get_inclusive_ns (self->tree, &node) / (gint64) node.n_calls : STRATA_NO_TIME);
    case STRATA_TREE_COLUMN_NAME:
      break;
    }

  g_return_val_if_reached (NULL);
}

static void
strata_tree_item_finalize (GObject *object)
{
  strata_call_tree_unref (STRATA_TREE_ITEM (object)->tree);

  G_OBJECT_CLASS (strata_tree_item_parent_class)->finalize (object);
}

static void
strata_tree_item_class_init (StrataTreeItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_tree_item_finalize;
}

static void
strata_tree_item_init (StrataTreeItem *self)
{
}

/**
 * strata_tree_item_new:
 * @tree: a tree
 * @node: one of its nodes
 * @total_ns: the total that shares refer to
 *
 * Returns: (transfer full): an item
 */
StrataTreeItem *
strata_tree_item_new (StrataCallTree *tree,
                      guint32 node,
                      gint64 total_ns)
{
  StrataTreeItem *self = g_object_new (STRATA_TYPE_TREE_ITEM, NULL);

  self->tree = strata_call_tree_ref (tree);
  self->node = node;
  self->total_ns = total_ns;

  return self;
}

/**
 * strata_tree_item_new_rest:
 * @tree: a tree
 * @parent: one of its nodes
 * @n_left: how many of its children are not listed
 * @total_ns: the total that shares refer to
 *
 * Returns: (transfer full): an item that represents these children
 */
StrataTreeItem *
strata_tree_item_new_rest (StrataCallTree *tree,
                           guint32 parent,
                           guint n_left,
                           gint64 total_ns)
{
  StrataTreeItem *self = strata_tree_item_new (tree, STRATA_NONE, total_ns);

  self->n_left = n_left;
  return self;
}
