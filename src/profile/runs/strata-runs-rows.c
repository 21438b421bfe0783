/* strata-runs-rows.c - the table of a comparison of sets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-runs-rows.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-diff-cells.h"
#include "strata-run-names.h"
#include "strata-runs-text.h"

static const StrataRunsRow *
get_row (const StrataRunsDiff *diff,
         guint row)
{
  guint n_rows;

  return &strata_runs_diff_get_rows (diff, &n_rows)[row];
}

/* A share changes by percentage points, not by percent. */
static double
get_change (const StrataRunsRow *row)
{
  double change_frac;

  return row->unit != STRATA_RUNS_SHARE && strata_runs_row_get_change (row, row->change, &change_frac) ? change_frac : NAN;
}

static double
get_percent (const StrataRunsRow *row)
{
  double change_frac;

  return strata_runs_row_get_change (row, row->change, &change_frac) ? 100.0 * change_frac : NAN;
}

/* The value of a numeric column; NaN or infinite if it is not known. */
static double
get_value (const StrataRunsRow *row,
           guint column)
{
  switch (column)
    {
    case STRATA_RUNS_COLUMN_MEDIAN_A:
    case STRATA_RUNS_COLUMN_TEXT_A:
    case STRATA_RUNS_COLUMN_STRIP:
      return row->median[STRATA_DIFF_A];
    case STRATA_RUNS_COLUMN_MEDIAN_B:
    case STRATA_RUNS_COLUMN_TEXT_B:
      return row->median[STRATA_DIFF_B];
    case STRATA_RUNS_COLUMN_SPREAD_A:
    case STRATA_RUNS_COLUMN_TEXT_SPREAD_A:
      return row->spread[STRATA_DIFF_A];
    case STRATA_RUNS_COLUMN_SPREAD_B:
    case STRATA_RUNS_COLUMN_TEXT_SPREAD_B:
      return row->spread[STRATA_DIFF_B];
    case STRATA_RUNS_COLUMN_CHANGE:
    case STRATA_RUNS_COLUMN_DELTA:
      return row->change;
    case STRATA_RUNS_COLUMN_CHANGE_LOW:
    case STRATA_RUNS_COLUMN_INTERVAL:
      return row->change_low;
    case STRATA_RUNS_COLUMN_CHANGE_HIGH:
      return row->change_high;
    case STRATA_RUNS_COLUMN_CHANGE_PERCENT:
      return get_percent (row);
    case STRATA_RUNS_COLUMN_CHANGE_TEXT:
      return get_change (row);
    case STRATA_RUNS_COLUMN_P_VALUE:
      return row->p_value;
    case STRATA_RUNS_COLUMN_P_ADJUSTED:
      return row->adjusted;
    case STRATA_RUNS_COLUMN_SMALLEST:
    case STRATA_RUNS_COLUMN_TEXT_SMALLEST:
      return row->smallest;
    }

  g_return_val_if_reached (NAN);
}

static void
set_figure (StrataCell *cell,
            double value)
{
  if (isfinite (value))
    strata_diff_cell_set_figure (cell, value);
}

/* Times are whole ns, as everywhere. */
static void
set_value (StrataCell *cell,
           const StrataRunsRow *row,
           double value)
{
  if (row->unit == STRATA_RUNS_TIME)
    strata_diff_cell_set_time (cell, value);
  else
    set_figure (cell, value);
}

static void
set_name (StrataCell *cell,
          const StrataRunsRow *row)
{
  const char *role;

  strata_cell_take_text (cell, strata_run_names_split (row->name, &role));
}

static void
set_role (StrataCell *cell,
          const StrataRunsRow *row)
{
  const char *role;
  g_autofree char *name = strata_run_names_split (row->name, &role);

  strata_cell_take_text (cell, g_strdup (role));
}

static const char *
get_metric_id (const StrataRunsDiff *diff,
               const StrataRunsRow *row)
{
  if (strata_run_kind_is_name (row->kind))
    return strata_run_metric_get_id (strata_runs_diff_get_metric (diff));

  return row->unit == STRATA_RUNS_SHARE ? "share" : "time";
}

static const char *
get_per_id (const StrataRunsDiff *diff,
            const StrataRunsRow *row)
{
  const gboolean is_sum = row->kind == STRATA_RUN_STATE || (strata_run_kind_is_name (row->kind) && strata_run_metric_is_sum (strata_runs_diff_get_metric (diff)));

  if (!is_sum)
    return "none";

  return strata_runs_diff_get_iteration (diff) != NULL ? "iteration" : strata_diff_per_get_id (strata_runs_diff_get_per (diff));
}

/* Text columns for programs. */
static gboolean
set_words (StrataCell *cell,
           const StrataRunsDiff *diff,
           const StrataRunsRow *row,
           guint column)
{
  switch (column)
    {
    case STRATA_RUNS_COLUMN_KIND:
      strata_cell_set_text (cell, strata_run_kind_get_id (row->kind));
      return TRUE;
    case STRATA_RUNS_COLUMN_NAME:
      set_name (cell, row);
      return TRUE;
    case STRATA_RUNS_COLUMN_VERDICT:
      strata_cell_set_text (cell, strata_runs_verdict_get_id (row->verdict));
      return TRUE;
    case STRATA_RUNS_COLUMN_METRIC:
      strata_cell_set_text (cell, get_metric_id (diff, row));
      return TRUE;
    case STRATA_RUNS_COLUMN_UNIT:
      strata_cell_set_text (cell, row->amount != NULL ? row->amount : strata_runs_unit_get_id (row->unit));
      return TRUE;
    case STRATA_RUNS_COLUMN_PER:
      strata_cell_set_text (cell, get_per_id (diff, row));
      return TRUE;
    case STRATA_RUNS_COLUMN_RENAMED:
      if (row->moved != STRATA_NONE)
        set_name (cell, get_row (diff, row->moved));
      return TRUE;
    case STRATA_RUNS_COLUMN_THREAD:
      set_role (cell, row);
      return TRUE;
    }

  return FALSE;
}

static void
set_strip (StrataCell *cell,
           const StrataRunsRow *row)
{
  g_autofree char *a = strata_runs_dup_value (row->unit, row->amount, row->median[STRATA_DIFF_A]);
  g_autofree char *b = strata_runs_dup_value (row->unit, row->amount, row->median[STRATA_DIFF_B]);

  /* Translators: medians of A and B */
  strata_cell_take_text (cell, g_strdup_printf (_ ("%s → %s"), a, b));
}

/* Columns for the user. */
static gboolean
set_shown (StrataCell *cell,
           const StrataRunsDiff *diff,
           const StrataRunsRow *row,
           guint column)
{
  switch (column)
    {
    case STRATA_RUNS_COLUMN_VERDICT_TITLE:
      strata_cell_set_text (cell, strata_runs_row_get_title (row));
      return TRUE;
    case STRATA_RUNS_COLUMN_DELTA:
      strata_cell_take_text (cell, strata_runs_dup_delta (row->unit, row->amount, row->change));
      return TRUE;
    case STRATA_RUNS_COLUMN_CHANGE_TEXT:
      strata_diff_cell_set_change (cell, get_change (row));
      return TRUE;
    case STRATA_RUNS_COLUMN_INTERVAL:
      strata_cell_take_text (cell, strata_runs_dup_interval (row));
      return TRUE;
    case STRATA_RUNS_COLUMN_TEXT_A:
    case STRATA_RUNS_COLUMN_TEXT_SPREAD_A:
    case STRATA_RUNS_COLUMN_TEXT_B:
    case STRATA_RUNS_COLUMN_TEXT_SPREAD_B:
    case STRATA_RUNS_COLUMN_TEXT_SMALLEST:
      strata_cell_take_text (cell, strata_runs_dup_value (row->unit, row->amount, get_value (row, column)));
      return TRUE;
    case STRATA_RUNS_COLUMN_TEXT_NAME:
      strata_cell_take_text (cell, strata_runs_dup_name (diff, row));
      return TRUE;
    case STRATA_RUNS_COLUMN_STRIP:
      set_strip (cell, row);
      return TRUE;
    }

  return FALSE;
}

static gboolean
get (StrataRow at,
     guint column,
     StrataCell *cell)
{
  const StrataRunsDiff *diff = at.data;
  const StrataRunsRow *row = get_row (diff, at.number);

  if (set_words (cell, diff, row, column) || set_shown (cell, diff, row, column))
    return TRUE;

  switch (column)
    {
    case STRATA_RUNS_COLUMN_IS_SURE:
      strata_cell_set_number (cell, row->is_sure);
      break;
    case STRATA_RUNS_COLUMN_N_A:
    case STRATA_RUNS_COLUMN_N_B:
      strata_cell_set_number (cell, row->n[column - STRATA_RUNS_COLUMN_N_A]);
      break;
    case STRATA_RUNS_COLUMN_CHANGE_PERCENT:
    case STRATA_RUNS_COLUMN_P_VALUE:
    case STRATA_RUNS_COLUMN_P_ADJUSTED:
      set_figure (cell, get_value (row, column));
      break;
    default:
      set_value (cell, row, get_value (row, column));
    }

  return TRUE;
}

/* Marks significant changes with their direction; a renamed name has none. */
static void
show_verdict (StrataCell *cell,
              const StrataRunsRow *row)
{
  const char *sign = "";

  if (row->verdict == STRATA_RUNS_NOISE || row->verdict == STRATA_RUNS_TOO_FEW)
    sign = "≈ ";
  else if (row->is_sure && row->moved != STRATA_NONE)
    sign = "↔ ";
  else if (row->is_sure && strata_runs_row_is_change (row))
    sign = row->change >= 0.0 ? "▲ " : "▼ ";

  strata_cell_take_text (cell, g_strconcat (sign, strata_runs_row_get_title (row), NULL));
}

static void
show_p (StrataCell *cell,
        double p_value)
{
  if (isnan (p_value))
    strata_cell_set_text (cell, "–");
  else
    strata_cell_take_text (cell, g_strdup_printf ("%.2g", p_value));
}

static gboolean
show (StrataRow at,
      guint column,
      StrataCell *cell)
{
  const StrataRunsRow *row = get_row (at.data, at.number);

  if (column == STRATA_RUNS_COLUMN_VERDICT_TITLE)
    show_verdict (cell, row);
  else if (column == STRATA_RUNS_COLUMN_P_ADJUSTED)
    show_p (cell, row->adjusted);
  else if (column == STRATA_RUNS_COLUMN_CHANGE_TEXT && isnan (get_change (row)))
    strata_cell_set_text (cell, "–");
  else
    return FALSE;

  return TRUE;
}

static gboolean
sort (StrataRow at,
      guint column,
      StrataCell *cell)
{
  if (column == STRATA_RUNS_COLUMN_VERDICT_TITLE)
    return show (at, column, cell);
  if (column == STRATA_RUNS_COLUMN_TEXT_NAME)
    return FALSE;

  const double value = get_value (get_row (at.data, at.number), column);

  strata_cell_set_real (cell, isfinite (value) ? value : NAN);
  return TRUE;
}

static const StrataTableColumn columns[] = {
  [STRATA_RUNS_COLUMN_KIND] = { "kind", NULL, STRATA_CELL_TEXT },
  [STRATA_RUNS_COLUMN_NAME] = { "name", NULL, STRATA_CELL_TEXT },
  [STRATA_RUNS_COLUMN_VERDICT] = { "verdict", NULL, STRATA_CELL_TEXT },
  [STRATA_RUNS_COLUMN_IS_SURE] = { "is_sure", NULL, STRATA_CELL_NUMBER },
  [STRATA_RUNS_COLUMN_METRIC] = { "metric", NULL, STRATA_CELL_TEXT },
  [STRATA_RUNS_COLUMN_UNIT] = { "unit", NULL, STRATA_CELL_TEXT },
  [STRATA_RUNS_COLUMN_PER] = { "per", NULL, STRATA_CELL_TEXT },
  [STRATA_RUNS_COLUMN_N_A] = { "a_runs", NULL, STRATA_CELL_NUMBER },
  [STRATA_RUNS_COLUMN_N_B] = { "b_runs", NULL, STRATA_CELL_NUMBER },
  [STRATA_RUNS_COLUMN_MEDIAN_A] = { "a_median", NULL, STRATA_CELL_FIGURE },
  [STRATA_RUNS_COLUMN_MEDIAN_B] = { "b_median", NULL, STRATA_CELL_FIGURE },
  [STRATA_RUNS_COLUMN_SPREAD_A] = { "a_spread", NULL, STRATA_CELL_FIGURE },
  [STRATA_RUNS_COLUMN_SPREAD_B] = { "b_spread", NULL, STRATA_CELL_FIGURE },
  [STRATA_RUNS_COLUMN_CHANGE] = { "change", NULL, STRATA_CELL_FIGURE },
  [STRATA_RUNS_COLUMN_CHANGE_LOW] = { "change_low", NULL, STRATA_CELL_FIGURE },
  [STRATA_RUNS_COLUMN_CHANGE_HIGH] = { "change_high", NULL, STRATA_CELL_FIGURE },
  [STRATA_RUNS_COLUMN_CHANGE_PERCENT] = { "change_percent", NULL, STRATA_CELL_FIGURE },
  [STRATA_RUNS_COLUMN_P_VALUE] = { "p_value", NULL, STRATA_CELL_FIGURE },
  [STRATA_RUNS_COLUMN_P_ADJUSTED] = { "p_adjusted", N_ ("Adjusted p"), STRATA_CELL_FIGURE, .n_chars = 10 },
  [STRATA_RUNS_COLUMN_SMALLEST] = { "smallest_change", NULL, STRATA_CELL_FIGURE },
  [STRATA_RUNS_COLUMN_RENAMED] = { "renamed", NULL, STRATA_CELL_TEXT },
  [STRATA_RUNS_COLUMN_THREAD] = { "thread", NULL, STRATA_CELL_TEXT },

  [STRATA_RUNS_COLUMN_VERDICT_TITLE] = { "verdict", N_ ("Change"), STRATA_CELL_TEXT, .n_chars = 16 },
  [STRATA_RUNS_COLUMN_DELTA] = { "delta", N_ ("Δ"), STRATA_CELL_FIGURE, .n_chars = 10 },
  [STRATA_RUNS_COLUMN_CHANGE_TEXT] = { "change", N_ ("Δ %"), STRATA_CELL_FIGURE, .n_chars = 10 },
  [STRATA_RUNS_COLUMN_INTERVAL] = { "interval", /* xgettext:no-c-format */ N_ ("95 % interval"), STRATA_CELL_FIGURE, .n_chars = 20 },
  [STRATA_RUNS_COLUMN_TEXT_A] = { "a", N_ ("A"), STRATA_CELL_FIGURE, .n_chars = 10 },
  [STRATA_RUNS_COLUMN_TEXT_SPREAD_A] = { "a_spread", N_ ("± A"), STRATA_CELL_FIGURE },
  [STRATA_RUNS_COLUMN_TEXT_B] = { "b", N_ ("B"), STRATA_CELL_FIGURE, .n_chars = 10 },
  [STRATA_RUNS_COLUMN_TEXT_SPREAD_B] = { "b_spread", N_ ("± B"), STRATA_CELL_FIGURE },
  [STRATA_RUNS_COLUMN_TEXT_SMALLEST] = { "smallest", N_ ("Detectable"), STRATA_CELL_FIGURE, .n_chars = 10 },
  [STRATA_RUNS_COLUMN_TEXT_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT, .is_wide = TRUE, .is_name = TRUE },
  [STRATA_RUNS_COLUMN_STRIP] = { "runs", N_ ("Runs: A, B"), STRATA_CELL_TEXT },
};

static const guint8 printed[] = {
  STRATA_RUNS_COLUMN_VERDICT_TITLE,
  STRATA_RUNS_COLUMN_DELTA,
  STRATA_RUNS_COLUMN_CHANGE_TEXT,
  STRATA_RUNS_COLUMN_INTERVAL,
  STRATA_RUNS_COLUMN_TEXT_A,
  STRATA_RUNS_COLUMN_TEXT_SPREAD_A,
  STRATA_RUNS_COLUMN_TEXT_B,
  STRATA_RUNS_COLUMN_TEXT_SPREAD_B,
  STRATA_RUNS_COLUMN_TEXT_SMALLEST,
  STRATA_RUNS_COLUMN_P_ADJUSTED,
  STRATA_RUNS_COLUMN_TEXT_NAME,
};

static const guint8 shown[] = {
  STRATA_RUNS_COLUMN_VERDICT_TITLE,
  STRATA_RUNS_COLUMN_TEXT_NAME,
  STRATA_RUNS_COLUMN_STRIP,
  STRATA_RUNS_COLUMN_DELTA,
  STRATA_RUNS_COLUMN_CHANGE_TEXT,
  STRATA_RUNS_COLUMN_INTERVAL,
  STRATA_RUNS_COLUMN_TEXT_A,
  STRATA_RUNS_COLUMN_TEXT_B,
  STRATA_RUNS_COLUMN_TEXT_SMALLEST,
  STRATA_RUNS_COLUMN_P_ADJUSTED,
};

const StrataRowClass strata_runs_rows_class = {
  STRATA_ROW_COLUMNS (columns),
  .exported = { .n_columns = STRATA_RUNS_COLUMN_VERDICT_TITLE },
  .printed = STRATA_COLUMN_LIST (printed),
  .shown = STRATA_COLUMN_LIST (shown),
  .get = get,
  .show = show,
  .sort = sort,
  .free_data = (GDestroyNotify) strata_runs_diff_unref,
};

/**
 * strata_runs_rows_new:
 * @diff: a comparison
 *
 * Returns: (transfer full): a row for each of its rows, in order
 */
StrataRows *
strata_runs_rows_new (StrataRunsDiff *diff)
{
  guint n_rows;

  strata_runs_diff_get_rows (diff, &n_rows);
  return strata_rows_new (&strata_runs_rows_class, strata_runs_diff_ref (diff), n_rows);
}

/* Returns the comparison. */
StrataRunsDiff *
strata_runs_rows_get_diff (const StrataRows *rows)
{
  return strata_rows_get_data (rows);
}

/* Returns its row of the comparison. */
const StrataRunsRow *
strata_runs_rows_get (const StrataRows *rows,
                      guint row)
{
  return get_row (strata_rows_get_data (rows), row);
}
