/* strata-session-area.c - an area over time and lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-area.h"
#include "strata-order.h"

/* An area is a span and a run of lanes. Its content follows from the lanes shown in it: a closed
 * group includes all its lanes. The header of an open group counts only if the area has no other
 * lane. */

static gboolean
is_above (StrataSession *self,
          guint32 a,
          guint32 b)
{
  const StrataLanes *lanes = strata_session_get_lanes (self);

  return strata_lanes_get_place (lanes, a) < strata_lanes_get_place (lanes, b);
}

static guint32
clamp_lane (StrataSession *self,
            guint32 lane)
{
  guint n_lanes;

  strata_lanes_get (strata_session_get_lanes (self), &n_lanes);
  return MIN (lane, MAX (n_lanes, 1) - 1);
}

static StrataArea
make_area (StrataSession *self,
           StrataSpan span,
           guint32 first_lane,
           guint32 last_lane)
{
  const StrataSpan bounds = strata_session_get_viewport (self)->bounds;
  const gint64 begin_ns = CLAMP (MIN (span.begin_ns, span.end_ns), bounds.begin_ns, bounds.end_ns);
  const gint64 end_ns = CLAMP (MAX (span.begin_ns, span.end_ns), bounds.begin_ns, bounds.end_ns);
  const guint32 first = clamp_lane (self, first_lane);
  const guint32 last = clamp_lane (self, last_lane);

  return (StrataArea){
    .is_set = TRUE,
    .span = { begin_ns, end_ns },
    .first_lane = is_above (self, last, first) ? last : first,
    .last_lane = is_above (self, last, first) ? first : last,
  };
}

/**
 * strata_session_set_area:
 * @self: the session
 * @span: its time; the edges may be in either order
 * @first_lane: index of a lane at one edge
 * @last_lane: index of the lane at the other edge
 *
 * Selects an area: @span on the lanes from @first_lane to
 * @last_lane. The selected item stays. Emits ::area-changed.
 */
void
strata_session_set_area (StrataSession *self,
                         StrataSpan span,
                         guint32 first_lane,
                         guint32 last_lane)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  guint n_lanes;

  strata_lanes_get (strata_session_get_lanes (self), &n_lanes);
  if (n_lanes == 0)
    return;

  const StrataArea area = make_area (self, span, first_lane, last_lane);

  strata_selection_set_area (strata_session_get_selection (self), &area);
}

/**
 * strata_session_clear_area:
 * @self: the session
 *
 * Selects no area. Emits ::area-changed if there was one.
 */
void
strata_session_clear_area (StrataSession *self)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  const StrataArea none = { .is_set = FALSE };

  strata_selection_set_area (strata_session_get_selection (self), &none);
}

/**
 * strata_session_get_area:
 * @self: the session
 * @span: (out) (optional): its time
 *
 * Returns: whether an area is selected
 */
gboolean
strata_session_get_area (StrataSession *self,
                         StrataSpan *span)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const StrataArea *mine = strata_selection_get_area (strata_session_get_selection (self));

  if (mine->is_set && span != NULL)
    *span = mine->span;

  return mine->is_set;
}

/**
 * strata_session_get_area_lanes:
 * @self: the session
 * @first_lane: (out): index of the topmost lane
 * @last_lane: (out): index of the lowest, which may be the same
 *
 * Returns: whether an area is selected
 */
gboolean
strata_session_get_area_lanes (StrataSession *self,
                               guint32 *first_lane,
                               guint32 *last_lane)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const StrataArea *mine = strata_selection_get_area (strata_session_get_selection (self));

  if (mine->is_set)
    {
      *first_lane = mine->first_lane;
      *last_lane = mine->last_lane;
    }

  return mine->is_set;
}

/**
 * strata_session_set_area_around_selection:
 * @self: the session
 *
 * Makes an area of the selected item: its time and its lane.
 *
 * Returns: whether anything was selected
 */
gboolean
strata_session_set_area_around_selection (StrataSession *self)
{
  StrataSpan span;

  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const StrataItem item = strata_session_get_selected_item (self);

  if (item.lane == STRATA_NONE || !strata_session_get_item_span (self, item, &span))
    return FALSE;

  strata_session_set_area (self, span, item.lane, item.lane);
  return TRUE;
}

/**
 * strata_session_extend_area:
 * @self: the session
 *
 * Extends the area to the selected item, in time and lanes. Without an
 * area, makes one of the item.
 *
 * Returns: whether anything was selected
 */
gboolean
strata_session_extend_area (StrataSession *self)
{
  StrataSpan span;

  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const StrataItem item = strata_session_get_selected_item (self);
  const StrataArea area = *strata_selection_get_area (strata_session_get_selection (self));

  if (!area.is_set)
    return strata_session_set_area_around_selection (self);
  if (item.lane == STRATA_NONE || !strata_session_get_item_span (self, item, &span))
    return FALSE;

  strata_session_set_area (self,
                           (StrataSpan){ MIN (area.span.begin_ns, span.begin_ns), MAX (area.span.end_ns, span.end_ns) },
                           is_above (self, item.lane, area.first_lane) ? item.lane : area.first_lane,
                           is_above (self, area.last_lane, item.lane) ? item.lane : area.last_lane);
  return TRUE;
}

typedef void (*VisitLane) (StrataSession *self, const StrataLane *lane, gpointer user_data);

static void
visit_group (StrataSession *self,
             guint32 group,
             VisitLane visit,
             gpointer user_data)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (self), &n_lanes);

  for (guint i = 0; i < n_lanes; i++)
    if (lanes[i].group == group && !lanes[i].is_hidden)
      visit (self, &lanes[i], user_data);
}

static void
visit_lanes (StrataSession *self,
             const StrataArea *area,
             VisitLane visit,
             gpointer user_data)
{
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (self), NULL);

  if (!area->is_set)
    return;

  const StrataLanes *order = strata_session_get_lanes (self);

  for (guint32 place = strata_lanes_get_place (order, area->first_lane); place <= strata_lanes_get_place (order, area->last_lane); place++)
    {
      const guint32 i = strata_lanes_get_at_place (order, place);
      const gboolean is_header = strata_lane_is_group (&lanes[i]);

      if (!lanes[i].is_visible)
        continue;
      if (!is_header)
        visit (self, &lanes[i], user_data);
      else if (lanes[i].is_collapsed || area->first_lane == area->last_lane)
        visit_group (self, i, visit, user_data);
    }
}

/* Sorts and removes duplicates. */
static guint32 *
finish (GArray *found,
        guint *n_found)
{
  guint n_kept = 0;

  g_array_sort (found, strata_order_u32);
  for (guint i = 0; i < found->len; i++)
    if (i == 0 || g_array_index (found, guint32, i) != g_array_index (found, guint32, i - 1))
      g_array_index (found, guint32, n_kept++) = g_array_index (found, guint32, i);

  *n_found = n_kept;
  return (guint32 *) g_array_free (found, FALSE);
}

static guint32 *
collect (StrataSession *self,
         const StrataArea *area,
         VisitLane visit,
         guint *n_found)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint32));

  visit_lanes (self, area, visit, found);
  return finish (found, n_found);
}

static const StrataTrack *
get_track (StrataSession *self,
           const StrataLane *lane)
{
  const guint32 track = strata_lane_get_track (lane);

  return track != STRATA_NONE ? &strata_trace_get_tracks (strata_session_get_trace (self), NULL)[track] : NULL;
}

static void
add_thread (StrataSession *self,
            const StrataLane *lane,
            gpointer found)
{
  const StrataTrack *track = get_track (self, lane);
  guint32 thread = lane->thread;

  if (thread == STRATA_NONE && track != NULL && track->kind == STRATA_TRACK_THREAD)
    thread = track->thread;
  if (thread != STRATA_NONE)
    g_array_append_val ((GArray *) found, thread);
}

static void
add_process (StrataSession *self,
             const StrataLane *lane,
             gpointer found)
{
  const StrataLane *group = &strata_lanes_get (strata_session_get_lanes (self), NULL)[lane->group];

  if (group->index != STRATA_NONE)
    g_array_append_val ((GArray *) found, group->index);
}

static void
add_track (StrataSession *self,
           const StrataLane *lane,
           gpointer found)
{
  if (get_track (self, lane) != NULL)
    g_array_append_val ((GArray *) found, lane->index);
}

static void
add_cpu (StrataSession *self,
         const StrataLane *lane,
         gpointer found)
{
  if (strata_lane_get_cpu (lane) != STRATA_NONE)
    g_array_append_val ((GArray *) found, lane->index);
}

static void
add_counter (StrataSession *self,
             const StrataLane *lane,
             gpointer found)
{
  if (strata_lane_get_counter (lane) != STRATA_NONE)
    g_array_append_val ((GArray *) found, lane->index);
}

/**
 * strata_session_get_area_threads:
 * @self: the session
 * @n_threads: (out): how many
 *
 * Reports the threads whose lanes are in the area. A lane of asynchronous
 * slices, a counter or a CPU has no thread.
 *
 * Returns: (transfer full) (array length=n_threads): indices of threads, ascending; free with g_free()
 */
guint32 *
strata_session_get_area_threads (StrataSession *self,
                                 guint *n_threads)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  return collect (self, strata_selection_get_area (strata_session_get_selection (self)), add_thread, n_threads);
}

/**
 * strata_session_get_area_processes:
 * @self: the session
 * @n_processes: (out): how many
 *
 * Reports the processes whose lanes are in the area.
 *
 * Returns: (transfer full) (array length=n_processes): indices of processes, ascending; free with g_free()
 */
guint32 *
strata_session_get_area_processes (StrataSession *self,
                                   guint *n_processes)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  return collect (self, strata_selection_get_area (strata_session_get_selection (self)), add_process, n_processes);
}

/**
 * strata_session_get_area_tracks:
 * @self: the session
 * @n_tracks: (out): how many
 *
 * Reports the tracks whose slices are in the area.
 *
 * Returns: (transfer full) (array length=n_tracks): indices of tracks, ascending; free with g_free()
 */
guint32 *
strata_session_get_area_tracks (StrataSession *self,
                                guint *n_tracks)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  return collect (self, strata_selection_get_area (strata_session_get_selection (self)), add_track, n_tracks);
}

/**
 * strata_session_get_area_cpus:
 * @self: the session
 * @n_cpus: (out): how many
 *
 * Reports the CPUs whose runs are in the area.
 *
 * Returns: (transfer full) (array length=n_cpus): indices into the trace's CPUs, ascending; free with g_free()
 */
guint32 *
strata_session_get_area_cpus (StrataSession *self,
                              guint *n_cpus)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  return collect (self, strata_selection_get_area (strata_session_get_selection (self)), add_cpu, n_cpus);
}

/* All lanes, for the time in view. */
static StrataArea
get_view_area (StrataSession *self)
{
  const StrataLanes *order = strata_session_get_lanes (self);
  guint n_lanes;

  strata_lanes_get (order, &n_lanes);
  if (n_lanes == 0)
    return (StrataArea){ .is_set = FALSE };

  return (StrataArea){
    .is_set = TRUE,
    .span = strata_viewport_get_span (strata_session_get_viewport (self)),
    .first_lane = strata_lanes_get_at_place (order, 0),
    .last_lane = strata_lanes_get_at_place (order, n_lanes - 1),
  };
}

/**
 * strata_session_get_shown:
 * @self: the session
 * @shown: (out caller-allocates): what is shown; clear with strata_shown_clear()
 *
 * Reports what to export: the area if one is selected, else the visible
 * time on all lanes that are not hidden or filtered out.
 */
void
strata_session_get_shown (StrataSession *self,
                          StrataShown *shown)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  const StrataArea *selected = strata_selection_get_area (strata_session_get_selection (self));
  const StrataArea area = selected->is_set ? *selected : get_view_area (self);

  *shown = (StrataShown){ .is_area = selected->is_set, .span = area.span };
  shown->tracks = collect (self, &area, add_track, &shown->n_tracks);
  shown->threads = collect (self, &area, add_thread, &shown->n_threads);
  shown->counters = collect (self, &area, add_counter, &shown->n_counters);
}

void
strata_shown_clear (StrataShown *self)
{
  g_clear_pointer (&self->tracks, g_free);
  g_clear_pointer (&self->threads, g_free);
  g_clear_pointer (&self->counters, g_free);
}
