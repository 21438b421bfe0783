/* strata-frame-rows.h - frames as a table for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-frames.h"
#include "strata-table.h"

G_BEGIN_DECLS

const StrataTableColumn *strata_frame_rows_get_columns (guint *n_columns);
void strata_frame_rows_write (StrataTable *table, const StrataFrames *frames, guint32 frame);

G_END_DECLS
