/* strata-runs-text.h - a comparison of sets as text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-runs-diff.h"

G_BEGIN_DECLS

char *strata_runs_dup_value (StrataRunsUnit unit, const char *amount, double value);
char *strata_runs_dup_delta (StrataRunsUnit unit, const char *amount, double delta);
char *strata_runs_dup_interval (const StrataRunsRow *row);
char *strata_runs_dup_name (const StrataRunsDiff *diff, const StrataRunsRow *row);
char *strata_runs_dup_summary (const StrataRunsDiff *diff);
char *strata_runs_dup_order (const StrataRunsDiff *diff);
char *strata_runs_dup_late (const StrataRunsDiff *diff);
char *strata_runs_dup_left_out (const StrataRunsDiff *diff, StrataDiffSide side, guint run);

G_END_DECLS
