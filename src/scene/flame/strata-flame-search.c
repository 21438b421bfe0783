/* strata-flame-search.c - finds names in a flame graph or a call chart
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flame.h"

#include <string.h>

#include "strata-flame-private.h"
#include "strata-method-signature.h"

/* Each name is checked once. Hits are stored by name in a chart, by node in a flame graph. Adding
 * up their time visits all calls. Both only read, so another thread may do them. */
struct _StrataFlameSearch
{
  StrataFlame *flame;        /* owned */
  GCancellable *cancellable; /* borrowed, while it runs; nullable */
  char *folded;              /* owned: what to look for */
  guint8 *is_found;          /* owned; nullable: as in the flame graph */
  gint64 found_ns;
};

#define LABEL_BYTES 512
#define BOXES_BETWEEN_CHECKS 65536

static gboolean
is_cancelled (const StrataFlameSearch *search,
              guint32 n_done)
{
  return n_done % BOXES_BETWEEN_CHECKS == 0 && g_cancellable_is_cancelled (search->cancellable);
}

static gboolean
matches (const StrataFlameSearch *search,
         const char *label)
{
  g_autofree char *text = g_utf8_casefold (label, -1);

  return strstr (text, search->folded) != NULL;
}

/* Returns whether there is any. */
static gboolean
find_names (StrataFlameSearch *search)
{
  StrataTrace *trace = search->flame->chart->trace;
  const guint32 n_names = strata_string_pool_get_n_strings (strata_trace_get_strings (trace));
  gboolean has_any = FALSE;

  search->is_found = g_new0 (guint8, n_names);
  for (guint32 i = 0; i < n_names && !is_cancelled (search, i); i++)
    {
      const char *name = strata_trace_get_string (trace, i);
      char label[LABEL_BYTES];
      const gsize n = strata_method_signature_write (name, STRATA_SIGNATURE_SHORT, label, sizeof label);

      search->is_found[i] = matches (search, n > 0 ? label : name);
      has_any |= search->is_found[i];
    }

  return has_any;
}

/* Adds the time of the outermost of the found calls. */
static void
add_band (StrataFlameSearch *search,
          const StrataChartBand *band)
{
  const StrataFlameChart *chart = search->flame->chart;
  const StrataSliceTable *slices = strata_trace_get_slices (chart->trace);
  const guint32 row = band->first_row;

  for (guint32 place = chart->row_begin[row]; place < chart->row_end[row] && !is_cancelled (search, place); place++)
    {
      guint32 slice = slices->order[place];
      const guint32 end = slices->subtree_end[slice];

      while (slice < end && !is_cancelled (search, slice))
        {
          const gboolean is_found = search->is_found[slices->name[slice]];
          const StrataSpan own = strata_flame_chart_get_span (chart, slice + 1);

          if (is_found)
            search->found_ns = strata_time_add (search->found_ns, own.end_ns - own.begin_ns);

          slice = is_found ? slices->subtree_end[slice] : slice + 1;
        }
    }
}

static void
search_chart (StrataFlameSearch *search)
{
  const GArray *bands = search->flame->chart->bands;

  if (!find_names (search))
    return;

  for (guint i = 0; i < bands->len; i++)
    add_band (search, &g_array_index (bands, StrataChartBand, i));
}

static gboolean
find_key (StrataFlameSearch *search,
          GHashTable *known,
          guint32 node,
          guint32 key)
{
  gpointer is_found;

  if (!g_hash_table_lookup_extended (known, GUINT_TO_POINTER (key), NULL, &is_found))
    {
      g_autofree char *label = strata_flame_dup_label (search->flame, node);

      is_found = GINT_TO_POINTER (matches (search, label));
      g_hash_table_insert (known, GUINT_TO_POINTER (key), is_found);
    }

  return is_found != NULL;
}

static void
search_tree (StrataFlameSearch *search)
{
  const StrataCallTree *tree = search->flame->tree;
  const guint32 n_nodes = strata_call_tree_get_n_nodes (tree);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  g_autofree guint8 *is_inside = g_new0 (guint8, n_nodes);

  search->is_found = g_new0 (guint8, n_nodes);
  for (guint32 i = 1; i < n_nodes && !is_cancelled (search, i); i++)
    {
      StrataCallNode node;

      strata_call_tree_get_node (tree, i, &node);
      search->is_found[i] = (guint8) find_key (search, known, i, node.key);
      if (search->is_found[i] && !is_inside[node.parent])
        search->found_ns = strata_time_add (search->found_ns, strata_call_tree_get_value (tree, i));
      is_inside[i] = search->is_found[i] || is_inside[node.parent];
    }
}

/**
 * strata_flame_search_new:
 * @flame: a flame graph
 * @text: what to look for in names; letters of both cases are the same; empty for nothing
 *
 * Returns: (transfer full): a search that has not run yet
 */
StrataFlameSearch *
strata_flame_search_new (StrataFlame *flame,
                         const char *text)
{
  StrataFlameSearch *self = g_new0 (StrataFlameSearch, 1);

  self->flame = strata_flame_ref (flame);
  self->folded = g_utf8_casefold (text, -1);

  return self;
}

void
strata_flame_search_free (StrataFlameSearch *self)
{
  if (self == NULL)
    return;

  strata_flame_unref (self->flame);
  g_free (self->folded);
  g_free (self->is_found);
  g_free (self);
}

/**
 * strata_flame_search_run:
 * @self: a search that has not run yet
 * @cancellable: (nullable): stops it; do not take its result then
 *
 * Searches for the text. The picture does not change until
 * [method@Strata.Flame.take_search]. May be called in any thread.
 */
void
strata_flame_search_run (StrataFlameSearch *self,
                         GCancellable *cancellable)
{
  self->cancellable = cancellable;
  if (*self->folded == '\0')
    return;

  if (self->flame->chart != NULL)
    search_chart (self);
  else
    search_tree (self);
}

/**
 * strata_flame_take_search:
 * @self: a flame graph
 * @search: a finished search in it; empty afterwards
 *
 * Draws calls that were not found grey.
 */
void
strata_flame_take_search (StrataFlame *self,
                          StrataFlameSearch *search)
{
  g_free (self->search);
  g_free (self->is_found);
  self->search = g_steal_pointer (&search->folded);
  self->is_found = g_steal_pointer (&search->is_found);
  self->found_ns = search->found_ns;
}

/**
 * strata_flame_search:
 * @self: a flame graph
 * @text: what to look for, see strata_flame_search_new()
 *
 * Searches for the text and draws calls that were not found grey.
 */
void
strata_flame_search (StrataFlame *self,
                     const char *text)
{
  g_autoptr (StrataFlameSearch) search = strata_flame_search_new (self, text);

  strata_flame_search_run (search, NULL);
  strata_flame_take_search (self, search);
}

/**
 * strata_flame_is_search:
 * @self: a flame graph
 * @text: what to look for
 *
 * Returns: whether it shows the hits of @text
 */
gboolean
strata_flame_is_search (const StrataFlame *self,
                        const char *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return g_strcmp0 (self->search != NULL ? self->search : "", folded) == 0;
}

/* Returns the time of the calls that the search found, with all calls inside them. */
gint64
strata_flame_get_found_ns (const StrataFlame *self)
{
  return self->found_ns;
}

/**
 * strata_flame_get_n_boxes:
 * @self: a flame graph
 *
 * Returns: how many nodes or calls it has, however small
 */
guint64
strata_flame_get_n_boxes (const StrataFlame *self)
{
  guint64 n_boxes = 0;

  if (self->chart == NULL)
    return strata_call_tree_get_n_nodes (self->tree);

  for (guint i = 0; i < self->chart->bands->len; i++)
    {
      const StrataChartBand *band = &g_array_index (self->chart->bands, StrataChartBand, i);

      for (guint32 row = band->first_row; row < band->first_row + band->n_rows; row++)
        n_boxes += self->chart->row_end[row] - self->chart->row_begin[row];
    }

  return n_boxes;
}
