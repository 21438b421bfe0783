/* strata-list-losses.c - strata-cli list losses and names
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "strata-callsites.h"
#include "strata-list.h"

static const StrataTableColumn loss_columns[] = {
  { "cpu", N_ ("CPU"), STRATA_CELL_NUMBER },
  { "machine", N_ ("Machine"), STRATA_CELL_TEXT },
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION },
  { "events", N_ ("Events"), STRATA_CELL_NUMBER },
  { "samples", N_ ("Samples"), STRATA_CELL_NUMBER },
};

static const StrataTableColumn name_columns[] = {
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  { "since_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
};

static void
add_number (StrataTable *table,
            guint64 n_events)
{
  if (n_events != STRATA_LOSS_UNKNOWN)
    strata_table_number (table, (gint64) MIN (n_events, G_MAXINT64));
  else
    strata_table_unknown (table);
}

static void
add_loss (StrataTable *table,
          StrataTrace *trace,
          const StrataLoss *loss,
          gboolean is_of_samples)
{
  strata_trace_cells_add_cpu (table, trace, loss->cpu);
  strata_table_number (table, loss->begin_ns);
  strata_table_number (table, loss->end_ns - loss->begin_ns);
  add_number (table, is_of_samples ? STRATA_LOSS_UNKNOWN : loss->n_events);
  add_number (table, is_of_samples ? loss->n_events : STRATA_LOSS_UNKNOWN);
}

static void
list_losses (StrataTable *table,
             const StrataListRequest *request)
{
  const GArray *of_samples = strata_callsites_get (request->trace)->losses;
  guint n_losses;
  const StrataLoss *losses = strata_trace_get_losses (request->trace, &n_losses);

  for (guint i = 0; i < n_losses; i++)
    add_loss (table, request->trace, &losses[i], FALSE);
  for (guint i = 0; i < of_samples->len; i++)
    add_loss (table, request->trace, &g_array_index (of_samples, StrataLoss, i), TRUE);
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
