/* strata-tree-pane.h - the call tree
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-call-tree.h"
#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_TREE_PANE (strata_tree_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataTreePane, strata_tree_pane, STRATA, TREE_PANE, GtkWidget)

/* Properties: bottom-up and fold-recursion, booleans; group-by, a string. Actions: the same names
 * with "tree." in front, tree.make-root, tree.leave-root, tree.focus, tree.hide-name,
 * tree.hide-package, tree.show-all, tree.heaviest-path, tree.toggle-row, tree.show-longest-call,
 * tree.focus-filter. */

GtkWidget *strata_tree_pane_new (StrataSession *session);
StrataCallTree *strata_tree_pane_get_tree (StrataTreePane *self);

G_END_DECLS
