/* strata-scene-frames.c - the lanes of frames, VSYNCs, and marks of the slow ones
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "strata-scene-private.h"
#include "strata-session-frames.h"
#include "strata-units.h"

/* A lane has a row for the UI thread, one for the render side and one for who shows
 * the pictures, all in the colour of the verdict, and below them how many frames
 * there were in the second around each moment. What is narrower than a few pixels
 * goes into columns, of which the worst verdict wins. */

#define MIN_BOX 3
#define MIN_LABEL_PX 40
#define MIN_DETAIL_PX 120
#define LABEL_PADDING_PX 4
#define MIN_DEADLINE_PX 12
#define MIN_STRIPE_PX 3
#define HALF_SECOND_NS G_GINT64_CONSTANT (500000000)
#define OVERVIEW_MARK_PX 5
/* Frames of a thread hardly overlap, so these many before the first in view are enough. */
#define N_BEFORE 8

/* Worse verdicts have larger numbers; 0 is for nothing there. */
static const guint8 severity[STRATA_N_FRAME_VERDICTS] = {
  [STRATA_FRAME_UNJUDGED] = 1,
  [STRATA_FRAME_ON_TIME] = 2,
  [STRATA_FRAME_UNFINISHED] = 3,
  [STRATA_FRAME_DROPPED] = 4,
  [STRATA_FRAME_LATE] = 5,
  [STRATA_FRAME_VERY_LATE] = 6,
};

static guint8
get_task_severity (StrataLongTaskLevel level)
{
  switch (level)
    {
    case STRATA_LONG_TASK_WARNING:
      return severity[STRATA_FRAME_LATE];
    case STRATA_LONG_TASK_SEVERE:
      return severity[STRATA_FRAME_VERY_LATE];
    case STRATA_LONG_TASK_UNFINISHED:
      return severity[STRATA_FRAME_UNFINISHED];
    }

  g_assert_not_reached ();
}

static StrataColor
get_color (const StrataPalette *palette,
           guint8 rank)
{
  for (guint i = 0; i < STRATA_N_FRAME_VERDICTS; i++)
    if (severity[i] == rank)
      return palette->frames[i];

  g_return_val_if_reached (0);
}

static const StrataFrameRows *
find_rows (StrataSession *session,
           guint32 process)
{
  const StrataFramesView *view = strata_session_get_frames_view (session);

  for (guint i = 0; view->rows != NULL && i < view->rows->len; i++)
    if (g_array_index (view->rows, StrataFrameRows, i).process == process)
      return &g_array_index (view->rows, StrataFrameRows, i);

  return NULL;
}

static guint
find_first (const StrataFrameRows *rows,
            const StrataFrameRow *frames,
            gint64 time_ns)
{
  guint begin = 0;
  guint end = rows->order->len;

  while (begin < end)
    {
      const guint middle = begin + (end - begin) / 2;

      if (frames[g_array_index (rows->order, guint32, middle)].begin_ns < time_ns)
        begin = middle + 1;
      else
        end = middle;
    }

  return begin - MIN (begin, N_BEFORE);
}

typedef struct
{
  StrataPen *pen;         /* borrowed */
  const StrataLane *lane; /* borrowed */
  guint8 *columns;        /* owned: worst severity by row and column */
} Drawing;

static int
get_row_y (const Drawing *self,
           guint row)
{
  return strata_pen_get_y (self->pen, self->lane->y_px + self->lane->rows_top_px + (int) row * self->lane->row_height_px);
}

static int
get_row_height (const Drawing *self)
{
  return strata_pen_to_device (self->pen, self->lane->row_height_px - 1);
}

static int
get_column (const StrataPen *pen,
            gint64 time_ns)
{
  return (int) floor (CLAMP (strata_grid_time_to_column (&pen->grid, time_ns), -1.0, pen->grid.n_columns));
}

static void
add_label (const Drawing *self,
           const StrataBox *box,
           const StrataFrameRow *frame)
{
  const StrataColor color = strata_palette_get_text_color (self->pen->palette, box->color);
  const int padding = strata_pen_to_device (self->pen, LABEL_PADDING_PX);
  const gboolean has_detail = box->width >= strata_pen_to_device (self->pen, MIN_DETAIL_PX);
  const StrataText text = {
    .x = box->x + padding,
    .y = box->y,
    .width = box->width - 2 * padding,
    .height = box->height,
    .color = color,
    .detail_color = color,
  };
  char duration[STRATA_UNITS_BYTES];

  if (box->width < strata_pen_to_device (self->pen, MIN_LABEL_PX))
    return;

  strata_units_duration (strata_frame_get_duration_ns (frame), duration);
  strata_draw_list_add_text (self->pen->list, STRATA_LAYER_CONTENT, text, duration, has_detail ? strata_frame_verdict_get_name (frame->verdict) : NULL);
}

/* Returns: how many columns it takes */
static int
add_part (Drawing *self,
          guint row,
          StrataSpan span,
          const StrataFrameRow *frame,
          gboolean has_label)
{
  StrataPen *pen = self->pen;
  const int begin = MAX (get_column (pen, span.begin_ns), 0);
  const int end = MIN (MAX (get_column (pen, span.end_ns), begin + 1), pen->grid.n_columns);
  const guint8 rank = severity[frame->verdict];

  if (row >= self->lane->n_rows || span.end_ns <= span.begin_ns || span.end_ns < pen->grid.begin_ns || begin >= pen->grid.n_columns)
    return 0;

  if (end - begin < MIN_BOX)
    {
      for (int i = begin; i < end; i++)
        self->columns[(gsize) row * (gsize) pen->grid.n_columns + (gsize) i] = MAX (self->columns[(gsize) row * (gsize) pen->grid.n_columns + (gsize) i], rank);
      return end - begin;
    }

  const StrataBox box = { pen->x + begin, get_row_y (self, row), end - begin - 1, get_row_height (self), get_color (pen->palette, rank) };

  strata_draw_list_add_box (pen->list, STRATA_LAYER_CONTENT, box);
  if (has_label)
    add_label (self, &box, frame);
  return end - begin;
}

static void
add_columns (Drawing *self)
{
  StrataPen *pen = self->pen;

  for (guint row = 0; row < self->lane->n_rows; row++)
    for (int begin = 0, end; begin < pen->grid.n_columns; begin = end)
      {
        const guint8 *columns = self->columns + (gsize) row * (gsize) pen->grid.n_columns;

        for (end = begin + 1; end < pen->grid.n_columns && columns[end] == columns[begin];)
          end++;
        if (columns[begin] > 0)
          strata_draw_list_add_box (pen->list, STRATA_LAYER_CONTENT, (StrataBox){ pen->x + begin, get_row_y (self, row), end - begin, get_row_height (self), get_color (pen->palette, columns[begin]) });
      }
}

/* From the VSYNC to the begin there is a line; the deadline is one across the rows. */
static void
add_marks (Drawing *self,
           const StrataFrameRow *frame)
{
  StrataPen *pen = self->pen;
  const int line = MAX (strata_pen_to_device (pen, 1), 1);
  const int begin = frame->vsync_ns != STRATA_NO_TIME ? MAX (get_column (pen, frame->vsync_ns), 0) : pen->grid.n_columns;
  const int end = MIN (get_column (pen, frame->begin_ns), pen->grid.n_columns);

  if (begin < end)
    strata_draw_list_add_box (pen->list, STRATA_LAYER_CONTENT, (StrataBox){ pen->x + begin, get_row_y (self, 0) + get_row_height (self) / 2, end - begin, line, pen->palette->header_dim_text });

  if (frame->deadline_ns == STRATA_NO_TIME)
    return;

  const int deadline = get_column (pen, frame->deadline_ns);
  const int width = frame->overrun_ns > 0 ? 2 * line : line;

  if (deadline >= 0 && deadline < pen->grid.n_columns)
    strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER,
                              (StrataBox){ pen->x + deadline, get_row_y (self, 0) - line, width, get_row_y (self, 2) - get_row_y (self, 0) + line,
                                           frame->overrun_ns > 0 ? pen->palette->selection : pen->palette->header_dim_text });
}

/* How many frames ended in the second around a time, as a part of the most; the
 * begin and the end of the trace cut that second short. */
static double
get_rate (const StrataFrameRows *rows,
          StrataSpan span,
          gint64 time_ns,
          guint n_frames)
{
  const gint64 begin_ns = MAX (strata_time_add (time_ns, -HALF_SECOND_NS), span.begin_ns);
  const gint64 end_ns = MIN (strata_time_add (time_ns, HALF_SECOND_NS), span.end_ns);
  const double seconds = MAX ((double) (end_ns - begin_ns) / (2.0 * HALF_SECOND_NS), 0.1);

  return MIN (n_frames / seconds / rows->max_fps, 1.0);
}

static void
add_fps (Drawing *self,
         const StrataFrameRows *rows)
{
  StrataPen *pen = self->pen;
  const int y = get_row_y (self, self->lane->n_rows) + strata_pen_to_device (pen, 1);
  const int height = strata_pen_to_device (pen, self->lane->y_px + self->lane->height_px - STRATA_LANE_PADDING_PX - pen->scroll_px) - y;
  const gint64 *ends_ns = (const gint64 *) (gpointer) rows->ends_ns->data;
  const StrataGraph graph = {
    .x = pen->x,
    .y = y,
    .height = height,
    .n_columns = (guint32) pen->grid.n_columns,
    .fill = pen->palette->counter_fill,
    .line = pen->palette->counter_line,
  };
  const StrataSpan span = strata_trace_get_span (pen->trace);
  guint begin = 0;
  guint end = 0;

  if (height <= 2 || pen->grid.n_columns == 0)
    return;

  StrataLevel *levels = strata_draw_list_add_graph (pen->list, STRATA_LAYER_CONTENT, graph);

  for (int i = 0; i < pen->grid.n_columns; i++)
    {
      const gint64 time_ns = strata_grid_column_to_time (&pen->grid, i);

      while (begin < rows->ends_ns->len && ends_ns[begin] <= strata_time_add (time_ns, -HALF_SECOND_NS))
        begin++;
      while (end < rows->ends_ns->len && ends_ns[end] <= strata_time_add (time_ns, HALF_SECOND_NS))
        end++;

      const gboolean is_inside = time_ns >= span.begin_ns && time_ns <= span.end_ns;

      levels[i].top = is_inside ? (gint16) lrint ((1.0 - get_rate (rows, span, time_ns, end - MIN (begin, end))) * (height - 1)) : -1;
      levels[i].bottom = levels[i].top;
    }
}

static void
add_frame (Drawing *self,
           const StrataFrameRow *frames,
           const StrataFrameRow *frame)
{
  StrataPen *pen = self->pen;
  const double period_px = frame->period_ns > 0 ? (double) frame->period_ns / pen->grid.ns_per_column : 0.0;

  add_part (self, 0, (StrataSpan){ frame->begin_ns, frame->ui_end_ns }, frame, TRUE);
  add_part (self, 1, (StrataSpan){ frame->render_begin_ns, frame->render_end_ns }, frame, frame->ui_slice == STRATA_NONE);
  if (frame->system_frame != STRATA_NONE)
    add_part (self, 2, (StrataSpan){ frames[frame->system_frame].begin_ns, frames[frame->system_frame].end_ns }, &frames[frame->system_frame], FALSE);
  if (period_px >= strata_pen_to_device (pen, MIN_DEADLINE_PX))
    add_marks (self, frame);
}

/* Draws the frames of a process. */
void
strata_scene_add_frames (StrataPen *pen,
                         const StrataLane *lane)
{
  const StrataFrameRows *rows = find_rows (pen->session, lane->index);
  Drawing drawing = { pen, lane, NULL };
  guint n_frames;

  if (rows == NULL || pen->grid.n_columns == 0)
    return;

  const StrataFrameRow *frames = strata_frames_get (strata_session_get_frames (pen->session), &n_frames);
  const gint64 end_ns = strata_grid_column_to_time (&pen->grid, pen->grid.n_columns);

  drawing.columns = g_new0 (guint8, (gsize) lane->n_rows * (gsize) pen->grid.n_columns);
  for (guint i = find_first (rows, frames, pen->grid.begin_ns); i < rows->order->len; i++)
    {
      const StrataFrameRow *frame = &frames[g_array_index (rows->order, guint32, i)];

      if (frame->begin_ns >= end_ns)
        break;
      add_frame (&drawing, frames, frame);
    }

  add_columns (&drawing);
  add_fps (&drawing, rows);
  g_free (drawing.columns);
}

/* The slowest frame of those that a place may be on. */
StrataItem
strata_scene_find_frame (const StrataPen *pen,
                         const StrataLane *lane,
                         int column)
{
  const StrataFrameRows *rows = find_rows (pen->session, lane->index);
  const gint64 begin_ns = strata_grid_column_to_time (&pen->grid, column - 1);
  const gint64 end_ns = strata_grid_column_to_time (&pen->grid, column + 2);
  StrataItem item = { STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 0, 0 };
  guint n_frames;
  const StrataFrameRow *frames = rows != NULL ? strata_frames_get (strata_session_get_frames (pen->session), &n_frames) : NULL;

  for (guint i = rows != NULL ? find_first (rows, frames, begin_ns) : 0; rows != NULL && i < rows->order->len; i++)
    {
      const guint32 index = g_array_index (rows->order, guint32, i);

      if (frames[index].begin_ns >= end_ns)
        break;
      if (frames[index].end_ns <= begin_ns)
        continue;

      item.n_folded++;
      if (item.index == STRATA_NONE || severity[frames[index].verdict] > severity[frames[item.index].verdict])
        item.index = index;
    }

  item.kind = item.index != STRATA_NONE ? STRATA_ITEM_FRAME : STRATA_ITEM_NONE;
  return item;
}

/* Every other time between two VSYNCs has a stripe, behind all lanes. */
void
strata_scene_add_vsyncs (StrataPen *pen)
{
  const StrataFramesView *view = strata_session_get_frames_view (pen->session);

  if (!strata_view_get_vsync_shown (strata_session_get_view (pen->session)) || view->vsyncs_ns == NULL || view->vsyncs_ns->len < 2)
    return;

  const gint64 *times_ns = (const gint64 *) (gpointer) view->vsyncs_ns->data;
  const gint64 end_ns = strata_grid_column_to_time (&pen->grid, pen->grid.n_columns);
  const int height = strata_draw_list_get_device_height (pen->list);
  guint begin = 0;
  guint end = view->vsyncs_ns->len;

  while (begin < end)
    {
      const guint middle = begin + (end - begin) / 2;

      if (times_ns[middle] < pen->grid.begin_ns)
        begin = middle + 1;
      else
        end = middle;
    }

  for (guint i = (begin - MIN (begin, 1)) & ~1u; i + 1 < view->vsyncs_ns->len && times_ns[i] < end_ns; i += 2)
    {
      const int left = MAX (get_column (pen, times_ns[i]), 0);
      const int right = MIN (get_column (pen, times_ns[i + 1]), pen->grid.n_columns);

      if (right - left >= strata_pen_to_device (pen, MIN_STRIPE_PX))
        strata_draw_list_add_box (pen->list, STRATA_LAYER_LINES, (StrataBox){ pen->x + left, 0, right - left, height, pen->palette->vsync });
    }
}

static void
mark_overview (guint8 *columns,
               const StrataPen *pen,
               StrataSpan span,
               guint8 rank)
{
  const StrataSpan bounds = strata_view_get_viewport (strata_session_get_view (pen->session))->bounds;
  const double columns_per_ns = pen->grid.n_columns / MAX ((double) strata_span_get_length_ns (bounds), 1.0);
  const int begin = CLAMP ((int) ((double) (span.begin_ns - bounds.begin_ns) * columns_per_ns), 0, pen->grid.n_columns - 1);
  const int end = CLAMP ((int) ((double) (span.end_ns - bounds.begin_ns) * columns_per_ns), begin + MIN (2, pen->grid.n_columns - begin), pen->grid.n_columns);

  for (int i = begin; i < end; i++)
    columns[i] = MAX (columns[i], rank);
}

static void
add_overview_row (StrataPen *pen,
                  const guint8 *columns,
                  int y)
{
  for (int begin = 0, end; begin < pen->grid.n_columns; begin = end)
    {
      for (end = begin + 1; end < pen->grid.n_columns && columns[end] == columns[begin];)
        end++;
      if (columns[begin] > 0)
        strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER, (StrataBox){ pen->x + begin, y, end - begin, strata_pen_to_device (pen, OVERVIEW_MARK_PX - 1), get_color (pen->palette, columns[begin]) });
    }
}

/* Slow frames at the bottom of the overview, long tasks above them. */
void
strata_scene_add_slow_marks (StrataPen *pen)
{
  StrataFrames *frames = strata_session_get_frames (pen->session);
  const StrataSliceTable *slices = strata_trace_get_slices (pen->trace);
  const int bottom = strata_draw_list_get_device_height (pen->list) - 1;
  g_autofree guint8 *columns = g_new0 (guint8, (gsize) MAX (pen->grid.n_columns, 1));
  guint n_frames = 0;
  guint n_tasks;
  const StrataFrameRow *all = frames != NULL ? strata_frames_get (frames, &n_frames) : NULL;
  const StrataLongTask *tasks = strata_session_get_long_tasks (pen->session, &n_tasks);

  if (pen->grid.n_columns < 2)
    return;

  for (guint i = 0; i < n_frames; i++)
    if (strata_frame_is_slow (&all[i]) && !strata_frames_is_system (frames, i))
      mark_overview (columns, pen, (StrataSpan){ all[i].begin_ns, all[i].end_ns }, severity[all[i].verdict]);
  add_overview_row (pen, columns, bottom - strata_pen_to_device (pen, OVERVIEW_MARK_PX));

  memset (columns, 0, (gsize) pen->grid.n_columns);
  for (guint i = 0; i < n_tasks; i++)
    mark_overview (columns, pen, (StrataSpan){ slices->start_ns[tasks[i].slice], strata_slice_table_get_end_ns (slices, tasks[i].slice) },
                   get_task_severity (tasks[i].level));
  add_overview_row (pen, columns, bottom - 2 * strata_pen_to_device (pen, OVERVIEW_MARK_PX));
}
