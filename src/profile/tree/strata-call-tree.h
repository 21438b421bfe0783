/* strata-call-tree.h - who called whom, all calls with the same callers as one
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-profile.h"

G_BEGIN_DECLS

/* The node above the outermost calls. */
#define STRATA_CALL_TREE_ROOT 0

/* The key of calls that were too many to be distinguished by their callers. */
#define STRATA_CALL_TREE_REST 0xfffffffeu

/**
 * StrataCallNode:
 * @key: what the calls are of, see [method@Strata.CallTree.dup_name]; %STRATA_NONE at the root
 * @parent: the node of their callers; %STRATA_NONE at the root
 * @first_child: the first node of what they called
 * @n_children: how many nodes there are from @first_child on, those with the longest times first
 * @depth: 0 at the root
 * @n_calls: how many calls
 * @longest_slice: index of the longest of them; %STRATA_NONE at the root and for the rest
 * @n_unknown_cpu: how many of them have a CPU time that is not known
 * @n_unknown_self_cpu: of how many of them it is not known how long they ran without the calls inside them; these are not in @exclusive_cpu_ns
 * @inclusive_ns: wall time of the node with all below it; %STRATA_NO_TIME when the trace has no wall clock
 * @exclusive_ns: wall time of the node itself; the same
 * @inclusive_cpu_ns: as @inclusive_ns in CPU time; %STRATA_NO_TIME when that of no call is known
 * @exclusive_cpu_ns: as @exclusive_ns in CPU time; the same
 *
 * All calls of a key that have the same callers up to the outermost. From the
 * bottom up, children are the callers: then a node has the time that the calls
 * of the outermost node took for themselves when called this way, and its
 * exclusive time is what of it no further caller accounts for.
 */
typedef struct
{
  guint32 key;
  guint32 parent;
  guint32 first_child;
  guint32 n_children;
  guint32 depth;
  guint32 longest_slice;
  guint64 n_calls;
  guint64 n_unknown_cpu;
  guint64 n_unknown_self_cpu;
  gint64 inclusive_ns;
  gint64 exclusive_ns;
  gint64 inclusive_cpu_ns;
  gint64 exclusive_cpu_ns;
} StrataCallNode;

static inline gint64
strata_call_node_get_inclusive_ns (const StrataCallNode *self,
                                   StrataClocks clock)
{
  return clock == STRATA_CLOCK_CPU ? self->inclusive_cpu_ns : self->inclusive_ns;
}

static inline gint64
strata_call_node_get_exclusive_ns (const StrataCallNode *self,
                                   StrataClocks clock)
{
  return clock == STRATA_CLOCK_CPU ? self->exclusive_cpu_ns : self->exclusive_ns;
}

/**
 * StrataCallTreeView:
 * @is_bottom_up: whether to begin with what took the time, and go on with its callers
 * @folds_recursion: whether calls within calls of the same name belong to these
 * @focus: (nullable): the only name to look at, with all that it calls, whoever called it
 * @filter: (nullable): only time with this in the name of the call or of one of its callers; letters of both cases are the same
 * @hidden: (nullable) (array zero-terminated=1): names to leave out; their time goes to their callers
 * @hidden_packages: (nullable) (array zero-terminated=1): the same, packages of methods, with those inside them
 *
 * How to look at a call tree. First names are hidden, then recursion is folded,
 * and then comes the rest. Strings are borrowed, but for a copy.
 */
typedef struct
{
  gboolean is_bottom_up;
  gboolean folds_recursion;
  char *focus;
  char *filter;
  char **hidden;
  char **hidden_packages;
} StrataCallTreeView;

StrataCallTreeView *strata_call_tree_view_copy (const StrataCallTreeView *self);
void strata_call_tree_view_free (StrataCallTreeView *self);

typedef struct _StrataCallTree StrataCallTree;

StrataCallTree *strata_call_tree_new (StrataTrace *trace, const StrataScope *scope, StrataProfileBy by, GCancellable *cancellable, GError **error);
StrataCallTree *strata_call_tree_new_of_finished (StrataTrace *trace, const StrataScope *scope, StrataProfileBy by, GCancellable *cancellable, GError **error);
StrataCallTree *strata_call_tree_new_view (StrataCallTree *base, const StrataCallTreeView *view, GCancellable *cancellable, GError **error);
StrataCallTree *strata_call_tree_ref (StrataCallTree *self);
void strata_call_tree_unref (StrataCallTree *self);

guint32 strata_call_tree_get_n_nodes (const StrataCallTree *self);
void strata_call_tree_get_node (const StrataCallTree *self, guint32 node, StrataCallNode *values);
gboolean strata_call_tree_get_bottom_up (const StrataCallTree *self);
gint64 strata_call_tree_get_value (const StrataCallTree *self, guint32 node);
char *strata_call_tree_dup_name (const StrataCallTree *self, guint32 key);
guint32 strata_call_tree_find_key (const StrataCallTree *self, guint32 name);
guint32 strata_call_tree_next (const StrataCallTree *self, guint32 node, gboolean enters, guint32 *depth);
guint64 strata_call_tree_get_n_rest (const StrataCallTree *self);
StrataProfileBy strata_call_tree_get_by (const StrataCallTree *self);
const StrataScope *strata_call_tree_get_scope (const StrataCallTree *self);
StrataTrace *strata_call_tree_get_trace (const StrataCallTree *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataCallTree, strata_call_tree_unref)

G_END_DECLS
