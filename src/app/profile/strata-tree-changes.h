/* strata-tree-changes.h - hidden names and the root of a call tree
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-call-tree.h"

G_BEGIN_DECLS

typedef struct _StrataTreeChanges StrataTreeChanges;

StrataTreeChanges *strata_tree_changes_new (void);
void strata_tree_changes_free (StrataTreeChanges *self);
const StrataCallTreeView *strata_tree_changes_get_view (StrataTreeChanges *self);
void strata_tree_changes_set_bottom_up (StrataTreeChanges *self, gboolean is_bottom_up);
void strata_tree_changes_set_folded (StrataTreeChanges *self, gboolean folds_recursion);
void strata_tree_changes_set_filter (StrataTreeChanges *self, const char *filter);
void strata_tree_changes_focus (StrataTreeChanges *self, const char *name);
void strata_tree_changes_hide (StrataTreeChanges *self, const char *name);
gboolean strata_tree_changes_hide_package (StrataTreeChanges *self, const char *name);
void strata_tree_changes_reset (StrataTreeChanges *self);
void strata_tree_changes_set_root (StrataTreeChanges *self, const StrataCallTree *tree, guint32 node);
gboolean strata_tree_changes_leave_root (StrataTreeChanges *self);
guint32 strata_tree_changes_find_root (StrataTreeChanges *self, const StrataCallTree *tree);
char *strata_tree_changes_dup_text (StrataTreeChanges *self);

G_END_DECLS
