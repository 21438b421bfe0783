/* strata-list-raw.c - strata-cli list events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "strata-list.h"
#include "strata-raw-list.h"
#include "strata-thread-index.h"

static const StrataTableColumn event_columns[] = {
  { "line", N_ ("Line"), STRATA_CELL_NUMBER },
  { "ts_ns", N_ ("Time (s)"), STRATA_CELL_TIME },
  { "cpu", N_ ("CPU"), STRATA_CELL_NUMBER },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "event", N_ ("Event"), STRATA_CELL_TEXT },
  { "details", N_ ("Details"), STRATA_CELL_TEXT },
  { "file", N_ ("File"), STRATA_CELL_TEXT },
};

/* The last column is there where lines are of several files. */
#define N_COLUMNS_OF_ONE (G_N_ELEMENTS (event_columns) - 1)

typedef struct
{
  StrataTrace *trace;
  StrataTable *table;
  StrataThreadIndex *threads;
  const StrataRawFilter *filter;
  gboolean has_files;
} Listing;

static void
add_text (StrataTable *table,
          StrataText text)
{
  g_autofree char *valid = g_utf8_make_valid (text.text, (gssize) text.n_bytes);

  strata_table_text (table, valid);
}

static gboolean
list_line (const StrataRawLine *line,
           gpointer user_data)
{
  Listing *self = user_data;

  if (!line->is_event || !strata_raw_filter_matches (self->filter, line))
    return TRUE;

  const guint32 thread = strata_thread_index_find (self->threads, line->device, line->event.tid, line->time_ns);
  const guint32 process = thread != STRATA_NONE ? strata_trace_get_threads (self->trace, NULL)[thread].process : STRATA_NONE;

  strata_table_number (self->table, (gint64) line->line);
  strata_table_number (self->table, line->time_ns);
  if (line->event.cpu != STRATA_NONE)
    strata_table_number (self->table, line->event.cpu);
  else
    strata_table_unknown (self->table);
  strata_table_number (self->table, line->event.tid);
  if (thread != STRATA_NONE)
    strata_list_add_thread_name (self->table, self->trace, thread);
  else
    add_text (self->table, line->event.comm);
  strata_list_add_pid (self->table, self->trace, process);
  add_text (self->table, line->event.event);
  add_text (self->table, line->event.args);
  if (self->has_files)
    strata_table_text (self->table, strata_line_store_get_name (strata_trace_get_line_store (self->trace, line->place.file)));

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
 * Lists the events of the text as they stand in it; of several files, by time.
 */
void
strata_list_raw (StrataTrace *trace,
                 StrataOutput *output,
                 StrataTableStyle style,
                 const StrataRawFilter *filter)
{
  g_autoptr (StrataThreadIndex) threads = strata_thread_index_new (trace);
  const gboolean has_files = strata_trace_get_n_line_stores (trace) > 1;
  StrataTable *table = strata_table_new (output, style, event_columns, has_files ? G_N_ELEMENTS (event_columns) : N_COLUMNS_OF_ONE);
  Listing self = { trace, table, threads, filter, has_files };
  StrataSpan span = { G_MININT64, G_MAXINT64 };

  if (!strata_raw_filter_get_span (filter, &span))
    span = (StrataSpan){ G_MININT64, G_MAXINT64 };

  if (has_files)
    list_files (&self);
  else
    strata_raw_scan (trace, span, list_line, &self);

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
