/* strata-usage-graph.c - how busy CPUs were
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage-graph.h"

#include <math.h>

/* Each column shows the share of its known time in which threads ran. If most of it is unknown, it
 * is hatched like lost events; if all is unknown, it has no graph. */

#define MIN_HATCHED_SHARE 0.5

/* The hatch is used for nothing else: an idle CPU is plain, but here the state of the CPU is
 * unknown. It consists of strips one pixel high, each a pixel further left, so that the cost
 * depends on the lane's pixels, however many losses there are. */
#define HATCH_PX 6

void
strata_usage_graph_add_hatch (StrataPen *pen,
                              const guint8 *marks,
                              int y,
                              int height)
{
  const guint32 n_columns = (guint32) MAX (pen->grid.n_columns, 0);
  const int period = MAX (strata_pen_to_device (pen, HATCH_PX), 3);
  const int width = MAX (period / 3, 1);

  for (int row = 0; row < height; row++)
    {
      StrataColor *pixels = strata_draw_list_add_strip (pen->list, STRATA_LAYER_LINES, pen->x, y + row, 1, n_columns);

      for (guint32 i = 0; i < n_columns; i++)
        if (marks[i] && ((int) (i % (guint32) period) + row) % period < width)
          pixels[i] = pen->palette->lost;
    }
}

/* The running share of the known time, 0 to 1; negative if nothing is known. A loss and a run may
 * both reach into a column, and together must not exceed it. */
static double
get_share (const StrataUsageShare *column)
{
  const double known_ns = MAX (column->all_ns - column->unknown_ns, column->running_ns);

  return known_ns > 0.0 ? MIN (column->running_ns / known_ns, 1.0) : -1.0;
}

/* With less than a nanosecond a column, most columns have no time of their own. */
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
    strata_usage_graph_add_hatch (pen, marks, y, height);
}

/* Draws how busy the CPU of a lane was; in the header of a group, all CPUs. */
void
strata_usage_graph_add (StrataPen *pen,
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

/* Returns the item for the usage drawn in a column. */
StrataItem
strata_usage_graph_hit (const StrataPen *pen,
                        const StrataLane *lane,
                        int column)
{
  return (StrataItem){ STRATA_ITEM_USAGE, lane->index, STRATA_NONE, 1, strata_grid_column_to_time (&pen->grid, column) };
}
