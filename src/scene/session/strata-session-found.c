/* strata-session-found.c - selects frames, phases, tasks and search hits
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-found.h"

#include "strata-item-class.h"
#include "strata-search-row.h"

/* The view is at least and at most this many times as long as the shown span; a new view is twice as long. */
#define FEWEST_TIMES 1.5
#define MOST_TIMES 3.0
#define JUMP_MARGIN 0.25

/* The target of a jump is never nearer to an edge than this part of the view. */
#define EDGE_SHARE 0.05

/* Shows a whole span with some time around it, unless the view already does so. */
static void
land_on (StrataSession *self,
         StrataSpan span)
{
  const StrataSpan visible = strata_viewport_get_span (strata_session_get_viewport (self));
  const double length_ns = (double) strata_span_get_length_ns (span);
  const double visible_ns = (double) strata_span_get_length_ns (visible);
  const double edge_ns = EDGE_SHARE * visible_ns;

  if (visible_ns < FEWEST_TIMES * length_ns || visible_ns > MOST_TIMES * length_ns ||
      (double) span.begin_ns < (double) visible.begin_ns + edge_ns || (double) span.end_ns > (double) visible.end_ns - edge_ns)
    strata_view_show_span (strata_session_get_view (self), span, JUMP_MARGIN);
}

/* The frame of the slice or of one of its callers. */
static guint32
find_frame_of_slice (StrataSession *self,
                     guint32 slice)
{
  StrataFrames *frames = strata_findings_get_frames (strata_session_get_findings (self));
  guint32 frame = STRATA_NONE;

  for (; slice != STRATA_NONE && frame == STRATA_NONE; slice = strata_trace_find_parent (strata_session_get_trace (self), slice))
    frame = strata_frames_find_slice (frames, slice);
  return frame;
}

/**
 * strata_session_get_selected_frame:
 * @self: the session
 *
 * Returns: index of the frame that the selected slice is or is part of, or %STRATA_NONE
 */
guint32
strata_session_get_selected_frame (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), STRATA_NONE);

  const StrataItem item = strata_session_get_selected_item (self);

  if (strata_findings_get_frames (strata_session_get_findings (self)) == NULL || item.kind != STRATA_ITEM_SLICE)
    return STRATA_NONE;

  return find_frame_of_slice (self, item.index);
}

/**
 * strata_session_select_frame:
 * @self: the session
 * @frame: index of a frame
 *
 * Selects the slice of a frame, and shows the whole frame with some time around it.
 *
 * Returns: whether there is such a frame
 */
gboolean
strata_session_select_frame (StrataSession *self,
                             guint32 frame)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  guint n_frames = 0;
  const StrataFrameRow *frames = strata_findings_get_frames (strata_session_get_findings (self)) != NULL ? strata_frames_get (strata_findings_get_frames (strata_session_get_findings (self)), &n_frames) : NULL;

  if (frame >= n_frames)
    return FALSE;

  strata_view_arrive (strata_session_get_view (self));

  const gint64 begin_ns = frames[frame].vsync_ns != STRATA_NO_TIME ? MIN (frames[frame].vsync_ns, frames[frame].begin_ns) : frames[frame].begin_ns;
  const gint64 end_ns = MAX (frames[frame].end_ns, frames[frame].deadline_ns);

  land_on (self, (StrataSpan){ begin_ns, end_ns });
  strata_session_select_slice (self, strata_findings_get_frame_slice (strata_session_get_findings (self), frame));
  return TRUE;
}

/**
 * strata_session_select_slow_frame:
 * @self: the session
 * @direction: 1 for the next one in time, -1 for the previous
 *
 * Selects the next slow frame of an app after the selected item, or after the
 * start of the view.
 *
 * Returns: whether there is one
 */
gboolean
strata_session_select_slow_frame (StrataSession *self,
                                  int direction)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  strata_view_arrive (strata_session_get_view (self));

  const StrataFrames *frames = strata_findings_get_frames (strata_session_get_findings (self));
  const StrataItem item = strata_session_get_selected_item (self);
  const StrataSpan view = strata_viewport_get_span (strata_session_get_viewport (self));
  gint64 from_ns = direction > 0 ? strata_time_add (view.begin_ns, -1) : view.end_ns;
  guint32 best = STRATA_NONE;
  StrataSpan span;
  guint n_frames = 0;
  const StrataFrameRow *all = frames != NULL ? strata_frames_get (frames, &n_frames) : NULL;
  const guint32 current = strata_session_get_selected_frame (self);

  if (current != STRATA_NONE)
    from_ns = all[current].begin_ns;
  else if (item.kind != STRATA_ITEM_NONE && strata_session_get_item_span (self, item, &span))
    from_ns = span.begin_ns;

  for (guint32 i = 0; i < n_frames; i++)
    {
      const gboolean is_beyond = direction > 0 ? all[i].begin_ns > from_ns : all[i].begin_ns < from_ns;

      if (!is_beyond || !strata_frame_is_slow (&all[i]) || strata_frames_is_system (frames, i))
        continue;
      if (best == STRATA_NONE || (direction > 0 ? all[i].begin_ns < all[best].begin_ns : all[i].begin_ns > all[best].begin_ns))
        best = i;
    }

  return strata_session_select_frame (self, best);
}

/**
 * strata_session_show_cause:
 * @self: the session
 * @cause: why a frame or task took so long
 *
 * Shows its place: the slice of its longest piece, or the state of its thread at that time.
 *
 * Returns: whether there is something to show
 */
gboolean
strata_session_show_cause (StrataSession *self,
                           const StrataCause *cause)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const StrataSpan span = { cause->begin_ns, strata_time_add (cause->begin_ns, MAX (cause->longest_ns, 1)) };

  land_on (self, span);
  if (cause->slice != STRATA_NONE)
    {
      strata_session_select_slice (self, cause->slice);
      return TRUE;
    }

  return strata_session_select_thread_in (self, cause->thread, span);
}

/**
 * strata_session_select_phase:
 * @self: the session
 * @phase: index of a phase
 *
 * Shows the whole phase, and selects the slice that it begins with.
 */
void
strata_session_select_phase (StrataSession *self,
                             guint32 phase)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  guint n_phases;
  const StrataPhase *phases = strata_findings_get_phases (strata_session_get_findings (self), &n_phases);

  g_return_if_fail (phase < n_phases);

  land_on (self, strata_findings_get_phase_span (strata_session_get_findings (self), phase));
  strata_session_select_slice (self, phases[phase].slice);
}

/**
 * strata_session_select_task:
 * @self: the session
 * @slice: index of a slice that took too long
 *
 * Selects it, and shows it as a whole with some time around it.
 */
void
strata_session_select_task (StrataSession *self,
                            guint32 slice)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  strata_view_arrive (strata_session_get_view (self));

  const StrataSliceTable *slices = strata_trace_get_slices (strata_session_get_trace (self));
  const StrataSpan span = { slices->start_ns[slice], strata_slice_table_get_end_ns (slices, slice) };

  land_on (self, span);
  strata_session_select_slice (self, slice);
}

/**
 * strata_session_get_selected_row:
 * @self: the session
 * @is_by_sample: whether samples are meant, and not their counters as a whole
 *
 * Returns: the number of the selected item, see strata-search-row.h, or %STRATA_NONE if no search finds it
 */
guint32
strata_session_get_selected_row (StrataSession *self,
                                 gboolean is_by_sample)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataItem item = strata_session_get_selected_item (self);
  const StrataItemClass *class = strata_item_get_class (item);

  return class != NULL && class->find_row != NULL ? class->find_row (trace, item.index, is_by_sample) : STRATA_NONE;
}

static gboolean
is_by_sample (const StrataHits *hits)
{
  return hits->others != NULL && hits->others->is_by_sample;
}

/**
 * strata_session_get_hit_rank:
 * @self: the session
 *
 * Returns: which of the hits by time is selected, or %STRATA_NONE
 */
guint32
strata_session_get_hit_rank (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), STRATA_NONE);

  const StrataHits *hits = strata_findings_get_hits (strata_session_get_findings (self));
  const guint32 row = hits != NULL ? strata_session_get_selected_row (self, is_by_sample (hits)) : STRATA_NONE;

  return row != STRATA_NONE ? strata_hits_find_rank (hits, row) : STRATA_NONE;
}

/* Where a walk begins that does not start at a hit: at the selected item, else at the start of the view. */
static gint64
get_walk_begin (StrataSession *self)
{
  StrataSpan span;

  if (!strata_session_get_item_span (self, strata_session_get_selected_item (self), &span))
    span = strata_viewport_get_span (strata_session_get_viewport (self));

  return span.begin_ns;
}

/* The sample that is valid at the start of the view, so that selecting a counter does not scroll away. */
static guint32
find_shown_sample (StrataSession *self,
                   guint32 first_sample)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataCounter *counter = strata_trace_get_counters (trace, NULL) + strata_trace_find_counter (trace, first_sample);
  const StrataSpan visible = strata_viewport_get_span (strata_session_get_viewport (self));
  const guint32 held = strata_trace_find_sample (trace, counter, visible.begin_ns);

  return held != STRATA_NONE ? held : first_sample;
}

/**
 * strata_session_select_row:
 * @self: the session
 * @row: number of the item to select, see strata-search-row.h
 * @is_by_sample: whether a sample is meant, and not its counter as a whole
 *
 * Selects an item that a search has found, and reveals it.
 */
void
strata_session_select_row (StrataSession *self,
                           guint32 row,
                           gboolean is_by_sample)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataLanes *lanes = strata_session_get_lanes (self);
  StrataItem item = { STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 };

  switch (strata_search_row_get_kind (trace, row, &item.index))
    {
    case STRATA_SEARCH_SLICES:
      strata_session_select_slice (self, item.index);
      return;
    case STRATA_SEARCH_INSTANTS:
      item.kind = STRATA_ITEM_INSTANT;
      item.lane = strata_lanes_find_instants (lanes, strata_trace_get_instants (trace)->process[item.index]);
      break;
    case STRATA_SEARCH_RUNS:
      item.kind = STRATA_ITEM_CPU_RUN;
      item.lane = strata_lanes_find_cpu (lanes, strata_trace_find_cpu_of_run (trace, item.index));
      break;
    case STRATA_SEARCH_COUNTERS:
    case STRATA_SEARCH_SAMPLES:
      item.kind = STRATA_ITEM_SAMPLE;
      item.lane = strata_lanes_find_counter (lanes, strata_trace_find_counter (trace, item.index));
      if (!is_by_sample)
        item.index = find_shown_sample (self, item.index);
      break;
    }

  strata_session_select (self, item);
  strata_session_reveal_selection (self);
}

/**
 * strata_session_select_hit:
 * @self: the session
 * @direction: 1 for the next by time, -1 for the previous
 *
 * Selects a hit and goes there; wraps from the last to the first.
 *
 * Returns: whether there is one
 */
gboolean
strata_session_select_hit (StrataSession *self,
                           int direction)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const StrataHits *hits = strata_findings_get_hits (strata_session_get_findings (self));
  const guint32 rank = strata_session_get_hit_rank (self);
  gint64 next;

  if (hits == NULL || hits->n_hits == 0)
    return FALSE;

  if (rank != STRATA_NONE)
    next = (gint64) rank + direction;
  else
    next = (gint64) strata_hits_find_first (hits, get_walk_begin (self)) - (direction < 0);

  strata_session_select_row (self, hits->by_start[(next + hits->n_hits) % hits->n_hits], is_by_sample (hits));
  return TRUE;
}
