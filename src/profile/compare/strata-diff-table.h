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

void strata_diff_table_write (StrataOutput *output, const StrataDiff *diff, StrataTableStyle style);
void strata_diff_table_write_summary (StrataOutput *output, const StrataDiff *diff);
void strata_diff_table_write_relatives (StrataOutput *output, const StrataDiff *diff, const StrataDiffRow *row, StrataTableStyle style);
void strata_diff_table_write_threads (StrataOutput *output, StrataTrace *const traces[STRATA_N_DIFF_SIDES], GArray *threads, StrataTableStyle style);
void strata_diff_table_write_frames (StrataOutput *output, GArray *frames, StrataTableStyle style);
void strata_diff_table_write_calls (StrataOutput *output, StrataTrace *const traces[STRATA_N_DIFF_SIDES], GArray *rows, StrataTableStyle style);

G_END_DECLS
