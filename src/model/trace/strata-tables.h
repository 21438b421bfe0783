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

/* A process. Rows are referred to by index. */
typedef struct
{
  gint64 pid;      /* its id; -1 for the process of threads whose process is not known */
  guint32 name;    /* string id; the empty string when not known */
  guint32 parent;  /* index of the process that started it, or STRATA_NONE when that is not known or not in the trace */
  gint64 uid;      /* the user that it runs as, or -1 when not known */
  gint64 start_ns; /* when it was started; may be before the trace; STRATA_NO_TIME when not known */
  gint64 end_ns;   /* when it ended; STRATA_NO_TIME when that was not seen */
  guint32 device;  /* number of its device; STRATA_NONE for a method trace among other files */
} StrataProcess;

/* A thread. Rows are referred to by index. */
typedef struct
{
  gint64 tid;             /* its id */
  guint32 process;        /* index of its process, or STRATA_NONE if not known */
  guint32 name;           /* string id; the empty string when not known */
  guint32 track;          /* index of the track with its slices, or STRATA_NONE when it has none */
  gint64 first_ns;        /* its first event */
  gint64 last_ns;         /* its last event */
  gint64 start_ns;        /* when it was started; STRATA_NO_TIME when that was not seen */
  gint64 end_ns;          /* when it ended; STRATA_NO_TIME when that was not seen */
  gint64 running_ns;      /* sum of its runs on all CPUs; 0 without scheduler events */
  guint32 first_state;    /* index of its first state */
  guint32 n_states;       /* how many it has, sorted by time and without gaps; 0 without scheduler events */
  gboolean has_cpu_clock; /* whether its file shows its CPU time */
  gint64 cpu_begin_ns;    /* the value of that clock at the start of its first call there, or 0 */
  gint64 states_end_ns;   /* when its last state ends: its death, or the end of the trace */
  guint32 device;         /* number of its device; STRATA_NONE for a method trace among other files */
  gboolean has_own_id;    /* whether the id is only valid in its program, so that other threads may have it at the same time */
} StrataThread;

/* Kinds of tracks. */
typedef enum
{
  STRATA_TRACK_THREAD, /* the calls of a thread */
  STRATA_TRACK_ASYNC,  /* an asynchronous lane of a process */
  STRATA_TRACK_CPU,    /* the kernel's work on a CPU, such as interrupts */
  STRATA_TRACK_KERNEL, /* the kernel's work for a thread, such as binder calls and I/O */
} StrataTrackKind;

/* How lanes below another one are sorted; numbered as in Perfetto traces. */
typedef enum
{
  STRATA_TRACK_UNORDERED, /* the file says nothing */
  STRATA_TRACK_BY_NAME,   /* by name */
  STRATA_TRACK_BY_TIME,   /* by their first event */
  STRATA_TRACK_BY_RANK,   /* by numbers that the file gives them */
} StrataTrackOrdering;

/* The place of a lane in a tree of lanes. A place that only has others below it has no track. */
typedef struct
{
  guint32 name;                 /* string id of the name */
  guint32 parent;               /* number of the place above, from 1, or 0 */
  guint32 owner;                /* number of the thread that it is of, from 1, or 0 */
  gint64 rank;                  /* its sort key among siblings, before the name */
  StrataTrackOrdering ordering; /* how the file sorts its children */
} StrataTrackPlace;

/* A sequence of slices in the slice table. */
typedef struct
{
  StrataTrackKind kind; /* its kind */
  /* string id of an asynchronous lane: the category, or the slices' name without one, or the named
   * track; for a lane of the kernel, its topic */
  guint32 name;
  guint32 process;     /* index of its process, or STRATA_NONE */
  guint32 thread;      /* index of its thread, or STRATA_NONE */
  guint32 cpu;         /* number of its CPU, or STRATA_NONE */
  guint32 first_slice; /* index of its first slice */
  guint32 n_slices;    /* how many slices it has */
  guint32 first_row;   /* index of its first row, see strata_trace_get_row() */
  guint32 n_rows;      /* how many rows of depth it has */
  guint32 place;       /* number of its place in a tree of lanes, from 1, or 0 */
} StrataTrack;

/* A counter; each value holds until the next sample. */
typedef struct
{
  guint32 name;         /* string id */
  guint32 process;      /* index of its process, or STRATA_NONE for one of the whole machine */
  int cpu;              /* number of its CPU, or -1 */
  guint32 first_sample; /* index of its first sample */
  guint32 n_samples;    /* how many it has, sorted by time */
  gint64 min;           /* its smallest value, as a whole number */
  gint64 max;           /* its largest value, the same */
  double real_min;      /* its smallest value with its fraction */
  double real_max;      /* its largest value, the same */
} StrataCounter;

/* A CPU and its runs. Between the runs it was idle, except for its losses. */
typedef struct
{
  guint32 cpu;       /* its number; for devices other than the first, STRATA_DEVICE_CPUS times the device's number is added */
  guint32 first_run; /* index of its first run */
  guint32 n_runs;    /* how many it has, sorted by time and not overlapping */
  gint64 known_ns;   /* since when its activity is known: its first switch, or earlier if it was certainly idle until then */
} StrataCpu;

/* The number of lost events is not known. */
#define STRATA_LOSS_UNKNOWN 0

/* A period in which the events of a CPU are missing: its activity is unknown, which is not the
 * same as idle. */
typedef struct
{
  guint32 cpu;      /* number of a CPU */
  gint64 begin_ns;  /* its last event before the gap, or the start of the trace */
  gint64 end_ns;    /* its first event after the gap, or the end of the trace */
  guint64 n_events; /* how many events are missing, or STRATA_LOSS_UNKNOWN */
} StrataLoss;

/* A name that a thread had for a time. */
typedef struct
{
  gint64 time_ns; /* since when, or STRATA_NO_TIME for the name before the first change */
  guint32 thread; /* index of a thread */
  guint32 name;   /* string id */
} StrataThreadName;

/* The runs of all CPUs, those of one CPU together. */
typedef struct
{
  guint32 n_runs;   /* how many runs all CPUs have */
  gint64 *start_ns; /* (array length=n_runs): when each began */
  gint64 *end_ns;   /* (array length=n_runs): when each ended */
  guint32 *thread;  /* (array length=n_runs): index of the thread that ran */
  /* (array length=n_runs): the letter of the state in which the thread was switched out, such as
   * 'S', with the top bit set if it was preempted ('R+'); 0 when not known */
  guint8 *end_state;
  /* (array length=n_runs): the priority of the thread then, as in the kernel (100 to 139 for
   * ordinary threads, less for real-time ones, -1 for deadlines), as STRATA_PRIORITY_RANK; 0 when
   * not known */
  guint8 *rank;
} StrataCpuRuns;

/* Maps a priority of -1 to 139 to a number above 0, and back. */
#define STRATA_MAX_PRIORITY 139
#define STRATA_PRIORITY_RANK(priority) ((guint8) ((priority) + 2))
#define STRATA_RANK_PRIORITY(rank) ((int) (rank) -2)

/* Set in an end state when the thread was preempted. */
#define STRATA_END_STATE_PREEMPTED 0x80

/* The samples of all counters, those of one counter together. */
typedef struct
{
  guint32 n_samples; /* how many samples all counters have */
  gint64 *time_ns;   /* (array length=n_samples): when each was taken */
  gint64 *value;     /* (array length=n_samples): its value, rounded to a whole number of 64 bits */
  /* (array length=n_samples) nullable: its value, with fractions; NULL if all are whole. Whole
   * numbers above 2^53 are exact only in @value */
  double *real;
} StrataSamples;

/* Events without a duration. */
typedef struct
{
  guint32 n_instants;  /* how many there are */
  gint64 *time_ns;     /* (array length=n_instants): when each was, ascending */
  guint32 *name;       /* (array length=n_instants): string ids */
  guint32 *track_name; /* (array length=n_instants): string id of the named track of the process, or 0 for one on its thread */
  guint32 *thread;     /* (array length=n_instants): index of the thread that wrote it */
  guint32 *process;    /* (array length=n_instants): index of its process */
  guint32 *attrs;      /* (array length=n_instants) nullable: ids of their attributes; NULL if none has any */
  /* (array length=n_instants) nullable: number of the place of the track of each in the tree of
   * lanes, from 1, or 0 */
  guint32 *place;
  /* (array length=n_instants) nullable: number of the stack of slices that each is on, from 1, or
   * 0; see strata-nesting.c */
  guint32 *stack;
  /* (array length=n_instants) nullable: the innermost slice that was open, plus 1; STRATA_NONE if there was none,
   * STRATA_INSTANTS_IN_PREVIOUS if that is the instant before it on its track, 0 if that is not known. At the time when a
   * slice begins or ends, only this shows on which side an instant is */
  guint32 *around;
  gint64 *cpu_ns; /* (array length=n_instants) nullable: the CPU clock of the thread of each, or STRATA_NO_TIME */
} StrataInstants;

#define STRATA_INSTANTS_IN_PREVIOUS (STRATA_NONE - 1)

typedef struct
{
  guint64 n_closed;     /* slices with a start and an end */
  guint64 n_unfinished; /* begins without an end */
  guint64 n_unmatched;  /* ends without a start */
} StrataSliceCounts;

/* Counts of the input. Every line of ftrace text is an event, a note, or counted as the diagnostic
 * UNKNOWN_LINE, BAD_LINE or CONTINUED_LINE. */
typedef struct
{
  guint64 n_lines;                /* lines of a text trace, 0 for a binary one */
  guint64 n_events;               /* events or records */
  guint64 n_notes;                /* lines of a text trace that are comments, empty, or notes of kernel and tools between the events */
  guint64 n_markers[128];         /* by the letter of the phase, such as `n_markers['B']` */
  StrataSliceCounts slices;       /* calls */
  StrataSliceCounts async;        /* asynchronous slices by name (S and F) */
  StrataSliceCounts async_tracks; /* asynchronous slices on named tracks (G and H) */
  StrataSliceCounts kernel;       /* slices of the kernel, on CPUs and for threads */
  guint64 n_methods;              /* methods that a method trace declares */
  guint64 n_unmatched_methods;    /* how many of them were left without having been entered */
  guint64 n_weighed;              /* samples of profilers that have a time, and a weight other than time */
  guint64 n_stacks;               /* stacks that became slices */
  guint64 n_stack_slices;         /* their slices */
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

/* What is around an instant, see StrataInstants. */
static inline guint32
strata_instants_get_around (const StrataInstants *self,
                            guint32 instant)
{
  return self->around != NULL ? self->around[instant] : 0;
}

G_END_DECLS
