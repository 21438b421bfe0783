/* strata-counter-units.h - units of counters
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

const char *strata_counter_units_find (StrataTrace *trace, guint32 counter);

G_END_DECLS
