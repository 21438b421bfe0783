/* strata-diff-rows.c - the table of names in a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-rows.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-diff-cells.h"
#include "strata-diff-private.h"

/* In the order of the columns. */
static const StrataDiffMetric metrics[STRATA_N_DIFF_COLUMN_METRICS] = {
  STRATA_DIFF_INCLUSIVE,
  STRATA_DIFF_EXCLUSIVE,
  STRATA_DIFF_CPU,
  STRATA_DIFF_CALLS,
  STRATA_DIFF_MEAN,
  STRATA_DIFF_P95,
  STRATA_DIFF_MAX,
};

/* The three columns of a metric. */
enum
{
  PART_A,
  PART_B,
  PART_DELTA,
  N_PARTS,
};

#define COLUMN(place, part) (STRATA_DIFF_COLUMN_METRICS + N_PARTS * (place) + (part))

enum
{
  PLACE_INCLUSIVE,
  PLACE_EXCLUSIVE,
  PLACE_CPU,
  PLACE_CALLS,
  PLACE_MEAN,
  PLACE_P95,
  PLACE_MAX,
};

static gboolean
is_metric (guint column)
{
  return column >= STRATA_DIFF_COLUMN_METRICS && column < STRATA_DIFF_COLUMN_P_VALUE;
}

static StrataDiffMetric
get_metric (guint column)
{
  return metrics[(column - STRATA_DIFF_COLUMN_METRICS) / N_PARTS];
}

static double
get_metric_value (const StrataDiff *diff,
                  const StrataDiffRow *row,
                  guint column)
{
  const guint part = (column - STRATA_DIFF_COLUMN_METRICS) % N_PARTS;
  const StrataDiffMetric metric = get_metric (column);

  if (part == PART_DELTA)
    return strata_diff_get_delta (diff, row, metric);

  return strata_diff_get_value (diff, row, part == PART_A ? STRATA_DIFF_A : STRATA_DIFF_B, metric);
}

static double
get_change (const StrataDiff *diff,
            const StrataDiffRow *row,
            StrataDiffMetric metric)
{
  double change_frac;

  return strata_diff_get_change (diff, row, metric, &change_frac) ? change_frac : NAN;
}

/* The value of a numeric column; NaN if it is not known. */
static double
get_value (const StrataDiff *diff,
           const StrataDiffRow *row,
           guint column)
{
  if (is_metric (column))
    return get_metric_value (diff, row, column);

  switch (column)
    {
    case STRATA_DIFF_COLUMN_P_VALUE:
      return row->total.p_value;
    case STRATA_DIFF_COLUMN_P_ADJUSTED:
      return row->total.adjusted;
    case STRATA_DIFF_COLUMN_EFFECT:
      return row->total.effect;
    case STRATA_DIFF_COLUMN_SELF_P_VALUE:
      return row->self.p_value;
    case STRATA_DIFF_COLUMN_SELF_P_ADJUSTED:
      return row->self.adjusted;
    case STRATA_DIFF_COLUMN_SELF_EFFECT:
      return row->self.effect;
    case STRATA_DIFF_COLUMN_MEAN_P_ADJUSTED:
      return row->mean.adjusted;
    case STRATA_DIFF_COLUMN_TAIL_P_ADJUSTED:
      return row->tail.adjusted;
    case STRATA_DIFF_COLUMN_SELF_CHANGE:
      return row->mean_change_ns;
    case STRATA_DIFF_COLUMN_SELF_CHANGE_LOW:
      return row->mean_change_ns - row->mean_error_ns;
    case STRATA_DIFF_COLUMN_SELF_CHANGE_HIGH:
      return row->mean_change_ns + row->mean_error_ns;
    case STRATA_DIFF_COLUMN_OWN_DELTA:
      return strata_diff_get_delta (diff, row, strata_diff_get_own_metric (diff));
    case STRATA_DIFF_COLUMN_OWN_CHANGE:
      return get_change (diff, row, strata_diff_get_own_metric (diff));
    case STRATA_DIFF_COLUMN_TOTAL_A:
      return strata_diff_get_value (diff, row, STRATA_DIFF_A, strata_diff_get_total_metric (diff));
    case STRATA_DIFF_COLUMN_TOTAL_B:
      return strata_diff_get_value (diff, row, STRATA_DIFF_B, strata_diff_get_total_metric (diff));
    case STRATA_DIFF_COLUMN_TOTAL_DELTA:
      return strata_diff_get_delta (diff, row, strata_diff_get_total_metric (diff));
    case STRATA_DIFF_COLUMN_MEAN_CHANGE:
      return get_change (diff, row, STRATA_DIFF_MEAN);
    case STRATA_DIFF_COLUMN_P:
      return strata_diff_row_get_p (row);
    }

  g_return_val_if_reached (NAN);
}

static void
set_only_in (StrataCell *cell,
             const StrataDiffRow *row)
{
  if (row->row[STRATA_DIFF_A] == STRATA_NONE)
    strata_cell_set_text (cell, "b");
  else if (row->row[STRATA_DIFF_B] == STRATA_NONE)
    strata_cell_set_text (cell, "a");
}

/* The name, with a note if there is one. */
static void
set_noted_name (StrataCell *cell,
                const StrataDiff *diff,
                const StrataDiffRow *row)
{
  g_autofree char *note = strata_diff_dup_note (diff, row);

  strata_diff_cell_set_name (cell, strata_diff_get_name (diff, row));
  if (note == NULL)
    return;

  char *noted = g_strdup_printf ("%s  (%s)", cell->text, note);

  strata_cell_clear (cell);
  strata_cell_take_text (cell, noted);
}

/* Sets a metric for programs and the command line: times in whole ns, and calls in total or per unit. */
static void
set_metric (StrataCell *cell,
            guint column,
            double value)
{
  if (get_metric (column) == STRATA_DIFF_CALLS)
    strata_diff_cell_set_known (cell, value);
  else
    strata_diff_cell_set_time (cell, value);
}

static gboolean
get (StrataRow at,
     guint column,
     StrataCell *cell)
{
  const StrataDiff *diff = at.data;
  const StrataDiffRow *row = strata_diff_get_row (diff, at.number);

  if (is_metric (column))
    {
      set_metric (cell, column, get_metric_value (diff, row, column));
      return TRUE;
    }

  switch (column)
    {
    case STRATA_DIFF_COLUMN_NAME:
      strata_cell_set_text (cell, strata_diff_get_name (diff, row));
      break;
    case STRATA_DIFF_COLUMN_ONLY_IN:
      set_only_in (cell, row);
      break;
    case STRATA_DIFF_COLUMN_VERDICT:
      strata_cell_set_text (cell, strata_diff_verdict_get_id (row->verdict));
      break;
    case STRATA_DIFF_COLUMN_SELF_CHANGE:
    case STRATA_DIFF_COLUMN_SELF_CHANGE_LOW:
    case STRATA_DIFF_COLUMN_SELF_CHANGE_HIGH:
      strata_diff_cell_set_time (cell, get_value (diff, row, column));
      break;
    case STRATA_DIFF_COLUMN_NOTE:
      strata_cell_take_text (cell, strata_diff_dup_note (diff, row));
      break;
    case STRATA_DIFF_COLUMN_CHANGE:
      strata_cell_set_text (cell, strata_diff_verdict_get_title (row->verdict));
      break;
    case STRATA_DIFF_COLUMN_TOTAL_A:
    case STRATA_DIFF_COLUMN_TOTAL_B:
      strata_diff_cell_set_amount (cell, strata_diff_round (get_value (diff, row, column)), strata_diff_get_unit (diff));
      break;
    case STRATA_DIFF_COLUMN_OWN_DELTA:
    case STRATA_DIFF_COLUMN_TOTAL_DELTA:
      strata_diff_cell_set_delta (cell, strata_diff_round (get_value (diff, row, column)), strata_diff_get_unit (diff));
      break;
    case STRATA_DIFF_COLUMN_OWN_CHANGE:
    case STRATA_DIFF_COLUMN_MEAN_CHANGE:
      strata_diff_cell_set_change (cell, get_value (diff, row, column));
      break;
    case STRATA_DIFF_COLUMN_NOTED_NAME:
      set_noted_name (cell, diff, row);
      break;
    default:
      strata_diff_cell_set_figure (cell, get_value (diff, row, column));
    }

  return TRUE;
}

/* A total is a whole number; a value per frame or second may not be. */
static void
show_calls (StrataCell *cell,
            double n_calls)
{
  if (isnan (n_calls) || n_calls == rint (n_calls))
    strata_diff_cell_set_count (cell, strata_diff_round (n_calls));
  else
    strata_cell_take_text (cell, g_strdup_printf ("%.2f", n_calls));
}

/* Marks differences that are not significant. */
static void
show_verdict (StrataCell *cell,
              StrataDiffVerdict verdict)
{
  const char *sign = verdict == STRATA_DIFF_NOISE || verdict == STRATA_DIFF_TOO_FEW ? "≈ " : "";

  strata_cell_take_text (cell, g_strconcat (sign, strata_diff_verdict_get_title (verdict), NULL));
}

static gboolean
show (StrataRow at,
      guint column,
      StrataCell *cell)
{
  const StrataDiff *diff = at.data;
  const StrataDiffRow *row = strata_diff_get_row (diff, at.number);

  if (column == STRATA_DIFF_COLUMN_NAME)
    strata_diff_cell_set_name (cell, strata_diff_get_name (diff, row));
  else if (column == STRATA_DIFF_COLUMN_CHANGE)
    show_verdict (cell, row->verdict);
  else if (column == STRATA_DIFF_COLUMN_P)
    strata_diff_cell_set_p (cell, strata_diff_row_get_p (row));
  else if (is_metric (column) && get_metric (column) == STRATA_DIFF_CALLS)
    show_calls (cell, get_metric_value (diff, row, column));
  else if (is_metric (column))
    strata_diff_cell_set_amount (cell, strata_diff_round (get_metric_value (diff, row, column)), strata_diff_get_unit (diff));
  else
    return FALSE;

  return TRUE;
}

static gboolean
sort (StrataRow at,
      guint column,
      StrataCell *cell)
{
  const StrataDiffRow *row = strata_diff_get_row (at.data, at.number);

  if (column == STRATA_DIFF_COLUMN_NAME || column == STRATA_DIFF_COLUMN_NOTE)
    return show (at, column, cell);

  if (column == STRATA_DIFF_COLUMN_CHANGE)
    strata_cell_set_number (cell, row->verdict);
  else
    strata_cell_set_real (cell, get_value (at.data, row, column));

  return TRUE;
}

/* A note is longer than its cell. It also explains the change that it is about. */
static gboolean
tooltip (StrataRow at,
         guint column,
         StrataCell *cell)
{
  if (column != STRATA_DIFF_COLUMN_NOTE && column != STRATA_DIFF_COLUMN_CHANGE)
    return FALSE;

  strata_cell_take_text (cell, strata_diff_dup_note (at.data, strata_diff_get_row (at.data, at.number)));
  return TRUE;
}

#define FIGURES(place, name, kind, a, b)                                     \
  [COLUMN (place, PART_A)] = { "a_" name, a, kind, NUMBER },                 \
                  [COLUMN (place, PART_B)] = { "b_" name, b, kind, NUMBER }, \
                  [COLUMN (place, PART_DELTA)] = { "delta_" name, NULL, kind }

/* Wide enough for "+1,234.5 ms". */
#define NUMBER .n_chars = 10

static const StrataTableColumn columns[] = {
  [STRATA_DIFF_COLUMN_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT, .is_wide = TRUE, .is_name = TRUE },
  [STRATA_DIFF_COLUMN_ONLY_IN] = { "only_in", NULL, STRATA_CELL_TEXT },
  FIGURES (PLACE_INCLUSIVE, "inclusive_ns", STRATA_CELL_DURATION, NULL, NULL),
  FIGURES (PLACE_EXCLUSIVE, "exclusive_ns", STRATA_CELL_DURATION, NULL, NULL),
  FIGURES (PLACE_CPU, "cpu_ns", STRATA_CELL_DURATION, NULL, NULL),
  FIGURES (PLACE_CALLS, "calls", STRATA_CELL_FIGURE, N_ ("Calls A"), N_ ("Calls B")),
  FIGURES (PLACE_MEAN, "mean_ns", STRATA_CELL_DURATION, N_ ("Mean A"), N_ ("Mean B")),
  FIGURES (PLACE_P95, "p95_ns", STRATA_CELL_DURATION, N_ ("95 % A"), N_ ("95 % B")),
  FIGURES (PLACE_MAX, "max_ns", STRATA_CELL_DURATION, N_ ("Longest A"), N_ ("Longest B")),
  [STRATA_DIFF_COLUMN_P_VALUE] = { "p_value", NULL, STRATA_CELL_FIGURE },
  [STRATA_DIFF_COLUMN_VERDICT] = { "verdict", NULL, STRATA_CELL_TEXT },
  [STRATA_DIFF_COLUMN_P_ADJUSTED] = { "p_adjusted", NULL, STRATA_CELL_FIGURE },
  [STRATA_DIFF_COLUMN_EFFECT] = { "effect", NULL, STRATA_CELL_FIGURE },
  [STRATA_DIFF_COLUMN_SELF_P_VALUE] = { "self_p_value", NULL, STRATA_CELL_FIGURE },
  [STRATA_DIFF_COLUMN_SELF_P_ADJUSTED] = { "self_p_adjusted", NULL, STRATA_CELL_FIGURE },
  [STRATA_DIFF_COLUMN_SELF_EFFECT] = { "self_effect", NULL, STRATA_CELL_FIGURE },
  [STRATA_DIFF_COLUMN_MEAN_P_ADJUSTED] = { "mean_p_adjusted", NULL, STRATA_CELL_FIGURE },
  [STRATA_DIFF_COLUMN_TAIL_P_ADJUSTED] = { "tail_p_adjusted", NULL, STRATA_CELL_FIGURE },
  [STRATA_DIFF_COLUMN_SELF_CHANGE] = { "self_change_ns", NULL, STRATA_CELL_DURATION },
  [STRATA_DIFF_COLUMN_SELF_CHANGE_LOW] = { "self_change_low_ns", NULL, STRATA_CELL_DURATION },
  [STRATA_DIFF_COLUMN_SELF_CHANGE_HIGH] = { "self_change_high_ns", NULL, STRATA_CELL_DURATION },
  [STRATA_DIFF_COLUMN_NOTE] = { "note", N_ ("Note"), STRATA_CELL_TEXT, .n_chars = 24 },

  [STRATA_DIFF_COLUMN_CHANGE] = { "change", N_ ("Change"), STRATA_CELL_TEXT, .n_chars = 22 },
  [STRATA_DIFF_COLUMN_OWN_DELTA] = { "delta_own", N_ ("Δ exclusive"), STRATA_CELL_FIGURE, NUMBER },
  [STRATA_DIFF_COLUMN_OWN_CHANGE] = { "change_own", N_ ("Δ %"), STRATA_CELL_FIGURE, NUMBER },
  [STRATA_DIFF_COLUMN_TOTAL_A] = { "a_total", N_ ("Inclusive A"), STRATA_CELL_FIGURE, NUMBER },
  [STRATA_DIFF_COLUMN_TOTAL_B] = { "b_total", N_ ("Inclusive B"), STRATA_CELL_FIGURE, NUMBER },
  [STRATA_DIFF_COLUMN_TOTAL_DELTA] = { "delta_total", N_ ("Δ inclusive"), STRATA_CELL_FIGURE, NUMBER },
  [STRATA_DIFF_COLUMN_MEAN_CHANGE] = { "change_mean", N_ ("Δ mean"), STRATA_CELL_FIGURE, NUMBER },
  [STRATA_DIFF_COLUMN_P] = { "p", N_ ("p"), STRATA_CELL_FIGURE, NUMBER },
  [STRATA_DIFF_COLUMN_NOTED_NAME] = { "noted_name", N_ ("Name"), STRATA_CELL_TEXT },
};

static const guint8 printed[] = {
  STRATA_DIFF_COLUMN_CHANGE,
  STRATA_DIFF_COLUMN_OWN_DELTA,
  STRATA_DIFF_COLUMN_OWN_CHANGE,
  STRATA_DIFF_COLUMN_TOTAL_DELTA,
  COLUMN (PLACE_CALLS, PART_A),
  COLUMN (PLACE_CALLS, PART_B),
  COLUMN (PLACE_MEAN, PART_A),
  COLUMN (PLACE_MEAN, PART_B),
  STRATA_DIFF_COLUMN_MEAN_CHANGE,
  STRATA_DIFF_COLUMN_P,
  STRATA_DIFF_COLUMN_NOTED_NAME,
};

#define CHANGE_COLUMNS STRATA_DIFF_COLUMN_CHANGE, STRATA_DIFF_COLUMN_NAME, STRATA_DIFF_COLUMN_OWN_DELTA, STRATA_DIFF_COLUMN_OWN_CHANGE
#define FIGURE_COLUMNS                \
  COLUMN (PLACE_MEAN, PART_A),        \
      COLUMN (PLACE_MEAN, PART_B),    \
      STRATA_DIFF_COLUMN_MEAN_CHANGE, \
      STRATA_DIFF_COLUMN_TOTAL_A,     \
      STRATA_DIFF_COLUMN_TOTAL_B,     \
      STRATA_DIFF_COLUMN_TOTAL_DELTA, \
      COLUMN (PLACE_CALLS, PART_A),   \
      COLUMN (PLACE_CALLS, PART_B),   \
      COLUMN (PLACE_P95, PART_A),     \
      COLUMN (PLACE_P95, PART_B),     \
      COLUMN (PLACE_MAX, PART_A),     \
      COLUMN (PLACE_MAX, PART_B),     \
      STRATA_DIFF_COLUMN_P

/* Notes say how sure a change is, so they are in sight in a window of 1280 pixels. */
static const guint8 shown[] = { CHANGE_COLUMNS, STRATA_DIFF_COLUMN_NOTE, FIGURE_COLUMNS };
static const guint8 shown_without_notes[] = { CHANGE_COLUMNS, FIGURE_COLUMNS };

#define DIFF_ROW_CLASS(list)                                    \
  {                                                             \
    STRATA_ROW_COLUMNS (columns),                               \
        .exported = { .n_columns = STRATA_DIFF_COLUMN_CHANGE }, \
        .printed = STRATA_COLUMN_LIST (printed),                \
        .shown = STRATA_COLUMN_LIST (list),                     \
        .get = get,                                             \
        .show = show,                                           \
        .sort = sort,                                           \
        .tooltip = tooltip,                                     \
        .free_data = (GDestroyNotify) strata_diff_unref,        \
  }

const StrataRowClass strata_diff_rows_class = DIFF_ROW_CLASS (shown);

/* Without notes their column would only take the room of figures. */
static const StrataRowClass rows_without_notes_class = DIFF_ROW_CLASS (shown_without_notes);

static gboolean
has_notes (StrataDiff *diff)
{
  guint n_rows;

  strata_diff_get_rows (diff, &n_rows);
  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *note = strata_diff_dup_note (diff, strata_diff_get_row (diff, i));

      if (note != NULL)
        return TRUE;
    }

  return FALSE;
}

/**
 * strata_diff_rows_new:
 * @diff: a comparison
 *
 * Returns: (transfer full): a row for each of its names, in order; the window shows notes only if there are any
 */
StrataRows *
strata_diff_rows_new (StrataDiff *diff)
{
  guint n_rows;

  strata_diff_get_rows (diff, &n_rows);
  return strata_rows_new (has_notes (diff) ? &strata_diff_rows_class : &rows_without_notes_class, strata_diff_ref (diff), n_rows);
}
