/* strata-lane-counter.c - the lane of a counter
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-bisect.h"
#include "strata-scene-private.h"
#include "strata-units.h"

/* If the smallest value is below this share of the largest, the graph starts at zero. */
#define MIN_ZERO_BASE 0.5

#define GRAPH_PADDING_PX 4

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
  STRATA_BISECT (begin, end, i, times_ns[i] < time_ns);

  return begin;
}

/* As above, but searches from @begin on: for times that are near. */
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

/* Frequencies are drawn from zero. */
static Axis
make_axis (const StrataPen *pen,
           const StrataLane *lane,
           int height)
{
  const StrataLanes *lanes = strata_session_get_lanes (pen->session);
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

/* A value is valid until the next, or until the process ends; a change, until the value that it leads to.
 * With @hits only columns with a matching value are drawn. */
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
  gint64 end_ns = series != NULL && counter->n_samples > 0 ? samples->time_ns[end - 1] : strata_trace_get_counter_end_ns (pen->trace, counter);
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

/* A counter that does not match the search is pale or hidden. If only some of its samples match,
 * the rest is. */
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
  if (hits != NULL && (!is_hit || is_by_sample) && strata_findings_get_others (strata_session_get_findings (pen->session)) == STRATA_OTHERS_DIMMED)
    add_graph (pen, layer, counter, series, axis, NULL, pale);
  if (hits == NULL || is_hit)
    add_graph (pen, layer, counter, series, axis, is_by_sample ? hits->others : NULL, graph);
}

static void
draw (StrataPen *pen,
      const StrataLane *lane)
{
  int y = strata_pen_get_y (pen, lane->y_px + GRAPH_PADDING_PX);
  int bottom = strata_pen_get_y (pen, lane->y_px + lane->height_px - 1);
  const StrataCounterSeries *series = strata_lanes_get_series (strata_session_get_lanes (pen->session), lane);

  if (bottom <= y)
    return;

  const Axis axis = make_axis (pen, lane, bottom - y);

  /* changes are positive or negative */
  const int above = axis.base < 0.0 && series != NULL ? axis.height - 1 - get_level (&axis, 0.0) : 0;

  add_found_graph (pen, STRATA_LAYER_CONTENT, lane->index, series, &axis, (StrataGraph){ .y = y, .above_px = above, .fill = pen->palette->counter_fill, .line = pen->palette->counter_line });
  for (guint i = 0; i < G_N_ELEMENTS (lane->limits); i++)
    if (lane->limits[i] != STRATA_NONE && series == NULL)
      add_found_graph (pen, STRATA_LAYER_OVER, lane->limits[i], NULL, &axis, (StrataGraph){ .y = y, .line = pen->palette->limit });
}

/* Returns the last sample of a column, with the number of samples that begin there. */
static StrataItem
hit (const StrataPen *pen,
     const StrataLane *lane,
     double y_px,
     int column)
{
  const StrataCounter *counter = &strata_trace_get_counters (pen->trace, NULL)[lane->index];
  const guint32 before = strata_trace_find_sample (pen->trace, counter, strata_grid_column_to_time (&pen->grid, column) - 1);
  const guint32 sample = strata_trace_find_sample (pen->trace, counter, strata_grid_column_to_time (&pen->grid, column + 1) - 1);

  if (sample == STRATA_NONE || strata_grid_column_to_time (&pen->grid, column) > strata_trace_get_counter_end_ns (pen->trace, counter))
    return (StrataItem){ STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 };

  return (StrataItem){ STRATA_ITEM_SAMPLE, sample, STRATA_NONE, MAX (sample - (before != STRATA_NONE ? before : counter->first_sample - 1), 1) };
}

static gboolean
is_frequency (const StrataPen *pen,
              const StrataLane *lane)
{
  return strata_lanes_is_frequency (strata_session_get_lanes (pen->session), lane);
}

/* The lane above names the CPU. Both values have the unit of the higher one. */
static void
make_title (StrataPen *pen,
            const StrataLane *lane,
            StrataLaneTitle *title)
{
  const StrataCounter *counter = &strata_trace_get_counters (pen->trace, NULL)[lane->index];
  char max[STRATA_UNITS_BYTES];

  if (!is_frequency (pen, lane))
    return;

  title->name = _ ("Frequency");
  strata_units_frequency (counter->max, max);
  if (lane->mode != STRATA_COUNTER_VALUE)
    title->detail = strata_session_dup_counter_range (pen->session, lane);
  else if (g_str_has_suffix (max, "GHz"))
    title->detail = g_strdup_printf ("%.2f – %s", (double) counter->min / 1e6, max);
  else if (g_str_has_suffix (max, "MHz"))
    title->detail = g_strdup_printf ("%.0f – %s", (double) counter->min / 1e3, max);
  else
    title->detail = g_strdup_printf ("%" G_GINT64_FORMAT " – %s", counter->min, max);
}

/* The range, with its kind if it is not of the values. */
static char *
make_range (StrataPen *pen,
            const StrataLane *lane)
{
  g_autofree char *range = strata_session_dup_counter_range (pen->session, lane);

  if (lane->mode == STRATA_COUNTER_VALUE)
    return g_steal_pointer (&range);

  return g_strdup_printf (lane->mode == STRATA_COUNTER_CHANGE ? _ ("Change: %s") : _ ("Rate: %s"), range);
}

/* Two lines if there is room: the name, and the range of the values. */
static gboolean
draw_header (StrataPen *pen,
             const StrataLane *lane)
{
  int height = strata_pen_text_to_device (pen, STRATA_HEADER_TEXT_PX);

  if (strata_pen_to_device (pen, lane->height_px) < 2 * height || is_frequency (pen, lane))
    return FALSE;

  g_autofree char *range = make_range (pen, lane);
  int x = strata_pen_to_device (pen, STRATA_HEADER_INDENT_PX);
  int middle = strata_pen_get_y (pen, lane->y_px + lane->height_px / 2.0);
  StrataDrawText name = strata_scene_make_header_text (pen, x, middle - height, height);
  StrataDrawText detail = strata_scene_make_header_text (pen, x, middle - 1, height);

  detail.color = pen->palette->header_dim_text;
  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, name, lane->title, NULL);
  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, detail, range, NULL);
  return TRUE;
}

static int
lay_out (const StrataLanes *lanes,
         StrataLane *lane,
         StrataLaneHeight height)
{
  static const struct
  {
    int height_px;
    int frequency_px;
  } sizes[STRATA_N_LANE_HEIGHTS] = {
    [STRATA_LANE_HEIGHT_COMPACT] = { 22, 20 },
    [STRATA_LANE_HEIGHT_NORMAL] = { 40, 28 },
    [STRATA_LANE_HEIGHT_TALL] = { 84, 56 },
  };

  return strata_lanes_scale_px (lanes, strata_lanes_is_frequency (lanes, lane) ? sizes[height].frequency_px : sizes[height].height_px);
}

static char *
dup_key (const StrataLanes *lanes,
         const StrataLane *lane)
{
  const StrataCounter *counter = &strata_trace_get_counters (strata_lanes_get_trace (lanes), NULL)[lane->index];
  g_autofree char *name = strata_lane_dup_string_key (lanes, counter->name);

  return g_strdup_printf ("%s %d", name, counter->cpu);
}

/* The limits of a frequency are drawn in its lane, so their hits count. */
static gboolean
has_hit (const StrataLanes *lanes,
         const StrataHits *hits,
         const StrataLane *lane)
{
  for (guint i = 0; i < G_N_ELEMENTS (lane->limits); i++)
    if (lane->limits[i] != STRATA_NONE && strata_hits_has_counter (hits, lane->limits[i]))
      return TRUE;

  return strata_hits_has_counter (hits, lane->index);
}

const StrataLaneClass strata_lane_counter_class = {
  .id = "counter",
  .source = STRATA_LANE_OF_COUNTER,
  .has_details = TRUE,
  .dup_key = dup_key,
  .lay_out = lay_out,
  .has_hit = has_hit,
  .describe = strata_session_add_counter,
  .make_title = make_title,
  .draw = draw,
  .draw_header = draw_header,
  .hit = hit,
};
