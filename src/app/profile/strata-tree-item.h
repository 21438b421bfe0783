/* strata-tree-item.h - a row of the call tree
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-call-tree-rows.h"

G_BEGIN_DECLS

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
