/* strata-atrace-events.c - what a trace holds, as events by time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-atrace-events.h"

#include "strata-column.h"

/* The events of a track, counter or CPU are listed in their own order, and equal
 * times keep the order of the list: so calls without length nest as they did. */

static void
push (StrataColumn *events,
      StrataAtraceKind kind,
      gint64 time_ns,
      guint32 index,
      guint32 owner)
{
  const guint64 priority = kind < STRATA_ATRACE_STOP ? 0 : (guint64) kind;

  *(StrataAtraceEvent *) strata_column_push (events, sizeof (StrataAtraceEvent)) = (StrataAtraceEvent){
    .time_ns = time_ns,
    .order = priority << 56 | (events->n - 1),
    .kind = kind,
    .index = index,
    .owner = owner,
  };
}

static gboolean
is_finished (const StrataSliceTable *slices,
             guint32 slice)
{
  return (strata_slice_table_get_flags (slices, slice) & STRATA_SLICE_UNFINISHED) == 0;
}

/* Ends what is open and does not hold @slice. */
static void
push_ends (StrataColumn *events,
           const StrataSliceTable *slices,
           StrataColumn *open,
           guint32 slice,
           guint32 track)
{
  while (open->n > 0)
    {
      const guint32 innermost = strata_column_at (open, guint32, open->n - 1);

      if (slices->subtree_end[innermost] > slice)
        break;

      if (is_finished (slices, innermost))
        push (events, STRATA_ATRACE_END, strata_slice_table_get_end_ns (slices, innermost), innermost, track);

      open->n--;
    }
}

static guint32
find_last_root (const StrataSliceTable *slices,
                const StrataTrack *track)
{
  guint32 slice = track->first_slice;

  while (slices->subtree_end[slice] < track->first_slice + track->n_slices)
    slice = slices->subtree_end[slice];

  return slice;
}

/* Whether a thread exited then. Else calls without an end are taken to end with its last
 * event, which the text has, too. */
static gboolean
has_exited (StrataTrace *trace,
            guint32 thread,
            gint64 end_ns)
{
  const StrataThread *row = strata_trace_get_threads (trace, NULL) + thread;
  const StrataStates *states = strata_trace_get_states (trace);
  const guint32 last = row->first_state + row->n_states - 1;

  if (row->n_states == 0)
    return end_ns > row->last_ns;

  return strata_states_get (states, last) == STRATA_STATE_DEAD || end_ns > MAX (row->last_ns, states->start_ns[last]);
}

/* Calls without an end reach to that of their thread. */
static void
push_exit (StrataColumn *events,
           StrataTrace *trace,
           guint32 slice,
           guint32 track)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const gint64 end_ns = strata_slice_table_get_end_ns (slices, slice);

  if (!is_finished (slices, slice) && end_ns < strata_trace_get_span (trace).end_ns && has_exited (trace, strata_trace_get_tracks (trace, NULL)[track].thread, end_ns))
    push (events, STRATA_ATRACE_EXIT, end_ns, slice, track);
}

static void
push_calls (StrataColumn *events,
            const StrataSliceTable *slices,
            const StrataTrack *track,
            guint32 index)
{
  StrataColumn open = STRATA_COLUMN_INIT;
  const guint32 end = track->first_slice + track->n_slices;

  for (guint32 i = track->first_slice; i < end; i++)
    {
      push_ends (events, slices, &open, i, index);
      push (events, STRATA_ATRACE_BEGIN, slices->start_ns[i], i, index);
      strata_column_push_u32 (&open, i);
    }

  push_ends (events, slices, &open, end, index);
  strata_column_clear (&open);
}

/* A lane is sorted by start, so that of equal keys the one that ends at a time
 * does so before the next one starts. */
static void
push_async (StrataColumn *events,
            const StrataSliceTable *slices,
            const StrataTrack *track,
            guint32 index)
{
  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      push (events, STRATA_ATRACE_START, slices->start_ns[i], i, index);

      if (is_finished (slices, i))
        push (events, STRATA_ATRACE_FINISH, strata_slice_table_get_end_ns (slices, i), i, index);
    }
}

static void
push_slices (StrataColumn *events,
             StrataTrace *trace)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_THREAD)
      {
        push_calls (events, strata_trace_get_slices (trace), &tracks[i], i);
        push_exit (events, trace, find_last_root (strata_trace_get_slices (trace), &tracks[i]), i);
      }
    else if (tracks[i].kind == STRATA_TRACK_ASYNC)
      push_async (events, strata_trace_get_slices (trace), &tracks[i], i);
}

static void
push_samples (StrataColumn *events,
              StrataTrace *trace)
{
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);
  const StrataSamples *samples = strata_trace_get_samples (trace);

  for (guint i = 0; i < n_counters; i++)
    for (guint32 k = counters[i].first_sample; k < counters[i].first_sample + counters[i].n_samples; k++)
      push (events, STRATA_ATRACE_SAMPLE, samples->time_ns[k], k, i);
}

/* What runs when the trace ends has not left its CPU. */
static void
push_runs (StrataColumn *events,
           StrataTrace *trace)
{
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (trace, &n_cpus);
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  const gint64 end_ns = strata_trace_get_span (trace).end_ns;

  for (guint i = 0; i < n_cpus; i++)
    for (guint32 k = cpus[i].first_run; k < cpus[i].first_run + cpus[i].n_runs; k++)
      {
        const gboolean is_last = k + 1 == cpus[i].first_run + cpus[i].n_runs;

        const gboolean is_open = is_last && runs->end_ns[k] >= end_ns && runs->end_state[k] == 0;
        const gboolean is_pass = !is_open && runs->end_ns[k] <= runs->start_ns[k];

        push (events, is_pass ? STRATA_ATRACE_PASS : STRATA_ATRACE_ENTER, runs->start_ns[k], k, i);

        if (!is_pass && !is_open)
          push (events, STRATA_ATRACE_LEAVE, runs->end_ns[k], k, i);
      }
}

/* A thread that is ready to run right after it ran was made to leave its CPU. */
static void
push_wakes (StrataColumn *events,
            StrataTrace *trace)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  const StrataStates *states = strata_trace_get_states (trace);

  for (guint i = 0; i < n_threads; i++)
    for (guint32 k = threads[i].first_state; k < threads[i].first_state + threads[i].n_states; k++)
      if (strata_states_get (states, k) == STRATA_STATE_RUNNABLE &&
          (k == threads[i].first_state || strata_states_get (states, k - 1) != STRATA_STATE_RUNNING))
        push (events, STRATA_ATRACE_WAKE, states->start_ns[k], k, i);
}

/* Whether only a switch can have brought a state about. */
static gboolean
is_stop (StrataState state)
{
  return state >= STRATA_STATE_PREEMPTED;
}

/* What ran on a CPU before its first switch has no run, but a state from then on. */
static void
push_stops (StrataColumn *events,
            StrataTrace *trace)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  const StrataStates *states = strata_trace_get_states (trace);

  for (guint i = 0; i < n_threads; i++)
    for (guint32 k = threads[i].first_state; k < threads[i].first_state + threads[i].n_states; k++)
      {
        const StrataState before = k > threads[i].first_state ? strata_states_get (states, k - 1) : STRATA_STATE_UNKNOWN;

        if (before == STRATA_STATE_UNKNOWN && is_stop (strata_states_get (states, k)))
          push (events, STRATA_ATRACE_STOP, states->start_ns[k], k, i);
      }
}

static int
compare_events (gconstpointer a,
                gconstpointer b,
                gpointer unused)
{
  const StrataAtraceEvent *left = a;
  const StrataAtraceEvent *right = b;

  if (left->time_ns != right->time_ns)
    return left->time_ns < right->time_ns ? -1 : 1;

  return left->order < right->order ? -1 : 1;
}

/**
 * strata_atrace_list_events:
 * @trace: a trace
 * @n_events: (out): length of the result
 *
 * Lists what text can tell of a trace.
 *
 * Returns: (transfer full) (array length=n_events): the events by time; free with g_free()
 */
StrataAtraceEvent *
strata_atrace_list_events (StrataTrace *trace,
                           gsize *n_events)
{
  StrataColumn events = STRATA_COLUMN_INIT;
  const StrataInstants *instants = strata_trace_get_instants (trace);

  push_slices (&events, trace);
  push_samples (&events, trace);

  for (guint32 i = 0; i < instants->n_instants; i++)
    push (&events, STRATA_ATRACE_INSTANT, instants->time_ns[i], i, 0);

  push_stops (&events, trace);
  push_runs (&events, trace);
  push_wakes (&events, trace);

  *n_events = events.n;
  if (events.n > 0)
    g_qsort_with_data (events.data, (int) MIN (events.n, G_MAXINT), sizeof (StrataAtraceEvent), compare_events, NULL);

  return strata_column_steal (&events, sizeof (StrataAtraceEvent));
}
