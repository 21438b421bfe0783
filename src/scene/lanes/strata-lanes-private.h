/* strata-lanes-private.h - shared by the files that make lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-lanes.h"

G_BEGIN_DECLS

/* The filter of lane titles. */
typedef struct
{
  char *text;          /* nullable: as typed; owned */
  GPtrArray *patterns; /* (element-type StrataLanePattern) nullable: parsed from @text; owned */
} StrataLaneFilter;

/* Frees the filter's memory; the filter itself belongs to the lanes. */
void strata_lane_filter_clear (StrataLaneFilter *self);

struct _StrataLanes
{
  StrataTrace *trace;       /* owned */
  StrataClusters *clusters; /* owned */
  GArray *lanes;            /* (element-type StrataLane) owned */
  guint32 *lane_of_track;   /* owned */
  guint32 *lane_of_thread;  /* owned: the lane of its states */
  GHashTable *series;       /* (element-type guint StrataCounterSeries) owned: by counter and mode */
  StrataLaneFilter filter;
  guint8 *hits;                   /* owned; nullable: whether each lane has hits of a search */
  const guint32 *rank_of_process; /* (nullable) borrowed: while the lanes are built */
  const guint32 *rank_of_thread;  /* the same */
  StrataLaneExtras shown;
  GArray *base;          /* owned: each group, followed by its lanes, ignoring pinning */
  GArray *pinned;        /* (element-type guint32) owned: lanes and groups that are pinned, from top to bottom */
  guint32 *order;        /* owned: all lanes from top to bottom */
  guint32 *place;        /* owned: the place of each lane in it */
  guint32 n_pinned;      /* how many lanes of the order are pinned */
  guint32 first_process; /* index of the first lane that is not of the machine */
  gboolean are_moved;    /* whether the user has moved a group */
  StrataLaneSort sort;
  StrataLaneHeight height;
  guint text_percent; /* size of text, in percent of normal */
  guint32 depth;
  int height_px;
  int pinned_px;
  StrataLanesListener listener; /* nullable */
  gpointer listener_data;       /* borrowed: the listener outlives the lanes */
  guint n_freezes;              /* above 0, changes are collected */
  StrataLanesChange changes;    /* changes since the freeze */
  gboolean has_new_rows;        /* rows were set since the freeze; its end lays them out */
};

/* Appends a lane without a strip of states and returns its index. Takes @title. Invalidates
 * pointers to lanes. Like all functions that add lanes, only called while lanes are built. */
guint32 strata_lanes_add (StrataLanes *self, StrataLaneKind kind, guint32 index, guint32 group, guint32 n_rows, char *title);

/* Appends the lane of a track and returns its index. Takes @title. */
guint32 strata_lanes_add_track (StrataLanes *self, guint32 track, guint32 group, StrataLaneExtras extra, char *title);

/* Appends the lane of a counter and returns its index. A counter of a process that never changes
 * becomes an extra, hidden at first. */
guint32 strata_lanes_add_counter (StrataLanes *self, guint32 counter, guint32 group);

/* Reserves room for the CPU usage graph in the header of a group. */
void strata_lanes_add_usage (StrataLanes *self, guint32 lane);

/* Puts the states of @thread at the top of a lane, or fills the lane with them if it has
 * nothing else. */
void strata_lanes_add_strip (StrataLanes *self, guint32 lane, guint32 thread);

/* Call after the last lane of @group: removes a group without lanes, and makes it an extra if
 * all its lanes are. */
void strata_lanes_end_group (StrataLanes *self, guint32 group);

/* Sets the initial order and heights. Called once, when all lanes are built. */
void strata_lanes_init_order (StrataLanes *self);

/* Recomputes the order: pinned lanes, then the others. Layout is up to the caller. */
void strata_lanes_put_in_order (StrataLanes *self);

/* Computes position and height of each lane in the current order. */
void strata_lanes_lay_out (StrataLanes *self);

/* Reports @change to the listener, or keeps it while changes are frozen. Call it after lanes
 * were changed and laid out. */
void strata_lanes_report (StrataLanes *self, StrataLanesChange change);

/* Applies the filter, hits and extras to all lanes and returns how many are left. Pinned lanes
 * always stay. Layout is up to the caller. */
guint strata_lanes_refilter (StrataLanes *self);

/* Orders groups, and lanes within groups, by ranks above 0. @ranks (array length=lanes) is not
 * kept. */
void strata_lanes_take_ranks (StrataLanes *self, const gint64 *ranks);

/* Returns how many ns each process group was busy, 0 for other lanes (array length=lanes),
 * owned by the caller. */
gint64 *strata_lanes_measure_activity (const StrataLanes *self);

/* Adds the group of CPUs and of the counters of the machine. */
void strata_lanes_add_machine (StrataLanes *self, const GArray *counters);

/* Adds the group of block devices, if any was used. */
void strata_lanes_add_devices (StrataLanes *self);

/* Adds all groups: the machine, block devices, then each process. Called once for each trace. */
void strata_lanes_add_all (StrataLanes *self);

G_END_DECLS
