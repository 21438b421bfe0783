/* strata-atrace-payload.h - items of a trace as payloads of markers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

void strata_atrace_append_text (GString *out, const char *text);
void strata_atrace_append_begin (GString *out, StrataTrace *trace, gint64 pid, guint32 slice);
void strata_atrace_append_end (GString *out, StrataTrace *trace, gint64 pid, guint32 slice);
void strata_atrace_append_async (GString *out, StrataTrace *trace, const StrataTrack *track, gint64 pid, guint32 slice, gboolean is_start);
void strata_atrace_append_sample (GString *out, StrataTrace *trace, const StrataCounter *counter, gint64 pid, guint32 sample);
guint64 strata_atrace_count_lost_args (StrataTrace *trace);
const char *strata_atrace_find_kernel_event (StrataTrace *trace, const StrataCounter *counter, gint64 value, char **args);
void strata_atrace_append_instant (GString *out, StrataTrace *trace, gint64 pid, guint32 instant);
gint64 strata_atrace_find_method_pid (StrataTrace *trace);

G_END_DECLS
