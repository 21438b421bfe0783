/* strata-call-tree-callers.c - a bottom-up call tree
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-tree-private.h"
#include "strata-workers.h"

/* A path climbs from a node of the top-down tree towards the outermost call. A bottom-up node is a
 * group of paths that have met the same names so far; its children are the groups by the next name.
 * The heaviest groups are split first. If there are too many, the lightest keep their callers in
 * one node for the rest. The groups by the first name are distributed among workers, in the same
 * number of shares on every machine. */
#define MOST_NODES (1u << 17)
#define MOST_SHARES 4
#define LEAST_PATHS_A_SHARE 16384

/* Paths handled in all. If a name calls itself very often, all paths would pass through as many
 * nodes as there are paths. */
#define MOST_STEPS (1u << 24)

#define GROUPS_BETWEEN_CHECKS 4096

/* Weights by their highest bits: neighbouring buckets differ by at most an eighth. */
#define BUCKETS_AN_OCTAVE_BITS 3
#define N_BUCKETS (64 << BUCKETS_AN_OCTAVE_BITS)

typedef struct
{
  guint32 leaf; /* where it begins */
  guint32 at;   /* the next caller; never the root */
} Path;

/* The paths of a node that continue to callers. */
typedef struct
{
  guint32 first;
  guint32 n;
  guint32 next; /* group in the same bucket, or STRATA_NONE */
} Group;

/* All shares use the same array of paths; each handles some groups of them. */
typedef struct
{
  const StrataCallTreeEntry *base; /* borrowed; exclusive times */
  GCancellable *cancellable;       /* borrowed; nullable */
  Path *paths;                     /* borrowed */
  Path *sorted;                    /* borrowed: buffer to sort the paths of a group by child */
  guint32 *child;                  /* borrowed: the child of each path in a group */
  guint32 n_keys;
  guint32 n_most;
  guint64 n_most_steps;
  gboolean is_by_cpu;

  StrataCallTreeBuilder builder;
  StrataColumn groups; /* owned: Group, by entry of the builder */
  guint32 *child_of;   /* owned: by key; values below the first child are of another group */
  guint32 buckets[N_BUCKETS];
  guint bucket;      /* the heaviest bucket that may have a group */
  guint32 n_waiting; /* groups in the buckets */
  guint32 n_paths;   /* in the groups assigned to this share */
  guint64 n_steps;
} Share;

static Group *
get_group (Share *self,
           guint32 entry)
{
  return &strata_column_at (&self->groups, Group, entry);
}

static gboolean
is_empty (const StrataCallTreeEntry *entry)
{
  return entry->n_calls == 0 && entry->axis_ns == 0 && entry->cpu_ns == 0;
}

/* The longest call of a node is known, but not how long it was in scope. So the longest call of the
 * node with the most time per call stands for all. */
static void
add_to (StrataCallTreeEntry *entry,
        const StrataCallTreeEntry *leaf)
{
  entry->axis_ns = strata_time_add (entry->axis_ns, leaf->axis_ns);
  entry->cpu_ns = strata_time_add (entry->cpu_ns, leaf->cpu_ns);
  entry->n_calls += leaf->n_calls;
  entry->n_unknown_cpu += leaf->n_unknown_cpu;
  entry->n_unknown_self_cpu += leaf->n_unknown_self_cpu;

  if (leaf->longest_ns > entry->longest_ns || entry->longest_slice == STRATA_NONE)
    {
      entry->longest_ns = leaf->longest_ns;
      entry->longest_slice = leaf->longest_slice;
    }
}

static guint
find_bucket (const Share *self,
             guint32 entry)
{
  const StrataCallTreeEntry *values = &strata_column_at (&self->builder.entries, StrataCallTreeEntry, entry);
  const gint64 ns = MAX (self->is_by_cpu ? values->cpu_ns : values->axis_ns, 1);
  const guint octave = 63 - (guint) __builtin_clzll ((guint64) ns);
  const guint64 bits = octave >= BUCKETS_AN_OCTAVE_BITS ? (guint64) ns >> (octave - BUCKETS_AN_OCTAVE_BITS) : (guint64) ns << (BUCKETS_AN_OCTAVE_BITS - octave);

  return octave << BUCKETS_AN_OCTAVE_BITS | (guint) (bits & ((1 << BUCKETS_AN_OCTAVE_BITS) - 1));
}

static void
push_group (Share *self,
            guint32 entry)
{
  /* negative self time can make a child heavier than its group */
  const guint bucket = MIN (find_bucket (self, entry), self->bucket);

  get_group (self, entry)->next = self->buckets[bucket];
  self->buckets[bucket] = entry;
  self->n_waiting++;
}

/* Removes the heaviest group, or returns STRATA_NONE. */
static guint32
pop_group (Share *self)
{
  while (self->buckets[self->bucket] == STRATA_NONE)
    if (self->bucket-- == 0)
      return STRATA_NONE;

  const guint32 entry = self->buckets[self->bucket];

  self->buckets[self->bucket] = get_group (self, entry)->next;
  self->n_waiting--;
  return entry;
}

static guint32
new_entry (Share *self,
           guint32 parent,
           guint32 key)
{
  *(Group *) strata_column_push (&self->groups, sizeof (Group)) = (Group){ .next = STRATA_NONE };

  return strata_call_tree_builder_push (&self->builder, parent, key);
}

/* The next caller of a path after @at. Callers of the rest are not known. */
static guint32
get_next (const Share *self,
          guint32 at)
{
  return self->base[at].key != STRATA_CALL_TREE_REST ? self->base[at].parent : STRATA_CALL_TREE_ROOT;
}

/* Finds the child of each path, and counts the paths that go on from there. */
static void
add_children (Share *self,
              guint32 parent,
              const Group *group)
{
  const guint32 first_child = (guint32) self->builder.entries.n;

  for (guint32 i = 0; i < group->n; i++)
    {
      const Path *path = &self->paths[group->first + i];
      const guint32 key = self->base[path->at].key;
      guint32 *child = &self->child_of[MIN (key, self->n_keys)];

      if (*child < first_child)
        *child = new_entry (self, parent, key);

      self->child[group->first + i] = *child;
      add_to (strata_call_tree_builder_get (&self->builder, *child), &self->base[path->leaf]);
      if (get_next (self, path->at) != STRATA_CALL_TREE_ROOT)
        get_group (self, *child)->n++;
    }
}

/* Sorts the paths by child; those that have ended are dropped. */
static void
part_paths (Share *self,
            guint32 first_child,
            const Group *group)
{
  guint32 n_going_on = 0;

  for (guint32 child = first_child; child < self->builder.entries.n; child++)
    {
      get_group (self, child)->first = group->first + n_going_on;
      n_going_on += get_group (self, child)->n;
      get_group (self, child)->n = 0;
    }

  for (guint32 i = 0; i < group->n; i++)
    {
      const Path *path = &self->paths[group->first + i];
      const guint32 next = get_next (self, path->at);
      Group *to = get_group (self, self->child[group->first + i]);

      if (next != STRATA_CALL_TREE_ROOT)
        self->sorted[to->first + to->n++] = (Path){ path->leaf, next };
    }

  if (n_going_on > 0)
    memcpy (self->paths + group->first, self->sorted + group->first, n_going_on * sizeof *self->paths);
}

/* Returns: the first of its new children, which are the last nodes. */
static guint32
part_group (Share *self,
            guint32 entry)
{
  const Group group = *get_group (self, entry);
  const guint32 first_child = (guint32) self->builder.entries.n;

  add_children (self, entry, &group);
  part_paths (self, first_child, &group);
  self->n_steps += group.n;

  return first_child;
}

static void
add_rest (Share *self,
          guint32 entry)
{
  const Group group = *get_group (self, entry);
  const guint32 rest = new_entry (self, entry, STRATA_CALL_TREE_REST);

  for (guint32 i = 0; i < group.n; i++)
    add_to (strata_call_tree_builder_get (&self->builder, rest), &self->base[self->paths[group.first + i].leaf]);
}

/* Each waiting group may need a node for its rest. */
static gboolean
is_full (const Share *self)
{
  return self->builder.entries.n + self->n_waiting >= self->n_most || self->n_steps >= self->n_most_steps;
}

static void
push_groups (Share *self,
             guint32 first)
{
  for (guint32 entry = first; entry < self->builder.entries.n; entry++)
    if (get_group (self, entry)->n > 0)
      push_group (self, entry);
}

static void
run_share (gpointer data)
{
  Share *self = data;
  guint32 entry;

  push_groups (self, 1);
  for (guint n = 1; (entry = pop_group (self)) != STRATA_NONE; n++)
    {
      if (n % GROUPS_BETWEEN_CHECKS == 0 && g_cancellable_is_cancelled (self->cancellable))
        return;

      if (is_full (self))
        add_rest (self, entry);
      else
        push_groups (self, part_group (self, entry));
    }
}

static void
share_init (Share *self,
            const Share *all)
{
  *self = *all;
  self->n_paths = 0;
  self->bucket = N_BUCKETS - 1;
  self->groups = (StrataColumn) STRATA_COLUMN_INIT;
  self->child_of = g_new0 (guint32, (gsize) self->n_keys + 1);
  for (guint i = 0; i < N_BUCKETS; i++)
    self->buckets[i] = STRATA_NONE;

  strata_call_tree_builder_init (&self->builder);
  *(Group *) strata_column_push (&self->groups, sizeof (Group)) = (Group){ .next = STRATA_NONE };
}

static void
share_clear (Share *self)
{
  strata_call_tree_builder_clear (&self->builder);
  strata_column_clear (&self->groups);
  g_free (self->child_of);
}

/* All paths begin at the bottom-up root. If outermost calls were
 * hidden, the top-down root has self time, too. */
static void
begin (Share *self,
       guint32 n_base)
{
  StrataCallTreeEntry *root = strata_call_tree_builder_get (&self->builder, STRATA_CALL_TREE_ROOT);

  for (guint32 node = 0; node < n_base; node++)
    {
      root->axis_ns = strata_time_add (root->axis_ns, self->base[node].axis_ns);
      root->cpu_ns = strata_time_add (root->cpu_ns, self->base[node].cpu_ns);
      if (node != STRATA_CALL_TREE_ROOT && !is_empty (&self->base[node]))
        self->paths[self->n_paths++] = (Path){ node, node };
    }

  get_group (self, STRATA_CALL_TREE_ROOT)->n = self->n_paths;
  part_group (self, STRATA_CALL_TREE_ROOT);
}

/* Assigns each group of the first share to the share with the fewest paths. */
static void
deal_groups (Share *from,
             Share *shares,
             guint n_shares)
{
  for (guint32 entry = 1; entry < from->builder.entries.n; entry++)
    {
      Share *least = &shares[0];

      for (guint i = 1; i < n_shares; i++)
        if (shares[i].n_paths < least->n_paths)
          least = &shares[i];

      const StrataCallTreeEntry *values = strata_call_tree_builder_get (&from->builder, entry);
      const guint32 own = new_entry (least, STRATA_CALL_TREE_ROOT, values->key);

      *strata_call_tree_builder_get (&least->builder, own) = *values;
      *get_group (least, own) = *get_group (from, entry);
      least->n_paths += get_group (from, entry)->n;
    }

  from->builder.entries.n = 1;
}

/* Limits a share in proportion to its paths. */
static void
limit_share (Share *self,
             const Share *all)
{
  const double part = (double) self->n_paths / MAX (all->n_paths, 1);

  self->n_most = (guint32) MIN (part * (double) all->n_most, G_MAXUINT32);
  self->n_most_steps = (guint64) (part * (double) all->n_most_steps);
}

/* Appends the nodes of a share. */
static void
join (StrataCallTreeBuilder *to,
      StrataCallTreeBuilder *from)
{
  const guint32 offset = (guint32) to->entries.n - 1;

  for (guint32 entry = 1; entry < from->entries.n; entry++)
    {
      StrataCallTreeEntry *values = strata_column_push (&to->entries, sizeof *values);

      *values = *strata_call_tree_builder_get (from, entry);
      if (values->parent != STRATA_CALL_TREE_ROOT)
        values->parent += offset;
    }

  strata_call_tree_builder_clear (from);
}

static void
climb (Share *all,
       guint n_shares)
{
  g_autofree Share *shares = g_new (Share, n_shares);

  for (guint i = 0; i < n_shares; i++)
    share_init (&shares[i], all);

  deal_groups (all, shares, n_shares);
  for (guint i = 0; i < n_shares; i++)
    limit_share (&shares[i], all);

  strata_workers_run (run_share, shares, sizeof *shares, n_shares);

  for (guint i = 0; i < n_shares; i++)
    {
      join (&all->builder, &shares[i].builder);
      share_clear (&shares[i]);
    }
}

/**
 * strata_call_tree_new_callers:
 * @source: what the tree is computed from
 * @base: (element-type StrataCallTreeEntry): a top-down tree with exclusive times; nodes may have several children with the same key
 * @limits: (nullable): limits; %NULL for the default
 * @cancellable: (nullable): stops it
 *
 * Inverts a tree: children are the callers.
 *
 * Returns: (transfer full): the tree, or %NULL if it was cancelled
 */
StrataCallTree *
strata_call_tree_new_callers (StrataCallTreeSource *source,
                              const StrataColumn *base,
                              const StrataCallTreeLimits *limits,
                              GCancellable *cancellable)
{
  g_autofree Path *paths = g_new (Path, base->n);
  g_autofree Path *sorted = g_new (Path, base->n);
  g_autofree guint32 *child = g_new (guint32, base->n);
  const Share same = {
    .base = base->data,
    .cancellable = cancellable,
    .paths = paths,
    .sorted = sorted,
    .child = child,
    .n_keys = strata_profile_keys_get_n_keys (&source->keys),
    .n_most = limits != NULL ? limits->n_nodes : MOST_NODES,
    .n_most_steps = limits != NULL ? limits->n_steps : MOST_STEPS,
    .is_by_cpu = source->is_by_cpu,
  };
  StrataCallTree *tree = NULL;
  Share all;

  share_init (&all, &same);
  begin (&all, (guint32) base->n);
  climb (&all, limits != NULL ? limits->n_shares : CLAMP (all.n_paths / LEAST_PATHS_A_SHARE, 1, MOST_SHARES));

  if (!g_cancellable_is_cancelled (cancellable))
    {
      tree = strata_call_tree_builder_finish (&all.builder, strata_call_tree_source_ref (source));
      tree->is_bottom_up = TRUE;
    }

  share_clear (&all);
  return tree;
}

static void
fill_entries (StrataColumn *entries,
              const StrataCallTree *tree)
{
  for (guint32 node = 0; node < tree->n_nodes; node++)
    *(StrataCallTreeEntry *) strata_column_push (entries, sizeof (StrataCallTreeEntry)) = (StrataCallTreeEntry){
      .parent = tree->parent[node],
      .key = tree->key[node],
      .axis_ns = tree->exclusive_ns[node],
      .cpu_ns = strata_call_tree_get_known_self_ns (tree, node),
      .longest_ns = strata_call_tree_get_value (tree, node) / MAX (tree->n_calls[node], 1),
      .longest_slice = tree->longest_slice[node],
      .n_calls = tree->n_calls[node],
      .n_unknown_cpu = tree->n_unknown_self_cpu != NULL ? tree->n_unknown_self_cpu[node] : 0,
      .n_unknown_self_cpu = tree->n_unknown_self_cpu != NULL ? tree->n_unknown_self_cpu[node] : 0,
    };
}

/**
 * strata_call_tree_turn_over:
 * @tree: a top-down tree
 * @limits: (nullable): the same
 * @cancellable: (nullable): stops it
 *
 * Like strata_call_tree_new_callers(), for a finished tree.
 *
 * Returns: (transfer full): the tree, or %NULL if it was cancelled
 */
StrataCallTree *
strata_call_tree_turn_over (const StrataCallTree *tree,
                            const StrataCallTreeLimits *limits,
                            GCancellable *cancellable)
{
  StrataColumn entries = STRATA_COLUMN_INIT;

  strata_column_grow (&entries, sizeof (StrataCallTreeEntry), tree->n_nodes);
  fill_entries (&entries, tree);

  StrataCallTree *callers = strata_call_tree_new_callers (tree->source, &entries, limits, cancellable);

  strata_column_clear (&entries);
  return callers;
}
