/* strata-sql-flows.c - flow: arrows between slices and instants
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-bisect.h"
#include "strata-flows.h"
#include "strata-order.h"
#include "strata-sql-private.h"
#include "strata-sql-slices.h"

/* Adds an arrow for each row of a chain that has a parent. Ids of chains are 64 bits without a sign. */
static void
add_chains (StrataSqlSource *source)
{
  const StrataChains *chains = strata_trace_get_chains (source->trace);

  for (guint32 i = 0; i < chains->n_rows; i++)
    if (chains->parent[i] != STRATA_NONE)
      g_array_append_val (source->flows, ((StrataFlowLink){ chains->slice[chains->parent[i]], chains->slice[i], chains->chains[strata_chains_find_of_row (chains, i)].id }));
}

static void
need_flows (StrataSqlSource *source)
{
  if (source->flows != NULL)
    return;

  source->flows = strata_flows_list_all (source->trace);
  add_chains (source);
  strata_sql_arrows_add (source, source->flows);
}

static guint32
count (StrataSqlSource *source)
{
  need_flows (source);
  return source->flows->len;
}

static const StrataFlowLink *
get_flow (StrataSqlSource *source,
          guint32 row)
{
  need_flows (source);
  return &g_array_index (source->flows, StrataFlowLink, row);
}

STRATA_SQL_GETTER (gint64, get_slice_out, get_flow (source, row)->from)
STRATA_SQL_GETTER (gint64, get_slice_in, get_flow (source, row)->to)
STRATA_SQL_GETTER (gint64, get_flow_id, (gint64) get_flow (source, row)->id)

/* Follows arrows that start at a slice, or lead to it, transitively. */
typedef enum
{
  FORWARD,
  BACK,
} Direction;

typedef struct
{
  StrataSqlSource *source;
  gboolean has_inside; /* whether arrows of slices inside a slice count as its own */
  GHashTable *flows;   /* (element-type guint32) owned: the arrows that were found */
} Search;

static guint32
get_end (StrataSqlSource *source,
         guint32 row,
         Direction direction)
{
  const StrataFlowLink *link = get_flow (source, row);

  return direction == FORWARD ? link->from : link->to;
}

typedef struct
{
  StrataSqlSource *source; /* borrowed */
  Direction direction;
} Ends;

static int
compare_ends (gconstpointer a,
              gconstpointer b,
              gpointer user_data)
{
  const Ends *ends = user_data;
  const guint32 one = get_end (ends->source, *(const guint32 *) a, ends->direction);
  const guint32 other = get_end (ends->source, *(const guint32 *) b, ends->direction);

  return strata_order_u32 (&one, &other);
}

static const guint32 *
need_order (StrataSqlSource *source,
            Direction direction)
{
  const guint32 n_flows = count (source);

  if (source->flow_order[direction] != NULL)
    return source->flow_order[direction];

  guint32 *order = g_new (guint32, MAX (n_flows, 1));

  for (guint32 i = 0; i < n_flows; i++)
    order[i] = i;

  g_qsort_with_data (order, (int) n_flows, sizeof *order, compare_ends, &(Ends){ source, direction });
  source->flow_order[direction] = order;
  return order;
}

/* Adds the arrows at a slice, and the slices at their other ends to @slices. */
static void
visit (Search *self,
       guint32 slice,
       Direction direction,
       GArray *slices)
{
  const guint32 *order = need_order (self->source, direction);
  const guint32 end = self->has_inside && slice < self->source->slices->n_slices ? self->source->slices->subtree_end[slice] : slice + 1;
  const guint32 n_flows = count (self->source);
  guint32 first = 0;
  guint32 last = n_flows;

  STRATA_BISECT (first, last, i, get_end (self->source, order[i], direction) < slice);
  for (; first < n_flows && get_end (self->source, order[first], direction) < end; first++)
    if (g_hash_table_add (self->flows, GUINT_TO_POINTER (order[first])))
      {
        const guint32 other = get_end (self->source, order[first], direction == FORWARD ? BACK : FORWARD);

        g_array_append_val (slices, other);
      }
}

static void
walk (Search *self,
      guint32 slice,
      Direction direction)
{
  g_autoptr (GArray) slices = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  g_array_append_val (slices, slice);
  for (guint i = 0; i < slices->len && !g_cancellable_is_cancelled (self->source->cancellable); i++)
    {
      const guint32 next = g_array_index (slices, guint32, i);

      if (g_hash_table_add (seen, GUINT_TO_POINTER (next)))
        visit (self, next, direction, slices);
    }
}

/* Adds the arrows that were found, by number. */
static void
add_found (const Search *self,
           GArray *segments)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->flows);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const guint32 row = GPOINTER_TO_UINT (key);

      g_array_append_val (rows, row);
    }

  g_array_sort (rows, strata_order_u32);
  for (guint i = 0; i < rows->len; i++)
    strata_sql_segments_add (segments, NULL, g_array_index (rows, guint32, i), g_array_index (rows, guint32, i) + 1);
}

static void
find_reached (StrataSqlSource *source,
              gint64 slice,
              gboolean has_inside,
              gboolean goes_on,
              gboolean goes_back,
              GArray *segments)
{
  g_autoptr (GHashTable) flows = g_hash_table_new (NULL, NULL);
  Search search = { source, has_inside, flows };

  if (slice < 0 || slice >= strata_sql_slice_count (source))
    return;

  if (goes_on)
    walk (&search, (guint32) slice, FORWARD);
  if (goes_back)
    walk (&search, (guint32) slice, BACK);
  add_found (&search, segments);
}

static void
find_connected (StrataSqlSource *source,
                gint64 value,
                GArray *segments)
{
  find_reached (source, value, FALSE, TRUE, TRUE, segments);
}

static void
find_following (StrataSqlSource *source,
                gint64 value,
                GArray *segments)
{
  find_reached (source, value, TRUE, TRUE, FALSE, segments);
}

static void
find_preceding (StrataSqlSource *source,
                gint64 value,
                GArray *segments)
{
  find_reached (source, value, TRUE, FALSE, TRUE, segments);
}

#define FLOW_COLUMNS(id_flags)                                                                                                                 \
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the arrow", id_flags, strata_sql_get_row },                                                     \
      { "slice_out", STRATA_SQL_INTEGER, NULL, "Where it starts: slice.id", 0, get_slice_out },                                                \
      { "slice_in", STRATA_SQL_INTEGER, NULL, "Where it leads to: slice.id", 0, get_slice_in },                                                \
      { "trace_id", STRATA_SQL_INTEGER, NULL, "Number of the flow, or id of the HiTrace chain; NULL for what has no number", 0, get_flow_id }, \
  {                                                                                                                                            \
    "arg_set_id", STRATA_SQL_INTEGER, NULL, "Always NULL: arrows have no arguments here", 0, strata_sql_get_null                               \
  }

static const StrataSqlColumn columns[] = {
  FLOW_COLUMNS (STRATA_SQL_ID),
};

const StrataSqlTable strata_sql_table_flow = {
  .name = "flow",
  .doc = "Arrows between slices and instants: flows of track events, HiTrace chains, binder calls and messages, jobs of GPUs, and frames of FrameTimeline",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .count = count,
};

/* Defines a table function with a slice as its argument. */
#define DEFINE_REACHED(table, find_flows, words)                                                                                       \
  static const StrataSqlColumn table##_columns[] = {                                                                                   \
    FLOW_COLUMNS (0),                                                                                                                  \
    { "start_id", STRATA_SQL_INTEGER, NULL, "The slice that was given", STRATA_SQL_HIDDEN | STRATA_SQL_ARGUMENT, .find = find_flows }, \
  };                                                                                                                                   \
                                                                                                                                       \
  const StrataSqlTable strata_sql_table_##table = {                                                                                    \
    .name = #table,                                                                                                                    \
    .doc = words,                                                                                                                      \
    .columns = table##_columns,                                                                                                        \
    .n_columns = G_N_ELEMENTS (table##_columns),                                                                                       \
    .count = count,                                                                                                                    \
  };

/* clang-format off */
DEFINE_REACHED (directly_connected_flow, find_connected, "directly_connected_flow(ID): the arrows that lead to a slice or on from it, one after the other")
DEFINE_REACHED (following_flow, find_following, "following_flow(ID): the arrows that lead on from a slice or the slices inside it, one after the other")
DEFINE_REACHED (preceding_flow, find_preceding, "preceding_flow(ID): the arrows that lead to a slice or the slices inside it, one after the other")
/* clang-format on */
