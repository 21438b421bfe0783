/* strata-log-rows.c - the table of log lines
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-log-rows.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-bisect.h"
#include "strata-log-instant.h"
#include "strata-search.h"
#include "strata-trace-cells.h"

/* Lines are instants "I tag: message" on the track of the log, by time. */

typedef struct
{
  StrataTrace *trace; /* owned */
  GArray *instants;   /* (element-type guint32) owned */
} Data;

static void
data_free (gpointer user_data)
{
  Data *data = user_data;

  g_object_unref (data->trace);
  g_array_unref (data->instants);
  g_free (data);
}

static const char *
get_line (const Data *data,
          guint row)
{
  const StrataInstants *instants = strata_trace_get_instants (data->trace);

  return strata_trace_get_string (data->trace, instants->name[g_array_index (data->instants, guint32, row)]);
}

static gboolean
get (StrataRow row,
     guint column,
     StrataCell *cell)
{
  Data *data = row.data;
  const StrataInstants *instants = strata_trace_get_instants (data->trace);
  const guint32 instant = g_array_index (data->instants, guint32, row.number);

  switch ((StrataLogColumn) column)
    {
    case STRATA_LOG_COLUMN_TIME:
      strata_cell_set_number (cell, instants->time_ns[instant]);
      break;
    case STRATA_LOG_COLUMN_LEVEL:
      strata_cell_take_text (cell, g_strndup (get_line (data, row.number), 1));
      break;
    case STRATA_LOG_COLUMN_TAG:
      {
        const StrataLogInstant line = strata_log_instant_split (get_line (data, row.number));

        strata_cell_take_text (cell, g_strndup (line.tag, line.n_tag_bytes));
      }
      break;
    case STRATA_LOG_COLUMN_MESSAGE:
      {
        const StrataLogInstant line = strata_log_instant_split (get_line (data, row.number));

        strata_cell_set_text (cell, line.message != NULL ? line.message : "");
      }
      break;
    case STRATA_LOG_COLUMN_PID:
      strata_trace_cells_set_pid (cell, data->trace, instants->process[instant]);
      break;
    case STRATA_LOG_COLUMN_TID:
      strata_trace_cells_set_tid (cell, data->trace, instants->thread[instant]);
      break;
    case STRATA_LOG_COLUMN_PROCESS:
      strata_trace_cells_set_process_name (cell, data->trace, instants->process[instant]);
      break;
    case STRATA_LOG_COLUMN_THREAD:
      strata_trace_cells_set_thread_name (cell, data->trace, instants->thread[instant]);
      break;
    case STRATA_N_LOG_COLUMNS:
      g_return_val_if_reached (FALSE);
    }

  return TRUE;
}

static const StrataTableColumn columns[] = {
  [STRATA_LOG_COLUMN_TIME] = { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  [STRATA_LOG_COLUMN_LEVEL] = { "priority", N_ ("Level"), STRATA_CELL_TEXT, 5 },
  [STRATA_LOG_COLUMN_TAG] = { "tag", N_ ("Tag"), STRATA_CELL_TEXT, 16, TRUE },
  [STRATA_LOG_COLUMN_MESSAGE] = { "message", N_ ("Message"), STRATA_CELL_TEXT, 40, TRUE },
  [STRATA_LOG_COLUMN_PID] = { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  [STRATA_LOG_COLUMN_TID] = { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  [STRATA_LOG_COLUMN_PROCESS] = { "process", N_ ("Process"), STRATA_CELL_TEXT, 14, TRUE },
  [STRATA_LOG_COLUMN_THREAD] = { "thread", N_ ("Thread"), STRATA_CELL_TEXT, 14 },
};

/* Stable: the command line and the exports of the window share these. */
static const guint8 exported[] = {
  STRATA_LOG_COLUMN_TIME,
  STRATA_LOG_COLUMN_PID,
  STRATA_LOG_COLUMN_TID,
  STRATA_LOG_COLUMN_PROCESS,
  STRATA_LOG_COLUMN_THREAD,
  STRATA_LOG_COLUMN_LEVEL,
  STRATA_LOG_COLUMN_TAG,
  STRATA_LOG_COLUMN_MESSAGE,
};

static const guint8 shown[] = {
  STRATA_LOG_COLUMN_TIME,
  STRATA_LOG_COLUMN_LEVEL,
  STRATA_LOG_COLUMN_TAG,
  STRATA_LOG_COLUMN_MESSAGE,
  STRATA_LOG_COLUMN_TID,
  STRATA_LOG_COLUMN_PROCESS,
};

const StrataRowClass strata_log_rows_class = {
  STRATA_ROW_COLUMNS (columns),
  .exported = STRATA_COLUMN_LIST (exported),
  .shown = STRATA_COLUMN_LIST (shown),
  .get = get,
  .free_data = data_free,
};

/**
 * strata_log_rows_new:
 * @trace: a trace
 * @bits: (nullable): a bit for each of its instants, see strata_search_has(), set if it is wanted; %NULL for all
 *
 * Returns: (transfer full): a row for each line of its log, by time
 */
StrataRows *
strata_log_rows_new (StrataTrace *trace,
                     const guint64 *bits)
{
  const StrataInstants *instants = strata_trace_get_instants (trace);
  Data *data = g_new0 (Data, 1);

  data->trace = g_object_ref (trace);
  data->instants = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < instants->n_instants; i++)
    if (strata_log_instant_is (trace, i) && (bits == NULL || strata_search_has (bits, i)))
      g_array_append_val (data->instants, i);

  StrataRows *rows = strata_rows_new (&strata_log_rows_class, data, data->instants->len);

  strata_rows_set_axis (rows, strata_trace_get_span (trace));
  return rows;
}

/**
 * strata_log_rows_get_instant:
 * @rows: rows of the log
 * @row: number of one
 *
 * Returns: index of its instant
 */
guint32
strata_log_rows_get_instant (const StrataRows *rows,
                             guint row)
{
  const Data *data = strata_rows_get_data (rows);

  return g_array_index (data->instants, guint32, row);
}

/**
 * strata_log_rows_find_instant:
 * @rows: rows of the log
 * @instant: index of an instant
 *
 * Returns: the first row at or after it; the number of rows if there is none
 */
guint
strata_log_rows_find_instant (const StrataRows *rows,
                              guint32 instant)
{
  const Data *data = strata_rows_get_data (rows);
  guint begin = 0;
  guint end = data->instants->len;

  STRATA_BISECT (begin, end, i, g_array_index (data->instants, guint32, i) < instant);

  return begin;
}

/**
 * strata_log_rows_get_level:
 * @rows: rows of the log
 * @row: number of one
 *
 * Returns: its severity: 0 for 'V' to 5 for 'F'; lines without a level count as 'I'
 */
guint
strata_log_rows_get_level (const StrataRows *rows,
                           guint row)
{
  static const char letters[] = "VDIWEF";
  const char *found = strchr (letters, get_line (strata_rows_get_data (rows), row)[0]);

  return found != NULL ? (guint) (found - letters) : 2;
}

const char *
strata_log_rows_get_line (const StrataRows *rows,
                          guint row)
{
  return get_line (strata_rows_get_data (rows), row);
}
