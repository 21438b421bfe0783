/* strata-callsite-builder.h - builds the tree of sampled stacks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-callsites.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

guint32 strata_trace_builder_enter_call (StrataTraceBuilder *self, guint32 caller, const StrataCallFrame *frame);
gboolean strata_trace_builder_knows_library (const StrataTraceBuilder *self, guint32 path);
void strata_trace_builder_describe_library (StrataTraceBuilder *self, guint32 path, const StrataLibrary *library);
void strata_trace_builder_add_call_sample (StrataTraceBuilder *self, const StrataCallSample *sample);
void strata_trace_builder_lose_call_samples (StrataTraceBuilder *self, gint64 time_ns, guint32 cpu, guint64 n_lost);
void strata_trace_builder_have_sampled_slices (StrataTraceBuilder *self);

G_END_DECLS
