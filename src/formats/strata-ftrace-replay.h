/* strata-ftrace-replay.h - tokens of a capture become a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-reader.h"

G_BEGIN_DECLS

void strata_ftrace_replay (StrataFtraceReader *reader);

G_END_DECLS
