/* strata-path-call.h - the call that a thread of a critical path was mostly in
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-critical-path.h"

G_BEGIN_DECLS

guint32 strata_path_call_find (StrataTrace *trace, const StrataCriticalPath *path, guint32 thread, gint64 *inside_ns);

G_END_DECLS
