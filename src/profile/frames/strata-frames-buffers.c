/* strata-frames-buffers.c - the frames of threads that queue buffers themselves
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-frames-layers.h"
#include "strata-frames-private.h"

/* Game engines, Flutter, browsers and video decoders do not draw by the view system: their frame is
 * a buffer that a thread queues to a layer, by eglSwapBuffers or queueBuffer, outside of
 * Choreographer and the RenderThread.
 *
 * Such a thread draws all the time, so a frame lasts from the previous buffer
 * to its own, or until the GPU is done with that. It is late if the display
 * had to show the previous buffer for longer than the layer aims at (see
 * strata-frames-layers.c). A thread that slept through a long gap had paused.
 *
 * Flutter draws only on a change, so gaps show nothing. Its UI thread and its raster thread have a
 * period each: the slower one decides. */

#define PAUSE_NS G_GINT64_CONSTANT (250000000)
#define FROZEN_NS G_GINT64_CONSTANT (700000000)

typedef struct
{
  StrataFrameFinder *finder; /* borrowed */
  StrataFrameMarks marks;
  StrataFrameProducer producer;
  GArray *pictures; /* (element-type StrataPicture) owned */
  gboolean *is_pause;
  guint32 counter; /* of the layer, or STRATA_NONE */
} Producer;

static const char *
get_thread_name (const StrataFrameFinder *finder,
                 guint32 thread)
{
  return strata_trace_get_string (finder->trace, strata_trace_get_threads (finder->trace, NULL)[thread].name);
}

/* Compositors queue buffers, too: for others, and to the display. */
static gboolean
is_compositor (const StrataFrameFinder *finder,
               guint32 thread)
{
  const guint32 process = strata_frame_finder_get_process (finder, thread);
  const char *name = process != STRATA_NONE ? strata_trace_get_string (finder->trace, strata_trace_get_processes (finder->trace, NULL)[process].name) : "";

  return strstr (name, "surfaceflinger") != NULL || strstr (name, "render_service") != NULL || strstr (name, "composer") != NULL;
}

static const struct
{
  const char *prefix;
  StrataFrameProducer producer;
} threads[] = {
  { "UnityMain", STRATA_PRODUCER_UNITY },
  { "UnityGfx", STRATA_PRODUCER_UNITY },
  { "RHIThread", STRATA_PRODUCER_UNREAL },
  { "GameThread", STRATA_PRODUCER_UNREAL },
  { "RenderThread ", STRATA_PRODUCER_UNREAL },
  { "CrGpuMain", STRATA_PRODUCER_CHROME },
  { "Chrome_InProcGp", STRATA_PRODUCER_CHROME },
  { "VizCompositor", STRATA_PRODUCER_CHROME },
  { "CrRendererMain", STRATA_PRODUCER_CHROME },
  { "MediaCodec_loop", STRATA_PRODUCER_VIDEO },
  { "CodecLooper", STRATA_PRODUCER_VIDEO },
  { "NuPlayerRender", STRATA_PRODUCER_VIDEO },
  { "ExoPlayer", STRATA_PRODUCER_VIDEO },
  { "VideoRender", STRATA_PRODUCER_VIDEO },
  { "io.flutter", STRATA_PRODUCER_FLUTTER },
};

static StrataFrameProducer
get_producer (const StrataFrameFinder *finder,
              const StrataFrameMarks *marks)
{
  const char *name = get_thread_name (finder, marks->thread);

  if (strata_frame_marks_have (marks, STRATA_MARK_FLUTTER_RASTER) || g_str_has_suffix (name, ".raster") || (g_ascii_isdigit (*name) && g_str_has_suffix (name, ".gpu")))
    return STRATA_PRODUCER_FLUTTER;

  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    if (g_str_has_prefix (name, threads[i].prefix))
      return threads[i].producer;

  return STRATA_PRODUCER_OTHER;
}

/* Whether the marks inside belong to the frame of a view system. */
static gboolean
is_of_views (const StrataFrameFinder *finder,
             const StrataFrameMarkRow *row)
{
  const gboolean is_ui = row->mark == STRATA_MARK_DO_FRAME || row->mark == STRATA_MARK_TRAVERSALS;

  return row->mark == STRATA_MARK_DRAW_FRAME || (is_ui && strata_frame_finder_is_main (finder, row->thread));
}

/* Finds the next buffer that a thread queues itself.
 *
 * Returns: its index in the marks, or the number of marks */
static guint
find_picture (const StrataFrameFinder *finder,
              const StrataFrameMarks *marks,
              guint i)
{
  for (; i < marks->n_rows; i++)
    {
      const StrataFrameMarkRow *row = &marks->rows[i];

      if (row->mark == STRATA_MARK_SWAP || row->mark == STRATA_MARK_QUEUE_BUFFER)
        return i;

      while (is_of_views (finder, row) && i + 1 < marks->n_rows && marks->rows[i + 1].slice < finder->table->subtree_end[row->slice])
        i++;
    }

  return i;
}

gboolean
strata_frames_has_pictures (const StrataFrameFinder *self,
                            const StrataFrameMarks *marks)
{
  return find_picture (self, marks, 0) < marks->n_rows && !is_compositor (self, marks->thread);
}

/* Its buffer is handed over when queueBuffer, which swapping calls, is done; the GPU may still draw it. */
static StrataPicture
make_picture (const Producer *self,
              guint begin,
              guint end)
{
  const StrataSliceTable *table = self->finder->table;
  const guint32 slice = self->marks.rows[begin].slice;
  StrataPicture picture = { .slice = slice, .top = slice, .begin_ns = table->start_ns[slice], .end_ns = strata_slice_table_get_end_ns (table, slice), .done_ns = STRATA_NO_TIME, .shown_ns = STRATA_NO_TIME };

  for (guint i = begin + 1; i < end; i++)
    {
      const StrataFrameMarkRow *row = &self->marks.rows[i];

      if (row->mark == STRATA_MARK_QUEUE_BUFFER)
        picture.end_ns = strata_slice_table_get_end_ns (table, row->slice);
      else if (row->mark == STRATA_MARK_FENCE)
        picture.done_ns = strata_frame_fences_get_done_ns (self->finder->fences, row);
    }

  picture.done_ns = MAX (picture.done_ns, picture.end_ns);
  return picture;
}

static void
list_pictures (Producer *self)
{
  const StrataSliceTable *table = self->finder->table;
  guint end;

  for (guint i = find_picture (self->finder, &self->marks, 0); i < self->marks.n_rows; i = find_picture (self->finder, &self->marks, end))
    {
      for (end = i + 1; end < self->marks.n_rows && self->marks.rows[end].slice < table->subtree_end[self->marks.rows[i].slice];)
        end++;

      const StrataPicture picture = make_picture (self, i, end);

      g_array_append_val (self->pictures, picture);
    }
}

/* The outermost slice from @begin on that contains a picture and ends by @limit; else the picture's own. */
static guint32
find_top (const StrataSliceTable *table,
          const StrataPicture *picture,
          guint32 begin,
          guint32 limit)
{
  for (guint32 i = begin; i < picture->slice;)
    if (table->subtree_end[i] <= picture->slice)
      i = table->subtree_end[i];
    else if (table->subtree_end[i] <= limit)
      return i;
    else
      i++;

  return picture->slice;
}

/* Finds the outermost slice around each picture that contains no other picture. Reports do not
 * build the rows that would give the parents. */
static void
find_tops (Producer *self)
{
  StrataTrace *trace = self->finder->trace;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, NULL);

  for (guint i = 0; i < self->pictures->len; i++)
    {
      StrataPicture *picture = &g_array_index (self->pictures, StrataPicture, i);
      const guint32 begin = i > 0 ? picture[-1].slice + 1 : tracks[strata_trace_find_track (trace, picture->slice)].first_slice;
      const guint32 limit = i + 1 < self->pictures->len ? picture[1].slice : G_MAXUINT32;

      picture->top = find_top (self->finder->table, picture, begin, limit);
    }
}

/* How long a thread ran in a span; -1 when the scheduler was not recorded. */
static gint64
get_running_ns (StrataTrace *trace,
                guint32 thread,
                StrataSpan span)
{
  const StrataThread *row = strata_trace_get_threads (trace, NULL) + thread;

  return row->n_states > 0 ? strata_states_get_running_ns (strata_trace_get_states (trace), row, span) : -1;
}

static gboolean
is_pause (const Producer *self,
          StrataSpan gap)
{
  const gint64 gap_ns = strata_span_get_length_ns (gap);

  if (gap_ns < PAUSE_NS)
    return FALSE;

  const gint64 running_ns = get_running_ns (self->finder->trace, self->marks.thread, gap);

  return running_ns >= 0 ? 2 * running_ns < gap_ns : gap_ns >= FROZEN_NS;
}

static void
find_pauses (Producer *self)
{
  const StrataPicture *pictures = (const StrataPicture *) (gpointer) self->pictures->data;

  self->is_pause = g_new0 (gboolean, self->pictures->len);
  for (guint i = 1; i < self->pictures->len; i++)
    self->is_pause[i] = is_pause (self, (StrataSpan){ pictures[i - 1].end_ns, pictures[i].begin_ns });
}

static StrataFrameRow
make_frame (const Producer *self,
            const StrataPicture *picture)
{
  StrataFrameRow frame = strata_frame_finder_make (self->finder, picture->top);

  frame.ui_slice = STRATA_NONE;
  frame.ui_end_ns = frame.begin_ns;
  frame.render_slice = picture->top;
  frame.render_thread = self->marks.thread;
  frame.render_begin_ns = frame.begin_ns;
  frame.drawn_ns = picture->end_ns;
  frame.render_end_ns = picture->done_ns;
  frame.end_ns = picture->done_ns;
  return frame;
}

static void
begin_at (StrataFrameRow *frame,
          gint64 begin_ns)
{
  frame->begin_ns = begin_ns;
  frame->ui_end_ns = begin_ns;
  frame->render_begin_ns = begin_ns;
}

/* Judges by the display: a frame is on time if the display shows a new picture as often as the layer aims at. */
static void
judge_by_display (const Producer *self,
                  StrataFrameRow *frame,
                  const StrataPicture *picture,
                  gint64 vsync_ns)
{
  if (picture->n_refreshes == 0 || picture->n_aimed == 0 || frame->verdict == STRATA_FRAME_UNFINISHED)
    return;

  const StrataVsync *vsync = self->finder->system_vsync;
  const gint64 missed = (gint64) picture->n_refreshes - picture->n_aimed;

  frame->rule = STRATA_DEADLINE_REPEAT;
  frame->counter = self->counter != STRATA_NONE ? self->counter : (vsync != NULL ? vsync->counter : STRATA_NONE);
  frame->period_ns = vsync_ns * picture->n_aimed;
  frame->deadline_ns = picture->shown_ns - missed * vsync_ns;
  frame->overrun_ns = frame->end_ns - frame->deadline_ns;
  if (missed <= 0)
    {
      frame->verdict = STRATA_FRAME_ON_TIME;
      frame->overrun_ns = MIN (frame->overrun_ns, 0);
      return;
    }

  /* queued in time, but the GPU or the compositor was not ready */
  if (frame->overrun_ns <= 0)
    frame->overrun_ns = missed * vsync_ns;
  frame->verdict = missed <= (gint64) picture->n_aimed ? STRATA_FRAME_LATE : STRATA_FRAME_VERY_LATE;
  frame->n_missed = (guint) missed;
}

static void
add_continuous (Producer *self,
                GArray *frames)
{
  const StrataVsync *vsync = self->finder->system_vsync != NULL ? self->finder->system_vsync : self->finder->app_vsync;
  StrataPicture *pictures = (StrataPicture *) (gpointer) self->pictures->data;
  const guint n = self->pictures->len;

  self->counter = strata_layer_find_counter (self->finder->trace, pictures, n);
  if (self->counter != STRATA_NONE)
    strata_layer_read_latches (self->finder->trace, self->counter, pictures, n);

  const gint64 vsync_ns = strata_layer_count_refreshes (vsync, pictures, n, self->is_pause);

  strata_layer_set_aims (pictures, n, vsync_ns);
  for (guint i = 0; i < n; i++)
    {
      StrataFrameRow frame = make_frame (self, &pictures[i]);

      if (i > 0 && !self->is_pause[i])
        begin_at (&frame, MAX (strata_slice_table_get_end_ns (self->finder->table, pictures[i - 1].slice), pictures[i].top != pictures[i].slice ? frame.begin_ns : 0));
      else if (i == 0 && pictures[i].top == pictures[i].slice)
        frame.verdict = STRATA_FRAME_UNFINISHED; /* it began before the trace */

      judge_by_display (self, &frame, &pictures[i], vsync_ns);
      g_array_append_val (frames, frame);
    }
}

/* The UI thread's last slice before the raster thread took the frame. */
static guint32
find_ui_slice (const StrataFrameFinder *finder,
               const StrataFrameMarks *ui,
               gint64 time_ns,
               guint *next)
{
  guint32 found = STRATA_NONE;

  while (*next < ui->n_rows && finder->table->start_ns[ui->rows[*next].slice] <= time_ns)
    {
      if (ui->rows[*next].mark == STRATA_MARK_FLUTTER_UI)
        found = ui->rows[*next].slice;
      (*next)++;
    }

  return found;
}

static gboolean
find_ui_thread (const Producer *self,
                StrataFrameMarks *ui)
{
  const guint32 process = strata_frame_finder_get_process (self->finder, self->marks.thread);

  for (guint place = 0; strata_frame_finder_next_thread (self->finder, &place, ui);)
    if (strata_frame_finder_get_process (self->finder, ui->thread) == process && strata_frame_marks_have (ui, STRATA_MARK_FLUTTER_UI))
      return TRUE;

  return FALSE;
}

/* Each thread has a period for its part: of the display or, without VSYNCs, the usual spacing. */
static void
judge_by_budget (const Producer *self,
                 StrataFrameRow *frame,
                 gint64 usual_ns)
{
  const StrataVsync *vsync = self->finder->app_vsync;
  const gint64 known_ns = vsync != NULL ? strata_vsync_get_period_ns (vsync, frame->begin_ns) : 0;
  const gint64 period_ns = known_ns > 0 ? known_ns : usual_ns;

  if (period_ns <= 0)
    return;

  frame->rule = STRATA_DEADLINE_BUDGET;
  frame->counter = known_ns > 0 ? vsync->counter : STRATA_NONE;
  frame->period_ns = period_ns;
  frame->overrun_ns = MAX (frame->ui_end_ns - frame->begin_ns, frame->render_end_ns - frame->render_begin_ns) - period_ns;
  frame->deadline_ns = frame->end_ns - frame->overrun_ns;
}

/* A frame ends with its drawing slice: the time after queueBuffer in it is still drawing. */
static void
add_on_demand (Producer *self,
               GArray *frames)
{
  const StrataSliceTable *table = self->finder->table;
  StrataPicture *pictures = (StrataPicture *) (gpointer) self->pictures->data;
  const gint64 usual_ns = strata_layer_count_refreshes (NULL, pictures, self->pictures->len, self->is_pause);
  StrataFrameMarks ui;
  const gboolean has_ui = find_ui_thread (self, &ui);
  guint next = 0;

  for (guint i = 0; i < self->pictures->len; i++)
    {
      StrataFrameRow frame = make_frame (self, &pictures[i]);
      const guint32 ui_slice = has_ui ? find_ui_slice (self->finder, &ui, frame.begin_ns, &next) : STRATA_NONE;

      frame.drawn_ns = 0;
      frame.render_end_ns = strata_slice_table_get_end_ns (table, pictures[i].top);
      frame.end_ns = frame.render_end_ns;
      if (ui_slice != STRATA_NONE)
        {
          frame.ui_slice = ui_slice;
          frame.begin_ns = table->start_ns[ui_slice];
          frame.ui_end_ns = strata_slice_table_get_end_ns (table, ui_slice);
        }

      judge_by_budget (self, &frame, usual_ns);
      g_array_append_val (frames, frame);
    }
}

static gboolean
is_on_demand (const Producer *self)
{
  guint n_tops = 0;

  for (guint i = 0; i < self->pictures->len; i++)
    n_tops += g_array_index (self->pictures, StrataPicture, i).top != g_array_index (self->pictures, StrataPicture, i).slice;

  return self->producer == STRATA_PRODUCER_FLUTTER && 2 * n_tops > self->pictures->len;
}

static void
add_thread (StrataFrameFinder *finder,
            const StrataFrameMarks *marks)
{
  Producer self = { .finder = finder, .marks = *marks, .producer = get_producer (finder, marks), .counter = STRATA_NONE };
  g_autoptr (GArray) pictures = g_array_new (FALSE, FALSE, sizeof (StrataPicture));
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (StrataFrameRow));

  self.pictures = pictures;
  list_pictures (&self);
  find_tops (&self);
  find_pauses (&self);
  if (is_on_demand (&self))
    add_on_demand (&self, frames);
  else
    add_continuous (&self, frames);

  strata_frame_finder_add_group (finder, marks->thread, self.producer, frames);
  g_free (self.is_pause);
}

void
strata_frames_find_buffers (StrataFrameFinder *self)
{
  StrataFrameMarks marks;

  for (guint place = 0; strata_frame_finder_next_thread (self, &place, &marks);)
    if (strata_frames_has_pictures (self, &marks))
      add_thread (self, &marks);
}
