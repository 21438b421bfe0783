/* strata-cpu-title.h - the title of a CPU
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

char *strata_cpu_dup_title (StrataTrace *trace, guint32 cpu);

G_END_DECLS
