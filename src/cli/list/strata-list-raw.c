/* strata-list-raw.c - strata-cli list events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-list.h"
#include "strata-raw-list.h"
#include "strata-raw-rows.h"

typedef struct
{
  StrataTrace *trace;
  StrataTable *table;
  StrataThreadIndex *threads;
  const StrataRawFilter *filter;
} Listing;

static gboolean
list_line (const StrataRawLine *line,
           gpointer user_data)
{
  Listing *self = user_data;

  if (!line->is_event || !strata_raw_filter_matches (self->filter, line))
    return TRUE;

  strata_raw_rows_write (self->table, self->trace, self->threads, line);
  return TRUE;
}

static void
list_files (Listing *self)
{
  g_autoptr (GArray) places = strata_raw_list (self->trace, self->filter, NULL);

  for (guint i = 0; i < places->len; i++)
    strata_raw_read (self->trace, g_array_index (places, StrataRawPlace, i), list_line, self);
}

static void
list (StrataTable *table,
      const StrataListRequest *request)
{
  g_autoptr (StrataThreadIndex) threads = strata_thread_index_new (request->trace);
  Listing self = { request->trace, table, threads, request->filter };
  StrataSpan span = { G_MININT64, G_MAXINT64 };

  if (!strata_raw_filter_get_span (request->filter, &span))
    span = (StrataSpan){ G_MININT64, G_MAXINT64 };

  if (strata_trace_get_n_line_stores (request->trace) > 1)
    list_files (&self);
  else
    strata_raw_scan_likely (request->trace, span, request->filter, list_line, &self);
}

const StrataListKind strata_list_events = {
  "events",
  .get_columns = strata_raw_rows_get_columns,
  .write = list,
};
