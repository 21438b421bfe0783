/* strata-session.h - a trace with its view, selection, marks and findings
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib-object.h>

#include "strata-alike.h"
#include "strata-durations.h"
#include "strata-findings.h"
#include "strata-item.h"
#include "strata-lane-arrangement.h"
#include "strata-marks.h"
#include "strata-selection-memo.h"
#include "strata-view.h"

G_BEGIN_DECLS

#define STRATA_TYPE_SESSION (strata_session_get_type ())
G_DECLARE_FINAL_TYPE (StrataSession, strata_session, STRATA, SESSION, GObject)

/* Signals; the signals of its parts are described in their headers:
 *   reveal-requested ()
 *     the selection should be scrolled into view */

StrataSession *strata_session_new (StrataTrace *trace);
StrataTrace *strata_session_get_trace (StrataSession *self);
StrataView *strata_session_get_view (StrataSession *self);
/* Shorthands for parts of its view. */
StrataLanes *strata_session_get_lanes (StrataSession *self);
const StrataViewport *strata_session_get_viewport (StrataSession *self);
const StrataSceneIndex *strata_session_get_index (StrataSession *self);
StrataSelection *strata_session_get_selection (StrataSession *self);
StrataMarks *strata_session_get_marks (StrataSession *self);
StrataFindings *strata_session_get_findings (StrataSession *self);

StrataItem strata_session_get_selected_item (StrataSession *self);
void strata_session_select (StrataSession *self, StrataItem item);
StrataItem strata_session_make_slice_item (StrataSession *self, guint32 slice);
gboolean strata_session_show_selection (StrataSession *self);
void strata_session_go_to_slice (StrataSession *self, guint32 slice);
void strata_session_select_slice (StrataSession *self, guint32 slice);
gboolean strata_session_select_longest (StrataSession *self, const char *text, StrataSpan span);
void strata_session_select_neighbour (StrataSession *self, int direction);
void strata_session_select_relative (StrataSession *self, int direction);
gboolean strata_session_select_chain_parent (StrataSession *self);
gboolean strata_session_select_chain_neighbour (StrataSession *self, int direction);
gboolean strata_session_select_waker (StrataSession *self);
gboolean strata_session_select_run (StrataSession *self);
gboolean strata_session_select_thread (StrataSession *self);
gboolean strata_session_select_thread_in (StrataSession *self, guint32 thread, StrataSpan span);
gboolean strata_session_select_cpu_in (StrataSession *self, guint32 cpu, StrataSpan span);
guint32 strata_session_find_item_thread (StrataSession *self, StrataItem item);
const char *strata_session_get_state_title (StrataState state);
void strata_session_reveal_selection (StrataSession *self);

gboolean strata_session_select_alike (StrataSession *self, StrataAlikeStep step);
void strata_session_restore (StrataSession *self, StrataSelectionMemo *memo);

gboolean strata_session_get_item_span (StrataSession *self, StrataItem item, StrataSpan *span);
guint32 strata_session_find_item_lane (StrataSession *self, StrataItem item);
char *strata_session_describe_item (StrataSession *self, StrataItem item);
char *strata_session_describe_selection (StrataSession *self);
char *strata_session_describe_view (StrataSession *self);
char *strata_session_describe_lanes (StrataSession *self);

G_END_DECLS
