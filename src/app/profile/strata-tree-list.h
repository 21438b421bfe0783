/* strata-tree-list.h - the children of a node of a call tree as a list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-tree-item.h"

G_BEGIN_DECLS

#define STRATA_TYPE_TREE_LIST (strata_tree_list_get_type ())
G_DECLARE_FINAL_TYPE (StrataTreeList, strata_tree_list, STRATA, TREE_LIST, GObject)

StrataTreeList *strata_tree_list_new (StrataCallTree *tree, guint32 parent, gint64 total_ns, StrataTreeColumn column, gboolean is_descending);

G_END_DECLS
