/* strata-scene-usage.c - how busy CPUs were
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-scene-private.h"

/* Each column shows what part of its known time threads ran. Where nothing is
 * known for the most of it, it is hatched like lost events, and has no graph
 * where nothing is known at all. */

#define MIN_HATCHED_SHARE 0.5

/* What ran of what is known, 0 to 1; negative where nothing is known. Losses and
 * runs may both reach into a column, and must not be more than it. */
static double
get_share (const StrataUsageShare *column)
{
  const double known_ns = MAX (column->all_ns - column->unknown_ns, column->running_ns);

  return known_ns > 0.0 ? MIN (column->running_ns / known_ns, 1.0) : -1.0;
}

/* Closer than a nanosecond, most columns have no time of their own. */
static void
fill_levels (const StrataPen *pen,
             const StrataUsageShare *columns,
             int height,
             StrataLevel *levels)
{
  const gint64 end_ns = strata_trace_get_span (pen->trace).end_ns;

  for (int i = 0; i < pen->grid.n_columns; i++)
    {
      const double share = get_share (&columns[i]);

      levels[i].top = share >= 0.0 ? (gint16) lrint ((1.0 - share) * (height - 1)) : -1;
      if (columns[i].all_ns == 0.0 && i > 0 && strata_grid_column_to_time (&pen->grid, i) < end_ns)
        levels[i].top = levels[i - 1].top;

      levels[i].bottom = levels[i].top;
    }
}

static void
add_unknown (StrataPen *pen,
             const StrataUsageShare *columns,
             int y,
             int height)
{
  g_autofree guint8 *marks = g_new0 (guint8, (gsize) pen->grid.n_columns + 1);
  gboolean is_any = FALSE;

  for (int i = 0; i < pen->grid.n_columns; i++)
    {
      marks[i] = columns[i].all_ns > 0.0 ? columns[i].unknown_ns > columns[i].all_ns * MIN_HATCHED_SHARE : i > 0 && marks[i - 1];
      is_any |= marks[i];
    }

  if (is_any)
    strata_scene_add_hatch (pen, marks, y, height);
}

/* Draws how busy the CPU of a lane was; in the header of a group, all CPUs. */
void
strata_scene_add_usage (StrataPen *pen,
                        const StrataLane *lane)
{
  const int y = strata_pen_get_y (pen, lane->y_px + lane->usage_top_px);
  const int height = strata_pen_get_y (pen, lane->y_px + lane->usage_top_px + lane->usage_height_px) - y;

  if (lane->usage_height_px == 0 || height <= 0 || pen->grid.n_columns <= 0)
    return;

  g_autofree StrataUsageShare *columns = g_new (StrataUsageShare, (gsize) pen->grid.n_columns);
  StrataGraph graph = {
    .x = pen->x,
    .y = y,
    .height = height,
    .n_columns = (guint32) pen->grid.n_columns,
    .fill = pen->palette->usage_fill,
    .line = pen->palette->usage_line,
  };

  strata_usage_index_fill (&pen->index->usage, lane->index, &pen->grid, columns);
  add_unknown (pen, columns, y, height);
  fill_levels (pen, columns, height, strata_draw_list_add_graph (pen->list, STRATA_LAYER_CONTENT, graph));
}

/* Draws in which part of each column anything of a process ran. */
void
strata_scene_add_activity (StrataPen *pen,
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

      /* closer than a nanosecond, most columns have no time of their own */
      levels[i].top = share >= 0.0 ? (gint16) lrint ((1.0 - share) * (height - 1)) : i > 0 ? levels[i - 1].top
                                                                                           : -1;
      levels[i].bottom = levels[i].top;
    }
}
