/* strata-lanes-private.h - what the makers of lanes share
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-lanes.h"

G_BEGIN_DECLS

/**
 * StrataLaneFilter:
 * @text: (nullable): what was typed; owned
 * @patterns: (nullable) (element-type StrataLanePattern): what it means; owned
 *
 * What titles must be like.
 */
typedef struct
{
  char *text;
  GPtrArray *patterns;
} StrataLaneFilter;

void strata_lane_filter_clear (StrataLaneFilter *self);

struct _StrataLanes
{
  StrataTrace *trace;       /* owned */
  StrataClusters *clusters; /* owned */
  GArray *lanes;            /* (element-type StrataLane) owned */
  guint32 *lane_of_track;   /* owned */
  guint32 *lane_of_thread;  /* owned: of its states */
  GHashTable *series;       /* (element-type guint StrataCounterSeries) owned: by counter and mode */
  StrataLaneFilter filter;
  guint8 *hits;                   /* owned; nullable: whether each lane has hits of a search */
  const guint32 *rank_of_process; /* (nullable) borrowed: while they are built */
  const guint32 *rank_of_thread;  /* likewise */
  StrataLaneExtras shown;
  GArray *base;          /* (element-type guint32) owned: each group, followed by its lanes; as if nothing was pinned */
  GArray *pinned;        /* (element-type guint32) owned: lanes and groups that are pinned, from top to bottom */
  guint32 *order;        /* owned: all lanes from top to bottom */
  guint32 *place;        /* owned: where each lane is in it */
  guint32 n_pinned;      /* how many lanes of the order are pinned */
  guint32 first_process; /* index of the first lane that is not of the machine */
  gboolean are_moved;    /* whether somebody has moved a group */
  StrataLaneSort sort;
  StrataLaneHeight height;
  guint text_percent; /* how large text is, of its normal size */
  guint32 depth;
  int height_px;
  int pinned_px;
  StrataLanesListener listener; /* nullable */
  gpointer listener_data;       /* borrowed: whoever listens outlives the lanes */
  guint n_freezes;              /* above 0, changes are collected */
  StrataLanesChange changes;    /* what has changed since they were frozen */
};

guint32 strata_lanes_add (StrataLanes *self, StrataLaneKind kind, guint32 index, guint32 group, guint32 n_rows, char *title);
guint32 strata_lanes_add_track (StrataLanes *self, guint32 track, guint32 group, StrataLaneExtras extra, char *title);
guint32 strata_lanes_add_counter (StrataLanes *self, guint32 counter, guint32 group);
void strata_lanes_add_usage (StrataLanes *self, guint32 lane);
void strata_lanes_add_strip (StrataLanes *self, guint32 lane, guint32 thread);
void strata_lanes_end_group (StrataLanes *self, guint32 group);

void strata_lanes_init_order (StrataLanes *self);
void strata_lanes_put_in_order (StrataLanes *self);
void strata_lanes_lay_out (StrataLanes *self);
void strata_lanes_report (StrataLanes *self, StrataLanesChange change);
guint strata_lanes_refilter (StrataLanes *self);
void strata_lanes_take_ranks (StrataLanes *self, const gint64 *ranks);
gint64 *strata_lanes_measure_activity (const StrataLanes *self);

void strata_lanes_add_machine (StrataLanes *self, const GArray *counters);
void strata_lanes_add_block_devices (StrataLanes *self);
void strata_lanes_add_all (StrataLanes *self);

G_END_DECLS
