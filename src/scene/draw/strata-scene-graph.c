/* strata-scene-graph.c - counters and instants
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-scene-private.h"

/* Below this share of the largest value, the smallest is drawn from zero. */
#define MIN_ZERO_BASE 0.5

#define GRAPH_PADDING_PX 4
#define DIAMOND_PX 9
#define MIN_INSTANT_LABEL_PX 34

typedef struct
{
  double base;
  double range;
  int height;
} Axis;

/* The first place in [begin, end) whose time is at least @time_ns. */
static guint32
find_time (const gint64 *times_ns,
           guint32 begin,
           guint32 end,
           gint64 time_ns)
{
  while (begin < end)
    {
      guint32 middle = begin + (end - begin) / 2;

      if (times_ns[middle] >= time_ns)
        end = middle;
      else
        begin = middle + 1;
    }

  return begin;
}

/* As above, from near. */
static guint32
gallop_time (const gint64 *times_ns,
             guint32 begin,
             guint32 end,
             gint64 time_ns)
{
  guint32 step = 1;

  while (end - begin > step && times_ns[begin + step] < time_ns)
    {
      begin += step;
      step *= 2;
    }

  return find_time (times_ns, begin, begin + MIN (step, end - begin), time_ns);
}

/* A frequency is told from zero. */
static Axis
make_axis (const StrataPen *pen,
           const StrataLane *lane,
           int height)
{
  const StrataLanes *lanes = strata_view_get_lanes (strata_session_get_view (pen->session));
  double min;
  double max;

  strata_lanes_get_scale_range (lanes, lane, &min, &max);
  if (min > max)
    return (Axis){ 0.0, 1.0, height };

  double base = min > 0.0 && min > max * MIN_ZERO_BASE && max > min && !strata_lanes_is_frequency (lanes, lane) ? min - (max - min) * 0.25 : MIN (min, 0.0);
  double top = MAX (max, 0.0);

  return (Axis){ base, top > base ? top - base : 1.0, height };
}

static gint16
get_level (const Axis *axis,
           double value)
{
  double level = (1.0 - (value - axis->base) / axis->range) * (axis->height - 1);

  return (gint16) lrint (CLAMP (level, 0.0, axis->height - 1.0));
}

/* A value holds until the next; a change, until the value that it leads to. With
 * @hits there is something only where one of these holds. */
static void
fill_levels (StrataPen *pen,
             const StrataCounter *counter,
             const StrataCounterSeries *series,
             const Axis *axis,
             const StrataSearchOthers *hits,
             StrataLevel *levels)
{
  const StrataSamples *samples = strata_trace_get_samples (pen->trace);
  guint32 end = counter->first_sample + counter->n_samples;
  gint64 end_ns = series != NULL && counter->n_samples > 0 ? samples->time_ns[end - 1] : strata_trace_get_span (pen->trace).end_ns;
  guint32 next = find_time (samples->time_ns, counter->first_sample, end, pen->grid.begin_ns);

  for (int column = 0; column < pen->grid.n_columns; column++)
    {
      gint64 column_ns = strata_grid_column_to_time (&pen->grid, column);
      guint32 begin = next;
      double min;
      double max;

      if (next < end && samples->time_ns[next] < strata_grid_column_to_time (&pen->grid, column + 1))
        next = gallop_time (samples->time_ns, next, end, strata_grid_column_to_time (&pen->grid, column + 1));

      const guint32 held = begin > counter->first_sample ? begin - 1 : begin;

      levels[column].top = -1;
      if (column_ns > end_ns || next == counter->first_sample ||
          (hits != NULL && !strata_search_others_has_sample (hits, held, next)) ||
          !strata_scene_index_get_range (pen->index, counter, series, held, next, &min, &max))
        continue;

      levels[column].top = get_level (axis, max);
      levels[column].bottom = get_level (axis, min);
    }
}

static void
add_graph (StrataPen *pen,
           StrataLayer layer,
           guint32 counter,
           const StrataCounterSeries *series,
           const Axis *axis,
           const StrataSearchOthers *hits,
           StrataGraph graph)
{
  graph.x = pen->x;
  graph.height = axis->height;
  graph.n_columns = (guint32) pen->grid.n_columns;
  fill_levels (pen, &strata_trace_get_counters (pen->trace, NULL)[counter], series, axis, hits, strata_draw_list_add_graph (pen->list, layer, graph));
}

/* A counter that a search has not found is pale or hidden; of one of whose
 * samples some were found, so is the rest. */
static void
add_found_graph (StrataPen *pen,
                 StrataLayer layer,
                 guint32 counter,
                 const StrataCounterSeries *series,
                 const Axis *axis,
                 StrataGraph graph)
{
  const StrataHits *hits = strata_scene_get_other_hits (pen);
  const gboolean is_hit = hits != NULL && strata_hits_has_counter (hits, counter);
  const gboolean is_by_sample = hits != NULL && hits->others->is_by_sample;
  StrataGraph pale = graph;

  pale.fill = graph.fill != 0 ? strata_scene_get_pale (pen, graph.fill) : 0;
  pale.line = strata_scene_get_pale (pen, graph.line);
  if (hits != NULL && (!is_hit || is_by_sample) && strata_session_get_others (pen->session) == STRATA_OTHERS_DIMMED)
    add_graph (pen, layer, counter, series, axis, NULL, pale);
  if (hits == NULL || is_hit)
    add_graph (pen, layer, counter, series, axis, is_by_sample ? hits->others : NULL, graph);
}

void
strata_scene_add_counter (StrataPen *pen,
                          const StrataLane *lane)
{
  int y = strata_pen_get_y (pen, lane->y_px + GRAPH_PADDING_PX);
  int bottom = strata_pen_get_y (pen, lane->y_px + lane->height_px - 1);
  const StrataCounterSeries *series = strata_lanes_get_series (strata_view_get_lanes (strata_session_get_view (pen->session)), lane);

  if (bottom <= y)
    return;

  const Axis axis = make_axis (pen, lane, bottom - y);

  /* changes go both ways */
  const int above = axis.base < 0.0 && series != NULL ? axis.height - 1 - get_level (&axis, 0.0) : 0;

  add_found_graph (pen, STRATA_LAYER_CONTENT, lane->index, series, &axis, (StrataGraph){ .y = y, .above_px = above, .fill = pen->palette->counter_fill, .line = pen->palette->counter_line });
  for (guint i = 0; i < G_N_ELEMENTS (lane->limits); i++)
    if (lane->limits[i] != STRATA_NONE && series == NULL)
      add_found_graph (pen, STRATA_LAYER_OVER, lane->limits[i], NULL, &axis, (StrataGraph){ .y = y, .line = pen->palette->limit });
}

typedef struct
{
  int y;
  int height;
  StrataColor color;
  StrataColor text_color;
} InstantStyle;

static void
add_instant (StrataPen *pen,
             const InstantStyle *style,
             int column,
             int room,
             guint32 name)
{
  int size = strata_pen_to_device (pen, DIAMOND_PX);

  if (room < size + 2)
    {
      int width = MAX (strata_pen_to_device (pen, 1), 1);

      strata_draw_list_add_box (pen->list, STRATA_LAYER_CONTENT, (StrataBox){ pen->x + column, style->y, width, style->height, style->color });
      return;
    }

  strata_draw_list_add_shape (pen->list, STRATA_LAYER_CONTENT,
                              (StrataShape){ STRATA_SHAPE_DIAMOND, pen->x + column - size / 2, style->y + (style->height - size) / 2, size, style->color });

  if (room < size + strata_pen_to_device (pen, MIN_INSTANT_LABEL_PX))
    return;

  StrataText text = { .x = pen->x + column + size, .y = style->y, .width = room - 2 * size, .height = style->height, .color = style->text_color };

  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, strata_trace_get_string (pen->trace, name), NULL);
}

/* The first instant of @rows in the column of @instant, or %STRATA_NONE: a hit is never lost to others before it. */
static guint32
find_in_column (const StrataPen *pen,
                const StrataInstantRows *rows,
                const StrataLane *lane,
                guint32 instant,
                gint64 column_end_ns)
{
  const guint32 place = strata_instant_rows_find (rows, lane->index, rows->instants->time_ns[instant]);
  const guint32 end = strata_instant_rows_find (rows, lane->index, MAX (column_end_ns, strata_time_add (rows->instants->time_ns[instant], 1)));

  return place < end ? rows->order[place] : STRATA_NONE;
}

/* Draws those of @rows; of those that are no hits, only what is not to look like these. */
static void
add_instant_rows (StrataPen *pen,
                  const StrataLane *lane,
                  const StrataInstantRows *rows,
                  const StrataHits *hits)
{
  const gint64 *times_ns = rows->instants->time_ns;
  const int y = strata_pen_get_y (pen, lane->y_px + STRATA_LANE_PADDING_PX);
  const int height = strata_pen_get_y (pen, lane->y_px + lane->height_px - STRATA_LANE_PADDING_PX) - y;
  const InstantStyle style = { y, height, pen->palette->instant, pen->palette->header_text };
  const InstantStyle pale = { y, height, strata_scene_get_pale (pen, pen->palette->instant), pen->palette->header_dim_text };
  const guint32 end = strata_instant_rows_find (rows, lane->index, G_MAXINT64);
  guint32 place = strata_instant_rows_find (rows, lane->index, pen->grid.begin_ns);

  while (place < end)
    {
      const double column = strata_grid_time_to_column (&pen->grid, times_ns[rows->order[place]]);

      if (column >= pen->grid.n_columns)
        return;

      const gint64 column_end_ns = strata_grid_column_to_time (&pen->grid, floor (column) + 1);
      const guint32 next = MAX (strata_instant_rows_find (rows, lane->index, column_end_ns), place + 1);
      const double next_column = next < end ? strata_grid_time_to_column (&pen->grid, times_ns[rows->order[next]]) : pen->grid.n_columns;
      const guint32 hit = hits != NULL ? find_in_column (pen, &hits->instants, lane, rows->order[place], column_end_ns) : rows->order[place];

      add_instant (pen, hit != STRATA_NONE ? &style : &pale, (int) column, (int) (MIN (next_column, pen->grid.n_columns) - column), rows->instants->name[hit != STRATA_NONE ? hit : rows->order[place]]);
      place = next;
    }
}

void
strata_scene_add_instants (StrataPen *pen,
                           const StrataLane *lane)
{
  const StrataHits *hits = strata_scene_get_other_hits (pen);

  if (hits != NULL && strata_session_get_others (pen->session) == STRATA_OTHERS_HIDDEN)
    add_instant_rows (pen, lane, &hits->instants, NULL);
  else
    add_instant_rows (pen, lane, &pen->index->instants, hits);
}
