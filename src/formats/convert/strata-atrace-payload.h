/* strata-atrace-payload.h - items of a trace as payloads of markers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The parts of an item that do not fit into the payload of a marker. */
typedef struct
{
  guint32 category;       /* string id of its category */
  guint32 args;           /* id of its arguments */
  gboolean is_call;       /* whether a call begins */
  gboolean is_sampled;    /* whether it was derived from samples */
  gboolean is_of_nobody;  /* whether no thread wrote it */
  gboolean has_no_cookie; /* whether its cookie was made by this program */
  gboolean has_duration;  /* whether an asynchronous slice without an end was over before the trace */
  gint64 lasts_ns;        /* how long it lasted */
  guint32 renamed;        /* index of an asynchronous slice that is written with another cookie than its own, or STRATA_NONE */
} StrataAtraceRest;

void strata_atrace_append_text (GString *out, const char *text);
void strata_atrace_append_begin (GString *out, StrataTrace *trace, gint64 pid, guint32 slice);
void strata_atrace_append_end (GString *out, StrataTrace *trace, gint64 pid, guint32 slice);
void strata_atrace_append_async (GString *out, StrataTrace *trace, const StrataTrack *track, gint64 pid, guint32 slice, guint32 own_cookie, gboolean is_start);
void strata_atrace_append_sample (GString *out, StrataTrace *trace, const StrataCounter *counter, gint64 pid, guint32 sample);
StrataAtraceRest strata_atrace_find_call_rest (StrataTrace *trace, guint32 slice);
StrataAtraceRest strata_atrace_find_async_rest (StrataTrace *trace, guint32 slice);
StrataAtraceRest strata_atrace_find_instant_rest (StrataTrace *trace, guint32 instant);
void strata_atrace_append_rest (GString *out, StrataTrace *trace, const StrataAtraceRest *rest);
const char *strata_atrace_find_kernel_event (StrataTrace *trace, const StrataCounter *counter, gint64 value, char **args);
void strata_atrace_append_instant (GString *out, StrataTrace *trace, gint64 pid, guint32 instant);
gint64 strata_atrace_find_method_pid (StrataTrace *trace);

G_END_DECLS
