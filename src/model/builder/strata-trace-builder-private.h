/* strata-trace-builder-private.h - the parts of a trace builder
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-async-map.h"
#include "strata-column.h"
#include "strata-ns-log.h"
#include "strata-trace-builder.h"
#include "strata-trace-private.h"

G_BEGIN_DECLS

/* The state of a thread while its events arrive. */
typedef struct
{
  StrataColumn open;  /* guint32: log indices of the open slices, outermost first */
  gint64 last_ns;     /* its latest event; later times are clamped to it */
  gint64 last_cpu_ns; /* the same on its CPU clock */
  gint64 cpu_ns;      /* its value for the next call that begins or ends; STRATA_NO_TIME without it */
  gint64 cpu_time_ns; /* when it was last read */
  gint64 call_cpu_ns; /* CPU time of the call that begins at @call_ns; STRATA_NO_TIME if not known */
  gint64 call_ns;
  gint64 state_ns; /* when its current state began; STRATA_NO_TIME before the first */
  gint64 exit_ns;  /* when it exited, its latest event then; STRATA_NO_TIME while calls may still come */
  guint32 n_slices;
  guint32 n_rows;
  guint32 n_enclosing; /* of its slices */
  guint32 cpu;         /* index of the CPU that it runs on, or STRATA_NONE */
  guint32 state_row;   /* log index of its current state, or STRATA_NONE */
  guint32 blocked_row; /* log index of its last sleep, or STRATA_NONE */
  guint32 n_states;
  guint32 left_cpu;     /* index of the CPU on which it was last preempted */
  guint32 next_waiting; /* the previous thread that was preempted on that CPU, number from 1, or 0 */
  guint32 input;        /* for a separate thread: its file; else STRATA_NO_INPUT */
  gboolean is_waiting;  /* whether it is in the list of preempted threads; it may have got a CPU again */
  gboolean is_exiting;
  gboolean has_cpu_times; /* whether its calls have CPU times, possibly without its CPU clock */
  gboolean is_followed;   /* whether its current state is known */
} StrataThreadState;

/* Calls of all threads in the order of their start, which within a thread is pre-order, except for
 * enclosing calls. `cpu` and `cpu_start` exist if the first slice has a CPU time. */
typedef struct
{
  StrataNsLog start;
  StrataNsLog wall;         /* STRATA_NO_TIME while open */
  StrataNsLog cpu;          /* with a CPU clock only; STRATA_NO_TIME where not known */
  StrataNsLog cpu_start;    /* the same; STRATA_NO_TIME where not known */
  StrataColumn name;        /* guint32 */
  StrataColumn depth_flags; /* guint32 */
  StrataColumn attrs;       /* guint32, once one slice has any */
  StrataColumn thread;      /* guint32 */
} StrataSliceLog;

typedef struct
{
  gint64 start_ns;
  gint64 end_ns; /* STRATA_NO_TIME while open */
  gint64 cookie;
  guint32 name;
  guint32 attrs;
  guint32 thread;
  union
  {
    guint32 lane;
    guint32 slice; /* once all are sorted */
  };
  union
  {
    guint32 below; /* log index of the open slice of the same key below this, or STRATA_NONE */
    guint32 row;   /* once all are closed */
  };
  guint16 flags;
  guint16 kind; /* StrataAsyncKind */
} StrataAsyncEntry;

/* The end of a recording that another recording of the same device follows. */
typedef struct
{
  gsize n_async; /* number of asynchronous slices of all devices that had begun */
  gint64 time_ns;
  guint device;
} StrataRecordingEnd;

/* When an asynchronous slice is over if nothing ends it. */
typedef struct
{
  gsize async; /* its index */
  gint64 end_ns;
} StrataExpectedEnd;

typedef struct
{
  guint32 owner; /* process, number of the CPU or thread, by kind */
  guint32 name;
  StrataTrackKind kind;
  guint32 n_slices;
  guint32 place; /* among all lanes, those of the kernel last */
} StrataAsyncLane;

typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  guint32 thread;
  guint32 cpu; /* index */
  guint8 end_state;
  guint8 rank;
} StrataRunEntry;

/* The state of a CPU. */
typedef struct
{
  gint64 since_ns; /* STRATA_NO_TIME before the first switch */
  gint64 lost_ns;  /* since when its events are missing; STRATA_NO_TIME once its thread is known again */
  guint32 thread;  /* STRATA_NONE when idle */
  guint8 rank;     /* of thread, as in StrataCpuRuns */
  guint32 waiting; /* the last thread that was preempted there, number from 1, or 0; see StrataThreadState */
} StrataCpuState;

/* States of all threads in the order of their start. `state` has the state in the upper half and
 * the number of the CPU in the lower. */
typedef struct
{
  StrataColumn start;  /* gint64 */
  StrataColumn thread; /* guint32 */
  StrataColumn detail; /* guint32 */
  StrataColumn state;  /* guint32 */
} StrataStateLog;

typedef struct
{
  gint64 time_ns;
  gint64 value;
  guint32 counter;
  gboolean is_real; /* whether the value is the bits of a number with a fraction */
} StrataSampleEntry;

typedef struct
{
  gint64 time_ns;
  guint32 name;
  guint32 track_name;
  guint32 thread;
  guint32 process;
  guint32 attrs;
  guint32 stack;  /* number of the stack of slices that it is on, from 1, or 0 */
  guint32 around; /* as in StrataInstants, but slices are those of the log */
  gint64 cpu_ns;  /* the CPU clock of its thread, or STRATA_NO_TIME */
} StrataInstantEntry;

struct _StrataTraceBuilder
{
  StrataTrace *trace; /* owned: the trace under construction */
  gint64 begin_ns;    /* earliest time seen, STRATA_NO_TIME before any */
  gint64 end_ns;
  gint64 scheduled_ns; /* latest switch of a CPU, STRATA_NO_TIME before any */

  guint device;                   /* of the current file */
  guint thread_scope;             /* of the current file: what its thread ids are distinguished by */
  gint64 offset_ns;               /* of the current file */
  StrataDrift drift;              /* of its clock */
  gint64 outer_begin_ns;          /* of the previous files */
  gint64 outer_end_ns;            /* the same */
  gboolean is_cpu_alone;          /* of the current file */
  StrataCounts counts_aside;      /* of the previous files */
  StrataStartFinder start_finder; /* (nullable) */
  gpointer start_finder_data;     /* borrowed */
  StrataColumn process_devices;   /* guint32, as long as trace->processes */
  guint n_devices;                /* how many device numbers are taken */
  StrataColumn device_names;      /* guint32: string ids, of devices with their own name */

  StrataMethodNamer namer; /* (nullable) */
  gpointer namer_data;     /* borrowed */
  StrataReadOptions options;

  GHashTable *process_by_pid; /* gint64* owned -> index */
  GHashTable *thread_by_tid;  /* gint64* owned -> index */
  StrataColumn thread_states; /* StrataThreadState, as long as trace->threads */

  gboolean has_lists;          /* whether each process is to have a main thread, with events or not */
  gboolean has_states;         /* set when everything is read: whether any thread has states */
  gboolean has_told_cpu_times; /* the same: whether files contain CPU times of calls */
  StrataSliceLog slices;
  StrataColumn enclosing; /* guint32: log indices of slices that enclose all before them on their thread, ascending */

  StrataColumn async;          /* StrataAsyncEntry */
  StrataColumn recording_ends; /* StrataRecordingEnd */
  StrataColumn expected_ends;  /* StrataExpectedEnd, by index */
  StrataColumn lanes;          /* StrataAsyncLane */
  StrataAsyncMap async_by_key; /* log index + 1 of the innermost open one */
  StrataAsyncMap lane_by_key;  /* index + 1 */
  GHashTable *place_by_lane;   /* (nullable) owned: string id of a lane name -> number of its place */

  StrataAsyncMap counter_by_key; /* index + 1 */
  StrataColumn samples;          /* StrataSampleEntry */
  gboolean has_real_samples;
  StrataColumn instants; /* StrataInstantEntry */
  gboolean has_instant_attrs;
  gboolean has_instant_stacks;
  gboolean has_nested_instants;
  gboolean has_instant_clocks;

  GHashTable *call_frames; /* (nullable) StrataCallFrame, owned -> index + 1 */
  GHashTable *callsites;   /* (nullable) StrataPairKey of the caller and the frame, owned -> index + 1 */

  GHashTable *cpu_by_number; /* number -> index + 1 */
  StrataColumn cpu_states;   /* StrataCpuState, as long as trace->cpus */
  StrataColumn runs;         /* StrataRunEntry */
  StrataStateLog states;
};

/* Depth has 24 bits in a slice; a deeper call is not kept, but its place on the stack is, so that
 * its end does not end another call. */
#define STRATA_MAX_DEPTH 0xffffffu

#define strata_trace_builder_thread_state(self, thread) \
  (&strata_column_at (&(self)->thread_states, StrataThreadState, thread))

/* A thread gets a CPU with that number, or leaves its own. */
void strata_trace_builder_set_running (StrataTraceBuilder *self, guint32 thread, gint64 time_ns, guint32 cpu);

/* The state of @thread is unknown from @time_ns on. No effect if it is already. */
void strata_trace_builder_set_unknown (StrataTraceBuilder *self, guint32 thread, gint64 time_ns);

/* Whether a thread, as of its latest event, waits for a CPU after being preempted. */
gboolean strata_trace_builder_is_preempted (StrataTraceBuilder *self, guint32 thread);

/* A thread leaves its CPU in a state. */

/* @thread left its CPU at @time_ns in the state @end_state of the scheduler. */
void strata_trace_builder_set_stopped (StrataTraceBuilder *self, guint32 thread, gint64 time_ns, guint8 end_state);

/* Stores the reading of a thread's CPU clock for the next call that begins or ends. */
void strata_trace_builder_read_cpu_clock (StrataTraceBuilder *self, StrataThreadState *state, gint64 cpu_ns);

/* Returns the thread's CPU clock for a call that begins or ends and was added with @cpu_ns, or
 * STRATA_NO_TIME. */
gint64 strata_trace_builder_take_cpu_clock (StrataThreadState *state, gint64 cpu_ns);

/* Returns the CPU time of the call that begins now, if the file contains it, or STRATA_NO_TIME. */
gint64 strata_trace_builder_take_cpu_time (StrataThreadState *state);

/* Ends a call of the log, in a log with CPU times, on the CPU clock; STRATA_NO_TIME without it. */
void strata_trace_builder_set_cpu_end (StrataTraceBuilder *self, guint32 slice, gint64 end_ns);

/* Makes the begins of calls on CPU clocks, in the log, relative to each clock's first value. */
void strata_trace_builder_settle_cpu_starts (StrataTraceBuilder *self);

/* Returns a bit for each slice of the trace, all 0. Free with g_free(). */
guint32 *strata_trace_builder_new_slice_bits (const StrataTraceBuilder *self);

/* Replaces STRATA_NO_TIME in a column of calls by 0. Returns bits of those, or %NULL for none. */
guint32 *strata_trace_builder_take_unknown (const StrataTraceBuilder *self, gint64 *times_ns);

/* Sets the CPU time of calls without one to the known times of the calls inside. */
void strata_trace_builder_sum_known (StrataTraceBuilder *self, gint64 *cpu_ns);

typedef struct _StrataCallMeter StrataCallMeter;

/* Each finishes its part of the trace and frees its log. States are finished by a thread (nullable)
 * in parallel with the calls, whose CPU times are then measured by them while the rest is finished.
 * Calls come before asynchronous slices, indices after all. */
GThread *strata_trace_builder_start_states (StrataTraceBuilder *self);

/* Makes tracks and columns of the calls in the log. First of the finish functions that make
 * slices; asynchronous slices are appended by strata_trace_builder_finish_async(). */
void strata_trace_builder_finish_calls (StrataTraceBuilder *self, StrataUnfinishedEnd unfinished_end);

/* Computes the CPU time of calls from the thread states, in a worker if there are many. %NULL if
 * there are no states to compute it from. End with strata_trace_builder_stop_measuring(). */
StrataCallMeter *strata_trace_builder_start_measuring (StrataTraceBuilder *self);

/* Waits for the worker and frees @meter, which may be %NULL. The CPU times of calls are valid
 * only after this. */
void strata_trace_builder_stop_measuring (StrataCallMeter *meter);

/* Ends a recording that another one of the same device follows. Asynchronous slices that have begun and never end, end there. */
void strata_trace_builder_end_async_recording (StrataTraceBuilder *self, guint device, gint64 time_ns);

/* Pairs asynchronous begins and ends, places the slices in lanes and appends them to the table.
 * Needs the calls to be finished. */
void strata_trace_builder_finish_async (StrataTraceBuilder *self);

/* The place of the lane with a name, or 0. */
guint32 strata_trace_builder_find_place (const StrataTraceBuilder *self, guint32 lane_name);

/* Packs the times of all slices and numbers the rows of tracks. Call it once no more slices are
 * added and the meter has stopped. */
void strata_trace_builder_finish_rows (StrataTraceBuilder *self);

/* Closes the open runs of CPUs and makes the table of runs from the log, which it empties. */
void strata_trace_builder_finish_cpus (StrataTraceBuilder *self);

/* The end of the file with the latest switch, beyond which nothing is known of CPUs and threads: the end of the trace,
 * unless another file continues for longer. */
gint64 strata_trace_builder_get_scheduled_end_ns (const StrataTraceBuilder *self);

/* The end of the file that contains @time_ns. */
gint64 strata_trace_builder_get_file_end_ns (const StrataTraceBuilder *self, gint64 time_ns);

/* Makes running threads leave their CPU there, before states are finished. */
void strata_trace_builder_end_schedule (StrataTraceBuilder *self);

/* Sorts the spans of lost events and joins those that touch. */
void strata_trace_builder_finish_losses (StrataTraceBuilder *self);

/* Makes the columns of counter samples, grouped by counter and sorted by time. */
void strata_trace_builder_finish_samples (StrataTraceBuilder *self);

/* Sorts the samples of stacks by time. */
void strata_trace_builder_finish_call_samples (StrataTraceBuilder *self);

/* Numbers the processes and threads without events after the others, of which no more may be added. */
void strata_trace_builder_finish_listed (StrataTraceBuilder *self);

/* Replaces the calls around instants by those of the table; @places is NULL if they are the same. */
void strata_trace_builder_place_in_calls (StrataTraceBuilder *self, const guint32 *places);

/* Does the same for other slices around instants. */
void strata_trace_builder_place_in_async (StrataTraceBuilder *self);

/* Makes the columns of instants, sorted by time. */
void strata_trace_builder_finish_instants (StrataTraceBuilder *self);

/* Completes the stored lines and removes the stores of inputs without any. */
void strata_trace_builder_finish_text (StrataTraceBuilder *self);

/* Builds the trees of HiTraceChain calls from the attributes of slices. Needs the complete table of
 * slices; no effect if no slice has a chain. */
void strata_trace_builder_finish_chains (StrataTraceBuilder *self);

/* Corrects depths and row counts for calls that were entered before the recording began. Called
 * once, before tracks are made. */
void strata_trace_builder_settle_enclosing (StrataTraceBuilder *self);

/* strata-input-builder.c */
gint64 strata_trace_builder_scope_id (guint scope, gint64 id);

/* Called for each input, with the clocks it has. Once one has both, the CPU column is filled
 * for the slices so far. */
void strata_trace_builder_join_clocks (StrataTraceBuilder *self, StrataClocks clocks);

/* Finds which input each process belongs to. Called once, after the last input; no effect for a
 * single one. */
void strata_trace_builder_settle_inputs (StrataTraceBuilder *self);

/* Appends the name of the file to the names of processes and threads whose ids are also used by
 * another device. */
void strata_trace_builder_name_inputs (StrataTraceBuilder *self);

/* Empties all logs of events. */

/* Frees the columns; the log itself belongs to the builder. */
void strata_slice_log_clear (StrataSliceLog *self);

static inline gboolean
strata_slice_log_has_cpu (const StrataSliceLog *self)
{
  return self->cpu_start.values.n > 0;
}

/* Call before the start of a slice is pushed: records its CPU start and CPU time in ns. The
 * first slice decides whether slices have CPU times at all. */
static inline void
strata_slice_log_push_cpu (StrataSliceLog *self,
                           StrataClocks clocks,
                           gint64 start_ns,
                           gint64 cpu_ns)
{
  const gboolean is_told = clocks == (STRATA_CLOCK_WALL | STRATA_CLOCK_CPU) || (clocks == STRATA_CLOCK_CPU && start_ns != STRATA_NO_TIME);

  if (self->name.n == 0 ? !is_told : !strata_slice_log_has_cpu (self))
    return;

  strata_ns_log_push (&self->cpu_start, start_ns);
  strata_ns_log_push (&self->cpu, cpu_ns);
}

/* Records when a slice began, and how long it took: STRATA_NO_TIME while it is open. */
static inline void
strata_slice_log_push_span (StrataSliceLog *self,
                            gint64 start_ns,
                            gint64 wall_ns)
{
  if (G_UNLIKELY (self->start.values.n == 0))
    strata_ns_log_set_base (&self->start, start_ns);

  strata_ns_log_push (&self->start, start_ns);
  strata_ns_log_push (&self->wall, wall_ns);
}

/* Frees the columns; the log itself belongs to the builder. */
void strata_state_log_clear (StrataStateLog *self);

G_END_DECLS
