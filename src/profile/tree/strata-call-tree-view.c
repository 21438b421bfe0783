/* strata-call-tree-view.c - other views of a call tree
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-tree.h"

#include <string.h>

#include "strata-call-tree-private.h"
#include "strata-method-name.h"

/* A view is a new tree whose nodes get the exclusive times and the calls of the nodes of the base
 * tree. If a name is hidden or recursion is folded, a node maps to a caller's node in the view; if
 * its time does not count, to none. So exclusive times add up to the same as before, except for
 * those that do not count, and inclusive times follow from them. */
typedef struct
{
  StrataCallTree *base;           /* borrowed */
  const StrataCallTreeView *view; /* borrowed */
  GCancellable *cancellable;      /* borrowed; nullable */
  guint8 *marks;                  /* owned: Mark by key; the last entry is for the rest */
  guint64 *path_bits;             /* owned: by node, a bit for each key on its path */
  StrataCallTreeBuilder builder;
} Pass;

typedef enum
{
  MARK_HIDDEN = 1 << 0,
  MARK_FOCUS = 1 << 1,
  MARK_MATCH = 1 << 2,
  MARK_KNOWN = 1 << 3,
} Mark;

#define NODES_BETWEEN_CHECKS 65536

/**
 * strata_call_tree_view_copy:
 * @self: a view
 *
 * Returns: (transfer full): a copy with its own strings
 */
StrataCallTreeView *
strata_call_tree_view_copy (const StrataCallTreeView *self)
{
  StrataCallTreeView *copy = g_new (StrataCallTreeView, 1);

  *copy = *self;
  copy->focus = g_strdup (self->focus);
  copy->filter = g_strdup (self->filter);
  copy->hidden = g_strdupv (self->hidden);
  copy->hidden_packages = g_strdupv (self->hidden_packages);

  return copy;
}

void
strata_call_tree_view_free (StrataCallTreeView *self)
{
  if (self == NULL)
    return;

  g_free (self->focus);
  g_free (self->filter);
  g_strfreev (self->hidden);
  g_strfreev (self->hidden_packages);
  g_free (self);
}

/* Whether a method's package is one of @packages, or inside one. */
static gboolean
is_in_package (const char *name,
               char **packages)
{
  gsize n_bytes = strata_method_name_get_package_bytes (name);

  for (guint i = 0; packages != NULL && packages[i] != NULL; i++)
    {
      gsize n = strlen (packages[i]);

      if (n <= n_bytes && n > 0 && strncmp (name, packages[i], n) == 0 && (n == n_bytes || strchr ("./", name[n]) != NULL))
        return TRUE;
    }

  return FALSE;
}

static gboolean
has_text (const char *name,
          const char *folded)
{
  g_autofree char *folded_name = g_utf8_casefold (name, -1);

  return strstr (folded_name, folded) != NULL;
}

static guint8
find_marks (const Pass *pass,
            guint32 key,
            const char *filter)
{
  const StrataCallTreeView *view = pass->view;
  g_autofree char *name = strata_call_tree_dup_name (pass->base, key);
  guint8 marks = MARK_KNOWN;

  if ((view->hidden != NULL && g_strv_contains ((const char *const *) view->hidden, name)) || is_in_package (name, view->hidden_packages))
    marks |= MARK_HIDDEN;
  if (view->focus != NULL && strcmp (view->focus, name) == 0)
    marks |= MARK_FOCUS;
  if (filter != NULL && has_text (name, filter))
    marks |= MARK_MATCH;

  return marks;
}

static guint32
get_n_keys (const Pass *pass)
{
  return strata_profile_keys_get_n_keys (&pass->base->source->keys);
}

static guint8
get_marks (const Pass *pass,
           guint32 node)
{
  return pass->marks[MIN (pass->base->key[node], get_n_keys (pass))];
}

/* The root has no marks. */
static void
mark_keys (Pass *pass)
{
  const char *text = pass->view->filter;
  g_autofree char *filter = text != NULL && *text != '\0' ? g_utf8_casefold (text, -1) : NULL;
  guint32 n_keys = get_n_keys (pass);

  pass->marks = g_new0 (guint8, (gsize) n_keys + 1);

  for (guint32 node = 1; node < pass->base->n_nodes; node++)
    {
      guint8 *marks = &pass->marks[MIN (pass->base->key[node], n_keys)];

      if (*marks == 0)
        *marks = find_marks (pass, pass->base->key[node], filter);
    }
}

static gboolean
is_filtering (const Pass *pass)
{
  return pass->view->filter != NULL && *pass->view->filter != '\0';
}

static gboolean
is_cancelled (const Pass *pass,
              guint32 node)
{
  return node % NODES_BETWEEN_CHECKS == 0 && g_cancellable_is_cancelled (pass->cancellable);
}

/* Whether the time of each node counts: it or a caller matches the filter. The callers of such
 * nodes are kept, too. */
enum
{
  KEEP_NODE = 1 << 0,
  KEEP_TIME = 1 << 1,
};

static guint8 *
find_kept (const Pass *pass)
{
  const StrataCallTree *base = pass->base;
  guint8 *kept = g_new0 (guint8, base->n_nodes);

  if (!is_filtering (pass))
    {
      memset (kept, KEEP_NODE | KEEP_TIME, base->n_nodes);
      return kept;
    }

  for (guint32 node = 1; node < base->n_nodes; node++)
    if ((kept[base->parent[node]] & KEEP_TIME) || (get_marks (pass, node) & MARK_MATCH))
      kept[node] = KEEP_NODE | KEEP_TIME;

  for (guint32 node = base->n_nodes - 1; node > 0; node--)
    if (kept[node])
      kept[base->parent[node]] |= KEEP_NODE;

  return kept;
}

static void
add_to (StrataCallTreeEntry *entry,
        const StrataCallTree *base,
        guint32 node)
{
  entry->axis_ns = strata_time_add (entry->axis_ns, base->exclusive_ns[node]);
  if (base->exclusive_cpu_ns != NULL)
    entry->cpu_ns = strata_time_add (entry->cpu_ns, base->exclusive_cpu_ns[node]);
  if (base->unknown_self_ns != NULL)
    entry->unknown_self_ns = strata_time_add (entry->unknown_self_ns, base->unknown_self_ns[node]);
}

/* The longest call of a node is known, but not how long it was in scope. So the longest call of the
 * node with the most time per call stands for all. */
static void
add_calls (StrataCallTreeEntry *entry,
           const StrataCallTree *base,
           guint32 node)
{
  gint64 mean_ns = strata_call_tree_get_value (base, node) / MAX (base->n_calls[node], 1);

  entry->n_calls += base->n_calls[node];
  if (base->n_unknown_cpu != NULL)
    {
      entry->n_unknown_cpu += base->n_unknown_cpu[node];
      entry->n_unknown_self_cpu += base->n_unknown_self_cpu[node];
    }
  if (mean_ns > entry->longest_ns || entry->longest_slice == STRATA_NONE)
    {
      entry->longest_ns = mean_ns;
      entry->longest_slice = base->longest_slice[node];
    }
}

/* Keys share bits: a key whose bit is not set is not on the path. */
static guint64
get_bit (guint32 key)
{
  return G_GUINT64_CONSTANT (1) << ((key * 0x9e3779b9u) >> 26);
}

static gboolean
may_recurse (const Pass *pass,
             guint32 node)
{
  return pass->view->folds_recursion && (pass->path_bits[pass->base->parent[node]] & get_bit (pass->base->key[node])) != 0;
}

/* The nearest node with @key in the view, from @entry upwards, or STRATA_NONE. */
static guint32
find_caller (Pass *pass,
             guint32 entry,
             guint32 key)
{
  for (; entry != STRATA_CALL_TREE_ROOT; entry = strata_call_tree_builder_get (&pass->builder, entry)->parent)
    if (strata_call_tree_builder_get (&pass->builder, entry)->key == key)
      return entry;

  return STRATA_NONE;
}

/* In a bottom-up view, paths are merged later, so a parent may have several nodes with one key. */
static guint32
get_child (Pass *pass,
           guint32 above,
           guint32 key)
{
  return pass->view->is_bottom_up ? strata_call_tree_builder_push (&pass->builder, above, key) : strata_call_tree_builder_get_child (&pass->builder, above, key);
}

/* The view's node for a node whose caller maps to @above. */
static guint32
find_place (Pass *pass,
            guint32 node,
            guint32 above)
{
  guint8 marks = get_marks (pass, node);
  guint32 key = pass->base->key[node];

  if (pass->view->focus != NULL && above == STRATA_NONE)
    return marks & MARK_FOCUS ? get_child (pass, STRATA_CALL_TREE_ROOT, key) : STRATA_NONE;
  if (marks & MARK_HIDDEN)
    return above;

  guint32 caller = may_recurse (pass, node) ? find_caller (pass, above, key) : STRATA_NONE;

  return caller != STRATA_NONE ? caller : get_child (pass, above, key);
}

/* Calls of hidden names do not count. Callers of a filter match are only kept for context: in a
 * bottom-up view they do not count themselves. */
static gboolean
has_calls (const Pass *pass,
           guint32 node,
           guint8 kept,
           guint32 above)
{
  gboolean is_hidden = (get_marks (pass, node) & MARK_HIDDEN) != 0 && above != STRATA_NONE;

  return !is_hidden && ((kept & KEEP_TIME) || !pass->view->is_bottom_up);
}

/* Returns FALSE if cancelled. */
static gboolean
add_nodes (Pass *pass)
{
  StrataCallTree *base = pass->base;
  g_autofree guint32 *place = g_new (guint32, base->n_nodes);
  g_autofree guint8 *kept = find_kept (pass);

  place[0] = pass->view->focus != NULL ? STRATA_NONE : STRATA_CALL_TREE_ROOT;

  for (guint32 node = 1; node < base->n_nodes; node++)
    {
      if (is_cancelled (pass, node))
        return FALSE;

      pass->path_bits[node] = pass->path_bits[base->parent[node]] | get_bit (base->key[node]);
      place[node] = kept[node] ? find_place (pass, node, place[base->parent[node]]) : STRATA_NONE;
      if (place[node] == STRATA_NONE)
        continue;

      StrataCallTreeEntry *entry = strata_call_tree_builder_get (&pass->builder, place[node]);

      if (kept[node] & KEEP_TIME)
        add_to (entry, base, node);
      if (has_calls (pass, node, kept[node], place[base->parent[node]]))
        add_calls (entry, base, node);
    }

  return TRUE;
}

static void
pass_init (Pass *pass,
           StrataCallTree *base,
           const StrataCallTreeView *view,
           GCancellable *cancellable)
{
  *pass = (Pass){ .base = base, .view = view, .cancellable = cancellable };
  strata_call_tree_builder_init (&pass->builder);
  pass->path_bits = g_new0 (guint64, base->n_nodes);
  mark_keys (pass);
}

static void
pass_clear (Pass *pass)
{
  strata_call_tree_builder_clear (&pass->builder);
  g_free (pass->path_bits);
  g_free (pass->marks);
}

static StrataCallTree *
finish (Pass *pass)
{
  strata_call_tree_builder_add_up (&pass->builder);
  return strata_call_tree_builder_finish (&pass->builder, strata_call_tree_source_ref (pass->base->source));
}

static StrataCallTree *
new_changed (StrataCallTree *base,
             const StrataCallTreeView *view,
             GCancellable *cancellable)
{
  StrataCallTree *tree = NULL;
  Pass pass;

  pass_init (&pass, base, view, cancellable);
  if (add_nodes (&pass))
    tree = view->is_bottom_up ? strata_call_tree_new_callers (base->source, &pass.builder.entries, NULL, cancellable) : finish (&pass);

  pass_clear (&pass);
  return tree;
}

static gboolean
changes_nodes (const StrataCallTreeView *view)
{
  return view->folds_recursion || view->focus != NULL || (view->filter != NULL && *view->filter != '\0') ||
         (view->hidden != NULL && *view->hidden != NULL) || (view->hidden_packages != NULL && *view->hidden_packages != NULL);
}

/**
 * strata_call_tree_new_view:
 * @base: a complete top-down tree
 * @view: the view
 * @cancellable: (nullable): stops it
 *
 * Makes another view of a tree. Any thread may call it.
 *
 * Returns: (transfer full): the view, or %NULL if it was cancelled
 */
StrataCallTree *
strata_call_tree_new_view (StrataCallTree *base,
                           const StrataCallTreeView *view,
                           GCancellable *cancellable)
{
  g_return_val_if_fail (!base->is_bottom_up, NULL);

  if (changes_nodes (view))
    return new_changed (base, view, cancellable);

  return view->is_bottom_up ? strata_call_tree_turn_over (base, NULL, cancellable) : strata_call_tree_ref (base);
}
