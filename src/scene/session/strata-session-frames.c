/* strata-session-frames.c - the frames and long tasks of a session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-frames.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-session-private.h"
#include "strata-units.h"

/* Frames are found once, by whoever makes the session, which a worker does; until
 * then their lanes are hidden, and they have no marks. What the picture needs is sorted when they come. */

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  const gint64 left = *(const gint64 *) a;
  const gint64 right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

static void
frame_rows_clear (gpointer data)
{
  StrataFrameRows *rows = data;

  g_array_unref (rows->order);
  g_array_unref (rows->ends_ns);
}

void
strata_frames_view_clear (StrataFramesView *self)
{
  g_clear_pointer (&self->frames, strata_frames_unref);
  g_clear_pointer (&self->tasks, g_array_unref);
  g_clear_pointer (&self->limits, strata_task_limits_free);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->phases, g_array_unref);
  g_clear_pointer (&self->phase_rows, g_array_unref);
  g_clear_pointer (&self->vsyncs_ns, g_array_unref);
}

static StrataFrameRows *
get_rows (StrataFramesView *view,
          guint32 process)
{
  for (guint i = 0; i < view->rows->len; i++)
    if (g_array_index (view->rows, StrataFrameRows, i).process == process)
      return &g_array_index (view->rows, StrataFrameRows, i);

  const StrataFrameRows rows = {
    .process = process,
    .order = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .ends_ns = g_array_new (FALSE, FALSE, sizeof (gint64)),
  };

  g_array_append_val (view->rows, rows);
  return &g_array_index (view->rows, StrataFrameRows, view->rows->len - 1);
}

static int
compare_begins (gconstpointer a,
                gconstpointer b,
                gpointer data)
{
  const StrataFrameRow *frames = data;
  const gint64 left = frames[*(const guint32 *) a].begin_ns;
  const gint64 right = frames[*(const guint32 *) b].begin_ns;

  return (left > right) - (left < right);
}

static void
sort_rows (StrataFramesView *view)
{
  guint n_groups;
  guint n_frames;
  const StrataFrameGroup *groups = strata_frames_get_groups (view->frames, &n_groups);
  const StrataFrameRow *frames = strata_frames_get (view->frames, &n_frames);

  for (guint i = 0; i < n_groups; i++)
    {
      StrataFrameRows *rows = get_rows (view, groups[i].process);
      StrataFrameSummary summary;

      strata_frames_summarise (view->frames, i, &summary);
      rows->max_fps = MAX (rows->max_fps, summary.period_ns > 0 ? 1e9 / (double) summary.period_ns : 60.0);
      for (guint32 j = groups[i].first_frame; j < groups[i].first_frame + groups[i].n_frames; j++)
        {
          g_array_append_val (rows->order, j);
          rows->has_system |= frames[j].system_frame != STRATA_NONE;
          if (frames[j].verdict != STRATA_FRAME_UNFINISHED && frames[j].verdict != STRATA_FRAME_DROPPED)
            g_array_append_val (rows->ends_ns, frames[j].end_ns);
        }
    }

  for (guint i = 0; i < view->rows->len; i++)
    {
      StrataFrameRows *rows = &g_array_index (view->rows, StrataFrameRows, i);

      g_array_sort_with_data (rows->order, compare_begins, (gpointer) frames);
      g_array_sort (rows->ends_ns, compare_times);
    }
}

/* By the counter that apps go by; else by what the frames themselves tell. */
static void
list_vsyncs (StrataFramesView *view,
             StrataTrace *trace)
{
  const guint32 counter = strata_vsync_find_counter (trace, FALSE);
  guint n_frames;
  const StrataFrameRow *frames = strata_frames_get (view->frames, &n_frames);

  view->vsyncs_ns = g_array_new (FALSE, FALSE, sizeof (gint64));
  if (counter != STRATA_NONE)
    {
      g_autoptr (StrataVsync) vsync = strata_vsync_new_from_counter (trace, counter);

      g_array_append_vals (view->vsyncs_ns, vsync->time_ns, vsync->n_edges);
      return;
    }

  for (guint i = 0; i < n_frames; i++)
    if (frames[i].vsync_ns != STRATA_NO_TIME && !strata_frames_is_system (view->frames, i))
      g_array_append_val (view->vsyncs_ns, frames[i].vsync_ns);

  g_array_sort (view->vsyncs_ns, compare_times);
}

/* Gives the lanes of frames their rows; none while frames were not looked for. */
void
strata_session_show_frame_lanes (StrataSession *self,
                                 StrataLanes *lanes)
{
  const GArray *rows = strata_session_get_frames_view (self)->rows;

  strata_lanes_freeze (lanes);
  for (guint i = 0; rows != NULL && i < rows->len; i++)
    strata_lanes_set_rows (lanes, STRATA_LANE_FRAMES, g_array_index (rows, StrataFrameRows, i).process, g_array_index (rows, StrataFrameRows, i).has_system ? 3 : 2);

  strata_session_show_phase_lanes (self, lanes);
  strata_lanes_thaw (lanes);
}

static void
take_frames (StrataSession *self,
             StrataFrames *frames)
{
  StrataFramesView *view = strata_session_get_frames_view (self);
  StrataTrace *trace = strata_frames_get_trace (frames);

  strata_frames_view_clear (view);
  view->frames = frames;
  strata_session_find_tasks (self);
  strata_session_find_phases (self);
  view->rows = g_array_new (FALSE, FALSE, sizeof (StrataFrameRows));
  g_array_set_clear_func (view->rows, frame_rows_clear);
  sort_rows (view);
  list_vsyncs (view, trace);

  strata_session_show_frame_lanes (self, strata_view_get_lanes (strata_session_get_view (self)));
  strata_session_emit_frames_changed (self);
}

/**
 * strata_session_find_frames:
 * @self: the session
 *
 * Finds the frames and the long tasks, in the thread of the caller, and shows
 * their lanes.
 */
void
strata_session_find_frames (StrataSession *self)
{
  g_return_if_fail (STRATA_IS_SESSION (self));

  if (strata_session_get_frames_view (self)->frames == NULL)
    take_frames (self, strata_frames_new (strata_session_get_trace (self), NULL));
}

/**
 * strata_session_get_frames:
 * @self: the session
 *
 * Returns: (transfer none) (nullable): the frames, %NULL until they are found
 */
StrataFrames *
strata_session_get_frames (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  return strata_session_get_frames_view (self)->frames;
}

static guint32
get_slice (const StrataFrameRow *frame)
{
  return frame->ui_slice != STRATA_NONE ? frame->ui_slice : frame->render_slice;
}

/* What is selected when a frame is: its slice. */
StrataItem
strata_session_resolve_frame_item (StrataSession *self,
                                   StrataItem item)
{
  guint n_frames;
  const StrataFrameRow *frames = strata_frames_get (strata_session_get_frames (self), &n_frames);
  const guint32 slice = get_slice (&frames[item.index]);

  return (StrataItem){ STRATA_ITEM_SLICE, slice, strata_lanes_find_track (strata_view_get_lanes (strata_session_get_view (self)), strata_trace_find_track (strata_session_get_trace (self), slice)), 1, 0 };
}

StrataSpan
strata_session_get_frame_span (StrataSession *self,
                               guint32 frame)
{
  guint n_frames;
  const StrataFrameRow *row = strata_frames_get (strata_session_get_frames (self), &n_frames) + frame;

  return (StrataSpan){ row->begin_ns, row->end_ns };
}

/* The frame of the slice, or of one around it. */
static guint32
find_frame_of_slice (StrataSession *self,
                     guint32 slice)
{
  StrataFrames *frames = strata_session_get_frames (self);
  guint32 frame = STRATA_NONE;

  for (; slice != STRATA_NONE && frame == STRATA_NONE; slice = strata_trace_find_parent (strata_session_get_trace (self), slice))
    frame = strata_frames_find_slice (frames, slice);
  return frame;
}

/**
 * strata_session_get_selected_frame:
 * @self: the session
 *
 * Returns: index of the frame that the selected slice is, or lies in; or %STRATA_NONE
 */
guint32
strata_session_get_selected_frame (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), STRATA_NONE);

  const StrataItem item = strata_session_get_selection (self);

  if (strata_session_get_frames (self) == NULL || item.kind != STRATA_ITEM_SLICE)
    return STRATA_NONE;

  return find_frame_of_slice (self, item.index);
}

/**
 * strata_session_select_frame:
 * @self: the session
 * @frame: index of a frame
 *
 * Selects the slice of a frame, and shows the whole frame if it does not fit in or is tiny.
 *
 * Returns: whether there is such a frame
 */
gboolean
strata_session_select_frame (StrataSession *self,
                             guint32 frame)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  guint n_frames = 0;
  const StrataFrameRow *frames = strata_session_get_frames (self) != NULL ? strata_frames_get (strata_session_get_frames (self), &n_frames) : NULL;

  if (frame >= n_frames)
    return FALSE;

  strata_view_arrive (strata_session_get_view (self));

  const gint64 begin_ns = frames[frame].vsync_ns != STRATA_NO_TIME ? MIN (frames[frame].vsync_ns, frames[frame].begin_ns) : frames[frame].begin_ns;
  const gint64 end_ns = MAX (frames[frame].end_ns, frames[frame].deadline_ns);
  const StrataViewport *viewport = strata_view_get_viewport (strata_session_get_view (self));
  const gint64 visible_ns = strata_span_get_length_ns (strata_viewport_get_span (viewport));

  if (visible_ns < end_ns - begin_ns || visible_ns > 20 * (end_ns - begin_ns))
    strata_view_show_span (strata_session_get_view (self), (StrataSpan){ begin_ns, end_ns }, 0.5);
  strata_session_select_slice (self, get_slice (&frames[frame]));
  return TRUE;
}

/**
 * strata_session_select_slow_frame:
 * @self: the session
 * @direction: 1 for the next one in time, -1 for the one before
 *
 * Selects the next slow frame of an app after what is selected, or after the
 * begin of what is in view.
 *
 * Returns: whether there is one
 */
gboolean
strata_session_select_slow_frame (StrataSession *self,
                                  int direction)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  strata_view_arrive (strata_session_get_view (self));

  const StrataFrames *frames = strata_session_get_frames (self);
  const StrataItem item = strata_session_get_selection (self);
  const StrataSpan view = strata_viewport_get_span (strata_view_get_viewport (strata_session_get_view (self)));
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
 * Shows where that is: the slice of its longest piece, or what its thread did then.
 *
 * Returns: whether there is something to show
 */
gboolean
strata_session_show_cause (StrataSession *self,
                           const StrataCause *cause)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const StrataSpan span = { cause->begin_ns, strata_time_add (cause->begin_ns, MAX (cause->longest_ns, 1)) };
  const StrataSpan visible = strata_viewport_get_span (strata_view_get_viewport (strata_session_get_view (self)));

  if (span.begin_ns < visible.begin_ns || span.end_ns > visible.end_ns)
    strata_view_show_span (strata_session_get_view (self), span, 1.0);
  if (cause->slice != STRATA_NONE)
    {
      strata_session_select_slice (self, cause->slice);
      return TRUE;
    }

  return strata_session_select_thread_in (self, cause->thread, span);
}

/**
 * strata_session_describe_frame:
 * @self: the session
 * @frame: index of a frame
 *
 * Returns: (transfer full): its name, duration, verdict, the rule that made it, and of a slow one the main reason
 */
char *
strata_session_describe_frame (StrataSession *self,
                               guint32 frame)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  StrataFrames *frames = strata_session_get_frames (self);
  StrataTrace *trace = strata_session_get_trace (self);
  guint n_frames;
  guint n_causes;
  const StrataFrameRow *row = strata_frames_get (frames, &n_frames) + frame;
  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[get_slice (row)]), -1);
  g_autofree char *rule = strata_frames_dup_rule (frames, frame);
  GString *text = g_string_new (name);
  char duration[STRATA_UNITS_BYTES];

  g_string_append_printf (text, "\n");
  g_string_append_printf (text, _ ("Duration: %s"), strata_units_duration (strata_frame_get_duration_ns (row), duration));
  g_string_append_printf (text, "\n%s", rule);
  if (!strata_frame_is_slow (row))
    return g_string_free (text, FALSE);

  g_autoptr (StrataCauses) causes = strata_causes_new_for_frame (frames, frame);

  strata_causes_get (causes, &n_causes);
  if (n_causes > 0)
    {
      g_autofree char *cause = strata_causes_dup_text (causes, 0);

      g_string_append_printf (text, "\n");
      g_string_append_printf (text, _ ("Main reason: %s"), cause);
    }

  return g_string_free (text, FALSE);
}
