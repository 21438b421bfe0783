/* strata-diff-runner.h - the comparison of two sessions, kept up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff.h"
#include "strata-session-pair.h"

G_BEGIN_DECLS

#define STRATA_TYPE_DIFF_RUNNER (strata_diff_runner_get_type ())
G_DECLARE_FINAL_TYPE (StrataDiffRunner, strata_diff_runner, STRATA, DIFF_RUNNER, GObject)

/* Signals, without arguments:
 *   started  something else is being compared
 *   ready    there is a comparison, or a hint why there is none */

StrataDiffRunner *strata_diff_runner_new (StrataSessionPair *pair);
StrataDiff *strata_diff_runner_get_diff (StrataDiffRunner *self);
const char *strata_diff_runner_get_hint (StrataDiffRunner *self);

G_END_DECLS
