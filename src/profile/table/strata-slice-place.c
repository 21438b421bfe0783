/* strata-slice-place.c - a slice compared with those of its name and its thread
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-slice-place.h"

static guint32
find_rank (const StrataNameSums *sums,
           guint32 slice)
{
  const StrataSliceTable *table = strata_trace_get_slices (sums->trace);
  const gboolean is_cpu = strata_durations_are_cpu (sums->trace);
  const gint64 slice_ns = strata_durations_get_of (table, is_cpu, slice);
  guint32 rank = 1;

  for (guint32 i = 0; i < sums->n_slices; i++)
    {
      const gint64 other_ns = strata_durations_get_of (table, is_cpu, sums->slices[i]);

      rank += other_ns > slice_ns || (other_ns == slice_ns && sums->slices[i] < slice);
    }

  return rank;
}

/* The total time of a track's outermost calls, which include the others. */
static gint64
add_track (StrataTrace *trace,
           const StrataTrack *track)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const gboolean is_cpu = strata_durations_are_cpu (trace);
  gint64 total_ns = 0;

  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i = slices->subtree_end[i])
    total_ns = strata_time_add (total_ns, strata_durations_get_of (slices, is_cpu, i));

  return total_ns;
}

/* Sums the calls of the thread, and of all threads of its process. */
static void
add_tracks (StrataSlicePlace *self,
            StrataTrace *trace,
            guint32 thread)
{
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);
  const guint32 process = threads[thread].process;
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  self->thread_ns = 0;
  self->process_ns = process != STRATA_NONE ? 0 : STRATA_NO_TIME;
  for (guint i = 0; i < n_tracks; i++)
    {
      const gboolean is_here = tracks[i].kind == STRATA_TRACK_THREAD && (tracks[i].thread == thread || (process != STRATA_NONE && threads[tracks[i].thread].process == process));
      const gint64 track_ns = is_here ? add_track (trace, &tracks[i]) : 0;

      if (is_here && tracks[i].thread == thread)
        self->thread_ns = strata_time_add (self->thread_ns, track_ns);
      if (process != STRATA_NONE)
        self->process_ns = strata_time_add (self->process_ns, track_ns);
    }
}

/**
 * strata_slice_place_new:
 * @trace: a trace
 * @slice: a slice
 * @known: (nullable): the sums of any name of any trace; reused if they are for this slice's name
 * @cancellable: (nullable): stops it early
 *
 * Returns: (transfer full): its place, or %NULL if it was cancelled
 */
StrataSlicePlace *
strata_slice_place_new (StrataTrace *trace,
                        guint32 slice,
                        StrataNameSums *known,
                        GCancellable *cancellable)
{
  const guint32 name = strata_trace_get_slices (trace)->name[slice];
  const gboolean is_known = known != NULL && known->trace == trace && known->name == name;
  StrataNameSums *sums = is_known ? strata_name_sums_ref (known) : strata_name_sums_new (trace, name, cancellable);

  if (sums == NULL)
    return NULL;

  StrataSlicePlace *self = g_new (StrataSlicePlace, 1);

  *self = (StrataSlicePlace){
    .sums = sums,
    .slice = slice,
    .rank = find_rank (sums, slice),
    .slice_ns = strata_durations_get_ns (trace, slice),
    .thread_ns = STRATA_NO_TIME,
    .process_ns = STRATA_NO_TIME,
    .trace_ns = strata_span_get_length_ns (strata_trace_get_span (trace)),
  };

  if (slice < strata_trace_get_slices (trace)->first_async)
    add_tracks (self, trace, strata_trace_find_thread (trace, slice));

  return self;
}

void
strata_slice_place_free (StrataSlicePlace *self)
{
  if (self == NULL)
    return;

  strata_name_sums_unref (self->sums);
  g_free (self);
}
