/* strata-lane-frames.c - the lane of a process's frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-frame-rate.h"
#include "strata-span-row.h"
#include "strata-units.h"

/* A lane has a row for the UI thread, unless only pictures are known, one for the render side and
 * one for the thread or process that displays the pictures, all in the colour of the verdict. Below
 * them is the number of frames in the second around each moment. Frames narrower than a few pixels
 * are drawn as columns, in which the worst verdict wins. */

#define MIN_BOX 3
#define MIN_DETAIL_PX 120
#define CHAR_PX 8 /* approximate width of digits and units */
#define LABEL_PADDING_PX 8
#define MIN_DEADLINE_PX 12
#define N_DEADLINE_ROWS 2
#define FPS_HEIGHT_PX 18
#define MIN_NAMED_ROW_PX 14

static StrataSpan
get_span (gconstpointer spans,
          guint32 index)
{
  const StrataFrameRow *frame = (const StrataFrameRow *) spans + index;

  return (StrataSpan){ frame->begin_ns, frame->end_ns };
}

static gboolean
is_worse (gconstpointer spans,
          guint32 index,
          guint32 other)
{
  const StrataFrameRow *frames = spans;

  return strata_scene_get_severity (frames[index].verdict) > strata_scene_get_severity (frames[other].verdict);
}

static StrataSpanRow
make_row (StrataSession *session,
          const StrataFrameRows *rows)
{
  guint n_frames;

  return (StrataSpanRow){ rows->order, strata_frames_get (strata_findings_get_frames (strata_session_get_findings (session)), &n_frames), get_span, is_worse };
}

/* What a frame has in a row, at least MIN_BOX columns wide. The last column is the gap to the next. */
typedef struct
{
  guint row;
  int begin;
  int end;
  gint64 duration_ns;
  StrataFrameVerdict verdict;
  gboolean has_verdict;
} Part;

typedef struct
{
  StrataPen *pen;               /* borrowed */
  const StrataLane *lane;       /* borrowed */
  guint render_row;             /* 0 without one for the UI thread */
  guint8 *columns;              /* owned: worst severity by row and column of narrower frames */
  guint32 *owners;              /* owned: the part whose box is visible there, from 1, by row and column */
  const StrataFrameRow *frames; /* borrowed: all */
  GArray *parts;                /* (element-type Part) owned */
  GArray *labels;               /* (element-type StrataBox) owned: where labels are */
} Drawing;

static int
get_row_y (const Drawing *self,
           guint row)
{
  return strata_span_row_get_y (self->pen, self->lane, row);
}

static int
get_row_height (const Drawing *self)
{
  return strata_span_row_get_height (self->pen, self->lane);
}

static gsize
get_place (const Drawing *self,
           guint row,
           int column)
{
  return (gsize) row * (gsize) self->pen->grid.n_columns + (gsize) column;
}

/* Frames narrower than a box are drawn over it. */
static gboolean
is_free (const Drawing *self,
         guint number,
         int column)
{
  const gsize place = get_place (self, g_array_index (self->parts, Part, number - 1).row, column);

  return self->owners[place] == number && self->columns[place] == 0;
}

/* Where a part has @least columns in a row that no other frame covers, for frames of a process may overlap: the first one, or -1. */
static int
find_room (const Drawing *self,
           guint number,
           int least,
           int *width)
{
  const Part *part = &g_array_index (self->parts, Part, number - 1);

  for (int begin = part->begin, end; begin < part->end; begin = MAX (end, begin + 1))
    {
      for (end = begin; end < part->end && is_free (self, number, end);)
        end++;
      *width = end - begin;
      if (*width >= least)
        return begin;
    }

  return -1;
}

/* The duration of the part, as wide as its box on the ruler. A number is shown whole or not at all: "34…" would mislead. */
static void
add_label (const Drawing *self,
           guint number)
{
  const Part *part = &g_array_index (self->parts, Part, number - 1);
  const StrataPalette *palette = self->pen->palette;
  const StrataColor color = strata_scene_get_severity_color (palette, strata_scene_get_severity (part->verdict));
  char duration[STRATA_UNITS_BYTES];
  int width;

  strata_units_duration (part->duration_ns, duration);

  const int least = strata_pen_to_device (self->pen, (double) strlen (duration) * CHAR_PX + LABEL_PADDING_PX);
  const int begin = find_room (self, number, least, &width);
  const gboolean has_detail = part->has_verdict && width >= strata_pen_to_device (self->pen, MIN_DETAIL_PX);

  if (begin < 0)
    return;

  StrataBox label = { self->pen->x + begin, get_row_y (self, part->row), width, get_row_height (self), color };

  strata_span_row_add_label (self->pen, &label, strata_palette_get_text_color (palette, color), duration, has_detail ? strata_frame_verdict_get_name (part->verdict) : NULL);
  label.width = has_detail ? MIN (strata_pen_to_device (self->pen, MIN_DETAIL_PX) + least, width) : least;
  g_array_append_val (self->labels, label);
}

/* Draws the box of the latest part. */
static void
add_box (Drawing *self)
{
  const Part *part = &g_array_index (self->parts, Part, self->parts->len - 1);
  const StrataColor color = strata_scene_get_severity_color (self->pen->palette, strata_scene_get_severity (part->verdict));

  for (int i = part->begin; i < part->end; i++)
    self->owners[get_place (self, part->row, i)] = self->parts->len;

  strata_draw_list_add_box (self->pen->list, STRATA_LAYER_CONTENT, (StrataBox){ self->pen->x + part->begin, get_row_y (self, part->row), part->end - part->begin, get_row_height (self), color });
}

static void
add_part (Drawing *self,
          guint row,
          StrataSpan span,
          const StrataFrameRow *frame,
          gboolean has_verdict)
{
  StrataPen *pen = self->pen;
  const int begin = MAX (strata_pen_get_column (pen, span.begin_ns), 0);
  const int end = MIN (MAX (strata_pen_get_column (pen, span.end_ns), begin + 1), pen->grid.n_columns);
  const guint8 rank = strata_scene_get_severity (frame->verdict);

  if (row >= self->lane->n_rows || span.end_ns <= span.begin_ns || span.end_ns < pen->grid.begin_ns || begin >= pen->grid.n_columns)
    return;

  if (end - begin < MIN_BOX)
    {
      for (int i = begin; i < end; i++)
        self->columns[get_place (self, row, i)] = MAX (self->columns[get_place (self, row, i)], rank);
      return;
    }

  const Part part = { row, begin, end - 1, strata_span_get_length_ns (span), frame->verdict, has_verdict };

  g_array_append_val (self->parts, part);
  add_box (self);
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
          strata_draw_list_add_box (pen->list, STRATA_LAYER_CONTENT, (StrataBox){ pen->x + begin, get_row_y (self, row), end - begin, get_row_height (self), strata_scene_get_severity_color (pen->palette, columns[begin]) });
      }
}

static gboolean
is_on_label (const Drawing *self,
             guint row,
             int x)
{
  const int y = get_row_y (self, row);

  for (guint i = 0; i < self->labels->len; i++)
    {
      const StrataBox *label = &g_array_index (self->labels, StrataBox, i);

      if (label->y == y && x >= label->x && x < label->x + label->width)
        return TRUE;
    }

  return FALSE;
}

/* A line across the rows that skips the labels. */
static void
add_deadline (const Drawing *self,
              int x,
              int width,
              StrataColor color)
{
  const int line = MAX (strata_pen_to_device (self->pen, 1), 1);

  strata_draw_list_add_box (self->pen->list, STRATA_LAYER_OVER, (StrataBox){ x, get_row_y (self, 0) - line, width, line, color });
  for (guint row = 0; row < MIN (N_DEADLINE_ROWS, self->lane->n_rows); row++)
    if (!is_on_label (self, row, x))
      strata_draw_list_add_box (self->pen->list, STRATA_LAYER_OVER, (StrataBox){ x, get_row_y (self, row), width, get_row_y (self, row + 1) - get_row_y (self, row), color });
}

/* A line from the VSYNC to the start is above the rows, so that it crosses no frame; the deadline is a line across the rows. */
static void
add_marks (Drawing *self,
           const StrataFrameRow *frame)
{
  StrataPen *pen = self->pen;
  const int line = MAX (strata_pen_to_device (pen, 1), 1);
  const int begin = frame->vsync_ns != STRATA_NO_TIME ? MAX (strata_pen_get_column (pen, frame->vsync_ns), 0) : pen->grid.n_columns;
  const int end = MIN (strata_pen_get_column (pen, frame->begin_ns), pen->grid.n_columns);

  if (begin < end)
    strata_draw_list_add_box (pen->list, STRATA_LAYER_CONTENT, (StrataBox){ pen->x + begin, get_row_y (self, 0) - line, end - begin, line, pen->palette->header_dim_text });

  if (frame->deadline_ns == STRATA_NO_TIME)
    return;

  const int deadline = strata_pen_get_column (pen, frame->deadline_ns);
  const int width = frame->overrun_ns > 0 ? 2 * line : line;

  if (deadline >= 0 && deadline < pen->grid.n_columns)
    add_deadline (self, pen->x + deadline, width, frame->overrun_ns > 0 ? pen->palette->selection : pen->palette->header_dim_text);
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
  StrataFrameRate rate = { .ends_ns = ends_ns, .n = rows->ends_ns->len };

  if (height <= 2 || pen->grid.n_columns == 0)
    return;

  StrataLevel *levels = strata_draw_list_add_graph (pen->list, STRATA_LAYER_CONTENT, graph);

  for (int i = 0; i < pen->grid.n_columns; i++)
    {
      const StrataSpan column = { strata_grid_column_to_time (&pen->grid, i), strata_grid_column_to_time (&pen->grid, i + 1) };
      const double part = MIN (strata_frame_rate_walk (&rate, column) / rows->max_fps, 1.0);
      const gboolean is_inside = column.begin_ns >= span.begin_ns && column.begin_ns <= span.end_ns;

      levels[i].top = is_inside ? (gint16) lrint ((1.0 - part) * (height - 1)) : -1;
      levels[i].bottom = levels[i].top;
    }
}

static void
add_frame (Drawing *self,
           const StrataFrameRow *frame)
{
  const StrataFrameRow *frames = self->frames;
  const StrataSpan ui = { frame->begin_ns, frame->ui_end_ns };
  const StrataSpan render = { frame->render_begin_ns, frame->render_end_ns };
  const gboolean is_render_longer = strata_span_get_length_ns (render) > strata_span_get_length_ns (ui);

  if (self->render_row > 0)
    add_part (self, 0, ui, frame, !is_render_longer);
  add_part (self, self->render_row, render, frame, is_render_longer);
  if (frame->system_frame != STRATA_NONE)
    add_part (self, self->render_row + 1, (StrataSpan){ frames[frame->system_frame].begin_ns, frames[frame->system_frame].end_ns }, &frames[frame->system_frame], FALSE);
}

/* Called once all labels are drawn. */
static void
add_marks_with_room (Drawing *self,
                     const StrataFrameRow *frame)
{
  const double period_px = frame->period_ns > 0 ? (double) frame->period_ns / self->pen->grid.ns_per_column : 0.0;

  if (period_px >= strata_pen_to_device (self->pen, MIN_DEADLINE_PX))
    add_marks (self, frame);
}

/* Calls @add for the frames in view. */
static void
add_frames (Drawing *self,
            const StrataSpanRow *row,
            void (*add) (Drawing *self, const StrataFrameRow *frame))
{
  const StrataFrameRow *frames = row->spans;
  const StrataGrid *grid = &self->pen->grid;
  const gint64 end_ns = strata_grid_column_to_time (grid, grid->n_columns);

  for (guint i = strata_span_row_find_first (row, grid->begin_ns); i < row->order->len; i++)
    {
      const StrataFrameRow *frame = &frames[g_array_index (row->order, guint32, i)];

      if (frame->begin_ns >= end_ns)
        break;
      add (self, frame);
    }
}

static void
draw_all (Drawing *self,
          const StrataFrameRows *rows)
{
  const StrataSpanRow row = make_row (self->pen->session, rows);

  self->frames = row.spans;
  add_frames (self, &row, add_frame);
  for (guint i = 1; i <= self->parts->len; i++)
    add_label (self, i);
  add_frames (self, &row, add_marks_with_room);
  add_columns (self);
  add_fps (self, rows);
}

static void
draw (StrataPen *pen,
      const StrataLane *lane)
{
  const StrataFrameRows *rows = strata_findings_find_frame_rows (strata_session_get_findings (pen->session), lane->index);
  const gsize n_places = (gsize) lane->n_rows * (gsize) pen->grid.n_columns;

  if (rows == NULL || n_places == 0)
    return;

  Drawing drawing = { .pen = pen, .lane = lane, .render_row = rows->has_ui };

  drawing.columns = g_new0 (guint8, n_places);
  drawing.owners = g_new0 (guint32, n_places);
  drawing.parts = g_array_new (FALSE, FALSE, sizeof (Part));
  drawing.labels = g_array_new (FALSE, FALSE, sizeof (StrataBox));
  draw_all (&drawing, rows);
  g_array_unref (drawing.labels);
  g_array_unref (drawing.parts);
  g_free (drawing.owners);
  g_free (drawing.columns);
}

/* At the right edge of the header, if the title leaves room. */
static void
add_row_name (StrataPen *pen,
              int y,
              int height,
              const char *name)
{
  StrataDrawText text = strata_scene_make_header_text (pen, strata_pen_to_device (pen, STRATA_HEADER_INDENT_PX), y, height);

  text.flags |= STRATA_TEXT_DETAIL_RIGHT;
  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, "", name);
}

/* Labels each row, unless rows are lower than text. The title is drawn as usual. */
static gboolean
draw_header (StrataPen *pen,
             const StrataLane *lane)
{
  static const char *const names[] = { N_ ("UI"), N_ ("Render"), N_ ("Display") };
  static const char *const picture_names[] = { N_ ("Picture"), N_ ("Display") };
  const StrataFrameRows *rows = strata_findings_find_frame_rows (strata_session_get_findings (pen->session), lane->index);
  const int height = strata_span_row_get_height (pen, lane);

  if (rows == NULL || lane->row_height_px < MIN_NAMED_ROW_PX)
    return FALSE;

  for (guint row = 0; row < MIN (lane->n_rows, 1U + rows->has_ui + rows->has_system); row++)
    add_row_name (pen, strata_span_row_get_y (pen, lane, row), height, _ (rows->has_ui ? names[row] : picture_names[row]));

  g_autofree char *rate = g_strdup_printf (_ ("0 – %.0f frames/s"), rows->max_fps);

  add_row_name (pen, strata_span_row_get_y (pen, lane, lane->n_rows), height, rate);
  return FALSE;
}

/* The slowest frame at a place. */
static StrataItem
hit (const StrataPen *pen,
     const StrataLane *lane,
     double y_px,
     int column)
{
  const StrataFrameRows *rows = strata_findings_find_frame_rows (strata_session_get_findings (pen->session), lane->index);

  if (rows == NULL)
    return (StrataItem){ STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 0 };

  const StrataSpanRow row = make_row (pen->session, rows);

  return strata_span_row_hit (&row, pen, column, STRATA_ITEM_FRAME);
}

static int
lay_out (const StrataLanes *lanes,
         StrataLane *lane,
         StrataLaneHeight height)
{
  static const int rows_px[STRATA_N_LANE_HEIGHTS] = {
    [STRATA_LANE_HEIGHT_COMPACT] = 9,
    [STRATA_LANE_HEIGHT_NORMAL] = 16,
    [STRATA_LANE_HEIGHT_TALL] = 22,
  };

  lane->row_height_px = strata_lanes_scale_px (lanes, rows_px[height]);
  return lane->rows_top_px + (int) lane->n_rows * lane->row_height_px + strata_lanes_scale_px (lanes, FPS_HEIGHT_PX) + STRATA_LANE_PADDING_PX;
}

const StrataLaneClass strata_lane_frames_class = {
  .id = "frames",
  .source = STRATA_LANE_OF_PROCESS,
  .needs_rows = TRUE,
  .lay_out = lay_out,
  .draw = draw,
  .draw_header = draw_header,
  .hit = hit,
};
