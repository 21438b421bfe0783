/* strata-list-slices.c - strata-cli list slices, async, kernel and hits
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "strata-atrace-kernel.h"
#include "strata-hit-rows.h"
#include "strata-list.h"

static const StrataTableColumn async_columns[] = {
  STRATA_SLICE_TABLE_COLUMNS,
  { "cookie", N_ ("Cookie"), STRATA_CELL_NUMBER },
  { "lane", N_ ("Lane"), STRATA_CELL_TEXT },
};

static const StrataTableColumn kernel_columns[] = {
  STRATA_SLICE_TABLE_COLUMNS,
  { "cookie", N_ ("Cookie"), STRATA_CELL_NUMBER },
  { "lane", N_ ("Lane"), STRATA_CELL_TEXT },
  { "cpu", N_ ("CPU"), STRATA_CELL_NUMBER },
  { "machine", N_ ("Machine"), STRATA_CELL_TEXT },
};

static const StrataTableColumn hit_columns[] = { STRATA_HIT_TABLE_COLUMNS };

typedef struct
{
  StrataTrace *trace;             /* borrowed */
  const StrataSliceTable *slices; /* borrowed */
  StrataSliceWriter *writer;      /* owned */
  StrataTable *table;             /* borrowed */
} Lister;

static void
add_slice (Lister *lister,
           guint32 slice)
{
  strata_slice_writer_write (lister->writer, lister->table, slice);
}

/* A text cookie that looks like a number is written as one. */
static void
add_cookie (Lister *lister,
            guint32 slice)
{
  const guint32 text = strata_attr_table_get (strata_trace_get_attrs (lister->trace), strata_slice_table_get_attrs (lister->slices, slice)).cookie;
  gint64 number;

  if (g_ascii_string_to_signed (strata_trace_get_string (lister->trace, text), 10, G_MININT64, G_MAXINT64, &number, NULL))
    strata_table_number (lister->table, number);
  else if (text != STRATA_STRING_EMPTY)
    strata_trace_cells_add_string (lister->table, lister->trace, text);
  else if ((strata_slice_table_get_flags (lister->slices, slice) & STRATA_SLICE_NO_COOKIE) != 0)
    strata_table_unknown (lister->table);
  else
    strata_table_number (lister->table, lister->slices->cookie[slice - lister->slices->first_async]);
}

static void
add_async (Lister *lister,
           guint32 slice)
{
  add_slice (lister, slice);
  add_cookie (lister, slice);
  strata_trace_cells_add_string (lister->table, lister->trace, strata_slice_writer_find_track (lister->writer, slice)->name);
}

static void
add_kernel (Lister *lister,
            guint32 slice)
{
  const StrataTrack *track = strata_slice_writer_find_track (lister->writer, slice);

  add_slice (lister, slice);
  strata_table_number (lister->table, strata_atrace_kernel_get_id (lister->trace, track, slice));
  strata_trace_cells_add_string (lister->table, lister->trace, track->name);
  strata_trace_cells_add_cpu (lister->table, lister->trace, track->cpu);
}

static void
list_range (StrataTable *table,
            const StrataListRequest *request,
            guint32 begin,
            guint32 end,
            void (*add) (Lister *lister, guint32 slice))
{
  Lister lister = { request->trace, strata_trace_get_slices (request->trace), strata_slice_writer_new (request->trace), table };
  g_autofree guint32 *slices = strata_list_sort_by_time (lister.slices->start_ns, begin, end);
  g_autofree guint64 *bits = strata_list_search (request, STRATA_SEARCH_SLICES);

  for (guint32 i = 0; i < end - begin; i++)
    if (bits == NULL || strata_search_has (bits, slices[i]))
      add (&lister, slices[i]);

  strata_slice_writer_free (lister.writer);
}

static void
list_slices (StrataTable *table,
             const StrataListRequest *request)
{
  list_range (table, request, 0, strata_trace_get_slices (request->trace)->first_async, add_slice);
}

static void
list_async (StrataTable *table,
            const StrataListRequest *request)
{
  const StrataSliceTable *slices = strata_trace_get_slices (request->trace);

  list_range (table, request, slices->first_async, slices->first_kernel, add_async);
}

static void
list_kernel (StrataTable *table,
             const StrataListRequest *request)
{
  const StrataSliceTable *slices = strata_trace_get_slices (request->trace);

  list_range (table, request, slices->first_kernel, slices->n_slices, add_kernel);
}

static void
list_hits (StrataTable *table,
           const StrataListRequest *request)
{
  g_auto (StrataSliceQuery) query = strata_slice_query_everything ();

  query.search = request->where != NULL ? strata_search_ref ((StrataSearch *) request->where) : NULL;

  g_autoptr (StrataSliceListing) listing = strata_slice_listing_new (request->trace, &query, NULL);
  g_autoptr (StrataSliceWriter) writer = strata_slice_writer_new (request->trace);

  for (guint32 i = 0; i < listing->n_rows; i++)
    strata_hit_rows_write (table, request->trace, writer, listing->rows[i], listing->is_by_sample);
}

const StrataListKind strata_list_slices = {
  "slices",
  STRATA_LIST_COLUMNS (strata_slice_columns),
  .can_search = TRUE,
  .write = list_slices,
};

const StrataListKind strata_list_async = {
  "async",
  STRATA_LIST_COLUMNS (async_columns),
  .can_search = TRUE,
  .write = list_async,
};

const StrataListKind strata_list_kernel = {
  "kernel",
  STRATA_LIST_COLUMNS (kernel_columns),
  .can_search = TRUE,
  .write = list_kernel,
};

const StrataListKind strata_list_hits = {
  "hits",
  STRATA_LIST_COLUMNS (hit_columns),
  .can_search = TRUE,
  .write = list_hits,
};
