/* strata-stack-tree.c - the call tree of a sampling profiler, and its samples
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-stack-tree.h"

#include <glib/gi18n-lib.h>

/**
 * strata_stack_player_init:
 * @self: the caller's memory
 * @builder: where slices go
 * @nodes: the tree; its nodes have depths, and there are no cycles
 * @thread: index of the thread that was sampled
 *
 * Begins to play samples. Free with strata_stack_player_clear().
 */
void
strata_stack_player_init (StrataStackPlayer *self,
                          StrataTraceBuilder *builder,
                          const StrataStackNode *nodes,
                          guint32 thread)
{
  *self = (StrataStackPlayer){
    .builder = builder,
    .nodes = nodes,
    .thread = thread,
    .current = STRATA_NONE,
    .path = g_array_new (FALSE, FALSE, sizeof (guint32)),
  };
}

void
strata_stack_player_clear (StrataStackPlayer *self)
{
  g_clear_pointer (&self->path, g_array_unref);
}

/* The node itself, or its nearest visible ancestor. */
static guint32
find_visible (const StrataStackPlayer *self,
              guint32 node)
{
  while (node != STRATA_NONE && self->nodes[node].name == STRATA_NONE)
    node = self->nodes[node].parent;

  return node;
}

static guint32
find_caller (const StrataStackPlayer *self,
             guint32 node)
{
  return find_visible (self, self->nodes[node].parent);
}

static guint32
leave (StrataStackPlayer *self,
       gint64 time_ns,
       guint32 node)
{
  strata_trace_builder_end_slice (self->builder, self->thread, time_ns, STRATA_NO_TIME, STRATA_SLICE_SAMPLED);
  return find_caller (self, node);
}

static void
enter_path (StrataStackPlayer *self,
            gint64 time_ns)
{
  for (guint i = self->path->len; i-- > 0;)
    {
      const StrataStackNode *node = &self->nodes[g_array_index (self->path, guint32, i)];

      strata_trace_builder_begin_slice (self->builder, self->thread, time_ns, STRATA_NO_TIME, node->name, node->attrs);
      strata_trace_builder_flag_slice (self->builder, self->thread, STRATA_SLICE_SAMPLED);
    }
}

static void
diagnose (const StrataStackPlayer *self,
          StrataDiagnosticKind kind,
          gint64 time_ns,
          const char *sample)
{
  const StrataPlace place = { 0, -1, time_ns };

  strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), kind, place, sample, -1);
}

/* The innermost call of a stack that is shown. */
static guint32
find_shown (StrataStackPlayer *self,
            const StrataCounts *counts,
            gint64 time_ns,
            guint32 node)
{
  if (node != STRATA_NONE && self->nodes[node].depth >= STRATA_STACK_MOST_DEPTH)
    diagnose (self, STRATA_DIAGNOSTIC_CUT_STACK, time_ns, NULL);

  self->is_cut = self->is_cut || counts->n_stack_slices > STRATA_STACK_SPARE_SLICES + counts->n_stacks * STRATA_STACK_OUTER_DEPTH;
  if (!self->is_cut || node == STRATA_NONE || self->nodes[node].outer == node)
    return find_visible (self, node);

  diagnose (self, STRATA_DIAGNOSTIC_DEEP_STACK, time_ns, NULL);
  return find_visible (self, self->nodes[node].outer);
}

static gboolean
move_to (StrataStackPlayer *self,
         gint64 leave_ns,
         gint64 enter_ns,
         guint32 node)
{
  StrataCounts *counts = strata_trace_builder_get_counts (self->builder);
  guint32 from = self->current;
  guint32 to = find_shown (self, counts, enter_ns, node);
  const guint32 request = to;

  g_array_set_size (self->path, 0);
  while (from != to)
    {
      const gboolean leaves = to == STRATA_NONE || (from != STRATA_NONE && self->nodes[from].depth >= self->nodes[to].depth);

      if (leaves)
        {
          from = leave (self, leave_ns, from);
          continue;
        }

      g_array_append_val (self->path, to);
      to = find_caller (self, to);
    }

  self->current = request;
  counts->n_stacks += node != STRATA_NONE;
  counts->n_stack_slices += self->path->len;
  enter_path (self, enter_ns);
  if (counts->n_stack_slices <= STRATA_STACK_MOST_SLICES || self->path->len == 0)
    return TRUE;

  diagnose (self, STRATA_DIAGNOSTIC_TRUNCATED, enter_ns, _ ("too many calls"));
  return FALSE;
}

/**
 * strata_stack_player_play:
 * @self: the player
 * @time_ns: time of a sample, not before that of the last one
 * @node: index of the node that was on top of the stack, or %STRATA_NONE if nothing ran, and at the end
 *
 * Ends the calls that are not on the stack any more, and begins those that were not.
 *
 * Returns: %FALSE if there are too many slices, which is a warning
 */
gboolean
strata_stack_player_play (StrataStackPlayer *self,
                          gint64 time_ns,
                          guint32 node)
{
  return move_to (self, time_ns, time_ns, node);
}

/**
 * strata_stack_player_see:
 * @self: the player
 * @time_ns: time of a stack, not before that of the last one
 * @until_ns: until when the stack is known to last, not before @time_ns
 * @node: index of the node that was on top of it
 *
 * Like strata_stack_player_play(), for stacks that may be far apart: a call that has left the stack ends at the
 * @until_ns of the previous stack.
 *
 * Returns: %FALSE if there are too many slices, which is a warning
 */
gboolean
strata_stack_player_see (StrataStackPlayer *self,
                         gint64 time_ns,
                         gint64 until_ns,
                         guint32 node)
{
  const gint64 leave_ns = self->current != STRATA_NONE ? MIN (self->until_ns, time_ns) : time_ns;

  self->until_ns = until_ns;
  return move_to (self, leave_ns, time_ns, node);
}

/**
 * strata_stack_player_pause:
 * @self: the player
 * @time_ns: not before the time of the last stack
 *
 * Ends the open calls at the end of their stack, or at @time_ns if that is earlier.
 */
void
strata_stack_player_pause (StrataStackPlayer *self,
                           gint64 time_ns)
{
  const gint64 leave_ns = MIN (self->until_ns, time_ns);

  if (self->current != STRATA_NONE)
    move_to (self, leave_ns, leave_ns, STRATA_NONE);
}
