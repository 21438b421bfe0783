/* scene-fixture.h - small traces for tests of the scene
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace-builder.h"

StrataTraceBuilder *fixture_builder_new (void);
guint32 fixture_name (StrataTraceBuilder *builder, const char *text);
guint32 fixture_args (StrataTraceBuilder *builder, const char *text);
guint32 fixture_thread (StrataTraceBuilder *builder, gint64 pid, const char *process_name, gint64 tid, const char *name);
void fixture_slice (StrataTraceBuilder *builder, guint32 thread, gint64 begin_ns, gint64 end_ns, const char *name);
StrataTrace *fixture_hour_trace_new (void);
StrataTrace *fixture_trace_new (void);
void fixture_chain_slice (StrataTraceBuilder *builder, guint32 thread, gint64 begin_ns, gint64 end_ns, const char *name, const char *chain);
StrataTrace *fixture_chain_trace_new (void);
StrataTrace *fixture_path_trace_new (void);
StrataTrace *fixture_machine_trace_new (void);
StrataTrace *fixture_look_trace_new (void);
StrataTrace *fixture_counters_trace_new (void);
