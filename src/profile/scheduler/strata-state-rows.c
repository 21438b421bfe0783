/* strata-state-rows.c - a table of thread states for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-state-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-trace-cells.h"

/* Stable: the command line and the exports of the window share these. */
const StrataTableColumn strata_state_columns[STRATA_N_STATE_TABLE_COLUMNS] = {
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION },
  { "state", N_ ("State"), STRATA_CELL_TEXT },
  { "cpu", N_ ("CPU"), STRATA_CELL_NUMBER },
  { "machine", N_ ("Machine"), STRATA_CELL_TEXT },
  { "waker_tid", N_ ("Woken by"), STRATA_CELL_NUMBER },
  { "blocked_function", N_ ("Blocked in"), STRATA_CELL_TEXT },
  { "io_wait", N_ ("Waits for I/O"), STRATA_CELL_NUMBER },
};

/**
 * strata_state_rows_get_waker:
 * @states: the states of a trace
 * @state: index of one of them
 *
 * A thread that an interrupt stopped is not the waker.
 *
 * Returns: index of the thread whose wake-up began the state, or %STRATA_NONE
 */
guint32
strata_state_rows_get_waker (const StrataStates *states,
                             guint32 state)
{
  const gboolean is_from_interrupt = (states->state[state] & STRATA_STATES_FROM_INTERRUPT) != 0;

  return strata_states_get (states, state) == STRATA_STATE_RUNNABLE && !is_from_interrupt ? states->detail[state] : STRATA_NONE;
}

static void
write_wait (StrataTable *table,
            StrataTrace *trace,
            const StrataStates *states,
            guint32 i)
{
  const StrataState state = strata_states_get (states, i);
  const gboolean is_wait = state >= STRATA_STATE_SLEEPING && state <= STRATA_STATE_BLOCKED_OTHER;

  strata_table_text (table, strata_trace_get_string (trace, is_wait ? states->detail[i] : STRATA_STRING_EMPTY));

  if (state == STRATA_STATE_BLOCKED_IO || state == STRATA_STATE_BLOCKED_OTHER)
    strata_table_number (table, state == STRATA_STATE_BLOCKED_IO);
  else
    strata_table_unknown (table);
}

/**
 * strata_state_rows_write:
 * @table: where to write
 * @trace: a trace
 * @thread: index of a thread
 * @state: index of one of its states
 *
 * Writes the columns of a state.
 */
void
strata_state_rows_write (StrataTable *table,
                         StrataTrace *trace,
                         guint32 thread,
                         guint32 state)
{
  const StrataStates *states = strata_trace_get_states (trace);
  const StrataThread *row = strata_trace_get_threads (trace, NULL) + thread;

  strata_table_number (table, row->tid);
  strata_table_text (table, strata_trace_get_string (trace, row->name));
  strata_table_number (table, states->start_ns[state]);
  strata_table_number (table, strata_states_get_end_ns (states, row, state) - states->start_ns[state]);
  strata_table_text (table, strata_state_get_name (strata_states_get (states, state)));

  strata_trace_cells_add_cpu (table, trace, states->cpu[state] != STRATA_STATES_NO_CPU ? states->cpu[state] : STRATA_NONE);
  strata_trace_cells_add_tid (table, trace, strata_state_rows_get_waker (states, state));
  write_wait (table, trace, states, state);
}
