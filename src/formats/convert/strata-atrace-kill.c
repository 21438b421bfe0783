/* strata-atrace-kill.c - kills for memory that markers tell
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-atrace-kill.h"

#include "strata-bisect.h"

/* Android's killer of processes writes a counter, and in newer versions a call. Both are kept, and each makes an
 * instant of its own for whoever reads it, so that the instant need not be written. */

#define KILL_INSTANT "killed for its memory: "
#define KILL_COUNTER "kill_one_process"
#define KILL_CALL "lmk,"

static gboolean
has_sample (StrataTrace *trace,
            const StrataCounter *counter,
            gint64 time_ns)
{
  const StrataSamples *samples = strata_trace_get_samples (trace);
  const guint32 end = counter->first_sample + counter->n_samples;
  guint32 first = counter->first_sample;
  guint32 after = end;

  STRATA_BISECT (first, after, i, samples->time_ns[i] < time_ns);
  return first < end && samples->time_ns[first] == time_ns && samples->value[first] > 0;
}

static gboolean
has_call (StrataTrace *trace,
          const StrataTrack *track,
          gint64 time_ns)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 end = track->first_slice + track->n_slices;
  guint32 slice = track->first_slice;
  guint32 after = end;

  STRATA_BISECT (slice, after, i, slices->start_ns[i] < time_ns);
  for (; slice < end && slices->start_ns[slice] == time_ns; slice++)
    if (g_str_has_prefix (strata_trace_get_string (trace, slices->name[slice]), KILL_CALL))
      return TRUE;

  return FALSE;
}

/**
 * strata_atrace_is_told_kill:
 * @trace: a trace
 * @instant: index of an instant
 *
 * Returns: whether it says that a process was killed for its memory, which a counter or a call says, too
 */
gboolean
strata_atrace_is_told_kill (StrataTrace *trace,
                            guint32 instant)
{
  const StrataInstants *instants = strata_trace_get_instants (trace);
  const gint64 time_ns = instants->time_ns[instant];
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  if (!g_str_has_prefix (strata_trace_get_string (trace, instants->name[instant]), KILL_INSTANT))
    return FALSE;

  for (guint i = 0; i < n_counters; i++)
    if (g_str_equal (strata_trace_get_string (trace, counters[i].name), KILL_COUNTER) && has_sample (trace, &counters[i], time_ns))
      return TRUE;

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_THREAD && has_call (trace, &tracks[i], time_ns))
      return TRUE;

  return FALSE;
}
