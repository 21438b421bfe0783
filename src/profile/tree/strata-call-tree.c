/* strata-call-tree.c - a call tree, which merges calls with the same callers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-tree.h"

#include <glib/gi18n-lib.h>

#include "strata-call-tree-private.h"

/* A call tree is immutable once it is returned; any thread may read it. strata-call-tree-compute.c
 * computes it from the calls; strata-call-tree-view.c makes other views of it from its nodes,
 * without the calls. */

StrataCallTreeSource *
strata_call_tree_source_new (StrataTrace *trace,
                             const StrataScope *scope,
                             StrataProfileBy by)
{
  StrataCallTreeSource *self = g_atomic_rc_box_new0 (StrataCallTreeSource);

  self->trace = g_object_ref (trace);
  self->scope = *scope;
  if (scope->threads != NULL)
    g_bytes_ref (scope->threads);

  self->has_cpu = strata_ns_column_exists (&strata_trace_get_slices (trace)->cpu);
  self->is_by_cpu = strata_scope_is_by_cpu (scope, trace);
  strata_profile_keys_init (&self->keys, trace, scope, by);

  return self;
}

StrataCallTreeSource *
strata_call_tree_source_ref (StrataCallTreeSource *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
source_clear (gpointer data)
{
  StrataCallTreeSource *self = data;

  strata_profile_keys_clear (&self->keys);
  g_clear_pointer (&self->scope.threads, g_bytes_unref);
  g_object_unref (self->trace);
}

void
strata_call_tree_source_unref (StrataCallTreeSource *self)
{
  g_atomic_rc_box_release_full (self, source_clear);
}

StrataCallTree *
strata_call_tree_ref (StrataCallTree *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
strata_call_tree_unref (StrataCallTree *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self->key);
  g_free (self->parent);
  g_free (self->depth);
  g_free (self->first_child);
  g_free (self->n_calls);
  g_free (self->n_unknown_cpu);
  g_free (self->n_unknown_self_cpu);
  g_free (self->unknown_self_ns);
  g_free (self->longest_slice);
  g_free (self->inclusive_ns);
  g_free (self->exclusive_ns);
  g_free (self->inclusive_cpu_ns);
  g_free (self->exclusive_cpu_ns);
  strata_call_tree_source_unref (self->source);
  g_free (self);
}

gint64
strata_call_tree_get_known_self_ns (const StrataCallTree *self,
                                    guint32 node)
{
  if (self->exclusive_cpu_ns == NULL)
    return 0;

  return self->exclusive_cpu_ns[node] - (self->unknown_self_ns != NULL ? self->unknown_self_ns[node] : 0);
}

guint32
strata_call_tree_get_n_nodes (const StrataCallTree *self)
{
  return self->n_nodes;
}

/**
 * strata_call_tree_get_node:
 * @self: a tree
 * @node: one of its nodes
 * @values: (out caller-allocates): its values
 *
 * Describes a node.
 */
void
strata_call_tree_get_node (const StrataCallTree *self,
                           guint32 node,
                           StrataCallNode *values)
{
  g_return_if_fail (node < self->n_nodes);

  *values = (StrataCallNode){
    .key = self->key[node],
    .parent = self->parent[node],
    .first_child = self->first_child[node],
    .n_children = self->first_child[node + 1] - self->first_child[node],
    .depth = self->depth[node],
    .longest_slice = self->longest_slice[node],
    .n_calls = self->n_calls[node],
    .n_unknown_cpu = self->n_unknown_cpu != NULL ? self->n_unknown_cpu[node] : 0,
    .n_unknown_self_cpu = self->n_unknown_self_cpu != NULL ? self->n_unknown_self_cpu[node] : 0,
    .inclusive_ns = self->inclusive_ns[node],
    .exclusive_ns = self->exclusive_ns[node],
    .inclusive_cpu_ns = self->inclusive_cpu_ns != NULL ? self->inclusive_cpu_ns[node] : 0,
    .exclusive_cpu_ns = strata_call_tree_get_known_self_ns (self, node),
  };

  strata_scope_name_clocks (self->source->trace, &values->inclusive_ns, &values->inclusive_cpu_ns);
  strata_scope_name_clocks (self->source->trace, &values->exclusive_ns, &values->exclusive_cpu_ns);
  if (values->n_calls > 0 && values->n_unknown_cpu == values->n_calls)
    values->inclusive_cpu_ns = STRATA_NO_TIME;
  if (values->n_calls > 0 && values->n_unknown_self_cpu == values->n_calls)
    values->exclusive_cpu_ns = STRATA_NO_TIME;
}

/* Whether children are callers: then the inclusive time of a node is self time of the first name
 * of its branch. */
gboolean
strata_call_tree_get_bottom_up (const StrataCallTree *self)
{
  return self->is_bottom_up;
}

/* Returns the inclusive time of @node in the sorting clock, which is its width in a flame graph. */
gint64
strata_call_tree_get_value (const StrataCallTree *self,
                            guint32 node)
{
  return self->source->is_by_cpu ? self->inclusive_cpu_ns[node] : self->inclusive_ns[node];
}

/**
 * strata_call_tree_dup_name:
 * @self: a tree
 * @key: key of one of its nodes
 *
 * Returns: (transfer full): the name of @key, as in [method@Strata.Profile.dup_name]
 */
char *
strata_call_tree_dup_name (const StrataCallTree *self,
                           guint32 key)
{
  if (key == STRATA_CALL_TREE_REST)
    return g_strdup (_ ("(other calls)"));

  return strata_profile_keys_dup_name (&self->source->keys, key);
}

/**
 * strata_call_tree_find_key:
 * @self: a tree
 * @name: string id of a name, or %STRATA_NONE
 *
 * Returns: the key of calls of @name; %STRATA_NONE if names do not decide the key, or for a name out of scope
 */
guint32
strata_call_tree_find_key (const StrataCallTree *self,
                           guint32 name)
{
  const StrataProfileKeys *keys = &self->source->keys;

  if (name == STRATA_NONE || keys->by == STRATA_PROFILE_BY_NAME)
    return name;

  return keys->key_of != NULL && keys->attrs == NULL && keys->by != STRATA_PROFILE_BY_CATEGORY && keys->by != STRATA_PROFILE_BY_TAG ? keys->key_of[name] : STRATA_NONE;
}

/**
 * strata_call_tree_next:
 * @self: a tree
 * @node: one of its nodes
 * @enters: whether to continue with the children of @node
 * @depth: (inout): the depth of @node; becomes that of the next one
 *
 * Walks the tree in pre-order: callers before their calls.
 *
 * Returns: the next node, or %STRATA_NONE at the end
 */
guint32
strata_call_tree_next (const StrataCallTree *self,
                       guint32 node,
                       gboolean enters,
                       guint32 *depth)
{
  if (enters && self->first_child[node] < self->first_child[node + 1])
    {
      (*depth)++;
      return self->first_child[node];
    }

  while (node != STRATA_CALL_TREE_ROOT && node + 1 == self->first_child[self->parent[node] + 1])
    {
      node = self->parent[node];
      (*depth)--;
    }

  return node == STRATA_CALL_TREE_ROOT ? STRATA_NONE : node + 1;
}

/* Returns how many calls are not distinguished because there are too many different callers. */
guint64
strata_call_tree_get_n_rest (const StrataCallTree *self)
{
  return self->n_rest;
}

StrataProfileBy
strata_call_tree_get_by (const StrataCallTree *self)
{
  return self->source->keys.by;
}

const StrataScope *
strata_call_tree_get_scope (const StrataCallTree *self)
{
  return &self->source->scope;
}

StrataTrace *
strata_call_tree_get_trace (const StrataCallTree *self)
{
  return self->source->trace;
}
