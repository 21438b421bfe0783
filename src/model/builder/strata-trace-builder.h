/* strata-trace-builder.h - builds a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-counter-notes.h"
#include "strata-method-log.h"
#include "strata-packages.h"
#include "strata-trace.h"

G_BEGIN_DECLS

typedef struct _StrataTraceBuilder StrataTraceBuilder;

/* What is asked of readers. */
typedef struct
{
  gboolean rebuilds_callers; /* whether calls that were entered before the trace began are rebuilt from their exits */
  /* whether samples are placed one after another, each as long as its weight, even if their times
   * are known */
  gboolean lays_by_weight;
  gint64 sample_interval_ns; /* ns from one sample to the next in files that do not contain it; 0 if not known */
  /* borrowed; nullable: keeps the records of a method trace unprocessed, instead of converting
   * them to calls */
  StrataMethodLog *method_log;
} StrataReadOptions;

typedef enum
{
  STRATA_ASYNC_NAME,  /* keyed by name (phases S and F) */
  STRATA_ASYNC_TRACK, /* keyed by named track (phases G and H) */
  /* the kernel's work on a CPU, such as interrupts; the key's `process` is the number of the CPU,
   * and its `name` that of the lane */
  STRATA_ASYNC_CPU,
  /* the kernel's work for a thread, such as binder calls and I/O; the key's `process` is the index
   * of the thread, and its `name` that of the lane */
  STRATA_ASYNC_THREAD,
} StrataAsyncKind;

/* The key that an end shares with its start. */
typedef struct
{
  gint64 cookie;    /* the number that distinguishes equal names */
  guint32 process;  /* index of the process, or another owner depending on @kind */
  guint32 name;     /* string id of the name or the named track */
  guint32 kind;     /* a StrataAsyncKind; StrataAsyncKind; a fixed width avoids padding, since the key is hashed */
  guint32 is_apart; /* 1 for a key that never matches one with 0, even if the rest is equal; see its writer */
} StrataAsyncKey;

/* Where slices without an end are assumed to end. */
typedef enum
{
  STRATA_UNFINISHED_AT_TRACE_END, /* at the end of the trace */
  /* at the end of the trace if the scheduler shows that their thread stayed in its last state
   * until then, or was not recorded at all; else at the last event of their thread */
  STRATA_UNFINISHED_AT_LAST_KNOWN,
  STRATA_UNFINISHED_AT_THREAD_END, /* at the last event of their thread, as in method traces */
} StrataUnfinishedEnd;

/* A call that was entered before the trace and left during it. */
typedef struct
{
  gint64 begin_ns;        /* when it is assumed to have begun */
  gint64 begin_cpu_ns;    /* the thread's CPU clock then; STRATA_NO_TIME without one */
  gint64 end_ns;          /* when it ended */
  gint64 end_cpu_ns;      /* the thread's CPU clock then; STRATA_NO_TIME without one */
  guint32 name;           /* string id */
  StrataSliceFlags flags; /* its flags */
} StrataEnclosing;

/**
 * StrataMethodNamer:
 * @data: the user data
 * @name: (array length=n_bytes): name of a method in the file
 * @n_bytes: length of the name
 *
 * Finds another name for a method.
 *
 * Returns: (transfer full) (nullable): the name, or %NULL to keep it
 */
typedef char *(*StrataMethodNamer) (gpointer data, const char *name, gsize n_bytes);

/**
 * StrataStartFinder:
 * @data: the user data
 * @is_calendar: whether @start_us is since 1970; else since the device had started
 * @start_us: time 0 of the file, in µs
 *
 * Finds the offset between the clock of a file and that of the trace.
 *
 * Returns: the offset to add to its times, in ns
 */
typedef gint64 (*StrataStartFinder) (gpointer data, gboolean is_calendar, gint64 start_us);

/* An outermost call of a main thread. */
typedef struct
{
  guint32 thread;  /* index of its thread */
  guint32 name;    /* string id */
  gint64 begin_ns; /* when it began */
  gint64 wall_ns;  /* how long it took */
} StrataTask;

/* The clock of another device, bounded by calls to or from it. */
typedef struct
{
  gint64 offset_ns;       /* the offset to add to the times of a device, at the reference time of @drift */
  StrataDrift drift;      /* the drift of its clock */
  gint64 error_ns;        /* the uncertainty of both during the calls */
  gint64 drift_error_ppb; /* the uncertainty of @drift, by which the error grows before and after the calls */
  StrataSpan span;        /* from the first to the last call, in times of the device */
} StrataClockBounds;

StrataTraceBuilder *strata_trace_builder_new (void);
void strata_trace_builder_free (StrataTraceBuilder *self);

/* about the file */
void strata_trace_builder_set_format (StrataTraceBuilder *self, const char *id, const char *name);
void strata_trace_builder_set_clocks (StrataTraceBuilder *self, StrataClocks clocks);
StrataReadOptions *strata_trace_builder_get_options (StrataTraceBuilder *self);
void strata_trace_builder_set_start_time_us (StrataTraceBuilder *self, gint64 start_time_us);
void strata_trace_builder_add_property (StrataTraceBuilder *self, const char *key, const char *value);
const char *strata_trace_builder_get_last_property (const StrataTraceBuilder *self, const char *key);
StrataCounts *strata_trace_builder_get_counts (StrataTraceBuilder *self);
StrataDiagnostics *strata_trace_builder_get_diagnostics (StrataTraceBuilder *self);
StrataStringPool *strata_trace_builder_get_strings (StrataTraceBuilder *self);
StrataAttrTable *strata_trace_builder_get_attrs (StrataTraceBuilder *self);
void strata_trace_builder_set_method_namer (StrataTraceBuilder *self, StrataMethodNamer namer, gpointer data);
guint32 strata_trace_builder_intern_method (StrataTraceBuilder *self, const char *name, gsize n_bytes);
void strata_trace_builder_see_time (StrataTraceBuilder *self, gint64 time_ns);

/* strata-trace-text.c: the text that is read */
void strata_trace_builder_keep_lines (StrataTraceBuilder *self, const char *name);
StrataLineStore *strata_trace_builder_get_line_store (StrataTraceBuilder *self);
StrataLineStore *strata_trace_builder_keep_lines_beside (StrataTraceBuilder *self);
StrataKindTable *strata_trace_builder_get_kinds (StrataTraceBuilder *self);

/* several files */
void strata_trace_builder_begin_input (StrataTraceBuilder *self, const StrataInput *input, gboolean is_apart);
StrataInput *strata_trace_builder_end_input (StrataTraceBuilder *self);
void strata_trace_builder_end_inputs (StrataTraceBuilder *self);
StrataInput *strata_trace_builder_get_input (StrataTraceBuilder *self, guint index);
const char *strata_trace_builder_get_input_name (const StrataTraceBuilder *self);
gint64 strata_trace_builder_get_offset_ns (const StrataTraceBuilder *self);
const StrataDrift *strata_trace_builder_get_drift (const StrataTraceBuilder *self);
void strata_trace_builder_set_start_finder (StrataTraceBuilder *self, StrataStartFinder finder, gpointer data);
void strata_trace_builder_tell_start (StrataTraceBuilder *self, gboolean is_calendar, gint64 start_us);
gboolean strata_trace_builder_is_cpu_alone (const StrataTraceBuilder *self);

/* strata-input-place.c: files without times */
gint64 strata_trace_builder_get_input_pid (StrataTraceBuilder *self, guint index);
gboolean strata_trace_builder_find_task (StrataTraceBuilder *self, guint device, gint64 pid, gint64 min_ns, gint64 wanted_ns, StrataTask *task);
void strata_trace_builder_move_input (StrataTraceBuilder *self, guint index, gint64 offset_ns);
void strata_trace_builder_place_input (StrataTraceBuilder *self, guint index, const StrataTask *task);

/* processes and threads */
guint32 strata_trace_builder_add_process (StrataTraceBuilder *self, gint64 pid);
guint32 strata_trace_builder_get_process (StrataTraceBuilder *self, gint64 pid);
gint64 strata_trace_builder_get_pid (const StrataTraceBuilder *self, guint32 process);
void strata_trace_builder_name_process (StrataTraceBuilder *self, guint32 process, guint32 name);
void strata_trace_builder_set_process_parent (StrataTraceBuilder *self, guint32 process, guint32 parent);
void strata_trace_builder_set_process_uid (StrataTraceBuilder *self, guint32 process, guint32 uid);
void strata_trace_builder_set_command_line (StrataTraceBuilder *self, guint32 process, guint32 line);
void strata_trace_builder_set_process_labels (StrataTraceBuilder *self, guint32 process, guint32 labels);
void strata_trace_builder_start_process (StrataTraceBuilder *self, guint32 process, gint64 time_ns);
guint32 strata_trace_builder_add_thread (StrataTraceBuilder *self, gint64 tid);
guint32 strata_trace_builder_get_thread (StrataTraceBuilder *self, gint64 tid);
void strata_trace_builder_set_own_id (StrataTraceBuilder *self, guint32 thread, gint64 tid);
void strata_trace_builder_start_thread (StrataTraceBuilder *self, guint32 thread, gint64 time_ns);
void strata_trace_builder_end_thread (StrataTraceBuilder *self, guint32 thread, gint64 time_ns);
void strata_trace_builder_name_thread (StrataTraceBuilder *self, guint32 thread, guint32 name);
void strata_trace_builder_rename_thread (StrataTraceBuilder *self, guint32 thread, gint64 time_ns, guint32 old_name, guint32 name);
guint32 strata_trace_builder_get_thread_name (StrataTraceBuilder *self, guint32 thread);
gint64 strata_trace_builder_get_tid (const StrataTraceBuilder *self, guint32 thread);
guint32 strata_trace_builder_get_thread_process (const StrataTraceBuilder *self, guint32 thread);
char *strata_trace_builder_dup_process_title (const StrataTraceBuilder *self, gint64 pid);
void strata_trace_builder_set_thread_process (StrataTraceBuilder *self, guint32 thread, guint32 process);

/* calls */
void strata_trace_builder_begin_slice (StrataTraceBuilder *self, guint32 thread, gint64 time_ns, gint64 cpu_ns, guint32 name, guint32 attrs);
gboolean strata_trace_builder_end_slice (StrataTraceBuilder *self, guint32 thread, gint64 time_ns, gint64 cpu_ns, StrataSliceFlags flags);
gboolean strata_trace_builder_leave_slice (StrataTraceBuilder *self, guint32 thread, gint64 time_ns, StrataSliceFlags flags);
void strata_trace_builder_leave_calls (StrataTraceBuilder *self, guint32 thread, gint64 time_ns);
void strata_trace_builder_see_thread (StrataTraceBuilder *self, guint32 thread, gint64 time_ns, gint64 cpu_ns);
void strata_trace_builder_expect_cpu_time (StrataTraceBuilder *self, guint32 thread, gint64 time_ns, gint64 cpu_ns);
void strata_trace_builder_flag_slice (StrataTraceBuilder *self, guint32 thread, StrataSliceFlags flags);
gboolean strata_trace_builder_enclose_thread (StrataTraceBuilder *self, guint32 thread, const StrataEnclosing *call);
void strata_trace_builder_replace_names (StrataTraceBuilder *self, GHashTable *names);
guint32 strata_trace_builder_get_n_open (StrataTraceBuilder *self, guint32 thread);
guint32 strata_trace_builder_get_open_name (StrataTraceBuilder *self, guint32 thread, guint32 depth);

/* asynchronous slices */
void strata_trace_builder_begin_async (StrataTraceBuilder *self, const StrataAsyncKey *key, guint32 thread, gint64 time_ns, guint32 lane_name, guint32 name, guint32 attrs);
guint32 strata_trace_builder_place_lane (StrataTraceBuilder *self, guint32 lane_name, const StrataTrackPlace *place);
void strata_trace_builder_own_place (StrataTraceBuilder *self, guint32 place, guint32 thread);
void strata_trace_builder_expect_async_end (StrataTraceBuilder *self, gint64 end_ns);
void strata_trace_builder_flag_async (StrataTraceBuilder *self, StrataSliceFlags flags);
gboolean strata_trace_builder_is_async_open (const StrataTraceBuilder *self, const StrataAsyncKey *key);
void strata_trace_builder_give_up_async (StrataTraceBuilder *self, const StrataAsyncKey *key, gint64 time_ns);
gboolean strata_trace_builder_end_async (StrataTraceBuilder *self, const StrataAsyncKey *key, gint64 time_ns);

/* everything else */
void strata_trace_builder_describe_counter (StrataTraceBuilder *self, guint32 name, const StrataCounterNote *note);
void strata_trace_builder_place_counter (StrataTraceBuilder *self, guint32 process, guint32 name, guint32 place);
void strata_trace_builder_own_counter (StrataTraceBuilder *self, guint32 process, guint32 name, const StrataCounterOwner *owner);
void strata_trace_builder_add_package (StrataTraceBuilder *self, const StrataPackage *package);
guint32 strata_trace_builder_get_counter (StrataTraceBuilder *self, guint32 process, int cpu, guint32 name);
void strata_trace_builder_add_sample (StrataTraceBuilder *self, guint32 counter, gint64 time_ns, gint64 value);
void strata_trace_builder_add_real_sample (StrataTraceBuilder *self, guint32 counter, gint64 time_ns, double value);
void strata_trace_builder_describe_instant (StrataTraceBuilder *self, guint32 attrs);
void strata_trace_builder_stack_instant (StrataTraceBuilder *self, guint32 stack);
void strata_trace_builder_describe_slice (StrataTraceBuilder *self, guint32 thread, guint32 attrs);
void strata_trace_builder_describe_async (StrataTraceBuilder *self, const StrataAsyncKey *key, guint32 attrs);
guint32 strata_trace_builder_join_attrs (StrataTraceBuilder *self, guint32 attrs, guint32 more);
void strata_trace_builder_nest_in_calls (StrataTraceBuilder *self);
void strata_trace_builder_nest_in_async (StrataTraceBuilder *self, const StrataAsyncKey *key);
void strata_trace_builder_nest_in_instant (StrataTraceBuilder *self);
void strata_trace_builder_add_instant (StrataTraceBuilder *self, guint32 thread, guint32 process, guint32 track_name, gint64 time_ns, guint32 name);
void strata_trace_builder_switch_cpu (StrataTraceBuilder *self, guint32 cpu, gint64 time_ns, guint32 prev_thread, guint8 prev_state, guint32 next_thread);
void strata_trace_builder_see_running (StrataTraceBuilder *self, guint32 cpu, gint64 time_ns, guint32 thread);
void strata_trace_builder_forget_state (StrataTraceBuilder *self, guint32 thread, gint64 time_ns);
void strata_trace_builder_wake (StrataTraceBuilder *self, guint32 thread, gint64 time_ns, guint32 waker, gboolean is_from_interrupt);
void strata_trace_builder_block_reason (StrataTraceBuilder *self, guint32 thread, gboolean is_io, guint32 function);
void strata_trace_builder_exit_thread (StrataTraceBuilder *self, guint32 thread, gint64 time_ns);
void strata_trace_builder_set_rank (StrataTraceBuilder *self, guint32 cpu, guint32 thread, guint8 rank);
void strata_trace_builder_miss_switch (StrataTraceBuilder *self, guint32 cpu, gint64 begin_ns, gint64 end_ns);
guint32 strata_trace_builder_get_running (const StrataTraceBuilder *self, guint32 cpu);
void strata_trace_builder_add_loss (StrataTraceBuilder *self, const StrataLoss *loss);

gboolean strata_trace_builder_bound_clock (StrataTraceBuilder *self, guint device, StrataClockBounds *bounds);
StrataTrace *strata_trace_builder_finish (StrataTraceBuilder *self, StrataUnfinishedEnd unfinished_end);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataTraceBuilder, strata_trace_builder_free)

G_END_DECLS
