/* strata-notes-slice.c - slices in notes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-notes-slice.h"

/* Slices are recognised by thread, begin, name and length, so that notes fit a trace that was
 * loaded with other options. */

static gint64
get_tid (StrataTrace *trace,
         const StrataTrack *track)
{
  return track->thread != STRATA_NONE ? strata_trace_get_threads (trace, NULL)[track->thread].tid : -1;
}

/**
 * strata_notes_slice_save:
 * @file: where to write
 * @group: the group to write into
 * @trace: the trace
 * @slice: one of its slices
 * @span: the part of the trace that will exist
 *
 * Writes everything that identifies a slice, except its start.
 */
void
strata_notes_slice_save (GKeyFile *file,
                         const char *group,
                         StrataTrace *trace,
                         guint32 slice,
                         StrataSpan span)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, slices->name[slice]), -1);

  g_key_file_set_string (file, group, "slice", name);
  g_key_file_set_int64 (file, group, "thread", get_tid (trace, &strata_trace_get_tracks (trace, NULL)[strata_trace_find_track (trace, slice)]));
  g_key_file_set_int64 (file, group, "length", MIN (strata_slice_table_get_end_ns (slices, slice), span.end_ns) - MAX (slices->start_ns[slice], span.begin_ns));
}

/* Finds the slice of a row with this start, name and length. */
static guint32
find_in_row (StrataTrace *trace,
             const StrataTrack *track,
             guint32 depth,
             gint64 time_ns,
             guint32 name,
             gint64 length_ns)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint32 begin;
  guint32 end;

  strata_trace_get_row (trace, track, depth, &begin, &end);
  for (guint32 place = strata_slice_table_find_next_start (slices, begin, end, time_ns); place < end; place++)
    {
      const guint32 slice = slices->order[place];

      if (slices->start_ns[slice] != time_ns)
        break;
      if (slices->name[slice] == name && strata_slice_table_get_wall_ns (slices, slice) == length_ns)
        return slice;
    }

  return STRATA_NONE;
}

static guint32
find_slice (StrataTrace *trace,
            gint64 tid,
            gint64 time_ns,
            const char *name,
            gint64 length_ns)
{
  const guint32 id = strata_string_pool_lookup (strata_trace_get_strings (trace), name);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  guint32 found = STRATA_NONE;

  for (guint i = 0; id != STRATA_NONE && found == STRATA_NONE && i < n_tracks; i++)
    for (guint32 depth = 0; get_tid (trace, &tracks[i]) == tid && found == STRATA_NONE && depth < tracks[i].n_rows; depth++)
      found = find_in_row (trace, &tracks[i], depth, time_ns, id, length_ns);

  return found;
}

/**
 * strata_notes_slice_load:
 * @file: where to read
 * @group: the group that describes a slice
 * @trace: the trace
 * @time_ns: when the slice begins
 *
 * Returns: the slice, or %STRATA_NONE if it is not found
 */
guint32
strata_notes_slice_load (GKeyFile *file,
                         const char *group,
                         StrataTrace *trace,
                         gint64 time_ns)
{
  g_autofree char *name = g_key_file_get_string (file, group, "slice", NULL);

  if (name == NULL)
    return STRATA_NONE;

  return find_slice (trace, g_key_file_get_int64 (file, group, "thread", NULL), time_ns, name, g_key_file_get_int64 (file, group, "length", NULL));
}
