/* strata-tree-item.h - a row of the call tree
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-call-tree.h"

G_BEGIN_DECLS

/**
 * StrataTreeColumn:
 * @STRATA_TREE_COLUMN_NAME: what was called, or who called it
 * @STRATA_TREE_COLUMN_INCLUSIVE: time with all below
 * @STRATA_TREE_COLUMN_INCLUSIVE_SHARE: likewise, as a share of all
 * @STRATA_TREE_COLUMN_EXCLUSIVE: time of the node itself
 * @STRATA_TREE_COLUMN_EXCLUSIVE_SHARE: likewise, as a share of all
 * @STRATA_TREE_COLUMN_CPU: inclusive time of the other clock
 * @STRATA_TREE_COLUMN_CALLS: how many calls
 * @STRATA_TREE_COLUMN_MEAN: inclusive time by call
 *
 * Columns of the call tree.
 */
typedef enum
{
  STRATA_TREE_COLUMN_NAME,
  STRATA_TREE_COLUMN_INCLUSIVE,
  STRATA_TREE_COLUMN_INCLUSIVE_SHARE,
  STRATA_TREE_COLUMN_EXCLUSIVE,
  STRATA_TREE_COLUMN_EXCLUSIVE_SHARE,
  STRATA_TREE_COLUMN_CPU,
  STRATA_TREE_COLUMN_CALLS,
  STRATA_TREE_COLUMN_MEAN,
} StrataTreeColumn;

#define STRATA_N_TREE_COLUMNS (STRATA_TREE_COLUMN_MEAN + 1)

#define STRATA_TYPE_TREE_ITEM (strata_tree_item_get_type ())
G_DECLARE_FINAL_TYPE (StrataTreeItem, strata_tree_item, STRATA, TREE_ITEM, GObject)

StrataTreeItem *strata_tree_item_new (StrataCallTree *tree, guint32 node, gint64 total_ns);
StrataTreeItem *strata_tree_item_new_rest (StrataCallTree *tree, guint32 parent, guint n_left, gint64 total_ns);
StrataCallTree *strata_tree_item_get_tree (StrataTreeItem *self);
guint32 strata_tree_item_get_node (StrataTreeItem *self);
char *strata_tree_item_dup_name (StrataTreeItem *self);
char *strata_tree_item_dup_text (StrataTreeItem *self, StrataTreeColumn column);
double strata_tree_item_get_share (StrataTreeItem *self, StrataTreeColumn column);

char *strata_tree_dup_shown_name (const StrataCallTree *tree, guint32 key);
gint64 strata_tree_get_inclusive_ns (const StrataCallTree *tree, const StrataCallNode *node);
gint64 strata_tree_get_exclusive_ns (const StrataCallTree *tree, const StrataCallNode *node);

G_END_DECLS
