/* strata-lanes-opening.h - lanes of a newly opened trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-lanes.h"

G_BEGIN_DECLS

void strata_lanes_open_on (StrataLanes *self, guint32 process, const guint32 *threads, guint n_threads);
guint strata_lanes_count_collapsed (const StrataLanes *self);

G_END_DECLS
