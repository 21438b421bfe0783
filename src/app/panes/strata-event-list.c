/* strata-event-list.c - lines of a trace as the rows of a table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-list.h"

#include <glib/gi18n-lib.h>

#include "strata-bisect.h"
#include "strata-raw-rows.h"
#include "strata-thread-index.h"
#include "strata-units.h"

static const StrataTableColumn columns[STRATA_N_RAW_COLUMNS] = { STRATA_RAW_TABLE_COLUMNS };

/* The file is shown if there are several. */
static const guint8 shown[] = {
  STRATA_RAW_COLUMN_FILE,
  STRATA_RAW_COLUMN_LINE,
  STRATA_RAW_COLUMN_TIME,
  STRATA_RAW_COLUMN_CPU,
  STRATA_RAW_COLUMN_THREAD,
  STRATA_RAW_COLUMN_EVENT,
  STRATA_RAW_COLUMN_DETAILS,
};

/* Rows are either all lines of all files, or lines at some places. Lines are read on demand; the
 * cells of a row request the same line, so the last one is cached. */
typedef struct
{
  StrataTrace *trace;         /* owned */
  StrataThreadIndex *threads; /* owned */
  GArray *places;             /* (element-type StrataRawPlace) owned; NULL for all lines */

  GMutex lock;                       /* protects all fields below */
  guint row;                         /* the last read row, or STRATA_NONE */
  char *texts[STRATA_N_RAW_COLUMNS]; /* owned; nullable */
  gint64 time_ns;                    /* or STRATA_NO_TIME */
  guint32 thread;                    /* or STRATA_NONE */
} Data;

static void
forget_line (Data *self)
{
  for (guint i = 0; i < STRATA_N_RAW_COLUMNS; i++)
    g_clear_pointer (&self->texts[i], g_free);
  self->time_ns = STRATA_NO_TIME;
  self->thread = STRATA_NONE;
}

static void
data_free (gpointer user_data)
{
  Data *self = user_data;

  forget_line (self);
  g_mutex_clear (&self->lock);
  strata_thread_index_free (self->threads);
  g_clear_pointer (&self->places, g_array_unref);
  g_object_unref (self->trace);
  g_free (self);
}

static guint
count_lines (StrataTrace *trace)
{
  guint n = 0;

  for (guint i = 0; i < strata_trace_get_n_line_stores (trace); i++)
    n += strata_line_store_get_n_lines (strata_trace_get_line_store (trace, i));

  return n;
}

static StrataRawPlace
get_place (const Data *self,
           guint row)
{
  if (self->places != NULL)
    return g_array_index (self->places, StrataRawPlace, row);

  for (guint i = 0; i < strata_trace_get_n_line_stores (self->trace); i++)
    {
      const guint n_lines = strata_line_store_get_n_lines (strata_trace_get_line_store (self->trace, i));

      if (row < n_lines)
        return (StrataRawPlace){ i, row };

      row -= n_lines;
    }

  return STRATA_RAW_NOWHERE;
}

static char *
dup_text (StrataText text)
{
  return g_utf8_make_valid (text.text, (gssize) text.n_bytes);
}

/* The name of a thread's process, if it differs from the thread's. */
static char *
dup_process (const Data *self,
             guint32 thread,
             const char *thread_name)
{
  const guint32 process = thread != STRATA_NONE ? strata_trace_get_threads (self->trace, NULL)[thread].process : STRATA_NONE;

  if (process == STRATA_NONE)
    return NULL;

  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (self->trace, strata_trace_get_processes (self->trace, NULL)[process].name), -1);

  return *name == '\0' || g_str_equal (name, thread_name) ? NULL : g_steal_pointer (&name);
}

static char *
dup_thread (const Data *self,
            const StrataRawLine *line,
            guint32 thread)
{
  g_autofree char *comm = dup_text (line->event.comm);
  const char *name = comm;
  g_autofree char *valid = NULL;

  if (thread != STRATA_NONE)
    {
      valid = g_utf8_make_valid (strata_trace_get_string (self->trace, strata_trace_get_threads (self->trace, NULL)[thread].name), -1);
      if (*valid != '\0')
        name = valid;
    }

  g_autofree char *process = dup_process (self, thread, name);

  return process != NULL ? g_strdup_printf ("%s %u · %s", name, line->event.tid, process) : g_strdup_printf ("%s %u", name, line->event.tid);
}

static gboolean
keep_line (const StrataRawLine *line,
           gpointer user_data)
{
  Data *self = user_data;
  char text[STRATA_UNITS_BYTES];

  self->texts[STRATA_RAW_COLUMN_FILE] = g_strdup (strata_line_store_get_name (strata_trace_get_line_store (self->trace, line->place.file)));
  self->texts[STRATA_RAW_COLUMN_LINE] = g_strdup_printf ("%" G_GUINT64_FORMAT, line->line);

  if (!line->is_event)
    {
      self->texts[STRATA_RAW_COLUMN_DETAILS] = dup_text (line->text);
      return TRUE;
    }

  self->time_ns = line->time_ns;
  self->thread = strata_thread_index_find (self->threads, line->device, line->event.tid, line->time_ns);
  self->texts[STRATA_RAW_COLUMN_TIME] = g_strdup (strata_units_offset (strata_time_add (line->time_ns, -strata_trace_get_span (self->trace).begin_ns), strata_span_get_step_ns (strata_trace_get_span (self->trace)), text));
  if (line->event.cpu != STRATA_NONE)
    self->texts[STRATA_RAW_COLUMN_CPU] = g_strdup_printf ("%u", line->event.cpu % STRATA_DEVICE_CPUS);
  self->texts[STRATA_RAW_COLUMN_THREAD] = dup_thread (self, line, self->thread);
  self->texts[STRATA_RAW_COLUMN_EVENT] = dup_text (line->event.event);
  self->texts[STRATA_RAW_COLUMN_DETAILS] = dup_text (line->event.args);

  return TRUE;
}

/* The caller holds the lock. */
static void
read_line (Data *self,
           guint row)
{
  if (self->row == row)
    return;

  forget_line (self);
  self->row = row;
  strata_raw_read (self->trace, get_place (self, row), keep_line, self);
}

static gboolean
show_cell (StrataRow row,
           guint column,
           StrataCell *cell)
{
  Data *self = row.data;

  g_mutex_lock (&self->lock);
  read_line (self, row.number);
  strata_cell_take_text (cell, g_strdup (self->texts[column]));
  g_mutex_unlock (&self->lock);
  return TRUE;
}

/* For cells that may be cut off. */
static gboolean
show_tooltip (StrataRow row,
              guint column,
              StrataCell *cell)
{
  return (column == STRATA_RAW_COLUMN_THREAD || column == STRATA_RAW_COLUMN_EVENT) && show_cell (row, column, cell);
}

typedef struct
{
  const Data *data;
  StrataTable *table;
} Writing;

static gboolean
write_line (const StrataRawLine *line,
            gpointer user_data)
{
  const Writing *writing = user_data;

  strata_raw_rows_write (writing->table, writing->data->trace, writing->data->threads, line);
  return TRUE;
}

static void
write_row (StrataRow row,
           StrataTable *table)
{
  Writing writing = { row.data, table };

  strata_raw_read (writing.data->trace, get_place (row.data, row.number), write_line, &writing);
}

#define LINE_CLASS(n_exported, shown_columns, n_shown) \
  {                                                    \
    STRATA_ROW_COLUMNS (columns),                      \
        .exported = { NULL, n_exported },              \
        .shown = { shown_columns, n_shown },           \
        .show = show_cell,                             \
        .tooltip = show_tooltip,                       \
        .write = write_row,                            \
        .free_data = data_free,                        \
  }

/* Indexed by whether there are several files. */
static const StrataRowClass classes[2] = {
  LINE_CLASS (STRATA_N_RAW_COLUMNS - 1, shown + 1, G_N_ELEMENTS (shown) - 1),
  LINE_CLASS (STRATA_N_RAW_COLUMNS, shown, G_N_ELEMENTS (shown)),
};

/* Returns the class with all columns. */
const StrataRowClass *
strata_event_list_get_class (void)
{
  return &classes[TRUE];
}

/**
 * strata_event_list_new:
 * @trace: a trace with its lines
 * @places: (nullable) (transfer none) (element-type StrataRawPlace): which lines, in their order, or %NULL for all
 *
 * Returns: (transfer full): a row for each line
 */
StrataRows *
strata_event_list_new (StrataTrace *trace,
                       GArray *places)
{
  Data *self = g_new0 (Data, 1);

  g_mutex_init (&self->lock);
  self->trace = g_object_ref (trace);
  self->threads = strata_thread_index_new (trace);
  self->places = places != NULL ? g_array_ref (places) : NULL;
  self->row = STRATA_NONE;

  return strata_rows_new (&classes[strata_trace_get_n_line_stores (trace) > 1], self, places != NULL ? places->len : count_lines (trace));
}

/**
 * strata_event_list_find_time:
 * @rows: rows of lines
 * @row: one of them
 * @thread: (out): index of the thread that wrote it, or %STRATA_NONE
 *
 * Returns: its time, or %STRATA_NO_TIME if the line is not an event
 */
gint64
strata_event_list_find_time (StrataRows *rows,
                             guint row,
                             guint32 *thread)
{
  Data *self = strata_rows_get_data (rows);

  g_mutex_lock (&self->lock);
  read_line (self, row);

  const gint64 time_ns = self->time_ns;

  *thread = self->thread;
  g_mutex_unlock (&self->lock);
  return time_ns;
}

/* More than anyone pastes; exporting the table has no limit. */
#define MOST_COPIED_LINES 100000

/**
 * strata_event_list_dup_lines:
 * @rows: rows of lines
 * @wanted: (array length=n_wanted): the rows to copy
 * @n_wanted: how many
 *
 * Returns lines as they are in the file. If there are very many, returns only the first,
 * and a sentence about that.
 *
 * Returns: (transfer full): the lines, with line ends between them
 */
char *
strata_event_list_dup_lines (StrataRows *rows,
                             const guint32 *wanted,
                             guint n_wanted)
{
  const Data *self = strata_rows_get_data (rows);
  const guint n_lines = MIN (n_wanted, MOST_COPIED_LINES);
  GString *lines = g_string_new (NULL);

  for (guint i = 0; i < n_lines; i++)
    {
      g_autofree char *line = strata_raw_dup_text (self->trace, get_place (self, wanted[i]));

      g_string_append_printf (lines, "%s%s", i > 0 ? "\n" : "", line);
    }

  if (n_wanted > n_lines)
    g_string_append_printf (lines, "\n%s", _ ("… and more lines than can be copied; export the table to get all of them"));

  return g_string_free (lines, FALSE);
}

static gboolean
is_before (StrataRawPlace a,
           StrataRawPlace b)
{
  return a.file != b.file ? a.file < b.file : a.row < b.row;
}

/* Lines of several files are in time order; lines of each file are in its own order. */
static guint
find_among_files (const Data *self,
                  StrataRawPlace place)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      const StrataRawPlace other = g_array_index (self->places, StrataRawPlace, i);

      if (other.file == place.file && other.row >= place.row)
        return i;
    }

  return STRATA_NONE;
}

/**
 * strata_event_list_find:
 * @rows: rows of lines
 * @place: of a line
 *
 * Returns: its row, or the row of the next line of its file; %STRATA_NONE if there is none
 */
guint
strata_event_list_find (StrataRows *rows,
                        StrataRawPlace place)
{
  const Data *self = strata_rows_get_data (rows);
  guint begin = 0;
  guint end = strata_rows_get_n_rows (rows);

  if (self->places != NULL && strata_trace_get_n_line_stores (self->trace) > 1)
    return find_among_files (self, place);

  STRATA_BISECT (begin, end, i, is_before (get_place (self, i), place));

  return begin < strata_rows_get_n_rows (rows) ? begin : STRATA_NONE;
}
