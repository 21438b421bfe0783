/* strata-area-rows.c - the table of items in an area
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-area-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-trace-titles.h"

typedef struct
{
  StrataTrace *trace; /* owned */
  GArray *figures;    /* (element-type StrataAreaRow) owned */
} Data;

static void
data_free (gpointer user_data)
{
  Data *data = user_data;

  g_object_unref (data->trace);
  g_array_unref (data->figures);
  g_free (data);
}

static void
set_name (StrataTrace *trace,
          const StrataAreaRow *figures,
          StrataCell *cell)
{
  if (figures->kind == STRATA_AREA_SLICES)
    {
      strata_cell_set_text (cell, strata_trace_get_string (trace, figures->key));
      return;
    }

  strata_cell_take_text (cell, strata_trace_titles_dup_thread (trace, figures->key));
}

static gboolean
get (StrataRow row,
     guint column,
     StrataCell *cell)
{
  const Data *data = row.data;
  const StrataAreaRow *figures = &g_array_index (data->figures, StrataAreaRow, row.number);

  switch (column)
    {
    case STRATA_AREA_COLUMN_NAME:
      set_name (data->trace, figures, cell);
      break;
    case STRATA_AREA_COLUMN_COUNT:
      strata_cell_set_number (cell, (gint64) figures->n_items);
      break;
    case STRATA_AREA_COLUMN_TOTAL:
      strata_cell_set_number (cell, figures->total_ns);
      break;
    case STRATA_AREA_COLUMN_MEAN:
      strata_cell_set_number (cell, figures->total_ns / (gint64) MAX (figures->n_items, 1));
      break;
    case STRATA_AREA_COLUMN_LONGEST:
      strata_cell_set_number (cell, figures->longest_ns);
      break;
    }

  return TRUE;
}

static const StrataTableColumn columns[] = {
  [STRATA_AREA_COLUMN_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT,
                                .is_wide = TRUE },
  [STRATA_AREA_COLUMN_COUNT] = { "count", N_ ("Count"), STRATA_CELL_COUNT },
  [STRATA_AREA_COLUMN_TOTAL] = { "total_ns", N_ ("Total"),
                                 STRATA_CELL_DURATION },
  [STRATA_AREA_COLUMN_MEAN] = { "mean_ns", N_ ("Mean"), STRATA_CELL_DURATION },
  [STRATA_AREA_COLUMN_LONGEST] = { "longest_ns", N_ ("Longest"),
                                   STRATA_CELL_DURATION },
};

const StrataRowClass strata_area_rows_class = {
  STRATA_ROW_COLUMNS (columns),
  .get = get,
  .is_sorted = TRUE,
  .sorted_by = STRATA_AREA_COLUMN_TOTAL,
  .free_data = data_free,
};

/**
 * strata_area_rows_new:
 * @trace: a trace
 * @figures: (element-type StrataAreaRow): the items in an area, which must
 *   not change any more
 *
 * Returns: (transfer full): a row for each, by its index
 */
StrataRows *
strata_area_rows_new (StrataTrace *trace,
                      GArray *figures)
{
  Data *data = g_new (Data, 1);

  *data = (Data){ g_object_ref (trace), g_array_ref (figures) };

  return strata_rows_new (&strata_area_rows_class, data, figures->len);
}

const StrataAreaRow *
strata_area_rows_get_figures (const StrataRows *rows,
                              guint row)
{
  return &g_array_index (((Data *) strata_rows_get_data (rows))->figures, StrataAreaRow, row);
}
