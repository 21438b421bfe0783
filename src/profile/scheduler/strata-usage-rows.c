/* strata-usage-rows.c - the tables of a usage
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-clusters.h"
#include "strata-cpu-title.h"
#include "strata-trace-cells.h"

/* Processes, threads, CPUs, and runs by CPU and frequency: four tables of the same columns.
 * Programs get the figures from which shares are computed. */
typedef struct
{
  StrataUsage *usage; /* owned */
  StrataTrace *trace; /* borrowed from the usage */
  StrataUsageBy by;
  const StrataUsageRow
      *rows;     /* borrowed from the usage; for processes and threads */
  GArray *cells; /* owned; nullable */

  GMutex lock;              /* guards everything below */
  StrataClusters *clusters; /* owned; nullable: created on first use */
} Data;

static void
data_free (gpointer user_data)
{
  Data *data = user_data;

  g_clear_pointer (&data->cells, g_array_unref);
  g_clear_pointer (&data->clusters, strata_clusters_free);
  g_mutex_clear (&data->lock);
  strata_usage_unref (data->usage);
  g_free (data);
}

/* The last row of the CPUs is the sum of all. */
static const StrataUsageCpu *
get_cpu (const Data *data,
         guint row)
{
  guint n_cpus;
  const StrataUsageCpu *cpus = strata_usage_get_cpus (data->usage, &n_cpus);

  return row < n_cpus ? &cpus[row] : strata_usage_get_system (data->usage);
}

static void
set_owner (const Data *data,
           guint32 index,
           guint column,
           StrataCell *cell)
{
  const guint32 thread = data->by == STRATA_USAGE_BY_THREAD ? index : STRATA_NONE;
  guint32 process = data->by == STRATA_USAGE_BY_PROCESS ? index : STRATA_NONE;

  if (thread != STRATA_NONE)
    process = strata_trace_get_threads (data->trace, NULL)[thread].process;

  if (column == STRATA_USAGE_COLUMN_PID)
    strata_trace_cells_set_pid (cell, data->trace, process);
  else if (column == STRATA_USAGE_COLUMN_TID)
    strata_trace_cells_set_tid (cell, data->trace, thread);
  else if (column == STRATA_USAGE_COLUMN_PROCESS)
    strata_trace_cells_set_process_name (cell, data->trace, process);
  else
    strata_trace_cells_set_thread_name (cell, data->trace, thread);
}

static gboolean
get_of_cell (StrataRow row,
             guint column,
             StrataCell *cell)
{
  const Data *data = row.data;
  const StrataUsageCell *figures = &g_array_index (data->cells, StrataUsageCell, row.number);

  if (column == STRATA_USAGE_COLUMN_CPU)
    strata_cell_set_number (cell, figures->cpu % STRATA_DEVICE_CPUS);
  else if (column == STRATA_USAGE_COLUMN_MACHINE)
    strata_trace_cells_set_machine (cell, data->trace, figures->cpu);
  else if (column == STRATA_USAGE_COLUMN_KHZ)
    strata_trace_cells_set_known (cell, figures->khz != STRATA_USAGE_NO_KHZ, figures->khz);
  else if (column == STRATA_USAGE_COLUMN_RUNNING)
    strata_cell_set_number (cell, figures->running_ns);
  else
    set_owner (data, figures->index, column, cell);

  return TRUE;
}

/* A row without a name is called like its lane, "Process 1408": the id is beside it. */
static void
set_missing_name (const Data *data,
                  StrataCell *cell)
{
  if (cell->text != NULL && *cell->text != '\0')
    return;

  strata_cell_clear (cell);
  strata_cell_set_text (cell, data->by == STRATA_USAGE_BY_THREAD ? _ ("Thread") : _ ("Process"));
}

static void
set_row_name (const Data *data,
              guint32 index,
              StrataCell *cell)
{
  if (data->by == STRATA_USAGE_BY_THREAD)
    strata_trace_cells_set_thread_name (cell, data->trace, index);
  else if (index == STRATA_NONE)
    strata_cell_set_text (cell, _ ("(process not known)"));
  else
    strata_trace_cells_set_process_name (cell, data->trace, index);

  set_missing_name (data, cell);
}

/* Fills counts and sums. */
static void
get_sum (const Data *data,
         const StrataUsageRow *row,
         guint column,
         StrataCell *cell)
{
  switch (column)
    {
    case STRATA_USAGE_COLUMN_THREADS:
      strata_cell_set_number (cell, row->n_threads);
      return;
    case STRATA_USAGE_COLUMN_ELAPSED:
      strata_cell_set_number (cell, strata_span_get_length_ns (strata_usage_get_span (data->usage)));
      return;
    case STRATA_USAGE_COLUMN_VOLUNTARY:
      strata_cell_set_number (cell, (gint64) row->n_voluntary);
      return;
    case STRATA_USAGE_COLUMN_INVOLUNTARY:
      strata_cell_set_number (cell, (gint64) row->n_involuntary);
      return;
    case STRATA_USAGE_COLUMN_SWITCHES:
      strata_cell_set_number (cell, (gint64) (row->n_voluntary + row->n_involuntary));
      return;
    case STRATA_USAGE_COLUMN_BOTH_SWITCHES:
      strata_cell_take_text (cell, g_strdup_printf ("%" G_GUINT64_FORMAT "+%" G_GUINT64_FORMAT, row->n_voluntary, row->n_involuntary));
      return;
    case STRATA_USAGE_COLUMN_WAKEUPS:
      strata_cell_set_number (cell, (gint64) row->n_wakeups);
      return;
    case STRATA_USAGE_COLUMN_MEAN_LATENCY:
      strata_cell_set_number (cell, strata_usage_row_get_mean_latency_ns (row));
      return;
    case STRATA_USAGE_COLUMN_MAX_LATENCY:
      strata_cell_set_number (cell, row->max_latency_ns);
      return;
    case STRATA_USAGE_COLUMN_SHARE:
      strata_trace_cells_set_share (cell, row->states_ns[STRATA_STATE_RUNNING], strata_span_get_length_ns (strata_usage_get_span (data->usage)));
      return;
    case STRATA_USAGE_COLUMN_ID:
      set_owner (data, row->index, data->by == STRATA_USAGE_BY_THREAD ? STRATA_USAGE_COLUMN_TID : STRATA_USAGE_COLUMN_PID, cell);
      return;
    case STRATA_USAGE_COLUMN_NAME:
      set_row_name (data, row->index, cell);
      return;
    default:
      set_owner (data, row->index, column, cell);
    }
}

static gboolean
get_of_row (StrataRow row,
            guint column,
            StrataCell *cell)
{
  static const StrataState states[] = {
    [STRATA_USAGE_COLUMN_RUNNING - STRATA_USAGE_COLUMN_RUNNING] = STRATA_STATE_RUNNING,
    [STRATA_USAGE_COLUMN_RUNNABLE -
        STRATA_USAGE_COLUMN_RUNNING] = STRATA_STATE_RUNNABLE,
    [STRATA_USAGE_COLUMN_PREEMPTED -
        STRATA_USAGE_COLUMN_RUNNING] = STRATA_STATE_PREEMPTED,
    [STRATA_USAGE_COLUMN_SLEEPING -
        STRATA_USAGE_COLUMN_RUNNING] = STRATA_STATE_SLEEPING,
    [STRATA_USAGE_COLUMN_BLOCKED -
        STRATA_USAGE_COLUMN_RUNNING] = STRATA_STATE_BLOCKED,
    [STRATA_USAGE_COLUMN_BLOCKED_IO -
        STRATA_USAGE_COLUMN_RUNNING] = STRATA_STATE_BLOCKED_IO,
    [STRATA_USAGE_COLUMN_STOPPED -
        STRATA_USAGE_COLUMN_RUNNING] = STRATA_STATE_STOPPED,
    [STRATA_USAGE_COLUMN_UNKNOWN -
        STRATA_USAGE_COLUMN_RUNNING] = STRATA_STATE_UNKNOWN,
  };
  const Data *data = row.data;
  const StrataUsageRow *figures = &data->rows[row.number];

  if (column == STRATA_USAGE_COLUMN_BLOCKED)
    strata_cell_set_number (cell, strata_usage_row_get_blocked_ns (figures));
  else if (column >= STRATA_USAGE_COLUMN_RUNNING && column <= STRATA_USAGE_COLUMN_UNKNOWN)
    strata_cell_set_number (cell, figures->states_ns[states[column - STRATA_USAGE_COLUMN_RUNNING]]);
  else
    get_sum (data, figures, column, cell);

  return TRUE;
}

static const StrataCluster *
find_cluster (Data *data,
              guint32 cpu)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&data->lock);

  if (cpu == STRATA_NONE)
    return NULL;
  if (data->clusters == NULL)
    data->clusters = strata_clusters_new (data->trace);

  return strata_clusters_find_cluster (data->clusters, cpu);
}

/* "1/2" for the slower of two. */
static void
set_cluster (const StrataCluster *cluster,
             guint column,
             StrataCell *cell)
{
  if (column == STRATA_USAGE_COLUMN_CLUSTER_NAME)
    strata_cell_take_text (cell, cluster != NULL ? g_strdup_printf ("%u/%u", cluster->rank + 1, cluster->n_ranks) : g_strdup (""));
  else if (cluster != NULL)
    strata_cell_set_number (cell, column == STRATA_USAGE_COLUMN_CLUSTER ? cluster->rank : cluster->top_khz);
}

static gboolean
get_of_cpu (StrataRow row,
            guint column,
            StrataCell *cell)
{
  const StrataUsageCpu *cpu = get_cpu (row.data, row.number);

  switch (column)
    {
    case STRATA_USAGE_COLUMN_CPU:
      strata_trace_cells_set_known (cell, cpu->cpu != STRATA_NONE, cpu->cpu % STRATA_DEVICE_CPUS);
      break;
    case STRATA_USAGE_COLUMN_MACHINE:
      strata_trace_cells_set_machine (cell, ((const Data *) row.data)->trace, cpu->cpu);
      break;
    case STRATA_USAGE_COLUMN_CPU_NAME:
      strata_cell_take_text (cell, cpu->cpu == STRATA_NONE ? g_strdup (_ ("all")) : cpu->cpu < STRATA_DEVICE_CPUS ? g_strdup_printf ("%u", cpu->cpu)
                                                                                                                  : strata_cpu_dup_title (strata_usage_get_trace (((const Data *) row.data)->usage), cpu->cpu));
      break;
    case STRATA_USAGE_COLUMN_NAME:
      strata_cell_take_text (cell, cpu->cpu != STRATA_NONE ? strata_cpu_dup_title (strata_usage_get_trace (((const Data *) row.data)->usage), cpu->cpu) : g_strdup (_ ("All CPUs")));
      break;
    case STRATA_USAGE_COLUMN_ELAPSED:
      strata_cell_set_number (cell, strata_time_add (strata_usage_cpu_get_known_ns (cpu), cpu->unknown_ns));
      break;
    case STRATA_USAGE_COLUMN_RUNNING:
      strata_cell_set_number (cell, cpu->running_ns);
      break;
    case STRATA_USAGE_COLUMN_IDLE:
      strata_cell_set_number (cell, cpu->idle_ns);
      break;
    case STRATA_USAGE_COLUMN_UNKNOWN:
      strata_cell_set_number (cell, cpu->unknown_ns);
      break;
    case STRATA_USAGE_COLUMN_INTERRUPTS:
      strata_cell_set_number (cell, cpu->interrupt_ns);
      break;
    case STRATA_USAGE_COLUMN_BUSY:
      strata_cell_set_number (cell, cpu->busy_ns);
      break;
    case STRATA_USAGE_COLUMN_SWITCHES:
      strata_cell_set_number (cell, (gint64) cpu->n_switches);
      break;
    case STRATA_USAGE_COLUMN_SHARE:
      strata_trace_cells_set_share (cell, cpu->running_ns, strata_usage_cpu_get_known_ns (cpu));
      break;
    case STRATA_USAGE_COLUMN_CLUSTER:
    case STRATA_USAGE_COLUMN_CLUSTER_NAME:
    case STRATA_USAGE_COLUMN_TOP_KHZ:
      set_cluster (find_cluster (row.data, cpu->cpu), column, cell);
      break;
    }

  return TRUE;
}

static gboolean
show_row (StrataRow row,
          guint column,
          StrataCell *cell)
{
  const Data *data = row.data;

  if (column != STRATA_USAGE_COLUMN_PROCESS || data->by != STRATA_USAGE_BY_THREAD)
    return FALSE;
  if (strata_trace_get_threads (data->trace, NULL)[data->rows[row.number].index].process != STRATA_NONE)
    return FALSE;

  strata_cell_set_text (cell, _ ("unknown"));
  return TRUE;
}

static gboolean
sort_row (StrataRow row,
          guint column,
          StrataCell *cell)
{
  if (column != STRATA_USAGE_COLUMN_SHARE)
    return FALSE;

  return get_of_row (row, STRATA_USAGE_COLUMN_RUNNING, cell);
}

/* CPU 10 comes after CPU 9. A share sorts by its quotient, since both of its parts may differ between CPUs. */
static gboolean
sort_cpu (StrataRow row,
          guint column,
          StrataCell *cell)
{
  const StrataUsageCpu *cpu = get_cpu (row.data, row.number);

  if (column == STRATA_USAGE_COLUMN_NAME)
    strata_cell_set_number (cell, cpu->cpu);
  else if (column == STRATA_USAGE_COLUMN_SHARE)
    strata_cell_set_real (cell, (double) cpu->running_ns / (double) MAX (strata_usage_cpu_get_known_ns (cpu), 1));

  return cell->kind != STRATA_VALUE_UNKNOWN;
}

static guint64
get_row_key (StrataRow row)
{
  return ((Data *) row.data)->rows[row.number].index;
}

static guint64
get_cpu_key (StrataRow row)
{
  return get_cpu (row.data, row.number)->cpu;
}

static const StrataTableColumn columns[] = {
  [STRATA_USAGE_COLUMN_PID] = { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  [STRATA_USAGE_COLUMN_TID] = { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  [STRATA_USAGE_COLUMN_PROCESS] = { "process", N_ ("Process"), STRATA_CELL_TEXT,
                                    .n_chars = 16 },
  [STRATA_USAGE_COLUMN_THREAD] = { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  [STRATA_USAGE_COLUMN_THREADS] = { "threads", N_ ("Threads"),
                                    STRATA_CELL_COUNT, .n_chars = 7 },
  [STRATA_USAGE_COLUMN_ELAPSED] = { "elapsed_ns", N_ ("Elapsed"),
                                    STRATA_CELL_DURATION },
  [STRATA_USAGE_COLUMN_RUNNING] = { "running_ns", N_ ("Running"),
                                    STRATA_CELL_DURATION },
  [STRATA_USAGE_COLUMN_RUNNABLE] = { "runnable_ns", N_ ("Runnable"),
                                     STRATA_CELL_DURATION },
  [STRATA_USAGE_COLUMN_PREEMPTED] = { "preempted_ns", N_ ("Preempted"),
                                      STRATA_CELL_DURATION },
  [STRATA_USAGE_COLUMN_SLEEPING] = { "sleeping_ns", N_ ("Sleeping"),
                                     STRATA_CELL_DURATION },
  [STRATA_USAGE_COLUMN_BLOCKED] = { "blocked_ns", N_ ("Blocked"),
                                    STRATA_CELL_DURATION },
  [STRATA_USAGE_COLUMN_BLOCKED_IO] = { "blocked_io_ns", N_ ("Blocked by I/O"),
                                       STRATA_CELL_DURATION },
  [STRATA_USAGE_COLUMN_STOPPED] = { "stopped_ns", N_ ("Stopped"),
                                    STRATA_CELL_DURATION },
  [STRATA_USAGE_COLUMN_UNKNOWN] = { "unknown_ns", N_ ("Unknown"),
                                    STRATA_CELL_DURATION },
  [STRATA_USAGE_COLUMN_VOLUNTARY] = { "voluntary_switches", N_ ("Voluntary"),
                                      STRATA_CELL_COUNT },
  [STRATA_USAGE_COLUMN_INVOLUNTARY] = { "involuntary_switches",
                                        N_ ("Involuntary"), STRATA_CELL_COUNT },
  [STRATA_USAGE_COLUMN_WAKEUPS] = { "wakeups", N_ ("Wake-ups"),
                                    STRATA_CELL_COUNT },
  [STRATA_USAGE_COLUMN_MEAN_LATENCY] = { "mean_latency_ns", N_ ("Mean latency"),
                                         STRATA_CELL_DURATION },
  [STRATA_USAGE_COLUMN_MAX_LATENCY] = { "max_latency_ns", N_ ("Max latency"),
                                        STRATA_CELL_DURATION },
  [STRATA_USAGE_COLUMN_CPU] = { "cpu", N_ ("CPU"), STRATA_CELL_NUMBER },
  [STRATA_USAGE_COLUMN_IDLE] = { "idle_ns", N_ ("Idle"), STRATA_CELL_DURATION },
  [STRATA_USAGE_COLUMN_INTERRUPTS] = { "interrupt_ns", N_ ("Interrupts"),
                                       STRATA_CELL_DURATION },
  [STRATA_USAGE_COLUMN_BUSY] = { "busy_ns", N_ ("Busy"), STRATA_CELL_DURATION },
  [STRATA_USAGE_COLUMN_SWITCHES] = { "switches", N_ ("Switches"),
                                     STRATA_CELL_COUNT },
  [STRATA_USAGE_COLUMN_CLUSTER] = { "cluster", N_ ("Cluster"),
                                    STRATA_CELL_NUMBER },
  [STRATA_USAGE_COLUMN_TOP_KHZ] = { "top_khz", N_ ("Top kHz"),
                                    STRATA_CELL_NUMBER },
  [STRATA_USAGE_COLUMN_KHZ] = { "khz", N_ ("kHz"), STRATA_CELL_NUMBER },
  [STRATA_USAGE_COLUMN_SHARE] = { "usage", N_ ("Usage"), STRATA_CELL_FIGURE },
  [STRATA_USAGE_COLUMN_ID] = { "id", N_ ("ID"), STRATA_CELL_NUMBER,
                               .n_chars = 7 },
  [STRATA_USAGE_COLUMN_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT,
                                 .n_chars = 18, .is_wide = TRUE },
  [STRATA_USAGE_COLUMN_BOTH_SWITCHES] = { "switches", N_ ("Switches"),
                                          STRATA_CELL_FIGURE },
  [STRATA_USAGE_COLUMN_CPU_NAME] = { "cpu", N_ ("CPU"), STRATA_CELL_FIGURE },
  [STRATA_USAGE_COLUMN_CLUSTER_NAME] = { "cluster", N_ ("Cluster"),
                                         STRATA_CELL_FIGURE },
  [STRATA_USAGE_COLUMN_MACHINE] = { "machine", N_ ("Machine"), STRATA_CELL_TEXT },
};

static const guint8 exported_cpus[] = {
  STRATA_USAGE_COLUMN_CPU,
  STRATA_USAGE_COLUMN_ELAPSED,
  STRATA_USAGE_COLUMN_RUNNING,
  STRATA_USAGE_COLUMN_IDLE,
  STRATA_USAGE_COLUMN_UNKNOWN,
  STRATA_USAGE_COLUMN_INTERRUPTS,
  STRATA_USAGE_COLUMN_BUSY,
  STRATA_USAGE_COLUMN_SWITCHES,
  STRATA_USAGE_COLUMN_CLUSTER,
  STRATA_USAGE_COLUMN_TOP_KHZ,
  STRATA_USAGE_COLUMN_MACHINE,
};

static const guint8 exported_cells[] = {
  STRATA_USAGE_COLUMN_PID,
  STRATA_USAGE_COLUMN_TID,
  STRATA_USAGE_COLUMN_PROCESS,
  STRATA_USAGE_COLUMN_THREAD,
  STRATA_USAGE_COLUMN_CPU,
  STRATA_USAGE_COLUMN_KHZ,
  STRATA_USAGE_COLUMN_RUNNING,
  STRATA_USAGE_COLUMN_MACHINE,
};

/* The states of a thread. */
#define STATES                                                     \
  STRATA_USAGE_COLUMN_RUNNING, STRATA_USAGE_COLUMN_RUNNABLE,       \
      STRATA_USAGE_COLUMN_PREEMPTED, STRATA_USAGE_COLUMN_SLEEPING, \
      STRATA_USAGE_COLUMN_BLOCKED, STRATA_USAGE_COLUMN_BLOCKED_IO

static const guint8 printed_rows[] = {
  STRATA_USAGE_COLUMN_SHARE,
  STATES,
  STRATA_USAGE_COLUMN_BOTH_SWITCHES,
  STRATA_USAGE_COLUMN_WAKEUPS,
  STRATA_USAGE_COLUMN_MEAN_LATENCY,
  STRATA_USAGE_COLUMN_MAX_LATENCY,
  STRATA_USAGE_COLUMN_ID,
  STRATA_USAGE_COLUMN_NAME,
};

static const guint8 printed_cpus[] = {
  STRATA_USAGE_COLUMN_CPU_NAME,
  STRATA_USAGE_COLUMN_SHARE,
  STRATA_USAGE_COLUMN_RUNNING,
  STRATA_USAGE_COLUMN_IDLE,
  STRATA_USAGE_COLUMN_UNKNOWN,
  STRATA_USAGE_COLUMN_INTERRUPTS,
  STRATA_USAGE_COLUMN_SWITCHES,
  STRATA_USAGE_COLUMN_CLUSTER_NAME,
  STRATA_USAGE_COLUMN_TOP_KHZ,
};

/* For all tables: each has some of these. */
static const guint8 shown[] = {
  STRATA_USAGE_COLUMN_NAME,
  STRATA_USAGE_COLUMN_ID,
  STRATA_USAGE_COLUMN_PROCESS,
  STRATA_USAGE_COLUMN_THREADS,
  STRATA_USAGE_COLUMN_SHARE,
  STATES,
  STRATA_USAGE_COLUMN_IDLE,
  STRATA_USAGE_COLUMN_INTERRUPTS,
  STRATA_USAGE_COLUMN_UNKNOWN,
  STRATA_USAGE_COLUMN_SWITCHES,
  STRATA_USAGE_COLUMN_INVOLUNTARY,
  STRATA_USAGE_COLUMN_WAKEUPS,
  STRATA_USAGE_COLUMN_MEAN_LATENCY,
  STRATA_USAGE_COLUMN_MAX_LATENCY,
};

#define SHOWN_OF_ROWS                                               \
  STRATA_USAGE_COLUMN_SHARE, STATES, STRATA_USAGE_COLUMN_SWITCHES,  \
      STRATA_USAGE_COLUMN_INVOLUNTARY, STRATA_USAGE_COLUMN_WAKEUPS, \
      STRATA_USAGE_COLUMN_MEAN_LATENCY, STRATA_USAGE_COLUMN_MAX_LATENCY

static const guint8 shown_processes[] = {
  STRATA_USAGE_COLUMN_NAME, STRATA_USAGE_COLUMN_ID,
  STRATA_USAGE_COLUMN_THREADS, SHOWN_OF_ROWS
};
static const guint8 shown_threads[] = {
  STRATA_USAGE_COLUMN_NAME, STRATA_USAGE_COLUMN_ID,
  STRATA_USAGE_COLUMN_PROCESS, SHOWN_OF_ROWS
};

static const guint8 shown_cpus[] = {
  STRATA_USAGE_COLUMN_NAME,
  STRATA_USAGE_COLUMN_SHARE,
  STRATA_USAGE_COLUMN_RUNNING,
  STRATA_USAGE_COLUMN_IDLE,
  STRATA_USAGE_COLUMN_INTERRUPTS,
  STRATA_USAGE_COLUMN_UNKNOWN,
  STRATA_USAGE_COLUMN_SWITCHES,
};

#define COMMON                                     \
  STRATA_ROW_COLUMNS (columns), .is_sorted = TRUE, \
                                .sorted_by = STRATA_USAGE_COLUMN_RUNNING, .free_data = data_free

#define OF_ROWS                                                    \
  .exported = { NULL, STRATA_USAGE_COLUMN_MAX_LATENCY + 1 },       \
  .printed = STRATA_COLUMN_LIST (printed_rows), .get = get_of_row, \
  .show = show_row, .sort = sort_row, .get_key = get_row_key

const StrataRowClass strata_usage_rows_class = {
  COMMON, .shown = STRATA_COLUMN_LIST (shown), .get = get_of_row
};
static const StrataRowClass cell_class = {
  COMMON, .exported = STRATA_COLUMN_LIST (exported_cells), .get = get_of_cell
};

static const StrataRowClass classes[] = {
  [STRATA_USAGE_BY_PROCESS] = { COMMON, OF_ROWS,
                                .shown = STRATA_COLUMN_LIST (shown_processes) },
  [STRATA_USAGE_BY_THREAD] = { COMMON, OF_ROWS,
                               .shown = STRATA_COLUMN_LIST (shown_threads) },
  [STRATA_USAGE_BY_CPU] = {
      COMMON,
      .exported = STRATA_COLUMN_LIST (exported_cpus),
      .printed = STRATA_COLUMN_LIST (printed_cpus),
      .shown = STRATA_COLUMN_LIST (shown_cpus),
      .get = get_of_cpu,
      .sort = sort_cpu,
      .get_key = get_cpu_key,
  },
};

static Data *
data_new (StrataUsage *usage,
          StrataUsageBy by)
{
  Data *data = g_new0 (Data, 1);

  data->usage = strata_usage_ref (usage);
  data->trace = strata_usage_get_trace (usage);
  data->by = by;
  g_mutex_init (&data->lock);

  return data;
}

/**
 * strata_usage_rows_new:
 * @usage: a usage
 * @by: what its rows are
 *
 * Returns: (transfer full): its rows; CPUs have a last row with the sum of all
 */
StrataRows *
strata_usage_rows_new (StrataUsage *usage,
                       StrataUsageBy by)
{
  Data *data = data_new (usage, by);
  guint n_rows = 0;

  switch (by)
    {
    case STRATA_USAGE_BY_PROCESS:
      data->rows = strata_usage_get_processes (usage, &n_rows);
      break;
    case STRATA_USAGE_BY_THREAD:
      data->rows = strata_usage_get_threads (usage, &n_rows);
      break;
    case STRATA_USAGE_BY_CPU:
      strata_usage_get_cpus (usage, &n_rows);
      n_rows += n_rows > 0;
      break;
    }

  return strata_rows_new (&classes[by], data, n_rows);
}

/**
 * strata_usage_rows_new_cells:
 * @usage: a usage
 * @by: what the cells are
 * @cells: (element-type StrataUsageCell): its cells, which must not change any
 *   more
 *
 * Returns: (transfer full): a row for each cell, with the running time on a CPU at a frequency
 */
StrataRows *
strata_usage_rows_new_cells (StrataUsage *usage,
                             StrataUsageBy by,
                             GArray *cells)
{
  Data *data = data_new (usage, by);

  data->cells = g_array_ref (cells);

  return strata_rows_new (&cell_class, data, cells->len);
}

/**
 * strata_usage_rows_get_index:
 * @rows: rows from strata_usage_rows_new()
 * @row: number of one
 *
 * Returns: the index of its thread or process, the number of its CPU, or
 *   %STRATA_NONE
 */
guint32
strata_usage_rows_get_index (const StrataRows *rows,
                             guint row)
{
  return (guint32) strata_rows_get_key (rows, row);
}
