/* strata-sql-flows.c - flow: slices that followed one from another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flows.h"
#include "strata-sql-private.h"

/* Rows of chains that have a parent: one arrow each. Ids of chains are 64 bits without a sign. */
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

static gint64
get_slice_out (StrataSqlSource *source,
               guint32 row)
{
  return get_flow (source, row)->from;
}

static gint64
get_slice_in (StrataSqlSource *source,
              guint32 row)
{
  return get_flow (source, row)->to;
}

static gint64
get_flow_id (StrataSqlSource *source,
             guint32 row)
{
  return (gint64) get_flow (source, row)->id;
}

static const StrataSqlColumn columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the arrow", STRATA_SQL_ID, strata_sql_get_row },
  { "slice_out", STRATA_SQL_INTEGER, NULL, "Where it starts: slice.id", 0, get_slice_out },
  { "slice_in", STRATA_SQL_INTEGER, NULL, "Where it leads to: slice.id", 0, get_slice_in },
  { "trace_id", STRATA_SQL_INTEGER, NULL, "Number of the flow, or id of the HiTrace chain", 0, get_flow_id },
  { "arg_set_id", STRATA_SQL_INTEGER, NULL, "Always NULL: arrows have no arguments here", 0, strata_sql_get_null },
};

const StrataSqlTable strata_sql_table_flow = {
  .name = "flow",
  .doc = "Arrows between slices: flows of track events, and HiTrace chains",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .count = count,
};
