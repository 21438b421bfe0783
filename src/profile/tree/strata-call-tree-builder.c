/* strata-call-tree-builder.c - builds the nodes of a call tree in order of appearance
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-tree-private.h"

/* If hardly two stacks are the same, a tree would have a node for each
 * call: too many to read, and too many for memory. Above this limit, a
 * call without a node goes to its caller's node for the rest. */
#define MOST_NODES (1u << 19)
#define N_FIRST_SLOTS 1024

void
strata_call_tree_builder_init (StrataCallTreeBuilder *self)
{
  *self = (StrataCallTreeBuilder){ .n_most = MOST_NODES };
  strata_slots_init (&self->slots, N_FIRST_SLOTS);

  *(StrataCallTreeEntry *) strata_column_push (&self->entries, sizeof (StrataCallTreeEntry)) = (StrataCallTreeEntry){
    .parent = STRATA_NONE,
    .key = STRATA_NONE,
    .longest_slice = STRATA_NONE,
  };
}

void
strata_call_tree_builder_clear (StrataCallTreeBuilder *self)
{
  strata_column_clear (&self->entries);
  strata_slots_clear (&self->slots);
}

guint32
strata_call_tree_builder_push (StrataCallTreeBuilder *self,
                               guint32 parent,
                               guint32 key)
{
  *(StrataCallTreeEntry *) strata_column_push (&self->entries, sizeof (StrataCallTreeEntry)) = (StrataCallTreeEntry){
    .parent = parent,
    .key = key,
    .longest_ns = -1,
    .longest_slice = STRATA_NONE,
  };

  return (guint32) self->entries.n - 1;
}

guint32
strata_call_tree_builder_add_child (StrataCallTreeBuilder *self,
                                    StrataSlot *slot,
                                    guint32 parent,
                                    guint32 key)
{
  if (strata_call_tree_builder_get (self, parent)->key == STRATA_CALL_TREE_REST)
    return parent;
  if (self->entries.n >= self->n_most && key != STRATA_CALL_TREE_REST)
    return strata_call_tree_builder_get_child (self, parent, STRATA_CALL_TREE_REST);

  const guint32 entry = strata_call_tree_builder_push (self, parent, key);

  strata_slots_take (&self->slots, slot, strata_call_tree_builder_hash (parent, key), entry);
  return entry;
}

void
strata_call_tree_builder_merge (StrataCallTreeBuilder *self,
                                StrataCallTreeBuilder *other)
{
  guint32 n = (guint32) other->entries.n;
  g_autofree guint32 *place = g_new (guint32, n);

  strata_slots_clear (&other->slots);
  place[0] = STRATA_CALL_TREE_ROOT;

  for (guint32 i = 0; i < n; i++)
    {
      const StrataCallTreeEntry *from = strata_call_tree_builder_get (other, i);

      if (i > 0)
        place[i] = strata_call_tree_builder_get_child (self, place[from->parent], from->key);

      StrataCallTreeEntry *to = strata_call_tree_builder_get (self, place[i]);

      to->n_calls += from->n_calls;
      to->n_unknown_cpu += from->n_unknown_cpu;
      to->n_unknown_self_cpu += from->n_unknown_self_cpu;

      /* the time of a rest inside a rest is already in the caller's time */
      if (i > 0 && place[i] == place[from->parent])
        continue;

      to->axis_ns = strata_time_add (to->axis_ns, from->axis_ns);
      to->cpu_ns = strata_time_add (to->cpu_ns, from->cpu_ns);
      to->unknown_self_ns = strata_time_add (to->unknown_self_ns, from->unknown_self_ns);
      if (from->longest_ns > to->longest_ns)
        {
          to->longest_ns = from->longest_ns;
          to->longest_slice = from->longest_slice;
        }
    }

  strata_call_tree_builder_clear (other);
}

void
strata_call_tree_builder_add_up (StrataCallTreeBuilder *self)
{
  for (guint32 i = (guint32) self->entries.n - 1; i > 0; i--)
    {
      const StrataCallTreeEntry *child = strata_call_tree_builder_get (self, i);
      StrataCallTreeEntry *parent = strata_call_tree_builder_get (self, child->parent);

      parent->axis_ns = strata_time_add (parent->axis_ns, child->axis_ns);
      parent->cpu_ns = strata_time_add (parent->cpu_ns, child->cpu_ns);
    }
}

typedef struct
{
  StrataCallTreeBuilder *builder; /* borrowed */
  gboolean is_by_cpu;
} Order;

static int
compare_times (gint64 a_ns,
               gint64 b_ns)
{
  return a_ns > b_ns ? -1 : a_ns < b_ns;
}

/* Longest first; the rest is always last. */
static int
compare_entries (gconstpointer a,
                 gconstpointer b,
                 gpointer user_data)
{
  const Order *order = user_data;
  const StrataCallTreeEntry *entry_a = strata_call_tree_builder_get (order->builder, *(const guint32 *) a);
  const StrataCallTreeEntry *entry_b = strata_call_tree_builder_get (order->builder, *(const guint32 *) b);
  int by_axis = compare_times (entry_a->axis_ns, entry_b->axis_ns);
  int by_cpu = compare_times (entry_a->cpu_ns, entry_b->cpu_ns);
  int by_rest = (entry_a->key == STRATA_CALL_TREE_REST) - (entry_b->key == STRATA_CALL_TREE_REST);

  if (by_rest != 0)
    return by_rest;
  if (order->is_by_cpu && by_cpu != 0)
    return by_cpu;
  if (by_axis != 0)
    return by_axis;
  if (by_cpu != 0)
    return by_cpu;

  return entry_a->key < entry_b->key ? -1 : entry_a->key > entry_b->key;
}

/* Nearly all nodes have few children; a function call for each
 * comparison would take most of the time. */
#define FEW_CHILDREN 16

static void
sort_children (const Order *order,
               guint32 *children,
               guint32 n)
{
  if (n > FEW_CHILDREN)
    {
      g_qsort_with_data (children, (gint) n, sizeof *children, compare_entries, (gpointer) order);
      return;
    }

  for (guint32 i = 1; i < n; i++)
    {
      const guint32 child = children[i];
      guint32 place = i;

      for (; place > 0 && compare_entries (&child, &children[place - 1], (gpointer) order) < 0; place--)
        children[place] = children[place - 1];

      children[place] = child;
    }
}

/* The children of each entry, by entry; @begin is where those of each begin. */
static guint32 *
list_children (StrataCallTreeBuilder *self,
               guint32 **begin)
{
  guint32 n = (guint32) self->entries.n;
  guint32 *children = g_new (guint32, n);
  guint32 *place = g_new0 (guint32, (gsize) n + 2);

  for (guint32 i = 1; i < n; i++)
    place[strata_call_tree_builder_get (self, i)->parent + 2]++;
  for (guint32 i = 1; i < n + 2; i++)
    place[i] += place[i - 1];
  for (guint32 i = 1; i < n; i++)
    children[place[strata_call_tree_builder_get (self, i)->parent + 1]++] = i;

  *begin = place;
  return children;
}

static void
alloc_columns (StrataCallTree *tree)
{
  gsize n = tree->n_nodes;

  tree->key = g_new (guint32, n);
  tree->parent = g_new (guint32, n);
  tree->depth = g_new (guint32, n);
  tree->first_child = g_new (guint32, n + 1);
  tree->n_calls = g_new (guint32, n);
  tree->longest_slice = g_new (guint32, n);
  tree->inclusive_ns = g_new (gint64, n);
  tree->exclusive_ns = g_new (gint64, n);
  if (strata_trace_get_slices (tree->source->trace)->cpu_unknown != NULL)
    {
      tree->n_unknown_cpu = g_new (guint32, n);
      tree->n_unknown_self_cpu = g_new (guint32, n);
      tree->unknown_self_ns = g_new (gint64, n);
    }
  if (tree->source->has_cpu)
    {
      tree->inclusive_cpu_ns = g_new (gint64, n);
      tree->exclusive_cpu_ns = g_new (gint64, n);
    }
}

static void
set_node (StrataCallTree *tree,
          guint32 node,
          guint32 parent,
          const StrataCallTreeEntry *entry)
{
  tree->key[node] = entry->key;
  tree->parent[node] = parent;
  tree->depth[node] = parent != STRATA_NONE ? tree->depth[parent] + 1 : 0;
  tree->n_calls[node] = entry->n_calls;
  if (tree->n_unknown_cpu != NULL)
    {
      tree->n_unknown_cpu[node] = entry->n_unknown_cpu;
      tree->n_unknown_self_cpu[node] = entry->n_unknown_self_cpu;
      tree->unknown_self_ns[node] = entry->unknown_self_ns;
    }

  tree->longest_slice[node] = entry->longest_slice;
  tree->inclusive_ns[node] = tree->exclusive_ns[node] = entry->axis_ns;
  if (tree->inclusive_cpu_ns != NULL)
    tree->inclusive_cpu_ns[node] = tree->exclusive_cpu_ns[node] = entry->cpu_ns;

  if (entry->key == STRATA_CALL_TREE_REST)
    tree->n_rest += entry->n_calls;
  if (parent == STRATA_NONE)
    return;

  tree->exclusive_ns[parent] = strata_time_add (tree->exclusive_ns[parent], -entry->axis_ns);
  if (tree->exclusive_cpu_ns != NULL)
    tree->exclusive_cpu_ns[parent] = strata_time_add (tree->exclusive_cpu_ns[parent], -entry->cpu_ns);
}

/* Walks the tree level by level; the tree itself serves as the queue. */
static void
set_nodes (StrataCallTree *tree,
           StrataCallTreeBuilder *builder)
{
  Order order = { builder, tree->source->is_by_cpu };
  g_autofree guint32 *entry_of = g_new (guint32, tree->n_nodes);
  g_autofree guint32 *begin = NULL;
  g_autofree guint32 *children = list_children (builder, &begin);
  guint32 n = 1;

  entry_of[0] = 0;
  set_node (tree, 0, STRATA_NONE, strata_call_tree_builder_get (builder, 0));

  for (guint32 node = 0; node < tree->n_nodes; node++)
    {
      guint32 entry = entry_of[node];
      guint32 n_children = begin[entry + 1] - begin[entry];

      sort_children (&order, children + begin[entry], n_children);
      tree->first_child[node] = n;
      for (guint32 i = 0; i < n_children; i++, n++)
        {
          entry_of[n] = children[begin[entry] + i];
          set_node (tree, n, node, strata_call_tree_builder_get (builder, entry_of[n]));
        }
    }

  tree->first_child[tree->n_nodes] = n;
}

/**
 * strata_call_tree_builder_finish:
 * @self: a builder with inclusive times; the root's may be missing
 * @source: (transfer full): what the tree is computed from
 *
 * Makes a tree; the builder is cleared.
 *
 * Returns: (transfer full): the tree
 */
StrataCallTree *
strata_call_tree_builder_finish (StrataCallTreeBuilder *self,
                                 StrataCallTreeSource *source)
{
  StrataCallTree *tree = g_new0 (StrataCallTree, 1);

  strata_slots_clear (&self->slots);
  g_atomic_ref_count_init (&tree->ref_count);
  tree->source = source;
  tree->n_nodes = (guint32) self->entries.n;
  alloc_columns (tree);
  set_nodes (tree, self);
  strata_call_tree_builder_clear (self);

  return tree;
}
