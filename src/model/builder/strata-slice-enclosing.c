/* strata-slice-enclosing.c - calls that began before the trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-builder-private.h"

/* It is only known at the end of a call that it was open since before the trace, and then
 * everything before that end on its thread is inside it. So it is in the log where it ends, and
 * depths and places are corrected at the end: the depth of a slice increases by the number of these
 * calls after it on its thread. */

static void
log_call (StrataTraceBuilder *self,
          guint32 thread,
          const StrataEnclosing *call)
{
  StrataSliceLog *log = &self->slices;
  const gboolean has_cpu = call->begin_cpu_ns != STRATA_NO_TIME && call->end_cpu_ns != STRATA_NO_TIME;

  strata_column_push_u32 (&self->enclosing, (guint32) log->name.n);
  strata_slice_log_push_cpu (log, self->trace->clocks, call->begin_cpu_ns, has_cpu ? call->end_cpu_ns - call->begin_cpu_ns : STRATA_NO_TIME);
  self->trace->slices.has_cpu_gaps |= !has_cpu;
  if (log->attrs.n > 0)
    strata_column_push_u32 (&log->attrs, STRATA_ATTRS_NONE);
  strata_slice_log_push_span (log, call->begin_ns, call->end_ns - call->begin_ns);
  strata_column_push_u32 (&log->name, call->name);
  strata_column_push_u32 (&log->depth_flags, call->flags);
  strata_column_push_u32 (&log->thread, thread);
}

/**
 * strata_trace_builder_enclose_thread:
 * @self: the builder
 * @thread: index of a thread without open calls
 * @call: a call; it must begin before all events of the thread
 *
 * Adds a call that encloses everything so far on the thread.
 *
 * Returns: %FALSE if calls would be nested too deeply; nothing is added then
 */
gboolean
strata_trace_builder_enclose_thread (StrataTraceBuilder *self,
                                     guint32 thread,
                                     const StrataEnclosing *call)
{
  StrataThreadState *state = strata_trace_builder_thread_state (self, thread);

  g_return_val_if_fail (state->open.n == 0, FALSE);

  if (state->n_rows + state->n_enclosing >= STRATA_MAX_DEPTH)
    return FALSE;

  strata_trace_builder_see_thread (self, thread, call->end_ns, call->end_cpu_ns);
  strata_trace_builder_see_time (self, call->begin_ns);
  g_array_index (self->trace->threads, StrataThread, thread).first_ns = call->begin_ns;
  log_call (self, thread, call);
  state->n_slices++;
  state->n_enclosing++;

  return TRUE;
}

/* Corrects depths and numbers of rows. */
void
strata_trace_builder_settle_enclosing (StrataTraceBuilder *self)
{
  gsize n_passed = 0;

  for (gsize i = 0; i < self->slices.thread.n && self->enclosing.n > 0; i++)
    {
      StrataThreadState *state = strata_trace_builder_thread_state (self, strata_column_at (&self->slices.thread, guint32, i));
      guint32 *depth_flags = &strata_column_at (&self->slices.depth_flags, guint32, i);

      if (n_passed < self->enclosing.n && strata_column_at (&self->enclosing, guint32, n_passed) == i)
        {
          n_passed++;
          state->n_enclosing--;
        }

      *depth_flags += state->n_enclosing << 8;
      state->n_rows = MAX (state->n_rows, (*depth_flags >> 8) + 1);
    }
}
