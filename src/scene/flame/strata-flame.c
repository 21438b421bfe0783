/* strata-flame.c - calls as a flame graph or a call chart
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flame.h"

#include "strata-flame-private.h"
#include "strata-hues.h"
#include "strata-method-name.h"
#include "strata-method-signature.h"
#include "strata-palette-private.h"

/* The hue of a node is decided once, like that of a slice on the timeline. The drawing is in
 * strata-flame-draw.c, the search in strata-flame-search.c, the rest of a chart in
 * strata-flame-chart.c. */

#define LABEL_BYTES 512

static guint8
get_package_hue (const char *name)
{
  gsize n_bytes = strata_method_name_get_package_bytes (name);
  g_autofree char *package = g_strndup (name, n_bytes);

  return strata_palette_get_name_hue (n_bytes > 0 ? package : name);
}

/* As on the timeline, the name or the longest call of the node decides. */
static guint8
find_hue (const StrataFlame *self,
          const StrataHues *hues,
          const StrataCallNode *node,
          StrataColoring coloring)
{
  StrataTrace *trace = strata_call_tree_get_trace (self->tree);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataProfileBy by = strata_call_tree_get_by (self->tree);
  guint32 slice = node->longest_slice;

  if (node->key == STRATA_CALL_TREE_REST)
    return STRATA_FLAME_HUE_OF_REST;

  g_autofree char *name = strata_call_tree_dup_name (self->tree, node->key);

  if (slice == STRATA_NONE || (by != STRATA_PROFILE_BY_NAME && by != STRATA_PROFILE_BY_SHAPE))
    return strata_palette_get_name_hue (name);
  if (coloring == STRATA_COLORING_PACKAGE)
    return get_package_hue (name);
  if (coloring == STRATA_COLORING_NAME)
    return strata_palette_get_name_hue (strata_trace_get_string (trace, slices->name[slice]));

  if (hues->by_attrs != NULL && slices->attrs != NULL)
    return hues->by_attrs[slices->attrs[slice]];

  if (hues->by_slice != NULL)
    return hues->by_slice[slice];
  if (hues->is_by_duration)
    return strata_hues_get_duration_hue (strata_slice_table_get_wall_ns (slices, slice));

  if (hues->by_row != NULL)
    {
      const StrataTrack *track = strata_trace_get_tracks (trace, NULL) + strata_trace_find_track (trace, slice);

      return hues->by_row[track->first_row + strata_slice_table_get_depth (slices, slice)];
    }

  return hues->by_name[slices->name[slice]];
}

/* Nodes of the same name usually need one lookup; the hues of all strings are made at most once. A
 * tree has few names compared with the lines of a log, so if only names decide, the hues of all
 * strings are not made. */
static void
find_hues (StrataFlame *self,
           StrataColoring coloring)
{
  guint32 n_nodes = strata_call_tree_get_n_nodes (self->tree);
  StrataTrace *trace = strata_call_tree_get_trace (self->tree);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  gboolean is_of_key = coloring == STRATA_COLORING_NAME || coloring == STRATA_COLORING_PACKAGE || coloring == STRATA_COLORING_TIME;
  StrataHues hues = { 0 };

  if (coloring != STRATA_COLORING_NAME && coloring != STRATA_COLORING_PACKAGE)
    strata_hues_init (&hues, trace, coloring, strata_trace_count_rows (trace));
  self->hues = g_new0 (guint8, n_nodes);

  for (guint32 i = 1; i < n_nodes; i++)
    {
      StrataCallNode node;
      gpointer hue;

      strata_call_tree_get_node (self->tree, i, &node);
      self->n_levels = MAX (self->n_levels, node.depth);

      if (is_of_key && g_hash_table_lookup_extended (known, GUINT_TO_POINTER (node.key), NULL, &hue))
        {
          self->hues[i] = (guint8) GPOINTER_TO_UINT (hue);
          continue;
        }

      self->hues[i] = find_hue (self, &hues, &node, coloring);
      g_hash_table_insert (known, GUINT_TO_POINTER (node.key), GUINT_TO_POINTER (self->hues[i]));
    }

  strata_hues_clear (&hues);
}

/**
 * strata_flame_new:
 * @tree: a tree
 * @coloring: the meaning of its colours
 *
 * Returns: (transfer full): a flame graph of @tree
 */
StrataFlame *
strata_flame_new (StrataCallTree *tree,
                  StrataColoring coloring)
{
  StrataFlame *self = g_new0 (StrataFlame, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->tree = strata_call_tree_ref (tree);
  find_hues (self, coloring);

  return self;
}

static void
find_changes (StrataFlame *self)
{
  const guint32 n_nodes = strata_call_tree_get_n_nodes (self->tree);

  self->hues = g_new0 (guint8, n_nodes);
  for (guint32 i = 1; i < n_nodes; i++)
    {
      StrataCallNode node;
      StrataDiffNode both;

      strata_call_tree_get_node (self->tree, i, &node);
      strata_diff_tree_get_node (self->changes, self->side, i, &both);
      self->n_levels = MAX (self->n_levels, node.depth);
      self->hues[i] = (guint8) (both.step + STRATA_DIFF_TREE_STEPS);
    }
}

/**
 * strata_flame_new_diff:
 * @changes: two trees
 * @side: the side whose times are the widths
 *
 * Returns: (transfer full): a flame graph of the tree of a side, coloured by change
 */
StrataFlame *
strata_flame_new_diff (StrataDiffTree *changes,
                       StrataDiffSide side)
{
  StrataFlame *self = g_new0 (StrataFlame, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->changes = strata_diff_tree_ref (changes);
  self->side = side;
  self->tree = strata_call_tree_ref (strata_diff_tree_get_tree (changes, side));
  find_changes (self);

  return self;
}

/**
 * strata_flame_new_chart:
 * @trace: a trace
 * @scope: what to show of it
 * @coloring: the meaning of the colours
 *
 * Returns: (transfer full): the calls of @scope in time order
 */
StrataFlame *
strata_flame_new_chart (StrataTrace *trace,
                        const StrataScope *scope,
                        StrataColoring coloring)
{
  StrataFlame *self = g_new0 (StrataFlame, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->chart = strata_flame_chart_new (trace, scope, coloring);
  self->n_levels = self->chart->n_levels;

  return self;
}

StrataFlame *
strata_flame_ref (StrataFlame *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
strata_flame_unref (StrataFlame *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;

  strata_call_tree_unref (self->tree);
  strata_diff_tree_unref (self->changes);
  strata_flame_chart_free (self->chart);
  g_free (self->hues);
  g_free (self->is_found);
  g_free (self->search);
  g_free (self);
}

/* Whether it shows single calls in time order. */
gboolean
strata_flame_is_chart (const StrataFlame *self)
{
  return self->chart != NULL;
}

/* Returns its tree; NULL for a chart. */
StrataCallTree *
strata_flame_get_tree (const StrataFlame *self)
{
  return self->tree;
}

/**
 * strata_flame_get_changes:
 * @self: a flame graph
 * @side: (out) (optional): the side whose times are the widths
 *
 * Returns: (transfer none) (nullable): the two trees that it compares; %NULL if it compares none
 */
StrataDiffTree *
strata_flame_get_changes (const StrataFlame *self,
                          StrataDiffSide *side)
{
  if (side != NULL)
    *side = self->side;

  return self->changes;
}

/**
 * strata_flame_get_slice:
 * @self: a flame graph
 * @node: one of its nodes
 *
 * Returns: the call that @node is, or the longest of its calls; %STRATA_NONE if there is none to show
 */
guint32
strata_flame_get_slice (const StrataFlame *self,
                        guint32 node)
{
  StrataCallNode values;

  if (node == STRATA_CALL_TREE_ROOT)
    return STRATA_NONE;
  if (self->chart != NULL)
    return node - 1;

  strata_call_tree_get_node (self->tree, node, &values);
  return values.longest_slice;
}

/* Returns the node that is @slice in a chart, or STRATA_NONE. */
guint32
strata_flame_find_slice (const StrataFlame *self,
                         guint32 slice)
{
  return self->chart != NULL && strata_flame_chart_find_band (self->chart, slice) != NULL ? slice + 1 : STRATA_NONE;
}

/**
 * strata_flame_get_parent:
 * @self: a flame graph
 * @node: one of its nodes
 *
 * Returns: the node of its caller; %STRATA_NONE for the root
 */
guint32
strata_flame_get_parent (const StrataFlame *self,
                         guint32 node)
{
  StrataCallNode values;

  if (node == STRATA_CALL_TREE_ROOT)
    return STRATA_NONE;
  if (self->chart != NULL)
    return strata_flame_chart_get_parent (self->chart, node);

  strata_call_tree_get_node (self->tree, node, &values);
  return values.parent;
}

/* Siblings in a tree are sorted by length. */
static guint32
step_in_tree (const StrataCallTree *tree,
              guint32 from,
              gboolean is_begin,
              int level,
              int sibling)
{
  StrataCallNode node;
  StrataCallNode parent;

  strata_call_tree_get_node (tree, from, &node);
  if (level > 0 || is_begin)
    return node.n_children > 0 ? node.first_child : STRATA_NONE;
  if (level < 0)
    return node.parent;

  strata_call_tree_get_node (tree, node.parent, &parent);
  if (sibling < 0)
    return from > parent.first_child ? from - 1 : STRATA_NONE;

  return from + 1 < parent.first_child + parent.n_children ? from + 1 : STRATA_NONE;
}

/**
 * strata_flame_step:
 * @self: a flame graph
 * @from: the node to go from, or %STRATA_NONE to begin with the root
 * @root: the node that fills the width
 * @level: 1 for the longest callee of @from, -1 for its caller, or 0
 * @sibling: 1 for the next shorter call of the same caller, -1 for the next longer one; in a chart the next and the previous in time
 *
 * Goes to a neighbour. In a chart the steps continue to other threads.
 *
 * Returns: the neighbour, or %STRATA_NONE
 */
guint32
strata_flame_step (const StrataFlame *self,
                   guint32 from,
                   guint32 root,
                   int level,
                   int sibling)
{
  gboolean is_begin = from == STRATA_NONE;

  if (self->chart == NULL)
    return step_in_tree (self->tree, is_begin ? root : from, is_begin, level, sibling);
  if (!is_begin)
    return strata_flame_chart_step (self->chart, from, root, level, sibling);

  return root != STRATA_CALL_TREE_ROOT ? root : strata_flame_chart_step (self->chart, root, root, level, sibling);
}

/**
 * strata_flame_get_rows_px:
 * @self: a flame graph
 * @node: one of its nodes
 * @top_px: (out): top of what has to be visible to see it
 * @bottom_px: (out): its bottom, both from the outermost level on
 *
 * Reports where to scroll to.
 */
void
strata_flame_get_rows_px (const StrataFlame *self,
                          guint32 node,
                          double *top_px,
                          double *bottom_px)
{
  StrataCallNode values;
  guint32 level;

  if (self->chart != NULL)
    level = strata_flame_chart_get_level (self->chart, node);
  else
    {
      strata_call_tree_get_node (self->tree, node, &values);
      level = values.depth - 1;
    }

  *bottom_px = ((double) level + 1.0) * STRATA_FLAME_ROW_PX;
  *top_px = *bottom_px - (self->chart != NULL ? 2 : 1) * STRATA_FLAME_ROW_PX; /* the ruler covers the row above */
}

/**
 * strata_flame_get_total_ns:
 * @self: a flame graph
 *
 * Returns: the time of all calls; in a chart the time of the scope
 */
gint64
strata_flame_get_total_ns (const StrataFlame *self)
{
  if (self->chart == NULL)
    return strata_call_tree_get_value (self->tree, STRATA_CALL_TREE_ROOT);

  return self->chart->span.end_ns - self->chart->span.begin_ns;
}

/* Returns how deep calls nest. */
guint32
strata_flame_get_n_levels (const StrataFlame *self)
{
  return self->n_levels;
}

/* Returns the height of all levels. */
int
strata_flame_get_height_px (const StrataFlame *self)
{
  return (int) MIN ((guint64) self->n_levels * STRATA_FLAME_ROW_PX, G_MAXINT / 2);
}

/**
 * strata_flame_dup_label:
 * @self: a flame graph
 * @node: one of its nodes
 *
 * Returns: (transfer full): the text in its box; empty for the root
 */
char *
strata_flame_dup_label (const StrataFlame *self,
                        guint32 node)
{
  StrataCallNode values;
  char label[LABEL_BYTES];

  if (node == STRATA_CALL_TREE_ROOT)
    return g_strdup ("");
  if (self->chart != NULL)
    return strata_flame_chart_dup_label (self->chart, node);

  strata_call_tree_get_node (self->tree, node, &values);

  g_autofree char *name = strata_call_tree_dup_name (self->tree, values.key);

  if (strata_method_signature_write (name, STRATA_SIGNATURE_SHORT, label, sizeof label) > 0)
    return g_strdup (label);

  return g_steal_pointer (&name);
}
