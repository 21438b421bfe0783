/* strata-session-pair.h - two sessions shown together
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-call-match.h"
#include "strata-diff-frames.h"
#include "strata-diff-measures.h"
#include "strata-session.h"

G_BEGIN_DECLS

/* The alignment of the time axes of two sessions. */
typedef struct
{
  gint64 time_ns[STRATA_N_DIFF_SIDES]; /* corresponding times of both sides */
  double scale;                        /* how many ns of B are as wide as one of A */
  gboolean is_by_user;                 /* whether the user set it, so that selections do not change it */
} StrataAlignment;

#define STRATA_TYPE_SESSION_PAIR (strata_session_pair_get_type ())
G_DECLARE_FINAL_TYPE (StrataSessionPair, strata_session_pair, STRATA, SESSION_PAIR, GObject)

/* Signals, all without arguments:
 *   lock-changed       whether the views move together
 *   alignment-changed  how their axes are aligned
 *   match-changed      which threads are matched
 *   calls-changed      which calls are selected together
 *   latencies-changed  which latencies are measured */

StrataSessionPair *strata_session_pair_new (StrataSession *a, StrataSession *b, StrataThreadMatch *threads);
StrataSession *strata_session_pair_get (StrataSessionPair *self, StrataDiffSide side);
gboolean strata_session_pair_get_locked (StrataSessionPair *self);
void strata_session_pair_set_locked (StrataSessionPair *self, gboolean is_locked);

StrataAlignment strata_session_pair_get_alignment (StrataSessionPair *self);
void strata_session_pair_align (StrataSessionPair *self, const StrataAlignment *alignment);
void strata_session_pair_align_starts (StrataSessionPair *self);
void strata_session_pair_align_absolute (StrataSessionPair *self);
gboolean strata_session_pair_align_slices (StrataSessionPair *self, gboolean is_scaled);
gboolean strata_session_pair_align_areas (StrataSessionPair *self);
gboolean strata_session_pair_align_nth (StrataSessionPair *self, const char *name, guint n);
gboolean strata_session_pair_align_bookmarks (StrataSessionPair *self, guint n, gboolean is_scaled);
gboolean strata_session_pair_align_cursors (StrataSessionPair *self);
gboolean strata_session_pair_align_frame (StrataSessionPair *self, const StrataDiffFrames *row, guint n);
void strata_session_pair_shift (StrataSessionPair *self, StrataDiffSide side, double delta_px);
gint64 strata_session_pair_map (StrataSessionPair *self, StrataDiffSide side, gint64 time_ns);

StrataThreadMatch *strata_session_pair_get_threads (StrataSessionPair *self);
void strata_session_pair_match_threads (StrataSessionPair *self, guint32 a, guint32 b);
guint32 strata_session_pair_find_lane (StrataSessionPair *self, StrataDiffSide side, guint32 index);
guint32 strata_session_pair_find_counterpart (StrataSessionPair *self, StrataDiffSide side, guint32 slice);
StrataDiffSide strata_session_pair_get_leader (StrataSessionPair *self);
gboolean strata_session_pair_get_calls (StrataSessionPair *self, guint32 slices[STRATA_N_DIFF_SIDES]);
StrataFrames *const *strata_session_pair_get_frames (StrataSessionPair *self);
gboolean strata_session_pair_get_distance (StrataSessionPair *self, gint64 *distance_ns);
void strata_session_pair_centre_calls (StrataSessionPair *self, StrataDiffSide side);
GArray *strata_session_pair_compare_calls (StrataSessionPair *self, guint most_rows, gboolean *is_cut);

void strata_session_pair_add_latency (StrataSessionPair *self, const char *from, const char *to);
void strata_session_pair_remove_latency (StrataSessionPair *self, guint index);
void strata_session_pair_remove_latencies (StrataSessionPair *self);
GArray *strata_session_pair_list_latencies (StrataSessionPair *self);
const char *strata_session_pair_get_selected_name (StrataSessionPair *self);
gboolean strata_session_pair_get_selected_names (StrataSessionPair *self, const char **from, const char **to);

G_END_DECLS
