/* strata-ftrace-replay.h - tokens of a capture become a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-reader.h"

G_BEGIN_DECLS

StrataFtraceReplay *strata_ftrace_replay_new (StrataFtraceReader *reader);
void strata_ftrace_replay_free (StrataFtraceReplay *self);
gboolean strata_ftrace_replay_follow (StrataFtraceReplay *self, gboolean has_ended);
void strata_ftrace_replay (StrataFtraceReader *reader);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceReplay, strata_ftrace_replay_free)

G_END_DECLS
