/* strata-lane-instants.c - the lane of a process's instants
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-scene-private.h"

#define DIAMOND_PX 9
#define MIN_LABEL_PX 34

static const StrataItem no_item = { STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 };

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

  if (room < size + strata_pen_to_device (pen, MIN_LABEL_PX))
    return;

  StrataDrawText text = { .x = pen->x + column + size, .y = style->y, .width = room - 2 * size, .height = style->height, .color = style->text_color };

  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, strata_trace_get_string (pen->trace, name), NULL);
}

/* The first instant of @rows in the column of @instant, or %STRATA_NONE. So instants before a hit never hide it. */
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

/* Draws the instants of @rows. With @hits, columns without a hit are pale. */
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

static void
draw (StrataPen *pen,
      const StrataLane *lane)
{
  const StrataHits *hits = strata_scene_get_other_hits (pen);

  if (hits != NULL && strata_findings_get_others (strata_session_get_findings (pen->session)) == STRATA_OTHERS_HIDDEN)
    add_instant_rows (pen, lane, &hits->instants, NULL);
  else
    add_instant_rows (pen, lane, &pen->index->instants, hits);
}

/* The nearest instant of @rows whose diamond covers the place. */
static StrataItem
find_in_instants (const StrataPen *pen,
                  const StrataInstantRows *rows,
                  const StrataLane *lane,
                  int column)
{
  int reach = strata_pen_to_device (pen, 5);
  gint64 middle_ns = strata_grid_column_to_time (&pen->grid, column + 0.5);
  guint32 begin = strata_instant_rows_find (rows, lane->index, strata_grid_column_to_time (&pen->grid, column - reach));
  guint32 end = strata_instant_rows_find (rows, lane->index, strata_grid_column_to_time (&pen->grid, column + reach));
  guint32 after = CLAMP (strata_instant_rows_find (rows, lane->index, middle_ns), begin, end);
  const gint64 *times_ns = rows->instants->time_ns;

  if (begin == end)
    return no_item;

  guint32 best = after < end ? after : end - 1;

  if (after > begin && after < end && middle_ns - times_ns[rows->order[after - 1]] < times_ns[rows->order[after]] - middle_ns)
    best = after - 1;

  return (StrataItem){ STRATA_ITEM_INSTANT, rows->order[best], STRATA_NONE, 1 };
}

/* Hits of a search come before other instants. */
static StrataItem
hit (const StrataPen *pen,
     const StrataLane *lane,
     double y_px,
     int column)
{
  const StrataHits *hits = strata_scene_get_other_hits (pen);
  const StrataItem hit = hits != NULL ? find_in_instants (pen, &hits->instants, lane, column) : no_item;

  if (hit.kind != STRATA_ITEM_NONE || (hits != NULL && strata_findings_get_others (strata_session_get_findings (pen->session)) == STRATA_OTHERS_HIDDEN))
    return hit;

  return find_in_instants (pen, &pen->index->instants, lane, column);
}

static int
lay_out (const StrataLanes *lanes,
         StrataLane *lane,
         StrataLaneHeight height)
{
  static const int heights_px[STRATA_N_LANE_HEIGHTS] = {
    [STRATA_LANE_HEIGHT_COMPACT] = 16,
    [STRATA_LANE_HEIGHT_NORMAL] = 22,
    [STRATA_LANE_HEIGHT_TALL] = 34,
  };

  return strata_lanes_scale_px (lanes, heights_px[height]);
}

static gboolean
has_hit (const StrataLanes *lanes,
         const StrataHits *hits,
         const StrataLane *lane)
{
  return strata_hits_has_process (hits, lane->index);
}

const StrataLaneClass strata_lane_instants_class = {
  .id = "instants",
  .source = STRATA_LANE_OF_PROCESS,
  .lay_out = lay_out,
  .has_hit = has_hit,
  .draw = draw,
  .hit = hit,
};
