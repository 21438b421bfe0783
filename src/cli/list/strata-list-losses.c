/* strata-list-losses.c - strata-cli list losses and names
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "strata-list.h"

static const StrataTableColumn loss_columns[] = {
  { "cpu", N_ ("CPU"), STRATA_CELL_NUMBER },
  { "machine", N_ ("Machine"), STRATA_CELL_TEXT },
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION },
  { "events", N_ ("Events"), STRATA_CELL_NUMBER },
};

static const StrataTableColumn name_columns[] = {
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  { "since_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
};

static void
list_losses (StrataTable *table,
             const StrataListRequest *request)
{
  StrataTrace *trace = request->trace;
  guint n_losses;
  const StrataLoss *losses = strata_trace_get_losses (trace, &n_losses);

  for (guint i = 0; i < n_losses; i++)
    {
      strata_trace_cells_add_cpu (table, trace, losses[i].cpu);
      strata_table_number (table, losses[i].begin_ns);
      strata_table_number (table, losses[i].end_ns - losses[i].begin_ns);

      if (losses[i].n_events != STRATA_LOSS_UNKNOWN)
        strata_table_number (table, (gint64) MIN (losses[i].n_events, G_MAXINT64));
      else
        strata_table_unknown (table);
    }
}

const StrataListKind strata_list_losses = {
  "losses",
  STRATA_LIST_COLUMNS (loss_columns),
  .write = list_losses,
};

static void
list_names (StrataTable *table,
            const StrataListRequest *request)
{
  StrataTrace *trace = request->trace;
  guint n_names;
  const StrataThreadName *names = strata_trace_get_thread_names (trace, &n_names);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);

  for (guint i = 0; i < n_names; i++)
    {
      strata_trace_cells_add_pid (table, trace, threads[names[i].thread].process);
      strata_trace_cells_add_tid (table, trace, names[i].thread);
      strata_trace_cells_add_thread_name (table, trace, names[i].thread);
      strata_table_number (table, names[i].time_ns);
      strata_trace_cells_add_string (table, trace, names[i].name);
    }
}

const StrataListKind strata_list_names = {
  "names",
  STRATA_LIST_COLUMNS (name_columns),
  .write = list_names,
};
