/* strata-inclusive.h - names by the time spent in them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

guint32 *strata_inclusive_rank_names (StrataTrace *trace);

G_END_DECLS
