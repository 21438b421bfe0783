/* strata-diff-document.h - a comparison as one JSON document
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-page.h"

G_BEGIN_DECLS

void strata_diff_document_write (StrataOutput *output, StrataDiff *diff, const char *by, char *const files[STRATA_N_DIFF_SIDES], StrataTrace *const traces[STRATA_N_DIFF_SIDES], GArray *threads, GArray *frames, GArray *measures);

G_END_DECLS
