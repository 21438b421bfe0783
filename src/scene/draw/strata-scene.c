/* strata-scene.c - a session becomes a draw list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scene.h"

#include <math.h>

#include "strata-scene-private.h"

/* Only visible lanes are visited, and of each only the columns of pixels; strata-lod-index.c
 * explains how many slices become one column. Edges are rounded to device pixels here, once, so
 * that the painter draws no half-covered pixel and lanes, marks and hit tests agree on places. */

#define PINNED_EDGE_PX 2

int
strata_pen_to_device (const StrataPen *self,
                      double px)
{
  return (int) lrint (CLAMP (px * self->frame->scale, -1e6, 1e6));
}

int
strata_pen_text_to_device (const StrataPen *self,
                           int px)
{
  return strata_pen_to_device (self, strata_lanes_scale_px (strata_session_get_lanes (self->session), px));
}

int
strata_pen_get_y (const StrataPen *self,
                  double lanes_y_px)
{
  return strata_pen_to_device (self, lanes_y_px - self->scroll_px);
}

int
strata_pen_get_column (const StrataPen *self,
                       gint64 time_ns)
{
  return (int) floor (CLAMP (strata_grid_time_to_column (&self->grid, time_ns), -1.0, self->grid.n_columns));
}

void
strata_pen_walk (const StrataPen *self,
                 StrataLaneWalk *walk)
{
  double begin_px;
  double end_px;

  strata_frame_get_clip (self->frame, &begin_px, &end_px);
  strata_lane_walk_init (walk, strata_session_get_lanes (self->session), begin_px + self->scroll_px, end_px + self->scroll_px);
}

void
strata_pen_init (StrataPen *self,
                 StrataSession *session,
                 const StrataSceneRegion *frame,
                 const StrataPalette *palette,
                 StrataDrawList *list)
{
  const StrataViewport *viewport = strata_session_get_viewport (session);

  *self = (StrataPen){
    .session = session,
    .index = strata_session_get_index (session),
    .trace = strata_session_get_trace (session),
    .frame = frame,
    .palette = palette,
    .list = list,
  };

  self->x = strata_pen_to_device (self, frame->header_px);
  self->scroll_px = frame->part == STRATA_FRAME_PINNED ? 0.0 : frame->scroll_px;
  self->top_px = frame->part == STRATA_FRAME_REST ? frame->pinned_px : 0.0;
  self->grid.begin_ns = viewport->begin_ns;
  self->grid.begin_frac_ns = viewport->begin_frac_ns;
  self->grid.ns_per_column = viewport->ns_per_px / frame->scale;
  self->grid.n_columns = MAX (strata_pen_to_device (self, frame->width_px) - self->x, 0);

  for (guint8 hue = 0; palette != NULL && hue < STRATA_N_FILLS; hue++)
    self->fills[hue] = strata_palette_get_hue_color (palette, hue);

  if (list != NULL)
    {
      strata_draw_list_reset (list, frame->width_px, frame->height_px);
      list->scale = frame->scale;
    }
}

void
strata_pen_clear (StrataPen *self)
{
  strata_column_clear (&self->runs);
}

static void
add_ground (StrataPen *pen)
{
  int width = strata_draw_list_get_device_width (pen->list);
  int height = strata_draw_list_get_device_height (pen->list);

  strata_draw_list_add_box (pen->list, STRATA_LAYER_GROUND, (StrataBox){ pen->x, 0, width - pen->x, height, pen->palette->background });
  strata_draw_list_add_box (pen->list, STRATA_LAYER_GROUND, (StrataBox){ 0, 0, pen->x, height, pen->palette->header_background });
}

static void
add_grid (StrataPen *pen)
{
  const StrataViewport *viewport = strata_session_get_viewport (pen->session);
  gint64 origin_ns = strata_trace_get_span (strata_session_get_trace (pen->session)).begin_ns;
  StrataTicks ticks = strata_scene_find_ticks (viewport, origin_ns, strata_trace_get_unit (strata_session_get_trace (pen->session)));
  int height = strata_draw_list_get_device_height (pen->list);
  int line = MAX (strata_pen_to_device (pen, 1), 1);
  gint64 offset_ns;
  double column;

  for (gint64 tick = 0; strata_scene_find_tick (&ticks, &pen->grid, tick, &offset_ns, &column); tick++)
    strata_draw_list_add_box (pen->list, STRATA_LAYER_LINES,
                              (StrataBox){ pen->x + (int) floor (column), 0, line, height, pen->palette->grid });
}

static void
add_separator (StrataPen *pen,
               const StrataLane *lane)
{
  int line = MAX (strata_pen_to_device (pen, 1), 1);
  int bottom = strata_pen_get_y (pen, lane->y_px + lane->height_px);

  strata_draw_list_add_box (pen->list, STRATA_LAYER_LINES,
                            (StrataBox){ 0, bottom - line, strata_draw_list_get_device_width (pen->list), line, pen->palette->line });
}

/* Other lanes scroll below this line. */
static void
add_pinned_edge (StrataPen *pen)
{
  const int line = MAX (strata_pen_to_device (pen, PINNED_EDGE_PX), 1);
  const int bottom = strata_pen_to_device (pen, pen->frame->pinned_px);

  strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER,
                            (StrataBox){ 0, bottom - line, strata_draw_list_get_device_width (pen->list), line, pen->palette->header_dim_text });
}

static void
add_lane (StrataPen *pen,
          const StrataLane *lane)
{
  const StrataLaneClass *class = strata_lane_get_class (lane);

  if (class->draw != NULL)
    class->draw (pen, lane);
  if (strata_lane_is_group (lane))
    return;

  if (lane->thread != STRATA_NONE)
    strata_scene_add_states (pen, lane);
  if (lane->path_px > 0)
    strata_scene_add_path (pen, lane);
  add_separator (pen, lane);
  strata_scene_add_header (pen, lane);
}

/**
 * strata_scene_build_lanes:
 * @session: the session
 * @frame: what part of the lanes to show
 * @palette: the colours
 * @list: where to write; emptied first
 *
 * Draws the lanes with their headers. If some are pinned, each part of the frame
 * has its own list; see strata_frame_split().
 */
void
strata_scene_build_lanes (StrataSession *session,
                          const StrataSceneRegion *frame,
                          const StrataPalette *palette,
                          StrataDrawList *list)
{
  StrataLaneWalk walk;
  const StrataLane *lane;
  StrataPen pen;

  strata_pen_init (&pen, session, frame, palette, list);
  add_ground (&pen);
  strata_scene_add_vsyncs (&pen);
  add_grid (&pen);

  strata_pen_walk (&pen, &walk);
  while ((lane = strata_lane_walk_next (&walk)) != NULL)
    add_lane (&pen, lane);

  if (frame->part == STRATA_FRAME_PINNED)
    add_pinned_edge (&pen);
  else
    strata_scene_add_hidden_note (&pen);

  if (pen.x > 0)
    strata_draw_list_add_box (list, STRATA_LAYER_LINES,
                              (StrataBox){ pen.x - 1, 0, 1, strata_draw_list_get_device_height (list), palette->line });
  strata_pen_clear (&pen);
}
