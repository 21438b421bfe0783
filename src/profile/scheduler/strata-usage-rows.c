/* strata-usage-rows.c - the rows of a usage as tables for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-clusters.h"

/* The command line and the exports of the window share these: a contract.
 * Programs get the figures that shares are made of. */
static const StrataTableColumn row_columns[] = {
  { "pid", NULL, STRATA_CELL_NUMBER },
  { "tid", NULL, STRATA_CELL_NUMBER },
  { "process", NULL, STRATA_CELL_TEXT },
  { "thread", NULL, STRATA_CELL_TEXT },
  { "threads", NULL, STRATA_CELL_NUMBER },
  { "elapsed_ns", NULL, STRATA_CELL_DURATION },
  { "running_ns", NULL, STRATA_CELL_DURATION },
  { "runnable_ns", NULL, STRATA_CELL_DURATION },
  { "preempted_ns", NULL, STRATA_CELL_DURATION },
  { "sleeping_ns", NULL, STRATA_CELL_DURATION },
  { "blocked_ns", NULL, STRATA_CELL_DURATION },
  { "blocked_io_ns", NULL, STRATA_CELL_DURATION },
  { "stopped_ns", NULL, STRATA_CELL_DURATION },
  { "unknown_ns", NULL, STRATA_CELL_DURATION },
  { "voluntary_switches", NULL, STRATA_CELL_NUMBER },
  { "involuntary_switches", NULL, STRATA_CELL_NUMBER },
  { "wakeups", NULL, STRATA_CELL_NUMBER },
  { "mean_latency_ns", NULL, STRATA_CELL_DURATION },
  { "max_latency_ns", NULL, STRATA_CELL_DURATION },
};

static const StrataTableColumn cpu_columns[] = {
  { "cpu", NULL, STRATA_CELL_NUMBER },
  { "elapsed_ns", NULL, STRATA_CELL_DURATION },
  { "running_ns", NULL, STRATA_CELL_DURATION },
  { "idle_ns", NULL, STRATA_CELL_DURATION },
  { "unknown_ns", NULL, STRATA_CELL_DURATION },
  { "interrupt_ns", NULL, STRATA_CELL_DURATION },
  { "busy_ns", NULL, STRATA_CELL_DURATION },
  { "switches", NULL, STRATA_CELL_NUMBER },
  { "cluster", NULL, STRATA_CELL_NUMBER },
  { "top_khz", NULL, STRATA_CELL_NUMBER },
};

/* Cells are for people, too. */
static const StrataTableColumn cell_columns[] = {
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "process", N_ ("Process"), STRATA_CELL_TEXT },
  { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  { "cpu", N_ ("CPU"), STRATA_CELL_NUMBER },
  { "khz", N_ ("kHz"), STRATA_CELL_NUMBER },
  { "running_ns", N_ ("Running"), STRATA_CELL_DURATION },
};

/**
 * strata_usage_rows_get_columns:
 * @by: what the rows are about
 * @n_columns: (out): how many
 *
 * Returns: (transfer none) (array length=n_columns): the columns
 */
const StrataTableColumn *
strata_usage_rows_get_columns (StrataUsageBy by,
                               guint *n_columns)
{
  *n_columns = by == STRATA_USAGE_BY_CPU ? G_N_ELEMENTS (cpu_columns) : G_N_ELEMENTS (row_columns);

  return by == STRATA_USAGE_BY_CPU ? cpu_columns : row_columns;
}

/**
 * strata_usage_rows_get_cell_columns:
 * @n_columns: (out): how many
 *
 * Returns: (transfer none) (array length=n_columns): the columns of time per CPU and frequency
 */
const StrataTableColumn *
strata_usage_rows_get_cell_columns (guint *n_columns)
{
  *n_columns = G_N_ELEMENTS (cell_columns);

  return cell_columns;
}

static void
add_number (StrataTable *table,
            gint64 number,
            gboolean is_known)
{
  if (is_known)
    strata_table_number (table, number);
  else
    strata_table_unknown (table);
}

/* Whose row it is: PID, TID and both names, as far as they apply. */
static void
add_owner (StrataTable *table,
           StrataTrace *trace,
           StrataUsageBy by,
           guint32 index)
{
  const StrataThread *thread = by == STRATA_USAGE_BY_THREAD ? &strata_trace_get_threads (trace, NULL)[index] : NULL;
  guint32 owner = by == STRATA_USAGE_BY_PROCESS ? index : STRATA_NONE;

  if (thread != NULL)
    owner = thread->process;

  const StrataProcess *process = owner != STRATA_NONE ? &strata_trace_get_processes (trace, NULL)[owner] : NULL;

  add_number (table, process != NULL ? process->pid : 0, process != NULL && process->pid >= 0);
  add_number (table, thread != NULL ? thread->tid : 0, thread != NULL);
  strata_table_text (table, process != NULL ? strata_trace_get_string (trace, process->name) : "");
  strata_table_text (table, thread != NULL ? strata_trace_get_string (trace, thread->name) : "");
}

static void
write_row (StrataTable *table,
           const StrataUsage *usage,
           const StrataUsageRow *row,
           StrataUsageBy by)
{
  add_owner (table, strata_usage_get_trace (usage), by, row->index);
  strata_table_number (table, row->n_threads);
  strata_table_number (table, strata_span_get_length_ns (strata_usage_get_span (usage)));
  strata_table_number (table, row->states_ns[STRATA_STATE_RUNNING]);
  strata_table_number (table, row->states_ns[STRATA_STATE_RUNNABLE]);
  strata_table_number (table, row->states_ns[STRATA_STATE_PREEMPTED]);
  strata_table_number (table, row->states_ns[STRATA_STATE_SLEEPING]);
  strata_table_number (table, strata_usage_row_get_blocked_ns (row));
  strata_table_number (table, row->states_ns[STRATA_STATE_BLOCKED_IO]);
  strata_table_number (table, row->states_ns[STRATA_STATE_STOPPED]);
  strata_table_number (table, row->states_ns[STRATA_STATE_UNKNOWN]);
  strata_table_number (table, (gint64) row->n_voluntary);
  strata_table_number (table, (gint64) row->n_involuntary);
  strata_table_number (table, (gint64) row->n_wakeups);
  strata_table_number (table, strata_usage_row_get_mean_latency_ns (row));
  strata_table_number (table, row->max_latency_ns);
}

/* Clusters count from 0 for the slowest. */
static void
write_cluster (StrataTable *table,
               StrataTrace *trace,
               guint32 cpu)
{
  g_autoptr (StrataClusters) clusters = cpu != STRATA_NONE ? strata_clusters_new (trace) : NULL;
  const StrataCluster *cluster = clusters != NULL ? strata_clusters_find_cluster (clusters, cpu) : NULL;

  add_number (table, cluster != NULL ? cluster->rank : 0, cluster != NULL);
  add_number (table, cluster != NULL ? cluster->top_khz : 0, cluster != NULL);
}

static void
write_cpu (StrataTable *table,
           StrataTrace *trace,
           const StrataUsageCpu *cpu)
{
  add_number (table, cpu->cpu, cpu->cpu != STRATA_NONE);
  strata_table_number (table, strata_time_add (strata_usage_cpu_get_known_ns (cpu), cpu->unknown_ns));
  strata_table_number (table, cpu->running_ns);
  strata_table_number (table, cpu->idle_ns);
  strata_table_number (table, cpu->unknown_ns);
  strata_table_number (table, cpu->interrupt_ns);
  strata_table_number (table, cpu->busy_ns);
  strata_table_number (table, (gint64) cpu->n_switches);
  write_cluster (table, trace, cpu->cpu);
}

/**
 * strata_usage_rows_write:
 * @table: a table with the columns of @by
 * @usage: a usage
 * @by: what the rows are about
 * @row: index of one; of CPUs, the one after the last is all of them together
 *
 * Writes a row.
 */
void
strata_usage_rows_write (StrataTable *table,
                         const StrataUsage *usage,
                         StrataUsageBy by,
                         guint row)
{
  guint n_rows;

  if (by == STRATA_USAGE_BY_CPU)
    {
      const StrataUsageCpu *cpus = strata_usage_get_cpus (usage, &n_rows);

      write_cpu (table, strata_usage_get_trace (usage), row < n_rows ? &cpus[row] : strata_usage_get_system (usage));
      return;
    }

  write_row (table, usage, &(by == STRATA_USAGE_BY_THREAD ? strata_usage_get_threads (usage, &n_rows) : strata_usage_get_processes (usage, &n_rows))[row], by);
}

/**
 * strata_usage_rows_write_cell:
 * @table: a table with the columns of cells
 * @usage: a usage
 * @by: what the cells are about
 * @cell: one of them
 *
 * Writes how long something ran on a CPU at a frequency.
 */
void
strata_usage_rows_write_cell (StrataTable *table,
                              const StrataUsage *usage,
                              StrataUsageBy by,
                              const StrataUsageCell *cell)
{
  add_owner (table, strata_usage_get_trace (usage), by, cell->index);
  strata_table_number (table, cell->cpu);
  add_number (table, cell->khz, cell->khz != STRATA_USAGE_NO_KHZ);
  strata_table_number (table, cell->running_ns);
}
