/* strata-phase-rows.c - the table of starts and inputs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-phase-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-trace-cells.h"

typedef struct
{
  StrataTrace *trace;  /* owned */
  StrataPhase *phases; /* owned */
} Data;

static void
data_free (gpointer user_data)
{
  Data *data = user_data;

  g_object_unref (data->trace);
  g_free (data->phases);
  g_free (data);
}

static gboolean
get (StrataRow row,
     guint column,
     StrataCell *cell)
{
  const Data *data = row.data;
  const StrataPhase *phase = &data->phases[row.number];

  switch (column)
    {
    case STRATA_PHASE_COLUMN_TIME:
      strata_cell_set_number (cell, phase->begin_ns);
      break;
    case STRATA_PHASE_COLUMN_DURATION:
      strata_cell_set_number (cell, phase->end_ns - phase->begin_ns);
      break;
    case STRATA_PHASE_COLUMN_KIND:
      strata_cell_set_text (cell, strata_phase_kind_get_id (phase->kind));
      break;
    case STRATA_PHASE_COLUMN_PID:
      strata_trace_cells_set_pid (cell, data->trace, phase->process);
      break;
    case STRATA_PHASE_COLUMN_PROCESS:
      strata_trace_cells_set_process_name (cell, data->trace, phase->process);
      break;
    case STRATA_PHASE_COLUMN_NAME:
      strata_trace_cells_set_string (cell, data->trace, phase->name);
      break;
    }

  return TRUE;
}

static gboolean
show (StrataRow row,
      guint column,
      StrataCell *cell)
{
  if (column != STRATA_PHASE_COLUMN_KIND)
    return FALSE;

  strata_cell_set_text (cell, strata_phase_kind_get_name (((Data *) row.data)->phases[row.number].kind));
  return TRUE;
}

static const StrataTableColumn columns[] = {
  [STRATA_PHASE_COLUMN_TIME] = { "ts_ns", N_ ("Time"), STRATA_CELL_TIME,
                                 .is_reversed = TRUE },
  [STRATA_PHASE_COLUMN_DURATION] = { "dur_ns", N_ ("Duration"),
                                     STRATA_CELL_DURATION },
  [STRATA_PHASE_COLUMN_KIND] = { "kind", N_ ("Kind"), STRATA_CELL_TEXT,
                                 .n_chars = 18 },
  [STRATA_PHASE_COLUMN_PID] = { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  [STRATA_PHASE_COLUMN_PROCESS] = { "process", N_ ("Process"), STRATA_CELL_TEXT,
                                    .n_chars = 18 },
  [STRATA_PHASE_COLUMN_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT,
                                 .is_wide = TRUE },
};

static const guint8 shown[] = {
  STRATA_PHASE_COLUMN_KIND,
  STRATA_PHASE_COLUMN_DURATION,
  STRATA_PHASE_COLUMN_TIME,
  STRATA_PHASE_COLUMN_NAME,
  STRATA_PHASE_COLUMN_PROCESS,
};

const StrataRowClass strata_phase_rows_class = {
  STRATA_ROW_COLUMNS (columns),
  .shown = STRATA_COLUMN_LIST (shown),
  .get = get,
  .show = show,
  .free_data = data_free,
};

/**
 * strata_phase_rows_new:
 * @trace: a trace
 * @phases: (array length=n_phases): its starts and inputs; copied
 * @n_phases: how many
 *
 * Returns: (transfer full): a row for each phase, by its index
 */
StrataRows *
strata_phase_rows_new (StrataTrace *trace,
                       const StrataPhase *phases,
                       guint n_phases)
{
  Data *data = g_new (Data, 1);

  *data = (Data){ g_object_ref (trace), g_memdup2 (phases, n_phases * sizeof *phases) };

  StrataRows *rows = strata_rows_new (&strata_phase_rows_class, data, n_phases);

  strata_rows_set_axis (rows, strata_trace_get_span (trace));
  return rows;
}
