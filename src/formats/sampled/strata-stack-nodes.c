/* strata-stack-nodes.c - the call tree of sampled stacks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-stack-nodes.h"

/* Bit in the key of a second node for the same call. No file has so many names that string ids reach it. */
#define AGAIN (1u << 31)

struct _StrataStackNodes
{
  GArray *nodes;       /* (element-type StrataStackNode) owned */
  GHashTable *by_call; /* guint64 of caller and name, owned -> index */
};

/* GLib's hash takes only the lower half, the name, so a function with ten thousand callers would become one long chain. */
static guint
hash_call (gconstpointer key)
{
  return (guint) ((*(const guint64 *) key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32);
}

/**
 * strata_stack_nodes_new:
 *
 * Returns: (transfer full): an empty tree
 */
StrataStackNodes *
strata_stack_nodes_new (void)
{
  StrataStackNodes *self = g_new0 (StrataStackNodes, 1);

  self->nodes = g_array_new (FALSE, FALSE, sizeof (StrataStackNode));
  self->by_call = g_hash_table_new_full (hash_call, g_int64_equal, g_free, NULL);
  return self;
}

void
strata_stack_nodes_free (StrataStackNodes *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->nodes);
  g_hash_table_unref (self->by_call);
  g_free (self);
}

/* @again: AGAIN or 0 */
static guint32
enter (StrataStackNodes *self,
       guint32 again,
       guint32 caller,
       guint32 name,
       guint32 attrs)
{
  const StrataStackNode *above = caller != STRATA_NONE ? &g_array_index (self->nodes, StrataStackNode, caller) : NULL;
  const guint32 depth = above != NULL ? above->depth + 1 : 0;
  const guint32 shown = depth < STRATA_STACK_MOST_DEPTH ? name : STRATA_NONE;
  const gint64 key = (gint64) ((guint64) caller << 32 | again | shown);
  gpointer known;

  if (depth > STRATA_STACK_MOST_DEPTH)
    return caller;
  if (g_hash_table_lookup_extended (self->by_call, &key, NULL, &known))
    return GPOINTER_TO_UINT (known);
  if (self->nodes->len >= G_MAXINT32)
    return caller;

  gint64 *kept = g_new (gint64, 1);
  const StrataStackNode node = { caller, shown, attrs, depth, depth < STRATA_STACK_OUTER_DEPTH ? self->nodes->len : above->outer };

  *kept = key;
  g_hash_table_insert (self->by_call, kept, GUINT_TO_POINTER (self->nodes->len));
  g_array_append_val (self->nodes, node);
  return self->nodes->len - 1;
}

/**
 * strata_stack_nodes_enter:
 * @self: the tree
 * @caller: a node, or %STRATA_NONE for the outermost call
 * @name: string id
 * @attrs: its attributes; equal calls keep those of the first
 *
 * Returns: the node of a call of @name by @caller; an invisible one if the stack would be too deep
 */
guint32
strata_stack_nodes_enter (StrataStackNodes *self,
                          guint32 caller,
                          guint32 name,
                          guint32 attrs)
{
  return enter (self, 0, caller, name, attrs);
}

/**
 * strata_stack_nodes_enter_again:
 * @self: the tree
 * @caller: a node, or %STRATA_NONE for the outermost call
 * @name: string id
 * @attrs: its attributes
 *
 * Two adjacent calls that the file distinguishes need two nodes.
 *
 * Returns: a different node than strata_stack_nodes_enter(), unless the stack would be too deep
 */
guint32
strata_stack_nodes_enter_again (StrataStackNodes *self,
                                guint32 caller,
                                guint32 name,
                                guint32 attrs)
{
  return enter (self, AGAIN, caller, name, attrs);
}
/* Returns its nodes; valid until the next one is added. */
const StrataStackNode *
strata_stack_nodes_get (const StrataStackNodes *self)
{
  return (const StrataStackNode *) self->nodes->data;
}
