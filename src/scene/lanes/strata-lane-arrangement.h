/* strata-lane-arrangement.h - saves and restores how the user arranged lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-lanes.h"

G_BEGIN_DECLS

/* Lists of keys of lanes. */
typedef enum
{
  STRATA_LANE_LIST_PINNED,    /* pinned lanes and groups, from top to bottom */
  STRATA_LANE_LIST_HIDDEN,    /* hidden lanes and groups */
  STRATA_LANE_LIST_COLLAPSED, /* groups that are closed */
  STRATA_LANE_LIST_ORDER,     /* all groups, if one was moved, and all lanes of groups in which a lane was moved */
  STRATA_LANE_LIST_COMPACT,   /* lanes and groups of that height */
  STRATA_LANE_LIST_NORMAL,    /* the same */
  STRATA_LANE_LIST_TALL,      /* the same */
  STRATA_LANE_LIST_DEPTH,     /* lanes and groups with their own depth: a number of rows, a space and the key */
  STRATA_LANE_LIST_CHANGE,    /* counters that show changes */
  STRATA_LANE_LIST_RATE,      /* counters that show rates */
  STRATA_LANE_LIST_SHARED,    /* counters on a shared scale that have their own by default */
  STRATA_LANE_LIST_UNSHARED,  /* counters with their own scale that share one by default */
  STRATA_N_LANE_LISTS,
} StrataLaneList;

/* The user's arrangement of the lanes of a trace. It identifies lanes by names and ids of
 * processes, threads, counters and CPUs, so it still applies when the trace is reopened. */
typedef struct
{
  StrataLaneSort sort;                   /* how processes are sorted */
  StrataLaneHeight height;               /* how high lanes are */
  guint32 depth;                         /* how many rows they show at most */
  GPtrArray *lists[STRATA_N_LANE_LISTS]; /* (element-type utf8): keys of lanes; owned */
} StrataLaneArrangement;

StrataLaneArrangement *strata_lane_arrangement_new (void);
void strata_lane_arrangement_free (StrataLaneArrangement *self);
void strata_lane_arrangement_save (const StrataLaneArrangement *self, GKeyFile *file, const char *group);
StrataLaneArrangement *strata_lane_arrangement_load (GKeyFile *file, const char *group);

GPtrArray *strata_lanes_list_keys (const StrataLanes *self);
StrataLaneArrangement *strata_lanes_get_arrangement (const StrataLanes *self);
void strata_lanes_set_arrangement (StrataLanes *self, const StrataLaneArrangement *arrangement);

const char *strata_lane_height_get_id (StrataLaneHeight height);
gboolean strata_lane_height_from_id (const char *id, StrataLaneHeight *height);
const char *strata_lane_sort_get_id (StrataLaneSort sort);
gboolean strata_lane_sort_from_id (const char *id, StrataLaneSort *sort);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataLaneArrangement, strata_lane_arrangement_free)

G_END_DECLS
