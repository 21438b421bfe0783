/* strata-session-private.h - what the scene sees of a session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-frames-vsync.h"
#include "strata-frames.h"
#include "strata-long-tasks.h"
#include "strata-scene-index.h"
#include "strata-search.h"
#include "strata-session-search.h"
#include "strata-session.h"
#include "strata-thread-runs.h"

G_BEGIN_DECLS

/**
 * StrataHighlight:
 * @name: string id, or %STRATA_NONE
 * @slices: (array length=n_slices): every slice of that name, ascending
 * @row_begin: places in @row_slices of the rows; one more than there are rows
 * @row_slices: the same slices by row, sorted by start
 *
 * The calls of one name.
 */
typedef struct
{
  guint32 name;
  guint n_slices;
  guint32 *slices;
  guint32 *row_begin;
  guint32 *row_slices;
} StrataHighlight;

/**
 * StrataLinks:
 * @n_links: how many are known
 * @n_all: how many there are
 * @links: (array length=n_links): the nearest
 *
 * What the arrows of the selection join.
 */
typedef struct _StrataLinks
{
  guint n_links;
  guint n_all;
  StrataLink *links;
} StrataLinks;

void strata_links_add_chain (StrataLinks *self, StrataTrace *trace, guint32 slice);
void strata_links_add_pair (StrataLinks *self, const StrataLink *link);
void strata_links_clear (StrataLinks *self);

/**
 * StrataPathView:
 * @is_shown: whether the critical paths of selected slices are shown
 * @slice: whose it is
 * @path: (nullable): what is shown; owned
 * @links: (nullable) (element-type StrataLink): its wake-ups; owned
 * @cancellable: (nullable): of the one that is being found; owned
 *
 * The critical path of a session.
 */
typedef struct
{
  gboolean is_shown;
  guint32 slice;
  StrataCriticalPath *path;
  GArray *links;
  GCancellable *cancellable;
} StrataPathView;

void strata_path_view_clear (StrataPathView *self);

/**
 * StrataArea:
 * @is_set: whether there is one
 * @span: its time
 * @first_lane: its topmost lane
 * @last_lane: its lowest lane
 *
 * What is selected of time and lanes.
 */
typedef struct
{
  gboolean is_set;
  StrataSpan span;
  guint32 first_lane;
  guint32 last_lane;
} StrataArea;

/**
 * StrataCursors:
 * @is_set: whether each is anywhere
 * @time_ns: where each is
 *
 * The two cursors of a session.
 */
typedef struct
{
  gboolean is_set[2];
  gint64 time_ns[2];
} StrataCursors;

/**
 * StrataFrameRows:
 * @process: index of a process, or %STRATA_NONE
 * @order: (element-type guint32): its frames by begin; owned
 * @ends_ns: (element-type gint64): when those ended that were shown, ascending; owned
 * @max_fps: how many frames the display has in a second at most
 * @has_system: whether it is known of any who showed it
 *
 * The frames of a process, as its lane shows them.
 */
typedef struct
{
  guint32 process;
  GArray *order;
  GArray *ends_ns;
  double max_fps;
  gboolean has_system;
} StrataFrameRows;

/**
 * StrataPhaseRows:
 * @process: index of a process
 * @rows: (element-type GArray): indices of phases by begin, a row that hardly overlaps each; owned
 *
 * What people waited for in a process, as its lane shows it.
 */
typedef struct
{
  guint32 process;
  GPtrArray *rows;
} StrataPhaseRows;

/**
 * StrataFramesView:
 * @frames: (nullable): all frames; owned
 * @tasks: (nullable) (element-type StrataLongTask): what took too long; owned
 * @limits: (nullable): what tasks may take, or %NULL for what HiCollie allows; owned
 * @rows: (nullable) (element-type StrataFrameRows): by process; owned
 * @phases: (nullable) (element-type StrataPhase): what people waited for; owned
 * @phase_rows: (nullable) (element-type StrataPhaseRows): likewise, by process; owned
 * @vsyncs_ns: (nullable) (element-type gint64): the VSYNCs, ascending; owned
 *
 * The frames of a session.
 */
typedef struct
{
  StrataFrames *frames;
  GArray *tasks;
  StrataTaskLimits *limits;
  GArray *rows;
  GArray *phases;
  GArray *phase_rows;
  GArray *vsyncs_ns;
} StrataFramesView;

void strata_frames_view_clear (StrataFramesView *self);
StrataFramesView *strata_session_get_frames_view (StrataSession *self);
void strata_session_show_frame_lanes (StrataSession *self, StrataLanes *lanes);
void strata_session_emit_frames_changed (StrataSession *self);
void strata_session_find_tasks (StrataSession *self);
StrataSpan strata_session_get_frame_span (StrataSession *self, guint32 frame);
StrataItem strata_session_resolve_frame_item (StrataSession *self, StrataItem item);

/* A search that is under way. */
typedef struct _StrataSearchJob StrataSearchJob;

/**
 * StrataSearchView:
 * @text: (nullable): what was typed; owned
 * @error: (nullable): what of it cannot be understood; owned
 * @search: (nullable): what it means; owned
 * @hits: (nullable): what was found; owned
 * @others: how the other slices are drawn
 * @only_lanes: whether only lanes with hits are shown
 * @job: (nullable): while it is searched; owned
 * @tell_id: the source that tells how far it is
 *
 * The search of a session.
 */
typedef struct
{
  char *text;
  char *error;
  StrataSearch *search;
  StrataHits *hits;
  StrataOthers others;
  gboolean only_lanes;
  StrataSearchJob *job;
  guint tell_id;
} StrataSearchView;

void strata_session_update_hit_lanes (StrataSession *self);
void strata_search_view_clear (StrataSearchView *self);
StrataSearchView *strata_session_get_search_view (StrataSession *self);
void strata_session_refresh_search (StrataSession *self);
void strata_session_drop_hits (StrataSession *self);
void strata_session_emit_search_changed (StrataSession *self);
void strata_session_emit_hits_changed (StrataSession *self);

/* strata-session-phases.c */
void strata_session_find_phases (StrataSession *self);
void strata_session_show_phase_lanes (StrataSession *self, StrataLanes *lanes);
StrataSpan strata_session_get_phase_span (StrataSession *self, guint32 phase);
StrataItem strata_session_resolve_phase_item (StrataSession *self, StrataItem item);
char *strata_session_describe_phase (StrataSession *self, guint32 phase);

void strata_highlight_set (StrataHighlight *self, StrataTrace *trace, guint32 name);
void strata_highlight_clear (StrataHighlight *self);

const StrataThreadRuns *strata_session_get_thread_runs (StrataSession *self);
StrataPathView *strata_session_get_path_view (StrataSession *self);
StrataArea *strata_session_get_area_place (StrataSession *self);
GArray *strata_bookmarks_new (void);
GArray *strata_session_get_bookmark_array (StrataSession *self);
StrataCursors *strata_session_get_cursor_places (StrataSession *self);
GArray **strata_session_get_event_array (StrataSession *self);
void strata_session_emit_path_changed (StrataSession *self);
void strata_session_follow_path (StrataSession *self);
void strata_session_refresh_path (StrataSession *self);
StrataItem strata_session_resolve_path_item (StrataSession *self, StrataItem item);
const StrataHighlight *strata_session_get_highlight_rows (StrataSession *self);
guint32 strata_session_find_wakeup (const StrataSceneIndex *index, guint32 state);
gboolean strata_states_is_from_interrupt (const StrataStates *states, guint32 wakeup);
guint32 strata_session_find_waker_state (StrataSession *self, guint32 state);
void strata_session_link_io (StrataSession *self, StrataLinks *links, StrataItem item);
guint32 strata_session_find_request (StrataSession *self, guint32 state);
char *strata_session_dup_counter_range (StrataSession *self, const StrataLane *lane);
void strata_session_add_counter (StrataSession *self, const StrataLane *lane, GString *out);
char *strata_session_dup_cluster_name (const StrataClusters *clusters, guint32 cpu);

G_END_DECLS
