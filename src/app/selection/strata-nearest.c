/* strata-nearest.c - finds items near a time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-nearest.h"

#include "strata-thread-index.h"

/**
 * strata_nearest_find_slice:
 * @trace: a trace
 * @thread: index of a thread
 * @time_ns: a time
 *
 * Finds the innermost slice of a thread at a time, or else the one that
 * begins next.
 *
 * Returns: a slice, or %STRATA_NONE
 */
guint32
strata_nearest_find_slice (StrataTrace *trace,
                           guint32 thread,
                           gint64 time_ns)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 track_index = strata_trace_get_threads (trace, NULL)[thread].track;
  guint32 innermost = STRATA_NONE;

  if (track_index == STRATA_NONE)
    return STRATA_NONE;

  const StrataTrack *track = &strata_trace_get_tracks (trace, NULL)[track_index];

  for (guint32 depth = 0; depth < track->n_rows; depth++)
    {
      guint32 begin;
      guint32 end;

      strata_trace_get_row (trace, track, depth, &begin, &end);
      begin = strata_slice_table_find_first (slices, begin, end, time_ns);

      if (begin == end)
        break;
      if (slices->start_ns[slices->order[begin]] > time_ns)
        return innermost != STRATA_NONE ? innermost : slices->order[begin];

      innermost = slices->order[begin];
    }

  return innermost;
}

/**
 * strata_nearest_select:
 * @session: the session
 * @tid: id of a thread
 * @time_ns: a time
 * @within: slices that do not overlap this are too far away
 *
 * Selects the slice of a thread at a time, or one that follows soon.
 */
void
strata_nearest_select (StrataSession *session,
                       gint64 tid,
                       gint64 time_ns,
                       StrataSpan within)
{
  StrataTrace *trace = strata_session_get_trace (session);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  g_autoptr (StrataThreadIndex) threads = strata_thread_index_new (trace);
  const guint32 thread = strata_thread_index_find (threads, 0, tid, time_ns);
  const guint32 slice = thread != STRATA_NONE ? strata_nearest_find_slice (trace, thread, time_ns) : STRATA_NONE;

  if (slice != STRATA_NONE && slices->start_ns[slice] < within.end_ns)
    strata_session_select_slice (session, slice);
}

/**
 * strata_nearest_select_loss:
 * @session: the session
 * @time_ns: a time
 * @within: where to search
 *
 * Selects the stretch without events that is nearest to a time.
 *
 * Returns: whether there is any
 */
gboolean
strata_nearest_select_loss (StrataSession *session,
                            gint64 time_ns,
                            StrataSpan within)
{
  StrataTrace *trace = strata_session_get_trace (session);
  guint n_losses;
  const StrataLoss *losses = strata_trace_get_losses (trace, &n_losses);
  guint nearest = n_losses;
  gint64 least_ns = G_MAXINT64;

  for (guint i = 0; i < n_losses; i++)
    {
      const gint64 distance_ns = MIN (ABS (losses[i].begin_ns - time_ns), ABS (losses[i].end_ns - time_ns));

      if (losses[i].begin_ns > within.end_ns || losses[i].end_ns < within.begin_ns || distance_ns >= least_ns)
        continue;

      nearest = i;
      least_ns = distance_ns;
    }

  if (nearest == n_losses)
    return FALSE;

  const guint32 cpu = strata_trace_find_cpu (trace, losses[nearest].cpu);
  const guint32 lane = cpu != STRATA_NONE ? strata_lanes_find_cpu (strata_session_get_lanes (session), cpu) : STRATA_NONE;

  if (lane == STRATA_NONE)
    return FALSE;

  strata_session_select (session, (StrataItem){ STRATA_ITEM_LOSS, nearest, lane, 1 });
  strata_session_reveal_selection (session);
  return TRUE;
}
