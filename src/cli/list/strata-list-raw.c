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

/**
 * strata_list_raw:
 * @trace: a trace with its lines
 * @output: where to write
 * @style: how to write
 * @filter: which events
 *
 * Lists the events of the text as they appear in it; of several files, by time.
 */
void
strata_list_raw (StrataTrace *trace,
                 StrataOutput *output,
                 StrataTableStyle style,
                 const StrataRawFilter *filter)
{
  g_autoptr (StrataThreadIndex) threads = strata_thread_index_new (trace);
  const gboolean has_files = strata_trace_get_n_line_stores (trace) > 1;
  guint n_columns;
  const StrataTableColumn *columns = strata_raw_rows_get_columns (trace, &n_columns);
  Listing self = { trace, strata_table_new (output, style, columns, n_columns), threads, filter };
  StrataSpan span = { G_MININT64, G_MAXINT64 };

  if (!strata_raw_filter_get_span (filter, &span))
    span = (StrataSpan){ G_MININT64, G_MAXINT64 };

  if (has_files)
    list_files (&self);
  else
    strata_raw_scan_likely (trace, span, filter, list_line, &self);

  strata_table_close (self.table);
}

/* All events, as the other kinds are listed. */
void
strata_list_events (StrataTrace *trace,
                    StrataOutput *output,
                    StrataTableStyle style)
{
  g_autoptr (StrataRawFilter) filter = strata_raw_filter_new ();

  strata_list_raw (trace, output, style, filter);
}
