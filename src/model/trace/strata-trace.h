/* strata-trace.h - a loaded trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib-object.h>

#include "strata-attr-table.h"
#include "strata-chains.h"
#include "strata-diagnostics.h"
#include "strata-inputs.h"
#include "strata-kind-table.h"
#include "strata-line-store.h"
#include "strata-slice-table.h"
#include "strata-states.h"
#include "strata-string-pool.h"
#include "strata-tables.h"

G_BEGIN_DECLS

/* The durations that the slices of a trace have. The time axis is wall time if that is known. In a
 * trace with only the CPU clock, it is the running time of all threads, one after the other in the
 * order in which they ran. */
typedef enum
{
  STRATA_CLOCK_WALL = 1 << 0, /* elapsed time is known */
  STRATA_CLOCK_CPU = 1 << 1,  /* CPU time of the threads is known */
} StrataClocks;

#define STRATA_TYPE_TRACE (strata_trace_get_type ())
G_DECLARE_FINAL_TYPE (StrataTrace, strata_trace, STRATA, TRACE, GObject)

/* A property: the unit of the axis of a trace if it is not time, such as "cycles", "bytes" or "samples". */
#define STRATA_UNIT_PROPERTY "unit"

/* The name of time switched out, as in Traceview. */
#define STRATA_SWITCH_NAME "(context switch)"

/* The notes that came with a trace, if any: a property. */
#define STRATA_NOTES_PROPERTY "strata-notes"

const char *strata_trace_get_format_id (StrataTrace *self);
const char *strata_trace_get_format_name (StrataTrace *self);
StrataSpan strata_trace_get_span (StrataTrace *self);
StrataClocks strata_trace_get_clocks (StrataTrace *self);
StrataClocks strata_trace_get_axis (StrataTrace *self);
StrataTrace *strata_trace_get_base (StrataTrace *self);
guint32 strata_trace_get_switch_name (StrataTrace *self);
gint64 strata_trace_get_start_time_us (StrataTrace *self);
const StrataCounts *strata_trace_get_counts (StrataTrace *self);
const StrataDiagnostics *strata_trace_get_diagnostics (StrataTrace *self);
const StrataInput *strata_trace_get_inputs (StrataTrace *self, guint *n_inputs);
const char *strata_trace_get_property (StrataTrace *self, const char *key);
const char *strata_trace_get_unit (StrataTrace *self);

const char *strata_trace_get_string (StrataTrace *self, guint32 id);
const StrataStringPool *strata_trace_get_strings (StrataTrace *self);
const StrataAttrTable *strata_trace_get_attrs (StrataTrace *self);

const StrataProcess *strata_trace_get_processes (StrataTrace *self, guint *n_processes);
const StrataThread *strata_trace_get_threads (StrataTrace *self, guint *n_threads);
gboolean strata_trace_is_main_thread (StrataTrace *self, const StrataThread *thread);
const StrataTrack *strata_trace_get_tracks (StrataTrace *self, guint *n_tracks);
const StrataTrackPlace *strata_trace_get_places (StrataTrace *self, guint *n_places);
const StrataCounter *strata_trace_get_counters (StrataTrace *self, guint *n_counters);
const StrataCpu *strata_trace_get_cpus (StrataTrace *self, guint *n_cpus);
guint32 strata_trace_find_cpu (StrataTrace *self, guint32 number);
guint32 strata_trace_find_cpu_of_run (StrataTrace *self, guint32 run);
const StrataLoss *strata_trace_get_losses (StrataTrace *self, guint *n_losses);
guint32 strata_trace_find_loss (StrataTrace *self, guint32 cpu, gint64 time_ns);
const StrataThreadName *strata_trace_get_thread_names (StrataTrace *self, guint *n_names);

const StrataSliceTable *strata_trace_get_slices (StrataTrace *self);
const StrataCpuRuns *strata_trace_get_cpu_runs (StrataTrace *self);
const StrataStates *strata_trace_get_states (StrataTrace *self);
const StrataSamples *strata_trace_get_samples (StrataTrace *self);
const StrataInstants *strata_trace_get_instants (StrataTrace *self);
const StrataChains *strata_trace_get_chains (StrataTrace *self);
void strata_trace_get_hop (StrataTrace *self, guint32 chain_row, StrataHop *hop);
const char *strata_hop_kind_get_name (StrataHopKind kind);

/* strata-trace-text.c: the text that it was read from. */
guint strata_trace_get_n_line_stores (StrataTrace *self);
StrataLineStore *strata_trace_get_line_store (StrataTrace *self, guint file);
const StrataKind *strata_trace_get_kinds (StrataTrace *self, guint *n_kinds);

void strata_trace_get_row (StrataTrace *self, const StrataTrack *track, guint32 depth, guint32 *begin, guint32 *end);
guint32 strata_trace_count_rows (StrataTrace *self);
gboolean strata_trace_has_calls (StrataTrace *self);
guint32 strata_trace_find_track (StrataTrace *self, guint32 slice);
guint32 strata_trace_find_counter (StrataTrace *self, guint32 sample);
guint32 strata_trace_find_thread (StrataTrace *self, guint32 slice);
guint32 strata_trace_find_process (StrataTrace *self, guint32 slice);
gboolean strata_trace_has_cpu_time (StrataTrace *self, guint32 slice);
gint64 strata_trace_get_cpu_begin_ns (StrataTrace *self, guint32 slice);
guint32 strata_trace_find_parent (StrataTrace *self, guint32 slice);

gboolean strata_trace_can_change_clock (StrataTrace *self);
StrataTrace *strata_trace_new_on_cpu_clock (StrataTrace *base);

/* Buffer size for the value of a sample as text. */
#define STRATA_SAMPLE_BYTES 40

const char *strata_trace_format_sample (StrataTrace *self, guint32 sample, char text[STRATA_SAMPLE_BYTES]);
gint64 strata_trace_get_counter_end_ns (StrataTrace *self, const StrataCounter *counter);
guint32 strata_trace_find_sample (StrataTrace *self, const StrataCounter *counter, gint64 time_ns);

G_END_DECLS
