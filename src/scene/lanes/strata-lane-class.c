/* strata-lane-class.c - kinds of lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lane-class.h"

#include "strata-lanes.h"

/* The classes are in scene/kinds, which can use all that they need: the lanes, the session and the
 * drawing. STRATA_LANE_KINDS is the only lower-level code that refers to them, and only by name. */

static const StrataLaneClass *const classes[STRATA_N_LANE_KINDS] = {
#define KIND(symbol, name) [STRATA_LANE_##symbol] = &strata_lane_##name##_class,
  STRATA_LANE_KINDS (KIND)
#undef KIND
};

/* Returns the class of its kind. */
const StrataLaneClass *
strata_lane_get_class (const StrataLane *self)
{
  return classes[self->kind];
}

gboolean
strata_lane_is_group (const StrataLane *self)
{
  return self->kind == STRATA_LANE_GROUP;
}

static guint32
get_index_of (const StrataLane *self,
              StrataLaneSource source)
{
  return classes[self->kind]->source == source ? self->index : STRATA_NONE;
}

/* Returns the index of the CPU that it shows, or STRATA_NONE. */
guint32
strata_lane_get_cpu (const StrataLane *self)
{
  return get_index_of (self, STRATA_LANE_OF_CPU);
}

/* Returns the index of the track whose slices are its rows, or STRATA_NONE. */
guint32
strata_lane_get_track (const StrataLane *self)
{
  return get_index_of (self, STRATA_LANE_OF_TRACK);
}

/* Returns the index of the counter that it shows, or STRATA_NONE. */
guint32
strata_lane_get_counter (const StrataLane *self)
{
  return get_index_of (self, STRATA_LANE_OF_COUNTER);
}

/**
 * strata_lane_find_thread:
 * @self: a lane
 * @trace: its trace
 *
 * Returns: the index of the thread whose own calls or states it shows, or %STRATA_NONE
 */
guint32
strata_lane_find_thread (const StrataLane *self,
                         StrataTrace *trace)
{
  const StrataLaneClass *class = strata_lane_get_class (self);

  return class->find_thread != NULL ? class->find_thread (trace, self) : STRATA_NONE;
}
