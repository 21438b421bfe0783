/* strata-session.h - a trace being looked at: view, lanes and selection
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib-object.h>

#include "strata-critical-path.h"
#include "strata-durations.h"
#include "strata-findings.h"
#include "strata-item.h"
#include "strata-lane-arrangement.h"
#include "strata-view.h"

G_BEGIN_DECLS

#define STRATA_TYPE_SESSION (strata_session_get_type ())
G_DECLARE_FINAL_TYPE (StrataSession, strata_session, STRATA, SESSION, GObject)

/* Signals, all without arguments; those of the view and of the findings
 * are described in strata-view.h and strata-findings.h:
 *   selection-changed  the selected item
 *   highlight-changed  the name whose calls are underlined
 *   hover-changed      the item under the pointer
 *   path-changed       the critical path, or whether it is shown
 *   area-changed       the selected area; see strata-session-area.h
 *   cursors-changed    the two cursors; see strata-session-cursors.h
 *   bookmarks-changed  the bookmarks and their notes; see strata-session-bookmarks.h
 *   reveal-requested   the selection should be scrolled into view */

StrataSession *strata_session_new (StrataTrace *trace);
StrataTrace *strata_session_get_trace (StrataSession *self);
StrataView *strata_session_get_view (StrataSession *self);
StrataFindings *strata_session_get_findings (StrataSession *self);

StrataItem strata_session_get_selection (StrataSession *self);
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
const StrataLink *strata_session_get_links (StrataSession *self, guint *n_links, guint *n_all);

/**
 * StrataAlikeStep:
 * @STRATA_ALIKE_NEXT: the one that begins next, on whatever thread
 * @STRATA_ALIKE_PREVIOUS: the one that began before
 * @STRATA_ALIKE_LONGEST: the longest of all
 * @STRATA_ALIKE_LONGER: the next longer one
 * @STRATA_ALIKE_SHORTER: the next shorter one
 *
 * Ways from a slice to another of its name.
 */
typedef enum
{
  STRATA_ALIKE_NEXT,
  STRATA_ALIKE_PREVIOUS,
  STRATA_ALIKE_LONGEST,
  STRATA_ALIKE_LONGER,
  STRATA_ALIKE_SHORTER,
} StrataAlikeStep;

guint32 strata_session_find_alike (StrataSession *self, guint32 slice, StrataAlikeStep step);
gboolean strata_session_select_alike (StrataSession *self, StrataAlikeStep step);

gboolean strata_session_can_show_path (StrataSession *self);
gboolean strata_session_get_path_shown (StrataSession *self);
void strata_session_set_path_shown (StrataSession *self, gboolean is_shown);
gboolean strata_session_show_path_now (StrataSession *self);
const StrataCriticalPath *strata_session_get_critical_path (StrataSession *self);
guint32 strata_session_get_path_slice (StrataSession *self);

guint32 strata_session_get_highlight (StrataSession *self);
void strata_session_set_highlight (StrataSession *self, guint32 name);
const guint32 *strata_session_get_highlighted_slices (StrataSession *self, guint *n_slices);

StrataItem strata_session_get_hover (StrataSession *self);
void strata_session_set_hover (StrataSession *self, StrataItem item);

gboolean strata_session_get_item_span (StrataSession *self, StrataItem item, StrataSpan *span);
guint32 strata_session_find_item_lane (StrataSession *self, StrataItem item);
char *strata_session_describe_item (StrataSession *self, StrataItem item);
char *strata_session_describe_view (StrataSession *self);
char *strata_session_describe_lanes (StrataSession *self);

G_END_DECLS
