/* strata-lanes.h - the rows of the timeline, from top to bottom
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-clusters.h"
#include "strata-counter-series.h"
#include "strata-lane-class.h"
#include "strata-trace.h"

G_BEGIN_DECLS

/* Lanes that are shown only on request. */
typedef enum
{
  STRATA_LANE_EXTRA_THREADS = 1 << 0, /* threads without slices */
  STRATA_LANE_EXTRA_CPU = 1 << 1,     /* kernel activity on each CPU */
  STRATA_LANE_EXTRA_STEADY = 1 << 2,  /* counters of processes whose value never changes, and CPU clocks, which calls have */
} StrataLaneExtras;

#define STRATA_LANE_EXTRA_ALL (STRATA_LANE_EXTRA_THREADS | STRATA_LANE_EXTRA_CPU | STRATA_LANE_EXTRA_STEADY)

/* How processes are sorted. Groups of the machine are before them. */
typedef enum
{
  STRATA_LANE_SORT_SLICES,   /* most slices first */
  STRATA_LANE_SORT_ACTIVITY, /* longest running time first; if that is unknown, longest calls first */
  STRATA_LANE_SORT_NAME,     /* by name, then id */
  STRATA_LANE_SORT_ID,       /* by id */
  STRATA_LANE_SORT_FILE,     /* in the order of the file */
  STRATA_N_LANE_SORTS,
} StrataLaneSort;

/* Recursion may be a hundred thousand calls deep; the profile shows what is cut off here. */
#define STRATA_LANE_MAX_ROWS 512

struct _StrataLane
{
  StrataLaneKind kind;         /* what it shows */
  guint32 index;               /* index of what it shows; STRATA_NONE for the group of the CPUs or of the machine's counters */
  guint32 group;               /* index of the lane that heads its group; its own for a group */
  guint32 thread;              /* index of the thread whose states are a strip in it, or STRATA_NONE */
  guint32 idle_track;          /* index of the track with the idle states of its CPU, or STRATA_NONE; of CPUs only */
  StrataCounterMode mode;      /* what is shown; of counters only */
  gboolean is_scale_shared;    /* whether it shares a scale with all counters of its name */
  guint32 limits[2];           /* indices of the counters that are lines in its graph, or STRATA_NONE; of frequencies only */
  char *title;                 /* borrowed: text of its header, such as "RenderThread 1260" */
  StrataLaneExtras extra;      /* the extras that must be shown for it to be visible; 0 for always */
  gboolean is_collapsed;       /* whether the group is closed; of groups only */
  gboolean is_filtered_out;    /* whether the filter removes it */
  gboolean is_hidden;          /* whether the user has hidden it */
  gboolean is_pinned;          /* whether it is among the pinned ones, by itself or with its group */
  gboolean has_own_order;      /* whether the user has moved a lane in it; of groups only */
  StrataLaneHeight own_height; /* its height, if it is not inherited */
  guint32 own_depth;           /* the most rows to show; 0 for the general limit */
  gboolean is_visible;         /* whether it is laid out: its group is open, and nothing hides it */
  int y_px;                    /* top, from the top of all lanes */
  int height_px;               /* its height */
  int strip_top_px;            /* top of the strip of states, from its own top */
  int strip_height_px;         /* height of the strip; 0 without */
  int rows_top_px;             /* top of the first row, from its own top */
  int usage_top_px;            /* top of the usage graph of its CPU or of all CPUs, from its own top */
  int usage_height_px;         /* height of that graph; 0 without */
  int path_px;                 /* height of the critical path at its bottom; 0 without */
  guint32 n_rows;              /* rows of depth that are shown */
  guint32 n_all_rows;          /* rows of depth */
  int row_height_px;           /* height of one row */
};

/* What has changed about the lanes. */
typedef enum
{
  STRATA_LANES_LAYOUT = 1 << 0,   /* lanes were shown or hidden, opened or closed, or changed their height */
  STRATA_LANES_ORDER = 1 << 1,    /* lanes changed their order; a run of places has other lanes now */
  STRATA_LANES_CONTENT = 1 << 2,  /* lanes changed their content, but not their place */
  STRATA_LANES_REPLACED = 1 << 3, /* all lanes were replaced: an index is another lane */
} StrataLanesChange;

/**
 * StrataLanesListener:
 * @self: the lanes
 * @change: what has changed
 * @user_data: as passed to strata_lanes_set_listener()
 *
 * Called after lanes have changed and were laid out again.
 */
typedef void (*StrataLanesListener) (StrataLanes *self, StrataLanesChange change, gpointer user_data);

/* A walk over the lanes that are laid out, from top to bottom. */
typedef struct
{
  const StrataLanes *lanes;
  guint32 place;
  double end_px;
} StrataLaneWalk;

void strata_lane_walk_init (StrataLaneWalk *self, const StrataLanes *lanes, double begin_px, double end_px);
const StrataLane *strata_lane_walk_next (StrataLaneWalk *self);

/* The height of a lane for text of the normal size. */
typedef struct
{
  int lane_px;   /* height of a lane */
  int top_px;    /* top of a part of it, such as a strip, from its own top */
  int height_px; /* height of that part */
} StrataLanePart;

StrataLanes *strata_lanes_new (StrataTrace *trace);
StrataLanes *strata_lanes_new_ranked (StrataTrace *trace, const guint32 *rank_of_process, const guint32 *rank_of_thread);
void strata_lanes_free (StrataLanes *self);
void strata_lanes_set_listener (StrataLanes *self, StrataLanesListener listener, gpointer user_data);
void strata_lanes_freeze (StrataLanes *self);
void strata_lanes_thaw (StrataLanes *self);
const StrataLane *strata_lanes_get (const StrataLanes *self, guint *n_lanes);
StrataTrace *strata_lanes_get_trace (const StrataLanes *self);
const StrataClusters *strata_lanes_get_clusters (const StrataLanes *self);
void strata_lanes_set_text_percent (StrataLanes *self, guint percent);
int strata_lanes_scale_px (const StrataLanes *self, int px);
int strata_lanes_scale_part (const StrataLanes *self, const StrataLanePart *part, int *top_px, int *height_px);
int strata_lanes_get_height_px (const StrataLanes *self);
gboolean strata_lanes_is_frequency (const StrataLanes *self, const StrataLane *lane);
int strata_lanes_get_pinned_px (const StrataLanes *self);
guint32 strata_lanes_get_place (const StrataLanes *self, guint32 lane);
guint32 strata_lanes_get_at_place (const StrataLanes *self, guint32 place);
guint32 strata_lanes_find_at (const StrataLanes *self, double y_px);
guint32 strata_lanes_find_track (const StrataLanes *self, guint32 track);
guint32 strata_lanes_find_thread (const StrataLanes *self, guint32 thread);
guint32 strata_lanes_find_summary (const StrataLanes *self, guint32 group);
guint32 strata_lanes_find_counter (const StrataLanes *self, guint32 counter);
guint32 strata_lanes_find_instants (const StrataLanes *self, guint32 process);
guint32 strata_lanes_find_cpu (const StrataLanes *self, guint32 cpu_index);
void strata_lanes_set_collapsed (StrataLanes *self, guint32 group, gboolean is_collapsed);
void strata_lanes_set_all_collapsed (StrataLanes *self, gboolean is_collapsed);
gboolean strata_lanes_set_counter_mode (StrataLanes *self, guint32 lane, StrataCounterMode mode);
gboolean strata_lanes_set_scale_shared (StrataLanes *self, guint32 lane, gboolean is_shared);
const StrataCounterSeries *strata_lanes_get_series (const StrataLanes *self, const StrataLane *lane);
void strata_lanes_get_counter_range (const StrataLanes *self, const StrataLane *lane, double *min, double *max);
void strata_lanes_get_scale_range (const StrataLanes *self, const StrataLane *lane, double *min, double *max);
void strata_lanes_set_path (StrataLanes *self, guint32 lane);
void strata_lanes_add_results (StrataLanes *self);
void strata_lanes_set_rows (StrataLanes *self, StrataLaneKind kind, guint32 index, guint n_rows);
guint32 strata_lanes_get_path (const StrataLanes *self);
guint strata_lanes_filter (StrataLanes *self, const char *patterns);
const char *strata_lanes_get_filter (const StrataLanes *self);
char *strata_lanes_dup_filter_failure (const StrataLanes *self);
gboolean strata_lanes_check_filter (const char *patterns, GError **error);
gboolean strata_lanes_set_hits (StrataLanes *self, const guint8 *has_hits);
StrataLaneExtras strata_lanes_get_shown (const StrataLanes *self);
void strata_lanes_set_shown (StrataLanes *self, StrataLaneExtras shown);
gboolean strata_lanes_show_lane (StrataLanes *self, guint32 lane);
void strata_lanes_open (StrataLanes *self, guint32 lane);

gboolean strata_lanes_set_pinned (StrataLanes *self, guint32 lane, gboolean is_pinned);
gboolean strata_lanes_set_hidden (StrataLanes *self, guint32 lane, gboolean is_hidden);
gboolean strata_lanes_show_hidden (StrataLanes *self);
guint strata_lanes_get_n_hidden (const StrataLanes *self);
gboolean strata_lanes_move (StrataLanes *self, guint32 lane, guint32 other, gboolean is_after);
gboolean strata_lanes_move_by (StrataLanes *self, guint32 lane, int direction);
guint32 strata_lanes_find_sibling (const StrataLanes *self, guint32 lane, double y_px, gboolean *is_after, int *edge_px);
StrataLaneSort strata_lanes_get_sort (const StrataLanes *self);
gboolean strata_lanes_set_sort (StrataLanes *self, StrataLaneSort sort);
StrataLaneHeight strata_lanes_get_height (const StrataLanes *self, guint32 lane);
gboolean strata_lanes_set_height (StrataLanes *self, guint32 lane, StrataLaneHeight height);
guint32 strata_lanes_get_depth (const StrataLanes *self, guint32 lane);
gboolean strata_lanes_set_depth (StrataLanes *self, guint32 lane, guint32 n_rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataLanes, strata_lanes_free)

G_END_DECLS
