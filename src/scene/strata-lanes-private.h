/* strata-lanes-private.h - what the makers of lanes share
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-lanes.h"

G_BEGIN_DECLS

struct _StrataLanes
{
  StrataTrace *trace;             /* owned */
  StrataClusters *clusters;       /* owned */
  GArray *lanes;                  /* (element-type StrataLane) owned */
  guint32 *lane_of_track;         /* owned */
  guint32 *lane_of_thread;        /* owned: of its states */
  GHashTable *series;             /* (element-type guint StrataCounterSeries) owned: by counter and mode */
  char *patterns;                 /* owned; nullable */
  const guint32 *rank_of_process; /* (nullable) borrowed: while they are built */
  const guint32 *rank_of_thread;  /* likewise */
  StrataLaneExtras shown;
  int height_px;
};

guint32 strata_lanes_add (StrataLanes *self, StrataLaneKind kind, guint32 index, guint32 group, guint32 n_rows, char *title);
guint32 strata_lanes_add_track (StrataLanes *self, guint32 track, guint32 group, StrataLaneExtras extra, char *title);
guint32 strata_lanes_add_counter (StrataLanes *self, guint32 counter, guint32 group);
void strata_lanes_add_usage (StrataLanes *self, guint32 lane);
void strata_lanes_add_strip (StrataLanes *self, guint32 lane, guint32 thread);
void strata_lanes_end_group (StrataLanes *self, guint32 group);

void strata_lanes_add_machine (StrataLanes *self, const GArray *counters);
void strata_lanes_add_block_devices (StrataLanes *self);
void strata_lanes_add_all (StrataLanes *self);

G_END_DECLS
