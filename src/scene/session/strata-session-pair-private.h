/* strata-session-pair-private.h - internals of a pair of sessions
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session-pair.h"

G_BEGIN_DECLS

/* While it is locked, each view follows the other at the corresponding times. So that one can show
 * times that only the other has, the bounds of each include those of the other. Selecting a call
 * selects its counterpart, and the axes are shifted so that both begin at the same place, unless
 * the user has aligned them. */
struct _StrataSessionPair
{
  GObject parent_instance;

  StrataSession *sessions[STRATA_N_DIFF_SIDES]; /* owned */
  StrataThreadMatch *threads;                   /* owned */
  GArray *by_hand;                              /* (element-type StrataMatch) owned */
  StrataCallMatch *calls;                       /* owned */
  StrataFrames *frames[STRATA_N_DIFF_SIDES];    /* borrowed from the sessions; NULL until requested */
  StrataAlignment alignment;
  gboolean is_locked;
  StrataDiffSide leader;               /* the side of the last selection */
  GArray *latencies;                   /* (element-type StrataLatencyNames) owned; nullable */
  char *selected_names[2];             /* owned; nullable: names of the last selection but one, and of the last */
  GArray *places[STRATA_N_DIFF_SIDES]; /* (element-type guint8) owned: by lane, whether it is pinned, hidden or collapsed */
  char *filters[STRATA_N_DIFF_SIDES];  /* owned; nullable: the filter of its lanes */
  guint n_following;                   /* above 0, received signals are of our own making */
};

/* Remembers the arrangement of the lanes on both sides, to recognise later what the user
 * changed. */
void strata_session_pair_note_lanes (StrataSessionPair *self);

/* Returns which side of the pair @view is. */
StrataDiffSide strata_session_pair_get_side (const StrataSessionPair *self, StrataView *view);

/* Handler of "lanes-changed" of either view: if they are locked, arranges the lanes of the other
 * side the same way. */
void strata_session_pair_on_lanes_changed (StrataView *view, StrataLanesChange change, StrataSessionPair *self);

/* Sets how the time axes are aligned. The view of @leader stays; the other side follows, locked
 * or not. Emits "alignment-changed". */
void strata_session_pair_realign (StrataSessionPair *self, const StrataAlignment *alignment, StrataDiffSide leader);

/* Remembers the name of the slice or instant that @session, a session of the pair, has selected. */
void strata_session_pair_note_selected (StrataSessionPair *self, StrataSession *session);

/* Frees the latencies and the names that were selected; may be called again. */
void strata_session_pair_clear_latencies (StrataSessionPair *self);

G_END_DECLS
