/* strata-atrace-kill.h - kills for memory that markers tell
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

gboolean strata_atrace_is_told_kill (StrataTrace *trace, guint32 instant);

G_END_DECLS
