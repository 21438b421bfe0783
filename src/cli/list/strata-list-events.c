/* strata-list-events.c - strata-cli list instants, counters and cpu
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "strata-list.h"
#include "strata-sample-rows.h"

static const StrataTableColumn instant_columns[] = {
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "process", N_ ("Process"), STRATA_CELL_TEXT },
  { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  { "track", N_ ("Track"), STRATA_CELL_TEXT },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
  { "category", N_ ("Category"), STRATA_CELL_TEXT },
  { "args", N_ ("Arguments"), STRATA_CELL_TEXT },
};

static const StrataTableColumn cpu_columns[] = {
  { "cpu", N_ ("CPU"), STRATA_CELL_NUMBER },
  { "machine", N_ ("Machine"), STRATA_CELL_TEXT },
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION },
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "process", N_ ("Process"), STRATA_CELL_TEXT },
  { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  { "end_state", N_ ("Then"), STRATA_CELL_TEXT },
  { "prio", N_ ("Priority"), STRATA_CELL_NUMBER },
};

static void
add_instant (StrataTable *table,
             StrataTrace *trace,
             guint32 instant)
{
  const StrataInstants *instants = strata_trace_get_instants (trace);
  const StrataAttrs attrs = strata_attr_table_get (strata_trace_get_attrs (trace), strata_instants_get_attrs (instants, instant));
  g_autofree char *args = strata_attr_table_dup_args (strata_trace_get_attrs (trace), attrs.args);

  strata_table_number (table, instants->time_ns[instant]);
  strata_trace_cells_add_pid (table, trace, instants->process[instant]);
  strata_trace_cells_add_tid (table, trace, instants->thread[instant]);
  strata_trace_cells_add_process_name (table, trace, instants->process[instant]);
  strata_trace_cells_add_thread_name (table, trace, instants->thread[instant]);
  strata_trace_cells_add_string (table, trace, instants->track_name[instant]);
  strata_trace_cells_add_string (table, trace, instants->name[instant]);
  strata_trace_cells_add_string (table, trace, attrs.category);
  strata_table_text (table, args);
}

static void
list_instants (StrataTable *table,
               const StrataListRequest *request)
{
  StrataTrace *trace = request->trace;
  g_autofree guint64 *bits = strata_list_search (request, STRATA_SEARCH_INSTANTS);

  for (guint32 i = 0; i < strata_trace_get_instants (trace)->n_instants; i++)
    if (bits == NULL || strata_search_has (bits, i))
      add_instant (table, trace, i);
}

const StrataListKind strata_list_instants = {
  "instants",
  STRATA_LIST_COLUMNS (instant_columns),
  .can_search = TRUE,
  .write = list_instants,
};

/* The counter of each sample. */
static guint32 *
map_samples (StrataTrace *trace)
{
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);
  guint32 *counter_of_sample = g_new0 (guint32, strata_trace_get_samples (trace)->n_samples);

  for (guint32 i = 0; i < n_counters; i++)
    for (guint32 j = 0; j < counters[i].n_samples; j++)
      counter_of_sample[counters[i].first_sample + j] = i;

  return counter_of_sample;
}

static void
list_counters (StrataTable *table,
               const StrataListRequest *request)
{
  StrataTrace *trace = request->trace;
  const gboolean is_by_sample = request->where != NULL && strata_search_asks_for_values (request->where);
  g_autofree guint64 *bits = strata_list_search (request, is_by_sample ? STRATA_SEARCH_SAMPLES : STRATA_SEARCH_COUNTERS);
  const StrataSamples *samples = strata_trace_get_samples (trace);
  g_autofree guint32 *counter_of_sample = map_samples (trace);
  g_autofree guint32 *order = strata_list_sort_by_time (samples->time_ns, 0, samples->n_samples);

  for (guint32 i = 0; i < samples->n_samples; i++)
    {
      const guint32 counter = counter_of_sample[order[i]];

      if (bits == NULL || strata_search_has (bits, is_by_sample ? order[i] : counter))
        strata_sample_rows_write (table, trace, counter, order[i]);
    }
}

const StrataListKind strata_list_counters = {
  "counters",
  STRATA_LIST_COLUMNS (strata_sample_columns),
  .can_search = TRUE,
  .write = list_counters,
};

static void
add_end_state (StrataTable *table,
               guint8 end_state)
{
  const char letter = (char) (end_state & ~STRATA_END_STATE_PREEMPTED);
  const char text[3] = { letter, letter != '\0' && (end_state & STRATA_END_STATE_PREEMPTED) ? '+' : '\0', '\0' };

  strata_table_text (table, text);
}

static void
add_run (StrataTable *table,
         StrataTrace *trace,
         guint32 cpu,
         guint32 run)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  guint32 thread = runs->thread[run];
  guint32 process = thread != STRATA_NONE ? strata_trace_get_threads (trace, NULL)[thread].process : STRATA_NONE;

  strata_trace_cells_add_cpu (table, trace, cpu);
  strata_table_number (table, runs->start_ns[run]);
  strata_table_number (table, runs->end_ns[run] - runs->start_ns[run]);
  strata_trace_cells_add_pid (table, trace, process);
  strata_trace_cells_add_tid (table, trace, thread);
  strata_trace_cells_add_process_name (table, trace, process);
  strata_trace_cells_add_thread_name (table, trace, thread);
  add_end_state (table, runs->end_state[run]);
  if (runs->rank[run] != 0)
    strata_table_number (table, STRATA_RANK_PRIORITY (runs->rank[run]));
  else
    strata_table_unknown (table);
}

static void
list_cpu (StrataTable *table,
          const StrataListRequest *request)
{
  StrataTrace *trace = request->trace;
  g_autofree guint64 *bits = strata_list_search (request, STRATA_SEARCH_RUNS);
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (trace, &n_cpus);

  for (guint i = 0; i < n_cpus; i++)
    for (guint32 run = 0; run < cpus[i].n_runs; run++)
      if (bits == NULL || strata_search_has (bits, cpus[i].first_run + run))
        add_run (table, trace, cpus[i].cpu, cpus[i].first_run + run);
}

const StrataListKind strata_list_cpu = {
  "cpu",
  STRATA_LIST_COLUMNS (cpu_columns),
  .can_search = TRUE,
  .write = list_cpu,
};
