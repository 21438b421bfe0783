/* strata-diff-measure-rows.c - the table of other measures in a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-measure-rows.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-diff-cells.h"

enum
{
  COLUMN_KIND,
  COLUMN_FIGURE,
  COLUMN_A,
  COLUMN_B,
  COLUMN_DELTA,
  COLUMN_CHANGE,
  COLUMN_P,
  COLUMN_NAME,
  COLUMN_UNIT,
  N_EXPORTED,

  /* For the user: the same in words and with units. */
  COLUMN_KIND_TITLE = N_EXPORTED,
  COLUMN_FIGURE_TITLE,
  COLUMN_TEXT_A,
  COLUMN_TEXT_B,
  COLUMN_TEXT_DELTA,
  COLUMN_TEXT_CHANGE,
};

static const char *const unit_ids[] = {
  [STRATA_MEASURE_IN_NS] = "ns",
  [STRATA_MEASURE_IN_ITEMS] = "",
  [STRATA_MEASURE_IN_PARTS] = "part",
  [STRATA_MEASURE_IN_OWN] = "own",
};

static const StrataDiffMeasure *
get_measure (const GArray *measures,
             guint row)
{
  return &g_array_index (measures, StrataDiffMeasure, row);
}

/* The value of a numeric column; NaN if it is not known. */
static double
get_value (const StrataDiffMeasure *measure,
           guint column)
{
  switch (column)
    {
    case COLUMN_A:
    case COLUMN_TEXT_A:
      return measure->value[STRATA_DIFF_A];
    case COLUMN_B:
    case COLUMN_TEXT_B:
      return measure->value[STRATA_DIFF_B];
    case COLUMN_DELTA:
    case COLUMN_TEXT_DELTA:
      return strata_diff_measure_get_delta (measure);
    case COLUMN_CHANGE:
    case COLUMN_TEXT_CHANGE:
      return strata_diff_measure_get_change (measure);
    case COLUMN_P:
      return measure->p_value;
    }

  g_return_val_if_reached (NAN);
}

/* Programs get whole ns and items. */
static void
set_value (StrataCell *cell,
           const StrataDiffMeasure *measure,
           double value)
{
  if (measure->unit == STRATA_MEASURE_IN_NS || measure->unit == STRATA_MEASURE_IN_ITEMS)
    strata_diff_cell_set_time (cell, value);
  else
    strata_diff_cell_set_figure (cell, value);
}

static void
set_text (StrataCell *cell,
          const StrataDiffMeasure *measure,
          double value,
          gboolean is_delta)
{
  char text[STRATA_UNITS_BYTES];

  if (!isnan (value))
    strata_cell_take_text (cell, g_strdup (is_delta ? strata_diff_measure_format_delta (measure->unit, value, text) : strata_diff_measure_format (measure->unit, value, text)));
}

static gboolean
get (StrataRow row,
     guint column,
     StrataCell *cell)
{
  const StrataDiffMeasure *measure = get_measure (row.data, row.number);

  switch (column)
    {
    case COLUMN_KIND:
      strata_cell_set_text (cell, strata_measure_kind_get_id (measure->kind));
      break;
    case COLUMN_FIGURE:
      strata_cell_set_text (cell, measure->figure);
      break;
    case COLUMN_A:
    case COLUMN_B:
    case COLUMN_DELTA:
      set_value (cell, measure, get_value (measure, column));
      break;
    case COLUMN_CHANGE:
    case COLUMN_P:
      strata_diff_cell_set_figure (cell, get_value (measure, column));
      break;
    case COLUMN_NAME:
      strata_cell_set_text (cell, measure->name);
      break;
    case COLUMN_UNIT:
      strata_cell_set_text (cell, unit_ids[measure->unit]);
      break;
    case COLUMN_KIND_TITLE:
      strata_cell_set_text (cell, strata_measure_kind_get_title (measure->kind));
      break;
    case COLUMN_FIGURE_TITLE:
      strata_cell_set_text (cell, strata_measure_figure_get_title (measure->figure));
      break;
    case COLUMN_TEXT_A:
    case COLUMN_TEXT_B:
    case COLUMN_TEXT_DELTA:
      set_text (cell, measure, get_value (measure, column), column == COLUMN_TEXT_DELTA);
      break;
    case COLUMN_TEXT_CHANGE:
      strata_diff_cell_set_change (cell, get_value (measure, column));
      break;
    }

  return TRUE;
}

static gboolean
show (StrataRow row,
      guint column,
      StrataCell *cell)
{
  if (column != COLUMN_P)
    return FALSE;

  strata_diff_cell_set_p (cell, get_measure (row.data, row.number)->p_value);
  return TRUE;
}

static gboolean
sort (StrataRow row,
      guint column,
      StrataCell *cell)
{
  const StrataDiffMeasure *measure = get_measure (row.data, row.number);

  switch (column)
    {
    case COLUMN_KIND_TITLE:
      strata_cell_set_number (cell, measure->kind);
      return TRUE;
    case COLUMN_TEXT_A:
    case COLUMN_TEXT_B:
    case COLUMN_TEXT_DELTA:
    case COLUMN_TEXT_CHANGE:
    case COLUMN_P:
      strata_cell_set_real (cell, get_value (measure, column));
      return TRUE;
    }

  return FALSE;
}

static const StrataTableColumn columns[] = {
  [COLUMN_KIND] = { "kind", NULL, STRATA_CELL_TEXT },
  [COLUMN_FIGURE] = { "figure", NULL, STRATA_CELL_TEXT },
  [COLUMN_A] = { "a", NULL, STRATA_CELL_FIGURE },
  [COLUMN_B] = { "b", NULL, STRATA_CELL_FIGURE },
  [COLUMN_DELTA] = { "delta", NULL, STRATA_CELL_FIGURE },
  [COLUMN_CHANGE] = { "change", NULL, STRATA_CELL_FIGURE },
  [COLUMN_P] = { "p_adjusted", N_ ("p"), STRATA_CELL_FIGURE, .n_chars = 10 },
  [COLUMN_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT, .is_wide = TRUE, .is_name = TRUE },
  [COLUMN_UNIT] = { "unit", NULL, STRATA_CELL_TEXT },
  [COLUMN_KIND_TITLE] = { "kind", N_ ("Kind"), STRATA_CELL_TEXT, .n_chars = 16 },
  [COLUMN_FIGURE_TITLE] = { "figure", N_ ("Value"), STRATA_CELL_TEXT, .n_chars = 16 },
  [COLUMN_TEXT_A] = { "a", N_ ("A"), STRATA_CELL_FIGURE, .n_chars = 10 },
  [COLUMN_TEXT_B] = { "b", N_ ("B"), STRATA_CELL_FIGURE, .n_chars = 10 },
  [COLUMN_TEXT_DELTA] = { "delta", N_ ("Δ"), STRATA_CELL_FIGURE, .n_chars = 10 },
  [COLUMN_TEXT_CHANGE] = { "change", N_ ("Δ %"), STRATA_CELL_FIGURE, .n_chars = 10 },
};

static const guint8 printed[] = { COLUMN_KIND_TITLE, COLUMN_FIGURE_TITLE, COLUMN_TEXT_A, COLUMN_TEXT_B, COLUMN_TEXT_DELTA, COLUMN_TEXT_CHANGE, COLUMN_P, COLUMN_NAME };
static const guint8 shown[] = { COLUMN_KIND_TITLE, COLUMN_NAME, COLUMN_FIGURE_TITLE, COLUMN_TEXT_A, COLUMN_TEXT_B, COLUMN_TEXT_DELTA, COLUMN_TEXT_CHANGE, COLUMN_P };

const StrataRowClass strata_diff_measure_rows_class = {
  STRATA_ROW_COLUMNS (columns),
  .exported = { .n_columns = N_EXPORTED },
  .printed = STRATA_COLUMN_LIST (printed),
  .shown = STRATA_COLUMN_LIST (shown),
  .get = get,
  .show = show,
  .sort = sort,
  .free_data = (GDestroyNotify) g_array_unref,
};

StrataRows *
strata_diff_measure_rows_new (GArray *measures)
{
  return strata_rows_new (&strata_diff_measure_rows_class, g_array_ref (measures), measures->len);
}
