/* strata-list-threads.c - strata-cli list threads and processes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "strata-list.h"
#include "strata-process-labels.h"

static const StrataTableColumn thread_columns[] = {
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "process", N_ ("Process"), STRATA_CELL_TEXT },
  { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  { "running_ns", N_ ("Running"), STRATA_CELL_DURATION },
  { "runnable_ns", N_ ("Runnable"), STRATA_CELL_DURATION },
  { "sleeping_ns", N_ ("Sleeping"), STRATA_CELL_DURATION },
  { "blocked_ns", N_ ("Blocked"), STRATA_CELL_DURATION },
  { "blocked_io_ns", N_ ("Blocked by I/O"), STRATA_CELL_DURATION },
  { "slices", N_ ("Slices"), STRATA_CELL_NUMBER },
  { "machine", N_ ("Machine"), STRATA_CELL_TEXT },
};

static const StrataTableColumn process_columns[] = {
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "process", N_ ("Process"), STRATA_CELL_TEXT },
  { "threads", N_ ("Threads"), STRATA_CELL_NUMBER },
  { "running_ns", N_ ("Running"), STRATA_CELL_DURATION },
  { "slices", N_ ("Slices"), STRATA_CELL_NUMBER },
  { "machine", N_ ("Machine"), STRATA_CELL_TEXT },
  { "labels", N_ ("Labels"), STRATA_CELL_TEXT },
};

static gboolean
has_runs (StrataTrace *trace)
{
  return strata_trace_get_cpu_runs (trace)->n_runs > 0;
}

static gint64
get_n_slices (StrataTrace *trace,
              const StrataThread *thread)
{
  return thread->track != STRATA_NONE ? strata_trace_get_tracks (trace, NULL)[thread->track].n_slices : 0;
}

/* By column: runnable, sleeping, blocked, and blocked by I/O. The columns do not overlap. */
static void
add_states (StrataTable *table,
            StrataTrace *trace,
            const StrataThread *thread)
{
  gint64 sums_ns[STRATA_N_STATES];
  gboolean is_known = strata_states_sum (strata_trace_get_states (trace), thread, sums_ns);
  const gint64 cells_ns[] = {
    sums_ns[STRATA_STATE_RUNNABLE] + sums_ns[STRATA_STATE_PREEMPTED],
    sums_ns[STRATA_STATE_SLEEPING],
    sums_ns[STRATA_STATE_BLOCKED] + sums_ns[STRATA_STATE_BLOCKED_OTHER],
    sums_ns[STRATA_STATE_BLOCKED_IO],
  };

  for (guint i = 0; i < G_N_ELEMENTS (cells_ns); i++)
    strata_table_number (table, is_known ? cells_ns[i] : STRATA_NO_TIME);
}

static void
add_thread (StrataTable *table,
            StrataTrace *trace,
            const StrataThread *thread)
{
  strata_trace_cells_add_pid (table, trace, thread->process);
  strata_table_number (table, thread->tid);
  strata_trace_cells_add_process_name (table, trace, thread->process);
  strata_trace_cells_add_string (table, trace, thread->name);
  strata_table_number (table, has_runs (trace) ? thread->running_ns : STRATA_NO_TIME);

  add_states (table, trace, thread);
  strata_table_number (table, get_n_slices (trace, thread));
  strata_trace_cells_add_machine (table, trace, thread->device);
}

static void
list_threads (StrataTable *table,
              const StrataListRequest *request)
{
  StrataTrace *trace = request->trace;
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    add_thread (table, trace, &threads[i]);
}

const StrataListKind strata_list_threads = {
  "threads",
  STRATA_LIST_COLUMNS (thread_columns),
  .write = list_threads,
};

typedef struct
{
  gint64 n_threads;
  gint64 running_ns;
  gint64 n_slices;
} Sum;

static Sum *
sum_processes (StrataTrace *trace)
{
  guint n_processes;
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  Sum *sums;

  strata_trace_get_processes (trace, &n_processes);
  sums = g_new0 (Sum, n_processes);

  for (guint i = 0; i < n_threads; i++)
    {
      if (threads[i].process == STRATA_NONE)
        continue;

      Sum *sum = &sums[threads[i].process];

      sum->n_threads++;
      sum->running_ns = strata_time_add (sum->running_ns, threads[i].running_ns);
      sum->n_slices += get_n_slices (trace, &threads[i]);
    }

  return sums;
}

static void
list_processes (StrataTable *table,
                const StrataListRequest *request)
{
  StrataTrace *trace = request->trace;
  guint n_processes;
  g_autofree Sum *sums = sum_processes (trace);
  const StrataProcess *processes = strata_trace_get_processes (trace, &n_processes);

  for (guint i = 0; i < n_processes; i++)
    {
      strata_trace_cells_add_pid (table, trace, i);
      strata_trace_cells_add_process_name (table, trace, i);
      strata_table_number (table, sums[i].n_threads);
      strata_table_number (table, has_runs (trace) ? sums[i].running_ns : STRATA_NO_TIME);
      strata_table_number (table, sums[i].n_slices);
      strata_trace_cells_add_machine (table, trace, processes[i].device);
      strata_trace_cells_add_string (table, trace, strata_process_labels_find (trace, i));
    }
}

const StrataListKind strata_list_processes = {
  "processes",
  STRATA_LIST_COLUMNS (process_columns),
  .write = list_processes,
};
