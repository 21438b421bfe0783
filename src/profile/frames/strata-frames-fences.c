/* strata-frames-fences.c - when the GPU was done with the buffers of frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-bisect.h"
#include "strata-frames-private.h"
#include "strata-order.h"
#include "strata-pair-key.h"

/* A thread that queues a buffer hands its fence, by a number that counts in each process, to a
 * thread that waits for the GPU and has a slice for that. The slice ends when that thread has a CPU
 * again, up to some 0.1 ms after the GPU was done. The kernel's event of the fence itself has the
 * exact time. The fence is the one that the waiting thread asks to be notified of during its wait.
 * If it does not ask because the GPU is done already, it is the fence that the queueing thread
 * submitted last (in 170 of 170 waits of a real capture these are the same). Without fence events,
 * only the end of the wait is known.
 *
 * A buffer that the GPU had finished when it was queued is not handed
 * over; its slice says "has signaled". */

/* Lane names are those that readers assign, see formats/events. */
#define WATCH_LANE "watched fences"
#define FENCE_LANE "fence "

typedef struct
{
  guint32 thread;
  gint64 begin_ns;
  gint64 end_ns;
} Fence;

struct _StrataFrameFences
{
  const StrataFrameFinder *finder; /* borrowed */
  GArray *watched;                 /* (element-type Fence) owned: by the thread that watches and when it began */
  GArray *submitted;               /* (element-type Fence) owned: by the thread that submitted it and when */
  GHashTable *handed;              /* owned: number and process to a Fence, with the thread that handed it over and when */
  GHashTable *done;                /* owned: number and process to when the GPU was done */
};

STRATA_ORDER_BY_TWO (compare_fences, Fence, thread, begin_ns)

static void
list_track (GArray *fences,
            const StrataSliceTable *table,
            const StrataTrack *track)
{
  for (guint32 slice = track->first_slice; slice < track->first_slice + track->n_slices; slice++)
    if ((strata_slice_table_get_flags (table, slice) & STRATA_SLICE_UNFINISHED) == 0)
      {
        const guint32 thread = track->kind == STRATA_TRACK_KERNEL || table->async_thread == NULL ? track->thread : table->async_thread[slice - table->first_async];
        const Fence fence = { thread, table->start_ns[slice], strata_slice_table_get_end_ns (table, slice) };

        g_array_append_val (fences, fence);
      }
}

static void
list_fences (StrataFrameFences *self)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->finder->trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    {
      const char *name = strata_trace_get_string (self->finder->trace, tracks[i].name);

      if (tracks[i].kind == STRATA_TRACK_KERNEL && g_str_equal (name, WATCH_LANE))
        list_track (self->watched, self->finder->table, &tracks[i]);
      else if (tracks[i].kind == STRATA_TRACK_CPU && tracks[i].cpu == STRATA_NONE && g_str_has_prefix (name, FENCE_LANE))
        list_track (self->submitted, self->finder->table, &tracks[i]);
    }

  g_array_sort (self->watched, compare_fences);
  g_array_sort (self->submitted, compare_fences);
}

/* The last fence of a thread that began in [begin, end], or NULL if there is none. */
static const Fence *
find_last (const GArray *fences,
           guint32 thread,
           gint64 begin_ns,
           gint64 end_ns)
{
  const Fence key = { .thread = thread, .begin_ns = end_ns };
  guint begin = 0;
  guint end = fences->len;

  STRATA_BISECT (begin, end, i, compare_fences (&g_array_index (fences, Fence, i), &key) <= 0);

  const Fence *found = begin > 0 ? &g_array_index (fences, Fence, begin - 1) : NULL;

  return found != NULL && found->thread == thread && found->begin_ns >= begin_ns ? found : NULL;
}

static gint64
get_key (const StrataFrameFences *self,
         const StrataFrameMarkRow *row)
{
  const guint32 process = strata_frame_finder_get_process (self->finder, row->thread);

  return (gint64) ((guint64) process << 40) ^ strata_frame_finder_get_id (self->finder, row->slice);
}

/* When the fence that a thread waits for was done; no later than the end of the wait. */
static gint64
get_done_ns (const StrataFrameFences *self,
             const StrataFrameMarkRow *wait,
             gint64 key)
{
  const gint64 begin_ns = self->finder->table->start_ns[wait->slice];
  const gint64 end_ns = strata_slice_table_get_end_ns (self->finder->table, wait->slice);
  const Fence *handed = g_hash_table_lookup (self->handed, &key);
  const Fence *fence = find_last (self->watched, wait->thread, begin_ns, end_ns);

  if (fence == NULL && handed != NULL)
    fence = find_last (self->submitted, handed->thread, G_MININT64, handed->begin_ns);

  return fence != NULL ? MIN (fence->end_ns, end_ns) : end_ns;
}

static void
take_handed (StrataFrameFences *self,
             const StrataFrameMarkRow *row)
{
  const gint64 key = get_key (self, row);
  const Fence fence = { row->thread, self->finder->table->start_ns[row->slice], strata_slice_table_get_end_ns (self->finder->table, row->slice) };

  g_hash_table_insert (self->handed, g_memdup2 (&key, sizeof key), g_memdup2 (&fence, sizeof fence));
}

static void
take_wait (StrataFrameFences *self,
           const StrataFrameMarkRow *row)
{
  const gint64 key = get_key (self, row);
  const gint64 done_ns = get_done_ns (self, row, key);

  if ((strata_slice_table_get_flags (self->finder->table, row->slice) & STRATA_SLICE_UNFINISHED) == 0)
    g_hash_table_insert (self->done, g_memdup2 (&key, sizeof key), g_memdup2 (&done_ns, sizeof done_ns));
}

static void
take_marks (StrataFrameFences *self,
            StrataFrameMark mark,
            void (*take) (StrataFrameFences *, const StrataFrameMarkRow *))
{
  for (guint i = 0; i < self->finder->rows->len; i++)
    {
      const StrataFrameMarkRow *row = &g_array_index (self->finder->rows, StrataFrameMarkRow, i);

      if (row->mark == mark)
        take (self, row);
    }
}

StrataFrameFences *
strata_frame_fences_new (const StrataFrameFinder *finder)
{
  StrataFrameFences *self = g_new0 (StrataFrameFences, 1);

  self->finder = finder;
  self->watched = g_array_new (FALSE, FALSE, sizeof (Fence));
  self->submitted = g_array_new (FALSE, FALSE, sizeof (Fence));
  self->handed = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, g_free);
  self->done = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, g_free);
  list_fences (self);
  take_marks (self, STRATA_MARK_FENCE, take_handed);
  take_marks (self, STRATA_MARK_GPU_WAIT, take_wait);
  return self;
}

void
strata_frame_fences_free (StrataFrameFences *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->watched);
  g_array_unref (self->submitted);
  g_hash_table_unref (self->handed);
  g_hash_table_unref (self->done);
  g_free (self);
}

gint64
strata_frame_fences_get_done_ns (const StrataFrameFences *self,
                                 const StrataFrameMarkRow *fence)
{
  const gint64 key = get_key (self, fence);
  const gint64 *done_ns = g_hash_table_lookup (self->done, &key);

  if (fence->mark == STRATA_MARK_SIGNALED)
    return self->finder->table->start_ns[fence->slice];

  return done_ns != NULL ? *done_ns : STRATA_NO_TIME;
}
