/* strata-recordings.h - a trace of several recordings
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace-builder.h"

G_BEGIN_DECLS

void strata_trace_builder_end_recording (StrataTraceBuilder *self, guint device, gint64 time_ns);

G_END_DECLS
