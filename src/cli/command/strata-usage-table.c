/* strata-usage-table.c - the tables of strata-cli usage
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage-table.h"

#include <glib/gi18n.h>

#include "strata-clusters.h"
#include "strata-list.h"
#include "strata-units.h"
#include "strata-usage-rows.h"

static const StrataTableColumn text_columns[] = {
  { "usage", N_ ("Usage"), STRATA_CELL_FIGURE },
  { "running", N_ ("Running"), STRATA_CELL_DURATION },
  { "runnable", N_ ("Runnable"), STRATA_CELL_DURATION },
  { "preempted", N_ ("Preempted"), STRATA_CELL_DURATION },
  { "sleeping", N_ ("Sleeping"), STRATA_CELL_DURATION },
  { "blocked", N_ ("Blocked"), STRATA_CELL_DURATION },
  { "blocked_io", N_ ("Blocked by I/O"), STRATA_CELL_DURATION },
  { "switches", N_ ("Switches"), STRATA_CELL_FIGURE },
  { "wakeups", N_ ("Wake-ups"), STRATA_CELL_NUMBER },
  { "mean_latency", N_ ("Mean latency"), STRATA_CELL_DURATION },
  { "max_latency", N_ ("Max latency"), STRATA_CELL_DURATION },
  { "id", N_ ("ID"), STRATA_CELL_NUMBER },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
};

static const StrataTableColumn cpu_text_columns[] = {
  { "cpu", N_ ("CPU"), STRATA_CELL_FIGURE },
  { "usage", N_ ("Usage"), STRATA_CELL_FIGURE },
  { "running", N_ ("Running"), STRATA_CELL_DURATION },
  { "idle", N_ ("Idle"), STRATA_CELL_DURATION },
  { "unknown", N_ ("Unknown"), STRATA_CELL_DURATION },
  { "interrupt", N_ ("Interrupts"), STRATA_CELL_DURATION },
  { "switches", N_ ("Switches"), STRATA_CELL_NUMBER },
  { "cluster", N_ ("Cluster"), STRATA_CELL_FIGURE },
  { "top_khz", N_ ("Top kHz"), STRATA_CELL_NUMBER },
};

static const StrataTableColumn slice_columns[] = {
  { "kind", N_ ("What"), STRATA_CELL_TEXT },
  { "state", N_ ("State"), STRATA_CELL_TEXT },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION },
  { "count", N_ ("Count"), STRATA_CELL_NUMBER },
};

static void
add_states (StrataTable *table,
            const StrataUsageRow *row)
{
  strata_table_number (table, row->states_ns[STRATA_STATE_RUNNING]);
  strata_table_number (table, row->states_ns[STRATA_STATE_RUNNABLE]);
  strata_table_number (table, row->states_ns[STRATA_STATE_PREEMPTED]);
  strata_table_number (table, row->states_ns[STRATA_STATE_SLEEPING]);
  strata_table_number (table, strata_usage_row_get_blocked_ns (row));
  strata_table_number (table, row->states_ns[STRATA_STATE_BLOCKED_IO]);
}

static void
write_text_row (StrataTable *table,
                const StrataUsage *usage,
                const StrataUsageRow *row,
                StrataUsageBy by)
{
  StrataTrace *trace = strata_usage_get_trace (usage);
  g_autofree char *switches = g_strdup_printf ("%" G_GUINT64_FORMAT "+%" G_GUINT64_FORMAT, row->n_voluntary, row->n_involuntary);
  char text[STRATA_UNITS_BYTES];

  strata_table_text (table, strata_units_share (row->states_ns[STRATA_STATE_RUNNING], strata_span_get_length_ns (strata_usage_get_span (usage)), text));
  add_states (table, row);
  strata_table_text (table, switches);
  strata_table_number (table, (gint64) row->n_wakeups);
  strata_table_number (table, strata_usage_row_get_mean_latency_ns (row));
  strata_table_number (table, row->max_latency_ns);

  if (by == STRATA_USAGE_BY_THREAD)
    {
      strata_trace_cells_add_tid (table, trace, row->index);
      strata_trace_cells_add_thread_name (table, trace, row->index);
    }
  else
    {
      strata_trace_cells_add_pid (table, trace, row->index);
      if (row->index == STRATA_NONE)
        strata_table_text (table, _ ("(process not known)"));
      else
        strata_trace_cells_add_process_name (table, trace, row->index);
    }
}

/**
 * strata_usage_table_write_rows:
 * @usage: a usage
 * @output: where to write
 * @style: how to write
 * @by: processes or threads
 */
void
strata_usage_table_write_rows (const StrataUsage *usage,
                               StrataOutput *output,
                               StrataTableStyle style,
                               StrataUsageBy by)
{
  const gboolean is_text = style == STRATA_TABLE_TEXT;
  guint n_rows, n_columns;
  const StrataUsageRow *rows = by == STRATA_USAGE_BY_THREAD ? strata_usage_get_threads (usage, &n_rows) : strata_usage_get_processes (usage, &n_rows);
  const StrataTableColumn *columns = strata_usage_rows_get_columns (by, &n_columns);
  StrataTable *table = is_text ? strata_table_new (output, style, text_columns, G_N_ELEMENTS (text_columns))
                               : strata_table_new (output, style, columns, n_columns);

  for (guint i = 0; i < n_rows; i++)
    if (is_text)
      write_text_row (table, usage, &rows[i], by);
    else
      strata_usage_rows_write (table, usage, by, i);

  strata_table_close (table);
}

/* "1/2" for the slower of two. */
static void
write_text_cluster (StrataTable *table,
                    const StrataCluster *cluster)
{
  g_autofree char *text = cluster != NULL ? g_strdup_printf ("%u/%u", cluster->rank + 1, cluster->n_ranks) : g_strdup ("");

  strata_table_text (table, text);
  if (cluster != NULL)
    strata_table_number (table, cluster->top_khz);
  else
    strata_table_unknown (table);
}

static void
write_text_cpu (StrataTable *table,
                const StrataClusters *clusters,
                const StrataUsageCpu *cpu)
{
  char text[STRATA_UNITS_BYTES];

  if (cpu->cpu == STRATA_NONE)
    strata_table_text (table, _ ("all"));
  else
    {
      g_snprintf (text, sizeof text, "%u", cpu->cpu);
      strata_table_text (table, text);
    }

  strata_table_text (table, strata_units_share (cpu->busy_ns, strata_usage_cpu_get_known_ns (cpu), text));
  strata_table_number (table, cpu->running_ns);
  strata_table_number (table, cpu->idle_ns);
  strata_table_number (table, cpu->unknown_ns);
  strata_table_number (table, cpu->interrupt_ns);
  strata_table_number (table, (gint64) cpu->n_switches);
  write_text_cluster (table, cpu->cpu != STRATA_NONE ? strata_clusters_find_cluster (clusters, cpu->cpu) : NULL);
}

/**
 * strata_usage_table_write_cpus:
 * @usage: a usage
 * @output: where to write
 * @style: how to write
 *
 * Writes a row a CPU, and a last one without a number for all together.
 */
void
strata_usage_table_write_cpus (const StrataUsage *usage,
                               StrataOutput *output,
                               StrataTableStyle style)
{
  const gboolean is_text = style == STRATA_TABLE_TEXT;
  g_autoptr (StrataClusters) clusters = strata_clusters_new (strata_usage_get_trace (usage));
  guint n_cpus, n_columns;
  const StrataUsageCpu *cpus = strata_usage_get_cpus (usage, &n_cpus);
  const StrataTableColumn *columns = strata_usage_rows_get_columns (STRATA_USAGE_BY_CPU, &n_columns);
  StrataTable *table = is_text ? strata_table_new (output, style, cpu_text_columns, G_N_ELEMENTS (cpu_text_columns))
                               : strata_table_new (output, style, columns, n_columns);

  for (guint i = 0; i < n_cpus + (n_cpus > 0); i++)
    if (is_text)
      write_text_cpu (table, clusters, i < n_cpus ? &cpus[i] : strata_usage_get_system (usage));
    else
      strata_usage_rows_write (table, usage, STRATA_USAGE_BY_CPU, i);

  strata_table_close (table);
}

/**
 * strata_usage_table_write_cells:
 * @usage: a usage
 * @output: where to write
 * @style: how to write
 * @by: what runs
 *
 * Writes how long each ran on which CPU at which frequency.
 */
void
strata_usage_table_write_cells (const StrataUsage *usage,
                                StrataOutput *output,
                                StrataTableStyle style,
                                StrataUsageBy by)
{
  g_autoptr (GArray) cells = strata_usage_list_cells (usage, by);
  guint n_columns;
  const StrataTableColumn *columns = strata_usage_rows_get_cell_columns (&n_columns);
  StrataTable *table = strata_table_new (output, style, columns, n_columns);

  for (guint i = 0; i < cells->len; i++)
    strata_usage_rows_write_cell (table, usage, by, &g_array_index (cells, StrataUsageCell, i));

  strata_table_close (table);
}

static void
write_part (StrataTable *table,
            StrataTrace *trace,
            const char *kind,
            const char *state,
            const char *name,
            guint32 thread,
            gint64 time_ns,
            gint64 ns,
            guint32 count)
{
  strata_table_text (table, kind);
  strata_table_text (table, state);
  strata_table_text (table, name);
  strata_trace_cells_add_tid (table, trace, thread);
  strata_table_number (table, time_ns);
  strata_table_number (table, ns);
  strata_table_number (table, count);
}

static void
write_waits (StrataTable *table,
             StrataTrace *trace,
             const StrataSliceStates *split)
{
  for (guint i = 0; i < split->waits->len; i++)
    {
      const StrataSliceWait *wait = &g_array_index (split->waits, StrataSliceWait, i);

      write_part (table, trace, "function", strata_state_get_name (wait->state), strata_trace_get_string (trace, wait->function),
                  STRATA_NONE, strata_trace_get_states (trace)->start_ns[wait->longest_state], wait->total_ns, wait->n_waits);
    }
}

static void
write_wakers (StrataTable *table,
              StrataTrace *trace,
              const StrataSliceStates *split)
{
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);

  for (guint i = 0; i < split->wakers->len; i++)
    {
      const StrataSliceWaker *waker = &g_array_index (split->wakers, StrataSliceWaker, i);
      const char *name = waker->thread != STRATA_NONE ? strata_trace_get_string (trace, threads[waker->thread].name) : "";

      write_part (table, trace, waker->is_interrupt ? "interrupt" : "waker", strata_state_get_name (STRATA_STATE_RUNNABLE), name,
                  waker->thread, strata_trace_get_states (trace)->start_ns[waker->longest_state], waker->latency_ns, waker->n_wakeups);
    }
}

/**
 * strata_usage_table_write_slice:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 * @slice: index of a slice
 * @split: (nullable): what its thread did
 *
 * Writes the slice, its time by state, the functions that it was blocked in and
 * its wakers; of the last two, the time is that of the longest.
 */
void
strata_usage_table_write_slice (StrataTrace *trace,
                                StrataOutput *output,
                                StrataTableStyle style,
                                guint32 slice,
                                const StrataSliceStates *split)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  StrataTable *table = strata_table_new (output, style, slice_columns, G_N_ELEMENTS (slice_columns));

  write_part (table, trace, "slice", "", strata_trace_get_string (trace, slices->name[slice]), strata_trace_find_thread (trace, slice),
              slices->start_ns[slice], strata_slice_table_get_wall_ns (slices, slice), 1);

  for (guint i = 0; split != NULL && i < STRATA_N_STATES; i++)
    if (split->n_states[i] > 0)
      write_part (table, trace, "state", strata_state_get_name (i), "", STRATA_NONE, STRATA_NO_TIME, split->states_ns[i], split->n_states[i]);

  if (split != NULL)
    {
      write_waits (table, trace, split);
      write_wakers (table, trace, split);
    }

  strata_table_close (table);
}
