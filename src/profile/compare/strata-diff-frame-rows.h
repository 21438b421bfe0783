/* strata-diff-frame-rows.h - the table of frames in a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-frames.h"
#include "strata-rows.h"

G_BEGIN_DECLS

extern const StrataRowClass strata_diff_frame_rows_class;
StrataRows *strata_diff_frame_rows_new (GArray *frames);
const StrataDiffFrames *strata_diff_frame_rows_get (const StrataRows *rows, guint row);

G_END_DECLS
