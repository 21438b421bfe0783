/* strata-async-roots.h - nesting of asynchronous slices when they are written
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

guint32 *strata_async_find_roots (StrataTrace *trace);

G_END_DECLS
