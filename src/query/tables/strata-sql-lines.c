/* strata-sql-lines.c - raw_event: lines of the original text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-lines.h"

#include "strata-raw-line.h"
#include "strata-sql-private.h"
#include "strata-thread-index.h"

/* Rows are the kept lines of all files, one file after the other; comments and lines that are not
 * events have no row. A line is parsed when its first column is read, and kept for the other columns. */
struct _StrataSqlLine
{
  StrataThreadIndex *threads;    /* owned */
  const StrataSqlNumbers *utids; /* borrowed: of the source */
  gint64 row;                    /* row of the fields below, or -1 */
  gboolean is_event;
  gint64 line;
  gint64 time_ns;
  gint64 tid;
  gint64 cpu; /* or STRATA_SQL_NULL */
  gint64 utid;
  GString *name; /* owned */
  GString *args; /* owned */
};

void
strata_sql_line_free (StrataSqlLine *self)
{
  if (self == NULL)
    return;

  strata_thread_index_free (self->threads);
  g_string_free (self->name, TRUE);
  g_string_free (self->args, TRUE);
  g_free (self);
}

static void
set_text (GString *string,
          StrataText text)
{
  g_autofree char *valid = g_utf8_make_valid (text.text, (gssize) text.n_bytes);

  g_string_assign (string, valid);
}

/* Idle threads have no names here, and most of them no rows of their own. */
static gint64
find_utid (const StrataSqlLine *self,
           guint32 device)
{
  if (self->tid == 0)
    return strata_sql_numbers_get_idle (self->utids, device);

  const guint32 thread = strata_thread_index_find (self->threads, device, self->tid, self->time_ns);

  return thread != STRATA_NONE ? strata_sql_index (self->utids->number[thread]) : STRATA_SQL_NULL;
}

static gboolean
take_line (const StrataRawLine *line,
           gpointer user_data)
{
  StrataSqlLine *self = user_data;

  self->is_event = line->is_event;
  if (!line->is_event)
    return TRUE;

  self->line = (gint64) line->line;
  self->time_ns = line->time_ns;
  self->tid = line->event.tid;
  self->cpu = line->event.cpu != STRATA_NONE ? strata_sql_get_ucpu (line->event.cpu) : STRATA_SQL_NULL;
  self->utid = find_utid (self, line->device);
  set_text (self->name, line->event.event);
  set_text (self->args, line->event.args);
  return TRUE;
}

static guint32
count (StrataSqlSource *source)
{
  const guint n_files = strata_trace_get_n_line_stores (source->trace);

  if (source->line_begin == NULL)
    {
      source->line_begin = g_new0 (guint32, n_files + 1);
      for (guint i = 0; i < n_files; i++)
        source->line_begin[i + 1] = source->line_begin[i] + strata_line_store_get_n_lines (strata_trace_get_line_store (source->trace, i));
    }

  return source->line_begin[n_files];
}

static StrataRawPlace
get_place (StrataSqlSource *source,
           guint32 row)
{
  guint file = 0;

  while (row >= source->line_begin[file + 1])
    file++;

  return (StrataRawPlace){ file, row - source->line_begin[file] };
}

/* The unchanged line of a row of raw_event, or NULL. */
char *
strata_sql_lines_dup_text (StrataSqlSource *source,
                           gint64 row)
{
  if (row < 0 || row >= count (source))
    return NULL;

  return strata_raw_dup_text (source->trace, get_place (source, (guint32) row));
}

static const StrataSqlLine *
get_line (StrataSqlSource *source,
          guint32 row)
{
  if (source->line == NULL)
    {
      source->line = g_new0 (StrataSqlLine, 1);
      source->line->threads = strata_thread_index_new (source->trace);
      source->line->utids = source->utids;
      source->line->name = g_string_new (NULL);
      source->line->args = g_string_new (NULL);
      source->line->row = -1;
    }

  if (source->line->row == row)
    return source->line;

  count (source);
  strata_raw_read (source->trace, get_place (source, row), take_line, source->line);
  source->line->row = row;
  return source->line;
}

STRATA_SQL_GETTER (gboolean, exists, get_line (source, row)->is_event)
STRATA_SQL_GETTER (gint64, get_ts, get_line (source, row)->time_ns)
STRATA_SQL_GETTER (gint64, get_number, get_line (source, row)->line)
STRATA_SQL_GETTER (gint64, get_cpu, get_line (source, row)->cpu)
STRATA_SQL_GETTER (gint64, get_tid, get_line (source, row)->tid)
STRATA_SQL_GETTER (gint64, get_utid, get_line (source, row)->utid)

static void
get_name (StrataSqlSource *source,
          guint32 row,
          StrataCell *cell)
{
  strata_cell_take_text (cell, g_strdup (get_line (source, row)->name->str));
}

static void
get_args (StrataSqlSource *source,
          guint32 row,
          StrataCell *cell)
{
  strata_cell_take_text (cell, g_strdup (get_line (source, row)->args->str));
}

static const StrataSqlColumn columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the row", STRATA_SQL_ID, strata_sql_get_row },
  { "ts", STRATA_SQL_INTEGER, "ns", "When it was", 0, get_ts },
  { "name", STRATA_SQL_TEXT, NULL, "Name of the event", 0, .cell = get_name },
  { "utid", STRATA_SQL_INTEGER, NULL, "The thread that it is recorded on: thread.utid", 0, get_utid },
  { "tid", STRATA_SQL_INTEGER, NULL, "Id of that thread in the system", STRATA_SQL_HIDDEN, get_tid },
  { "cpu", STRATA_SQL_INTEGER, NULL, "Number of the CPU: cpu.ucpu", 0, get_cpu },
  { "ucpu", STRATA_SQL_INTEGER, NULL, "The same as cpu", STRATA_SQL_HIDDEN, get_cpu },
  { "args", STRATA_SQL_TEXT, NULL, "Its arguments, as written", 0, .cell = get_args },
  { "line", STRATA_SQL_INTEGER, NULL, "Number of the line in its file, from 1", 0, get_number },
};

const StrataSqlTable strata_sql_table_raw_event = {
  .name = "raw_event",
  .doc = "Kernel events as lines of text, one each, of text, raw captures, Perfetto traces and .htrace; also known as ftrace_event",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .count = count,
  .exists = exists,
};
