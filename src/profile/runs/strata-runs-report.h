/* strata-runs-report.h - a comparison of sets as an HTML page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-output.h"
#include "strata-runs-diff.h"

G_BEGIN_DECLS

void strata_runs_report_write (StrataOutput *output, const StrataRunsDiff *diff);

G_END_DECLS
