/* strata-recordings.h - a trace of several recordings
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace-builder.h"

G_BEGIN_DECLS

/* The least pause between two recordings. Files or parts of one recording follow more closely. */
#define STRATA_LEAST_PAUSE_NS G_GINT64_CONSTANT (1000000000)

void strata_trace_builder_end_recording (StrataTraceBuilder *self, guint device, gint64 time_ns, gint64 begin_ns);

G_END_DECLS
