/* strata-call-tree-compute.c - computes a call tree in one pass over the calls
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-tree-private.h"
#include "strata-slice-walk.h"
#include "strata-workers.h"

/* Slices come in pre-order: the nodes of the open calls are a stack, and a slice belongs to a child
 * of the topmost node. Each worker builds its own tree. A call that continues from one worker's
 * slices into another's is counted by the first worker. All workers make nodes for such calls
 * first, so that no worker counts one among the rest while another has a node for it. */
typedef struct
{
  StrataCallTreeSource *source;   /* borrowed */
  const StrataSwitches *switches; /* borrowed; nullable */
  GArray *pieces;                 /* borrowed: the pieces of this worker */
  GCancellable *cancellable;      /* borrowed; nullable */
  StrataProfileKeys keys;         /* a copy */
  StrataCallTreeBuilder builder;
  guint32 *stack;        /* owned: the root and the nodes of the open calls */
  gboolean *is_timeless; /* owned: by stack position, whether the call's time is only the time of its calls */
  gboolean *is_unknown;  /* owned: by stack position, whether the call's self time is not known */
} Pass;

/* Adds time to a call, and to its callers that have no time except that of their calls. */
static inline void
add_time (Pass *pass,
          const StrataSliceWalk *walk,
          guint32 place)
{
  do
    {
      StrataCallTreeEntry *entry = strata_call_tree_builder_get (&pass->builder, pass->stack[place]);

      /* the time of calls in the rest is included in each other */
      if (G_UNLIKELY (pass->stack[place] == pass->stack[place - 1]))
        continue;

      entry->axis_ns = strata_time_add (entry->axis_ns, walk->axis_ns);
      if (walk->has_cpu)
        entry->cpu_ns = strata_time_add (entry->cpu_ns, walk->cpu_ns);
    }
  while (G_UNLIKELY (pass->is_timeless[--place]));
}

/* If a call's self time is not known, the known time in it is no call's self time, less that of the calls inside it. */
static void
add_unknown (Pass *pass,
             const StrataSliceWalk *walk,
             guint32 place)
{
  if (pass->is_unknown[place])
    {
      StrataCallTreeEntry *entry = strata_call_tree_builder_get (&pass->builder, pass->stack[place]);

      entry->unknown_self_ns = strata_time_add (entry->unknown_self_ns, walk->cpu_ns);
    }

  while (pass->is_timeless[--place])
    ;
  if (pass->is_unknown[place])
    {
      StrataCallTreeEntry *entry = strata_call_tree_builder_get (&pass->builder, pass->stack[place]);

      entry->unknown_self_ns = strata_time_add (entry->unknown_self_ns, -walk->cpu_ns);
    }
}

static inline gboolean
is_timeless (const Pass *pass,
             guint32 depth_flags)
{
  return pass->source->is_of_finished && (depth_flags & STRATA_SLICE_UNFINISHED) != 0;
}

static inline void
add_slice (Pass *pass,
           const StrataSliceWalk *walk)
{
  guint32 depth = walk->depth_flags >> 8;
  guint32 parent = pass->stack[depth];
  guint32 key = strata_profile_keys_get (&pass->keys, walk->slice, walk->name);
  guint32 node = strata_call_tree_builder_get_child (&pass->builder, parent, key);
  StrataCallTreeEntry *entry = strata_call_tree_builder_get (&pass->builder, node);
  gint64 duration_ns = pass->source->is_by_cpu ? walk->cpu_ns : walk->axis_ns;

  pass->stack[depth + 1] = node;
  pass->is_timeless[depth + 1] = is_timeless (pass, walk->depth_flags);
  entry->n_calls++;
  entry->n_unknown_cpu += !walk->knows_cpu;
  entry->n_unknown_self_cpu += !walk->knows_self_cpu;
  pass->is_unknown[depth + 1] = !walk->knows_self_cpu;
  if (G_UNLIKELY (pass->is_timeless[depth + 1]))
    return;

  add_time (pass, walk, depth + 1);
  if (G_UNLIKELY (node == parent))
    return;

  if (G_UNLIKELY (walk->slices->cpu_unknown != NULL))
    add_unknown (pass, walk, depth + 1);
  if (G_UNLIKELY (duration_ns > entry->longest_ns))
    {
      entry->longest_ns = duration_ns;
      entry->longest_slice = walk->slice;
    }
}

static void
open_callers (Pass *pass,
              const StrataSliceWalk *walk)
{
  g_autoptr (GArray) callers = strata_slice_walk_list_callers (walk);

  for (guint i = 0; i < callers->len; i++)
    {
      guint32 slice = g_array_index (callers, guint32, i);
      guint32 key = strata_profile_keys_get (&pass->keys, slice, walk->slices->name[slice]);

      pass->stack[i + 1] = strata_call_tree_builder_get_child (&pass->builder, pass->stack[i], key);
      pass->is_timeless[i + 1] = is_timeless (pass, strata_slice_table_get_flags (walk->slices, slice));
      pass->is_unknown[i + 1] = !strata_slice_table_knows_self_cpu (walk->slices, slice);
    }
}

/* Returns FALSE if cancelled. */
static gboolean
add_piece (Pass *pass,
           StrataSliceWalk *walk,
           const StrataScopePiece *piece)
{
  strata_slice_walk_enter (walk, piece);
  strata_profile_keys_enter (&pass->keys, strata_trace_get_tracks (pass->source->trace, NULL) + piece->track);
  open_callers (pass, walk);

  while (strata_slice_walk_next_unless (walk, pass->cancellable))
    add_slice (pass, walk);

  return !g_cancellable_is_cancelled (pass->cancellable);
}

static void
run_pass (gpointer data)
{
  Pass *pass = data;
  g_auto (StrataSliceWalk) walk;

  strata_slice_walk_init (&walk, pass->source->trace, &pass->source->scope, pass->switches);

  for (guint i = 0; i < pass->pieces->len; i++)
    if (!add_piece (pass, &walk, &g_array_index (pass->pieces, StrataScopePiece, i)))
      return;
}

/* Makes the nodes of the calls that are open where parts begin. */
static void
open_parts (Pass *pass,
            GPtrArray *parts)
{
  const StrataTrack *tracks = strata_trace_get_tracks (pass->source->trace, NULL);
  g_auto (StrataSliceWalk) walk;

  strata_slice_walk_init (&walk, pass->source->trace, &pass->source->scope, NULL);

  for (guint i = 1; i < parts->len; i++)
    {
      GArray *pieces = g_ptr_array_index (parts, i);

      if (pieces->len == 0)
        continue;

      const StrataScopePiece *first = &g_array_index (pieces, StrataScopePiece, 0);

      strata_slice_walk_enter (&walk, first);
      strata_profile_keys_enter (&pass->keys, &tracks[first->track]);
      open_callers (pass, &walk);
    }
}

static void
pass_init (Pass *pass,
           StrataCallTreeSource *source,
           const StrataSwitches *switches,
           GPtrArray *parts,
           guint part,
           GCancellable *cancellable)
{
  const gsize height = strata_scope_get_stack_height (&source->scope, source->trace) + 1; /* with the root */

  *pass = (Pass){
    .source = source,
    .switches = switches,
    .pieces = g_ptr_array_index (parts, part),
    .cancellable = cancellable,
    .keys = source->keys,
    .stack = g_new (guint32, height),
    .is_timeless = g_new0 (gboolean, height),
    .is_unknown = g_new0 (gboolean, height),
  };
  pass->stack[0] = STRATA_CALL_TREE_ROOT;
  strata_call_tree_builder_init (&pass->builder);
  open_parts (pass, parts);
}

static void
pass_clear (Pass *pass)
{
  strata_call_tree_builder_clear (&pass->builder);
  g_free (pass->stack);
  g_free (pass->is_timeless);
  g_free (pass->is_unknown);
}

/* The root's time is that of the outermost calls. */
static void
sum_root (StrataCallTreeBuilder *builder)
{
  StrataCallTreeEntry *root = strata_call_tree_builder_get (builder, STRATA_CALL_TREE_ROOT);

  for (guint32 i = 1; i < builder->entries.n; i++)
    {
      const StrataCallTreeEntry *entry = strata_call_tree_builder_get (builder, i);

      if (entry->parent != STRATA_CALL_TREE_ROOT)
        continue;

      root->axis_ns = strata_time_add (root->axis_ns, entry->axis_ns);
      root->cpu_ns = strata_time_add (root->cpu_ns, entry->cpu_ns);
    }
}

static StrataCallTree *
finish (Pass *passes,
        guint n_workers)
{
  for (guint i = 1; i < n_workers; i++)
    strata_call_tree_builder_merge (&passes[0].builder, &passes[i].builder);

  sum_root (&passes[0].builder);

  return strata_call_tree_builder_finish (&passes[0].builder, strata_call_tree_source_ref (passes[0].source));
}

/* Takes @source. */
static StrataCallTree *
make_tree (StrataCallTreeSource *source,
           guint n_workers,
           guint32 n_most,
           GCancellable *cancellable)
{
  const StrataScope *scope = &source->scope;
  g_autoptr (StrataSwitches) switches = scope->has_switches ? strata_switches_new (source->trace) : NULL;
  g_autoptr (GPtrArray) parts = strata_scope_split (scope, source->trace, n_workers);
  g_autofree Pass *passes = g_new (Pass, n_workers);
  StrataCallTree *tree = NULL;

  for (guint i = 0; i < n_workers; i++)
    {
      pass_init (&passes[i], source, switches, parts, i, cancellable);
      if (n_most > 0)
        passes[i].builder.n_most = n_most;
    }

  strata_workers_run (run_pass, passes, sizeof *passes, n_workers);

  if (!g_cancellable_is_cancelled (cancellable))
    tree = finish (passes, n_workers);

  for (guint i = 0; i < n_workers; i++)
    pass_clear (&passes[i]);

  strata_call_tree_source_unref (source);
  return tree;
}

StrataCallTree *
strata_call_tree_new_parallel (StrataTrace *trace,
                               const StrataScope *scope,
                               StrataProfileBy by,
                               guint n_workers,
                               guint32 n_most,
                               GCancellable *cancellable)
{
  return make_tree (strata_call_tree_source_new (trace, scope, by), n_workers, n_most, cancellable);
}

/**
 * strata_call_tree_new:
 * @trace: a trace
 * @scope: the scope
 * @by: how calls are grouped
 * @cancellable: (nullable): stops it
 *
 * Merges the calls of a trace that have the same callers. May run in any thread.
 *
 * Returns: (transfer full): the tree, or %NULL if it was cancelled
 */
StrataCallTree *
strata_call_tree_new (StrataTrace *trace,
                      const StrataScope *scope,
                      StrataProfileBy by,
                      GCancellable *cancellable)
{
  g_return_val_if_fail (STRATA_IS_TRACE (trace), NULL);
  g_return_val_if_fail (scope != NULL, NULL);

  return strata_call_tree_new_parallel (trace, scope, by, strata_scope_count_parts (scope, trace), 0, cancellable);
}

/**
 * strata_call_tree_new_of_finished:
 * @trace: a trace
 * @scope: the scope
 * @by: how calls are grouped
 * @cancellable: (nullable): stops it
 *
 * Like [ctor@Strata.CallTree.new], but calls that do not end in the trace have only the time of finished calls inside
 * them, since their own duration is unknown. They are counted.
 *
 * Returns: (transfer full): the tree, or %NULL if it was cancelled
 */
StrataCallTree *
strata_call_tree_new_of_finished (StrataTrace *trace,
                                  const StrataScope *scope,
                                  StrataProfileBy by,
                                  GCancellable *cancellable)
{
  StrataCallTreeSource *source = strata_call_tree_source_new (trace, scope, by);

  source->is_of_finished = TRUE;
  return make_tree (source, strata_scope_count_parts (scope, trace), 0, cancellable);
}
