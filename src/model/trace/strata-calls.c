/* strata-calls.c - binder calls and the slices in which they are answered
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-calls.h"

#include "strata-bisect.h"
#include "strata-order.h"

/* A call and its answer share the number of their transaction. The slices of the lanes are sorted by it on first use. */

struct _StrataCalls
{
  StrataTrace *trace; /* borrowed */
  GArray *slices;     /* (element-type guint32) owned; nullable; sorted by number, then by index */
};

static gint64
get_number (StrataTrace *trace,
            guint32 slice)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);

  return table->cookie[slice - table->first_async];
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b,
                 gpointer trace)
{
  const guint32 left = *(const guint32 *) a;
  const guint32 right = *(const guint32 *) b;
  const gint64 left_number = get_number (trace, left);
  const gint64 right_number = get_number (trace, right);

  return STRATA_ORDER (left_number, right_number) ?: STRATA_ORDER (left, right);
}

static gboolean
is_lane (StrataTrace *trace,
         const StrataTrack *track)
{
  return track->kind == STRATA_TRACK_KERNEL && g_str_equal (strata_trace_get_string (trace, track->name), STRATA_CALLS_LANE);
}

StrataCalls *
strata_calls_new (StrataTrace *trace)
{
  StrataCalls *self = g_new0 (StrataCalls, 1);

  self->trace = trace;
  return self;
}

static GArray *
list_slices (StrataTrace *trace)
{
  GArray *slices = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    if (is_lane (trace, &tracks[i]))
      for (guint32 slice = tracks[i].first_slice; slice < tracks[i].first_slice + tracks[i].n_slices; slice++)
        g_array_append_val (slices, slice);

  g_array_sort_with_data (slices, compare_numbers, trace);
  return slices;
}

void
strata_calls_free (StrataCalls *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->slices, g_array_unref);
  g_free (self);
}

static const StrataTrack *
get_track (StrataTrace *trace,
           guint32 slice)
{
  return strata_trace_get_tracks (trace, NULL) + strata_trace_find_track (trace, slice);
}

/* Each device has its own numbers. */
static gboolean
are_of_one_device (StrataTrace *trace,
                   guint32 slice,
                   guint32 other)
{
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);

  return threads[get_track (trace, slice)->thread].device == threads[get_track (trace, other)->thread].device;
}

/**
 * strata_calls_find_peer:
 * @self: calls
 * @slice: index of a slice
 *
 * Returns: the other end of a binder call; %STRATA_NONE if there is none, or if @slice is not one
 */
guint32
strata_calls_find_peer (StrataCalls *self,
                        guint32 slice)
{
  const StrataSliceTable *table = strata_trace_get_slices (self->trace);

  if (slice < table->first_kernel || table->cookie == NULL || !is_lane (self->trace, get_track (self->trace, slice)))
    return STRATA_NONE;
  if (self->slices == NULL)
    self->slices = list_slices (self->trace);

  const gint64 number = get_number (self->trace, slice);
  guint32 begin = 0;
  guint32 end = self->slices->len;

  STRATA_BISECT (begin, end, i, get_number (self->trace, g_array_index (self->slices, guint32, i)) < number);

  for (; begin < self->slices->len && get_number (self->trace, g_array_index (self->slices, guint32, begin)) == number; begin++)
    if (g_array_index (self->slices, guint32, begin) != slice && are_of_one_device (self->trace, slice, g_array_index (self->slices, guint32, begin)))
      return g_array_index (self->slices, guint32, begin);

  return STRATA_NONE;
}

/* Whether it is a binder call that its thread waits for, not one that it answers or a message. */
gboolean
strata_calls_is_call (StrataTrace *trace,
                      guint32 slice)
{
  return (strata_slice_table_get_flags (strata_trace_get_slices (trace), slice) & STRATA_SLICE_CALL) != 0;
}
