/* strata-scene-snap.c - the edge of a slice near a place
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-cursors.h"

#include <math.h>

#include "strata-scene-private.h"

/* An edge counts that is this near. */
#define REACH_PX 8

/* An edge in the row of the pointer is preferred to one in another row, as if it
 * were by so much nearer. */
#define ROW_BONUS_PX 5

typedef struct
{
  const StrataPen *pen;
  gint64 time_ns;  /* at the pointer */
  double x_px;     /* of the pointer, in the time area */
  double best_px;  /* how far the best is away */
  gint64 best_ns;  /* where it is */
  double bonus_px; /* of the row that is being looked at */
} Snap;

static void
try_edge (Snap *snap,
          gint64 edge_ns)
{
  const double x_px = strata_viewport_time_to_x (strata_view_get_viewport (strata_session_get_view (snap->pen->session)), edge_ns);
  const double distance_px = fabs (x_px - snap->x_px);

  if (distance_px <= REACH_PX && distance_px - snap->bonus_px < snap->best_px)
    {
      snap->best_px = distance_px - snap->bonus_px;
      snap->best_ns = edge_ns;
    }
}

/* Of a row, only the slices around the pointer can have the nearest edge: the one
 * that ends after it, and that before. */
static void
try_row (Snap *snap,
         const StrataSliceTable *table,
         guint32 begin,
         guint32 end)
{
  const guint32 place = strata_slice_table_find_first (table, begin, end, snap->time_ns);

  for (guint32 i = place > begin ? place - 1 : place; i < MIN (place + 2, end); i++)
    {
      const guint32 slice = table->order[i];

      try_edge (snap, table->start_ns[slice]);
      try_edge (snap, strata_slice_table_get_end_ns (table, slice));
    }
}

static void
try_track (Snap *snap,
           const StrataLane *lane,
           double lanes_y_px)
{
  const StrataTrack *track = &strata_trace_get_tracks (snap->pen->trace, NULL)[lane->index];
  const double pointed = floor ((lanes_y_px - lane->y_px - lane->rows_top_px) / lane->row_height_px);

  for (guint32 depth = 0; depth < lane->n_rows; depth++)
    {
      guint32 begin;
      guint32 end;

      strata_trace_get_row (snap->pen->trace, track, depth, &begin, &end);
      snap->bonus_px = depth == pointed ? ROW_BONUS_PX : 0;
      try_row (snap, strata_trace_get_slices (snap->pen->trace), begin, end);
    }
}

static void
try_lane (Snap *snap,
          const StrataLane *lane,
          double lanes_y_px)
{
  const gboolean is_pointed = lanes_y_px >= lane->y_px && lanes_y_px < lane->y_px + lane->height_px;
  const StrataSceneIndex *index = snap->pen->index;

  switch (lane->kind)
    {
    case STRATA_LANE_THREAD:
    case STRATA_LANE_ASYNC:
    case STRATA_LANE_KERNEL:
      try_track (snap, lane, lanes_y_px);
      return;
    case STRATA_LANE_CPU:
      {
        const StrataCpu *cpu = &strata_trace_get_cpus (snap->pen->trace, NULL)[lane->index];

        snap->bonus_px = is_pointed ? ROW_BONUS_PX : 0;
        try_row (snap, &index->run_table, cpu->first_run, cpu->first_run + cpu->n_runs);
        return;
      }
    case STRATA_LANE_GROUP:
    case STRATA_LANE_STATES:
    case STRATA_LANE_FRAMES:
    case STRATA_LANE_PHASES:
    case STRATA_LANE_COUNTER:
    case STRATA_LANE_INSTANTS:
      return;
    }
}

/**
 * strata_scene_snap:
 * @session: the session
 * @frame: what part of the lanes is shown
 * @x_px: a place in the picture
 * @y_px: likewise; it may lie above or below
 *
 * Finds the edge of a slice or run that is near a place, among the lanes in the
 * picture; one in the row of the place is preferred.
 *
 * Returns: when the edge is, or the time of the place itself
 */
gint64
strata_scene_snap (StrataSession *session,
                   const StrataSceneRegion *frame,
                   double x_px,
                   double y_px)
{
  StrataSceneRegion parts[2];
  const guint n_parts = strata_frame_split (frame, parts);
  const StrataViewport *viewport = strata_view_get_viewport (strata_session_get_view (session));
  StrataPen pen;

  strata_pen_init (&pen, session, frame, strata_palette_get_light (), NULL);

  Snap snap = { .pen = &pen, .x_px = x_px - frame->header_px, .best_px = G_MAXDOUBLE };

  snap.time_ns = strata_viewport_x_to_time (viewport, snap.x_px);
  snap.best_ns = snap.time_ns;

  for (guint i = 0; i < n_parts; i++)
    {
      StrataLaneWalk walk;
      const StrataLane *lane;

      strata_pen_init (&pen, session, &parts[i], strata_palette_get_light (), NULL);
      strata_pen_walk (&pen, &walk);
      while ((lane = strata_lane_walk_next (&walk)) != NULL)
        try_lane (&snap, lane, strata_frame_to_lanes_y (frame, y_px));
    }

  strata_pen_clear (&pen);
  return snap.best_ns;
}
