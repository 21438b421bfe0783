/* strata-raw-rows.c - kept lines as a table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-raw-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-trace-cells.h"

/* The command line and the exports of the window share these: a contract. */
static const StrataTableColumn columns[STRATA_N_RAW_COLUMNS] = { STRATA_RAW_TABLE_COLUMNS };

/* The last column exists only if the lines are from several files. */
static gboolean
has_files (StrataTrace *trace)
{
  return strata_trace_get_n_line_stores (trace) > 1;
}

/**
 * strata_raw_rows_get_columns:
 * @trace: a trace with its lines
 * @n_columns: (out): how many
 *
 * Returns: (transfer none) (array length=n_columns): the columns
 */
const StrataTableColumn *
strata_raw_rows_get_columns (StrataTrace *trace,
                             guint *n_columns)
{
  *n_columns = has_files (trace) ? G_N_ELEMENTS (columns) : G_N_ELEMENTS (columns) - 1;
  return columns;
}

static void
write_text (StrataTable *table,
            StrataText text)
{
  g_autofree char *valid = g_utf8_make_valid (text.text, (gssize) text.n_bytes);

  strata_table_text (table, valid);
}

/* A stack is written in one line: "<stack trace> => schedule => do_wait". */
static void
write_args (StrataTable *table,
            const StrataRawLine *line)
{
  g_autoptr (GString) args = NULL;

  if (line->frames.n_bytes == 0)
    {
      write_text (table, line->event.args);
      return;
    }

  args = g_string_new_len (line->event.args.text, (gssize) line->event.args.n_bytes);
  for (gsize i = 0; i < line->frames.n_bytes; i++)
    if (line->frames.text[i] != ' ' || args->str[args->len - 1] != ' ')
      g_string_append_c (args, line->frames.text[i]);

  write_text (table, (StrataText){ args->str, args->len });
}

/* The idle task has a name. Thread 0 without a name means that the thread is unknown. */
static void
write_event (StrataTable *table,
             StrataTrace *trace,
             StrataThreadIndex *threads,
             const StrataRawLine *line)
{
  const gboolean is_unknown = line->event.tid == 0 && strata_text_equals (line->event.comm, "<...>");
  const guint32 thread = is_unknown ? STRATA_NONE : strata_thread_index_find (threads, line->device, line->event.tid, line->time_ns);

  strata_table_number (table, line->time_ns);
  if (line->event.cpu != STRATA_NONE)
    strata_table_number (table, line->event.cpu % STRATA_DEVICE_CPUS); /* the file column shows the machine */
  else
    strata_table_unknown (table);
  if (is_unknown)
    strata_table_unknown (table);
  else
    strata_table_number (table, line->event.tid);
  if (thread != STRATA_NONE)
    strata_table_text (table, strata_trace_get_string (trace, strata_trace_get_threads (trace, NULL)[thread].name));
  else
    write_text (table, line->event.comm);
  strata_trace_cells_add_pid (table, trace, thread != STRATA_NONE ? strata_trace_get_threads (trace, NULL)[thread].process : STRATA_NONE);
  write_text (table, line->event.event);
  write_args (table, line);
}

/* A line that is not an event is written whole instead of the details. */
static void
write_note (StrataTable *table,
            const StrataRawLine *line)
{
  for (guint i = 0; i < 6; i++)
    strata_table_unknown (table);

  write_text (table, line->text);
}

/**
 * strata_raw_rows_write:
 * @table: a table with these columns
 * @trace: a trace with its lines
 * @threads: index of the trace's threads
 * @line: a line
 *
 * Writes a row.
 */
void
strata_raw_rows_write (StrataTable *table,
                       StrataTrace *trace,
                       StrataThreadIndex *threads,
                       const StrataRawLine *line)
{
  strata_table_number (table, (gint64) line->line);

  if (line->is_event)
    write_event (table, trace, threads, line);
  else
    write_note (table, line);

  if (has_files (trace))
    strata_table_text (table, strata_line_store_get_name (strata_trace_get_line_store (trace, line->place.file)));
}
