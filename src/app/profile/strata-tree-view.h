/* strata-tree-view.h - the table of the call tree
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-table-rows.h"
#include "strata-tree-item.h"

G_BEGIN_DECLS

#define STRATA_TYPE_TREE_VIEW (strata_tree_view_get_type ())
G_DECLARE_FINAL_TYPE (StrataTreeView, strata_tree_view, STRATA, TREE_VIEW, GtkWidget)

/* Signals: selection-changed, without arguments; row-activated (StrataTreeItem). */

void strata_tree_view_set_tree (StrataTreeView *self, StrataCallTree *tree, guint32 root);
void strata_tree_view_show_cpu (StrataTreeView *self, gboolean is_shown);
StrataTreeItem *strata_tree_view_dup_selected (StrataTreeView *self);
gboolean strata_tree_view_select_key (StrataTreeView *self, guint32 key);
void strata_tree_view_toggle_selected (StrataTreeView *self);
void strata_tree_view_sort_by_cpu (StrataTreeView *self);
void strata_tree_view_expand_heaviest (StrataTreeView *self);
GListModel *strata_tree_view_get_rows (StrataTreeView *self);
GtkWidget *strata_tree_view_get_widget (StrataTreeView *self);
StrataTableRows *strata_tree_view_new_rows (StrataTreeView *self, gboolean is_selection);

G_END_DECLS
