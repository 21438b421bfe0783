/* strata-diff-tree.c - compares two call trees, path by path
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-tree.h"

#include <math.h>

#include "strata-count-test.h"

/* Both trees are computed at once, each in a thread, and nodes are paired from the outermost calls
 * on: children of paired nodes are paired if their names are the same. Keys are specific to one
 * tree, so names get a number that both sides share: their row in the comparison by name.
 * Unfinished calls have no self time, as in the verdict.
 *
 * The row of the name shows whether a change is significant, since a tree has only sums. Only the
 * number of calls is tested for each path, which shows that calls have moved from elsewhere. */
struct _StrataDiffTree
{
  gatomicrefcount ref_count;

  StrataDiff *diff;                           /* owned */
  StrataCallTree *trees[STRATA_N_DIFF_SIDES]; /* owned */
  guint32 *others[STRATA_N_DIFF_SIDES];       /* owned: by node, the paired node of the other side */
  guint32 *rows[STRATA_N_DIFF_SIDES];         /* owned: by node, the row of its name, or STRATA_NONE */
};

/* Thresholds of the steps: 1 %, 5 %, 20 % and 60 % more. */
static const double step_fracs[STRATA_DIFF_TREE_STEPS] = { 0.01, 0.05, 0.20, 0.60 };

/* As in the profile, less than 10 % more calls are not a change. */
#define LEAST_CALLS_EFFECT (0.1 / 2.1)

typedef struct
{
  const StrataProfile *profile; /* borrowed */
  GCancellable *cancellable;

  StrataCallTree *tree;
} SideJob;

static gpointer
run_side (gpointer data)
{
  SideJob *job = data;

  job->tree = strata_call_tree_new_of_finished (strata_profile_get_trace (job->profile), strata_profile_get_scope (job->profile), strata_profile_get_by (job->profile), job->cancellable);
  return NULL;
}

static gboolean
make_trees (StrataDiffTree *self,
            GCancellable *cancellable)
{
  SideJob jobs[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    jobs[side] = (SideJob){ .profile = strata_diff_get_profile (self->diff, side), .cancellable = cancellable };

  GThread *thread = g_thread_new ("strata diff tree", run_side, &jobs[STRATA_DIFF_A]);

  run_side (&jobs[STRATA_DIFF_B]);
  g_thread_join (thread);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    self->trees[side] = jobs[side].tree;

  return self->trees[STRATA_DIFF_A] != NULL && self->trees[STRATA_DIFF_B] != NULL;
}

static guint32
find_row (const StrataDiffTree *self,
          StrataDiffSide side,
          guint32 key)
{
  g_autofree char *name = strata_call_tree_dup_name (self->trees[side], key);

  return key == STRATA_CALL_TREE_REST ? STRATA_NONE : strata_diff_find (self->diff, name);
}

/* Each key's name is only formatted once. */
static void
find_rows (StrataDiffTree *self,
           StrataDiffSide side)
{
  const guint32 n_nodes = strata_call_tree_get_n_nodes (self->trees[side]);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

  self->rows[side] = g_new (guint32, n_nodes);
  self->rows[side][STRATA_CALL_TREE_ROOT] = STRATA_NONE;

  for (guint32 i = 1; i < n_nodes; i++)
    {
      StrataCallNode node;
      gpointer row;

      strata_call_tree_get_node (self->trees[side], i, &node);
      if (!g_hash_table_lookup_extended (known, GUINT_TO_POINTER (node.key), NULL, &row))
        {
          row = GUINT_TO_POINTER (find_row (self, side, node.key));
          g_hash_table_insert (known, GUINT_TO_POINTER (node.key), row);
        }

      self->rows[side][i] = GPOINTER_TO_UINT (row);
    }
}

static void
pair (StrataDiffTree *self,
      guint32 a,
      guint32 b)
{
  self->others[STRATA_DIFF_A][a] = b;
  self->others[STRATA_DIFF_B][b] = a;
}

/* Calls that are not distinguished are not paired, since they are of different names. */
static void
pair_children (StrataDiffTree *self,
               guint32 a,
               guint32 b,
               GHashTable *by_row)
{
  StrataCallNode nodes[STRATA_N_DIFF_SIDES];
  gpointer found;

  strata_call_tree_get_node (self->trees[STRATA_DIFF_A], a, &nodes[STRATA_DIFF_A]);
  strata_call_tree_get_node (self->trees[STRATA_DIFF_B], b, &nodes[STRATA_DIFF_B]);
  if (nodes[STRATA_DIFF_A].n_children == 0 || nodes[STRATA_DIFF_B].n_children == 0)
    return;

  g_hash_table_remove_all (by_row);
  for (guint32 i = 0; i < nodes[STRATA_DIFF_A].n_children; i++)
    {
      const guint32 child = nodes[STRATA_DIFF_A].first_child + i;

      if (self->rows[STRATA_DIFF_A][child] != STRATA_NONE)
        g_hash_table_insert (by_row, GUINT_TO_POINTER (self->rows[STRATA_DIFF_A][child]), GUINT_TO_POINTER (child));
    }

  for (guint32 i = 0; i < nodes[STRATA_DIFF_B].n_children; i++)
    {
      const guint32 child = nodes[STRATA_DIFF_B].first_child + i;

      if (self->rows[STRATA_DIFF_B][child] != STRATA_NONE &&
          g_hash_table_lookup_extended (by_row, GUINT_TO_POINTER (self->rows[STRATA_DIFF_B][child]), NULL, &found))
        pair (self, GPOINTER_TO_UINT (found), child);
    }
}

/* Callers have lower numbers than their calls, so they are paired first. */
static void
pair_nodes (StrataDiffTree *self)
{
  const guint32 n_nodes = strata_call_tree_get_n_nodes (self->trees[STRATA_DIFF_B]);
  g_autoptr (GHashTable) by_row = g_hash_table_new (NULL, NULL);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const guint32 n = strata_call_tree_get_n_nodes (self->trees[side]);

      find_rows (self, side);
      self->others[side] = g_new (guint32, n);
      for (guint32 i = 0; i < n; i++)
        self->others[side][i] = STRATA_NONE;
    }

  pair (self, STRATA_CALL_TREE_ROOT, STRATA_CALL_TREE_ROOT);
  for (guint32 b = 0; b < n_nodes; b++)
    if (self->others[STRATA_DIFF_B][b] != STRATA_NONE)
      pair_children (self, self->others[STRATA_DIFF_B][b], b, by_row);
}

/**
 * strata_diff_tree_new:
 * @diff: a comparison
 * @cancellable: (nullable): stops it
 *
 * Compares the call trees of a comparison by name, with the same captures, scopes and clock. Any thread may call it.
 *
 * Returns: (transfer full): both trees, or %NULL if it was cancelled
 */
StrataDiffTree *
strata_diff_tree_new (StrataDiff *diff,
                      GCancellable *cancellable)
{
  g_autoptr (StrataDiffTree) self = g_new0 (StrataDiffTree, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->diff = strata_diff_ref (diff);
  if (!make_trees (self, cancellable))
    return NULL;

  pair_nodes (self);
  return g_steal_pointer (&self);
}

/**
 * strata_diff_tree_ref:
 * @self: two trees
 *
 * Returns: (transfer full): @self
 */
StrataDiffTree *
strata_diff_tree_ref (StrataDiffTree *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * strata_diff_tree_unref:
 * @self: (nullable) (transfer full): two trees
 */
void
strata_diff_tree_unref (StrataDiffTree *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_clear_pointer (&self->trees[side], strata_call_tree_unref);
      g_free (self->others[side]);
      g_free (self->rows[side]);
    }
  strata_diff_unref (self->diff);
  g_free (self);
}

/* Returns their comparison by name. */
StrataDiff *
strata_diff_tree_get_diff (const StrataDiffTree *self)
{
  return self->diff;
}

StrataCallTree *
strata_diff_tree_get_tree (const StrataDiffTree *self,
                           StrataDiffSide side)
{
  return self->trees[side];
}

static int
get_step (const double value[STRATA_N_DIFF_SIDES])
{
  const double longer = MAX (value[STRATA_DIFF_A], value[STRATA_DIFF_B]);
  const double shorter = MIN (value[STRATA_DIFF_A], value[STRATA_DIFF_B]);
  int step = 0;

  while (step < STRATA_DIFF_TREE_STEPS && longer > shorter * (1.0 + step_fracs[step]))
    step++;

  return value[STRATA_DIFF_B] >= value[STRATA_DIFF_A] ? step : -step;
}

/* Scales times of B to as many units as A has. */
static void
get_normal (const StrataDiffTree *self,
            const StrataDiffNode *node,
            double value[STRATA_N_DIFF_SIDES])
{
  const StrataDiffUnits units = strata_diff_get_units (self->diff);

  value[STRATA_DIFF_A] = (double) node->value_ns[STRATA_DIFF_A];
  value[STRATA_DIFF_B] = (double) node->value_ns[STRATA_DIFF_B] * units.n[STRATA_DIFF_A] / units.n[STRATA_DIFF_B];
}

/* Adjusted for the number of paths that could be tested. */
static gboolean
has_other_calls (const StrataDiffTree *self,
                 const StrataDiffNode *node)
{
  const StrataDiffUnits units = strata_diff_get_units (self->diff);
  const double n_a = (double) node->n_calls[STRATA_DIFF_A] / units.n[STRATA_DIFF_A];
  const double n_b = (double) node->n_calls[STRATA_DIFF_B] / units.n[STRATA_DIFF_B];
  const guint32 n_paths = MAX (strata_call_tree_get_n_nodes (self->trees[STRATA_DIFF_A]), strata_call_tree_get_n_nodes (self->trees[STRATA_DIFF_B]));

  return n_a + n_b > 0.0 && fabs (n_b - n_a) / (n_a + n_b) >= LEAST_CALLS_EFFECT &&
         strata_count_test (node->n_calls[STRATA_DIFF_A], node->n_calls[STRATA_DIFF_B], units.n[STRATA_DIFF_B] / (units.n[STRATA_DIFF_A] + units.n[STRATA_DIFF_B]), 1.0) * n_paths < STRATA_DIFF_LEVEL;
}

/* The verdict on the name, if the change of this path agrees. Otherwise only the number of calls can make a change
 * significant, since the times of a path are not tested. */
static StrataDiffVerdict
judge (const StrataDiffTree *self,
       const StrataDiffNode *node,
       StrataDiffVerdict of_name)
{
  double value[STRATA_N_DIFF_SIDES];

  get_normal (self, node, value);

  const double delta = value[STRATA_DIFF_B] - value[STRATA_DIFF_A];
  const gboolean is_changed = has_other_calls (self, node);

  if (strata_diff_verdict_is_real (of_name) || is_changed)
    {
      if (node->node[STRATA_DIFF_A] == STRATA_NONE)
        return STRATA_DIFF_ADDED;
      if (node->node[STRATA_DIFF_B] == STRATA_NONE)
        return STRATA_DIFF_REMOVED;
    }

  if (delta == 0.0)
    return node->n_calls[STRATA_DIFF_A] == node->n_calls[STRATA_DIFF_B] ? STRATA_DIFF_SAME : STRATA_DIFF_NOISE;
  if (strata_diff_verdict_is_real (of_name) && strata_diff_verdict_is_worse (of_name) == (delta > 0.0))
    return of_name;
  if (is_changed && (delta > 0.0) == (node->n_calls[STRATA_DIFF_B] > node->n_calls[STRATA_DIFF_A]))
    return delta > 0.0 ? STRATA_DIFF_MORE_CALLS : STRATA_DIFF_FEWER_CALLS;

  return of_name == STRATA_DIFF_TOO_FEW ? STRATA_DIFF_TOO_FEW : STRATA_DIFF_NOISE;
}

/**
 * strata_diff_tree_get_node:
 * @self: two trees
 * @side: a side
 * @node: a node of its tree
 * @values: (out caller-allocates): its values on both sides
 *
 * Compares a path.
 */
void
strata_diff_tree_get_node (const StrataDiffTree *self,
                           StrataDiffSide side,
                           guint32 node,
                           StrataDiffNode *values)
{
  const StrataDiffSide other = strata_diff_side_get_other (side);
  const guint32 row = self->rows[side][node];
  guint n_rows;
  const StrataDiffRow *rows = strata_diff_get_rows (self->diff, &n_rows);

  *values = (StrataDiffNode){ 0 };
  values->node[side] = node;
  values->node[other] = self->others[side][node];

  for (guint i = 0; i < STRATA_N_DIFF_SIDES; i++)
    if (values->node[i] != STRATA_NONE)
      {
        StrataCallNode known;

        strata_call_tree_get_node (self->trees[i], values->node[i], &known);
        values->value_ns[i] = strata_call_tree_get_value (self->trees[i], values->node[i]);
        values->n_calls[i] = known.n_calls;
      }

  double value[STRATA_N_DIFF_SIDES];

  get_normal (self, values, value);
  values->verdict = judge (self, values, row != STRATA_NONE ? rows[row].verdict : STRATA_DIFF_NOISE);
  if (strata_diff_verdict_is_real (values->verdict))
    values->step = get_step (value);
}
