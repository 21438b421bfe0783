/* strata-call-tree-private.h - the parts of a call tree
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-call-tree.h"
#include "strata-column.h"
#include "strata-profile-keys.h"
#include "strata-slots.h"

G_BEGIN_DECLS

/* Shared by a tree and its views. */
typedef struct
{
  StrataTrace *trace; /* owned */
  StrataScope scope;  /* with a reference to its threads */
  StrataProfileKeys keys;
  gboolean has_cpu;
  gboolean is_by_cpu;
  gboolean is_of_finished; /* calls that do not end in the trace have only the time of finished calls inside */
} StrataCallTreeSource;

/* Returns what a tree is computed from, with one reference. The reference count is thread-safe:
 * trees share it. */
StrataCallTreeSource *strata_call_tree_source_new (StrataTrace *trace, const StrataScope *scope, StrataProfileBy by);

/* Takes a reference. */
StrataCallTreeSource *strata_call_tree_source_ref (StrataCallTreeSource *self);

/* Drops a reference; the last one frees it. */
void strata_call_tree_source_unref (StrataCallTreeSource *self);

/* Nodes are sorted by depth; children of one node are adjacent, longest first: they end where those
 * of the next node begin. Times are of the axis and of the other clock; names of clocks come last. */
struct _StrataCallTree
{
  gatomicrefcount ref_count;
  StrataCallTreeSource *source; /* owned */
  gboolean is_bottom_up;
  guint64 n_rest; /* calls in nodes of STRATA_CALL_TREE_REST */

  /* owned columns, by node; first_child has one entry more */
  guint32 n_nodes;
  guint32 *key;
  guint32 *parent;
  guint32 *depth;
  guint32 *first_child;
  guint32 *n_calls;
  guint32 *n_unknown_cpu;      /* nullable */
  guint32 *n_unknown_self_cpu; /* nullable */
  gint64 *unknown_self_ns;     /* nullable; the part of exclusive_cpu_ns that is of calls
                                * with only partly known CPU time */
  guint32 *longest_slice;
  gint64 *inclusive_ns;
  gint64 *exclusive_ns;
  gint64 *inclusive_cpu_ns; /* nullable */
  gint64 *exclusive_cpu_ns; /* nullable */
};

/* The known self CPU time of a node, without calls of which only a part is known. */
gint64 strata_call_tree_get_known_self_ns (const StrataCallTree *self, guint32 node);

/* A node under construction. Times are inclusive or exclusive: the code that adds them decides. */
typedef struct
{
  guint32 parent;
  guint32 key;
  gint64 axis_ns;
  gint64 cpu_ns;
  gint64 unknown_self_ns; /* the part of cpu_ns of calls whose self CPU time is not known */
  gint64 longest_ns;
  guint32 longest_slice;
  guint32 n_calls;
  guint32 n_unknown_cpu;
  guint32 n_unknown_self_cpu;
} StrataCallTreeEntry;

/* Nodes in the order of their first appearance, so that a node comes after its parent, and a hash
 * of them by parent and key. */
typedef struct
{
  StrataColumn entries; /* owned: StrataCallTreeEntry each; the first is the root */
  StrataSlots slots;    /* entries */
  guint32 n_most;       /* the most nodes that are distinguished */
} StrataCallTreeBuilder;

/* Starts a builder in the caller's memory, with only the root. Clear or finish it. */
void strata_call_tree_builder_init (StrataCallTreeBuilder *self);

/* Frees the nodes. May be called twice. */
void strata_call_tree_builder_clear (StrataCallTreeBuilder *self);

/* Appends a node that lookups do not find. Entries may move. */
guint32 strata_call_tree_builder_push (StrataCallTreeBuilder *self, guint32 parent, guint32 key);

/* Slow path of strata_call_tree_builder_get_child(): adds a child in the free @slot. Returns
 * it, or the node for the rest once there are too many. Entries and slots may move. */
guint32 strata_call_tree_builder_add_child (StrataCallTreeBuilder *self, StrataSlot *slot, guint32 parent, guint32 key);

/* Adds the nodes of @other, of the worker that had the next part, and clears it. */
void strata_call_tree_builder_merge (StrataCallTreeBuilder *self, StrataCallTreeBuilder *other);

/* Turns exclusive times into inclusive ones. Call it once, after the last merge. */
void strata_call_tree_builder_add_up (StrataCallTreeBuilder *self);

/* Returns the tree and clears the builder. Takes @source. */
StrataCallTree *strata_call_tree_builder_finish (StrataCallTreeBuilder *self, StrataCallTreeSource *source);

static inline StrataCallTreeEntry *
strata_call_tree_builder_get (StrataCallTreeBuilder *self,
                              guint32 entry)
{
  return &strata_column_at (&self->entries, StrataCallTreeEntry, entry);
}

static inline guint32
strata_call_tree_builder_hash (guint32 parent,
                               guint32 key)
{
  return (guint32) (((guint64) parent << 32 | key) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32);
}

/* The child of @parent for @key, created if there is none. */
static inline guint32
strata_call_tree_builder_get_child (StrataCallTreeBuilder *self,
                                    guint32 parent,
                                    guint32 key)
{
  StrataSlot *slot = strata_slots_first (&self->slots, strata_call_tree_builder_hash (parent, key));

  for (; slot->row != 0; slot = strata_slots_next (&self->slots, slot))
    {
      const StrataCallTreeEntry *found = strata_call_tree_builder_get (self, slot->row);

      if (found->parent == parent && found->key == key)
        return slot->row;
    }

  return strata_call_tree_builder_add_child (self, slot, parent, key);
}

/* Computes a tree with @n_workers threads; @n_most limits its nodes, 0 for the default limit. Owned
 * by the caller. %NULL if cancelled. */
StrataCallTree *strata_call_tree_new_parallel (StrataTrace *trace, const StrataScope *scope, StrataProfileBy by, guint n_workers, guint32 n_most, GCancellable *cancellable);
/* Limits of a bottom-up tree. */
typedef struct
{
  guint n_shares;  /* how many parts run in parallel, above 0 */
  guint32 n_nodes; /* about how many nodes are distinguished, without the children of the root, which all are */
  guint64 n_steps; /* about how many steps from a node to its caller are made */
} StrataCallTreeLimits;

/* Inverts a tree, so that children are callers. @base has exclusive times. The result refers to
 * @source. Owned by the caller; %NULL if cancelled. */
StrataCallTree *strata_call_tree_new_callers (StrataCallTreeSource *source, const StrataColumn *base, const StrataCallTreeLimits *limits, GCancellable *cancellable);

/* As above, for a finished tree. */
StrataCallTree *strata_call_tree_turn_over (const StrataCallTree *tree, const StrataCallTreeLimits *limits, GCancellable *cancellable);

G_END_DECLS
