/* strata-diff-options.h - options of a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-frames.h"
#include "strata-profile.h"

G_BEGIN_DECLS

/* Units that sums of times and counts of calls are divided by before they are compared. */
typedef enum
{
  /* automatic: per frame or per second if the captures differ in length and in their amount of
   * work, else totals */
  STRATA_DIFF_PER_CAPTURE,
  STRATA_DIFF_PER_TOTAL,  /* totals, not divided */
  STRATA_DIFF_PER_SECOND, /* divided by the seconds of the scope */
  STRATA_DIFF_PER_FRAME,  /* divided by the frames that begin in the scope */
  STRATA_DIFF_PER_CALL,   /* divided by the calls of the name */
  STRATA_DIFF_PER_WEIGHT, /* B scaled so that its samples weigh as much as A's; cannot be requested */
} StrataDiffPer;

/* The units that can be requested. */
#define STRATA_N_DIFF_PERS (STRATA_DIFF_PER_CALL + 1)

/* By default, a change matters if it is at least 1 % of the scope, or at least 4 % of the name's
 * self time and 1 % of a frame's budget (at 60 frames a second; of the scope if that is shorter). */
typedef struct
{
  StrataProfileBy by; /* how calls are grouped: usually STRATA_PROFILE_BY_SHAPE */
  StrataDiffPer per;  /* the unit that sums are divided by */
  gint64 limit_ns;    /* the least change of a name's time in the scope of A that matters, or 0 */
  double limit_frac;  /* the same as a fraction of the scope's length, or 0; if both are 0, the default applies */
} StrataDiffOptions;

/* The units that were chosen for two captures. */
typedef struct
{
  StrataDiffPer per; /* the unit that sums are divided by; not STRATA_DIFF_PER_CAPTURE */
  double n[2];       /* how many units each side has; 1 for totals or calls */
} StrataDiffUnits;

gboolean strata_diff_per_parse (const char *text, StrataDiffPer *per);
const char *strata_diff_per_get_id (StrataDiffPer per);
const char *strata_diff_per_get_title (StrataDiffPer per);
gboolean strata_diff_check_units (StrataTrace *const traces[2], GError **error);
StrataDiffUnits strata_diff_units_choose (StrataDiffPer per, StrataTrace *const traces[2], const StrataScope scopes[2], const guint64 n_calls[2], GCancellable *cancellable);
StrataDiffUnits strata_diff_units_choose_for_weights (StrataDiffPer per, const gint64 weights[2]);
gboolean strata_diff_units_are_like (const StrataDiffUnits *self);
gboolean strata_diff_options_has_frame (const StrataFrames *frames, const StrataFrameRow *frame, const StrataScope *scope);
gint64 strata_diff_options_get_limit_ns (const StrataDiffOptions *self, gint64 length_ns);
gint64 strata_diff_options_get_floor_ns (const StrataScope *scope);
gboolean strata_diff_options_parse_limit (StrataDiffOptions *self, const char *text);

G_END_DECLS
