/* strata-trace-builder-forget.c - events are taken back
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-builder-private.h"

void
strata_trace_builder_clear_logs (StrataTraceBuilder *self)
{
  strata_slice_log_clear (&self->slices);
  strata_column_clear (&self->enclosing);
  strata_column_clear (&self->async);
  strata_column_clear (&self->lanes);
  strata_column_clear (&self->samples);
  strata_column_clear (&self->instants);
  strata_column_clear (&self->cpu_states);
  strata_column_clear (&self->runs);
  strata_state_log_clear (&self->states);
  strata_async_map_clear (&self->async_by_key);
  strata_async_map_clear (&self->lane_by_key);
  strata_async_map_clear (&self->counter_by_key);
}

static void
forget_tables (StrataTraceBuilder *self)
{
  g_hash_table_remove_all (self->cpu_by_number);
  g_array_set_size (self->trace->counters, 0);
  g_array_set_size (self->trace->cpus, 0);
  g_array_set_size (self->trace->losses, 0);
}

static void
forget_threads (StrataTraceBuilder *self)
{
  for (guint i = 0; i < self->thread_states.n; i++)
    {
      StrataThreadState *state = strata_trace_builder_thread_state (self, i);

      strata_column_clear (&state->open);
      strata_thread_state_init (state, state->input);
      g_array_index (self->trace->threads, StrataThread, i).first_ns = STRATA_NO_TIME;
    }
}

static void
forget_counts (StrataTraceBuilder *self)
{
  static const StrataDiagnosticKind kinds[] = {
    STRATA_DIAGNOSTIC_UNMATCHED_END,
    STRATA_DIAGNOSTIC_UNMATCHED_ASYNC_END,
    STRATA_DIAGNOSTIC_REPEATED_ASYNC_START,
    STRATA_DIAGNOSTIC_SWITCH_MISMATCH,
  };
  StrataCounts *counts = &self->trace->counts;

  counts->slices = counts->async = counts->async_tracks = counts->kernel = (StrataSliceCounts){ 0 };
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    strata_diagnostics_forget (self->trace->diagnostics, kinds[i]);
}

/**
 * strata_trace_builder_forget_events:
 * @self: a builder of one file
 *
 * Takes back all that has happened: slices, instants, samples, states, runs and losses,
 * and what was odd about these. Threads, processes, their names, strings and the other
 * counts stay. For formats that find out that events were given in the wrong order.
 */
void
strata_trace_builder_forget_events (StrataTraceBuilder *self)
{
  strata_trace_builder_clear_logs (self);
  forget_tables (self);
  forget_threads (self);
  forget_counts (self);
}
