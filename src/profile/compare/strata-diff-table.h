/* strata-diff-table.h - tables of a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-call-match.h"
#include "strata-diff-frames.h"
#include "strata-diff-threads.h"
#include "strata-table.h"

G_BEGIN_DECLS

void strata_diff_table_write_summary (StrataOutput *output, const StrataDiff *diff);

G_END_DECLS
