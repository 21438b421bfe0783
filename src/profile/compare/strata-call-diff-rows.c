/* strata-call-diff-rows.c - the table of two calls and all calls inside them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-diff-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-diff-cells.h"
#include "strata-diff-row-data.h"

enum
{
  COLUMN_DEPTH,
  COLUMN_CHANGE,
  COLUMN_START_A,
  COLUMN_START_B,
  COLUMN_TIME_A,
  COLUMN_TIME_B,
  COLUMN_TIME_DELTA,
  COLUMN_SELF_A,
  COLUMN_SELF_B,
  COLUMN_NAME,
  N_EXPORTED,

  /* For the user. */
  COLUMN_CHANGE_TITLE = N_EXPORTED,
  COLUMN_SELF_DELTA,
  COLUMN_INDENTED_NAME,
};

/* The indentation per level. */
#define PRINTED_INDENT 2
#define SHOWN_INDENT 4
#define MOST_INDENT 80

static const StrataCallDiff *
get_call (const StrataDiffRowData *data,
          guint row)
{
  return &g_array_index (data->items, StrataCallDiff, row);
}

typedef gint64 (*GetTime) (const StrataSliceTable *slices, guint32 slice);

static gint64
get_ns (const StrataDiffRowData *data,
        const StrataCallDiff *call,
        StrataDiffSide side,
        GetTime get_time)
{
  return call->slice[side] != STRATA_NONE ? get_time (strata_trace_get_slices (data->traces[side]), call->slice[side]) : STRATA_NO_TIME;
}

static gint64
get_delta_ns (const StrataDiffRowData *data,
              const StrataCallDiff *call,
              GetTime get_time)
{
  return strata_diff_subtract (get_ns (data, call, STRATA_DIFF_A, get_time), get_ns (data, call, STRATA_DIFF_B, get_time));
}

static const char *
get_name (const StrataDiffRowData *data,
          const StrataCallDiff *call)
{
  const StrataDiffSide side = call->slice[STRATA_DIFF_B] != STRATA_NONE ? STRATA_DIFF_B : STRATA_DIFF_A;

  return strata_trace_get_string (data->traces[side], strata_trace_get_slices (data->traces[side])->name[call->slice[side]]);
}

static void
set_indented_name (StrataCell *cell,
                   const StrataDiffRowData *data,
                   const StrataCallDiff *call,
                   guint indent)
{
  strata_cell_take_text (cell, g_strdup_printf ("%*s%s", (int) MIN (indent * call->depth, MOST_INDENT), "", get_name (data, call)));
}

/* The time in a column of times. */
static gint64
get_time_ns (const StrataDiffRowData *data,
             const StrataCallDiff *call,
             guint column)
{
  switch (column)
    {
    case COLUMN_START_A:
    case COLUMN_START_B:
      return get_ns (data, call, column - COLUMN_START_A, strata_slice_table_get_start_ns);
    case COLUMN_TIME_A:
    case COLUMN_TIME_B:
      return get_ns (data, call, column - COLUMN_TIME_A, strata_slice_table_get_wall_ns);
    case COLUMN_TIME_DELTA:
      return get_delta_ns (data, call, strata_slice_table_get_wall_ns);
    case COLUMN_SELF_A:
    case COLUMN_SELF_B:
      return get_ns (data, call, column - COLUMN_SELF_A, strata_slice_table_get_self_ns);
    case COLUMN_SELF_DELTA:
      return get_delta_ns (data, call, strata_slice_table_get_self_ns);
    }

  g_return_val_if_reached (STRATA_NO_TIME);
}

static gboolean
get (StrataRow row,
     guint column,
     StrataCell *cell)
{
  const StrataDiffRowData *data = row.data;
  const StrataCallDiff *call = get_call (data, row.number);

  switch (column)
    {
    case COLUMN_DEPTH:
      strata_cell_set_number (cell, call->depth);
      break;
    case COLUMN_CHANGE:
      strata_cell_set_text (cell, strata_call_change_get_id (call->change));
      break;
    case COLUMN_NAME:
      strata_cell_set_text (cell, get_name (data, call));
      break;
    case COLUMN_CHANGE_TITLE:
      strata_cell_set_text (cell, strata_call_change_get_title (call->change));
      break;
    case COLUMN_INDENTED_NAME:
      set_indented_name (cell, data, call, PRINTED_INDENT);
      break;
    default:
      strata_cell_set_number (cell, get_time_ns (data, call, column));
    }

  return TRUE;
}

static gboolean
show (StrataRow row,
      guint column,
      StrataCell *cell)
{
  const StrataDiffRowData *data = row.data;
  const StrataCallDiff *call = get_call (data, row.number);
  const char *unit = strata_trace_get_unit (data->traces[STRATA_DIFF_A]);

  switch (column)
    {
    case COLUMN_NAME:
      set_indented_name (cell, data, call, SHOWN_INDENT);
      return TRUE;
    case COLUMN_TIME_A:
    case COLUMN_TIME_B:
    case COLUMN_SELF_A:
    case COLUMN_SELF_B:
      strata_diff_cell_set_amount (cell, get_time_ns (data, call, column), unit);
      return TRUE;
    case COLUMN_TIME_DELTA:
    case COLUMN_SELF_DELTA:
      strata_diff_cell_set_delta (cell, get_time_ns (data, call, column), unit);
      return TRUE;
    }

  return FALSE;
}

static gboolean
sort (StrataRow row,
      guint column,
      StrataCell *cell)
{
  if (column != COLUMN_CHANGE_TITLE)
    return FALSE;

  strata_cell_set_number (cell, get_call (row.data, row.number)->change);
  return TRUE;
}

static const StrataTableColumn columns[] = {
  [COLUMN_DEPTH] = { "depth", N_ ("Depth"), STRATA_CELL_NUMBER },
  [COLUMN_CHANGE] = { "change", NULL, STRATA_CELL_TEXT },
  [COLUMN_START_A] = { "a_ts_ns", N_ ("Start A"), STRATA_CELL_TIME },
  [COLUMN_START_B] = { "b_ts_ns", N_ ("Start B"), STRATA_CELL_TIME },
  [COLUMN_TIME_A] = { "a_dur_ns", N_ ("A"), STRATA_CELL_DURATION, .n_chars = 10 },
  [COLUMN_TIME_B] = { "b_dur_ns", N_ ("B"), STRATA_CELL_DURATION, .n_chars = 10 },
  [COLUMN_TIME_DELTA] = { "delta_dur_ns", N_ ("Δ"), STRATA_CELL_DURATION, .n_chars = 10 },
  [COLUMN_SELF_A] = { "a_self_ns", N_ ("Own time A"), STRATA_CELL_DURATION, .n_chars = 10 },
  [COLUMN_SELF_B] = { "b_self_ns", N_ ("Own time B"), STRATA_CELL_DURATION, .n_chars = 10 },
  [COLUMN_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT, .is_wide = TRUE, .is_name = TRUE },
  [COLUMN_CHANGE_TITLE] = { "change", N_ ("Change"), STRATA_CELL_TEXT, .n_chars = 12 },
  [COLUMN_SELF_DELTA] = { "delta_self_ns", N_ ("Δ own time"), STRATA_CELL_DURATION, .n_chars = 10 },
  [COLUMN_INDENTED_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT },
};

static const guint8 printed[] = { COLUMN_DEPTH, COLUMN_CHANGE_TITLE, COLUMN_START_A, COLUMN_START_B, COLUMN_TIME_A, COLUMN_TIME_B, COLUMN_TIME_DELTA, COLUMN_SELF_A, COLUMN_SELF_B, COLUMN_INDENTED_NAME };
static const guint8 shown[] = { COLUMN_CHANGE_TITLE, COLUMN_NAME, COLUMN_TIME_A, COLUMN_TIME_B, COLUMN_TIME_DELTA, COLUMN_SELF_A, COLUMN_SELF_B, COLUMN_SELF_DELTA };

const StrataRowClass strata_call_diff_rows_class = {
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
 * strata_call_diff_rows_new:
 * @traces: two traces
 * @calls: (element-type StrataCallDiff): calls of both
 *
 * Returns: (transfer full): a row for each call, with both sides
 */
StrataRows *
strata_call_diff_rows_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES],
                           GArray *calls)
{
  return strata_rows_new (&strata_call_diff_rows_class, strata_diff_row_data_new (traces, calls), calls->len);
}

const StrataCallDiff *
strata_call_diff_rows_get (const StrataRows *rows,
                           guint row)
{
  return get_call (strata_rows_get_data (rows), row);
}
