/* strata-async-roots.c - nesting of asynchronous slices when they are written
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-async-roots.h"

#include "strata-nesting.h"

/* Slices on one track of Perfetto, or with one id of Chrome, nest: an end closes the innermost slice. So a nested
 * slice can be written with the outermost one around it, its root, unless an earlier slice there is still open.
 * Slices that only overlap, or whose nesting is unknown, are roots. */

static void
find_track_roots (StrataTrace *trace,
                  const StrataTrack *track,
                  guint32 *roots)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  g_autoptr (StrataNesting) nesting = strata_nesting_new (trace, track);
  g_autofree gint64 *free_ns = g_new (gint64, MAX (track->n_slices, 1)); /* when the last direct child of a slice is over */

  for (guint32 i = 0; i < track->n_slices; i++)
    {
      const guint32 slice = track->first_slice + i;
      const guint32 parent = nesting != NULL ? strata_nesting_find_parent (nesting, slice) : STRATA_NONE;
      const gboolean is_inside = parent != STRATA_NONE && parent < slice && free_ns[parent - track->first_slice] <= slices->start_ns[slice];

      roots[slice - slices->first_async] = is_inside ? roots[parent - slices->first_async] : slice;
      free_ns[i] = slices->start_ns[slice];
      if (is_inside)
        free_ns[parent - track->first_slice] = strata_slice_table_get_end_ns (slices, slice);
    }
}

/**
 * strata_async_find_roots:
 * @trace: a trace
 *
 * Returns: (transfer full): by asynchronous slice of programs, the root with which it can be written
 */
guint32 *
strata_async_find_roots (StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint32 *roots = g_new0 (guint32, MAX (slices->first_kernel - slices->first_async, 1));
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_ASYNC)
      find_track_roots (trace, &tracks[i], roots);

  return roots;
}
