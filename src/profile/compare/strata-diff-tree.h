/* strata-diff-tree.h - compares two call trees, path by path
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-call-tree.h"
#include "strata-diff.h"

G_BEGIN_DECLS

/* Changes have this many steps in each direction. */
#define STRATA_DIFF_TREE_STEPS 4

/* All calls of a name with the same callers, on both sides. */
typedef struct
{
  guint32 node[STRATA_N_DIFF_SIDES];    /* the node of each side, or STRATA_NONE if the side has no calls with these callers */
  gint64 value_ns[STRATA_N_DIFF_SIDES]; /* the inclusive time of each, 0 if there is none */
  guint64 n_calls[STRATA_N_DIFF_SIDES]; /* how many calls each has */
  StrataDiffVerdict verdict;            /* the verdict on the change */
  int step;                             /* how much more (above 0) or less B has than A, up to STRATA_DIFF_TREE_STEPS; 0 if that is not significant */
} StrataDiffNode;

typedef struct _StrataDiffTree StrataDiffTree;

StrataDiffTree *strata_diff_tree_new (StrataDiff *diff, GCancellable *cancellable);
StrataDiffTree *strata_diff_tree_ref (StrataDiffTree *self);
void strata_diff_tree_unref (StrataDiffTree *self);
StrataDiff *strata_diff_tree_get_diff (const StrataDiffTree *self);
StrataCallTree *strata_diff_tree_get_tree (const StrataDiffTree *self, StrataDiffSide side);
void strata_diff_tree_get_node (const StrataDiffTree *self, StrataDiffSide side, guint32 node, StrataDiffNode *values);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataDiffTree, strata_diff_tree_unref)

G_END_DECLS
