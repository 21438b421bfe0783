/* strata-scope.c - the scope of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scope.h"

/* Returns all threads over all the time of @trace. */
StrataScope
strata_scope_everything (StrataTrace *trace)
{
  return (StrataScope){ .span = strata_trace_get_span (trace), .process = STRATA_NONE, .thread = STRATA_NONE };
}

/**
 * strata_scope_set_subtree:
 * @self: a scope
 * @trace: its trace
 * @slice: index of a call
 *
 * Limits the scope to one call and all calls inside it.
 */
void
strata_scope_set_subtree (StrataScope *self,
                          StrataTrace *trace,
                          guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  g_return_if_fail (slice < slices->first_async);

  self->first_slice = slice;
  self->end_slice = slices->subtree_end[slice];
}

/**
 * strata_scope_new_threads:
 * @trace: a trace
 * @threads: (array length=n_threads): indices of threads
 * @n_threads: how many
 *
 * Returns: (transfer full): the value of #StrataScope.threads for these threads
 */
GBytes *
strata_scope_new_threads (StrataTrace *trace,
                          const guint32 *threads,
                          guint n_threads)
{
  guint n_all;

  strata_trace_get_threads (trace, &n_all);

  guint8 *is_in = g_new0 (guint8, n_all + 1);

  for (guint i = 0; i < n_threads; i++)
    if (threads[i] < n_all)
      is_in[threads[i]] = 1;

  return g_bytes_new_take (is_in, n_all);
}

static gboolean
has_thread (const StrataScope *self,
            guint32 thread)
{
  gsize n_threads;

  if (self->thread != STRATA_NONE && self->thread != thread)
    return FALSE;
  if (self->threads == NULL)
    return TRUE;

  const guint8 *is_in = g_bytes_get_data (self->threads, &n_threads);

  return thread < n_threads && is_in[thread] != 0;
}

/**
 * strata_scope_has_track:
 * @self: a scope
 * @track: a track of its trace
 *
 * Returns: whether calls of @track are in the scope
 */
gboolean
strata_scope_has_track (const StrataScope *self,
                        const StrataTrack *track)
{
  if (track->kind != STRATA_TRACK_THREAD || !has_thread (self, track->thread))
    return FALSE;
  if (self->process != STRATA_NONE && self->process != track->process)
    return FALSE;

  return self->end_slice == 0 ||
         (self->first_slice >= track->first_slice && self->first_slice < track->first_slice + track->n_slices);
}

/**
 * strata_scope_is_by_cpu:
 * @self: a scope
 * @trace: its trace
 *
 * Returns: whether CPU times sort although the axis is another clock: because that was requested, or because the axis
 *   is not a clock of the calls but the total running time of all threads
 */
gboolean
strata_scope_is_by_cpu (const StrataScope *self,
                        StrataTrace *trace)
{
  gboolean is_wanted = self->clock == STRATA_CLOCK_CPU || !(strata_trace_get_clocks (trace) & STRATA_CLOCK_WALL);

  return is_wanted && strata_trace_get_base (trace) == trace && strata_ns_column_exists (&strata_trace_get_slices (trace)->cpu);
}

/**
 * strata_scope_name_clocks:
 * @trace: a trace
 * @wall_ns: (inout): time on the axis of the trace; becomes wall time
 * @cpu_ns: (inout): time of the other clock; becomes CPU time
 *
 * Converts times by clock; %STRATA_NO_TIME for clocks that the trace does not have.
 */
void
strata_scope_name_clocks (StrataTrace *trace,
                          gint64 *wall_ns,
                          gint64 *cpu_ns)
{
  StrataClocks clocks = strata_trace_get_clocks (trace);
  gint64 axis_ns = *wall_ns;

  if (strata_trace_get_base (trace) != trace)
    {
      *wall_ns = *cpu_ns;
      *cpu_ns = axis_ns;
    }

  if (!(clocks & STRATA_CLOCK_CPU))
    *cpu_ns = STRATA_NO_TIME;
  else if (!strata_ns_column_exists (&strata_trace_get_slices (trace)->cpu))
    *cpu_ns = axis_ns;

  if (!(clocks & STRATA_CLOCK_WALL))
    *wall_ns = STRATA_NO_TIME;
}

/**
 * strata_scope_get_stack_height:
 * @self: a scope
 * @trace: its trace
 *
 * Returns: the maximum number of calls in scope that can be open at once
 */
gsize
strata_scope_get_stack_height (const StrataScope *self,
                               StrataTrace *trace)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  guint32 n_most = 1;

  for (guint i = 0; i < n_tracks; i++)
    if (strata_scope_has_track (self, &tracks[i]))
      n_most = MAX (n_most, tracks[i].n_rows);

  /* time switched out is inside the innermost call */
  return (gsize) n_most + 1;
}

/* Returns an array with an entry for each call that can be open at once. */
guint32 *
strata_scope_new_stack (const StrataScope *self,
                        StrataTrace *trace)
{
  return g_new (guint32, strata_scope_get_stack_height (self, trace));
}
