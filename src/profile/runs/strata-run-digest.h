/* strata-run-digest.h - what a run is, in a number
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

guint64 strata_run_digest (StrataTrace *trace);

G_END_DECLS
