/* strata-sample-rows.c - samples of counters as a table for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sample-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-trace-cells.h"

/* The command line and the exports of the window share these: a contract. */
static const StrataTableColumn columns[] = {
  { "ts_ns", N_ ("Time (s)"), STRATA_CELL_TIME },
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
  { "value", N_ ("Value"), STRATA_CELL_NUMBER },
};

/**
 * strata_sample_rows_get_columns:
 * @n_columns: (out): how many
 *
 * Returns: (transfer none) (array length=n_columns): the columns
 */
const StrataTableColumn *
strata_sample_rows_get_columns (guint *n_columns)
{
  *n_columns = G_N_ELEMENTS (columns);
  return columns;
}

/* A counter that each CPU has is told apart by its CPU. */
static void
write_name (StrataTable *table,
            StrataTrace *trace,
            const StrataCounter *counter)
{
  if (counter->cpu < 0)
    {
      strata_table_text (table, strata_trace_get_string (trace, counter->name));
      return;
    }

  g_autofree char *name = g_strdup_printf ("cpu%d %s", counter->cpu, strata_trace_get_string (trace, counter->name));

  strata_table_text (table, name);
}

/**
 * strata_sample_rows_write:
 * @table: where to write
 * @trace: a trace
 * @counter: index of a counter
 * @sample: index of one of its samples
 *
 * Writes what a counter was at a time.
 */
void
strata_sample_rows_write (StrataTable *table,
                          StrataTrace *trace,
                          guint32 counter,
                          guint32 sample)
{
  const StrataSamples *samples = strata_trace_get_samples (trace);
  const StrataCounter *row = strata_trace_get_counters (trace, NULL) + counter;

  strata_table_number (table, samples->time_ns[sample]);
  strata_trace_cells_add_pid (table, trace, row->process);
  write_name (table, trace, row);
  strata_table_number (table, samples->value[sample]);
}
