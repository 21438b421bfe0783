/* strata-sql-nesting.c - how slices nest
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-source.h"

/* Calls of threads nest in the table of slices itself. The nesting of other slices is computed per track, on demand. */

/* Marks a track whose nesting has not been computed, since NULL is a track whose slices do not nest. */
static char not_known;

static void
free_nesting (gpointer data)
{
  if (data != &not_known)
    strata_nesting_free (data);
}

static const StrataNesting *
get_of_track (StrataSqlSource *self,
              guint32 track)
{
  if (self->nestings == NULL)
    {
      self->nestings = g_ptr_array_new_full (self->n_tracks, free_nesting);
      for (guint i = 0; i < self->n_tracks; i++)
        g_ptr_array_add (self->nestings, &not_known);
    }

  if (self->nestings->pdata[track] == &not_known)
    self->nestings->pdata[track] = strata_nesting_new (self->trace, &self->tracks[track]);

  return self->nestings->pdata[track];
}

static gboolean
is_call (const StrataSqlSource *self,
         guint32 slice)
{
  return slice < self->slices->first_async;
}

static const StrataNesting *
get_of_slice (StrataSqlSource *self,
              guint32 slice)
{
  return get_of_track (self, strata_sql_source_get_slice_track (self, slice));
}

guint32
strata_sql_source_find_parent (StrataSqlSource *self,
                               guint32 slice)
{
  if (is_call (self, slice))
    return strata_trace_find_parent (self->trace, slice);

  const StrataNesting *nesting = get_of_slice (self, slice);

  return nesting != NULL ? strata_nesting_find_parent (nesting, slice) : STRATA_NONE;
}

guint32
strata_sql_source_get_depth (StrataSqlSource *self,
                             guint32 slice)
{
  if (is_call (self, slice))
    return strata_slice_table_get_depth (self->slices, slice);

  const StrataNesting *nesting = get_of_slice (self, slice);

  return nesting != NULL ? strata_nesting_get_depth (nesting, slice) : 0;
}

gint64
strata_sql_source_get_self_ns (StrataSqlSource *self,
                               guint32 slice)
{
  if (is_call (self, slice))
    return strata_slice_table_get_self_ns (self->slices, slice);

  const StrataNesting *nesting = get_of_slice (self, slice);

  return nesting != NULL ? strata_nesting_get_self_ns (nesting, slice) : strata_slice_table_get_wall_ns (self->slices, slice);
}

void
strata_sql_source_find_inside (StrataSqlSource *self,
                               guint32 slice,
                               GArray *segments)
{
  const StrataNesting *nesting = is_call (self, slice) ? NULL : get_of_slice (self, slice);
  guint32 begin;
  guint32 end;

  if (is_call (self, slice))
    strata_sql_segments_add (segments, NULL, slice + 1, self->slices->subtree_end[slice]);
  else if (nesting != NULL)
    {
      const guint32 *inside = strata_nesting_get_inside (nesting, slice, &begin, &end);

      strata_sql_segments_add (segments, inside, begin, end);
    }
}

static guint32
find_call_around (StrataSqlSource *self,
                  const StrataTrack *track,
                  gint64 time_ns)
{
  const guint32 after = strata_slice_table_find_start (self->slices, track->first_slice, track->first_slice + track->n_slices, strata_time_add (time_ns, 1));

  if (after == track->first_slice)
    return STRATA_NONE;

  for (guint32 slice = after - 1; slice != STRATA_NONE; slice = strata_trace_find_parent (self->trace, slice))
    if (strata_slice_table_is_open (self->slices, slice, time_ns))
      return slice;

  return STRATA_NONE;
}

gboolean
strata_sql_source_is_stack (StrataSqlSource *self,
                            guint32 track)
{
  if (self->tracks[track].kind == STRATA_TRACK_THREAD)
    return TRUE;

  const StrataNesting *nesting = get_of_track (self, track);

  return nesting != NULL && strata_nesting_is_stack (nesting);
}

guint32
strata_sql_source_find_around (StrataSqlSource *self,
                               guint32 track,
                               guint32 stack,
                               gint64 time_ns)
{
  if (track >= self->n_tracks)
    return STRATA_NONE;
  if (self->tracks[track].kind == STRATA_TRACK_THREAD)
    return find_call_around (self, &self->tracks[track], time_ns);

  const StrataNesting *nesting = get_of_track (self, track);

  if (nesting == NULL)
    return STRATA_NONE;

  return stack != 0 ? strata_nesting_find_around_on (nesting, stack, time_ns) : strata_nesting_find_around (nesting, time_ns);
}
