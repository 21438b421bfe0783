/* strata-sample-rows.c - a table of counter samples for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sample-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-device-names.h"
#include "strata-trace-cells.h"

/* Stable: the command line and the exports of the window share these. */
const StrataTableColumn strata_sample_columns[STRATA_N_SAMPLE_TABLE_COLUMNS] = {
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
  { "value", N_ ("Value"), STRATA_CELL_NUMBER },
};

/**
 * strata_sample_rows_dup_name:
 * @trace: a trace
 * @counter: index of a counter
 *
 * The title of a counter per CPU includes its CPU, and on another machine that machine's name.
 *
 * Returns: (transfer full): its title
 */
char *
strata_sample_rows_dup_name (StrataTrace *trace,
                             guint32 counter)
{
  const StrataCounter *row = strata_trace_get_counters (trace, NULL) + counter;
  const char *name = strata_trace_get_string (trace, row->name);

  if (row->cpu < STRATA_DEVICE_CPUS)
    return row->cpu >= 0 ? g_strdup_printf ("cpu%d %s", row->cpu, name) : g_strdup (name);

  g_autofree char *machine = strata_device_names_dup_title (trace, (guint32) row->cpu / STRATA_DEVICE_CPUS);

  return g_strdup_printf ("cpu%d %s (%s)", row->cpu % STRATA_DEVICE_CPUS, name, machine);
}

/**
 * strata_sample_rows_write:
 * @table: where to write
 * @trace: a trace
 * @counter: index of a counter
 * @sample: index of one of its samples
 *
 * Writes a sample.
 */
void
strata_sample_rows_write (StrataTable *table,
                          StrataTrace *trace,
                          guint32 counter,
                          guint32 sample)
{
  const StrataSamples *samples = strata_trace_get_samples (trace);
  g_autofree char *name = strata_sample_rows_dup_name (trace, counter);

  strata_table_number (table, samples->time_ns[sample]);
  strata_trace_cells_add_pid (table, trace, strata_trace_get_counters (trace, NULL)[counter].process);
  strata_table_text (table, name);
  strata_trace_cells_add_sample (table, trace, sample);
}
