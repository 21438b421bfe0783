/* strata-diff-samples.h - how long each call of each row of a profile took
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-profile.h"

G_BEGIN_DECLS

/**
 * StrataDiffSamples:
 * @total: for each finished call strata_rank_test_value() of its time, those of a row together
 * @self: likewise its time without its children's
 * @first: (array length=n_rows+1): where those of each row begin
 *
 * Times of calls in the clock of the profile's scope, not sorted.
 */
typedef struct
{
  guint32 *total;
  guint32 *self;
  gsize *first;
} StrataDiffSamples;

gboolean strata_diff_samples_init (StrataDiffSamples *self, const StrataProfile *profile, GCancellable *cancellable, GError **error);
void strata_diff_samples_clear (StrataDiffSamples *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataDiffSamples, strata_diff_samples_clear)

G_END_DECLS
