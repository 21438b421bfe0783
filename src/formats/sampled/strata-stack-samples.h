/* strata-stack-samples.h - turns samples of a profiler into slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-callsites.h"
#include "strata-event-sink.h"
#include "strata-ftrace-line.h"
#include "strata-stack-events.h"
#include "strata-stack-nodes.h"

G_BEGIN_DECLS

/**
 * StrataStackSamples:
 *
 * Samples of any profiler. A reader adds the event, time, thread and weight of each sample; this class turns them into
 * slices, in the same way for all formats.
 */
typedef struct _StrataStackSamples StrataStackSamples;

StrataStackSamples *strata_stack_samples_new (StrataTraceBuilder *builder);
void strata_stack_samples_set_beside (StrataStackSamples *self, StrataEventSink *sink, gboolean is_placed);
void strata_stack_samples_keep_calls (StrataStackSamples *self);
void strata_stack_samples_free (StrataStackSamples *self);
StrataStackNodes *strata_stack_samples_get_nodes (StrataStackSamples *self);
StrataStackEvents *strata_stack_samples_get_events (StrataStackSamples *self);
guint32 strata_stack_samples_get_event (StrataStackSamples *self, const char *name, const char *unit, gint64 unit_ns);
guint32 strata_stack_samples_get_kernel_event (StrataStackSamples *self, StrataText name, gboolean has_weights);
guint32 strata_stack_samples_get_thread (StrataStackSamples *self, guint32 event, gint64 pid, gint64 tid, StrataText name);
guint32 strata_stack_samples_intern (StrataStackSamples *self, StrataText text);
guint32 strata_stack_samples_intern_library (StrataStackSamples *self, StrataText library);
guint32 strata_stack_samples_intern_place (StrataStackSamples *self, const char *key, StrataText text);
void strata_stack_samples_add_fraction (StrataStackSamples *self, guint32 event, guint32 thread, guint32 node, gint64 weight, guint32 billionths);
void strata_stack_samples_add (StrataStackSamples *self, guint32 event, guint32 thread, gint64 time_ns, guint32 node, gint64 weight);
guint32 strata_stack_samples_enter_call (StrataStackSamples *self, guint32 caller, guint32 node, const StrataCallFrame *call);
void strata_stack_samples_add_row (StrataStackSamples *self, guint32 event, gint64 pid, gint64 tid, StrataCallSample *row);
void strata_stack_samples_add_stack (StrataStackSamples *self, StrataSampler sampler, guint32 event, gint64 pid, gint64 tid, gint64 time_ns, guint32 callsite);
void strata_stack_samples_lose (StrataStackSamples *self, gint64 time_ns, guint32 cpu, guint64 n_lost);
gboolean strata_stack_samples_play (StrataStackSamples *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataStackSamples, strata_stack_samples_free)

G_END_DECLS
