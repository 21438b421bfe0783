/* strata-list-io.c - strata-cli list io
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "strata-io-waits.h"
#include "strata-list.h"

static const StrataTableColumn columns[] = {
  { "ts_ns", N_ ("Time"), STRATA_CELL_TIME },
  { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "thread", N_ ("Thread"), STRATA_CELL_TEXT },
  { "state", N_ ("State"), STRATA_CELL_TEXT },
  { "device", N_ ("Device"), STRATA_CELL_TEXT },
  { "operation", N_ ("Operation"), STRATA_CELL_TEXT },
  { "bytes", N_ ("Bytes"), STRATA_CELL_NUMBER },
  { "request_ts_ns", N_ ("Issued"), STRATA_CELL_TIME },
  { "request_dur_ns", N_ ("Took"), STRATA_CELL_DURATION },
  { "reason", N_ ("Why"), STRATA_CELL_TEXT },
  { "call", N_ ("Call"), STRATA_CELL_TEXT },
};

static void
add_request (StrataTable *table,
             StrataTrace *trace,
             guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  StrataIoRequest request = { "", "", 0 };

  strata_io_get_request (trace, slice, &request);
  strata_table_text (table, request.device);
  strata_table_text (table, request.operation);
  strata_table_number (table, request.n_bytes);
  strata_table_number (table, strata_slice_table_get_start_ns (slices, slice));
  strata_table_number (table, strata_slice_table_get_wall_ns (slices, slice));
}

static void
add_wait (StrataTable *table,
          StrataTrace *trace,
          guint32 thread,
          const StrataIoWait *wait)
{
  const StrataStates *states = strata_trace_get_states (trace);
  const StrataThread *row = &strata_trace_get_threads (trace, NULL)[thread];
  const guint32 call = strata_io_find_call (trace, thread, states->start_ns[wait->state]);

  strata_table_number (table, states->start_ns[wait->state]);
  strata_table_number (table, strata_states_get_end_ns (states, row, wait->state) - states->start_ns[wait->state]);
  strata_trace_cells_add_tid (table, trace, thread);
  strata_trace_cells_add_thread_name (table, trace, thread);
  strata_table_text (table, strata_state_get_name (strata_states_get (states, wait->state)));
  add_request (table, trace, wait->request);
  strata_table_text (table, strata_io_reason_get_name (wait->reason));
  strata_trace_cells_add_string (table, trace, call != STRATA_NONE ? strata_trace_get_slices (trace)->name[call] : STRATA_STRING_EMPTY);
}

static void
list (StrataTable *table,
      const StrataListRequest *request)
{
  StrataTrace *trace = request->trace;
  guint n_threads;

  strata_trace_get_threads (trace, &n_threads);
  for (guint i = 0; i < n_threads; i++)
    {
      g_autoptr (GArray) waits = strata_io_list_waits (trace, i, (StrataSpan){ G_MININT64, G_MAXINT64 }, G_MAXUINT);

      for (guint j = 0; j < waits->len; j++)
        add_wait (table, trace, i, &g_array_index (waits, StrataIoWait, j));
    }
}

const StrataListKind strata_list_io = {
  "io",
  STRATA_LIST_COLUMNS (columns),
  .write = list,
};
