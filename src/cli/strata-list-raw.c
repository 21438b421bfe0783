/* strata-list-raw.c - strata-cli list events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "strata-list.h"
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
};

typedef struct
{
  StrataTrace *trace;
  StrataTable *table;
  StrataThreadIndex *threads;
  const StrataRawFilter *filter;
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

  const guint32 thread = strata_thread_index_find (self->threads, line->event.tid, line->time_ns);
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

  return TRUE;
}

/**
 * strata_list_raw:
 * @trace: a trace with its lines
 * @output: where to write
 * @style: how to write
 * @filter: which events
 *
 * Lists the events of the text as they stand in it.
 */
void
strata_list_raw (StrataTrace *trace,
                 StrataOutput *output,
                 StrataTableStyle style,
                 const StrataRawFilter *filter)
{
  g_autoptr (StrataThreadIndex) threads = strata_thread_index_new (trace);
  Listing self = { trace, strata_table_new (output, style, event_columns, G_N_ELEMENTS (event_columns)), threads, filter };
  StrataSpan span = { G_MININT64, G_MAXINT64 };

  if (!strata_raw_filter_get_span (filter, &span))
    span = (StrataSpan){ G_MININT64, G_MAXINT64 };

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
