/* strata-list-hits.c - strata-cli list hits
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-hit-rows.h"
#include "strata-list.h"
#include "strata-slice-query.h"

/**
 * strata_list_hits:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 * @where: (nullable): what to search for; %NULL for all slices
 *
 * Lists what a search finds by time: slices of all kinds, instants, and counters or samples.
 */
void
strata_list_hits (StrataTrace *trace,
                  StrataOutput *output,
                  StrataTableStyle style,
                  const StrataSearch *where)
{
  g_auto (StrataSliceQuery) query = strata_slice_query_everything ();

  query.search = where != NULL ? strata_search_ref ((StrataSearch *) where) : NULL;

  g_autoptr (StrataSliceListing) listing = strata_slice_listing_new (trace, &query, NULL);
  g_autoptr (StrataSliceWriter) writer = strata_slice_writer_new (trace);
  guint n_columns;
  const StrataTableColumn *columns = strata_hit_rows_get_columns (&n_columns);
  StrataTable *table = strata_table_new (output, style, columns, n_columns);

  for (guint32 i = 0; i < listing->n_rows; i++)
    strata_hit_rows_write (table, trace, writer, listing->rows[i], listing->is_by_sample);

  strata_table_close (table);
}
