/* strata-scene-snap.c - snaps to the edge of a slice near a place
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-scene-private.h"

/* Edges within this distance count. */
#define REACH_PX 8

/* An edge in the row of the pointer is preferred as if it were this much nearer. */
#define ROW_BONUS_PX 5

void
strata_snap_enter_row (StrataSnap *self,
                       gboolean is_pointed)
{
  self->bonus_px = is_pointed ? ROW_BONUS_PX : 0;
}

/* Takes an edge of the current row if it is nearer than the best so far. */
static void
try_edge (StrataSnap *self,
          gint64 edge_ns)
{
  const double x_px = strata_viewport_time_to_x (strata_session_get_viewport (self->pen->session), edge_ns);
  const double distance_px = fabs (x_px - self->x_px);

  if (distance_px <= REACH_PX && distance_px - self->bonus_px < self->best_px)
    {
      self->best_px = distance_px - self->bonus_px;
      self->best_ns = edge_ns;
    }
}

/* Only the slices around the pointer can have the nearest edge of a row: the one that ends after
 * it, and the one before. */
void
strata_snap_try_slices (StrataSnap *self,
                        const StrataSliceTable *table,
                        guint32 begin,
                        guint32 end)
{
  const guint32 place = strata_slice_table_find_first (table, begin, end, self->time_ns);

  for (guint32 i = place > begin ? place - 1 : place; i < MIN (place + 2, end); i++)
    {
      const guint32 slice = table->order[i];

      try_edge (self, table->start_ns[slice]);
      try_edge (self, strata_slice_table_get_end_ns (table, slice));
    }
}

/**
 * strata_scene_snap:
 * @session: the session
 * @frame: what part of the lanes is shown
 * @x_px: a place in the picture
 * @y_px: a place in it, or above or below
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
  const StrataViewport *viewport = strata_session_get_viewport (session);
  StrataPen pen;

  strata_pen_init (&pen, session, frame, strata_palette_get_light (), NULL);

  StrataSnap snap = { .pen = &pen, .x_px = x_px - frame->header_px, .best_px = G_MAXDOUBLE };

  snap.time_ns = strata_viewport_x_to_time (viewport, snap.x_px);
  snap.best_ns = snap.time_ns;

  for (guint i = 0; i < n_parts; i++)
    {
      StrataLaneWalk walk;
      const StrataLane *lane;

      strata_pen_init (&pen, session, &parts[i], strata_palette_get_light (), NULL);
      strata_pen_walk (&pen, &walk);
      while ((lane = strata_lane_walk_next (&walk)) != NULL)
        if (strata_lane_get_class (lane)->snap != NULL)
          strata_lane_get_class (lane)->snap (&snap, lane, strata_frame_to_lanes_y (frame, y_px));
    }

  strata_pen_clear (&pen);
  return snap.best_ns;
}
