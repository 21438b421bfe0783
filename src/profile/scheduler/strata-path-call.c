/* strata-path-call.c - the call that a thread of a critical path was mostly in
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-path-call.h"

#include "strata-bisect.h"

/* Finds the innermost call that contains most of a thread's time on the path: from the outermost
 * calls down, as long as one child contains enough of it. The time in a call is the difference of
 * two running sums over the thread's segments. */
#define ENOUGH_PERCENT 60

/* A segment of the thread, with the sum of all before it. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  gint64 before_ns;
} Part;

typedef struct
{
  const StrataSliceTable *slices; /* borrowed */
  GArray *parts;                  /* (element-type Part) owned; by time */
  gint64 total_ns;
} Walk;

static void
list_parts (Walk *walk,
            const StrataCriticalPath *path,
            guint32 thread)
{
  guint n_segments;
  const StrataPathSegment *segments = strata_critical_path_get_segments (path, &n_segments);

  for (guint i = 0; i < n_segments; i++)
    if (segments[i].thread == thread)
      {
        const Part part = { segments[i].start_ns, segments[i].end_ns, walk->total_ns };

        g_array_append_val (walk->parts, part);
        walk->total_ns += part.end_ns - part.start_ns;
      }
}

/* The thread's time on the path up to @time_ns. */
static gint64
sum_until (const Walk *walk,
           gint64 time_ns)
{
  guint begin = 0;
  guint end = walk->parts->len;

  STRATA_BISECT (begin, end, i, g_array_index (walk->parts, Part, i).end_ns <= time_ns);

  if (begin == walk->parts->len)
    return walk->total_ns;

  const Part *part = &g_array_index (walk->parts, Part, begin);

  return part->before_ns + MAX (time_ns - part->start_ns, 0);
}

static gint64
get_inside_ns (const Walk *walk,
               guint32 slice)
{
  return sum_until (walk, strata_slice_table_get_end_ns (walk->slices, slice)) - sum_until (walk, strata_slice_table_get_start_ns (walk->slices, slice));
}

/* The sibling with the most time, from @first on. */
static guint32
find_largest (const Walk *walk,
              guint32 first,
              guint32 end,
              gint64 *inside_ns)
{
  const Part *last = &g_array_index (walk->parts, Part, walk->parts->len - 1);
  guint32 largest = STRATA_NONE;

  *inside_ns = 0;
  for (guint32 i = first; i < end && walk->slices->start_ns[i] < last->end_ns; i = walk->slices->subtree_end[i])
    {
      const gint64 ns = get_inside_ns (walk, i);

      if (ns > *inside_ns)
        {
          largest = i;
          *inside_ns = ns;
        }
    }

  return largest;
}

/* The first outermost call that may overlap the path. */
static guint32
find_first_root (const Walk *walk,
                 StrataTrace *trace,
                 const StrataTrack *track)
{
  const gint64 begin_ns = g_array_index (walk->parts, Part, 0).start_ns;
  guint32 begin, end;

  if (track->n_rows == 0)
    return track->first_slice + track->n_slices;

  strata_trace_get_row (trace, track, 0, &begin, &end);

  const guint32 place = strata_slice_table_find_first (walk->slices, begin, end, begin_ns);

  return place < end ? walk->slices->order[place] : track->first_slice + track->n_slices;
}

static guint32
descend (const Walk *walk,
         guint32 first,
         guint32 end,
         gint64 *inside_ns)
{
  guint32 call = STRATA_NONE;
  gint64 ns;
  guint32 child = find_largest (walk, first, end, &ns);

  while (child != STRATA_NONE && ns >= walk->total_ns / 100 * ENOUGH_PERCENT)
    {
      call = child;
      *inside_ns = ns;
      child = find_largest (walk, call + 1, walk->slices->subtree_end[call], &ns);
    }

  return call;
}

/**
 * strata_path_call_find:
 * @trace: the trace of the path
 * @path: a critical path
 * @thread: index of one of its threads
 * @inside_ns: (out): how much of the thread's time on the path is in the call
 *
 * Finds the innermost call that contains most of a thread's time on the path.
 *
 * Returns: index of a slice, or %STRATA_NONE if there is none
 */
guint32
strata_path_call_find (StrataTrace *trace,
                       const StrataCriticalPath *path,
                       guint32 thread,
                       gint64 *inside_ns)
{
  const guint32 track = strata_trace_get_threads (trace, NULL)[thread].track;
  Walk walk = { .slices = strata_trace_get_slices (trace), .parts = g_array_new (FALSE, FALSE, sizeof (Part)) };
  guint32 call = STRATA_NONE;

  *inside_ns = 0;
  list_parts (&walk, path, thread);
  if (track != STRATA_NONE && walk.parts->len > 0)
    {
      const StrataTrack *row = strata_trace_get_tracks (trace, NULL) + track;

      call = descend (&walk, find_first_root (&walk, trace, row), row->first_slice + row->n_slices, inside_ns);
    }

  g_array_unref (walk.parts);
  return call;
}
