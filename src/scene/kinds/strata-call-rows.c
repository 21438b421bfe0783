/* strata-call-rows.c - lanes whose rows are the slices of a track
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-rows.h"

#include <math.h>

int
strata_call_rows_lay_out (const StrataLanes *lanes,
                          StrataLane *lane,
                          StrataLaneHeight height)
{
  return lane->rows_top_px + (int) lane->n_rows * lane->row_height_px + STRATA_LANE_PADDING_PX;
}

gboolean
strata_call_rows_has_hit (const StrataLanes *lanes,
                          const StrataHits *hits,
                          const StrataLane *lane)
{
  return strata_hits_has_track (hits, strata_trace_get_tracks (hits->trace, NULL) + lane->index);
}

void
strata_call_rows_draw (StrataPen *pen,
                       const StrataLane *lane)
{
  const StrataTrack *track = &strata_trace_get_tracks (pen->trace, NULL)[lane->index];
  int picture_height = strata_draw_list_get_device_height (pen->list);
  double top_px = lane->y_px + lane->rows_top_px;
  double hidden_px = MAX (pen->top_px + pen->scroll_px - top_px, 0.0);

  for (guint32 depth = (guint32) (hidden_px / lane->row_height_px); depth < lane->n_rows; depth++)
    {
      int y = strata_pen_get_y (pen, top_px + (double) depth * lane->row_height_px);
      int bottom = strata_pen_get_y (pen, top_px + (double) (depth + 1) * lane->row_height_px);
      const StrataSceneRow row = { .table = strata_trace_get_slices (pen->trace), .layer = STRATA_LAYER_CONTENT, .y = y, .height = bottom - y - 1 };

      if (y >= picture_height)
        return;

      strata_scene_add_row (pen, pen->index->slices, track->first_row + depth, row, TRUE);
    }
}

void
strata_call_rows_add_summary (StrataPen *pen,
                              const StrataTrack *track,
                              int y,
                              int height)
{
  const StrataSceneRow row = { .table = strata_trace_get_slices (pen->trace), .layer = STRATA_LAYER_CONTENT, .y = y, .height = height };

  strata_scene_add_row (pen, pen->index->slices, track->first_row, row, FALSE);
}

static double
get_row (const StrataLane *lane,
         double y_px)
{
  return floor ((y_px - lane->y_px - lane->rows_top_px) / lane->row_height_px);
}

StrataItem
strata_call_rows_hit (const StrataPen *pen,
                      const StrataLane *lane,
                      double y_px,
                      int column)
{
  const StrataTrack *track = &strata_trace_get_tracks (pen->trace, NULL)[lane->index];
  const double row = get_row (lane, y_px);

  if (row < 0 || row >= lane->n_rows)
    return (StrataItem){ STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 };

  return strata_scene_find_near (pen, pen->index->slices, strata_trace_get_slices (pen->trace), track->first_row + (guint32) row, column);
}

void
strata_call_rows_snap (StrataSnap *snap,
                       const StrataLane *lane,
                       double y_px)
{
  StrataTrace *trace = snap->pen->trace;
  const StrataTrack *track = &strata_trace_get_tracks (trace, NULL)[lane->index];
  const double pointed = get_row (lane, y_px);

  for (guint32 depth = 0; depth < lane->n_rows; depth++)
    {
      guint32 begin;
      guint32 end;

      strata_trace_get_row (trace, track, depth, &begin, &end);
      strata_snap_enter_row (snap, depth == pointed);
      strata_snap_try_slices (snap, strata_trace_get_slices (trace), begin, end);
    }
}
