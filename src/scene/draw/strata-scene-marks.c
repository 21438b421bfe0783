/* strata-scene-marks.c - selection, hover and underlines
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scene.h"

#include <math.h>

#include "strata-bisect.h"
#include "strata-scene-private.h"

#define UNDERLINE_PX 2
#define OUTLINE_PX 2
#define CONTRAST_OUTLINE_PX 4 /* in high contrast every span has an outline */
#define HOVER_PX 1
#define CONTRAST_HOVER_PX 2
#define MIN_MARK_PX 3

/* The first slice of a highlighted row that starts, or ends, after @time_ns. */
static guint32
find_highlighted (const StrataSliceTable *table,
                  const guint32 *slices,
                  guint32 begin,
                  guint32 end,
                  gint64 time_ns,
                  gboolean by_end)
{
  STRATA_BISECT (begin, end, i, (by_end ? strata_slice_table_get_end_ns (table, slices[i]) - 1 : table->start_ns[slices[i]]) < time_ns);

  return begin;
}

static void
underline_row (StrataPen *pen,
               guint32 row,
               int y)
{
  const StrataHighlight *highlight = strata_selection_get_highlighted (strata_session_get_selection (pen->session));
  const StrataSliceTable *table = strata_trace_get_slices (pen->trace);
  guint32 end = highlight->row_begin[row + 1];
  guint32 i = find_highlighted (table, highlight->row_slices, highlight->row_begin[row], end, pen->grid.begin_ns, TRUE);
  StrataColor *pixels = NULL;

  while (i < end)
    {
      guint32 slice = highlight->row_slices[i];
      double first = strata_grid_time_to_column (&pen->grid, table->start_ns[slice]);
      double last = strata_grid_time_to_column (&pen->grid, strata_slice_table_get_end_ns (table, slice));

      if (first >= pen->grid.n_columns)
        return;

      if (pixels == NULL)
        pixels = strata_draw_list_add_strip (pen->list, STRATA_LAYER_CONTENT, pen->x, y, strata_pen_to_device (pen, UNDERLINE_PX), (guint32) pen->grid.n_columns);

      int begin = (int) MAX (first, 0.0);
      int stop = CLAMP ((int) MIN (last, pen->grid.n_columns), begin + 1, MAX (pen->grid.n_columns, begin + 1));

      for (int column = begin; column < MIN (stop, pen->grid.n_columns); column++)
        pixels[column] = pen->palette->highlight;

      i = find_highlighted (table, highlight->row_slices, i + 1, end, strata_grid_column_to_time (&pen->grid, begin + 1), FALSE);
    }
}

static void
underline_lane (StrataPen *pen,
                const StrataLane *lane)
{
  const StrataTrack *track = &strata_trace_get_tracks (pen->trace, NULL)[lane->index];
  int picture_height = strata_draw_list_get_device_height (pen->list);

  for (guint32 depth = 0; depth < lane->n_rows; depth++)
    {
      int bottom = strata_pen_get_y (pen, lane->y_px + lane->rows_top_px + (double) (depth + 1) * lane->row_height_px) - 1;

      if (bottom > picture_height + lane->row_height_px)
        return;
      if (bottom > 0)
        underline_row (pen, track->first_row + depth, bottom - strata_pen_to_device (pen, UNDERLINE_PX));
    }
}

static void
underline_lanes (StrataPen *pen)
{
  StrataLaneWalk walk;
  const StrataLane *lane;

  if (strata_selection_get_highlighted (strata_session_get_selection (pen->session)) == NULL)
    return;

  strata_pen_walk (pen, &walk);
  while ((lane = strata_lane_walk_next (&walk)) != NULL)
    if (strata_lane_get_track (lane) != STRATA_NONE)
      underline_lane (pen, lane);
}

/* A box that marks @item, in device pixels and at least wide enough to be seen. */
static gboolean
get_mark (StrataPen *pen,
          StrataItem item,
          StrataBox *box)
{
  double rect[4];

  if (!strata_scene_get_item_rect (pen->session, pen->frame, item, rect))
    return FALSE;

  box->x = strata_pen_to_device (pen, rect[0]);
  box->y = strata_pen_to_device (pen, rect[1]);
  box->width = MAX (strata_pen_to_device (pen, rect[0] + rect[2]) - box->x, strata_pen_to_device (pen, MIN_MARK_PX));
  box->height = strata_pen_to_device (pen, rect[1] + rect[3]) - box->y;
  return TRUE;
}

static void
add_edge (StrataPen *pen,
          int x,
          int y,
          int width,
          int height,
          StrataColor color)
{
  int x0 = MAX (x, pen->x);

  strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER, (StrataBox){ x0, y, x + width - x0, height, color });
}

static void
add_outline (StrataPen *pen,
             const StrataBox *box,
             int line,
             StrataColor color)
{
  /* leave a part of thin boxes, such as the state of a thread, visible */
  line = MIN (line, MAX (box->height / 3, 1));

  const int out = line / 2;

  add_edge (pen, box->x - out, box->y - out, box->width + 2 * out, line, color);
  add_edge (pen, box->x - out, box->y + box->height + out - line, box->width + 2 * out, line, color);
  add_edge (pen, box->x - out, box->y - out + line, line, box->height + 2 * (out - line), color);
  add_edge (pen, box->x + box->width + out - line, box->y - out + line, line, box->height + 2 * (out - line), color);
}

static int
get_line (StrataPen *pen,
          double line_px,
          double contrast_line_px)
{
  return MAX (strata_pen_to_device (pen, pen->palette->is_high_contrast ? contrast_line_px : line_px), 1);
}

/* Only a line around the slice: a fill over its text would reduce the contrast. */
static void
add_hover (StrataPen *pen)
{
  const StrataItem item = strata_selection_get_hover (strata_session_get_selection (pen->session));
  StrataBox box;

  if (get_mark (pen, item, &box))
    add_outline (pen, &box, get_line (pen, HOVER_PX, CONTRAST_HOVER_PX), pen->palette->hover);
}

/**
 * strata_scene_build_marks:
 * @session: the session
 * @frame: what part of the lanes is shown
 * @palette: the colours
 * @list: where to write; emptied first
 *
 * Draws the marks over the lanes: underlines of a name, hover, selection and its
 * arrows.
 */
void
strata_scene_build_marks (StrataSession *session,
                          const StrataSceneRegion *frame,
                          const StrataPalette *palette,
                          StrataDrawList *list)
{
  StrataPen pen;
  StrataBox box;

  strata_pen_init (&pen, session, frame, palette, list);
  underline_lanes (&pen);
  add_hover (&pen);
  if (get_mark (&pen, strata_session_get_selected_item (session), &box))
    add_outline (&pen, &box, get_line (&pen, OUTLINE_PX, CONTRAST_OUTLINE_PX), palette->selection);
  strata_scene_add_events (&pen);
  strata_scene_add_links (&pen);
  strata_scene_add_path_links (&pen);
  strata_pen_clear (&pen);
}
