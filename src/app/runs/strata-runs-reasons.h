/* strata-runs-reasons.h - saves why runs are left out
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-run-set.h"

G_BEGIN_DECLS

void strata_runs_reasons_restore (StrataRunSet *set);
void strata_runs_reasons_keep (const StrataRunSet *set, StrataDiffSide side, guint run);

G_END_DECLS
