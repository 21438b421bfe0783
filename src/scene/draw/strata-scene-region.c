/* strata-scene-region.c - which part of the lanes a picture shows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scene.h"

/* Lanes above pinned_px stay in place; all lanes below move up by the scroll offset. The two
 * overlap at the edge, so each part has a picture of its own that is clipped there. */

/**
 * strata_frame_split:
 * @self: a frame
 * @parts: (out caller-allocates): its parts
 *
 * Reports the pictures that a frame consists of.
 *
 * Returns: the number of parts: two if lanes are pinned, else one
 */
guint
strata_frame_split (const StrataSceneRegion *self,
                    StrataSceneRegion parts[2])
{
  parts[0] = *self;
  if (self->pinned_px <= 0.0 || self->part != STRATA_FRAME_ALL)
    return 1;

  parts[1] = *self;
  parts[0].part = STRATA_FRAME_PINNED;
  parts[1].part = STRATA_FRAME_REST;
  return 2;
}

/**
 * strata_frame_get_clip:
 * @self: a frame
 * @begin_px: (out): where the drawn part begins, from the top of the frame
 * @end_px: (out): where it ends
 *
 * Reports where a part of a frame is.
 */
void
strata_frame_get_clip (const StrataSceneRegion *self,
                       double *begin_px,
                       double *end_px)
{
  *begin_px = self->part == STRATA_FRAME_REST ? MIN (self->pinned_px, self->height_px) : 0.0;
  *end_px = self->part == STRATA_FRAME_PINNED ? MIN (self->pinned_px, self->height_px) : self->height_px;
}

/* Returns the place of the lanes shown there, from the top of all lanes. */
double
strata_frame_to_lanes_y (const StrataSceneRegion *self,
                         double y_px)
{
  return y_px < self->pinned_px ? y_px : y_px + self->scroll_px;
}

/**
 * strata_frame_from_lanes_y:
 * @self: a frame
 * @lanes_y_px: a place, from the top of all lanes
 *
 * Returns: where it is in the frame; it may be outside, or below the pinned lanes
 */
double
strata_frame_from_lanes_y (const StrataSceneRegion *self,
                           double lanes_y_px)
{
  return lanes_y_px < self->pinned_px ? lanes_y_px : lanes_y_px - self->scroll_px;
}
