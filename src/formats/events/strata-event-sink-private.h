/* strata-event-sink-private.h - shared by the files of the event sink
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"
#include "strata-event-log.h"
#include "strata-event-methods.h"
#include "strata-event-sink.h"
#include "strata-event-strings.h"
#include "strata-event-tasks.h"
#include "strata-syscalls.h"

G_BEGIN_DECLS

/* Used as thread id after missing events: the running thread is not known. */
#define STRATA_EVENT_LOST (STRATA_NONE - 1)

/* The state of a CPU according to the events so far. */
typedef struct
{
  gint64 last_ns;     /* time of its latest event */
  gint64 gap_ns;      /* time of the last event before a gap; STRATA_NO_TIME for the start of the section */
  guint64 n_lost;     /* how many events are missing in the gap, or STRATA_LOSS_UNKNOWN */
  guint32 running;    /* the running thread, STRATA_NONE before its first switch, STRATA_EVENT_LOST after a gap */
  guint32 announced;  /* the thread that its latest switch put there; the same two values if there was no switch */
  guint32 left;       /* the thread that its latest switch took off the CPU */
  guint32 seen;       /* while @running is not known: the thread of its latest events */
  gint64 proven_ns;   /* time of the latest event by @running on this CPU */
  gint64 seen_ns;     /* the first of these events without others in between */
  gint64 held_ns;     /* when @left was seen there again, possibly inside the switch; else STRATA_NO_TIME */
  gboolean is_in_gap; /* whether the next event ends a gap, or is the first of the section */
  gboolean is_lossy;  /* whether events are known to be lost in that gap */
  gboolean is_whole;  /* whether its ring certainly did not overrun in this section */
} StrataEventCpu;

/* The format of a capture. */
typedef struct
{
  const char *id;   /* identifier for programs */
  const char *name; /* name for the user */
} StrataEventFormat;

/* A memory sample of another process than that of the recording thread. */
typedef struct
{
  gint64 time_ns; /* when */
  gint64 id;      /* hash of the memory's id, as written by the kernel */
  gint64 value;   /* its size in bytes */
  guint32 name;   /* string id of the counter */
} StrataEventMemory;

/* What strata-cli wrote about the next marker that is not a call. */
typedef struct
{
  gboolean is_set;        /* whether anything was written */
  guint32 attrs;          /* id of its category and arguments */
  gboolean is_of_nobody;  /* whether no thread wrote it */
  gboolean has_no_cookie; /* whether its cookie is meaningless */
} StrataEventWritten;

/* When the calls that a thread has not ended are over. */
typedef struct
{
  guint32 thread; /* index of a thread */
  gint64 time_ns; /* when */
} StrataEventLeft;

/* State shared by all files of a device comes first. State that is reset for each file
 * (see strata_event_sink_begin_input) follows. */
/* The name of a counter without a process, and its CPU, or -1. */
typedef struct
{
  guint32 name;
  int cpu;
} StrataSharedCounter;

/* The names of system calls below this number are cached. */
#define STRATA_EVENT_N_CALLS 512

struct _StrataEventSink
{
  StrataTraceBuilder *builder;    /* borrowed: of the loader */
  StrataCounts *counts;           /* borrowed: from builder */
  StrataDiagnostics *diagnostics; /* borrowed: from builder */
  StrataKindTable *kinds;         /* borrowed: from builder */
  StrataEventStrings *strings;    /* owned */
  StrataEventTasks *tasks;        /* owned */
  GHashTable *made_tids;          /* owned: see strata-event-sink-ids.c */
  StrataProcessList *list;        /* owned */
  StrataEventMethods *methods;    /* owned */
  StrataEventLog *log;            /* owned: the events, to be replayed in order */
  GHashTable *shared_counters;    /* (nullable) owned: string ids of counters that belong to no process, with markers that name none -> StrataSharedCounter (owned) */
  StrataColumn plain_names;       /* guint8: by string id, 1 for a begin without meaning beyond its name, 2 for one of RheaTrace, else 0 */
  StrataColumn left;              /* StrataEventLeft */
  StrataColumn are_hitrace;       /* guint8: by index of a file, whether it is HiTrace */
  StrataColumn input_ends;        /* gint64: by index of a file, time of its last event, or STRATA_NO_TIME */
  StrataEventFormat format;       /* static strings; the format of the latest file with events */
  guint64 n_input_events;         /* of the earlier files */
  gint64 total_begin_ns;          /* earliest time of these files, or STRATA_NO_TIME */
  guint device;
  guint64 id;            /* id of its machine in the files */
  GPtrArray *others;     /* (element-type StrataEventSink) owned: of other machines in the files */
  guint32 old_attrs;     /* attributes of markers from before API version 19 */
  gint64 calendar_ns;    /* a time of the calendar, or 0 */
  gint64 calendar_at_ns; /* when that was */
  gint64 monotonic_ns;   /* the first monotonic time that RheaTrace reported, or STRATA_NO_TIME */

  StrataEventFormat own_format; /* the format set by the reader of the file; or NULL */
  guint32 input;
  StrataEventFile file;
  gboolean lists_all;                       /* whether any of the files does */
  gboolean has_kernel_calls;                /* whether kernel functions are on the stacks of threads, so that the stacks do not show the threads' own position */
  gboolean has_cpu_times;                   /* whether threads record their CPU clocks */
  gboolean can_continue;                    /* whether the latest event is a marker whose text may continue */
  gint64 offset_ns;                         /* added to the times of the file */
  StrataDrift drift;                        /* the drift of its clock */
  gint64 offset;                            /* of the bytes being read, or -1 */
  const StrataSyscalls *syscalls;           /* of the machine; NULL if not known */
  guint32 call_names[STRATA_EVENT_N_CALLS]; /* string ids of the names of system calls, by number; STRATA_STRING_EMPTY if not met yet */
  StrataClockMarks clock;                   /* on the file's own times, without offset_ns */
  gint64 begin_ns;
  gint64 end_ns;
  gint64 previous_ns;
  guint64 n_hitrace;          /* markers that certainly are HiTrace */
  guint64 n_maybe_hitrace;    /* markers whose name begins with "H:" */
  guint64 n_named;            /* markers with a name: B, S, F and C */
  StrataEventWritten written; /* of the next marker */
  gint64 sync_tid;            /* the thread that wrote RheaTrace's clock section and may still end it, or -1 */
  StrataColumn memory;        /* StrataEventMemory: of the file */
  GHashTable *memory_threads; /* gint64* id, owned -> thread + 1: the owner of the memory */
  GHashTable *wakelocks;      /* owned: string id of a name -> how many wakelocks of that name are held */
  GHashTable *sent;           /* owned: string id of a network device -> gint64, owned: bytes so far */
  GHashTable *received;       /* owned: the same */
  gint64 n_dropped;           /* packets so far */
  GHashTable *jobs;           /* owned: gint64* fence, owned -> string id of the lane of its ring */
  GHashTable *contexts;       /* owned: context of an Adreno GPU -> string id of its lane */
  GHashTable *commands;       /* owned: gint64* number of a command of a virtual GPU, owned -> gint64, owned: when it was queued */
  gint64 gpu_ticks;           /* reading of that GPU's clock at @gpu_ticks_ns, or -1 */
  gint64 gpu_ticks_ns;
  GHashTable *connections; /* owned: gint64* identity of a connection, owned -> number, from 1 */
  gint64 section_ns;       /* time of the first event of the section, or STRATA_NO_TIME */
  gboolean is_overwritten; /* whether the start of the section was overwritten */
  StrataEventCpu cpus[STRATA_EVENT_MAX_CPUS];
};

/* Begins or ends a slice on a lane of its thread, a StrataEventLane; `kernel->id` distinguishes it from others there. Does
 * nothing without a @task. @name is used only for a begin. Called while kernel events are taken. */
void strata_event_sink_push_on_thread (StrataEventSink *self, const StrataEvent *event, const StrataEventTaskRow *task, gboolean is_begin, guint lane, StrataText name);

/* Adds a value to the counter "WHAT UNIT" without a process. Called while kernel events are taken. */
void strata_event_sink_push_counter (StrataEventSink *self, gint64 time_ns, StrataText what, const char *unit, gint64 value);

/* Begins or ends a slice on a lane without CPU and thread; `kernel->id` distinguishes it from others there. @task may be
 * NULL. @name is used only for a begin. Called while kernel events are taken. */
void strata_event_sink_push_on_device (StrataEventSink *self, const StrataEvent *event, const StrataEventTaskRow *task, gboolean is_begin, const char *lane, StrataText name);

/* Adds a value of a counter of a CPU, or of none if @cpu is -1; @flags are those of the token. Called while kernel events are taken. */
void strata_event_sink_push_sample (StrataEventSink *self, gint64 time_ns, guint32 name, gint64 cpu, gint64 value, guint32 flags);

/* Adds an instant for a process that is killed for its memory. */
void strata_event_sink_push_kill (StrataEventSink *self, gint64 time_ns, gint64 pid, StrataText name, gboolean is_by_kernel);

/* Returns the attributes whose arguments are @args of the kernel. */
guint32 strata_event_sink_intern_args (StrataEventSink *self, StrataText args);

/* Takes an event from STRATA_KERNEL_JOB to STRATA_KERNEL_VIDEO. Called only by strata_event_sink_take_kernel(). */
void strata_event_sink_take_device (StrataEventSink *self, const StrataEvent *event, const StrataEventTaskRow *task);

/* Takes an event from STRATA_KERNEL_DRIVER_BEGIN to STRATA_KERNEL_CONSOLE. Called only by strata_event_sink_take_kernel(). */
void strata_event_sink_take_driver (StrataEventSink *self, const StrataEvent *event, const StrataEventTaskRow *task);

/* Whether the capture so far is HiTrace, which decides what "H:" before a name means. Final
 * once the whole input has been read. */
gboolean strata_event_sink_is_hitrace (const StrataEventSink *self);

/* Returns the number of a set of attributes in the builder's table. @chain is copied. Called
 * while tokens are replayed. */
guint32 strata_event_sink_intern_attrs (StrataEventSink *self, char level, guint64 tags, StrataText chain);

/* strata-event-sink-ids.c: creates the table @made_tids */
GHashTable *strata_event_sink_new_made_tids (void);

/* strata-event-sink.c */
void strata_event_sink_see_time (StrataEventSink *self, gint64 time_ns);

/* strata-event-sink-marks.c: the name of a marker that the length limit has cut to @name; free with g_free() */
char *strata_event_name_cut (StrataText name);

/* Returns whether a marker of the idle task, whose payload is parsed, belongs to that task. */
gboolean strata_event_sink_mark_has_thread (const StrataEvent *event);

/* Takes a marker that @task writes, or nobody if that is %NULL; diagnostics quote its arguments. Calls that a thread begins and ends show its process;
 * other markers do not. */
void strata_event_sink_take_mark (StrataEventSink *self, StrataEventTaskRow *task, const StrataEvent *event);

/* Fills in the writer cache of @event, so that the next event from the same writer is found
 * without a lookup. Called only for events that have a writer. */
void strata_event_sink_keep_writer (StrataEventSink *self, const StrataEventTaskRow *task, const StrataEvent *event);

/* Returns the thread of an event from the writer cache, or %NULL if the caller has to look it
 * up. The row is borrowed and valid until a thread is added or replaced. */
StrataEventTaskRow *strata_event_sink_find_writer (StrataEventSink *self, const StrataEvent *event);

/* strata-event-sink-kernel.c */
void strata_event_sink_take_kernel (StrataEventSink *self, const StrataEvent *event, const StrataEventTaskRow *task);

/* Assigns memory samples to the processes that are known at the end of all files. */
void strata_event_sink_settle_memory (StrataEventSink *self);

/* Call with the thread id that an event is about. Finds the thread or adds it; a new thread replaces one that is gone.
 * @life says what happens to the thread. Returns the thread, borrowed. */
StrataEventTaskRow *strata_event_sink_see_life (StrataEventSink *self, guint32 tid, StrataText comm, gint64 time_ns, StrataEventLife life);

/* Call for a marker whose thread has exited. A marker after the exit is from a new thread with
 * the same id; returns the thread that wrote it, borrowed. */
StrataEventTaskRow *strata_event_sink_see_survivor (StrataEventSink *self, StrataEventTaskRow *task, const StrataEvent *event);

/* Call when the TGID column of an event differs from what is known. Learns the process, or
 * replaces the thread if the id was used again; returns the thread of the event, borrowed. */
StrataEventTaskRow *strata_event_sink_see_tgid (StrataEventSink *self, StrataEventTaskRow *task, const StrataEvent *event);

/* Call when an id means a new thread, whose name is @comm. Ends the thread that had the id before; returns the new one, borrowed. */
StrataEventTaskRow *strata_event_sink_begin_thread (StrataEventSink *self, guint32 tid, StrataText comm, gint64 time_ns, StrataEventBirth birth);

/* Takes a fork, exec, rename, exit or free. Rows of threads, @writer included, are invalid
 * afterwards. */
void strata_event_sink_take_life (StrataEventSink *self, const StrataEvent *event, const StrataEventTaskRow *writer);

/* strata-event-sink-cpus.c: resets what is known about a CPU. */
void strata_event_sink_forget_cpu (StrataEventSink *self, guint32 cpu);

/* Records which thread the latest event of a CPU is by; call before processing the event itself. */
void strata_event_sink_see_cpu (StrataEventSink *self, const StrataEvent *event);

/* Records that a thread runs without an announcing switch. Call for an event by the thread itself or an interrupt while it ran. */
void strata_event_sink_see_running (StrataEventSink *self, const StrataEvent *event, StrataEventTaskRow *task);

/* Takes a switch, and what it shows about the time before it. */
void strata_event_sink_take_switch (StrataEventSink *self, const StrataEvent *event);

/* Settles what only the end of a section or file shows; a second call has no effect. */
void strata_event_sink_settle_cpus (StrataEventSink *self);

/* strata-event-sink-losses.c */
void strata_event_sink_end_gap (StrataEventSink *self, guint32 cpu, gint64 time_ns);

G_END_DECLS
