/* strata-atrace-writer.c - writes a trace as atrace text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-atrace-writer.h"

#include "strata-atrace-cookies.h"
#include "strata-atrace-events.h"
#include "strata-atrace-kernel.h"
#include "strata-atrace-payload.h"
#include "strata-atrace-switches.h"
#include "strata-bisect.h"
#include "strata-column.h"
#include "strata-global-process.h"
#include "strata-out-ids.h"
#include "strata-own-notes.h"
#include "strata-signal-event.h"

/* Kills for memory that markers report. */

/* Android's low memory killer writes a counter, and in newer versions a call. Both are kept, and readers make
 * an instant from each, so the instant need not be written. */

#define KILL_INSTANT "killed for its memory: "
#define KILL_COUNTER "kill_one_process"
#define KILL_CALL "lmk,"

static gboolean
has_sample (StrataTrace *trace,
            const StrataCounter *counter,
            gint64 time_ns)
{
  const StrataSamples *samples = strata_trace_get_samples (trace);
  const guint32 end = counter->first_sample + counter->n_samples;
  guint32 first = counter->first_sample;
  guint32 after = end;

  STRATA_BISECT (first, after, i, samples->time_ns[i] < time_ns);
  return first < end && samples->time_ns[first] == time_ns && samples->value[first] > 0;
}

static gboolean
has_call (StrataTrace *trace,
          const StrataTrack *track,
          gint64 time_ns)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 end = track->first_slice + track->n_slices;
  guint32 slice = track->first_slice;
  guint32 after = end;

  STRATA_BISECT (slice, after, i, slices->start_ns[i] < time_ns);
  for (; slice < end && slices->start_ns[slice] == time_ns; slice++)
    if (g_str_has_prefix (strata_trace_get_string (trace, slices->name[slice]), KILL_CALL))
      return TRUE;

  return FALSE;
}

/* Whether it is a kill for memory that a counter or a call also reports. */
static gboolean
atrace_is_told_kill (StrataTrace *trace,
                     guint32 instant)
{
  const StrataInstants *instants = strata_trace_get_instants (trace);
  const gint64 time_ns = instants->time_ns[instant];
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  if (!g_str_has_prefix (strata_trace_get_string (trace, instants->name[instant]), KILL_INSTANT))
    return FALSE;

  for (guint i = 0; i < n_counters; i++)
    if (g_str_equal (strata_trace_get_string (trace, counters[i].name), KILL_COUNTER) && has_sample (trace, &counters[i], time_ns))
      return TRUE;

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_THREAD && has_call (trace, &tracks[i], time_ns))
      return TRUE;

  return FALSE;
}

/* The header and the columns are those of kernels since 3.2 with the option record-tgid, as used by
 * atrace, systrace and all their readers.
 *
 * The CPU of a marker is the one on which its thread runs according to the lines so far. If that is
 * unknown, it is a CPU without events: a line proves that its thread runs on its CPU, and must not
 * prove too much. */

#define FLUSH_BYTES (64 * 1024)

static const char header[] =
    "# tracer: nop\n"
    "#\n"
    "#                                      _-----=> irqs-off\n"
    "#                                     / _----=> need-resched\n"
    "#                                    | / _---=> hardirq/softirq\n"
    "#                                    || / _--=> preempt-depth\n"
    "#                                    ||| /     delay\n"
    "#           TASK-PID    TGID   CPU#  ||||    TIMESTAMP  FUNCTION\n"
    "#              | |        |      |   ||||       |         |\n";

typedef struct
{
  StrataTrace *trace;          /* borrowed */
  const StrataClip *clip;      /* borrowed */
  StrataOutForm form;          /* of the file */
  const StrataThread *threads; /* borrowed */
  guint n_threads;
  const StrataCpu *cpus; /* borrowed */
  guint n_cpus;
  StrataOutIds ids;
  StrataAtraceSwitches *switches; /* owned */
  StrataAtraceCookies *cookies;   /* owned */
  GString *finish;                /* owned: of the current asynchronous slice */
  guint32 *thread_of_process;     /* owned: the thread that reports a process, or STRATA_NONE */
  guint32 teller;                 /* the thread that reports items without a process, or STRATA_NONE */
  guint32 *names;                 /* owned: by thread, string id of its current name */
  guint32 *last_names;            /* owned: the same at the end */
  guint32 *process_names;         /* owned: the same for processes */
  guint8 *reuse;                  /* owned: by thread, whether others have the same id: StrataAtraceReuse */
  gboolean *are_reused_processes; /* owned: the same for processes */
  guint32 free_cpu;               /* number of a CPU without events */
  gint64 method_pid;              /* the process of a method trace that does not contain it, or -1 */
  gboolean has_ns;                /* whether microseconds are not sufficient */
  gint64 last_ns;                 /* time of the last line */
  gboolean has_realtime;          /* whether the calendar time is written, if it is known */
  GString *out;
  StrataAtraceOutput output; /* where text goes */
  gpointer data;             /* borrowed: of that */
} Writer;

static gint64
get_pid (const Writer *self,
         guint32 process)
{
  const gint64 pid = strata_out_ids_get_pid (&self->ids, process);

  return pid >= 0 ? pid : self->method_pid;
}

static gint64
get_thread_pid (const Writer *self,
                guint32 thread)
{
  return get_pid (self, thread != STRATA_NONE ? self->threads[thread].process : STRATA_NONE);
}

static gint64
get_tid (const Writer *self,
         guint32 thread)
{
  return strata_out_ids_get_tid (&self->ids, thread);
}

static const char *
get_shown (const char *name)
{
  return *name != '\0' ? name : "<...>";
}

/* The name of a thread at the time of the line. */
static const char *
get_comm (const Writer *self,
          guint32 thread)
{
  return get_tid (self, thread) != 0 ? get_shown (strata_trace_get_string (self->trace, self->names[thread])) : "<idle>";
}

/* The name of a thread at the end. */
static const char *
get_last_comm (const Writer *self,
               guint32 thread)
{
  return get_tid (self, thread) != 0 ? get_shown (strata_trace_get_string (self->trace, self->last_names[thread])) : "<idle>";
}

/* Text needs a priority: an unknown one, and that of the idle task, becomes that of ordinary threads. */
#define USUAL_PRIORITY 120

static int
get_priority (int priority)
{
  return priority != STRATA_ATRACE_NO_PRIORITY ? priority : USUAL_PRIORITY;
}

static void
append_time (Writer *self,
             gint64 time_ns)
{
  const gint64 known_ns = MAX (strata_time_add (time_ns, self->clip->moved_ns), 0);
  const int fraction = (int) (known_ns % 1000000000);

  if (self->has_ns)
    g_string_append_printf (self->out, "%" G_GINT64_FORMAT ".%09d: ", known_ns / 1000000000, fraction);
  else
    g_string_append_printf (self->out, "%" G_GINT64_FORMAT ".%06d: ", known_ns / 1000000000, fraction / 1000);
}

/* "            comm-7     (      7) [000] ....   1.000001: event: " */
static void
begin_line_on (Writer *self,
               guint32 thread,
               guint32 cpu,
               gint64 time_ns,
               const char *flags,
               const char *event)
{
  const gint64 pid = get_thread_pid (self, thread);
  const gsize begin = self->out->len;

  strata_atrace_append_text (self->out, get_comm (self, thread));

  for (gsize n_bytes = self->out->len - begin; n_bytes < 16; n_bytes++)
    g_string_insert_c (self->out, (gssize) begin, ' ');

  g_string_append_printf (self->out, "-%-7" G_GINT64_FORMAT " ", get_tid (self, thread));

  if (pid >= 0)
    g_string_append_printf (self->out, "(%7" G_GINT64_FORMAT ")", pid);
  else
    g_string_append (self->out, "(-------)");

  g_string_append_printf (self->out, " [%03u] %s ", cpu, flags);
  append_time (self, time_ns);
  g_string_append_printf (self->out, "%s: ", event);
  self->last_ns = time_ns;
}

/* Stacks of idle threads are distinguished by CPU. */
static guint32
get_idle_cpu (const Writer *self,
              guint32 thread)
{
  guint32 n_before = 0;

  for (guint32 i = 0; i < thread; i++)
    n_before += self->threads[i].tid == 0;

  return self->free_cpu + n_before;
}

static void
begin_line (Writer *self,
            guint32 thread,
            gint64 time_ns,
            const char *flags,
            const char *event)
{
  guint32 cpu = thread != STRATA_NONE ? strata_atrace_switches_get_cpu (self->switches, thread) : STRATA_NONE;

  if (thread != STRATA_NONE && self->threads[thread].tid == 0)
    cpu = get_idle_cpu (self, thread);

  begin_line_on (self, thread, cpu != STRATA_NONE ? cpu : self->free_cpu, time_ns, flags, event);
}

static void
begin_marker (Writer *self,
              guint32 thread,
              gint64 time_ns)
{
  begin_line (self, thread, time_ns, "....", "tracing_mark_write");
}

/* Writes the parts of the next marker that do not fit into it. */
static void
write_rest (Writer *self,
            guint32 thread,
            gint64 time_ns,
            StrataAtraceRest rest)
{
  if (rest.category == STRATA_STRING_EMPTY && rest.args == STRATA_ARGS_NONE && !rest.is_sampled && !rest.is_of_nobody && !rest.has_no_cookie && !rest.has_duration && rest.renamed == STRATA_NONE)
    return;

  begin_line (self, thread, time_ns, "....", "strata_attrs");
  strata_atrace_append_rest (self->out, self->trace, &rest);
  g_string_append_c (self->out, '\n');
}

static void
write_call (Writer *self,
            const StrataAtraceEvent *event)
{
  const StrataTrack *track = &strata_trace_get_tracks (self->trace, NULL)[event->owner];
  const gint64 pid = get_thread_pid (self, track->thread);

  if (event->kind == STRATA_ATRACE_BEGIN)
    write_rest (self, track->thread, event->time_ns, strata_atrace_find_call_rest (self->trace, event->index));
  begin_marker (self, track->thread, event->time_ns);

  if (event->kind == STRATA_ATRACE_BEGIN)
    strata_atrace_append_begin (self->out, self->trace, pid, event->index);
  else
    strata_atrace_append_end (self->out, self->trace, pid, event->index);
}

/* Any thread may report a process; one of its own is preferred. */
static guint32
get_teller (const Writer *self,
            guint32 process)
{
  const guint32 known = process != STRATA_NONE ? self->thread_of_process[process] : STRATA_NONE;

  return known != STRATA_NONE ? known : self->teller;
}

/* The parts of an asynchronous slice that do not fit into its marker. */
static StrataAtraceRest
find_async_rest (const Writer *self,
                 const StrataAtraceEvent *event,
                 gboolean is_renamed)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  const gint64 end_ns = strata_slice_table_get_end_ns (slices, event->index);
  StrataAtraceRest rest = strata_atrace_find_async_rest (self->trace, event->index);

  rest.has_duration = (strata_slice_table_get_flags (slices, event->index) & STRATA_SLICE_UNFINISHED) != 0 && end_ns < self->clip->span.end_ns;
  rest.lasts_ns = end_ns - event->time_ns;
  rest.renamed = is_renamed && !rest.has_no_cookie ? event->index : STRATA_NONE;
  return rest;
}

/* The cookie that is written instead of that of an asynchronous slice, or 0. */
static guint32
find_own_cookie (Writer *self,
                 const StrataAtraceEvent *event,
                 const StrataTrack *track)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  const gint64 end_ns = strata_clip_has_end (self->clip, slices, event->index) ? strata_slice_table_get_end_ns (slices, event->index) : G_MAXINT64;

  g_string_truncate (self->finish, 0);
  strata_atrace_append_async (self->finish, self->trace, track, get_pid (self, track->process), event->index, 0, FALSE);
  if (event->kind == STRATA_ATRACE_START)
    return strata_atrace_cookies_start (self->cookies, event->index, self->finish->str, end_ns);

  return strata_atrace_cookies_finish (self->cookies, event->index, self->finish->str);
}

static void
write_async (Writer *self,
             const StrataAtraceEvent *event)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  const StrataTrack *track = &strata_trace_get_tracks (self->trace, NULL)[event->owner];
  const guint32 thread = slices->async_thread != NULL ? slices->async_thread[event->index - slices->first_async] : STRATA_NONE;
  const guint32 teller = thread != STRATA_NONE ? thread : get_teller (self, track->process);

  const guint32 own_cookie = find_own_cookie (self, event, track);

  if (event->kind == STRATA_ATRACE_START)
    write_rest (self, teller, event->time_ns, find_async_rest (self, event, own_cookie != 0));
  begin_marker (self, teller, event->time_ns);
  strata_atrace_append_async (self->out, self->trace, track, get_pid (self, track->process), event->index, own_cookie, event->kind == STRATA_ATRACE_START);
}

/* A counter that was made from kernel events is written as one of them. */
static gboolean
write_kernel_sample (Writer *self,
                     const StrataAtraceEvent *event,
                     const StrataCounter *counter,
                     gint64 value)
{
  g_autofree char *args = NULL;
  const char *kernel_event = counter->process == STRATA_NONE ? strata_atrace_find_kernel_event (self->trace, counter, value, &args) : NULL;

  if (kernel_event == NULL)
    return FALSE;

  begin_line_on (self, STRATA_NONE, self->free_cpu, event->time_ns, "....", kernel_event);
  g_string_append (self->out, args);
  return TRUE;
}

static void
write_sample (Writer *self,
              const StrataAtraceEvent *event)
{
  const StrataCounter *counter = &strata_trace_get_counters (self->trace, NULL)[event->owner];
  const gint64 value = strata_trace_get_samples (self->trace)->value[event->index];

  if (write_kernel_sample (self, event, counter, value))
    return;

  begin_marker (self, get_teller (self, counter->process), event->time_ns);
  strata_atrace_append_sample (self->out, self->trace, counter, get_pid (self, counter->process), event->index);
}

/* A signal is a kernel event; exiting threads may also write it. */
static gboolean
write_signal (Writer *self,
              const StrataAtraceEvent *event)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);
  const guint32 thread = instants->thread[event->index];
  gboolean is_delivered;
  g_autofree char *args = strata_signal_event_dup_args (strata_trace_get_string (self->trace, instants->name[event->index]), &is_delivered);

  if (args == NULL || thread == STRATA_NONE || instants->track_name[event->index] != STRATA_STRING_EMPTY ||
      instants->process[event->index] != strata_trace_get_threads (self->trace, NULL)[thread].process)
    return FALSE;

  begin_line (self, thread, event->time_ns, "d..1", is_delivered ? "signal_deliver" : "signal_generate");
  strata_atrace_append_text (self->out, args);
  return TRUE;
}

static void
write_mark (Writer *self,
            const StrataAtraceEvent *event)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);
  const guint32 thread = instants->thread[event->index];
  const guint32 process = instants->process[event->index];
  const guint32 teller = thread != STRATA_NONE ? thread : get_teller (self, process);

  write_rest (self, teller, event->time_ns, strata_atrace_find_instant_rest (self->trace, event->index));
  begin_marker (self, teller, event->time_ns);
  strata_atrace_append_instant (self->out, self->trace, get_pid (self, process), event->index);
}

static void
write_instant (Writer *self,
               const StrataAtraceEvent *event)
{
  if (atrace_is_told_kill (self->trace, event->index))
    return;
  if (!write_signal (self, event))
    write_mark (self, event);

  g_string_append_c (self->out, '\n');
}

/* Appends the "comm" and id of a thread, or those of the idle task of a CPU. */
static void
append_task (Writer *self,
             const char *which,
             guint32 thread,
             guint32 cpu,
             int priority)
{
  g_string_append_printf (self->out, "%s_comm=", which);

  if (thread == STRATA_NONE)
    g_string_append_printf (self->out, "swapper/%u", cpu);
  else
    strata_atrace_append_text (self->out, get_comm (self, thread));

  g_string_append_printf (self->out, " %s_pid=%" G_GINT64_FORMAT " %s_prio=%d", which, get_tid (self, thread), which, priority);
}

/* An unknown state is written as "?". */
static void
write_switch (Writer *self,
              const StrataAtraceSwitch *row)
{
  const guint32 number = self->cpus[row->cpu].cpu;
  const char letter = (char) (row->end_state & ~STRATA_END_STATE_PREEMPTED);

  begin_line_on (self, row->prev, number, row->time_ns, "d..3", "sched_switch");
  append_task (self, "prev", row->prev, number, get_priority (row->prev_priority));
  g_string_append_printf (self->out, " prev_state=%c%s ==> ", letter != '\0' ? letter : '?', (row->end_state & STRATA_END_STATE_PREEMPTED) != 0 ? "+" : "");
  append_task (self, "next", row->next, number, get_priority (row->next_priority));
  g_string_append_c (self->out, '\n');
}

static void
write_switches (Writer *self,
                const StrataAtraceEvent *event,
                const StrataAtraceEvent *end)
{
  StrataAtraceSwitch rows[STRATA_ATRACE_MAX_SWITCHES];
  const guint n_rows = strata_atrace_switches_take (self->switches, event, end, rows);

  for (guint i = 0; i < n_rows; i++)
    write_switch (self, &rows[i]);
}

/* The reason of a thread's wait is written just before it is woken. */
static void
write_reason (Writer *self,
              const StrataAtraceEvent *event,
              guint32 sleep,
              guint32 waker,
              const char *flags)
{
  const StrataStates *states = strata_trace_get_states (self->trace);
  const StrataState state = strata_states_get (states, sleep);
  const gboolean is_sleep = state == STRATA_STATE_SLEEPING || state == STRATA_STATE_BLOCKED_IO || state == STRATA_STATE_BLOCKED_OTHER;

  if (!is_sleep || (state == STRATA_STATE_SLEEPING && states->detail[sleep] == STRATA_STRING_EMPTY))
    return;

  begin_line (self, waker, event->time_ns, flags, "sched_blocked_reason");
  g_string_append_printf (self->out, "pid=%" G_GINT64_FORMAT " iowait=%d caller=", get_tid (self, event->owner), state == STRATA_STATE_BLOCKED_IO);
  strata_atrace_append_text (self->out, strata_trace_get_string (self->trace, states->detail[sleep]));
  g_string_append_c (self->out, '\n');
}

static void
write_wake (Writer *self,
            const StrataAtraceEvent *event)
{
  const StrataStates *states = strata_trace_get_states (self->trace);
  const guint32 waker = states->detail[event->index];
  const char *flags = (states->state[event->index] & STRATA_STATES_FROM_INTERRUPT) != 0 ? "d.h3" : "d..3";

  if (event->index > self->threads[event->owner].first_state && event->time_ns == states->start_ns[event->index])
    write_reason (self, event, event->index - 1, waker, flags);

  begin_line (self, waker, event->time_ns, flags, "sched_waking");
  g_string_append (self->out, "comm=");
  strata_atrace_append_text (self->out, get_comm (self, event->owner));
  g_string_append_printf (self->out, " pid=%" G_GINT64_FORMAT " prio=%d target_cpu=000\n", get_tid (self, event->owner), get_priority (strata_atrace_switches_get_priority (self->switches, event->owner)));
}

static void
write_end (Writer *self,
           gint64 time_ns,
           guint32 thread,
           const char *name)
{
  begin_line (self, thread, time_ns, "....", name);
  g_string_append (self->out, "comm=");
  strata_atrace_append_text (self->out, get_comm (self, thread));
  g_string_append_printf (self->out, " pid=%" G_GINT64_FORMAT " prio=%d\n", get_tid (self, thread), get_priority (strata_atrace_switches_get_priority (self->switches, thread)));
}

/* If the scheduler was not recorded, readers extend calls without an end to the end of the file. */
static void
write_exit (Writer *self,
            const StrataAtraceEvent *event)
{
  const guint32 thread = strata_trace_get_tracks (self->trace, NULL)[event->owner].thread;

  if (event->kind == STRATA_ATRACE_EXIT)
    {
      write_end (self, event->time_ns, thread, "sched_process_exit");
      return;
    }

  begin_line (self, STRATA_NONE, event->time_ns, "....", "strata_left");
  g_string_append_printf (self->out, "pid=%" G_GINT64_FORMAT "\n", get_tid (self, thread));
}

/* The exit of a thread does not mean that it is dead. */
static void
write_death (Writer *self,
             const StrataAtraceEvent *event)
{
  write_end (self, event->time_ns, event->owner, "sched_process_exit");
  write_end (self, event->time_ns, event->owner, "sched_process_free");
}

static void
append_field (Writer *self,
              const char *key,
              const char *text)
{
  if (text == NULL)
    return;

  g_string_append_printf (self->out, " %s=", key);
  strata_atrace_append_text (self->out, text);
}

/* Readers of our own lines take times as distances from the line. */
static void
append_distance (Writer *self,
                 const char *key,
                 gint64 from_ns,
                 gint64 time_ns)
{
  if (time_ns != STRATA_NO_TIME)
    g_string_append_printf (self->out, " %s=%" G_GINT64_FORMAT, key, strata_time_subtract (time_ns, from_ns));
}

/* The name is that of the whole time, so it is omitted for threads whose id is reused. Where the id means the thread only from
 * then on, the name is that of then. */
static void
write_thread (Writer *self,
              gint64 time_ns,
              guint32 thread,
              gboolean is_birth)
{
  const StrataAtraceLife life = strata_atrace_get_life (&self->threads[thread], self->clip);

  begin_line (self, get_tid (self, thread) == 0 ? thread : STRATA_NONE, time_ns, "....", "strata_thread");
  g_string_append_printf (self->out, "pid=%" G_GINT64_FORMAT " tid=%" G_GINT64_FORMAT, get_thread_pid (self, thread), get_tid (self, thread));
  append_distance (self, "start", time_ns, life.start_ns);
  append_distance (self, "end", time_ns, life.end_ns);
  if (is_birth)
    g_string_append (self->out, " new=1");
  if (is_birth || self->reuse[thread] == STRATA_ATRACE_REUSE_NONE)
    append_field (self, "comm", is_birth ? get_comm (self, thread) : get_last_comm (self, thread));
  g_string_append_c (self->out, '\n');
}

static void
write_rename (Writer *self,
              const StrataAtraceEvent *event)
{
  const guint32 name = strata_trace_get_thread_names (self->trace, NULL)[event->index].name;

  begin_line (self, STRATA_NONE, event->time_ns, "....", "task_rename");
  g_string_append_printf (self->out, "pid=%" G_GINT64_FORMAT, get_tid (self, event->owner));
  append_field (self, "oldcomm", get_comm (self, event->owner));
  append_field (self, "newcomm", strata_trace_get_string (self->trace, name));
  g_string_append (self->out, " oom_score_adj=0\n");
  self->names[event->owner] = strata_atrace_get_later_name (self->trace, event->index);
}

static void
write_kernel (Writer *self,
              const StrataAtraceEvent *event)
{
  const StrataAtraceKernel kernel = strata_atrace_kernel_get (self->trace, event);
  g_autofree char *args = kernel.args != STRATA_ARGS_NONE ? strata_attr_table_dup_args (strata_trace_get_attrs (self->trace), kernel.args) : NULL;

  begin_line (self, kernel.thread, event->time_ns, "....", kernel.event);
  g_string_append_printf (self->out, "cpu=%" G_GINT64_FORMAT " id=%" G_GINT64_FORMAT, kernel.cpu, kernel.id);
  if (kernel.is_unfinished)
    g_string_append (self->out, " unfinished=1");
  append_field (self, "lane", kernel.lane);
  append_field (self, "name", kernel.name);
  append_field (self, "args", args);
}

/* Names of threads have 15 bytes. If a process has a longer name, or its main thread has another
 * one, it is written as our own event, which other programs skip. So is the order of processes. */
static void
write_processes (Writer *self)
{
  guint n_processes;
  const StrataProcess *processes = strata_trace_get_processes (self->trace, &n_processes);

  for (guint32 i = 0; i < n_processes; i++)
    {
      const char *name = strata_trace_get_string (self->trace, self->process_names[i]);

      if (!strata_out_ids_has_process (&self->ids, i) || processes[i].pid < 0)
        continue;

      begin_line (self, STRATA_NONE, self->clip->span.begin_ns, "....", "strata_process");
      g_string_append_printf (self->out, "pid=%" G_GINT64_FORMAT, strata_out_ids_get_pid (&self->ids, i));
      if (!self->are_reused_processes[i])
        {
          append_distance (self, "start", self->clip->span.begin_ns, processes[i].start_ns);
          append_field (self, "comm", get_last_comm (self, get_teller (self, i)));
          append_field (self, "name", name);
        }
      g_string_append_c (self->out, '\n');
    }
}

/* Writes threads that have nothing else, and the order of all threads. In other formats, idle threads come with their calls. */
static void
write_threads (Writer *self)
{
  guint n_threads;

  strata_trace_get_threads (self->trace, &n_threads);
  for (guint32 i = 0; i < n_threads; i++)
    if (strata_atrace_reuse_is_initial (self->reuse[i]) && (self->form == STRATA_OUT_TEXT || get_tid (self, i) != 0))
      write_thread (self, self->clip->span.begin_ns, i, FALSE);
}

/* Markers cannot express that a counter has no process, or belongs to a CPU: readers assume the process of the
 * writer. So that is written once per counter, as our own event. */
static void
write_counters (Writer *self)
{
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (self->trace, &n_counters);

  for (guint i = 0; i < n_counters; i++)
    {
      g_autofree char *args = NULL;

      if (counters[i].process != STRATA_NONE || strata_atrace_find_kernel_event (self->trace, &counters[i], 0, &args) != NULL)
        continue;

      begin_line_on (self, STRATA_NONE, self->free_cpu, self->clip->span.begin_ns, "....", "strata_counter");
      g_string_append_printf (self->out, "cpu=%" G_GINT64_FORMAT " name=", (gint64) counters[i].cpu);
      if (counters[i].cpu >= 0)
        g_string_append_printf (self->out, "cpu%d ", counters[i].cpu);
      strata_atrace_append_text (self->out, strata_trace_get_string (self->trace, counters[i].name));
      g_string_append_c (self->out, '\n');
    }
}

/* Both ends of a gap are our own events, since a marker would make the idle task a thread. The
 * kernel's count of lost events is a separate line, which other programs read. The count does not
 * include a switch whose loss is only inferred from the events around it. */
static void
write_loss (Writer *self,
            const StrataAtraceEvent *event)
{
  const StrataLoss *loss = &strata_trace_get_losses (self->trace, NULL)[event->index];
  const gboolean is_begin = event->kind == STRATA_ATRACE_LOSE;

  begin_line_on (self, strata_atrace_switches_get_running (self->switches, loss->cpu), loss->cpu, event->time_ns, "....", "strata_loss");
  g_string_append_printf (self->out, "cpu=%u begin=%d\n", loss->cpu, is_begin);

  if (is_begin && loss->n_events != STRATA_LOSS_UNKNOWN)
    g_string_append_printf (self->out, "CPU:%u [LOST %" G_GUINT64_FORMAT " EVENTS]\n", loss->cpu, loss->n_events);

  strata_atrace_switches_take (self->switches, event, event + 1, NULL);
}

/* The state of a thread in a gap is unknown, even if it was on no CPU before. */
static void
write_unknown (Writer *self,
               const StrataAtraceEvent *event)
{
  begin_line (self, STRATA_NONE, event->time_ns, "....", "strata_unknown");
  g_string_append_printf (self->out, "pid=%" G_GINT64_FORMAT "\n", get_tid (self, event->owner));
}

static void
write_event (Writer *self,
             const StrataAtraceEvent *event,
             const StrataAtraceEvent *end)
{
  switch ((StrataAtraceKind) event->kind)
    {
    case STRATA_ATRACE_REST:
    case STRATA_ATRACE_IDLE:
    case STRATA_ATRACE_STOP:
    case STRATA_ATRACE_LEAVE:
    case STRATA_ATRACE_PASS:
    case STRATA_ATRACE_ENTER:
      write_switches (self, event, end);
      return;
    case STRATA_ATRACE_WAKE:
      write_wake (self, event);
      return;
    case STRATA_ATRACE_LOSE:
    case STRATA_ATRACE_RESUME:
      write_loss (self, event);
      return;
    case STRATA_ATRACE_FORGET:
      write_unknown (self, event);
      return;
    case STRATA_ATRACE_GONE:
    case STRATA_ATRACE_MAKE_WAY:
      return;
    case STRATA_ATRACE_BEGIN:
    case STRATA_ATRACE_END:
      write_call (self, event);
      break;
    case STRATA_ATRACE_EXIT:
    case STRATA_ATRACE_LEFT:
      write_exit (self, event);
      return;
    case STRATA_ATRACE_DIE:
      write_death (self, event);
      return;
    case STRATA_ATRACE_BIRTH:
      write_thread (self, event->time_ns, event->owner, TRUE);
      return;
    case STRATA_ATRACE_RENAME:
      write_rename (self, event);
      return;
    case STRATA_ATRACE_REASON:
      write_reason (self, event, event->index, event->owner, "d..3");
      return;
    case STRATA_ATRACE_START:
    case STRATA_ATRACE_FINISH:
      write_async (self, event);
      break;
    case STRATA_ATRACE_SAMPLE:
      write_sample (self, event);
      break;
    case STRATA_ATRACE_INSTANT:
      write_instant (self, event);
      return;
    case STRATA_ATRACE_KERNEL_BEGIN:
    case STRATA_ATRACE_KERNEL_END:
      write_kernel (self, event);
      break;
    }

  g_string_append_c (self->out, '\n');
}

/* The calendar time is in ms, so its line comes where that ms begins, among the lines of the events. */
static void
write_realtime (Writer *self,
                gint64 until_ns)
{
  const StrataSpan span = self->clip->span;
  const gint64 start_us = strata_clip_get_start_time_us (self->clip, self->trace);
  const gint64 realtime_ms = (start_us + 999) / 1000;
  const gint64 time_ns = MIN (span.begin_ns + (realtime_ms * 1000 - start_us) * 1000, span.end_ns);

  if (self->has_realtime || start_us == STRATA_NO_TIME || start_us < 0 || time_ns > until_ns)
    return;

  begin_marker (self, get_teller (self, STRATA_NONE), time_ns);
  g_string_append_printf (self->out, "trace_event_clock_sync: realtime_ts=%" G_GINT64_FORMAT "\n", realtime_ms);
  self->has_realtime = TRUE;
}

/* Unfinished slices extend to the last line, whatever it is. */
static void
write_bound (Writer *self,
             gint64 time_ns,
             const char *name)
{
  begin_marker (self, get_teller (self, STRATA_NONE), time_ns);
  g_string_append_printf (self->out, "trace_event_clock_sync: name=%s\n", name);
}

static void
write_note (gpointer data,
            const char *key,
            const char *value)
{
  Writer *self = data;

  begin_marker (self, get_teller (self, STRATA_NONE), self->clip->span.begin_ns);
  g_string_append_printf (self->out, "trace_event_clock_sync: %s=", key);
  strata_atrace_append_text (self->out, value);
  g_string_append_c (self->out, '\n');
}

static gboolean
flush (Writer *self,
       gsize n_least_bytes,
       GError **error)
{
  if (self->out->len < n_least_bytes)
    return TRUE;

  const gboolean is_written = self->output (self->data, self->out->str, self->out->len, error);

  g_string_truncate (self->out, 0);
  return is_written;
}

static gboolean
write_events (Writer *self,
              const StrataAtraceEvent *events,
              gsize n_events,
              GError **error)
{
  const StrataSpan span = self->clip->span;

  if (n_events == 0 || events[0].time_ns > span.begin_ns)
    write_bound (self, span.begin_ns, "begin");

  for (gsize i = 0; i < n_events; i++)
    {
      write_realtime (self, events[i].time_ns);
      write_event (self, &events[i], events + n_events);
      if (!flush (self, FLUSH_BYTES, error))
        return FALSE;
    }

  write_realtime (self, G_MAXINT64);
  if (self->last_ns < span.end_ns)
    write_bound (self, span.end_ns, "end");

  return flush (self, 0, error);
}

/* The main thread of each process, or else its first one. */
static void
find_tellers (Writer *self,
              guint n_processes)
{
  const StrataProcess *processes = strata_trace_get_processes (self->trace, NULL);

  self->thread_of_process = strata_new_nones (n_processes);

  for (guint i = 0; i < self->n_threads; i++)
    {
      const guint32 process = self->threads[i].process;

      if (process != STRATA_NONE && (self->thread_of_process[process] == STRATA_NONE || self->threads[i].tid == processes[process].pid))
        self->thread_of_process[process] = i;
    }
}

/* Its id has to mean a single thread, and it must not be dead: readers treat a line of a dead thread as that of another thread with the same id. */
static guint32
find_teller (const Writer *self)
{
  guint32 teller = STRATA_NONE;
  gint64 last_ns = G_MININT64;

  for (guint32 i = 0; i < self->n_threads; i++)
    if (self->reuse[i] == STRATA_ATRACE_REUSE_NONE && (teller == STRATA_NONE || self->threads[i].last_ns > last_ns))
      {
        teller = i;
        last_ns = self->threads[i].last_ns;
      }

  return teller;
}

static gboolean
need_ns (const StrataClip *clip,
         const StrataAtraceEvent *events,
         gsize n_events)
{
  for (gsize i = 0; i < n_events; i++)
    if (events[i].time_ns % 1000 != 0)
      return TRUE;

  return clip->span.begin_ns % 1000 != 0 || clip->span.end_ns % 1000 != 0;
}

static void
writer_init (Writer *self,
             StrataTrace *trace,
             const StrataClip *clip,
             StrataOutForm form)
{
  guint n_processes;

  *self = (Writer){ .trace = trace, .clip = clip, .form = form, .out = g_string_new (header), .last_ns = G_MININT64 };
  self->threads = strata_trace_get_threads (trace, &self->n_threads);
  self->cpus = strata_trace_get_cpus (trace, &self->n_cpus);
  strata_out_ids_init (&self->ids, trace, clip, form);
  self->switches = strata_atrace_switches_new (trace);
  self->cookies = strata_atrace_cookies_new ();
  self->finish = g_string_new (NULL);
  self->free_cpu = strata_atrace_switches_find_free_cpu (trace, 0, STRATA_NONE);
  self->names = strata_atrace_list_first_names (trace, clip);
  self->last_names = strata_atrace_list_last_names (trace, clip);
  self->process_names = strata_atrace_list_process_names (trace, clip);
  self->reuse = strata_atrace_find_reuse (trace, clip);
  self->are_reused_processes = strata_atrace_find_reused_processes (trace, self->reuse);
  self->method_pid = -1;
  strata_trace_get_processes (trace, &n_processes);
  find_tellers (self, n_processes);
  self->teller = find_teller (self);
  self->method_pid = strata_atrace_find_method_pid (trace);
}

static void
writer_clear (Writer *self)
{
  strata_out_ids_clear (&self->ids);
  strata_atrace_switches_free (self->switches);
  strata_atrace_cookies_free (self->cookies);
  g_string_free (self->finish, TRUE);
  g_free (self->thread_of_process);
  g_free (self->names);
  g_free (self->last_names);
  g_free (self->process_names);
  g_free (self->reuse);
  g_free (self->are_reused_processes);
  g_string_free (self->out, TRUE);
}

typedef struct
{
  GOutputStream *stream;     /* borrowed */
  GCancellable *cancellable; /* borrowed; nullable */
} Stream;

static gboolean
write_to_stream (gpointer data,
                 const char *text,
                 gsize n_bytes,
                 GError **error)
{
  const Stream *stream = data;

  return g_output_stream_write_all (stream->stream, text, n_bytes, NULL, stream->cancellable, error);
}

/**
 * strata_atrace_write:
 * @trace: a trace
 * @clip: the part of it to write
 * @stream: the output; it remains open
 * @cancellable: (nullable): cancels writing
 * @error: return location for an error
 *
 * Writes a trace as atrace text, which Perfetto, systrace and this program read: calls, asynchronous slices, counters
 * and instants as markers, and runs as scheduler events. Other kernel slices become events that only this program
 * reads, see strata-atrace-kernel.c. Unfinished slices remain open. Calls left by an exception get an end, but the
 * exception is not written. Nor are states that only a switch after lost events shows. Threads that are off the CPUs at
 * the start of a part leave the first CPU then.
 *
 * Returns: %FALSE if writing failed or was cancelled
 */
gboolean
strata_atrace_write (StrataTrace *trace,
                     const StrataClip *clip,
                     GOutputStream *stream,
                     GCancellable *cancellable,
                     GError **error)
{
  Writer writer;
  Stream output = { stream, cancellable };
  gsize n_events;
  g_autofree StrataAtraceEvent *events = strata_atrace_list_events (trace, clip, &n_events);

  writer_init (&writer, trace, clip, STRATA_OUT_TEXT);
  writer.has_ns = need_ns (clip, events, n_events);
  writer.output = write_to_stream;
  writer.data = &output;
  write_processes (&writer);
  write_threads (&writer);
  write_counters (&writer);
  strata_own_notes_foreach (trace, write_note, &writer);

  const gboolean is_written = write_events (&writer, events, n_events, error);

  writer_clear (&writer);
  return is_written;
}

/* Whether an event is of the kernel only. */
static gboolean
is_of_kernel (const StrataAtraceEvent *event)
{
  switch ((StrataAtraceKind) event->kind)
    {
    case STRATA_ATRACE_BEGIN:
    case STRATA_ATRACE_END:
    case STRATA_ATRACE_START:
    case STRATA_ATRACE_FINISH:
    case STRATA_ATRACE_SAMPLE:
    case STRATA_ATRACE_INSTANT:
    case STRATA_ATRACE_LEFT:
    case STRATA_ATRACE_GONE:
    case STRATA_ATRACE_MAKE_WAY:
      return FALSE;
    case STRATA_ATRACE_RESUME:
    case STRATA_ATRACE_DIE:
    case STRATA_ATRACE_BIRTH:
    case STRATA_ATRACE_RENAME:
    case STRATA_ATRACE_KERNEL_BEGIN:
    case STRATA_ATRACE_KERNEL_END:
    case STRATA_ATRACE_EXIT:
    case STRATA_ATRACE_REST:
    case STRATA_ATRACE_IDLE:
    case STRATA_ATRACE_STOP:
    case STRATA_ATRACE_LEAVE:
    case STRATA_ATRACE_PASS:
    case STRATA_ATRACE_REASON:
    case STRATA_ATRACE_WAKE:
    case STRATA_ATRACE_ENTER:
    case STRATA_ATRACE_LOSE:
    case STRATA_ATRACE_FORGET:
      return TRUE;
    }

  return FALSE;
}

/**
 * strata_atrace_has_kernel:
 * @trace: a trace
 *
 * Returns: whether strata_atrace_write_kernel() writes anything, or nothing else would be written
 */
gboolean
strata_atrace_has_kernel (StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint n_others = slices->n_slices + strata_trace_get_samples (trace)->n_samples + strata_trace_get_instants (trace)->n_instants;
  guint n_losses;
  guint n_names;
  const StrataThreadName *names = strata_trace_get_thread_names (trace, &n_names);

  strata_trace_get_losses (trace, &n_losses);
  for (guint i = 0; i < n_names; i++)
    if (names[i].time_ns != STRATA_NO_TIME)
      return TRUE;

  return strata_trace_get_cpu_runs (trace)->n_runs > 0 || strata_trace_get_states (trace)->n_states > 0 || slices->n_slices > slices->first_kernel || n_losses > 0 || n_others == 0;
}

/**
 * strata_atrace_write_kernel:
 * @trace: a trace
 * @clip: the part of it to write
 * @form: the format that contains the rest, with the same ids of processes and threads
 * @output: takes the text
 * @data: for @output
 * @error: return location for an error
 *
 * Writes what the kernel recorded of a trace as atrace text: scheduling, kernel slices, lost events, and processes and threads with their
 * names over time. The format around it has to contain the rest.
 *
 * Returns: %FALSE if writing failed or was cancelled
 */
gboolean
strata_atrace_write_kernel (StrataTrace *trace,
                            const StrataClip *clip,
                            StrataOutForm form,
                            StrataAtraceOutput output,
                            gpointer data,
                            GError **error)
{
  Writer writer;
  gsize n_all;
  gsize n_events = 0;
  g_autofree StrataAtraceEvent *events = strata_atrace_list_events (trace, clip, &n_all);

  for (gsize i = 0; i < n_all; i++)
    if (is_of_kernel (&events[i]))
      events[n_events++] = events[i];

  writer_init (&writer, trace, clip, form);
  writer.has_ns = need_ns (clip, events, n_events);
  writer.output = output;
  writer.data = data;
  write_processes (&writer);
  write_threads (&writer);

  const gboolean is_written = write_events (&writer, events, n_events, error);

  writer_clear (&writer);
  return is_written;
}
