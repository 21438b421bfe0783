/* strata-diff-tree.h - two call trees, path by path
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-call-tree.h"
#include "strata-diff.h"

G_BEGIN_DECLS

/* Changes have so many steps to each side of none. */
#define STRATA_DIFF_TREE_STEPS 4

/**
 * StrataDiffNode:
 * @node: the node of each side, or %STRATA_NONE where a side has no calls with these callers
 * @value_ns: the time of each with all below it, 0 where there is none
 * @n_calls: how many calls each has
 * @verdict: what is to be said of the two
 * @step: how much more (above 0) or less B has than A, up to %STRATA_DIFF_TREE_STEPS; 0 where that is no more than chance
 *
 * All calls of a name that have the same callers, in both.
 */
typedef struct
{
  guint32 node[STRATA_N_DIFF_SIDES];
  gint64 value_ns[STRATA_N_DIFF_SIDES];
  guint64 n_calls[STRATA_N_DIFF_SIDES];
  StrataDiffVerdict verdict;
  int step;
} StrataDiffNode;

typedef struct _StrataDiffTree StrataDiffTree;

StrataDiffTree *strata_diff_tree_new (StrataDiff *diff, GCancellable *cancellable, GError **error);
StrataDiffTree *strata_diff_tree_ref (StrataDiffTree *self);
void strata_diff_tree_unref (StrataDiffTree *self);
StrataDiff *strata_diff_tree_get_diff (const StrataDiffTree *self);
StrataCallTree *strata_diff_tree_get_tree (const StrataDiffTree *self, StrataDiffSide side);
void strata_diff_tree_get_node (const StrataDiffTree *self, StrataDiffSide side, guint32 node, StrataDiffNode *values);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataDiffTree, strata_diff_tree_unref)

G_END_DECLS
