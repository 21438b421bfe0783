/* strata-diff-judge.h - decides the verdict on a name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff.h"

G_BEGIN_DECLS

gboolean strata_diff_judge_can_matter (const StrataDiff *self, const StrataDiffRow *row, double mean_change_ns, double mean_change_frac);
StrataDiffVerdict strata_diff_judge (const StrataDiff *self, const StrataDiffRow *row, gboolean could_be_sure);

G_END_DECLS
