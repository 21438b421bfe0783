/* strata-phase-rows.c - starts and inputs as a table for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-phase-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-trace-cells.h"

/* The command line and the exports of the window share these: a contract. */
static const StrataTableColumn columns[] = {
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION },
  { "kind", N_ ("Kind"), STRATA_CELL_TEXT },
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "process", N_ ("Process"), STRATA_CELL_TEXT },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
};

/**
 * strata_phase_rows_get_columns:
 * @n_columns: (out): how many
 *
 * Returns: (transfer none) (array length=n_columns): the columns
 */
const StrataTableColumn *
strata_phase_rows_get_columns (guint *n_columns)
{
  *n_columns = G_N_ELEMENTS (columns);

  return columns;
}

/**
 * strata_phase_rows_write:
 * @table: a table with the columns
 * @trace: a trace
 * @phase: one of its starts and inputs
 *
 * Writes the row of a start, a step of one, or an input.
 */
void
strata_phase_rows_write (StrataTable *table,
                         StrataTrace *trace,
                         const StrataPhase *phase)
{
  strata_table_number (table, phase->begin_ns);
  strata_table_number (table, phase->end_ns - phase->begin_ns);
  strata_table_text (table, strata_phase_kind_get_id (phase->kind));
  strata_trace_cells_add_pid (table, trace, phase->process);
  strata_trace_cells_add_process_name (table, trace, phase->process);
  strata_trace_cells_add_string (table, trace, phase->name);
}
