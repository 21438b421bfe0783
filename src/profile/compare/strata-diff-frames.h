/* strata-diff-frames.h - compares the frames of two traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-spread.h"
#include "strata-frames.h"
#include "strata-thread-match.h"

G_BEGIN_DECLS

/* The frames of a thread in both traces. */
typedef struct
{
  guint32 group[STRATA_N_DIFF_SIDES]; /* index of the group of frames of each side, or STRATA_NONE */
  /* totals of its frames; zeros for none */
  StrataFrameSummary summary[STRATA_N_DIFF_SIDES];
  char *title;        /* the name of their thread */
  gboolean is_system; /* whether it is the compositor's */
} StrataDiffFrames;

/* Parts of a frame that are measured. */
typedef enum
{
  STRATA_FRAME_WHOLE,  /* from its start until all was done */
  STRATA_FRAME_UI,     /* on the UI thread */
  STRATA_FRAME_RENDER, /* after the UI thread */
} StrataFramePart;

#define STRATA_N_FRAME_PARTS (STRATA_FRAME_RENDER + 1)

GArray *strata_diff_frames_new (StrataFrames *const frames[STRATA_N_DIFF_SIDES], const StrataThreadMatch *match);
gint64 strata_diff_frames_get_part_ns (const StrataFrameRow *frame, StrataFramePart part);
void strata_diff_frames_spread (const StrataDiffFrames *self, StrataFrames *const frames[STRATA_N_DIFF_SIDES], StrataFramePart part, StrataDiffSpread *spread);
double strata_diff_frames_test_late (const double n_judged[STRATA_N_DIFF_SIDES], const double n_late[STRATA_N_DIFF_SIDES]);
double strata_diff_frames_get_late_p (const StrataDiffFrames *self);
guint strata_diff_frames_get_n_late (const StrataDiffFrames *self, StrataDiffSide side);
gboolean strata_diff_frames_get_nth (const StrataDiffFrames *self, StrataFrames *const frames[STRATA_N_DIFF_SIDES], guint n, gint64 begin_ns[STRATA_N_DIFF_SIDES]);
gboolean strata_diff_frames_find_nth (StrataFrames *const frames[STRATA_N_DIFF_SIDES], const StrataThreadMatch *match, const StrataSpan spans[STRATA_N_DIFF_SIDES], guint n, gint64 begin_ns[STRATA_N_DIFF_SIDES]);

G_END_DECLS
