/* strata-diff-thread-rows.c - the table of threads in a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-thread-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-diff-cells.h"
#include "strata-diff-row-data.h"
#include "strata-trace-titles.h"

/* The three columns of an activity. */
enum
{
  PART_A,
  PART_B,
  PART_DELTA,
  N_PARTS,
};

enum
{
  COLUMN_PROCESS,
  COLUMN_THREAD_A,
  COLUMN_THREAD_B,
  COLUMN_TID_A,
  COLUMN_TID_B,
  COLUMN_MATCH,
  COLUMN_ACTIVITIES,
  N_EXPORTED = COLUMN_ACTIVITIES + N_PARTS * STRATA_N_ACTIVITIES,

  /* For the user. */
  COLUMN_MATCH_TITLE = N_EXPORTED,
};

#define COLUMN(activity, part) (COLUMN_ACTIVITIES + N_PARTS * (activity) + (part))

static const StrataDiffThread *
get_thread (const StrataDiffRowData *data,
            guint row)
{
  return &g_array_index (data->items, StrataDiffThread, row);
}

static const StrataThread *
find_thread (const StrataDiffRowData *data,
             guint row,
             StrataDiffSide side)
{
  const guint32 index = get_thread (data, row)->match.index[side];

  return index != STRATA_NONE ? strata_trace_get_threads (data->traces[side], NULL) + index : NULL;
}

static const char *
get_process_name (const StrataDiffRowData *data,
                  guint row)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const StrataThread *thread = find_thread (data, row, side);

      if (thread != NULL && thread->process != STRATA_NONE)
        return strata_trace_get_string (data->traces[side], strata_trace_get_processes (data->traces[side], NULL)[thread->process].name);
    }

  return "";
}

static void
set_thread_name (StrataCell *cell,
                 const StrataDiffRowData *data,
                 guint row,
                 StrataDiffSide side)
{
  const StrataThread *thread = find_thread (data, row, side);

  if (thread != NULL)
    strata_cell_set_text (cell, strata_trace_get_string (data->traces[side], thread->name));
}

static void
set_tid (StrataCell *cell,
         const StrataThread *thread)
{
  if (thread != NULL)
    strata_cell_set_number (cell, thread->tid);
}

static gint64
get_time_ns (const StrataDiffThread *thread,
             guint column)
{
  const StrataActivity activity = (column - COLUMN_ACTIVITIES) / N_PARTS;
  const guint part = (column - COLUMN_ACTIVITIES) % N_PARTS;

  if (part == PART_DELTA)
    return strata_diff_thread_get_delta (thread, activity);

  return thread->time_ns[part == PART_A ? STRATA_DIFF_A : STRATA_DIFF_B][activity];
}

static gboolean
get (StrataRow row,
     guint column,
     StrataCell *cell)
{
  const StrataDiffRowData *data = row.data;
  const StrataDiffThread *thread = get_thread (data, row.number);

  switch (column)
    {
    case COLUMN_PROCESS:
      strata_cell_set_text (cell, get_process_name (data, row.number));
      break;
    case COLUMN_THREAD_A:
    case COLUMN_THREAD_B:
      set_thread_name (cell, data, row.number, column - COLUMN_THREAD_A);
      break;
    case COLUMN_TID_A:
    case COLUMN_TID_B:
      set_tid (cell, find_thread (data, row.number, column - COLUMN_TID_A));
      break;
    case COLUMN_MATCH:
      strata_cell_set_text (cell, strata_match_reason_get_id (thread->match.reason));
      break;
    case COLUMN_MATCH_TITLE:
      strata_cell_set_text (cell, strata_match_reason_get_title (thread->match.reason));
      break;
    default:
      strata_cell_set_number (cell, get_time_ns (thread, column));
    }

  return TRUE;
}

static gboolean
show (StrataRow row,
      guint column,
      StrataCell *cell)
{
  const StrataDiffRowData *data = row.data;

  if (column == COLUMN_THREAD_A || column == COLUMN_THREAD_B)
    {
      const StrataDiffSide side = column - COLUMN_THREAD_A;

      strata_cell_take_text (cell, strata_diff_thread_dup_title (data->traces[side], get_thread (data, row.number)->match.index[side]));
      return TRUE;
    }

  if (column < COLUMN_ACTIVITIES || column >= N_EXPORTED || (column - COLUMN_ACTIVITIES) % N_PARTS != PART_DELTA)
    return FALSE;

  strata_diff_cell_set_delta (cell, get_time_ns (get_thread (data, row.number), column), NULL);
  return TRUE;
}

static gboolean
sort (StrataRow row,
      guint column,
      StrataCell *cell)
{
  if (column == COLUMN_THREAD_A || column == COLUMN_THREAD_B)
    return show (row, column, cell);
  if (column != COLUMN_MATCH_TITLE)
    return FALSE;

  strata_cell_set_number (cell, get_thread (row.data, row.number)->match.reason);
  return TRUE;
}

#define ACTIVITY(activity, name, a, b)                                                                          \
  [COLUMN (activity, PART_A)] = { "a_" name "_ns", a, STRATA_CELL_DURATION, .n_chars = 10 },                    \
                     [COLUMN (activity, PART_B)] = { "b_" name "_ns", b, STRATA_CELL_DURATION, .n_chars = 10 }, \
                     [COLUMN (activity, PART_DELTA)] = { "delta_" name "_ns", N_ ("Δ"), STRATA_CELL_DURATION, .n_chars = 10 }

static const StrataTableColumn columns[] = {
  [COLUMN_PROCESS] = { "process", N_ ("Process"), STRATA_CELL_TEXT },
  [COLUMN_THREAD_A] = { "a_thread", N_ ("Thread A"), STRATA_CELL_TEXT, .is_wide = TRUE, .width_px = 168 },
  [COLUMN_THREAD_B] = { "b_thread", N_ ("Thread B"), STRATA_CELL_TEXT, .is_wide = TRUE, .width_px = 168 },
  [COLUMN_TID_A] = { "a_tid", N_ ("Id A"), STRATA_CELL_NUMBER },
  [COLUMN_TID_B] = { "b_tid", N_ ("Id B"), STRATA_CELL_NUMBER },
  [COLUMN_MATCH] = { "match", NULL, STRATA_CELL_TEXT },
  ACTIVITY (STRATA_ACTIVITY_RUNNING, "running", N_ ("Running A"), N_ ("Running B")),
  ACTIVITY (STRATA_ACTIVITY_RUNNABLE, "runnable", N_ ("Runnable A"), N_ ("Runnable B")),
  ACTIVITY (STRATA_ACTIVITY_SLEEPING, "sleeping", N_ ("Sleeping A"), N_ ("Sleeping B")),
  ACTIVITY (STRATA_ACTIVITY_BLOCKED, "blocked", N_ ("Blocked A"), N_ ("Blocked B")),
  [COLUMN_MATCH_TITLE] = { "match", N_ ("Match"), STRATA_CELL_TEXT, .n_chars = 14 },
};

#define ACTIVITY_COLUMNS(activity) COLUMN (activity, PART_A), COLUMN (activity, PART_B), COLUMN (activity, PART_DELTA)
#define ALL_ACTIVITIES                             \
  ACTIVITY_COLUMNS (STRATA_ACTIVITY_RUNNING),      \
      ACTIVITY_COLUMNS (STRATA_ACTIVITY_RUNNABLE), \
      ACTIVITY_COLUMNS (STRATA_ACTIVITY_SLEEPING), \
      ACTIVITY_COLUMNS (STRATA_ACTIVITY_BLOCKED)

static const guint8 printed[] = { COLUMN_PROCESS, COLUMN_THREAD_A, COLUMN_THREAD_B, COLUMN_TID_A, COLUMN_TID_B, COLUMN_MATCH_TITLE, ALL_ACTIVITIES };
static const guint8 shown[] = { COLUMN_THREAD_A, COLUMN_THREAD_B, COLUMN_MATCH_TITLE, ALL_ACTIVITIES };

const StrataRowClass strata_diff_thread_rows_class = {
  STRATA_ROW_COLUMNS (columns),
  .exported = { .n_columns = N_EXPORTED },
  .printed = STRATA_COLUMN_LIST (printed),
  .shown = STRATA_COLUMN_LIST (shown),
  .get = get,
  .show = show,
  .sort = sort,
  .free_data = strata_diff_row_data_free,
};

/**
 * strata_diff_thread_rows_new:
 * @traces: two traces
 * @threads: (element-type StrataDiffThread): their threads
 *
 * Returns: (transfer full): a row for each thread, with its activity on both sides
 */
StrataRows *
strata_diff_thread_rows_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES],
                             GArray *threads)
{
  return strata_rows_new (&strata_diff_thread_rows_class, strata_diff_row_data_new (traces, threads), threads->len);
}

const StrataDiffThread *
strata_diff_thread_rows_get (const StrataRows *rows,
                             guint row)
{
  return get_thread (strata_rows_get_data (rows), row);
}

/* Returns its name and id. @thread may be STRATA_NONE. */
char *
strata_diff_thread_dup_title (StrataTrace *trace,
                              guint32 thread)
{
  return thread != STRATA_NONE ? strata_trace_titles_dup_thread (trace, thread) : g_strdup ("–");
}
