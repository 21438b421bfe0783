/* strata-scene-ruler.c - the ruler and the overview
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scene.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-scene-private.h"
#include "strata-units.h"

#define MIN_TICK_PX 96
#define PX_A_CHARACTER 7
#define MAJOR_TICK_PX 8
#define MINOR_TICK_PX 4
#define PADDING_PX 8
#define OVERVIEW_PADDING_PX 5
#define MIN_WINDOW_PX 4

/* The next of 1, 2, 5, 10, 20, … after @step_ns. */
static gint64
get_next_step (gint64 step_ns,
               gint64 *power_ns)
{
  if (step_ns == *power_ns)
    return 2 * *power_ns;
  if (step_ns == 2 * *power_ns)
    return 5 * *power_ns;

  *power_ns *= 10;
  return *power_ns;
}

static double
get_label_px (gint64 offset_ns,
              gint64 step_ns,
              const char *unit)
{
  char text[STRATA_UNITS_BYTES];

  return PX_A_CHARACTER * ((double) g_utf8_strlen (strata_units_amount_offset (offset_ns, step_ns, unit, text), -1) + 3.0);
}

StrataTicks
strata_scene_find_ticks (const StrataViewport *viewport,
                         gint64 origin_ns,
                         const char *unit)
{
  StrataSpan visible = strata_viewport_get_span (viewport);
  gint64 power_ns = 1;
  StrataTicks ticks = { .origin_ns = origin_ns, .step_ns = 1 };

  while ((double) ticks.step_ns < viewport->ns_per_px * MAX (MIN_TICK_PX, get_label_px (strata_time_subtract (visible.end_ns, origin_ns), ticks.step_ns, unit)) &&
         ticks.step_ns < G_MAXINT64 / 10)
    ticks.step_ns = get_next_step (ticks.step_ns, &power_ns);

  gint64 begin_ns = strata_time_subtract (visible.begin_ns, origin_ns);

  ticks.first_ns = begin_ns / ticks.step_ns * ticks.step_ns;
  if (ticks.first_ns < begin_ns)
    ticks.first_ns = strata_time_add (ticks.first_ns, ticks.step_ns);

  ticks.n_minor = ticks.step_ns == 2 * power_ns ? 4 : 5;
  if (ticks.step_ns % ticks.n_minor != 0)
    ticks.n_minor = ticks.step_ns == 2 ? 2 : 1;

  return ticks;
}

gboolean
strata_scene_find_tick (const StrataTicks *ticks,
                        const StrataGrid *grid,
                        gint64 i,
                        gint64 *offset_ns,
                        double *column)
{
  gint64 time_ns;

  if (__builtin_mul_overflow (i, ticks->step_ns, offset_ns) || __builtin_add_overflow (*offset_ns, ticks->first_ns, offset_ns) ||
      __builtin_add_overflow (*offset_ns, ticks->origin_ns, &time_ns))
    return FALSE;

  *column = strata_grid_time_to_column (grid, time_ns);
  return *column < grid->n_columns;
}

static void
add_tick (StrataPen *pen,
          double column,
          double height_px)
{
  int bottom = strata_draw_list_get_device_height (pen->list) - 1;
  int height = strata_pen_to_device (pen, height_px);
  int line = MAX (strata_pen_to_device (pen, 1), 1);

  strata_draw_list_add_box (pen->list, STRATA_LAYER_LINES,
                            (StrataBox){ pen->x + (int) floor (column), bottom - height, line, height, strata_color_mix (pen->palette->line, pen->palette->header_dim_text, 0.5) });
}

static void
add_tick_label (StrataPen *pen,
                const StrataRulerBoxes *boxes,
                double column,
                gint64 offset_ns,
                const StrataTicks *ticks)
{
  const char *unit = strata_trace_get_unit (strata_session_get_trace (pen->session));
  char label[STRATA_UNITS_BYTES];
  int gap = strata_pen_to_device (pen, 4);
  int width = MIN ((int) (ticks->step_ns / pen->grid.ns_per_column), pen->grid.n_columns - (int) column) - 2 * gap;
  StrataDrawText text = {
    .x = pen->x + (int) floor (column) + gap,
    .y = 0,
    .width = width,
    .height = strata_draw_list_get_device_height (pen->list) - strata_pen_to_device (pen, 4),
    .color = pen->palette->header_dim_text,
  };

  if (width < strata_pen_to_device (pen, get_label_px (offset_ns, ticks->step_ns, unit)) - 4 * gap)
    return;

  for (guint i = 0; i < boxes->n_boxes; i++)
    if (boxes->begin[i] < text.x + strata_pen_to_device (pen, get_label_px (offset_ns, ticks->step_ns, unit)) && boxes->end[i] > text.x)
      return;

  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, strata_units_amount_offset (offset_ns, ticks->step_ns, unit, label), NULL);
}

static void
add_ticks (StrataPen *pen,
           const StrataRulerBoxes *boxes)
{
  gint64 origin_ns = strata_trace_get_span (strata_session_get_trace (pen->session)).begin_ns;
  StrataTicks ticks = strata_scene_find_ticks (strata_session_get_viewport (pen->session), origin_ns, strata_trace_get_unit (strata_session_get_trace (pen->session)));
  double minor_columns = (double) ticks.step_ns / ticks.n_minor / pen->grid.ns_per_column;
  gint64 offset_ns;
  double column;

  for (gint64 tick = -1; strata_scene_find_tick (&ticks, &pen->grid, tick, &offset_ns, &column); tick++)
    {
      for (guint i = 1; i < ticks.n_minor; i++)
        if (column + i * minor_columns >= 0.0 && column + i * minor_columns < pen->grid.n_columns)
          add_tick (pen, column + i * minor_columns, MINOR_TICK_PX);

      if (column < 0.0)
        continue;

      add_tick (pen, column, MAJOR_TICK_PX);
      add_tick_label (pen, boxes, column, offset_ns, &ticks);
    }
}

static void
add_strip_ground (StrataPen *pen)
{
  int width = strata_draw_list_get_device_width (pen->list);
  int height = strata_draw_list_get_device_height (pen->list);

  strata_draw_list_add_box (pen->list, STRATA_LAYER_GROUND, (StrataBox){ 0, 0, width, height, pen->palette->header_background });
  strata_draw_list_add_box (pen->list, STRATA_LAYER_LINES, (StrataBox){ 0, height - 1, width, 1, pen->palette->line });
  if (pen->x > 0)
    strata_draw_list_add_box (pen->list, STRATA_LAYER_LINES, (StrataBox){ pen->x - 1, 0, 1, height - 1, pen->palette->line });
}

static void
add_length_in_view (StrataPen *pen)
{
  char duration[STRATA_UNITS_BYTES];
  int padding = strata_pen_to_device (pen, PADDING_PX);
  StrataDrawText text = {
    .x = padding,
    .width = pen->x - 2 * padding,
    .height = strata_draw_list_get_device_height (pen->list),
    .color = pen->palette->header_dim_text,
    .detail_color = pen->palette->header_text,
    .flags = STRATA_TEXT_DETAIL_RIGHT | STRATA_TEXT_DETAIL_FIRST,
  };

  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, _ ("In view"), strata_units_amount ((gint64) (pen->grid.ns_per_column * pen->grid.n_columns), strata_trace_get_unit (strata_session_get_trace (pen->session)), duration));
}

/**
 * strata_scene_build_ruler:
 * @session: the session
 * @frame: the size of the ruler; as wide as the lanes
 * @palette: the colours
 * @list: where to write; emptied first
 *
 * Draws the ruler over the lanes; times count from the start of the trace.
 */
void
strata_scene_build_ruler (StrataSession *session,
                          const StrataSceneRegion *frame,
                          const StrataPalette *palette,
                          StrataDrawList *list)
{
  StrataPen pen;
  StrataRulerBoxes boxes = { 0 };

  strata_pen_init (&pen, session, frame, palette, list);
  add_strip_ground (&pen);
  strata_scene_add_measure (&pen, &boxes);
  add_ticks (&pen, &boxes);
  strata_scene_add_flags (&pen);
  if (pen.x > 0)
    add_length_in_view (&pen);
  strata_pen_clear (&pen);
}

/* The span of the overview: the whole trace, or in a comparison the common axis, so that it agrees with the ruler. */
static StrataSpan
get_bounds (StrataSession *session)
{
  return strata_session_get_viewport (session)->bounds;
}

/**
 * strata_scene_overview_time_to_x:
 * @session: the session
 * @frame: the size of the overview
 * @time_ns: a time
 *
 * Returns: where the overview shows it
 */
double
strata_scene_overview_time_to_x (StrataSession *session,
                                 const StrataSceneRegion *frame,
                                 gint64 time_ns)
{
  StrataSpan bounds = get_bounds (session);
  double frac = ((double) time_ns - (double) bounds.begin_ns) / MAX ((double) strata_span_get_length_ns (bounds), 1.0);

  return frame->header_px + CLAMP (frac, 0.0, 1.0) * (frame->width_px - frame->header_px);
}

/**
 * strata_scene_overview_x_to_time:
 * @session: the session
 * @frame: the size of the overview
 * @x_px: a place in it
 *
 * Returns: the time that the overview shows there, inside the bounds
 */
gint64
strata_scene_overview_x_to_time (StrataSession *session,
                                 const StrataSceneRegion *frame,
                                 double x_px)
{
  StrataSpan bounds = get_bounds (session);
  double frac = (x_px - frame->header_px) / MAX (frame->width_px - frame->header_px, 1.0);

  return bounds.begin_ns + (gint64) (CLAMP (frac, 0.0, 1.0) * (double) strata_span_get_length_ns (bounds));
}

/* Exact integers, so that a trace on its own axis has the same picture wherever it begins. */
static int
get_bin (const StrataPen *pen,
         int column,
         int n_bins)
{
  const StrataSpan bounds = get_bounds (pen->session);
  const StrataSpan span = strata_trace_get_span (pen->trace);
  const gint64 length_ns = MAX (strata_span_get_length_ns (span), 1);
  const __int128 since_begin = (__int128) column * MAX (strata_span_get_length_ns (bounds), 1) - ((__int128) span.begin_ns - bounds.begin_ns) * pen->grid.n_columns;
  const __int128 bin = since_begin * n_bins / ((__int128) length_ns * pen->grid.n_columns);

  return since_begin < 0 ? -1 : (int) MIN (bin, n_bins);
}

/* Reports which of the @n_bins parts of the trace a column of the overview shows. Returns FALSE for
 * none: the axis of a comparison exceeds the shorter trace. */
gboolean
strata_scene_get_overview_bins (const StrataPen *pen,
                                int column,
                                int n_bins,
                                int *begin,
                                int *end)
{
  *begin = MAX (get_bin (pen, column, n_bins), 0);
  *end = MIN (MAX (get_bin (pen, column + 1, n_bins), *begin + 1), n_bins);
  return get_bin (pen, column + 1, n_bins) >= 0 && *begin < n_bins;
}

static void
add_activity (StrataPen *pen)
{
  int padding = strata_pen_to_device (pen, OVERVIEW_PADDING_PX);
  int height = strata_draw_list_get_device_height (pen->list) - 1 - padding;
  StrataGraph graph = {
    .x = pen->x,
    .y = padding,
    .height = height,
    .n_columns = (guint32) pen->grid.n_columns,
    .fill = pen->palette->counter_fill,
    .line = pen->palette->counter_line,
  };

  if (height <= 0 || pen->grid.n_columns == 0)
    return;

  StrataLevel *levels = strata_draw_list_add_graph (pen->list, STRATA_LAYER_CONTENT, graph);

  for (int column = 0; column < pen->grid.n_columns; column++)
    {
      int begin, end;
      const gboolean is_known = strata_scene_get_overview_bins (pen, column, STRATA_OVERVIEW_BINS, &begin, &end);
      float peak = 0.0f;

      for (int bin = begin; is_known && bin < end; bin++)
        peak = MAX (peak, pen->index->activity[bin]);

      levels[column].top = is_known ? (gint16) lrint ((1.0 - peak) * (height - 1)) : -1;
      levels[column].bottom = levels[column].top;
    }
}

static void
add_window (StrataPen *pen)
{
  StrataSpan visible = strata_viewport_get_span (strata_session_get_viewport (pen->session));
  int width = strata_draw_list_get_device_width (pen->list);
  int height = strata_draw_list_get_device_height (pen->list) - 1;
  int begin = strata_pen_to_device (pen, strata_scene_overview_time_to_x (pen->session, pen->frame, visible.begin_ns));
  int end = strata_pen_to_device (pen, strata_scene_overview_time_to_x (pen->session, pen->frame, visible.end_ns));
  int line = MAX (strata_pen_to_device (pen, 2), 1);
  int least = strata_pen_to_device (pen, MIN_WINDOW_PX);
  StrataColor edge = pen->palette->overview_window;

  if (end - begin < least)
    {
      begin = CLAMP ((begin + end - least) / 2, pen->x, MAX (width - least, pen->x));
      end = begin + least;
    }

  strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER, (StrataBox){ pen->x, 0, begin - pen->x, height, pen->palette->overview_shade });
  strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER, (StrataBox){ end, 0, width - end, height, pen->palette->overview_shade });
  strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER, (StrataBox){ begin, 0, end - begin, line, edge });
  strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER, (StrataBox){ begin, line, line, height - line, edge });
  strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER, (StrataBox){ end - line, line, line, height - line, edge });
}

/**
 * strata_scene_build_overview:
 * @session: the session
 * @frame: the size of the overview; as wide as the lanes
 * @palette: the colours
 * @list: where to write; emptied first
 *
 * Draws how busy the whole trace was, and which part of it is in view. The space
 * left of it is for the widget that filters the lanes.
 */
void
strata_scene_build_overview (StrataSession *session,
                             const StrataSceneRegion *frame,
                             const StrataPalette *palette,
                             StrataDrawList *list)
{
  StrataPen pen;

  strata_pen_init (&pen, session, frame, palette, list);
  add_strip_ground (&pen);
  strata_draw_list_add_box (list, STRATA_LAYER_LINES, (StrataBox){ pen.x, 0, pen.grid.n_columns, strata_draw_list_get_device_height (list) - 1, palette->background });
  add_activity (&pen);
  strata_scene_add_slow_marks (&pen);
  add_window (&pen);
  strata_scene_add_hit_marks (&pen);
  strata_pen_clear (&pen);
}
