/* strata-diff-relative-rows.c - the table of callers and callees of a name in a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-relative-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-diff-cells.h"
#include "strata-diff-row-data.h"

typedef struct
{
  StrataDiff *diff;     /* owned */
  guint32 row;          /* of the comparison, whose relatives they are */
  GPtrArray *relatives; /* (element-type StrataDiffRelative) owned */
} Data;

enum
{
  COLUMN_OF,
  COLUMN_RELATION,
  COLUMN_A,
  COLUMN_B,
  COLUMN_DELTA,
  COLUMN_CPU_A,
  COLUMN_CPU_B,
  COLUMN_CALLS_A,
  COLUMN_CALLS_B,
  COLUMN_NAME,
};

static void
data_free (gpointer user_data)
{
  Data *data = user_data;

  g_ptr_array_unref (data->relatives);
  strata_diff_unref (data->diff);
  g_free (data);
}

static const char *
get_relation_title (StrataRelation relation)
{
  switch (relation)
    {
    case STRATA_RELATION_PARENT:
      return _ ("called by");
    case STRATA_RELATION_SELF:
      return _ ("itself");
    case STRATA_RELATION_CHILD:
      return _ ("calls");
    case STRATA_RELATION_RECURSIVE_PARENT:
      return _ ("called by, inside itself");
    case STRATA_RELATION_RECURSIVE_CHILD:
      return _ ("calls, inside itself");
    case STRATA_RELATION_NAME:
      return _ ("name");
    }

  g_return_val_if_reached ("");
}

static gboolean
get (StrataRow row,
     guint column,
     StrataCell *cell)
{
  const Data *data = row.data;
  const StrataDiffRelative *relative = g_ptr_array_index (data->relatives, row.number);

  switch (column)
    {
    case COLUMN_OF:
      strata_cell_set_text (cell, strata_diff_get_name (data->diff, strata_diff_get_row (data->diff, data->row)));
      break;
    case COLUMN_RELATION:
      strata_cell_set_text (cell, strata_relation_get_id (relative->relation));
      break;
    case COLUMN_A:
    case COLUMN_B:
      strata_cell_set_number (cell, relative->inclusive_ns[column - COLUMN_A]);
      break;
    case COLUMN_DELTA:
      strata_cell_set_number (cell, strata_diff_subtract (relative->inclusive_ns[STRATA_DIFF_A], relative->inclusive_ns[STRATA_DIFF_B]));
      break;
    case COLUMN_CPU_A:
    case COLUMN_CPU_B:
      strata_cell_set_number (cell, relative->inclusive_cpu_ns[column - COLUMN_CPU_A]);
      break;
    case COLUMN_CALLS_A:
    case COLUMN_CALLS_B:
      strata_cell_set_number (cell, (gint64) relative->n_calls[column - COLUMN_CALLS_A]);
      break;
    case COLUMN_NAME:
      strata_cell_set_text (cell, relative->name != NULL ? relative->name : "");
      break;
    }

  return TRUE;
}

/* CPU time if there is no wall time. */
static gint64
get_ns (const StrataDiffRelative *relative,
        StrataDiffSide side)
{
  return relative->inclusive_ns[side] != STRATA_NO_TIME ? relative->inclusive_ns[side] : relative->inclusive_cpu_ns[side];
}

static gint64
get_delta_ns (const StrataDiffRelative *relative)
{
  return strata_diff_subtract (get_ns (relative, STRATA_DIFF_A), get_ns (relative, STRATA_DIFF_B));
}

/* A relative that a side does not have has no time there, rather than 0. */
static gint64
get_shown_ns (const StrataDiffRelative *relative,
              StrataDiffSide side)
{
  const gint64 time_ns = get_ns (relative, side);

  return time_ns == 0 && relative->n_calls[side] == 0 ? STRATA_NO_TIME : time_ns;
}

static void
show_name (StrataCell *cell,
           const StrataDiffRelative *relative)
{
  if (relative->name != NULL)
    strata_diff_cell_set_name (cell, relative->name);
  else
    strata_cell_set_text (cell, relative->relation == STRATA_RELATION_SELF ? "" : _ ("(no caller)"));
}

static gboolean
show (StrataRow row,
      guint column,
      StrataCell *cell)
{
  const Data *data = row.data;
  const StrataDiffRelative *relative = g_ptr_array_index (data->relatives, row.number);

  switch (column)
    {
    case COLUMN_RELATION:
      strata_cell_set_text (cell, get_relation_title (relative->relation));
      return TRUE;
    case COLUMN_A:
    case COLUMN_B:
      strata_diff_cell_set_amount (cell, get_shown_ns (relative, column - COLUMN_A), strata_diff_get_unit (data->diff));
      return TRUE;
    case COLUMN_DELTA:
      strata_diff_cell_set_delta (cell, get_delta_ns (relative), strata_diff_get_unit (data->diff));
      return TRUE;
    case COLUMN_NAME:
      show_name (cell, relative);
      return TRUE;
    }

  return FALSE;
}

static gboolean
sort (StrataRow row,
      guint column,
      StrataCell *cell)
{
  const StrataDiffRelative *relative = g_ptr_array_index (((Data *) row.data)->relatives, row.number);

  switch (column)
    {
    case COLUMN_RELATION:
      strata_cell_set_number (cell, relative->relation);
      return TRUE;
    case COLUMN_A:
    case COLUMN_B:
      strata_cell_set_number (cell, get_shown_ns (relative, column - COLUMN_A));
      return TRUE;
    case COLUMN_DELTA:
      strata_cell_set_number (cell, get_delta_ns (relative));
      return TRUE;
    }

  return show (row, column, cell);
}

static const StrataTableColumn columns[] = {
  [COLUMN_OF] = { "of", N_ ("Of"), STRATA_CELL_TEXT },
  [COLUMN_RELATION] = { "relation", N_ ("Relation"), STRATA_CELL_TEXT, .n_chars = 10 },
  [COLUMN_A] = { "a_inclusive_ns", N_ ("A"), STRATA_CELL_DURATION },
  [COLUMN_B] = { "b_inclusive_ns", N_ ("B"), STRATA_CELL_DURATION },
  [COLUMN_DELTA] = { "delta_inclusive_ns", N_ ("Δ"), STRATA_CELL_DURATION },
  [COLUMN_CPU_A] = { "a_inclusive_cpu_ns", N_ ("CPU A"), STRATA_CELL_DURATION },
  [COLUMN_CPU_B] = { "b_inclusive_cpu_ns", N_ ("CPU B"), STRATA_CELL_DURATION },
  [COLUMN_CALLS_A] = { "a_calls", N_ ("Calls A"), STRATA_CELL_NUMBER },
  [COLUMN_CALLS_B] = { "b_calls", N_ ("Calls B"), STRATA_CELL_NUMBER },
  [COLUMN_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT, .is_wide = TRUE, .is_name = TRUE },
};

static const guint8 shown[] = { COLUMN_RELATION, COLUMN_NAME, COLUMN_A, COLUMN_B, COLUMN_DELTA };

const StrataRowClass strata_diff_relative_rows_class = {
  STRATA_ROW_COLUMNS (columns),
  .shown = STRATA_COLUMN_LIST (shown),
  .get = get,
  .show = show,
  .sort = sort,
  .free_data = data_free,
};

/**
 * strata_diff_relative_rows_new:
 * @diff: a comparison
 * @row: index of one of its rows
 * @relatives: (transfer full) (element-type StrataDiffRelative): relatives of its name
 *
 * Returns: (transfer full): a row for each relative, with both sides
 */
StrataRows *
strata_diff_relative_rows_new (StrataDiff *diff,
                               guint32 row,
                               GPtrArray *relatives)
{
  Data *data = g_new (Data, 1);

  *data = (Data){ strata_diff_ref (diff), row, relatives };
  return strata_rows_new (&strata_diff_relative_rows_class, data, relatives->len);
}

/**
 * strata_diff_relative_rows_get_name:
 * @rows: rows of strata_diff_relative_rows_new()
 * @row: number of one
 *
 * Returns: (transfer none) (nullable): its name
 */
const char *
strata_diff_relative_rows_get_name (const StrataRows *rows,
                                    guint row)
{
  const Data *data = strata_rows_get_data (rows);

  return ((const StrataDiffRelative *) g_ptr_array_index (data->relatives, row))->name;
}
