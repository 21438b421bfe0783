/* strata-tables.h - the plain tables of a trace: processes, threads, tracks and samples
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "strata-attr-table.h"
#include "strata-span.h"

G_BEGIN_DECLS

/**
 * StrataProcess:
 * @pid: its id; -1 for the process of threads whose process is not known
 * @name: string id; the empty string when not known
 * @parent: index of the process that started it, or %STRATA_NONE when that is not known or not in the trace
 * @uid: the user that it runs as, or -1 when not known
 * @start_ns: when it was started; may be before the trace; %STRATA_NO_TIME when not known
 * @end_ns: when it ended; %STRATA_NO_TIME when that was not seen
 * @device: number of its device; %STRATA_NONE for a method trace among other files
 *
 * A process. Rows are referred to by index.
 */
typedef struct
{
  gint64 pid;
  guint32 name;
  guint32 parent;
  gint64 uid;
  gint64 start_ns;
  gint64 end_ns;
  guint32 device;
} StrataProcess;

/**
 * StrataThread:
 * @tid: its id
 * @has_own_id: whether the id is only valid in its program, so that other threads may have it at the same time
 * @process: index of its process, or %STRATA_NONE if not known
 * @name: string id; the empty string when not known
 * @track: index of the track with its slices, or %STRATA_NONE when it has none
 * @first_ns: its first event
 * @last_ns: its last event
 * @start_ns: when it was started; %STRATA_NO_TIME when that was not seen
 * @end_ns: when it ended; %STRATA_NO_TIME when that was not seen
 * @running_ns: sum of its runs on all CPUs; 0 without scheduler events
 * @first_state: index of its first state
 * @n_states: how many it has, sorted by time and without gaps; 0 without scheduler events
 * @has_cpu_clock: whether its file shows its CPU time
 * @cpu_begin_ns: the value of that clock at the begin of its first call there, or 0
 * @states_end_ns: when its last state ends: its death, or the end of the trace
 * @device: number of its device; %STRATA_NONE for a method trace among other files
 *
 * A thread. Rows are referred to by index.
 */
typedef struct
{
  gint64 tid;
  guint32 process;
  guint32 name;
  guint32 track;
  gint64 first_ns;
  gint64 last_ns;
  gint64 start_ns;
  gint64 end_ns;
  gint64 running_ns;
  guint32 first_state;
  guint32 n_states;
  gboolean has_cpu_clock;
  gint64 cpu_begin_ns;
  gint64 states_end_ns;
  guint32 device;
  gboolean has_own_id;
} StrataThread;

/**
 * StrataTrackKind:
 * @STRATA_TRACK_THREAD: the calls of a thread
 * @STRATA_TRACK_ASYNC: an asynchronous lane of a process
 * @STRATA_TRACK_CPU: the kernel's work on a CPU, such as interrupts
 * @STRATA_TRACK_KERNEL: the kernel's work for a thread, such as binder calls and I/O
 *
 * Kinds of tracks.
 */
typedef enum
{
  STRATA_TRACK_THREAD,
  STRATA_TRACK_ASYNC,
  STRATA_TRACK_CPU,
  STRATA_TRACK_KERNEL,
} StrataTrackKind;

/**
 * StrataTrackOrdering:
 * @STRATA_TRACK_UNORDERED: the file says nothing
 * @STRATA_TRACK_BY_NAME: by name
 * @STRATA_TRACK_BY_TIME: by their first event
 * @STRATA_TRACK_BY_RANK: by numbers that the file gives them
 *
 * How lanes below another one are sorted; numbered as in Perfetto traces.
 */
typedef enum
{
  STRATA_TRACK_UNORDERED,
  STRATA_TRACK_BY_NAME,
  STRATA_TRACK_BY_TIME,
  STRATA_TRACK_BY_RANK,
} StrataTrackOrdering;

/**
 * StrataTrackPlace:
 * @name: string id of the name
 * @parent: number of the place above, from 1, or 0
 * @owner: number of the thread that it is of, from 1, or 0
 * @rank: its sort key among siblings, before the name
 * @ordering: how the file sorts its children
 *
 * The place of a lane in a tree of lanes. A place that only has others below it has no track.
 */
typedef struct
{
  guint32 name;
  guint32 parent;
  guint32 owner;
  gint64 rank;
  StrataTrackOrdering ordering;
} StrataTrackPlace;

/**
 * StrataTrack:
 * @kind: its kind
 * @name: string id of an asynchronous lane: the category, or the slices' name without one, or the named track; for a lane of the kernel, its topic
 * @process: index of its process, or %STRATA_NONE
 * @thread: index of its thread, or %STRATA_NONE
 * @cpu: number of its CPU, or %STRATA_NONE
 * @first_slice: index of its first slice
 * @n_slices: how many slices it has
 * @first_row: index of its first row, see [method@Strata.Trace.get_row]
 * @n_rows: how many rows of depth it has
 * @place: number of its place in a tree of lanes, from 1, or 0
 *
 * A sequence of slices in the slice table.
 */
typedef struct
{
  StrataTrackKind kind;
  guint32 name;
  guint32 process;
  guint32 thread;
  guint32 cpu;
  guint32 first_slice;
  guint32 n_slices;
  guint32 first_row;
  guint32 n_rows;
  guint32 place;
} StrataTrack;

/**
 * StrataCounter:
 * @name: string id
 * @process: index of its process, or %STRATA_NONE for one of the whole machine
 * @cpu: number of its CPU, or -1
 * @first_sample: index of its first sample
 * @n_samples: how many it has, sorted by time
 * @min: its smallest value, as a whole number
 * @max: its largest value, the same
 * @real_min: its smallest value with its fraction
 * @real_max: its largest value, the same
 *
 * A counter; each value holds until the next sample.
 */
typedef struct
{
  guint32 name;
  guint32 process;
  int cpu;
  guint32 first_sample;
  guint32 n_samples;
  gint64 min;
  gint64 max;
  double real_min;
  double real_max;
} StrataCounter;

/**
 * StrataCpu:
 * @cpu: its number; for devices other than the first, %STRATA_DEVICE_CPUS times the device's number is added
 * @first_run: index of its first run
 * @n_runs: how many it has, sorted by time and not overlapping
 * @known_ns: since when its activity is known: its first switch, or earlier if it was certainly idle until then
 *
 * A CPU and its runs. Between the runs it was idle, except for its losses.
 */
typedef struct
{
  guint32 cpu;
  guint32 first_run;
  guint32 n_runs;
  gint64 known_ns;
} StrataCpu;

/* The number of lost events is not known. */
#define STRATA_LOSS_UNKNOWN 0

/**
 * StrataLoss:
 * @cpu: number of a CPU
 * @begin_ns: its last event before the gap, or the begin of the trace
 * @end_ns: its first event after the gap, or the end of the trace
 * @n_events: how many events are missing, or %STRATA_LOSS_UNKNOWN
 *
 * A period in which the events of a CPU are missing: its activity is unknown, which is not the same as idle.
 */
typedef struct
{
  guint32 cpu;
  gint64 begin_ns;
  gint64 end_ns;
  guint64 n_events;
} StrataLoss;

/**
 * StrataThreadName:
 * @time_ns: since when, or %STRATA_NO_TIME for the name before the first change
 * @thread: index of a thread
 * @name: string id
 *
 * A name that a thread had for a time.
 */
typedef struct
{
  gint64 time_ns;
  guint32 thread;
  guint32 name;
} StrataThreadName;

/**
 * StrataCpuRuns:
 * @n_runs: how many runs all CPUs have
 * @start_ns: (array length=n_runs): when each began
 * @end_ns: (array length=n_runs): when each ended
 * @thread: (array length=n_runs): index of the thread that ran
 * @end_state: (array length=n_runs): the letter of the state in which the thread was switched out, such as 'S', with
 *   the top bit set if it was preempted ('R+'); 0 when not known
 * @rank: (array length=n_runs): the priority of the thread then, as in the kernel (100 to 139 for ordinary threads,
 *   less for real-time ones, -1 for deadlines), as %STRATA_PRIORITY_RANK; 0 when not known
 *
 * The runs of all CPUs, those of one CPU together.
 */
typedef struct
{
  guint32 n_runs;
  gint64 *start_ns;
  gint64 *end_ns;
  guint32 *thread;
  guint8 *end_state;
  guint8 *rank;
} StrataCpuRuns;

/* Maps a priority of -1 to 139 to a number above 0, and back. */
#define STRATA_MAX_PRIORITY 139
#define STRATA_PRIORITY_RANK(priority) ((guint8) ((priority) + 2))
#define STRATA_RANK_PRIORITY(rank) ((int) (rank) -2)

/* Set in an end state when the thread was preempted. */
#define STRATA_END_STATE_PREEMPTED 0x80

/**
 * StrataSamples:
 * @n_samples: how many samples all counters have
 * @time_ns: (array length=n_samples): when each was taken
 * @value: (array length=n_samples): its value, rounded to a whole number of 64 bits
 * @real: (array length=n_samples) (nullable): its value, with fractions; %NULL if all are whole. Whole numbers above
 *   2^53 are exact only in @value
 *
 * The samples of all counters, those of one counter together.
 */
typedef struct
{
  guint32 n_samples;
  gint64 *time_ns;
  gint64 *value;
  double *real;
} StrataSamples;

/**
 * StrataInstants:
 * @n_instants: how many there are
 * @time_ns: (array length=n_instants): when each was, ascending
 * @name: (array length=n_instants): string ids
 * @track_name: (array length=n_instants): string id of the named track of the process, or 0 for one on its thread
 * @thread: (array length=n_instants): index of the thread that wrote it
 * @process: (array length=n_instants): index of its process
 * @attrs: (array length=n_instants) (nullable): ids of their attributes; %NULL if none has any
 * @place: (array length=n_instants) (nullable): number of the place of the track of each in the tree of lanes, from 1, or 0
 * @stack: (array length=n_instants) (nullable): number of the stack of slices that each is on, from 1, or 0; see strata-nesting.c
 *
 * Events without a duration.
 */
typedef struct
{
  guint32 n_instants;
  gint64 *time_ns;
  guint32 *name;
  guint32 *track_name;
  guint32 *thread;
  guint32 *process;
  guint32 *attrs;
  guint32 *place;
  guint32 *stack;
} StrataInstants;

/**
 * StrataSliceCounts:
 * @n_closed: slices with a begin and an end
 * @n_unfinished: begins without an end
 * @n_unmatched: ends without a begin
 */
typedef struct
{
  guint64 n_closed;
  guint64 n_unfinished;
  guint64 n_unmatched;
} StrataSliceCounts;

/**
 * StrataCounts:
 * @n_lines: lines of a text trace, 0 for a binary one
 * @n_events: events or records
 * @n_notes: lines of a text trace that are comments, empty, or notes of kernel and tools between the events
 * @n_markers: by the letter of the phase, such as `n_markers['B']`
 * @slices: calls
 * @async: asynchronous slices by name (S and F)
 * @async_tracks: asynchronous slices on named tracks (G and H)
 * @kernel: slices of the kernel, on CPUs and for threads
 * @n_methods: methods that a method trace declares
 * @n_unmatched_methods: how many of them were left without having been entered
 * @n_weighed: samples of profilers that have a time, and a weight other than time
 *
 * Counts of the input. Every line of ftrace text is an event, a note, or counted as the diagnostic UNKNOWN_LINE,
 * BAD_LINE or CONTINUED_LINE.
 */
typedef struct
{
  guint64 n_lines;
  guint64 n_events;
  guint64 n_notes;
  guint64 n_markers[128];
  StrataSliceCounts slices;
  StrataSliceCounts async;
  StrataSliceCounts async_tracks;
  StrataSliceCounts kernel;
  guint64 n_methods;
  guint64 n_unmatched_methods;
  guint64 n_weighed;
} StrataCounts;

void strata_cpu_runs_clear (StrataCpuRuns *self);
void strata_samples_clear (StrataSamples *self);
void strata_instants_clear (StrataInstants *self);

static inline double
strata_samples_get_real (const StrataSamples *self,
                         guint32 sample)
{
  return self->real != NULL ? self->real[sample] : (double) self->value[sample];
}

/* Whether @value is exact. */
static inline gboolean
strata_samples_is_whole (const StrataSamples *self,
                         guint32 sample)
{
  return self->real == NULL || self->real[sample] == (double) self->value[sample];
}

/* The id of the attributes of an instant. */
static inline guint32
strata_instants_get_attrs (const StrataInstants *self,
                           guint32 instant)
{
  return self->attrs != NULL ? self->attrs[instant] : STRATA_ATTRS_NONE;
}

/* The place of the track of an instant, and the number of its stack there; from 1, or 0. */
static inline guint32
strata_instants_get_place (const StrataInstants *self,
                           guint32 instant)
{
  return self->place != NULL ? self->place[instant] : 0;
}

static inline guint32
strata_instants_get_stack (const StrataInstants *self,
                           guint32 instant)
{
  return self->stack != NULL ? self->stack[instant] : 0;
}

G_END_DECLS
