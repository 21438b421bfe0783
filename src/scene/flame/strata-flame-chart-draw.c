/* strata-flame-chart-draw.c - the boxes of a call chart
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flame-chart.h"

#include <math.h>

#include "strata-flame-private.h"
#include "strata-scene-private.h"
#include "strata-units.h"

/* Rows are folded to columns of pixels as on the timeline, so that the cost of a frame depends only
 * on what is visible. The ruler stays at the top when the rest scrolls. */
#define MAX_BOXES 24
#define MIN_OUTLINED_PX 8
#define MIN_LABEL_PX 24
#define MIN_DETAIL_PX 160
#define PADDING_PX 4
#define PALE 0.75
#define LEAST_ALPHA 0.55

/* A picture being drawn; all places are device pixels. */
typedef struct
{
  const StrataFlameChart *self;
  const guint8 *is_found; /* nullable */
  const StrataFlameFrame *frame;
  const StrataPalette *palette;
  StrataDrawList *list;
  StrataGrid grid;
  StrataColumn runs;
} Pen;

static StrataGrid
get_grid (const StrataFlameChart *self,
          const StrataFlameFrame *frame)
{
  StrataSpan span = strata_flame_chart_get_span (self, frame->root);
  int n_columns = MAX ((int) round (frame->width_px * frame->scale), 1);
  double length_ns = (double) ((guint64) span.end_ns - (guint64) span.begin_ns);

  return (StrataGrid){
    .begin_ns = span.begin_ns,
    .ns_per_column = MAX (length_ns, 1.0) / n_columns,
    .n_columns = n_columns,
  };
}

static int
get_level_y (const StrataFlameFrame *frame,
             guint32 level)
{
  return (int) round (((double) level * STRATA_FLAME_ROW_PX - frame->scroll_px) * frame->scale);
}

static int
to_device (const Pen *pen,
           double px)
{
  return (int) round (px * pen->frame->scale);
}

static gboolean
is_pale (const Pen *pen,
         const StrataRun *run)
{
  const StrataSliceTable *slices = strata_trace_get_slices (pen->self->trace);

  return pen->is_found != NULL && !pen->is_found[slices->name[slices->order[run->place]]];
}

static StrataColor
get_color (const Pen *pen,
           const StrataRun *run)
{
  StrataColor color = strata_palette_get_hue_color (pen->palette, run->hue);

  if (is_pale (pen, run))
    color = strata_color_mix (color, pen->palette->background, PALE);

  return strata_run_is_folded (run) ? strata_color_set_alpha (color, LEAST_ALPHA + (1.0 - LEAST_ALPHA) * run->share) : color;
}

static void
add_label (const Pen *pen,
           const StrataRun *run,
           int y,
           int height)
{
  const StrataSliceTable *slices = strata_trace_get_slices (pen->self->trace);
  guint32 slice = slices->order[run->place];
  int padding = to_device (pen, PADDING_PX);
  gboolean has_detail = run->end - run->begin >= to_device (pen, MIN_DETAIL_PX);
  StrataColor color = is_pale (pen, run) ? pen->palette->header_dim_text : pen->palette->slice_text;
  char duration[STRATA_UNITS_BYTES];
  StrataDrawText text = {
    .x = run->begin + padding,
    .y = y,
    .width = run->end - run->begin - 2 * padding,
    .height = height,
    .color = color,
    .detail_color = strata_palette_get_detail_color (pen->palette, color),
  };

  if (strata_run_is_folded (run) || run->end - run->begin < to_device (pen, MIN_LABEL_PX))
    return;

  g_autofree char *label = strata_flame_chart_dup_label (pen->self, slice + 1);

  strata_units_amount (strata_slice_table_get_wall_ns (slices, slice), strata_trace_get_unit (pen->self->trace), duration);
  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, label, has_detail ? duration : NULL);
}

/* In high contrast, edges instead of fills separate boxes. */
void
strata_flame_add_contrast (StrataDrawList *list,
                           const StrataPalette *palette,
                           StrataBox box,
                           double scale)
{
  const int line = MAX ((int) round (scale), 1);

  box.color = palette->outline;
  if (box.color != 0 && box.width >= MIN_OUTLINED_PX * scale && box.height > 2 * line)
    strata_draw_list_add_outline (list, STRATA_LAYER_OVER, box, line);
}

/* Few calls are drawn as boxes, many as a strip. */
static void
add_row (Pen *pen,
         guint32 row,
         int y,
         int height)
{
  StrataColor *pixels = NULL;

  strata_lod_index_walk (pen->self->lod, row, &pen->grid, &pen->runs);
  if (pen->runs.n > MAX_BOXES)
    pixels = strata_draw_list_add_strip (pen->list, STRATA_LAYER_CONTENT, 0, y, height, (guint32) pen->grid.n_columns);

  for (gsize i = 0; i < pen->runs.n; i++)
    {
      const StrataRun *run = &strata_column_at (&pen->runs, StrataRun, i);
      int end = run->end - run->begin > 2 && run->end < pen->grid.n_columns ? run->end - 1 : run->end;
      StrataColor color = get_color (pen, run);

      for (int column = run->begin; pixels != NULL && column < end; column++)
        pixels[column] = color;

      if (pixels == NULL)
        strata_draw_list_add_box (pen->list, STRATA_LAYER_CONTENT, (StrataBox){ run->begin, y, end - run->begin, height, color });
      if (!strata_run_is_folded (run))
        strata_flame_add_contrast (pen->list, pen->palette, (StrataBox){ run->begin, y, end - run->begin, height, color }, pen->frame->scale);
    }

  for (gsize i = 0; i < pen->runs.n; i++)
    add_label (pen, &strata_column_at (&pen->runs, StrataRun, i), y, height);
}

static void
add_caption (const Pen *pen,
             const StrataChartBand *band,
             int y,
             int height)
{
  g_autofree char *thread = strata_flame_chart_dup_thread (pen->self, band);
  g_autofree char *process = strata_flame_chart_dup_process (pen->self, band);
  int padding = to_device (pen, PADDING_PX);
  StrataDrawText text = {
    .x = padding,
    .y = y,
    .width = pen->grid.n_columns - 2 * padding,
    .height = height,
    .color = pen->palette->header_text,
    .detail_color = pen->palette->header_dim_text,
    .flags = STRATA_TEXT_BOLD,
  };

  strata_draw_list_add_box (pen->list, STRATA_LAYER_LINES, (StrataBox){ 0, y, pen->grid.n_columns, height, pen->palette->header_background });
  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, thread, process);
}

static void
add_tick_label (const Pen *pen,
                int column,
                gint64 offset_ns,
                const StrataTicks *ticks)
{
  int padding = to_device (pen, PADDING_PX);
  char label[STRATA_UNITS_BYTES];
  StrataDrawText text = {
    .x = column + padding,
    .y = 0,
    .width = MIN ((int) ((double) ticks->step_ns / pen->grid.ns_per_column), pen->grid.n_columns - column) - 2 * padding,
    .height = to_device (pen, STRATA_FLAME_ROW_PX),
    .color = pen->palette->header_dim_text,
  };

  /* a shortened last label would show another time */
  if (column + (int) ((double) ticks->step_ns / pen->grid.ns_per_column) <= pen->grid.n_columns)
    strata_draw_list_add_text (pen->list, STRATA_LAYER_OVER, text, strata_units_amount_offset (offset_ns, ticks->step_ns, strata_trace_get_unit (pen->self->trace), label), NULL);
}

/* Ticks of the time since the start of the trace, as on the timeline. */
static void
add_ruler (const Pen *pen)
{
  StrataSpan span = strata_flame_chart_get_span (pen->self, pen->frame->root);
  gint64 origin_ns = strata_trace_get_span (pen->self->trace).begin_ns;
  StrataViewport viewport = { .bounds = span, .begin_ns = span.begin_ns, .ns_per_px = pen->grid.ns_per_column * pen->frame->scale, .width_px = pen->frame->width_px };
  StrataTicks ticks = strata_scene_find_ticks (&viewport, origin_ns, strata_trace_get_unit (pen->self->trace));
  StrataColor *pixels = strata_draw_list_add_strip (pen->list, STRATA_LAYER_OVER, 0, 0, to_device (pen, STRATA_FLAME_ROW_PX), (guint32) pen->grid.n_columns);
  gint64 offset_ns;
  double column;

  for (int i = 0; i < pen->grid.n_columns; i++)
    pixels[i] = pen->palette->background;

  for (gint64 tick = 0; strata_scene_find_tick (&ticks, &pen->grid, tick, &offset_ns, &column); tick++)
    {
      pixels[(int) MAX (column, 0.0)] = strata_color_mix (pen->palette->line, pen->palette->header_dim_text, 0.5);
      add_tick_label (pen, (int) MAX (column, 0.0), offset_ns, &ticks);
    }
}

static void
add_band (Pen *pen,
          const StrataChartBand *band)
{
  int picture_height = strata_draw_list_get_device_height (pen->list);

  for (guint32 i = 0; i <= band->n_rows; i++)
    {
      int y = get_level_y (pen->frame, band->level + i);
      int bottom = get_level_y (pen->frame, band->level + i + 1);

      if (bottom <= 0)
        continue;
      if (y >= picture_height)
        return;

      if (i == 0)
        add_caption (pen, band, y, bottom - y - 1);
      else
        add_row (pen, band->first_row + i - 1, y, bottom - y - 1);
    }
}

static guint
get_first_seen (const StrataFlameChart *self,
                const StrataFlameFrame *frame)
{
  guint32 level = (guint32) CLAMP (frame->scroll_px / STRATA_FLAME_ROW_PX, 0.0, (double) self->n_levels - 1.0);
  const StrataChartBand *band = strata_flame_chart_find_band_at (self, level);

  return band != NULL ? (guint) (band - &g_array_index (self->bands, StrataChartBand, 0)) : 0;
}

/**
 * strata_flame_chart_build:
 * @self: a chart
 * @is_found: (nullable): by name, during a search
 * @frame: its view; the first thread is always at the top
 * @palette: the colours
 * @list: becomes the picture
 *
 * Draws a call chart.
 */
void
strata_flame_chart_build (const StrataFlameChart *self,
                          const guint8 *is_found,
                          const StrataFlameFrame *frame,
                          const StrataPalette *palette,
                          StrataDrawList *list)
{
  Pen pen = { self, is_found, frame, palette, list, get_grid (self, frame), STRATA_COLUMN_INIT };

  strata_draw_list_add_box (list, STRATA_LAYER_GROUND,
                            (StrataBox){ 0, 0, strata_draw_list_get_device_width (list), strata_draw_list_get_device_height (list), palette->background });

  for (guint i = get_first_seen (self, frame); i < self->bands->len; i++)
    {
      const StrataChartBand *band = &g_array_index (self->bands, StrataChartBand, i);

      if (get_level_y (frame, band->level) >= strata_draw_list_get_device_height (list))
        break;
      add_band (&pen, band);
    }

  add_ruler (&pen);
  strata_column_clear (&pen.runs);
}

/**
 * strata_flame_chart_find:
 * @self: a chart
 * @frame: its view
 * @x_px: a place
 * @y_px: the same
 *
 * Returns: the call there, or %STRATA_NONE
 */
guint32
strata_flame_chart_find (const StrataFlameChart *self,
                         const StrataFlameFrame *frame,
                         double x_px,
                         double y_px)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  StrataGrid grid = get_grid (self, frame);
  double level = floor ((y_px + frame->scroll_px) / STRATA_FLAME_ROW_PX);
  int column = (int) floor (x_px * frame->scale);
  guint32 n_folded;

  if (y_px < STRATA_FLAME_ROW_PX || level < 1 || level >= self->n_levels || column < 0 || column >= grid.n_columns)
    return STRATA_NONE;

  const StrataChartBand *band = strata_flame_chart_find_band_at (self, (guint32) level);

  if (band == NULL || band->level == (guint32) level)
    return STRATA_NONE;

  guint32 row = band->first_row + (guint32) level - band->level - 1;
  gint64 begin_ns = strata_grid_column_to_time (&grid, column);
  gint64 end_ns = strata_grid_column_to_time (&grid, column + 1);

  /* a column may be shorter than a nanosecond */
  if (end_ns <= begin_ns || grid.ns_per_column < 1.0)
    {
      begin_ns = strata_grid_column_to_time (&grid, column + 0.5) - 1;
      end_ns = begin_ns + 1;
    }

  guint32 place = strata_lod_index_find_at (self->lod, row, begin_ns, end_ns, &n_folded);

  return place != STRATA_NONE ? slices->order[place] + 1 : STRATA_NONE;
}

/**
 * strata_flame_chart_get_rect:
 * @self: a chart
 * @frame: its view
 * @node: one of its calls
 * @rect: (out) (array fixed-size=4): its box: x, y, width, height in pixels
 *
 * Returns: %FALSE if it is not visible
 */
gboolean
strata_flame_chart_get_rect (const StrataFlameChart *self,
                             const StrataFlameFrame *frame,
                             guint32 node,
                             double rect[4])
{
  StrataGrid grid = get_grid (self, frame);
  guint32 level = strata_flame_chart_get_level (self, node);

  if (level == STRATA_NONE)
    return FALSE;

  StrataSpan span = strata_flame_chart_get_span (self, node);
  double begin = strata_grid_time_to_column (&grid, span.begin_ns);
  double end = strata_grid_time_to_column (&grid, span.end_ns);

  if (begin >= grid.n_columns || end < 0.0)
    return FALSE;

  rect[0] = MAX (begin, 0.0) / frame->scale;
  rect[1] = (double) level * STRATA_FLAME_ROW_PX - frame->scroll_px;
  rect[2] = MIN (end, grid.n_columns) / frame->scale - rect[0];
  rect[3] = STRATA_FLAME_ROW_PX;
  return rect[1] >= STRATA_FLAME_ROW_PX - 1.0;
}
