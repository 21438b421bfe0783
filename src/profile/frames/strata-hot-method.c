/* strata-hot-method.c - the method that a method trace is about
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-hot-method.h"

/* The longest calls of a method trace show little: they are those that contain all others. The finding is the method
 * with the most self time. */

/* CPU times count only if all calls of the thread have one. */
static gboolean
has_cpu_times (StrataTrace *trace,
               const StrataTrack *track)
{
  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    if (!strata_trace_has_cpu_time (trace, i))
      return FALSE;

  return TRUE;
}

static gint64
get_self_ns (const StrataSliceTable *slices,
             guint32 slice,
             gboolean is_cpu)
{
  return MAX (is_cpu ? strata_slice_table_get_self_cpu_ns (slices, slice) : strata_slice_table_get_self_ns (slices, slice), 0);
}

static gint64
sum_calls (const StrataSliceTable *slices,
           const StrataTrack *track,
           gboolean is_cpu)
{
  const guint32 end = track->first_slice + track->n_slices;
  gint64 sum_ns = 0;

  for (guint32 i = track->first_slice; i < end; i = slices->subtree_end[i])
    sum_ns = strata_time_add (sum_ns, MAX (is_cpu ? strata_slice_table_get_cpu_ns (slices, i) : strata_slice_table_get_wall_ns (slices, i), 0));

  return sum_ns;
}

static void
add_self (GHashTable *sums,
          guint32 name,
          gint64 self_ns)
{
  gint64 *sum_ns = g_hash_table_lookup (sums, GUINT_TO_POINTER (name));

  if (sum_ns == NULL)
    g_hash_table_insert (sums, GUINT_TO_POINTER (name), sum_ns = g_new0 (gint64, 1));

  *sum_ns = strata_time_add (*sum_ns, self_ns);
}

/* Of methods with equal times, the one called first. */
static void
find_method (StrataHotMethod *self,
             const StrataSliceTable *slices,
             const StrataTrack *track)
{
  g_autoptr (GHashTable) sums = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  const guint32 end = track->first_slice + track->n_slices;
  gint64 longest_ns = -1;

  for (guint32 i = track->first_slice; i < end; i++)
    add_self (sums, slices->name[i], get_self_ns (slices, i, self->is_cpu));

  for (guint32 i = track->first_slice; i < end; i++)
    {
      const gint64 sum_ns = *(const gint64 *) g_hash_table_lookup (sums, GUINT_TO_POINTER (slices->name[i]));
      const gint64 own_ns = get_self_ns (slices, i, self->is_cpu);

      if (sum_ns > self->self_ns || (sum_ns == self->self_ns && longest_ns >= 0 && slices->name[i] == slices->name[self->slice] && own_ns > longest_ns))
        {
          self->self_ns = sum_ns;
          self->slice = i;
          longest_ns = own_ns;
        }
    }
}

/**
 * strata_hot_method_find:
 * @self: (out caller-allocates): the result
 * @trace: a trace
 *
 * Finds the thread that spent the most time in calls, and its method with the most self time.
 *
 * Returns: %FALSE if @trace is not a method trace, or has no calls
 */
gboolean
strata_hot_method_find (StrataHotMethod *self,
                        StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  const StrataTrack *best = NULL;

  *self = (StrataHotMethod){ .thread = STRATA_NONE, .slice = STRATA_NONE };
  if (strata_trace_get_counts (trace)->n_methods == 0)
    return FALSE;

  for (guint i = 0; i < n_tracks; i++)
    {
      const gboolean is_cpu = tracks[i].kind == STRATA_TRACK_THREAD && has_cpu_times (trace, &tracks[i]);
      const gint64 total_ns = tracks[i].kind == STRATA_TRACK_THREAD ? sum_calls (slices, &tracks[i], is_cpu) : 0;

      if (total_ns > self->total_ns)
        {
          best = &tracks[i];
          *self = (StrataHotMethod){ .thread = tracks[i].thread, .slice = STRATA_NONE, .total_ns = total_ns, .is_cpu = is_cpu };
        }
    }

  if (best != NULL)
    find_method (self, slices, best);

  return self->slice != STRATA_NONE;
}
