/* strata-counter-names.h - names of counters as in PerfettoSQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

char *strata_counter_names_dup (StrataTrace *trace, const StrataCounter *counter, gboolean *is_in_kb);

G_END_DECLS
