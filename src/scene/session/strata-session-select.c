/* strata-session-select.c - from one item to the next, and where items are
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

#include "strata-named-slice.h"
#include "strata-session-events.h"
#include "strata-session-private.h"

/* The rows that hold a slice, as the first and last place of the same depth. */
static guint32
find_place (const StrataSceneIndex *index,
            guint32 slice,
            guint32 *row_begin,
            guint32 *row_end)
{
  const StrataSliceTable *table = strata_trace_get_slices (index->trace);
  const StrataTrack *track = &strata_trace_get_tracks (index->trace, NULL)[strata_trace_find_track (index->trace, slice)];

  strata_trace_get_row (index->trace, track, strata_slice_table_get_depth (table, slice), row_begin, row_end);

  guint32 place = strata_slice_table_find_next_start (table, *row_begin, *row_end, table->start_ns[slice]);

  while (place < *row_end && table->order[place] != slice)
    place++;

  return place;
}

guint32
strata_session_find_neighbour_slice (StrataSession *self,
                                     guint32 slice,
                                     int direction)
{
  const StrataSceneIndex *index = strata_view_get_index (strata_session_get_view (self));
  guint32 begin;
  guint32 end;
  guint32 place = find_place (index, slice, &begin, &end);

  if (direction < 0 ? place == begin : place + 1 >= end)
    return STRATA_NONE;

  return strata_trace_get_slices (index->trace)->order[direction < 0 ? place - 1 : place + 1];
}

/* The longest child, the first of equals: where the time went. */
static guint32
find_longest_child (const StrataSliceTable *table,
                    guint32 slice)
{
  guint32 longest = STRATA_NONE;

  for (guint32 child = slice + 1; child < table->subtree_end[slice]; child = table->subtree_end[child])
    if (longest == STRATA_NONE || strata_slice_table_get_wall_ns (table, child) > strata_slice_table_get_wall_ns (table, longest))
      longest = child;

  return longest;
}

guint32
strata_session_find_relative_slice (StrataSession *self,
                                    guint32 slice,
                                    int direction)
{
  StrataTrace *trace = strata_session_get_trace (self);

  return direction < 0 ? strata_trace_find_parent (trace, slice) : find_longest_child (strata_trace_get_slices (trace), slice);
}

static guint32
find_neighbour_run (StrataSession *self,
                    StrataItem item,
                    int direction)
{
  const StrataLane *lane = &strata_lanes_get (strata_view_get_lanes (strata_session_get_view (self)), NULL)[item.lane];
  const StrataCpu *cpu = &strata_trace_get_cpus (strata_session_get_trace (self), NULL)[lane->index];
  guint32 next = direction < 0 ? item.index - 1 : item.index + 1; /* wraps below 0, which is outside too */

  return next - cpu->first_run < cpu->n_runs ? next : STRATA_NONE;
}

static guint32
find_neighbour_sample (StrataSession *self,
                       StrataItem item,
                       int direction)
{
  const StrataLane *lane = &strata_lanes_get (strata_view_get_lanes (strata_session_get_view (self)), NULL)[item.lane];
  const StrataCounter *counter = &strata_trace_get_counters (strata_session_get_trace (self), NULL)[lane->index];
  guint32 next = direction < 0 ? item.index - 1 : item.index + 1;

  return next - counter->first_sample < counter->n_samples ? next : STRATA_NONE;
}

static guint32
find_neighbour_instant (StrataSession *self,
                        StrataItem item,
                        int direction)
{
  const StrataInstants *instants = strata_trace_get_instants (strata_session_get_trace (self));
  guint32 process = instants->process[item.index];

  for (guint32 i = item.index + (direction < 0 ? -1u : 1u); i < instants->n_instants; i += direction < 0 ? -1u : 1u)
    if (instants->process[i] == process)
      return i;

  return STRATA_NONE;
}

static guint32
find_neighbour_loss (StrataSession *self,
                     StrataItem item,
                     int direction)
{
  guint n_losses;
  const StrataLoss *losses = strata_trace_get_losses (strata_session_get_trace (self), &n_losses);
  const gint64 next = (gint64) item.index + direction;

  return next >= 0 && next < n_losses && losses[next].cpu == losses[item.index].cpu ? (guint32) next : STRATA_NONE;
}

static guint32
find_neighbour_state (StrataSession *self,
                      StrataItem item,
                      int direction)
{
  const StrataStateIndex *states = &strata_view_get_index (strata_session_get_view (self))->states;
  const guint32 thread = strata_state_index_find_thread (states, item.index);
  const gint64 next = (gint64) item.index + direction;

  return next >= states->first_state[thread] && next < states->first_state[thread + 1] ? (guint32) next : STRATA_NONE;
}

static guint32
find_neighbour_segment (StrataSession *self,
                        StrataItem item,
                        int direction)
{
  guint n_segments;
  const gint64 next = (gint64) item.index + direction;

  strata_critical_path_get_segments (strata_session_get_critical_path (self), &n_segments);
  return next >= 0 && next < n_segments ? (guint32) next : STRATA_NONE;
}

static guint32
find_neighbour (StrataSession *self,
                StrataItem item,
                int direction)
{
  switch (item.kind)
    {
    case STRATA_ITEM_NONE:
    case STRATA_ITEM_USAGE:
    case STRATA_ITEM_FRAME:
    case STRATA_ITEM_PHASE:
    case STRATA_ITEM_LANE:
    case STRATA_ITEM_EVENT:
      return STRATA_NONE;
    case STRATA_ITEM_SLICE:
      return strata_session_find_neighbour_slice (self, item.index, direction);
    case STRATA_ITEM_CPU_RUN:
      return item.lane != STRATA_NONE ? find_neighbour_run (self, item, direction) : STRATA_NONE;
    case STRATA_ITEM_SAMPLE:
      return item.lane != STRATA_NONE ? find_neighbour_sample (self, item, direction) : STRATA_NONE;
    case STRATA_ITEM_INSTANT:
      return find_neighbour_instant (self, item, direction);
    case STRATA_ITEM_LOSS:
      return find_neighbour_loss (self, item, direction);
    case STRATA_ITEM_PATH:
      return find_neighbour_segment (self, item, direction);
    case STRATA_ITEM_STATE:
      return find_neighbour_state (self, item, direction);
    }

  return STRATA_NONE;
}

/* Where nothing is selected, a first press of a key takes the first slice in view. */
static void
select_first_visible (StrataSession *self)
{
  const StrataSceneIndex *index = strata_view_get_index (strata_session_get_view (self));
  StrataSpan visible = strata_viewport_get_span (strata_view_get_viewport (strata_session_get_view (self)));
  StrataLaneWalk walk;
  const StrataLane *lane;

  strata_lane_walk_init (&walk, strata_view_get_lanes (strata_session_get_view (self)), 0, G_MAXDOUBLE);
  while ((lane = strata_lane_walk_next (&walk)) != NULL)
    {
      guint32 begin;
      guint32 end;

      if (strata_lane_get_track (lane) == STRATA_NONE || strata_lane_find_thread (lane, index->trace) == STRATA_NONE)
        continue;

      strata_trace_get_row (index->trace, &strata_trace_get_tracks (index->trace, NULL)[lane->index], 0, &begin, &end);

      guint32 place = strata_slice_table_find_first (strata_trace_get_slices (index->trace), begin, end, visible.begin_ns);

      if (place < end)
        {
          strata_session_select_slice (self, strata_trace_get_slices (index->trace)->order[place]);
          return;
        }
    }
}

/**
 * strata_session_select_neighbour:
 * @self: the session
 * @direction: below 0 for the one before, above for the one after
 *
 * Selects the item before or after the selected one in its row, and reveals it.
 * Where nothing is selected, the first slice in view.
 */
void
strata_session_select_neighbour (StrataSession *self,
                                 int direction)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataItem item = strata_session_get_selection (self);

  if (item.kind == STRATA_ITEM_NONE)
    {
      select_first_visible (self);
      return;
    }

  guint32 next = find_neighbour (self, item, direction);

  if (next == STRATA_NONE)
    return;

  item.index = next;
  item.n_folded = 1;
  strata_session_select (self, item);
  strata_session_reveal_selection (self);
}

/**
 * strata_session_select_relative:
 * @self: the session
 * @direction: below 0 for the caller, above for the longest call that it makes
 *
 * Selects the parent or a child of the selected slice, and reveals it.
 */
void
strata_session_select_relative (StrataSession *self,
                                int direction)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  StrataItem item = strata_session_get_selection (self);

  if (item.kind == STRATA_ITEM_NONE)
    select_first_visible (self);
  if (item.kind != STRATA_ITEM_SLICE)
    return;

  guint32 next = strata_session_find_relative_slice (self, item.index, direction);

  if (next != STRATA_NONE)
    strata_session_select_slice (self, next);
}

/**
 * strata_session_select_longest:
 * @self: the session
 * @text: name of slices, or a part of one
 * @span: where to look
 *
 * Selects the longest slice of a name, see [func@Strata.named_slice_find], and highlights its name.
 *
 * Returns: %FALSE when there is none in @span
 */
gboolean
strata_session_select_longest (StrataSession *self,
                               const char *text,
                               StrataSpan span)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  StrataTrace *trace = strata_session_get_trace (self);
  const guint32 slice = strata_named_slice_find (trace, text, STRATA_NAMED_SLICES_ALL, STRATA_NONE, span);

  if (slice == STRATA_NONE)
    return FALSE;

  strata_session_set_highlight (self, strata_trace_get_slices (trace)->name[slice]);
  strata_session_select_slice (self, slice);
  return TRUE;
}

static StrataSpan
get_state_span (StrataSession *self,
                guint32 state)
{
  const StrataSceneIndex *index = strata_view_get_index (strata_session_get_view (self));
  const StrataStates *states = strata_trace_get_states (index->trace);
  const StrataThread *thread = &strata_trace_get_threads (index->trace, NULL)[strata_state_index_find_thread (&index->states, state)];

  return (StrataSpan){ states->start_ns[state], strata_states_get_end_ns (states, thread, state) };
}

static StrataSpan
get_segment_span (StrataSession *self,
                  guint32 segment)
{
  const StrataPathSegment *row = &strata_critical_path_get_segments (strata_session_get_critical_path (self), NULL)[segment];

  return (StrataSpan){ row->start_ns, row->end_ns };
}

static StrataSpan
get_sample_span (StrataSession *self,
                 StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataSamples *samples = strata_trace_get_samples (trace);
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_view_get_lanes (strata_session_get_view (self)), &n_lanes);
  gint64 begin_ns = samples->time_ns[item.index];
  gint64 end_ns = strata_trace_get_span (trace).end_ns;

  if (item.lane < n_lanes && strata_lane_get_counter (&lanes[item.lane]) != STRATA_NONE)
    {
      const StrataCounter *counter = &strata_trace_get_counters (trace, NULL)[lanes[item.lane].index];

      if (item.index + 1 < counter->first_sample + counter->n_samples)
        end_ns = samples->time_ns[item.index + 1];
    }

  return (StrataSpan){ begin_ns, MAX (begin_ns, end_ns) };
}

/**
 * strata_session_get_item_span:
 * @self: the session
 * @item: an item
 * @span: (out): when it was
 *
 * Returns: whether @item is any
 */
gboolean
strata_session_get_item_span (StrataSession *self,
                              StrataItem item,
                              StrataSpan *span)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  const StrataLoss *losses = strata_trace_get_losses (trace, NULL);
  guint n_events;

  switch (item.kind)
    {
    case STRATA_ITEM_NONE:
    case STRATA_ITEM_LANE:
      return FALSE;
    case STRATA_ITEM_EVENT:
      span->begin_ns = strata_session_get_events (self, &n_events)[item.index].time_ns;
      span->end_ns = span->begin_ns;
      return TRUE;
    case STRATA_ITEM_USAGE:
      *span = (StrataSpan){ item.time_ns, strata_time_add (item.time_ns, 1) };
      return TRUE;
    case STRATA_ITEM_FRAME:
      *span = strata_session_get_frame_span (self, item.index);
      return TRUE;
    case STRATA_ITEM_PHASE:
      *span = strata_session_get_phase_span (self, item.index);
      return TRUE;
    case STRATA_ITEM_SLICE:
      *span = (StrataSpan){ slices->start_ns[item.index], strata_slice_table_get_end_ns (slices, item.index) };
      return TRUE;
    case STRATA_ITEM_CPU_RUN:
      *span = (StrataSpan){ runs->start_ns[item.index], runs->end_ns[item.index] };
      return TRUE;
    case STRATA_ITEM_SAMPLE:
      *span = get_sample_span (self, item);
      return TRUE;
    case STRATA_ITEM_INSTANT:
      *span = (StrataSpan){ strata_trace_get_instants (trace)->time_ns[item.index], strata_trace_get_instants (trace)->time_ns[item.index] };
      return TRUE;
    case STRATA_ITEM_LOSS:
      *span = (StrataSpan){ losses[item.index].begin_ns, losses[item.index].end_ns };
      return TRUE;
    case STRATA_ITEM_PATH:
      *span = get_segment_span (self, item.index);
      return TRUE;
    case STRATA_ITEM_STATE:
      *span = get_state_span (self, item.index);
      return TRUE;
    }

  return FALSE;
}
