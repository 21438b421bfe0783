/* strata-frames-android.c - the frames of Android apps and of surfaceflinger
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-bisect.h"
#include "strata-frames-private.h"
#include "strata-order.h"
#include "strata-pair-key.h"

/* A frame begins with doFrame on the main thread of an app (before Android 4.3 with
 * performTraversals), or on another thread with its own Choreographer, as game engines have. Such a
 * thread draws by other means, so its frames end with doFrame. The render thread's drawing of a
 * frame has the same number. Without numbers, it is the drawing that takes over the UI thread's
 * state during doFrame or, if that is not known, begins before the next doFrame. A drawing without
 * a doFrame is a frame itself, or half of one that began before the trace.
 *
 * Where a frame ends: the platform's FrameTimeline takes the later of queueBuffer and the fence
 * that the GPU signals when done. So a frame ends with that fence if the trace shows it, see
 * strata-frames-fences.c. Otherwise it ends with DrawFrame: the GPU is nearly always done after
 * that (104 of 108 frames of a launcher, 0.6 ms later in the median), while queueBuffer ends 0.1 to
 * 0.5 ms earlier and would make late frames on time. So counts by queueBuffer differ: of 247 frames
 * of a janky list, 27 are late by it, and 28 by this rule, since one was queued 0.23 ms before its
 * deadline and drawn 0.05 ms after it.
 *
 * The VSYNC of a frame is the last one before it. If the thread was held up, that VSYNC was
 * pending, since an app gets one VSYNC for each request. From Android 13 on, a frame that begins a
 * period late takes the latest VSYNC instead, and reports it ("resynced to"); then that one counts. */

#define MIN_FASTER 4

typedef struct
{
  guint32 slice;
  guint32 thread;
  guint32 process;
  gint64 id;
  gint64 begin_ns;
  gint64 sync_ns;  /* STRATA_NO_TIME when not known */
  gint64 drawn_ns; /* when the thread was done, if the frame lasted longer */
  gint64 end_ns;
  gboolean is_unfinished;
} Drawing;

typedef struct
{
  StrataFrameFinder *finder; /* borrowed */
  GArray *drawings;          /* (element-type Drawing) owned; by process and begin */
} Android;

static guint32
skip_subtree (const StrataFrameFinder *finder,
              const StrataFrameMarks *marks,
              guint i)
{
  const guint32 end = finder->table->subtree_end[marks->rows[i].slice];

  while (i < marks->n_rows && marks->rows[i].slice < end)
    i++;
  return i;
}

/* Makes a drawing from the marks inside it, [begin, end). */
static Drawing
make_drawing (const Android *self,
              const StrataFrameMarks *marks,
              guint begin,
              guint end)
{
  const StrataSliceTable *table = self->finder->table;
  const guint32 slice = marks->rows[begin].slice;
  gint64 queued_ns = STRATA_NO_TIME;
  gint64 done_ns = STRATA_NO_TIME;
  Drawing drawing = {
    .slice = slice,
    .thread = marks->thread,
    .process = strata_frame_finder_get_process (self->finder, marks->thread),
    .id = strata_frame_finder_get_id (self->finder, slice),
    .begin_ns = table->start_ns[slice],
    .sync_ns = STRATA_NO_TIME,
    .is_unfinished = (strata_slice_table_get_flags (table, slice) & STRATA_SLICE_UNFINISHED) != 0,
  };

  for (guint i = begin + 1; i < end; i++)
    {
      if (marks->rows[i].mark == STRATA_MARK_SYNC && drawing.sync_ns == STRATA_NO_TIME)
        drawing.sync_ns = table->start_ns[marks->rows[i].slice];
      else if (marks->rows[i].mark == STRATA_MARK_QUEUE_BUFFER)
        queued_ns = strata_slice_table_get_end_ns (table, marks->rows[i].slice);
      else if (marks->rows[i].mark == STRATA_MARK_FENCE || marks->rows[i].mark == STRATA_MARK_SIGNALED)
        done_ns = strata_frame_fences_get_done_ns (self->finder->fences, &marks->rows[i]);
    }

  drawing.end_ns = done_ns != STRATA_NO_TIME ? MAX (done_ns, queued_ns) : strata_slice_table_get_end_ns (table, slice);
  drawing.drawn_ns = MIN (drawing.end_ns, strata_slice_table_get_end_ns (table, slice));
  return drawing;
}

/* The mark that frames of a thread begin with. A thread that also draws is a render thread. */
static StrataFrameMark
get_frame_mark (const StrataFrameFinder *finder,
                const StrataFrameMarks *marks)
{
  if (!strata_frame_finder_is_main (finder, marks->thread))
    return strata_frame_marks_have (marks, STRATA_MARK_DO_FRAME) && !strata_frame_marks_have (marks, STRATA_MARK_DRAW_FRAME) ? STRATA_MARK_DO_FRAME : STRATA_MARK_NONE;
  if (strata_frame_marks_have (marks, STRATA_MARK_DO_FRAME))
    return STRATA_MARK_DO_FRAME;

  return strata_frame_marks_have (marks, STRATA_MARK_TRAVERSALS) ? STRATA_MARK_TRAVERSALS : STRATA_MARK_NONE;
}

STRATA_ORDER_BY_TWO (compare_drawings, Drawing, process, begin_ns)

static void
add_drawings (Android *self,
              const StrataFrameMarks *marks)
{
  for (guint i = 0, end; i < marks->n_rows; i = end)
    {
      end = marks->rows[i].mark == STRATA_MARK_DRAW_FRAME ? skip_subtree (self->finder, marks, i) : i + 1;
      if (marks->rows[i].mark != STRATA_MARK_DRAW_FRAME)
        continue;

      const Drawing drawing = make_drawing (self, marks, i, end);

      g_array_append_val (self->drawings, drawing);
    }
}

static void
list_drawings (Android *self)
{
  StrataFrameMarks marks;

  for (guint place = 0; strata_frame_finder_next_thread (self->finder, &place, &marks);)
    if (get_frame_mark (self->finder, &marks) == STRATA_MARK_NONE)
      add_drawings (self, &marks);

  g_array_sort (self->drawings, compare_drawings);
}

static void
join_drawing (StrataFrameRow *frame,
              const Drawing *drawing,
              gboolean is_by_id)
{
  if (frame->render_slice == STRATA_NONE)
    {
      frame->render_slice = drawing->slice;
      frame->render_thread = drawing->thread;
      frame->render_begin_ns = drawing->begin_ns;
      frame->render_end_ns = drawing->end_ns;
      if (drawing->sync_ns != STRATA_NO_TIME && drawing->sync_ns >= frame->begin_ns && drawing->sync_ns < frame->ui_end_ns)
        frame->ui_end_ns = drawing->sync_ns;
    }

  frame->is_joined_by_id |= is_by_id;
  frame->drawn_ns = MAX (frame->drawn_ns, drawing->drawn_ns);
  frame->render_end_ns = MAX (frame->render_end_ns, drawing->end_ns);
  frame->end_ns = MAX (frame->end_ns, frame->render_end_ns);
  if (drawing->is_unfinished)
    frame->verdict = STRATA_FRAME_UNFINISHED;
}

static gint64
get_ui_slice_end_ns (const Android *self,
                     const StrataFrameRow *frame)
{
  return strata_slice_table_get_end_ns (self->finder->table, frame->ui_slice);
}

/* The frame that a drawing without a number belongs to by its time; frames are sorted. */
static StrataFrameRow *
find_by_time (const Android *self,
              GArray *frames,
              const Drawing *drawing,
              guint *next)
{
  const gint64 time_ns = drawing->sync_ns != STRATA_NO_TIME ? drawing->sync_ns : drawing->begin_ns;

  while (*next < frames->len && g_array_index (frames, StrataFrameRow, *next).begin_ns <= time_ns)
    (*next)++;
  if (*next == 0)
    return NULL;

  StrataFrameRow *frame = &g_array_index (frames, StrataFrameRow, *next - 1);

  return drawing->sync_ns == STRATA_NO_TIME || time_ns <= get_ui_slice_end_ns (self, frame) ? frame : NULL;
}

static StrataFrameRow
make_render_frame (const Android *self,
                   const Drawing *drawing,
                   gboolean is_half)
{
  StrataFrameRow frame = strata_frame_finder_make (self->finder, drawing->slice);

  frame.ui_slice = STRATA_NONE;
  frame.ui_end_ns = frame.begin_ns;
  frame.render_slice = drawing->slice;
  frame.render_thread = drawing->thread;
  frame.render_begin_ns = drawing->begin_ns;
  frame.drawn_ns = drawing->drawn_ns;
  frame.render_end_ns = drawing->end_ns;
  frame.end_ns = drawing->end_ns;
  frame.id = drawing->id;
  if (is_half)
    frame.verdict = STRATA_FRAME_UNFINISHED;
  return frame;
}

static GHashTable *
index_ids (GArray *frames)
{
  GHashTable *ids = g_hash_table_new (strata_int64_hash, g_int64_equal);

  for (guint i = 0; i < frames->len; i++)
    {
      StrataFrameRow *frame = &g_array_index (frames, StrataFrameRow, i);

      if (frame->id != STRATA_FRAME_NO_ID)
        g_hash_table_insert (ids, &frame->id, frame);
    }

  return ids;
}

/* Whether a drawing belongs to a frame that began before the trace. */
static gboolean
is_half (const GArray *frames,
         const Drawing *drawing)
{
  if (frames->len == 0)
    return FALSE;

  const StrataFrameRow *first = &g_array_index (frames, StrataFrameRow, 0);

  if (drawing->id != STRATA_FRAME_NO_ID && first->id != STRATA_FRAME_NO_ID)
    return drawing->id < first->id;

  return drawing->begin_ns < first->begin_ns;
}

static guint
find_first_drawing (const Android *self,
                    guint32 process)
{
  guint begin = 0;
  guint end = self->drawings->len;

  STRATA_BISECT (begin, end, i, g_array_index (self->drawings, Drawing, i).process < process);

  return begin;
}

static void
join_drawings (const Android *self,
               GArray *frames,
               guint32 process)
{
  g_autoptr (GHashTable) ids = index_ids (frames);
  g_autoptr (GArray) alone = g_array_new (FALSE, FALSE, sizeof (StrataFrameRow));
  guint next = 0;

  for (guint i = find_first_drawing (self, process); i < self->drawings->len && g_array_index (self->drawings, Drawing, i).process == process; i++)
    {
      const Drawing *drawing = &g_array_index (self->drawings, Drawing, i);
      const gboolean is_by_id = drawing->id != STRATA_FRAME_NO_ID && g_hash_table_size (ids) > 0;
      StrataFrameRow *frame = is_by_id ? g_hash_table_lookup (ids, &drawing->id) : find_by_time (self, frames, drawing, &next);

      if (frame != NULL)
        {
          join_drawing (frame, drawing, is_by_id);
          continue;
        }

      const StrataFrameRow own = make_render_frame (self, drawing, is_half (frames, drawing));

      g_array_append_val (alone, own);
    }

  g_array_append_vals (frames, alone->data, alone->len);
}

/* The last frame is cut if its drawing would have come after the end of the trace. */
static void
find_cut (const Android *self,
          GArray *frames)
{
  const StrataSpan span = strata_trace_get_span (self->finder->trace);
  gboolean has_drawings = FALSE;
  StrataFrameRow *last = NULL;

  for (guint i = 0; i < frames->len; i++)
    {
      StrataFrameRow *frame = &g_array_index (frames, StrataFrameRow, i);

      has_drawings |= frame->render_slice != STRATA_NONE;
      if (last == NULL || frame->begin_ns >= last->begin_ns)
        last = frame;
    }

  if (has_drawings && last->render_slice == STRATA_NONE && span.end_ns - last->ui_end_ns < G_TIME_SPAN_MILLISECOND * 1000)
    last->verdict = STRATA_FRAME_UNFINISHED;
}

static GArray *
list_frames (const Android *self,
             const StrataFrameMarks *marks,
             StrataFrameMark mark)
{
  GArray *frames = g_array_new (FALSE, FALSE, sizeof (StrataFrameRow));

  for (guint i = 0, end; i < marks->n_rows; i = end)
    {
      end = marks->rows[i].mark == mark ? skip_subtree (self->finder, marks, i) : i + 1;
      if (marks->rows[i].mark != mark)
        continue;

      StrataFrameRow frame = strata_frame_finder_make (self->finder, marks->rows[i].slice);

      frame.id = strata_frame_finder_get_id (self->finder, marks->rows[i].slice);
      for (guint j = i + 1; j < end; j++)
        frame.is_resynced |= marks->rows[j].mark == STRATA_MARK_RESYNC;
      g_array_append_val (frames, frame);
    }

  return frames;
}

/* Whether a buffer is drawn or queued inside of a frame. */
static gboolean
draws_itself (const Android *self,
              const StrataFrameMarks *marks,
              StrataFrameMark mark)
{
  for (guint i = 0, end; i < marks->n_rows; i = end)
    {
      end = marks->rows[i].mark == mark ? skip_subtree (self->finder, marks, i) : i + 1;
      for (guint j = i + 1; j < end; j++)
        if (marks->rows[j].mark == STRATA_MARK_DRAW_FRAME || marks->rows[j].mark == STRATA_MARK_QUEUE_BUFFER || marks->rows[j].mark == STRATA_MARK_SWAP)
          return TRUE;
    }

  return FALSE;
}

/* Whether the thread's doFrame never draws, and is only a timer for another thread that does. */
static gboolean
is_only_timer (const Android *self,
               const StrataFrameMarks *marks,
               StrataFrameMark mark,
               const GArray *frames)
{
  const gsize process = strata_frame_finder_get_process (self->finder, marks->thread);

  if (!g_hash_table_contains (self->finder->drawn, GSIZE_TO_POINTER (process + 1)) || draws_itself (self, marks, mark))
    return FALSE;

  for (guint i = 0; i < frames->len; i++)
    if (g_array_index (frames, StrataFrameRow, i).render_slice != STRATA_NONE)
      return FALSE;

  return TRUE;
}

/* Whether frames come more often than the VSYNCs. Then those are of another display, and the app's
 * deadline is better inferred from the spacing of its frames. */
static gboolean
is_of_faster_display (const Android *self,
                      const GArray *frames)
{
  const StrataVsync *vsync = self->finder->app_vsync;
  guint before = STRATA_NONE;
  guint n_same = 0;

  for (guint i = 0; vsync != NULL && i < frames->len; i++)
    {
      const gint64 begin_ns = g_array_index (frames, StrataFrameRow, i).begin_ns;
      const guint edge = strata_vsync_find (vsync, begin_ns);

      n_same += i > 0 && edge != STRATA_NONE && edge == before && begin_ns - vsync->time_ns[edge] < vsync->period_ns[edge];
      before = edge;
    }

  return n_same >= MIN_FASTER && 3 * n_same > frames->len;
}

static void
add_app (Android *self,
         const StrataFrameMarks *marks)
{
  const StrataFrameMark mark = get_frame_mark (self->finder, marks);

  if (mark == STRATA_MARK_NONE)
    return;

  g_autoptr (GArray) frames = list_frames (self, marks, mark);

  if (strata_frame_finder_is_main (self->finder, marks->thread))
    {
      join_drawings (self, frames, strata_frame_finder_get_process (self->finder, marks->thread));
      find_cut (self, frames);
    }

  if (is_only_timer (self, marks, mark, frames))
    return;

  const gboolean is_faster = is_of_faster_display (self, frames);

  for (guint i = 0; i < frames->len && !is_faster; i++)
    {
      StrataFrameRow *frame = &g_array_index (frames, StrataFrameRow, i);

      strata_frame_finder_set_deadline (self->finder, frame, frame->ui_slice != STRATA_NONE ? marks->thread : frame->render_thread, FALSE);
    }

  strata_frame_finder_add_group (self->finder, marks->thread, strata_frame_marks_have (marks, STRATA_MARK_COMPOSE) ? STRATA_PRODUCER_COMPOSE : STRATA_PRODUCER_CHOREOGRAPHER, frames);
}

/* A commit takes over what apps have sent. Without a visible composition nothing is composed, and it is not a frame. */
static void
drop_without_composition (GArray *frames)
{
  gboolean has_any = FALSE;
  guint n = 0;

  for (guint i = 0; i < frames->len; i++)
    has_any |= g_array_index (frames, StrataFrameRow, i).render_slice != STRATA_NONE;

  for (guint i = 0; i < frames->len; i++)
    if (!has_any || g_array_index (frames, StrataFrameRow, i).render_slice != STRATA_NONE)
      g_array_index (frames, StrataFrameRow, n++) = g_array_index (frames, StrataFrameRow, i);

  g_array_set_size (frames, n);
}

/* A frame lasts to the last composition before the next. */
static GArray *
list_system_frames (const Android *self,
                    const StrataFrameMarks *marks)
{
  GArray *frames = g_array_new (FALSE, FALSE, sizeof (StrataFrameRow));

  for (guint i = 0, end; i < marks->n_rows; i = end)
    {
      const StrataFrameMark mark = marks->rows[i].mark;

      end = mark == STRATA_MARK_COMMIT || mark == STRATA_MARK_COMPOSITE ? skip_subtree (self->finder, marks, i) : i + 1;
      if (mark == STRATA_MARK_COMMIT)
        {
          StrataFrameRow frame = strata_frame_finder_make (self->finder, marks->rows[i].slice);

          frame.id = strata_frame_finder_get_id (self->finder, marks->rows[i].slice);
          g_array_append_val (frames, frame);
        }
      else if (mark == STRATA_MARK_COMPOSITE && frames->len > 0)
        {
          StrataFrameRow *frame = &g_array_index (frames, StrataFrameRow, frames->len - 1);
          const StrataFrameRow composition = strata_frame_finder_make (self->finder, marks->rows[i].slice);

          frame->render_slice = frame->render_slice == STRATA_NONE ? marks->rows[i].slice : frame->render_slice;
          frame->render_thread = marks->thread;
          frame->render_begin_ns = MIN (frame->render_slice == marks->rows[i].slice ? composition.begin_ns : frame->render_begin_ns, composition.begin_ns);
          frame->render_end_ns = composition.end_ns;
          frame->end_ns = composition.end_ns;
          if (composition.verdict == STRATA_FRAME_UNFINISHED)
            frame->verdict = STRATA_FRAME_UNFINISHED;
        }
    }

  drop_without_composition (frames);
  return frames;
}

static gboolean
is_surfaceflinger (const Android *self,
                   guint32 thread)
{
  const guint32 process = strata_frame_finder_get_process (self->finder, thread);
  const char *name = process != STRATA_NONE ? strata_trace_get_string (self->finder->trace, strata_trace_get_processes (self->finder->trace, NULL)[process].name) : "";

  return strata_frame_finder_is_main (self->finder, thread) && strstr (name, "surfaceflinger") != NULL;
}

static void
add_system (Android *self,
            const StrataFrameMarks *marks)
{
  if (!is_surfaceflinger (self, marks->thread) || !strata_frame_marks_have (marks, STRATA_MARK_COMMIT))
    return;

  g_autoptr (GArray) frames = list_system_frames (self, marks);

  for (guint i = 0; i < frames->len; i++)
    strata_frame_finder_set_deadline (self->finder, &g_array_index (frames, StrataFrameRow, i), marks->thread, TRUE);

  strata_frame_finder_add_group (self->finder, marks->thread, STRATA_PRODUCER_SYSTEM, frames);
}

/* Joins each app frame to the first frame of surfaceflinger that begins after its buffer was ready. */
static void
join_system (const Android *self,
             guint first_app,
             guint first_system,
             guint end)
{
  GArray *frames = self->finder->frames->frames;
  const StrataFrameRow *all = (const StrataFrameRow *) (gpointer) frames->data;

  for (guint i = first_app; i < first_system && first_system < end; i++)
    {
      guint begin = first_system;
      guint last = end;

      STRATA_BISECT (begin, last, middle, all[middle].begin_ns < all[i].end_ns);

      if (begin < end && all[i].render_slice != STRATA_NONE)
        g_array_index (frames, StrataFrameRow, i).system_frame = begin;
    }
}

void
strata_frames_find_android (StrataFrameFinder *self)
{
  Android android = {
    .finder = self,
    .drawings = g_array_new (FALSE, FALSE, sizeof (Drawing)),
  };
  const guint first_app = self->frames->frames->len;
  StrataFrameMarks marks;

  list_drawings (&android);
  for (guint place = 0; strata_frame_finder_next_thread (self, &place, &marks);)
    add_app (&android, &marks);

  const guint first_system = self->frames->frames->len;

  for (guint place = 0; strata_frame_finder_next_thread (self, &place, &marks);)
    add_system (&android, &marks);

  join_system (&android, first_app, first_system, self->frames->frames->len);
  g_array_unref (android.drawings);
}
