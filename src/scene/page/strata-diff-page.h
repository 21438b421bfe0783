/* strata-diff-page.h - a comparison as a page for browsers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-frames.h"
#include "strata-diff-threads.h"
#include "strata-output.h"

G_BEGIN_DECLS

void strata_diff_page_write (StrataOutput *output, StrataDiff *diff, char *const files[STRATA_N_DIFF_SIDES], StrataTrace *const traces[STRATA_N_DIFF_SIDES], const StrataScope scopes[STRATA_N_DIFF_SIDES], GArray *threads, GArray *frames, GArray *measures);

G_END_DECLS
