/* strata-lane-class.h - the interface of a kind of lane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-hits.h"
#include "strata-item.h"
#include "strata-thread-runs.h"
#include "strata-trace.h"

G_BEGIN_DECLS

/* All kinds of lanes, with the names of their classes. A new one is a line here. */
#define STRATA_LANE_KINDS(X) \
  X (GROUP, group)           \
  X (CPUS, cpus)             \
  X (CPU, cpu)               \
  X (THREAD, thread)         \
  X (ASYNC, async)           \
  X (KERNEL, kernel)         \
  X (STATES, states)         \
  X (FRAMES, frames)         \
  X (PHASES, phases)         \
  X (RESULT, result)         \
  X (COUNTER, counter)       \
  X (INSTANTS, instants)

/**
 * StrataLaneKind:
 * @STRATA_LANE_GROUP: the header of a group: "CPUs" or a process; opens and closes it
 * @STRATA_LANE_CPUS: how many CPUs were busy; no index
 * @STRATA_LANE_CPU: what runs on a CPU, and how busy it is; the lane's index is into the trace's CPUs
 * @STRATA_LANE_THREAD: calls of a thread, stacked; index into the tracks
 * @STRATA_LANE_ASYNC: an asynchronous lane; index into the tracks
 * @STRATA_LANE_KERNEL: kernel activity on a CPU, for a thread or with a device; index into the tracks
 * @STRATA_LANE_STATES: states of a thread that has no slices; index into the threads
 * @STRATA_LANE_FRAMES: frames of a process; index into the processes. Hidden until they are known
 * @STRATA_LANE_PHASES: app starts and input responses of a process; index into the processes. Hidden until they are known
 * @STRATA_LANE_RESULT: the result of a query; index among the results. Hidden until there is one
 * @STRATA_LANE_COUNTER: a counter; index into the counters
 * @STRATA_LANE_INSTANTS: instants of a process; index into the processes
 * @STRATA_N_LANE_KINDS: how many kinds there are
 *
 * The kinds of lanes. Each has a #StrataLaneClass in a file of its own in scene/kinds;
 * nothing else switches over them.
 */
typedef enum
{
#define KIND(symbol, name) STRATA_LANE_##symbol,
  STRATA_LANE_KINDS (KIND)
#undef KIND
      STRATA_N_LANE_KINDS,
} StrataLaneKind;

/* What the index of a lane refers to. */
typedef enum
{
  STRATA_LANE_OF_PROCESS, /* a process, or none */
  STRATA_LANE_OF_CPU,     /* a CPU */
  STRATA_LANE_OF_TRACK,   /* a track, whose slices are its rows */
  STRATA_LANE_OF_THREAD,  /* a thread */
  STRATA_LANE_OF_COUNTER, /* a counter */
  STRATA_LANE_OF_RESULT,  /* the result of a query */
} StrataLaneSource;

/* The height of lanes. */
typedef enum
{
  STRATA_LANE_HEIGHT_INHERITED, /* the height of its group, or else of all lanes */
  STRATA_LANE_HEIGHT_COMPACT,   /* as low as possible, without names of slices */
  STRATA_LANE_HEIGHT_NORMAL,    /* the usual height */
  STRATA_LANE_HEIGHT_TALL,      /* large */
  STRATA_N_LANE_HEIGHTS,
} StrataLaneHeight;

typedef struct _StrataLane StrataLane;
typedef struct _StrataLanes StrataLanes;
typedef struct _StrataLaneTitle StrataLaneTitle;
typedef struct _StrataPen StrataPen;
typedef struct _StrataSession StrataSession;
typedef struct _StrataSnap StrataSnap;

/* A kind of lane. Types of higher-level code, such as the pen, are only declared here; see
 * strata-scene-private.h. */
typedef struct
{
  const char *id;          /* first part of the keys of its lanes, which are saved: never change it */
  StrataLaneSource source; /* what the index of its lanes refers to */
  gboolean has_details;    /* whether its description has more than fits the header */
  gboolean needs_rows;     /* whether its lanes are hidden until strata_lanes_set_rows() gives them rows */

  /* nullable: the thread whose calls or states it shows, or STRATA_NONE */
  guint32 (*find_thread) (StrataTrace *trace, const StrataLane *lane);
  /* nullable: key that distinguishes it from lanes of the same kind in its group; NULL if there is
   * at most one */
  char *(*dup_key) (const StrataLanes *lanes, const StrataLane *lane);
  /* sets the places of its parts and returns its height in pixels; @row_height_px is preset to the
   * height of calls */
  int (*lay_out) (const StrataLanes *lanes, StrataLane *lane, StrataLaneHeight height);

  /* nullable: whether a search found anything in it */
  gboolean (*has_hit) (const StrataLanes *lanes, const StrataHits *hits, const StrataLane *lane);
  /* nullable: adds lines to its description, each after a line break */
  void (*describe) (StrataSession *session, const StrataLane *lane, GString *out);

  /* nullable: sets the text of its header; NULL for the thread's name and id, or else the lane's
   * title */
  void (*make_title) (StrataPen *pen, const StrataLane *lane, StrataLaneTitle *title);
  /* nullable: draws its content, without its strip of states */
  void (*draw) (StrataPen *pen, const StrataLane *lane);
  /* nullable: draws a header of its own; returns FALSE for the usual one */
  gboolean (*draw_header) (StrataPen *pen, const StrataLane *lane);
  /* nullable: covers items that do not belong to the selected thread */
  void (*veil) (StrataPen *pen, const StrataLane *lane, const StrataThreadRuns *selected);
  /* nullable: finds the item at a place outside its strip; @y_px is from the top of all lanes. The
   * caller sets the lane of the item */
  StrataItem (*hit) (const StrataPen *pen, const StrataLane *lane, double y_px, int column);
  /* nullable: height in pixels of the part with its items, below the padding; NULL for all of it */
  double (*get_content_height) (const StrataLane *lane);
  /* nullable: offers the edges near the pointer, see strata_snap_try_slices(); @y_px is from the
   * top of all lanes */
  void (*snap) (StrataSnap *snap, const StrataLane *lane, double y_px);
} StrataLaneClass;

#define KIND(symbol, name) extern const StrataLaneClass strata_lane_##name##_class;
STRATA_LANE_KINDS (KIND)
#undef KIND

const StrataLaneClass *strata_lane_get_class (const StrataLane *self);
gboolean strata_lane_is_group (const StrataLane *self);
guint32 strata_lane_get_cpu (const StrataLane *self);
guint32 strata_lane_get_track (const StrataLane *self);
guint32 strata_lane_get_counter (const StrataLane *self);
guint32 strata_lane_find_thread (const StrataLane *self, StrataTrace *trace);

char *strata_lane_dup_string_key (const StrataLanes *lanes, guint32 string);
char *strata_lane_dup_thread_key (const StrataLanes *lanes, guint32 thread);

/* How many query results can be lanes at the same time. */
#define STRATA_N_RESULTS 8

/* Space above and below the rows of a lane. */
#define STRATA_LANE_PADDING_PX 3

G_END_DECLS
