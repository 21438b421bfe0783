/* strata-lane-group.c - the header of a group of lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-call-rows.h"
#include "strata-global-process.h"
#include "strata-process-labels.h"
#include "strata-trace-titles.h"
#include "strata-usage-graph.h"

#define HEIGHT_PX 28
#define TRIANGLE_PX 9

/* A closed group shows its calls, and below them when it ran. */
#define SUMMARY_TOP_PX 3
#define SUMMARY_HEIGHT_PX 9
#define ACTIVITY_TOP_PX 14
#define ACTIVITY_HEIGHT_PX 12

/* The id of the process is the detail. */
static void
make_title (StrataPen *pen,
            const StrataLane *lane,
            StrataLaneTitle *title)
{
  const StrataProcess *process = lane->index != STRATA_NONE ? &strata_trace_get_processes (pen->trace, NULL)[lane->index] : NULL;

  if (process == NULL || process->pid < 0 || strata_global_process_is (pen->trace, lane->index))
    return;

  const char *name = strata_trace_titles_skip_folder (strata_trace_get_string (pen->trace, process->name));

  title->name = *name != '\0' ? name : _ ("Process");
  title->detail = g_strdup_printf ("%" G_GINT64_FORMAT, process->pid);
}

/* Draws for each column in which part of it any thread of a process ran. */
static void
add_activity (StrataPen *pen,
              guint32 process,
              int y,
              int height)
{
  const StrataCoverage *coverage = strata_activity_index_get (pen->index->busy, process);

  if (coverage == NULL || height <= 1 || pen->grid.n_columns <= 0)
    return;

  g_autofree double *columns_ns = g_new0 (double, (gsize) pen->grid.n_columns);
  const StrataGraph graph = {
    .x = pen->x,
    .y = y,
    .height = height,
    .n_columns = (guint32) pen->grid.n_columns,
    .fill = pen->palette->usage_fill,
    .line = pen->palette->usage_line,
  };
  StrataLevel *levels = strata_draw_list_add_graph (pen->list, STRATA_LAYER_CONTENT, graph);

  strata_coverage_add_columns (coverage, 0, &pen->grid, columns_ns);
  for (int i = 0; i < pen->grid.n_columns; i++)
    {
      const gint64 length_ns = strata_grid_column_to_time (&pen->grid, i + 1) - strata_grid_column_to_time (&pen->grid, i);
      const double share = length_ns > 0 ? CLAMP (columns_ns[i] / (double) length_ns, 0.0, 1.0) : -1.0;

      /* with less than a nanosecond a column, most columns have no time of their own */
      levels[i].top = share >= 0.0 ? (gint16) lrint ((1.0 - share) * (height - 1)) : i > 0 ? levels[i - 1].top
                                                                                           : -1;
      levels[i].bottom = levels[i].top;
    }
}

/* A closed process shows the outermost calls of its first thread, and below them when any of its
 * threads ran. The CPUs show how busy they were, open or closed. */
static void
add_summary (StrataPen *pen,
             const StrataLane *lane)
{
  const StrataLanes *lanes = strata_session_get_lanes (pen->session);
  const guint32 first = strata_lanes_find_summary (lanes, lane->group);
  const int y = strata_pen_get_y (pen, lane->y_px + SUMMARY_TOP_PX);

  if (lane->usage_height_px > 0)
    return;

  if (first != STRATA_NONE)
    strata_call_rows_add_summary (pen, &strata_trace_get_tracks (pen->trace, NULL)[strata_lanes_get (lanes, NULL)[first].index], y, strata_pen_to_device (pen, SUMMARY_HEIGHT_PX));
  if (lane->index != STRATA_NONE)
    add_activity (pen, lane->index, strata_pen_get_y (pen, lane->y_px + ACTIVITY_TOP_PX), strata_pen_to_device (pen, ACTIVITY_HEIGHT_PX));
}

/* Adds the name of a process, and what the process says of itself. */
static void
add_name (StrataPen *pen,
          StrataDrawText text,
          const StrataLaneTitle *title,
          guint32 process)
{
  const char *labels = process != STRATA_NONE ? strata_trace_get_string (pen->trace, strata_process_labels_find (pen->trace, process)) : "";
  g_autofree char *name = g_strjoin (*labels != '\0' ? " " : "", title->name, labels, NULL);

  text.flags |= STRATA_TEXT_BOLD;
  if (*labels != '\0')
    text.flags &= ~(guint) STRATA_TEXT_MIDDLE;

  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, name, title->detail);
}

static void
draw (StrataPen *pen,
      const StrataLane *lane)
{
  int y = strata_pen_get_y (pen, lane->y_px);
  int height = strata_pen_get_y (pen, lane->y_px + lane->height_px) - y;
  int size = strata_pen_to_device (pen, TRIANGLE_PX);

  strata_draw_list_add_box (pen->list, STRATA_LAYER_LINES,
                            (StrataBox){ 0, y, strata_draw_list_get_device_width (pen->list), height, pen->palette->group_background });
  strata_usage_graph_add (pen, lane);
  if (lane->is_collapsed)
    add_summary (pen, lane);
  if (pen->x == 0)
    return;

  StrataLaneTitle title = { lane->title, NULL };
  const StrataDrawText text = strata_scene_make_header_text (pen, strata_pen_to_device (pen, STRATA_HEADER_INDENT_PX), y, height);

  make_title (pen, lane, &title);
  add_name (pen, text, &title, lane->index);
  strata_draw_list_add_shape (pen->list, STRATA_LAYER_CONTENT,
                              (StrataShape){ lane->is_collapsed ? STRATA_SHAPE_TRIANGLE_RIGHT : STRATA_SHAPE_TRIANGLE_DOWN,
                                             strata_pen_to_device (pen, STRATA_HEADER_PADDING_PX),
                                             y + (height - size) / 2,
                                             size,
                                             pen->palette->header_dim_text });
  g_free (title.detail);
}

/* The stripes of a closed process belong to the process. */
static StrataItem
hit (const StrataPen *pen,
     const StrataLane *lane,
     double y_px,
     int column)
{
  if (lane->usage_height_px > 0)
    return strata_usage_graph_hit (pen, lane, column);
  if (lane->is_collapsed)
    return (StrataItem){ STRATA_ITEM_LANE, lane->group, lane->group, 1 };

  return (StrataItem){ STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 };
}

static int
lay_out (const StrataLanes *lanes,
         StrataLane *lane,
         StrataLaneHeight height)
{
  lane->row_height_px = 0;
  return strata_lanes_scale_px (lanes, HEIGHT_PX);
}

/* Whether any of its lanes has a hit. */
static gboolean
has_hit (const StrataLanes *lanes,
         const StrataHits *hits,
         const StrataLane *lane)
{
  guint n_lanes;
  const StrataLane *all = strata_lanes_get (lanes, &n_lanes);

  for (guint32 i = lane->group + 1; i < n_lanes && all[i].group == lane->group; i++)
    {
      const StrataLaneClass *class = strata_lane_get_class (&all[i]);

      if (class->has_hit != NULL && class->has_hit (lanes, hits, &all[i]))
        return TRUE;
    }

  return FALSE;
}

/* Describes what a closed group shows of its lanes. */
static void
describe_summary (GString *out,
                  const StrataLanes *lanes,
                  const StrataLane *group)
{
  const guint32 first = strata_lanes_find_summary (lanes, group->group);

  if (group->index != STRATA_NONE)
    g_string_append_printf (out, "\n%s", _ ("Collapsed: the outermost calls of its first thread, and below them the times at which any of its threads ran"));
  else if (first != STRATA_NONE)
    {
      g_string_append_c (out, '\n');
      /* Translators: the name of a lane */
      g_string_append_printf (out, _ ("Collapsed: the first row of %s"), strata_lanes_get (lanes, NULL)[first].title);
    }
}

static void
describe (StrataSession *session,
          const StrataLane *lane,
          GString *out)
{
  if (lane->usage_height_px > 0)
    g_string_append_printf (out, "\n%s", _ ("The graph shows the share of all CPUs’ time in which threads ran"));
  else if (lane->is_collapsed)
    describe_summary (out, strata_session_get_lanes (session), lane);
}

const StrataLaneClass strata_lane_group_class = {
  .id = "group",
  .source = STRATA_LANE_OF_PROCESS,
  .lay_out = lay_out,
  .has_hit = has_hit,
  .describe = describe,
  .make_title = make_title,
  .draw = draw,
  .hit = hit,
};
