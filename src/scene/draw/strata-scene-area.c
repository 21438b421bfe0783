/* strata-scene-area.c - the rectangle of the selected area
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scene.h"

#include "strata-session-area.h"

/* The lane itself, or the header of its group if the group is closed. */
static const StrataLane *
get_shown (const StrataLane *lanes,
           guint32 lane)
{
  return lanes[lane].is_visible ? &lanes[lane] : &lanes[lanes[lane].group];
}

/* Places scrolled away below pinned lanes are clamped to the edge of the pinned lanes. */
static double
place (const StrataSceneRegion *frame,
       double lanes_y_px)
{
  const double y_px = strata_frame_from_lanes_y (frame, lanes_y_px);

  return lanes_y_px < frame->pinned_px ? y_px : MAX (y_px, frame->pinned_px > 0 ? frame->pinned_px : y_px);
}

/**
 * strata_scene_get_area_rect:
 * @session: the session
 * @frame: what part of the lanes is shown
 * @rect: (out) (array fixed-size=4): x, y, width and height in pixels of the picture
 *
 * Reports where the selected area is. It may extend beyond the picture on all
 * sides. Hidden lanes at its edges have no height.
 *
 * Returns: whether an area is selected
 */
gboolean
strata_scene_get_area_rect (StrataSession *session,
                            const StrataSceneRegion *frame,
                            double rect[4])
{
  const StrataViewport *viewport = strata_session_get_viewport (session);
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), NULL);
  StrataSpan span;
  guint32 first_lane;
  guint32 last_lane;

  if (!strata_session_get_area (session, &span) || !strata_session_get_area_lanes (session, &first_lane, &last_lane))
    return FALSE;

  const StrataLane *top = get_shown (lanes, first_lane);
  const StrataLane *bottom = get_shown (lanes, last_lane);

  rect[0] = frame->header_px + strata_viewport_time_to_x (viewport, span.begin_ns);
  rect[1] = place (frame, top->y_px);
  rect[2] = frame->header_px + strata_viewport_time_to_x (viewport, span.end_ns) - rect[0];
  rect[3] = MAX (place (frame, bottom->y_px) + bottom->height_px - rect[1], 0.0);
  return TRUE;
}
