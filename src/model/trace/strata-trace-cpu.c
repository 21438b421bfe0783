/* strata-trace-cpu.c - a trace on the CPU clock
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-trace-private.h"

/* The same slices with the same indices, placed by the CPU clocks of their threads. Only the tables
 * that depend on the clock are made anew: starts, 8 bytes a slice, and the index of the longest.
 * All others are borrowed from the base trace, which is kept alive. */

/**
 * strata_trace_can_change_clock:
 * @self: a trace
 *
 * Returns: whether it can be put on its CPU clock: it has both clocks, and shows when each call began on either
 */
gboolean
strata_trace_can_change_clock (StrataTrace *self)
{
  const StrataClocks both = STRATA_CLOCK_WALL | STRATA_CLOCK_CPU;

  g_return_val_if_fail (STRATA_IS_TRACE (self), FALSE);

  return self->base != NULL || (self->clocks == both && strata_ns_column_exists (&self->slices.cpu_start) && self->slices.first_async == self->slices.n_slices && !self->slices.has_cpu_gaps);
}

static void
free_tables (StrataTrace *self)
{
  g_ptr_array_unref (self->properties);
  strata_diagnostics_free (self->diagnostics);
  strata_string_pool_free (self->strings);
  strata_attr_table_free (self->attrs);
  g_array_unref (self->processes);
  g_array_unref (self->threads);
  g_array_unref (self->tracks);
  g_array_unref (self->places);
}

static void
borrow_tables (StrataTrace *self,
               StrataTrace *base)
{
  free_tables (self);
  self->format_id = base->format_id;
  self->format_name = base->format_name;
  self->clocks = base->clocks;
  self->switch_name = base->switch_name;
  self->start_time_us = base->start_time_us;
  self->counts = base->counts;
  self->properties = g_ptr_array_ref (base->properties);
  self->diagnostics = base->diagnostics;
  self->strings = base->strings;
  self->attrs = base->attrs;
  self->processes = g_array_ref (base->processes);
  self->threads = g_array_copy (base->threads);
  self->tracks = g_array_ref (base->tracks);
  self->places = g_array_ref (base->places);
  self->row_begin = base->row_begin;

  self->slices = base->slices;
  self->slices.wall = base->slices.cpu;
  self->slices.cpu = base->slices.wall;
  self->slices.longest = NULL;
}

void
strata_trace_return_tables (StrataTrace *self)
{
  self->diagnostics = NULL;
  self->strings = NULL;
  self->attrs = NULL;
  self->row_begin = NULL;
  self->slices = (StrataSliceTable){ .start_ns = self->slices.start_ns, .longest = self->slices.longest };
  g_clear_object (&self->base);
}

/* Each thread lives from 0 to its total running time; the trace spans the longest. */
static void
place_threads (StrataTrace *self)
{
  self->span = (StrataSpan){ 0, 0 };

  for (guint i = 0; i < self->threads->len; i++)
    {
      StrataThread *thread = &g_array_index (self->threads, StrataThread, i);

      thread->first_ns = 0;
      thread->last_ns = 0;
    }

  for (guint i = 0; i < self->tracks->len; i++)
    {
      const StrataTrack *track = &g_array_index (self->tracks, StrataTrack, i);
      StrataThread *thread = &g_array_index (self->threads, StrataThread, track->thread);
      guint32 begin;
      guint32 end;

      strata_trace_get_row (self, track, 0, &begin, &end);
      thread->last_ns = strata_slice_table_get_end_ns (&self->slices, self->slices.order[end - 1]);
      self->span.end_ns = MAX (self->span.end_ns, thread->last_ns);
    }
}

/**
 * strata_trace_new_on_cpu_clock:
 * @base: a trace for which [method@Strata.Trace.can_change_clock] is true
 *
 * Puts a trace on the CPU clock. The calls of each thread are placed by its own CPU clock, relative to its first call;
 * all threads share one axis. Slices, tracks, rows and strings keep their numbers. The `wall` column of the slices is
 * the time on the axis, CPU time, and `cpu` is the wall time. Any thread may call it.
 *
 * Returns: (transfer full): the trace, which keeps @base alive
 */
StrataTrace *
strata_trace_new_on_cpu_clock (StrataTrace *base)
{
  g_return_val_if_fail (STRATA_IS_TRACE (base), NULL);
  g_return_val_if_fail (base->base == NULL && strata_trace_can_change_clock (base), NULL);

  StrataTrace *self = strata_trace_new ();
  guint32 n = base->slices.n_slices;

  strata_trace_ensure_rows (base);
  borrow_tables (self, base);
  self->has_rows = 1;
  self->base = g_object_ref (base);
  self->slices.start_ns = g_new (gint64, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    self->slices.start_ns[i] = strata_slice_table_get_cpu_start_ns (&base->slices, i);

  strata_slice_table_index (&self->slices);
  place_threads (self);

  return self;
}
