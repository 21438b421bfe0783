/* strata-list-states.c - strata-cli list states and wakeups
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "strata-list.h"
#include "strata-state-rows.h"

static const StrataTableColumn wakeup_columns[] = {
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  { "latency_ns", N_ ("Latency"), STRATA_CELL_DURATION },
  { "waker_tid", N_ ("Woken by"), STRATA_CELL_NUMBER },
  { "waker", N_ ("Waker"), STRATA_CELL_TEXT },
  { "from_interrupt", N_ ("By an interrupt"), STRATA_CELL_NUMBER },
  { "machine", N_ ("Machine"), STRATA_CELL_TEXT },
};

static gboolean
is_from_interrupt (const StrataStates *states,
                   guint32 i)
{
  return (states->state[i] & STRATA_STATES_FROM_INTERRUPT) != 0;
}

static void
list_states (StrataTable *table,
             const StrataListRequest *request)
{
  StrataTrace *trace = request->trace;
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    for (guint32 j = 0; j < threads[i].n_states; j++)
      strata_state_rows_write (table, trace, i, threads[i].first_state + j);
}

const StrataListKind strata_list_states = {
  "states",
  STRATA_LIST_COLUMNS (strata_state_columns),
  .write = list_states,
};

static void
add_wakeup (StrataTable *table,
            StrataTrace *trace,
            guint32 thread,
            guint32 i)
{
  const StrataStates *states = strata_trace_get_states (trace);
  const StrataThread *row = &strata_trace_get_threads (trace, NULL)[thread];
  const guint32 next = i + 1;
  const gboolean has_run = next < row->first_state + row->n_states && strata_states_get (states, next) == STRATA_STATE_RUNNING;

  strata_table_number (table, states->start_ns[i]);
  strata_trace_cells_add_tid (table, trace, thread);
  strata_trace_cells_add_thread_name (table, trace, thread);
  strata_table_number (table, has_run ? states->start_ns[next] - states->start_ns[i] : STRATA_NO_TIME);
  strata_trace_cells_add_tid (table, trace, strata_state_rows_get_waker (states, i));
  strata_trace_cells_add_thread_name (table, trace, strata_state_rows_get_waker (states, i));
  strata_table_number (table, is_from_interrupt (states, i));
  strata_trace_cells_add_machine (table, trace, row->device);
}

static void
list_wakeups (StrataTable *table,
              const StrataListRequest *request)
{
  StrataTrace *trace = request->trace;
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  const StrataStates *states = strata_trace_get_states (trace);

  for (guint i = 0; i < n_threads; i++)
    for (guint32 j = threads[i].first_state; j < threads[i].first_state + threads[i].n_states; j++)
      if (strata_states_get (states, j) == STRATA_STATE_RUNNABLE)
        add_wakeup (table, trace, i, j);
}

const StrataListKind strata_list_wakeups = {
  "wakeups",
  STRATA_LIST_COLUMNS (wakeup_columns),
  .write = list_wakeups,
};
