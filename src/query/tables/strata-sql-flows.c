/* strata-sql-flows.c - flow: slices that followed one from another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-private.h"

/* Rows of chains that have a parent: one arrow each. */
static void
need_flows (StrataSqlSource *source)
{
  const StrataChains *chains = strata_trace_get_chains (source->trace);

  if (source->flows != NULL)
    return;

  source->flows = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < chains->n_rows; i++)
    if (chains->parent[i] != STRATA_NONE)
      g_array_append_val (source->flows, i);
}

static guint32
count (StrataSqlSource *source)
{
  need_flows (source);
  return source->flows->len;
}

static guint32
get_chain_row (StrataSqlSource *source,
               guint32 row)
{
  need_flows (source);
  return g_array_index (source->flows, guint32, row);
}

static gint64
get_slice_out (StrataSqlSource *source,
               guint32 row)
{
  const StrataChains *chains = strata_trace_get_chains (source->trace);

  return chains->slice[chains->parent[get_chain_row (source, row)]];
}

static gint64
get_slice_in (StrataSqlSource *source,
              guint32 row)
{
  return strata_trace_get_chains (source->trace)->slice[get_chain_row (source, row)];
}

/* Ids are 64 bits without a sign. */
static gint64
get_chain_id (StrataSqlSource *source,
              guint32 row)
{
  const StrataChains *chains = strata_trace_get_chains (source->trace);

  return (gint64) chains->chains[strata_chains_find_of_row (chains, get_chain_row (source, row))].id;
}

static const StrataSqlColumn columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the arrow", STRATA_SQL_ID, strata_sql_get_row },
  { "slice_out", STRATA_SQL_INTEGER, NULL, "Where it starts: slice.id", 0, get_slice_out },
  { "slice_in", STRATA_SQL_INTEGER, NULL, "Where it leads to: slice.id", 0, get_slice_in },
  { "trace_id", STRATA_SQL_INTEGER, NULL, "Id of the HiTrace chain", 0, get_chain_id },
  { "arg_set_id", STRATA_SQL_INTEGER, NULL, "Always NULL: arrows have no arguments here", 0, strata_sql_get_null },
};

const StrataSqlTable strata_sql_table_flow = {
  .name = "flow",
  .doc = "Arrows between slices of the same HiTrace chain",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .count = count,
};
