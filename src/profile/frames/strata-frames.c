/* strata-frames.c - the frames of a trace, and which were late
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-bisect.h"
#include "strata-frames-private.h"
#include "strata-order.h"

/* One pass over the calls picks out the frame markers, by the meaning of their names, which is
 * found first; later steps use only these. Frames of a thread become a group. A deadline and its
 * rule are set with the frame; the verdict follows from them at the end. */

gboolean
strata_frame_marks_have (const StrataFrameMarks *self,
                         StrataFrameMark mark)
{
  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i].mark == mark)
      return TRUE;

  return FALSE;
}

gboolean
strata_frame_finder_next_thread (const StrataFrameFinder *self,
                                 guint *place,
                                 StrataFrameMarks *marks)
{
  const StrataFrameMarkRow *rows = (const StrataFrameMarkRow *) (gpointer) self->rows->data;
  guint end = *place;

  if (*place >= self->rows->len)
    return FALSE;

  while (end < self->rows->len && rows[end].thread == rows[*place].thread)
    end++;

  *marks = (StrataFrameMarks){ rows + *place, end - *place, rows[*place].thread };
  *place = end;
  return TRUE;
}

guint32
strata_frame_finder_get_process (const StrataFrameFinder *self,
                                 guint32 thread)
{
  return strata_trace_get_threads (self->trace, NULL)[thread].process;
}

gboolean
strata_frame_finder_is_main (const StrataFrameFinder *self,
                             guint32 thread)
{
  return strata_trace_is_main_thread (self->trace, strata_trace_get_threads (self->trace, NULL) + thread);
}

gint64
strata_frame_finder_get_id (const StrataFrameFinder *self,
                            guint32 slice)
{
  gint64 id;

  strata_frame_mark_parse (strata_trace_get_string (self->trace, self->table->name[slice]), &id);
  return id;
}

StrataFrameRow
strata_frame_finder_make (const StrataFrameFinder *self,
                          guint32 slice)
{
  const gint64 end_ns = strata_slice_table_get_end_ns (self->table, slice);
  const gboolean is_unfinished = (strata_slice_table_get_flags (self->table, slice) & STRATA_SLICE_UNFINISHED) != 0;

  return (StrataFrameRow){
    .verdict = is_unfinished ? STRATA_FRAME_UNFINISHED : STRATA_FRAME_UNJUDGED,
    .counter = STRATA_NONE,
    .id = STRATA_FRAME_NO_ID,
    .ui_slice = slice,
    .render_slice = STRATA_NONE,
    .render_thread = STRATA_NONE,
    .system_frame = STRATA_NONE,
    .timeline_slice = STRATA_NONE,
    .vsync_ns = STRATA_NO_TIME,
    .deadline_ns = STRATA_NO_TIME,
    .begin_ns = self->table->start_ns[slice],
    .ui_end_ns = end_ns,
    .render_begin_ns = end_ns,
    .render_end_ns = end_ns,
    .end_ns = end_ns,
  };
}

STRATA_ORDER_BY (compare_frames, StrataFrameRow, begin_ns)

void
strata_frame_finder_add_group (StrataFrameFinder *self,
                               guint32 thread,
                               StrataFrameProducer producer,
                               GArray *frames)
{
  const StrataFrameGroup group = {
    .process = strata_frame_finder_get_process (self, thread),
    .thread = thread,
    .producer = producer,
    .is_system = producer == STRATA_PRODUCER_SYSTEM,
    .first_frame = self->frames->frames->len,
    .n_frames = frames->len,
  };

  if (frames->len == 0)
    return;

  g_array_sort (frames, compare_frames);
  for (guint i = 0; i < frames->len; i++)
    g_array_index (frames, StrataFrameRow, i).group = self->frames->groups->len;

  g_array_append_val (self->frames->groups, group);
  g_array_append_vals (self->frames->frames, frames->data, frames->len);
}

/* Whether the scheduler shows that a thread was awake all through a span; its work there has no slice. */
static gboolean
was_awake (const StrataFrameFinder *self,
           guint32 thread,
           StrataSpan span)
{
  const StrataThread *row = strata_trace_get_threads (self->trace, NULL) + thread;
  const StrataStates *states = strata_trace_get_states (self->trace);
  const guint32 first = row->n_states > 0 ? strata_states_find (states, row, span.begin_ns) : 0;
  gint64 known_ns = span.begin_ns;

  if (row->n_states == 0 || first >= row->first_state + row->n_states || states->start_ns[first] > span.begin_ns)
    return FALSE;

  for (guint32 i = first; i < row->first_state + row->n_states && known_ns < span.end_ns; i++)
    {
      const StrataState state = strata_states_get (states, i);

      if (state != STRATA_STATE_RUNNING && state != STRATA_STATE_RUNNABLE && state != STRATA_STATE_PREEMPTED)
        return FALSE;

      known_ns = strata_states_get_end_ns (states, row, i);
    }

  return known_ns >= span.end_ns;
}

/* The outermost slice before a slice, which may contain it; the slice itself if it is the first. */
static guint32
find_outermost_before (const StrataFrameFinder *self,
                       const StrataTrack *track,
                       guint32 slice)
{
  guint32 begin;
  guint32 end;

  if (slice == track->first_slice)
    return slice;

  strata_trace_get_row (self->trace, track, 0, &begin, &end);
  STRATA_BISECT_LAST (begin, end, i, self->table->order[i] < slice);
  return self->table->order[begin];
}

/* Whether the thread was busy from @since_ns until the frame began: in
 * a slice, or awake all the time. */
static gboolean
was_held_up (const StrataFrameFinder *self,
             const StrataFrameRow *frame,
             guint32 thread,
             gint64 since_ns)
{
  const StrataTrack *track = strata_trace_get_tracks (self->trace, NULL) + strata_trace_get_threads (self->trace, NULL)[thread].track;
  const guint32 slice = frame->ui_slice != STRATA_NONE ? frame->ui_slice : frame->render_slice;
  const guint32 before = find_outermost_before (self, track, slice);

  if (was_awake (self, thread, (StrataSpan){ since_ns, frame->begin_ns }))
    return TRUE;

  return before != slice && self->table->start_ns[before] <= since_ns && frame->begin_ns - strata_slice_table_get_end_ns (self->table, before) <= G_TIME_SPAN_MILLISECOND * 1000;
}

/**
 * strata_frame_finder_set_deadline:
 * @self: the finder
 * @frame: (inout): a frame with a start
 * @thread: its thread
 * @is_system: whether it is a frame of the compositor
 *
 * Sets the deadline by the VSYNC counter: a period after the last VSYNC before the frame, which was pending if the
 * frame began later. That VSYNC has to be less than a period before the start, unless the thread was busy with
 * something else since then, with a slice or without.
 * The counter also has VSYNCs that others requested in between, and does not show for whom each one was: the frame is
 * assigned to the last. A resynced frame belongs to the latest VSYNC, whether the counter shows that one or not.
 */
void
strata_frame_finder_set_deadline (const StrataFrameFinder *self,
                                  StrataFrameRow *frame,
                                  guint32 thread,
                                  gboolean is_system)
{
  const StrataVsync *vsync = is_system ? self->system_vsync : self->app_vsync;
  const guint edge = vsync != NULL ? strata_vsync_find (vsync, frame->begin_ns) : STRATA_NONE;
  const gint64 period_ns = vsync != NULL ? strata_vsync_get_period_ns (vsync, frame->begin_ns) : 0;

  if (period_ns <= 0)
    return;

  const gboolean is_edge = edge != STRATA_NONE && (frame->begin_ns - vsync->time_ns[edge] < period_ns || was_held_up (self, frame, thread, vsync->time_ns[edge] + period_ns));

  frame->counter = vsync->counter;
  frame->period_ns = period_ns;
  frame->vsync_ns = is_edge ? vsync->time_ns[edge] : STRATA_NO_TIME;
  if (is_edge && frame->is_resynced)
    frame->vsync_ns += (frame->begin_ns - frame->vsync_ns) / period_ns * period_ns;
  frame->rule = is_edge ? STRATA_DEADLINE_COUNTER : STRATA_DEADLINE_BEGIN;
  frame->deadline_ns = strata_time_add (is_edge ? frame->vsync_ns : frame->begin_ns, period_ns);
  frame->overrun_ns = frame->end_ns - frame->deadline_ns;
}

/* The system has judged it, by a time that it may not have recorded. */
static gboolean
is_judged_by_system (const StrataFrameRow *frame)
{
  return frame->timeline_slice != STRATA_NONE && frame->verdict != STRATA_FRAME_UNJUDGED;
}

/* Infers deadlines without any counter: the begins of frames follow the VSYNCs, too. */
static void
infer_deadlines (StrataFrames *self,
                 const StrataFrameGroup *group)
{
  /* frames of other producers are judged by when the display shows them, or not at all */
  if (group->producer > STRATA_PRODUCER_SYSTEM)
    return;

  StrataFrameRow *frames = &g_array_index (self->frames, StrataFrameRow, group->first_frame);
  g_autofree gint64 *begin_ns = g_new (gint64, group->n_frames);

  for (guint32 i = 0; i < group->n_frames; i++)
    begin_ns[i] = frames[i].begin_ns;

  g_autoptr (StrataVsync) vsync = strata_vsync_new_from_times (begin_ns, group->n_frames);

  for (guint32 i = 0; i < group->n_frames; i++)
    if (frames[i].rule == STRATA_DEADLINE_NONE && vsync->period_ns[i] > 0 && !is_judged_by_system (&frames[i]))
      {
        frames[i].rule = STRATA_DEADLINE_SPACING;
        frames[i].period_ns = vsync->period_ns[i];
        frames[i].deadline_ns = strata_time_add (frames[i].begin_ns, frames[i].period_ns);
        frames[i].overrun_ns = frames[i].end_ns - frames[i].deadline_ns;
      }
}

static void
judge (StrataFrameRow *frame)
{
  if ((frame->verdict != STRATA_FRAME_UNJUDGED && frame->verdict != STRATA_FRAME_DROPPED) || frame->rule == STRATA_DEADLINE_NONE)
    return;

  if (frame->verdict == STRATA_FRAME_UNJUDGED && frame->overrun_ns <= 0)
    frame->verdict = STRATA_FRAME_ON_TIME;
  else if (frame->verdict == STRATA_FRAME_UNJUDGED)
    frame->verdict = frame->overrun_ns < frame->period_ns ? STRATA_FRAME_LATE : STRATA_FRAME_VERY_LATE;

  if (frame->overrun_ns > 0 && frame->period_ns > 0)
    frame->n_missed = (guint) MIN ((frame->overrun_ns + frame->period_ns - 1) / frame->period_ns, G_MAXINT);
}

static void
finish (StrataFrames *self)
{
  for (guint i = 0; i < self->groups->len; i++)
    infer_deadlines (self, &g_array_index (self->groups, StrataFrameGroup, i));

  strata_frames_doubt_lost (self->trace, (StrataFrameRow *) (gpointer) self->frames->data, self->frames->len);
  for (guint i = 0; i < self->frames->len; i++)
    {
      StrataFrameRow *frame = &g_array_index (self->frames, StrataFrameRow, i);

      judge (frame);
      if (frame->ui_slice != STRATA_NONE)
        g_hash_table_insert (self->by_slice, GSIZE_TO_POINTER ((gsize) frame->ui_slice + 1), GSIZE_TO_POINTER ((gsize) i + 1));
      if (frame->timeline_slice != STRATA_NONE)
        g_hash_table_insert (self->by_slice, GSIZE_TO_POINTER ((gsize) frame->timeline_slice + 1), GSIZE_TO_POINTER ((gsize) i + 1));
      if (frame->render_slice != STRATA_NONE)
        g_hash_table_insert (self->by_slice, GSIZE_TO_POINTER ((gsize) frame->render_slice + 1), GSIZE_TO_POINTER ((gsize) i + 1));
    }
}

/* The string is not the name of a slice seen so far. */
#define NOT_READ G_MAXUINT8

/* Reads only names of slices, which are fewer than all strings. Returns: whether any name is a mark */
static gboolean
read_names (StrataFrameFinder *self)
{
  const StrataStringPool *strings = strata_trace_get_strings (self->trace);
  const guint32 n_strings = strata_string_pool_get_n_strings (strings);
  gboolean has_any = FALSE;
  gint64 id;

  self->marks = g_malloc (MAX (n_strings, 1));
  memset (self->marks, NOT_READ, n_strings);
  for (guint32 i = 0; i < self->table->n_slices; i++)
    {
      const guint32 name = self->table->name[i];

      if (G_LIKELY (self->marks[name] != NOT_READ))
        continue;

      self->marks[name] = (guint8) strata_frame_mark_parse (strata_string_pool_get (strings, name), &id);
      has_any |= self->marks[name] != STRATA_MARK_NONE;
    }

  return has_any;
}

static void
list_marks (StrataFrameFinder *self)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    for (guint32 slice = tracks[i].first_slice; tracks[i].kind == STRATA_TRACK_THREAD && slice < tracks[i].first_slice + tracks[i].n_slices; slice++)
      if (G_UNLIKELY (self->marks[self->table->name[slice]] != STRATA_MARK_NONE))
        {
          const StrataFrameMarkRow row = { slice, tracks[i].thread, self->marks[self->table->name[slice]] };

          g_array_append_val (self->rows, row);
        }
}

static StrataVsync *
new_vsync (StrataTrace *trace,
           gboolean is_system)
{
  const guint32 counter = strata_vsync_find_counter (trace, is_system);

  return counter != STRATA_NONE ? strata_vsync_new_from_counter (trace, counter) : NULL;
}

static void
list_drawn (StrataFrameFinder *self)
{
  StrataFrameMarks marks;

  for (guint place = 0; strata_frame_finder_next_thread (self, &place, &marks);)
    if (strata_frames_has_pictures (self, &marks))
      g_hash_table_add (self->drawn, GSIZE_TO_POINTER ((gsize) strata_frame_finder_get_process (self, marks.thread) + 1));
}

static void
find_frames (StrataFrames *self,
             GCancellable *cancellable)
{
  StrataFrameFinder finder = { .frames = self, .trace = self->trace, .table = strata_trace_get_slices (self->trace) };

  finder.rows = g_array_new (FALSE, FALSE, sizeof (StrataFrameMarkRow));
  finder.drawn = g_hash_table_new (NULL, NULL);
  if (read_names (&finder))
    {
      list_marks (&finder);
      finder.app_vsync = new_vsync (self->trace, FALSE);
      finder.system_vsync = new_vsync (self->trace, TRUE);
    }

  if (!g_cancellable_is_cancelled (cancellable))
    {
      finder.fences = strata_frame_fences_new (&finder);
      list_drawn (&finder);
      strata_frames_find_android (&finder);
      strata_frames_find_harmony (&finder);
      strata_frames_find_buffers (&finder);
      strata_frames_find_timeline (&finder);
      finish (self);
    }

  strata_frame_fences_free (finder.fences);
  strata_vsync_free (finder.app_vsync);
  strata_vsync_free (finder.system_vsync);
  g_hash_table_unref (finder.drawn);
  g_array_unref (finder.rows);
  g_free (finder.marks);
}

/**
 * strata_frames_new:
 * @trace: a trace
 * @cancellable: (nullable): ends the search early, with fewer frames
 *
 * Finds the frames of all processes. The cost is linear in the slices.
 *
 * Returns: (transfer full): the frames
 */
StrataFrames *
strata_frames_new (StrataTrace *trace,
                   GCancellable *cancellable)
{
  g_return_val_if_fail (STRATA_IS_TRACE (trace), NULL);

  StrataFrames *self = g_new0 (StrataFrames, 1);

  g_atomic_ref_count_init (&self->n_refs);
  self->trace = g_object_ref (trace);
  self->frames = g_array_new (FALSE, FALSE, sizeof (StrataFrameRow));
  self->groups = g_array_new (FALSE, FALSE, sizeof (StrataFrameGroup));
  self->by_slice = g_hash_table_new (NULL, NULL);
  find_frames (self, cancellable);
  self->worst = strata_frames_sort_worst (self);
  return self;
}

StrataFrames *
strata_frames_ref (StrataFrames *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->n_refs);
  return self;
}

void
strata_frames_unref (StrataFrames *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->n_refs))
    return;

  g_object_unref (self->trace);
  g_array_unref (self->frames);
  g_array_unref (self->groups);
  g_hash_table_unref (self->by_slice);
  g_free (self->worst);
  g_free (self);
}

StrataTrace *
strata_frames_get_trace (const StrataFrames *self)
{
  return self->trace;
}

/**
 * strata_frames_get:
 * @self: frames
 * @n_frames: (out): how many there are
 *
 * Returns: (transfer none) (array length=n_frames): all frames, those of a group together
 */
const StrataFrameRow *
strata_frames_get (const StrataFrames *self,
                   guint *n_frames)
{
  *n_frames = self->frames->len;
  return (const StrataFrameRow *) (gpointer) self->frames->data;
}

/**
 * strata_frames_get_groups:
 * @self: frames
 * @n_groups: (out): how many there are
 *
 * Returns: (transfer none) (array length=n_groups): the groups
 */
const StrataFrameGroup *
strata_frames_get_groups (const StrataFrames *self,
                          guint *n_groups)
{
  *n_groups = self->groups->len;
  return (const StrataFrameGroup *) (gpointer) self->groups->data;
}

/* Returns the offset to add to `now` and `expectedEnd` of HarmonyOS to get times of the trace; 0
 * if both use one clock. */
gint64
strata_frames_get_clock_offset_ns (const StrataFrames *self)
{
  return self->clock_offset_ns;
}

/**
 * strata_frames_find_slice:
 * @self: frames
 * @slice: index of a slice
 *
 * Returns: index of the frame whose UI or render part the slice is, or %STRATA_NONE
 */
guint32
strata_frames_find_slice (const StrataFrames *self,
                          guint32 slice)
{
  const gsize place = GPOINTER_TO_SIZE (g_hash_table_lookup (self->by_slice, GSIZE_TO_POINTER ((gsize) slice + 1)));

  return place > 0 ? (guint32) (place - 1) : STRATA_NONE;
}

/* Whether it is a frame of the compositor. */
gboolean
strata_frames_is_system (const StrataFrames *self,
                         guint32 frame)
{
  return g_array_index (self->groups, StrataFrameGroup, g_array_index (self->frames, StrataFrameRow, frame).group).is_system;
}
