/* strata-flame.c - a call tree as a flame graph
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flame.h"

#include <string.h>

#include "strata-flame-private.h"
#include "strata-hues.h"
#include "strata-method-name.h"
#include "strata-method-signature.h"
#include "strata-palette-private.h"

/* The hue of a node is decided once, as is that of a slice on the timeline; the
 * drawing is in strata-flame-draw.c. */

#define LABEL_BYTES 512

static guint8
get_package_hue (const char *name)
{
  gsize n_bytes = strata_method_name_get_package_bytes (name);
  g_autofree char *package = g_strndup (name, n_bytes);

  return strata_palette_get_name_hue (n_bytes > 0 ? package : name);
}

/* As on the timeline: what decides is the name, or the longest call of the node. */
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

  if (hues->by_attrs != NULL && slices->attrs != NULL)
    return hues->by_attrs[slices->attrs[slice]];

  if (hues->by_row != NULL)
    {
      const StrataTrack *track = strata_trace_get_tracks (trace, NULL) + strata_trace_find_track (trace, slice);

      return hues->by_row[track->first_row + strata_slice_table_get_depth (slices, slice)];
    }

  return hues->by_name[slices->name[slice]];
}

static guint32
count_rows (StrataTrace *trace)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  guint32 n = 0;

  for (guint i = 0; i < n_tracks; i++)
    n = MAX (n, tracks[i].first_row + tracks[i].n_rows);

  return n;
}

/* Nodes of a name mostly follow from one lookup; the names of all are made once. */
static void
find_hues (StrataFlame *self,
           StrataColoring coloring)
{
  guint32 n_nodes = strata_call_tree_get_n_nodes (self->tree);
  StrataTrace *trace = strata_call_tree_get_trace (self->tree);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  gboolean is_of_key = coloring != STRATA_COLORING_PROCESS && coloring != STRATA_COLORING_CATEGORY;
  StrataHues hues;

  strata_hues_init (&hues, trace, coloring, count_rows (trace));
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
 * @coloring: what its colours mean
 *
 * Returns: (transfer full): a flame graph of @tree
 */
StrataFlame *
strata_flame_new (StrataCallTree *tree,
                  StrataColoring coloring)
{
  StrataFlame *self = g_new0 (StrataFlame, 1);

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
 * @side: whose times are the widths
 *
 * Returns: (transfer full): a flame graph of the tree of a side, coloured by how it has changed
 */
StrataFlame *
strata_flame_new_diff (StrataDiffTree *changes,
                       StrataDiffSide side)
{
  StrataFlame *self = g_new0 (StrataFlame, 1);

  self->changes = strata_diff_tree_ref (changes);
  self->side = side;
  self->tree = strata_call_tree_ref (strata_diff_tree_get_tree (changes, side));
  find_changes (self);

  return self;
}

/**
 * strata_flame_free:
 * @self: (nullable) (transfer full): a flame graph
 */
void
strata_flame_free (StrataFlame *self)
{
  if (self == NULL)
    return;

  strata_call_tree_unref (self->tree);
  strata_diff_tree_unref (self->changes);
  g_free (self->hues);
  g_free (self->is_found);
  g_free (self);
}

/**
 * strata_flame_get_tree:
 * @self: a flame graph
 *
 * Returns: (transfer none): its tree
 */
StrataCallTree *
strata_flame_get_tree (const StrataFlame *self)
{
  return self->tree;
}

/**
 * strata_flame_get_changes:
 * @self: a flame graph
 * @side: (out) (optional): whose times are the widths
 *
 * Returns: (transfer none) (nullable): the two trees that it compares, if it does
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
 * strata_flame_search:
 * @self: a flame graph
 * @text: what to look for in names; letters of both cases are the same; empty for nothing
 *
 * Has what is not meant drawn grey.
 */
void
strata_flame_search (StrataFlame *self,
                     const char *text)
{
  g_autofree char *wanted = g_utf8_casefold (text, -1);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  guint32 n_nodes = strata_call_tree_get_n_nodes (self->tree);
  g_autofree guint8 *is_inside = g_new0 (guint8, n_nodes);

  g_clear_pointer (&self->is_found, g_free);
  self->found_ns = 0;
  if (*wanted == '\0')
    return;

  self->is_found = g_new0 (guint8, n_nodes);
  for (guint32 i = 1; i < n_nodes; i++)
    {
      StrataCallNode node;
      gpointer is_found;

      strata_call_tree_get_node (self->tree, i, &node);
      if (!g_hash_table_lookup_extended (known, GUINT_TO_POINTER (node.key), NULL, &is_found))
        {
          g_autofree char *label = strata_flame_dup_label (self, i);
          g_autofree char *folded = g_utf8_casefold (label, -1);

          is_found = GINT_TO_POINTER (strstr (folded, wanted) != NULL);
          g_hash_table_insert (known, GUINT_TO_POINTER (node.key), is_found);
        }

      self->is_found[i] = is_found != NULL;
      if (self->is_found[i] && !is_inside[node.parent])
        self->found_ns += strata_call_tree_get_value (self->tree, i);
      is_inside[i] = self->is_found[i] || is_inside[node.parent];
    }
}

/**
 * strata_flame_get_found_ns:
 * @self: a flame graph
 *
 * Returns: the time of what was searched for and found, with all inside it
 */
gint64
strata_flame_get_found_ns (const StrataFlame *self)
{
  return self->found_ns;
}

/**
 * strata_flame_get_n_levels:
 * @self: a flame graph
 *
 * Returns: how deep calls nest
 */
guint32
strata_flame_get_n_levels (const StrataFlame *self)
{
  return self->n_levels;
}

/**
 * strata_flame_get_height_px:
 * @self: a flame graph
 *
 * Returns: how high all levels are
 */
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
 * Returns: (transfer full): what stands in its box; empty for the root
 */
char *
strata_flame_dup_label (const StrataFlame *self,
                        guint32 node)
{
  StrataCallNode values;
  char label[LABEL_BYTES];

  if (node == STRATA_CALL_TREE_ROOT)
    return g_strdup ("");

  strata_call_tree_get_node (self->tree, node, &values);

  g_autofree char *name = strata_call_tree_dup_name (self->tree, values.key);

  if (strata_method_signature_write (name, STRATA_SIGNATURE_SHORT, label, sizeof label) > 0)
    return g_strdup (label);

  return g_steal_pointer (&name);
}
