/* strata-listed-builder.h - collects processes and threads without events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace-builder.h"

G_BEGIN_DECLS

/* Until the trace is finished, the index of a process without events has this bit. */
#define STRATA_LISTED (1u << 31)

/* The idle process, which started the first ones, if it has no events. */
#define STRATA_LISTED_IDLE (G_MAXUINT32 - 1)

guint32 strata_trace_builder_list_process (StrataTraceBuilder *self, gint64 pid, guint32 name);
guint32 strata_trace_builder_list_thread (StrataTraceBuilder *self, gint64 tid, guint32 process, guint32 name, gint64 end_ns);
void strata_trace_builder_list_main_threads (StrataTraceBuilder *self);
StrataProcess *strata_trace_builder_get_listed_process (StrataTraceBuilder *self, guint32 process);
void strata_trace_builder_set_listed_parent (StrataTraceBuilder *self, guint32 process, guint32 parent);

G_END_DECLS
