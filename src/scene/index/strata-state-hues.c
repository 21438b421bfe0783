/* strata-state-hues.c - colours slices by the states of their threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-state-hues.h"

#include <string.h>

#include "strata-palette-private.h"

/* Stores for each thread how long it had been in each state when each of its states began. The time
 * of a span in a state is then the difference of two such rows, plus parts of its first and last
 * state, so each slice costs the same, however many states it spans. The slices of a track ascend
 * by start, so their first states are found by walking on; the last ones, mostly near, by doubling
 * steps. */

typedef gint64 Sums[STRATA_N_STATES];

typedef struct
{
  const StrataStates *states;
  const StrataThread *thread;
  Sums *sums; /* one more than the thread has states */
} Walk;

/* Similar to the colours of the states' own lane, but with contrast to the text of slices. */
static const guint8 hues[STRATA_N_STATES] = {
  [STRATA_STATE_UNKNOWN] = STRATA_HUE_IDLE + 2,
  [STRATA_STATE_RUNNING] = 17,
  [STRATA_STATE_RUNNABLE] = 14,
  [STRATA_STATE_PREEMPTED] = 10,
  [STRATA_STATE_SLEEPING] = STRATA_HUE_IDLE,
  [STRATA_STATE_BLOCKED] = 4,
  [STRATA_STATE_BLOCKED_IO] = 7,
  [STRATA_STATE_BLOCKED_OTHER] = 3,
  [STRATA_STATE_STOPPED] = STRATA_HUE_IDLE + 1,
  [STRATA_STATE_DEAD] = STRATA_HUE_IDLE + 2,
};

/* Returns the colour of slices in which that state took longest. */
guint8
strata_state_hues_get (StrataState state)
{
  return hues[state];
}

static gint64
get_start_ns (const Walk *walk,
              guint32 i)
{
  return i < walk->thread->n_states ? walk->states->start_ns[walk->thread->first_state + i] : walk->thread->states_end_ns;
}

static Sums *
new_sums (const Walk *walk)
{
  const guint32 n = walk->thread->n_states;
  Sums *sums = g_new0 (Sums, (gsize) n + 1);

  for (guint32 i = 0; i < n; i++)
    {
      memcpy (sums[i + 1], sums[i], sizeof (Sums));
      sums[i + 1][strata_states_get (walk->states, walk->thread->first_state + i)] += get_start_ns (walk, i + 1) - get_start_ns (walk, i);
    }

  return sums;
}

/* The last state from @first on that begins at @time_ns at the latest. */
static guint32
find_state (const Walk *walk,
            guint32 first,
            gint64 time_ns)
{
  const guint32 n = walk->thread->n_states;
  guint32 step = 1;
  guint32 low = first;

  while (low + step < n && get_start_ns (walk, low + step) <= time_ns)
    {
      low += step;
      step *= 2;
    }

  for (; step > 0; step /= 2)
    if (low + step < n && get_start_ns (walk, low + step) <= time_ns)
      low += step;

  return low;
}

static gint64
get_sum_ns (const Walk *walk,
            guint32 i,
            gint64 time_ns,
            StrataState state)
{
  const gint64 inside_ns = CLAMP (time_ns, get_start_ns (walk, i), get_start_ns (walk, i + 1)) - get_start_ns (walk, i);

  return walk->sums[i][state] + (strata_states_get (walk->states, walk->thread->first_state + i) == state ? inside_ns : 0);
}

/* The state that takes most of a span; of equals the first. */
static StrataState
find_longest (const Walk *walk,
              StrataSpan span,
              guint32 first)
{
  const guint32 last = find_state (walk, first, span.end_ns);
  StrataState longest = STRATA_STATE_UNKNOWN;
  gint64 longest_ns = 0;

  for (StrataState state = 0; state < STRATA_N_STATES; state++)
    {
      const gint64 ns = get_sum_ns (walk, last, span.end_ns, state) - get_sum_ns (walk, first, span.begin_ns, state);

      if (ns > longest_ns)
        {
          longest = state;
          longest_ns = ns;
        }
    }

  /* a slice without length is in the state that it began in */
  if (span.begin_ns == span.end_ns && span.begin_ns >= get_start_ns (walk, 0) && span.end_ns <= walk->thread->states_end_ns)
    return strata_states_get (walk->states, walk->thread->first_state + first);

  return longest;
}

/* Colours the slices of a track whose thread has states. */
static void
fill_from_states (guint8 *out,
                  const StrataSliceTable *slices,
                  const StrataTrack *track,
                  const Walk *walk)
{
  guint32 first = 0;

  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      const StrataSpan span = { slices->start_ns[i], strata_slice_table_get_end_ns (slices, i) };

      first = find_state (walk, first, span.begin_ns);
      out[i] = hues[find_longest (walk, span, first)];
    }
}

/* For a method trace, which has only CPU time. */
static void
fill_from_cpu_time (guint8 *out,
                    const StrataSliceTable *slices,
                    const StrataTrack *track)
{
  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      if (!strata_slice_table_knows_cpu (slices, i))
        continue;

      const gboolean is_running = 2 * strata_slice_table_get_cpu_ns (slices, i) >= strata_slice_table_get_wall_ns (slices, i);

      out[i] = hues[is_running ? STRATA_STATE_RUNNING : STRATA_STATE_SLEEPING];
    }
}

/**
 * strata_state_hues_new:
 * @trace: a trace
 *
 * Finds for each slice the state that its thread was in most of the time. If
 * states are unknown, CPU time distinguishes running from waiting.
 *
 * Returns: (transfer full): the colours by slice
 */
guint8 *
strata_state_hues_new (StrataTrace *trace)
{
  StrataTrace *base = strata_trace_get_base (trace);
  const StrataSliceTable *slices = strata_trace_get_slices (base);
  const StrataThread *threads = strata_trace_get_threads (base, NULL);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (base, &n_tracks);
  guint8 *out = g_malloc (MAX (slices->n_slices, 1));

  memset (out, hues[STRATA_STATE_UNKNOWN], slices->n_slices);
  for (guint i = 0; i < n_tracks; i++)
    {
      Walk walk = { strata_trace_get_states (base), tracks[i].thread != STRATA_NONE ? &threads[tracks[i].thread] : NULL, NULL };

      if (walk.thread == NULL || tracks[i].n_slices == 0)
        continue;
      if (walk.thread->n_states > 0)
        {
          walk.sums = new_sums (&walk);
          fill_from_states (out, slices, &tracks[i], &walk);
          g_free (walk.sums);
        }
      else if (tracks[i].kind == STRATA_TRACK_THREAD && strata_ns_column_exists (&slices->cpu))
        fill_from_cpu_time (out, slices, &tracks[i]);
    }

  return out;
}
