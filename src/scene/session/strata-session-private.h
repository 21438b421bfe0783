/* strata-session-private.h - what the scene sees of a session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-scene-index.h"
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

void strata_highlight_set (StrataHighlight *self, StrataTrace *trace, guint32 name);
void strata_highlight_clear (StrataHighlight *self);

const StrataThreadRuns *strata_session_get_thread_runs (StrataSession *self);
StrataPathView *strata_session_get_path_view (StrataSession *self);
StrataArea *strata_session_get_area_place (StrataSession *self);
GArray *strata_bookmarks_new (void);
GArray *strata_session_get_bookmark_array (StrataSession *self);
StrataCursors *strata_session_get_cursor_places (StrataSession *self);
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
