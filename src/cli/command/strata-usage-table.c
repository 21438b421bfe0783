/* strata-usage-table.c - the table of strata-cli usage --slice
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage-table.h"

#include <glib/gi18n.h>

#include "strata-trace-cells.h"

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

      write_part (table, trace, "function", strata_state_get_name (wait->state), strata_trace_get_string (trace, wait->function), STRATA_NONE, strata_trace_get_states (trace)->start_ns[wait->longest_state], wait->total_ns, wait->n_waits);
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

      write_part (table, trace, waker->is_interrupt ? "interrupt" : "waker", strata_state_get_name (STRATA_STATE_RUNNABLE), name, waker->thread, strata_trace_get_states (trace)->start_ns[waker->longest_state], waker->latency_ns, waker->n_wakeups);
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

  write_part (table, trace, "slice", "", strata_trace_get_string (trace, slices->name[slice]), strata_trace_find_thread (trace, slice), slices->start_ns[slice], strata_slice_table_get_wall_ns (slices, slice), 1);

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
