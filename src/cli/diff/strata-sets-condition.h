/* strata-sets-condition.h - conditions on a comparison of sets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-condition.h"
#include "strata-runs-diff.h"

G_BEGIN_DECLS

gboolean strata_sets_condition_check (const StrataDiffCondition *self, const StrataRunsDiff *diff, const StrataRunsOptions *options, GString *reasons, GError **error);

G_END_DECLS
