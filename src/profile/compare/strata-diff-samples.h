/* strata-diff-samples.h - the times of all calls of each row of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-count-test.h"
#include "strata-profile.h"

G_BEGIN_DECLS

/* Times of a name's calls that had not ended when the capture did: their durations only depend on
 * when it was stopped. */
typedef struct
{
  gint64 own_ns[2];       /* wall and CPU self time of the calls */
  gint64 outermost_ns[2]; /* wall and CPU time of the calls that are not inside another call of their name */
} StrataDiffUnfinished;

/* Times of calls by the clock of the profile's scope, in the order in which the calls of a thread
 * end. */
typedef struct
{
  guint32 *total;                   /* strata_rank_test_value() of the time of each finished call, grouped by row */
  guint32 *self;                    /* the same for its self time */
  gsize *first;                     /* (array length=n_rows+1): where the values of each row begin */
  guint16 *blocks;                  /* (array length=n_rows*16): how many calls of each row begin in each of 16 parts of the scope's time */
  guint16 *steps;                   /* (array length=n_rows*16): how many of them are in each of 16 parts of the calls of their thread */
  StrataDiffUnfinished *unfinished; /* (array length=n_rows): the part of the profile's sums that is from unfinished calls */
} StrataDiffSamples;

gboolean strata_diff_samples_init (StrataDiffSamples *self, const StrataProfile *profile, GCancellable *cancellable);
void strata_diff_samples_clear (StrataDiffSamples *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataDiffSamples, strata_diff_samples_clear)

G_END_DECLS
