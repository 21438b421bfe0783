/* strata-event-sink.h - builds a trace from the decoded events of a device
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-clock-marks.h"
#include "strata-ftrace-event.h"
#include "strata-ftrace-mark.h"
#include "strata-kernel-event.h"
#include "strata-process-list.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

/* The meaning of kernel events is defined here and nowhere else. Each ftrace format decodes its
 * bytes into a StrataEvent and passes it on. The sink does the rest: threads and their
 * processes, reused ids, CPUs, lost events, slices, counters, binder calls, method markers,
 * and the meaning of "H:" before a name in a HiTrace capture.
 *
 * A device has one sink, shared by all of its files. The loader creates it and passes it to
 * `StrataFormat.read`. For a file of several machines, the format asks for one sink per machine
 * (strata_event_sink_get_other ()) and selects the sink it is about to use. A format does this:
 *
 *   // once: the loader has called strata_event_sink_begin_input () and will call end_input ()
 *   strata_event_sink_begin_section (sink, has_overrun);  // when new rings begin; has_overrun if they overran
 *   strata_event_sink_set_is_whole (sink);                // if it is known that no ring overran
 *
 *   // every event, in the order of the file. CPUs may come one after the other: events need not
 *   // be in time order, but a step back in time is counted unless strata_event_sink_get_file ()
 *   // has is_unordered.
 *   StrataFtraceSwitch sched = { prev_comm, next_comm, prev_tid, next_tid, end_state, wait };
 *   StrataEvent event = {
 *     .time_ns = strata_event_sink_place_time (sink, own_time_ns),
 *     .cpu = 3, .tid = 1234, .tgid = 1200 or -1, .comm = name or { "", 0 },
 *     .name = "sched_switch", .kind = STRATA_FTRACE_EVENT_SWITCH, .sched = &sched,
 *   };
 *   strata_event_sink_take (sink, &event);
 *
 *   strata_event_sink_lose (sink, cpu, n_events);         // events are missing after the latest one of the CPU
 *   strata_event_sink_end_gaps (sink);                    // at the end
 *
 * Decoded arguments, by kind:
 *
 *   SWITCH                            sched    sched_switch
 *   WAKE, WAKE_NEW                    task     sched_waking, sched_wakeup; sched_wakeup_new: comm, tid
 *   EXIT, FREE                        task     sched_process_exit, sched_process_free: comm, tid
 *   RENAME                            task     task_rename: tid, comm, old_comm
 *   NEW_TASK                          task     task_newtask: tid, comm, clone_flags
 *   FORK, EXEC                        task     sched_process_fork: the child; sched_process_exec: comm, tid
 *   BLOCKED                           blocked  sched_blocked_reason
 *   MARK                              mark     print, tracing_mark_write: see strata_event_sink_take_payload ()
 *   KERNEL                            kernel   every other event with a known meaning, see StrataKernelKind
 *   OTHER                             -        anything else: counted by its name
 *
 * strata_ftrace_event_get_kinds () returns the kind for the name of an event. Formats that have the
 * arguments as text ("key=value key=value", as the kernel prints them) instead of numbers call
 * strata_event_sink_take_text (), which decodes them. All text is copied if it is kept, so it may be
 * in the caller's buffer.
 *
 * The process and name of a thread may also come from lists outside the events: for lists from about
 * the time of the trace (a process tree), call strata_process_list_add () on strata_event_sink_get_list ().
 * They fill in what the events leave open when the trace is finished. */

typedef struct _StrataEventSink StrataEventSink;

/* CPUs from this number on are not checked for losses and missing switches. For an event without a
 * known CPU, such as a marker from user space, pass %STRATA_EVENT_NO_CPU. */
#define STRATA_EVENT_MAX_CPUS 512
#define STRATA_EVENT_NO_CPU G_MAXUINT32

/* No kernel has more CPUs. CPUs of other devices of a converted trace have numbers in this range. */
#define STRATA_EVENT_MOST_CPUS 4096

static inline gboolean
strata_event_sink_has_cpu (guint32 cpu)
{
  return cpu < STRATA_EVENT_MOST_CPUS || cpu == STRATA_EVENT_NO_CPU;
}

/**
 * StrataEventWriter:
 * @task: number of the thread among those met, or %STRATA_NONE
 * @comm: (nullable): its name at that time, in the pool
 *
 * The cached thread of an event, so that the next event with the same name and ids needs no lookup.
 * Belongs to a sink, which fills it in.
 */
typedef struct
{
  guint32 task;
  const char *comm;
} StrataEventWriter;

/**
 * StrataEventRecipe:
 * @is_set: whether it contains anything
 * @phase: 'B' or 'E'
 * @token: #StrataEventTokenKind
 * @flags: of STRATA_EVENT_TOKEN_…
 * @is_hitrace: whether HiTraceMeter certainly wrote it
 * @has_level: whether it has a level
 * @kind: number of its event among the kinds
 * @name: string id of its name
 * @attrs: id of its attributes
 * @pid: the process that it names, or -1
 *
 * The result of parsing a marker, so that the same bytes need not be parsed again. Belongs to a
 * sink, which fills it in.
 */
typedef struct
{
  guint8 is_set;
  char phase;
  guint8 token;
  guint8 flags;
  guint8 is_hitrace;
  guint8 has_level;
  guint16 kind;
  guint32 name;
  guint32 attrs;
  gint64 pid;
} StrataEventRecipe;

/**
 * StrataEvent:
 * @time_ns: the time, on the axis of the trace, see [method@Strata.EventSink.place_time]
 * @tgid: the process of its thread according to the kernel, or -1
 * @tid: the thread it is recorded on; 0 is the idle task of the CPU
 * @cpu: the CPU, or %STRATA_EVENT_NO_CPU
 * @comm: name of the thread; empty or "<...>" if not known
 * @name: name of the event, under which it is counted
 * @args: its arguments as text, if any: shown to the user if they cannot be decoded
 * @line: text for diagnostics: the whole line of a text format; else empty
 * @kind: #StrataFtraceEventKind
 * @kernel_kind: #StrataKernelKind, of %STRATA_FTRACE_EVENT_KERNEL
 * @is_in_interrupt: whether an interrupt caused it, not the thread itself
 * @is_bad: whether its arguments could not be parsed; the decoded arguments are then ignored, except for
 *   the letter of a marker
 * @is_comm_cut: whether @comm may be only the beginning of a longer name
 * @place: (inout): number of the counter of events with the same @name, plus one; 0 if not known yet
 * @sched: of SWITCH
 * @task: of kinds about a single task
 * @blocked: of BLOCKED
 * @kernel: of KERNEL
 * @mark: of MARK; its flags may be changed
 * @writer: (nullable) (inout): the cached thread of events with the same @comm, @tid and @tgid, or an empty one
 * @recipe: (nullable) (out): the parsed marker, if it is worth keeping
 *
 * A decoded event.
 */
typedef struct
{
  gint64 time_ns;
  gint64 tgid;
  guint32 tid;
  guint32 cpu;
  StrataText comm;
  StrataText name;
  StrataText args;
  StrataText line;
  guint8 kind;
  guint8 kernel_kind;
  guint8 is_in_interrupt;
  guint8 is_bad;
  guint8 is_comm_cut;
  guint16 place;
  union
  {
    const StrataFtraceSwitch *sched;
    const StrataFtraceTask *task;
    const StrataFtraceBlocked *blocked;
    const StrataKernelEvent *kernel;
    StrataFtraceMark *mark;
  };
  StrataEventWriter *writer;
  StrataEventRecipe *recipe;
} StrataEvent;

/**
 * StrataEventFile:
 * @around_us: when the other files were made, µs since 1970, or 0 if not known; for dates that may lack a year
 * @n_foreign_lines: how many lines so far are in the file but not counted as lines of the trace
 * @assumes_year: whether dates of the file lack a year, so that it does not date other files
 * @is_unordered: whether events of a CPU may follow later ones of another CPU, as in ring dumps, without a warning
 * @is_rhea: whether RheaTrace wrote it; its I/O sections have a special form
 * @lists_all: whether processes and threads without events, which are only in its lists, are in the tables of SQL
 *
 * What is known of a file beside its events.
 */
typedef struct
{
  gint64 around_us;
  guint64 n_foreign_lines;
  gboolean assumes_year;
  gboolean is_unordered;
  gboolean is_rhea;
  gboolean lists_all;
} StrataEventFile;

StrataEventSink *strata_event_sink_new (StrataTraceBuilder *builder, guint device);
void strata_event_sink_free (StrataEventSink *self);
void strata_event_sink_begin_input (StrataEventSink *self, guint32 input);
void strata_event_sink_end_input (StrataEventSink *self);
void strata_event_sink_finish (StrataEventSink *self);

void strata_event_sink_take (StrataEventSink *self, StrataEvent *event);
void strata_event_sink_take_text (StrataEventSink *self, StrataEvent *event);
void strata_event_sink_take_payload (StrataEventSink *self, StrataEvent *event, StrataText payload);
void strata_event_sink_begin_section (StrataEventSink *self, gboolean is_overwritten);
void strata_event_sink_set_is_whole (StrataEventSink *self);
void strata_event_sink_set_cpu_is_whole (StrataEventSink *self, guint32 cpu);
void strata_event_sink_lose_all (StrataEventSink *self);
void strata_event_sink_lose (StrataEventSink *self, guint32 cpu, guint64 n_events);
void strata_event_sink_end_gaps (StrataEventSink *self);
void strata_event_sink_diagnose (StrataEventSink *self, StrataDiagnosticKind kind, guint64 count, gint64 time_ns, StrataText sample);

gint64 strata_event_sink_place_time (const StrataEventSink *self, gint64 own_time_ns);
StrataEventFile *strata_event_sink_get_file (StrataEventSink *self);
void strata_event_sink_set_machine (StrataEventSink *self, const char *machine);
StrataEventSink *strata_event_sink_get_other (StrataEventSink *self, guint64 id);
void strata_event_sink_set_name (StrataEventSink *self, const char *name);
void strata_event_sink_shift (StrataEventSink *self, gint64 offset_ns);
void strata_event_sink_select (StrataEventSink *self);
void strata_event_sink_set_format (StrataEventSink *self, const char *id, const char *name);
void strata_event_sink_set_offset (StrataEventSink *self, gint64 offset);
guint64 strata_event_sink_get_line (const StrataEventSink *self);

StrataTraceBuilder *strata_event_sink_get_builder (const StrataEventSink *self);
StrataProcessList *strata_event_sink_get_list (const StrataEventSink *self);
StrataClockMarks *strata_event_sink_get_clock (StrataEventSink *self);
void strata_event_sink_set_calendar (StrataEventSink *self, gint64 local_ns, gint64 calendar_ns);
guint64 strata_event_sink_get_n_events (const StrataEventSink *self);
gint64 strata_event_sink_get_begin_ns (const StrataEventSink *self);
gint64 strata_event_sink_get_latest_ns (const StrataEventSink *self);
guint64 strata_event_sink_get_n_total_events (const StrataEventSink *self);

/* strata-event-sink-tracks.c: for formats in which programs write their own slices, in addition to
 * kernel events. Threads and processes are those of the kernel. */

/* The lane for slices of a thread that are not its calls. */
#define STRATA_EVENT_APART_NAME "Track Events"

/**
 * StrataEventTrack:
 * @cookie: distinguishes slices that may be open at the same time
 * @process: index of the process of the track, from [method@Strata.EventSink.see_process]
 * @thread: the thread of its slices, from [method@Strata.EventSink.see_thread], or %STRATA_NONE
 * @name: string id of the name of the track
 *
 * The place of an asynchronous slice; its end has the same values as its begin.
 */
typedef struct
{
  gint64 cookie;
  guint32 process;
  guint32 thread;
  guint32 name;
} StrataEventTrack;

guint32 strata_event_sink_get_tid (StrataEventSink *self, gint64 pid, gint64 tid);
gboolean strata_event_sink_has_own_id (StrataEventSink *self, gint64 pid, gint64 tid);
guint32 strata_event_sink_see_thread (StrataEventSink *self, gint64 pid, gint64 tid, gint64 time_ns);
void strata_event_sink_move_thread (StrataEventSink *self, guint32 tid, guint32 old_pid, guint32 pid, gint64 time_ns);
void strata_event_sink_note_life (StrataEventSink *self, gint64 pid, gint64 tid, gint64 time_ns, StrataText comm, StrataText process_name);
void strata_event_sink_name_thread (StrataEventSink *self, gint64 pid, gint64 tid, StrataText name);
void strata_event_sink_suggest_thread (StrataEventSink *self, gint64 pid, gint64 tid, StrataText name);
guint32 strata_event_sink_see_process_at (StrataEventSink *self, gint64 pid, gint64 time_ns);
guint32 strata_event_sink_see_process (StrataEventSink *self, gint64 pid);
void strata_event_sink_begin_slice (StrataEventSink *self, guint32 thread, gint64 time_ns, guint32 name, guint32 attrs);
gpointer strata_event_sink_begin_loose_slice (StrataEventSink *self, guint32 thread, gint64 time_ns, guint32 name, guint32 attrs);
void strata_event_sink_move_slice (StrataEventSink *self, gpointer begin, gint64 begin_ns, const StrataEventTrack *track, gint64 end_ns);
void strata_event_sink_end_slice (StrataEventSink *self, guint32 thread, gint64 time_ns);
void strata_event_sink_describe_slice (StrataEventSink *self, guint32 thread, gint64 time_ns, guint32 attrs);
void strata_event_sink_see_cpu_time (StrataEventSink *self, guint32 thread, gint64 time_ns, gint64 cpu_ns);
void strata_event_sink_expect_duration (StrataEventSink *self, gint64 time_ns, gint64 duration_ns);
void strata_event_sink_expect_sampled (StrataEventSink *self, guint32 thread, gint64 time_ns);
void strata_event_sink_leave_calls (StrataEventSink *self, guint32 thread, gint64 time_ns);
void strata_event_sink_expect_cpu_time (StrataEventSink *self, guint32 thread, gint64 time_ns, gint64 cpu_ns);
void strata_event_sink_expect_kernel_calls (StrataEventSink *self);
void strata_event_sink_add_attrs (StrataEventSink *self, gint64 time_ns, guint32 attrs);
void strata_event_sink_begin_on_track (StrataEventSink *self, const StrataEventTrack *track, gint64 time_ns, guint32 name, guint32 attrs);
void strata_event_sink_end_on_track (StrataEventSink *self, const StrataEventTrack *track, gint64 time_ns);
void strata_event_sink_add_instant (StrataEventSink *self, guint32 thread, guint32 process, guint32 track_name, gint64 time_ns, guint32 name);
void strata_event_sink_add_instant_on_track (StrataEventSink *self, const StrataEventTrack *track, gint64 time_ns, guint32 name, guint n_open, gboolean is_in_instant);
void strata_event_sink_add_sample (StrataEventSink *self, guint32 process, guint32 name, gint64 time_ns, gint64 value);
void strata_event_sink_add_real_sample (StrataEventSink *self, guint32 process, guint32 name, gint64 time_ns, double value);
void strata_event_sink_add_cpu_sample (StrataEventSink *self, guint32 cpu, guint32 name, gint64 time_ns, gint64 value);

/* For a reader that has seen the same bytes before. */
gboolean strata_event_sink_take_again (StrataEventSink *self, gint64 time_ns, guint32 cpu, guint32 tid, gint64 tgid, const StrataEventWriter *writer, const StrataEventRecipe *recipe);

/* For text formats, in which the text of a marker may continue on the next lines. */
gboolean strata_event_sink_can_continue (const StrataEventSink *self);
gboolean strata_event_sink_take_undated (StrataEventSink *self, StrataText text);
void strata_event_sink_end_text (StrataEventSink *self, StrataText more);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataEventSink, strata_event_sink_free)

G_END_DECLS
