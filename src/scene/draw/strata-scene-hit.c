/* strata-scene-hit.c - hit tests: which item is at a place
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scene.h"

#include <math.h>

#include "strata-scene-private.h"

/* Items thinner than a hair can still be pointed at. */
#define REACH_COLUMNS 2

/* Longer titles hardly fit in a header. */
#define MAX_PLAIN_TITLE 24

static const StrataItem no_item = { STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 };

static StrataItem
find_in_lod (const StrataPen *pen,
             const StrataLodIndex *lod,
             const StrataSliceTable *table,
             guint32 row,
             int column)
{
  StrataItem item = no_item;
  guint32 place = strata_lod_index_find_at (lod, row, strata_grid_column_to_time (&pen->grid, column),
                                            strata_grid_column_to_time (&pen->grid, column + 1), &item.n_folded);

  if (place == STRATA_NONE)
    return no_item;

  item.kind = lod == pen->index->runs ? STRATA_ITEM_CPU_RUN : lod == pen->index->states.lod ? STRATA_ITEM_STATE
                                                                                            : STRATA_ITEM_SLICE;
  item.index = table->order[place];
  return item;
}

StrataItem
strata_scene_find_in_row (const StrataPen *pen,
                          const StrataLodIndex *lod,
                          const StrataSliceTable *table,
                          guint32 row,
                          int column)
{
  const StrataHits *hits = lod == pen->index->slices ? strata_scene_get_hits (pen) : NULL;

  if (hits == NULL)
    return find_in_lod (pen, lod, table, row, column);

  const StrataItem hit = find_in_lod (pen, hits->lod, &hits->table, row, column);

  if (hit.kind != STRATA_ITEM_NONE || strata_findings_get_others (strata_session_get_findings (pen->session)) == STRATA_OTHERS_HIDDEN)
    return hit;

  return find_in_lod (pen, lod, table, row, column);
}

StrataItem
strata_scene_find_near (const StrataPen *pen,
                        const StrataLodIndex *lod,
                        const StrataSliceTable *table,
                        guint32 row,
                        int column)
{
  StrataItem item = strata_scene_find_in_row (pen, lod, table, row, column);

  for (int reach = 1; item.kind == STRATA_ITEM_NONE && reach <= REACH_COLUMNS; reach++)
    {
      item = strata_scene_find_in_row (pen, lod, table, row, column - reach);
      if (item.kind == STRATA_ITEM_NONE)
        item = strata_scene_find_in_row (pen, lod, table, row, column + reach);
    }

  return item;
}

static StrataItem
find_item (const StrataPen *pen,
           const StrataLane *lane,
           double y_px,
           int column)
{
  if (lane->path_px > 0 && y_px >= strata_scene_get_path_top_px (lane))
    return strata_scene_find_on_path (pen, column);

  const StrataItem event = strata_scene_find_event (pen, lane, y_px, column);

  if (event.kind != STRATA_ITEM_NONE)
    return event;

  if (lane->thread != STRATA_NONE && y_px < lane->y_px + lane->strip_top_px + lane->strip_height_px + 1)
    return strata_scene_find_state (pen, lane, column);

  const StrataLaneClass *class = strata_lane_get_class (lane);

  return class->hit != NULL ? class->hit (pen, lane, y_px, column) : no_item;
}

/* Whether a tooltip has more to say about a lane than its header does. */
static gboolean
says_more (const StrataLane *lane)
{
  return strata_lane_get_class (lane)->has_details || lane->is_pinned || lane->n_rows < lane->n_all_rows || lane->usage_height_px > 0 ||
         g_utf8_strlen (lane->title, -1) > MAX_PLAIN_TITLE;
}

/**
 * strata_scene_is_on_note:
 * @session: the session
 * @frame: what part of the lanes is shown
 * @y_px: a place in the picture
 *
 * Returns: whether the note about hidden lanes is at that place
 */
gboolean
strata_scene_is_on_note (StrataSession *session,
                         const StrataSceneRegion *frame,
                         double y_px)
{
  const StrataLanes *lanes = strata_session_get_lanes (session);
  const double from_px = strata_frame_to_lanes_y (frame, y_px) - strata_lanes_get_height_px (lanes);

  return strata_lanes_get_n_hidden (lanes) > 0 && from_px >= 0 && from_px < STRATA_SCENE_NOTE_PX;
}

/**
 * strata_scene_hit:
 * @session: the session
 * @frame: what part of the lanes is shown
 * @x_px: a place in the picture
 * @y_px: the same
 * @hit: (out caller-allocates): the lane and item there
 *
 * Finds the lane and the item at a place.
 */
void
strata_scene_hit (StrataSession *session,
                  const StrataSceneRegion *frame,
                  double x_px,
                  double y_px,
                  StrataHit *hit)
{
  const StrataLanes *lanes = strata_session_get_lanes (session);
  StrataPen pen;

  strata_pen_init (&pen, session, frame, strata_palette_get_light (), NULL);
  hit->lane = strata_lanes_find_at (lanes, strata_frame_to_lanes_y (frame, y_px));
  hit->is_header = x_px < frame->header_px;
  hit->time_ns = strata_viewport_x_to_time (strata_session_get_viewport (session), x_px - frame->header_px);
  hit->item = no_item;

  if (hit->lane == STRATA_NONE)
    return;

  const StrataLane *lane = &strata_lanes_get (lanes, NULL)[hit->lane];

  if (hit->is_header)
    {
      if (says_more (lane))
        hit->item = (StrataItem){ STRATA_ITEM_LANE, hit->lane, hit->lane, 1 };
      return;
    }

  hit->item = find_item (&pen, lane, strata_frame_to_lanes_y (frame, y_px),
                         (int) floor ((x_px - frame->header_px) * frame->scale));
  if (hit->item.kind != STRATA_ITEM_NONE)
    hit->item.lane = hit->lane;
}

gboolean
strata_scene_get_extent (StrataSession *session,
                         StrataItem item,
                         const StrataLane *lane,
                         StrataItemExtent *extent)
{
  const StrataLaneClass *lane_class = strata_lane_get_class (lane);
  const StrataItemClass *class = strata_item_get_class (item);

  extent->top_px = lane->y_px + STRATA_LANE_PADDING_PX;
  extent->height_px = lane_class->get_content_height != NULL ? lane_class->get_content_height (lane) : lane->height_px - 2 * STRATA_LANE_PADDING_PX;
  extent->gap_px = 0;
  return class->get_extent == NULL || class->get_extent (session, item, lane, extent);
}

/**
 * strata_scene_get_item_rect:
 * @session: the session
 * @frame: what part of the lanes is shown
 * @item: an item
 * @rect: (out) (array fixed-size=4): x, y, width and height in the picture
 *
 * Finds where an item is drawn. The rectangle may be above or below the
 * picture; left and right it is clipped to the time area.
 *
 * Returns: whether its lane is laid out and its time in view
 */
gboolean
strata_scene_get_item_rect (StrataSession *session,
                            const StrataSceneRegion *frame,
                            StrataItem item,
                            double rect[4])
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), &n_lanes);
  guint32 lane_index = item.kind == STRATA_ITEM_NONE ? STRATA_NONE : strata_session_find_item_lane (session, item);
  StrataSpan span;
  StrataPen pen;

  if (lane_index >= n_lanes || !lanes[lane_index].is_visible || !strata_session_get_item_span (session, item, &span))
    return FALSE;

  const StrataLane *lane = &lanes[lane_index];
  StrataItemExtent extent;

  if (!strata_scene_get_extent (session, item, lane, &extent))
    return FALSE;
  if (frame->part != STRATA_FRAME_ALL && (frame->part == STRATA_FRAME_PINNED) != (extent.top_px < frame->pinned_px))
    return FALSE;

  strata_pen_init (&pen, session, frame, strata_palette_get_light (), NULL);

  double begin = floor (CLAMP (strata_grid_time_to_column (&pen.grid, span.begin_ns), -1.0, pen.grid.n_columns));
  double end = floor (CLAMP (strata_grid_time_to_column (&pen.grid, span.end_ns), begin, pen.grid.n_columns));

  if (begin >= pen.grid.n_columns || MAX (end, begin + 1) <= 0.0)
    return FALSE;

  begin = MAX (begin, 0.0);
  rect[0] = frame->header_px + begin / frame->scale;
  rect[1] = strata_frame_from_lanes_y (frame, extent.top_px);
  rect[2] = MAX (end - begin, 1.0) / frame->scale;
  rect[3] = extent.height_px - extent.gap_px;
  return TRUE;
}
