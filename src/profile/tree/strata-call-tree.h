/* strata-call-tree.h - a call tree, which merges calls with the same callers
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

/* The key of calls that are not distinguished because there are too many. */
#define STRATA_CALL_TREE_REST 0xfffffffeu

/* All calls of a key with the same callers up to the outermost. In a bottom-up tree, children are
 * the callers: then a node has the self time of the outermost node's calls when called this way,
 * and its exclusive time is the part without a further caller. */
typedef struct
{
  guint32 key;                /* the key of the calls, see strata_call_tree_dup_name(); STRATA_NONE at the root */
  guint32 parent;             /* the node of their callers; STRATA_NONE at the root */
  guint32 first_child;        /* the first node of their calls */
  guint32 n_children;         /* how many children there are from @first_child on, longest first */
  guint32 depth;              /* 0 at the root */
  guint32 longest_slice;      /* index of the longest of them; STRATA_NONE at the root and for the rest */
  guint64 n_calls;            /* how many calls */
  guint64 n_unknown_cpu;      /* how many of them have an unknown CPU time */
  guint64 n_unknown_self_cpu; /* how many of them have an unknown self CPU time; these are not in @exclusive_cpu_ns */
  gint64 inclusive_ns;        /* wall time of the node and all nodes below; STRATA_NO_TIME if the trace has no wall clock */
  gint64 exclusive_ns;        /* wall time of the node itself; the same */
  gint64 inclusive_cpu_ns;    /* as @inclusive_ns in CPU time; STRATA_NO_TIME if it is not known for any call */
  gint64 exclusive_cpu_ns;    /* as @exclusive_ns in CPU time; the same */
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

/* A view of a call tree. Names are hidden first, then recursion is folded, then the rest is
 * applied. Strings are borrowed, except in a copy. */
typedef struct
{
  gboolean is_bottom_up;    /* whether to begin with the calls that took the time, and continue with their callers */
  gboolean folds_recursion; /* whether calls inside calls of the same name are merged into them */
  char *focus;              /* nullable: the only name to show, with all calls inside it, whatever called it */
  char *filter;             /* nullable: only time of calls with this text in their name or a caller's name, ignoring case */
  char **hidden;            /* (array zero-terminated=1) nullable: names to leave out; their time goes to their callers */
  char **hidden_packages;   /* (array zero-terminated=1) nullable: the same, packages of methods, with those inside them */
} StrataCallTreeView;

StrataCallTreeView *strata_call_tree_view_copy (const StrataCallTreeView *self);
void strata_call_tree_view_free (StrataCallTreeView *self);

typedef struct _StrataCallTree StrataCallTree;

StrataCallTree *strata_call_tree_new (StrataTrace *trace, const StrataScope *scope, StrataProfileBy by, GCancellable *cancellable);
StrataCallTree *strata_call_tree_new_of_finished (StrataTrace *trace, const StrataScope *scope, StrataProfileBy by, GCancellable *cancellable);
StrataCallTree *strata_call_tree_new_view (StrataCallTree *base, const StrataCallTreeView *view, GCancellable *cancellable);
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
