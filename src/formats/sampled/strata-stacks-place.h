/* strata-stacks-place.h - places stacks without times
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-clock-marks.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

StrataClockRule strata_stacks_place (StrataTraceBuilder *builder, StrataClockFile *files, guint n_files, guint file);

G_END_DECLS
