/* strata-diff-samples.h - how long each call of each row of a profile took
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-count-test.h"
#include "strata-profile.h"

G_BEGIN_DECLS

/**
 * StrataDiffUnfinished:
 * @own_ns: wall and CPU time of the calls without their children's
 * @outermost_ns: wall and CPU time of those that are not inside another call of their name
 *
 * Times of calls of a name that had not ended when the capture did: how long they are says when the
 * capture was stopped.
 */
typedef struct
{
  gint64 own_ns[2];
  gint64 outermost_ns[2];
} StrataDiffUnfinished;

/**
 * StrataDiffSamples:
 * @total: for each finished call strata_rank_test_value() of its time, those of a row together
 * @self: the same of its time without its children's
 * @first: (array length=n_rows+1): where those of each row begin
 * @blocks: (array length=n_rows*16): how many calls of each row begin in each of 16 parts of the scope's time
 * @steps: (array length=n_rows*16): how many of them are in each of 16 parts of the calls of their thread
 * @unfinished: (array length=n_rows): what the sums of the profile have of calls that did not finish
 *
 * Times of calls in the clock of the profile's scope, in the order in which the calls of a thread end.
 */
typedef struct
{
  guint32 *total;
  guint32 *self;
  gsize *first;
  guint16 *blocks;
  guint16 *steps;
  StrataDiffUnfinished *unfinished;
} StrataDiffSamples;

gboolean strata_diff_samples_init (StrataDiffSamples *self, const StrataProfile *profile, GCancellable *cancellable, GError **error);
void strata_diff_samples_clear (StrataDiffSamples *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataDiffSamples, strata_diff_samples_clear)

G_END_DECLS
