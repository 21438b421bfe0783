/* strata-perfetto-writer.c - writes a trace as Perfetto packets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-writer.h"

#include <string.h>

#include <zlib.h>

#include "strata-async-roots.h"
#include "strata-atrace-events.h"
#include "strata-atrace-kernel.h"
#include "strata-atrace-payload.h"
#include "strata-atrace-switches.h"
#include "strata-calls.h"
#include "strata-device-names.h"
#include "strata-listed-tasks.h"
#include "strata-own-notes.h"
#include "strata-pair-key.h"
#include "strata-perfetto-out.h"
#include "strata-perfetto-own.h"
#include "strata-real.h"

/* Data of programs is written as events on tracks, by time, and scheduler data as bundles of
 * kernel events, one per CPU at a time. A bundle ends when another CPU has an event at the same
 * time, since the order of both is then that of the file. */

#define FLUSH_BYTES (64 * 1024)

#define TRACE_PACKET 1
#define PACKET_FTRACE 1
#define PACKET_COMPRESSED 50
#define KERNEL_SEQUENCE 2

/* Fields of a bundle, and of an event in one. */
#define BUNDLE_CPU 1
#define BUNDLE_EVENT 2
#define BUNDLE_LOST_EVENTS 3
#define FTRACE_TIME 1
#define FTRACE_TID 2
#define FTRACE_FLAGS 5
#define FTRACE_PRINT 3
#define FTRACE_SWITCH 4
#define FTRACE_FREQUENCY 11
#define FTRACE_BLOCKED_REASON 18
#define FTRACE_WAKING 20
#define FTRACE_NEW_TASK 235
#define FTRACE_RENAME 236
#define FTRACE_EXIT 238
#define FTRACE_FREE 240
#define FTRACE_GENERIC 327

#define PRINT_TEXT 2
#define EXIT_PRIORITY 4
#define FREE_PRIORITY 3
#define NEW_TASK_FLAGS 3

/* Our own field of an event: other events here say the same. */
#define EVENT_REPEATED 29700

#define CLONE_OF_THREAD 0x10000

#define GENERIC_NAME 1
#define GENERIC_FIELD 2
#define GENERIC_FIELD_NAME 1
#define GENERIC_FIELD_TEXT 3
#define GENERIC_FIELD_INT 4

#define FLAG_INTERRUPT 0x08
#define IDLE_PRIORITY 120
#define STATE_UNKNOWN 0x10000

/* Its first event is the earliest one: readers play a bundle from then on. */
typedef struct
{
  GString *events; /* owned */
  gint64 first_ns;
  gint64 last_ns;
  guint32 number; /* of the CPU on its device */
} Bundle;

typedef struct
{
  StrataPerfettoOut out;
  StrataTrace *trace;          /* borrowed */
  const StrataClip *clip;      /* borrowed */
  const StrataThread *threads; /* borrowed */
  const StrataCpu *cpus;       /* borrowed */
  guint n_cpus;
  StrataAtraceSwitches *switches; /* owned */
  guint32 *roots;                 /* owned: for each asynchronous slice of programs, the slice whose row it is written to */
  guint32 *names;                 /* owned: by thread, its current name: a string id */
  guint8 *reuse;                  /* owned: by thread, whether other threads have the same id: StrataAtraceReuse */
  gboolean *are_reused_processes; /* owned: the same for processes */
  GHashTable *freed;              /* (element-type gint64) owned: ids of threads that were freed, by device */
  Bundle *bundles;                /* owned: by index of the CPU, then one for each device for events without a known CPU */
  GString *event;                 /* owned */
  GString *content;               /* owned */
} Writer;

/* A CPU of the device about which nothing is known. */
static guint32
find_free_cpu (const Writer *self,
               guint device)
{
  return strata_atrace_switches_find_free_cpu (self->trace, device * STRATA_DEVICE_CPUS, (device + 1) * STRATA_DEVICE_CPUS) % STRATA_DEVICE_CPUS;
}

/* The bundle for events of a device without a known CPU. */
static guint32
get_no_cpu (const Writer *self,
            guint device)
{
  return self->n_cpus + device;
}

static guint
get_bundle_device (const Writer *self,
                   guint32 index)
{
  return index < self->n_cpus ? self->cpus[index].cpu / STRATA_DEVICE_CPUS : index - self->n_cpus;
}

static guint32
find_cpu_index (const Writer *self,
                guint32 number)
{
  return MIN (strata_trace_find_cpu (self->trace, number), self->n_cpus);
}

static void
flush_bundle (Writer *self,
              guint32 cpu)
{
  Bundle *bundle = &self->bundles[cpu];

  if (bundle->events->len == 0)
    return;

  strata_perfetto_out_set_device (&self->out, get_bundle_device (self, cpu));
  strata_proto_put_uint (self->out.body, BUNDLE_CPU, bundle->number);
  g_string_append_len (self->out.body, bundle->events->str, (gssize) bundle->events->len);
  g_string_truncate (bundle->events, 0);
  strata_perfetto_out_end_packet (&self->out, PACKET_FTRACE, KERNEL_SEQUENCE);
}

/* Adds an event; takes ownership of its content. */
static void
add_kernel_event (Writer *self,
                  guint32 cpu,
                  gint64 time_ns,
                  gint64 tid,
                  guint32 flags,
                  guint32 kind)
{
  Bundle *bundle = &self->bundles[cpu];

  for (guint32 i = 0; i < self->n_cpus + self->out.n_devices; i++)
    if (i != cpu && self->bundles[i].events->len > 0 && self->bundles[i].last_ns == time_ns)
      flush_bundle (self, i);

  if (time_ns < bundle->first_ns)
    flush_bundle (self, cpu);
  if (bundle->events->len == 0)
    bundle->first_ns = time_ns;

  strata_proto_put_uint (self->event, FTRACE_TIME, strata_perfetto_out_get_time (&self->out, time_ns));
  strata_proto_put_uint (self->event, FTRACE_TID, (guint64) tid);
  if (flags != 0)
    strata_proto_put_uint (self->event, FTRACE_FLAGS, flags);
  strata_proto_put_message (self->event, kind, self->content);
  strata_proto_put_message (bundle->events, BUNDLE_EVENT, self->event);
  bundle->last_ns = time_ns;
  if (bundle->events->len >= FLUSH_BYTES)
    flush_bundle (self, cpu);
}

static void
put_comm (Writer *self,
          guint32 field,
          guint32 thread)
{
  const char *name = thread != STRATA_NONE ? strata_trace_get_string (self->trace, self->names[thread]) : "swapper";

  if (*name != '\0')
    strata_proto_put_text (self->content, field, name);
}

/* Converts letters to the state numbers of a kernel of unknown version. An unknown state gets a number that
 * is larger than any kernel's. */
static guint64
get_state_number (guint8 end_state)
{
  static const char letters[] = "SDTtXZxKWPN";
  const char letter = (char) (end_state & ~STRATA_END_STATE_PREEMPTED);
  const char *at = letter != '\0' ? strchr (letters, letter) : NULL;

  if (at != NULL)
    return G_GUINT64_CONSTANT (1) << (at - letters);

  /* a sleep that does not count as load */
  if (letter == 'I')
    return 0x402;
  if (letter == '\0')
    return STATE_UNKNOWN;

  return (end_state & STRATA_END_STATE_PREEMPTED) != 0 ? 0x800 : 0;
}

static void
put_priority (Writer *self,
              guint32 field,
              int priority)
{
  if (priority != STRATA_ATRACE_NO_PRIORITY)
    strata_proto_put_uint (self->content, field, (guint64) (gint64) priority);
}

static int
get_priority (guint32 thread,
              int priority)
{
  return thread != STRATA_NONE ? priority : IDLE_PRIORITY;
}

static void
write_switch (Writer *self,
              const StrataAtraceSwitch *row)
{
  put_comm (self, 1, row->prev);
  strata_proto_put_uint (self->content, 2, (guint64) strata_perfetto_out_get_tid (&self->out, row->prev));
  put_priority (self, 3, get_priority (row->prev, row->prev_priority));
  strata_proto_put_uint (self->content, 4, get_state_number (row->end_state));
  put_comm (self, 5, row->next);
  strata_proto_put_uint (self->content, 6, (guint64) strata_perfetto_out_get_tid (&self->out, row->next));
  put_priority (self, 7, get_priority (row->next, row->next_priority));
  add_kernel_event (self, row->cpu, row->time_ns, strata_perfetto_out_get_tid (&self->out, row->prev), 0, FTRACE_SWITCH);
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

/* The CPU on which a thread runs. For a thread that is not known to run, or without a thread, no CPU of @owner's device. */
static guint32
get_cpu_index (Writer *self,
               guint32 thread,
               guint32 owner)
{
  const guint32 number = thread != STRATA_NONE ? strata_atrace_switches_get_cpu (self->switches, thread) : STRATA_NONE;
  const guint device = strata_perfetto_out_set_thread (&self->out, thread != STRATA_NONE ? thread : owner);

  return number != STRATA_NONE ? find_cpu_index (self, number) : get_no_cpu (self, device);
}

/* Writes whether a sleep was for a disk, and in which function. */
static void
write_reason (Writer *self,
              const StrataAtraceEvent *event,
              guint32 sleep,
              guint32 waker)
{
  const StrataStates *states = strata_trace_get_states (self->trace);
  const StrataState state = strata_states_get (states, sleep);
  const guint32 function = states->detail[sleep];
  const gboolean is_told = state == STRATA_STATE_SLEEPING && function != STRATA_STRING_EMPTY;

  if (state != STRATA_STATE_BLOCKED_IO && state != STRATA_STATE_BLOCKED_OTHER && !is_told)
    return;

  strata_perfetto_out_set_thread (&self->out, event->owner);

  const guint64 number = function != STRATA_STRING_EMPTY ? strata_perfetto_out_intern_function (&self->out, KERNEL_SEQUENCE, function) : 0;

  strata_proto_put_uint (self->content, 1, (guint64) strata_perfetto_out_get_tid (&self->out, event->owner));
  if (number != 0)
    strata_proto_put_uint (self->content, 2, number);
  strata_proto_put_uint (self->content, 3, state == STRATA_STATE_BLOCKED_IO);
  add_kernel_event (self, get_cpu_index (self, waker, event->owner), event->time_ns, strata_perfetto_out_get_tid (&self->out, waker), 0, FTRACE_BLOCKED_REASON);
}

static void
write_wake (Writer *self,
            const StrataAtraceEvent *event)
{
  const StrataStates *states = strata_trace_get_states (self->trace);
  const guint32 waker = states->detail[event->index];
  const gboolean is_interrupt = (states->state[event->index] & STRATA_STATES_FROM_INTERRUPT) != 0;

  if (event->index > self->threads[event->owner].first_state && event->time_ns == states->start_ns[event->index])
    write_reason (self, event, event->index - 1, waker);

  put_comm (self, 1, event->owner);
  strata_proto_put_uint (self->content, 2, (guint64) strata_perfetto_out_get_tid (&self->out, event->owner));
  put_priority (self, 3, strata_atrace_switches_get_priority (self->switches, event->owner));
  strata_proto_put_uint (self->content, 4, 1);
  add_kernel_event (self, get_cpu_index (self, waker, event->owner), event->time_ns, strata_perfetto_out_get_tid (&self->out, waker), is_interrupt ? FLAG_INTERRUPT : 0, FTRACE_WAKING);
}

static void
write_end (Writer *self,
           gint64 time_ns,
           guint32 thread,
           guint32 kind,
           guint32 priority_field)
{
  const gint64 tid = strata_perfetto_out_get_tid (&self->out, thread);

  put_comm (self, 1, thread);
  strata_proto_put_uint (self->content, 2, (guint64) tid);
  put_priority (self, priority_field, strata_atrace_switches_get_priority (self->switches, thread));
  add_kernel_event (self, get_cpu_index (self, thread, STRATA_NONE), time_ns, tid, 0, kind);
}

static void
write_exit (Writer *self,
            const StrataAtraceEvent *event)
{
  write_end (self, event->time_ns, strata_trace_get_tracks (self->trace, NULL)[event->owner].thread, FTRACE_EXIT, EXIT_PRIORITY);
}

static void
put_number (Writer *self,
            const char *key,
            gint64 value)
{
  strata_proto_put_text (self->out.inner, GENERIC_FIELD_NAME, key);
  strata_proto_put_uint (self->out.inner, GENERIC_FIELD_INT, (guint64) value);
  strata_proto_put_message (self->content, GENERIC_FIELD, self->out.inner);
}

static void
put_text (Writer *self,
          const char *key,
          const char *text)
{
  if (text == NULL)
    return;

  strata_proto_put_text (self->out.inner, GENERIC_FIELD_NAME, key);
  strata_proto_put_text (self->out.inner, GENERIC_FIELD_TEXT, text);
  strata_proto_put_message (self->content, GENERIC_FIELD, self->out.inner);
}

/* Readers extend calls without an end to the end of the trace here. */
static void
write_left (Writer *self,
            const StrataAtraceEvent *event)
{
  const guint32 thread = strata_trace_get_tracks (self->trace, NULL)[event->owner].thread;

  strata_proto_put_text (self->content, GENERIC_NAME, "strata_left");
  put_number (self, "pid", strata_perfetto_out_get_tid (&self->out, thread));
  add_kernel_event (self, get_no_cpu (self, strata_perfetto_out_set_thread (&self->out, thread)), event->time_ns, 0, 0, FTRACE_GENERIC);
}

static gint64
make_id_key (const Writer *self,
             guint32 thread)
{
  return (gint64) ((guint64) self->threads[thread].device << 48) ^ strata_perfetto_out_get_tid (&self->out, thread);
}

/* Other programs take an id for that of another thread if it is met after this event. */
static void
write_free (Writer *self,
            gint64 time_ns,
            guint32 thread)
{
  strata_proto_put_uint (self->content, 2, (guint64) strata_perfetto_out_get_tid (&self->out, thread));
  strata_proto_put_uint (self->content, EVENT_REPEATED, 1);
  add_kernel_event (self, get_no_cpu (self, strata_perfetto_out_set_thread (&self->out, thread)), time_ns, 0, 0, FTRACE_FREE);
}

/* Other programs sort kernel events behind descriptions of the same time. */
static void
write_early_free (Writer *self,
                  const StrataAtraceEvent *event)
{
  write_free (self, strata_time_subtract (event->time_ns, 1), event->owner);
}

/* Threads without events are only in the tree, which has no times. */
static void
write_listed_ends (Writer *self)
{
  const GArray *threads = strata_listed_tasks_get (self->trace)->threads;

  for (guint i = 0; i < threads->len; i++)
    {
      const StrataThread *row = &g_array_index (threads, StrataThread, i);
      const StrataAtraceLife life = strata_atrace_get_life (row, self->clip);

      if (life.end_ns == STRATA_NO_TIME)
        continue;

      strata_proto_put_uint (self->content, 2, (guint64) row->tid);
      add_kernel_event (self, get_no_cpu (self, strata_perfetto_out_set_device (&self->out, row->device)), life.end_ns, 0, 0, FTRACE_FREE);
    }
}

/* The exit of a thread does not mean that it is dead. */
static void
write_death (Writer *self,
             const StrataAtraceEvent *event)
{
  const gint64 key = make_id_key (self, event->owner);

  g_hash_table_add (self->freed, g_memdup2 (&key, sizeof key));
  write_end (self, event->time_ns, event->owner, FTRACE_EXIT, EXIT_PRIORITY);
  write_end (self, event->time_ns, event->owner, FTRACE_FREE, FREE_PRIORITY);
}

/* The process tree contains them as well, but not in order. */
static void
write_processes (Writer *self)
{
  guint n_processes;
  const StrataProcess *processes = strata_trace_get_processes (self->trace, &n_processes);

  for (guint32 i = 0; i < n_processes; i++)
    {
      if (processes[i].pid < 0 || !strata_out_ids_has_process (&self->out.ids, i))
        continue;

      strata_proto_put_text (self->content, GENERIC_NAME, "strata_process");
      put_number (self, "pid", strata_out_ids_get_pid (&self->out.ids, i));
      if (processes[i].pid > 0 && !self->are_reused_processes[i])
        {
          g_autofree char *name = strata_perfetto_out_dup_process_name (&self->out, i);

          put_text (self, "name", name);
        }
      add_kernel_event (self, get_no_cpu (self, strata_perfetto_out_set_process (&self->out, i)), strata_perfetto_out_get_birth (&self->out, strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_PROCESS, i, 0)), 0, 0, FTRACE_GENERIC);
    }
}

/* Readers of our own events take times as distances from the event. */
static void
put_distance (Writer *self,
              const char *key,
              gint64 from_ns,
              gint64 time_ns)
{
  if (time_ns != STRATA_NO_TIME)
    put_number (self, key, strata_time_subtract (time_ns, from_ns));
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

  strata_proto_put_text (self->content, GENERIC_NAME, "strata_thread");
  put_number (self, "pid", strata_out_ids_get_pid (&self->out.ids, self->threads[thread].process));
  put_number (self, "tid", strata_perfetto_out_get_tid (&self->out, thread));
  put_distance (self, "start", time_ns, life.start_ns);
  put_distance (self, "end", time_ns, life.end_ns);
  if (is_birth)
    put_number (self, "new", 1);
  if (is_birth || self->reuse[thread] == STRATA_ATRACE_REUSE_NONE)
    put_text (self, "comm", strata_trace_get_string (self->trace, self->out.names[thread]));
  add_kernel_event (self, get_no_cpu (self, strata_perfetto_out_set_thread (&self->out, thread)), time_ns, 0, 0, FTRACE_GENERIC);
}

/* The process tree contains them as well, but most threads in the trees of other recorders have nothing to show. */
static void
write_threads (Writer *self)
{
  guint n_threads;

  strata_trace_get_threads (self->trace, &n_threads);
  for (guint32 i = 0; i < n_threads; i++)
    if (strata_perfetto_out_get_tid (&self->out, i) > 0 && strata_atrace_reuse_is_initial (self->reuse[i]))
      write_thread (self, self->clip->span.begin_ns, i, FALSE);
}

static void
write_rename (Writer *self,
              const StrataAtraceEvent *event)
{
  const guint32 name = strata_trace_get_thread_names (self->trace, NULL)[event->index].name;

  strata_proto_put_uint (self->content, 1, (guint64) strata_perfetto_out_get_tid (&self->out, event->owner));
  put_comm (self, 2, event->owner);
  strata_proto_put_text (self->content, 3, strata_trace_get_string (self->trace, name));
  add_kernel_event (self, get_no_cpu (self, strata_perfetto_out_set_thread (&self->out, event->owner)), event->time_ns, 0, 0, FTRACE_RENAME);
  self->names[event->owner] = strata_atrace_get_later_name (self->trace, event->index);
}

/* Other programs know a birth by this event. */
static void
write_new_task (Writer *self,
                const StrataAtraceEvent *event,
                guint32 parent)
{
  const gboolean is_thread = strata_perfetto_out_get_thread_pid (&self->out, event->owner) != strata_perfetto_out_get_tid (&self->out, event->owner);

  strata_proto_put_uint (self->content, 1, (guint64) strata_perfetto_out_get_tid (&self->out, event->owner));
  put_comm (self, 2, event->owner);
  strata_proto_put_uint (self->content, NEW_TASK_FLAGS, is_thread ? CLONE_OF_THREAD : 0);
  strata_proto_put_uint (self->content, EVENT_REPEATED, 1);
  add_kernel_event (self, get_cpu_index (self, parent, event->owner), event->time_ns, strata_perfetto_out_get_tid (&self->out, parent), 0, FTRACE_NEW_TASK);
}

/* Names the thread that has the id from now on. */
static void
write_name (Writer *self,
            const StrataAtraceEvent *event)
{
  strata_proto_put_uint (self->content, 1, (guint64) strata_perfetto_out_get_tid (&self->out, event->owner));
  put_comm (self, 3, event->owner);
  strata_proto_put_uint (self->content, EVENT_REPEATED, 1);
  add_kernel_event (self, get_no_cpu (self, strata_perfetto_out_set_thread (&self->out, event->owner)), event->time_ns, 0, 0, FTRACE_RENAME);
}

/* Separates a thread from the one that had its id before, for other programs. */
static void
write_succession (Writer *self,
                  const StrataAtraceEvent *event)
{
  const gint64 key = make_id_key (self, event->owner);
  const gboolean is_later = self->reuse[event->owner] == STRATA_ATRACE_REUSE_LATER;
  const gboolean was_freed = g_hash_table_remove (self->freed, &key);
  guint32 parent;

  if (is_later && strata_perfetto_out_is_new_task (&self->out, event->owner, &parent))
    {
      write_new_task (self, event, parent);
      return;
    }
  if (is_later && !was_freed)
    write_early_free (self, event);

  write_name (self, event);
}

/* Says that an id means another thread from now on, and which one. */
static void
write_birth (Writer *self,
             const StrataAtraceEvent *event)
{
  write_succession (self, event);
  write_thread (self, event->time_ns, event->owner, TRUE);
}

/* The counter track for all programs belongs to a process, even if the counter has none. */
static void
write_device_sample (Writer *self,
                     gint64 time_ns,
                     guint device,
                     const StrataCounter *counter,
                     guint32 sample)
{
  g_autofree char *name = strata_perfetto_out_dup_name (&self->out, strata_trace_get_string (self->trace, counter->name));
  const StrataSamples *samples = strata_trace_get_samples (self->trace);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  strata_proto_put_text (self->content, GENERIC_NAME, "strata_counter");
  put_number (self, "cpu", counter->cpu >= 0 ? counter->cpu % STRATA_DEVICE_CPUS : -1);
  if (strata_samples_is_whole (samples, sample))
    put_number (self, "value", samples->value[sample]);
  else
    put_text (self, "value", strata_real_format (strata_samples_get_real (samples, sample), text));
  put_text (self, "name", name);
  add_kernel_event (self, get_no_cpu (self, device), time_ns, 0, 0, FTRACE_GENERIC);
}

/* Frequencies become kernel events again; all others are counters. */
static void
write_sample (Writer *self,
              const StrataAtraceEvent *event)
{
  const StrataCounter *counter = &strata_trace_get_counters (self->trace, NULL)[event->owner];
  const StrataSamples *samples = strata_trace_get_samples (self->trace);
  const guint64 track = strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_COUNTER, event->owner, 0);
  const gint64 value = samples->value[event->index];
  const guint device = strata_perfetto_out_set_counter (&self->out, event->owner);

  if (counter->cpu >= 0 && g_str_equal (strata_trace_get_string (self->trace, counter->name), "frequency"))
    {
      strata_proto_put_uint (self->content, 1, (guint64) value);
      strata_proto_put_uint (self->content, 2, (guint64) counter->cpu % STRATA_DEVICE_CPUS);
      add_kernel_event (self, get_no_cpu (self, device), event->time_ns, 0, 0, FTRACE_FREQUENCY);
      return;
    }

  if (strata_samples_is_whole (samples, event->index))
    strata_perfetto_out_sample (&self->out, event->time_ns, track, value);
  else
    strata_perfetto_out_real_sample (&self->out, event->time_ns, track, strata_samples_get_real (samples, event->index));
  if (counter->process == STRATA_NONE)
    write_device_sample (self, event->time_ns, device, counter, event->index);
}

/* Writes the CPU time of the thread if it was recorded and that end of the call is inside the clip. */
static void
add_cpu_time (Writer *self,
              const StrataAtraceEvent *event,
              guint32 thread,
              gboolean is_begin)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  const guint32 slice = event->index;
  const gint64 bound_ns = is_begin ? slices->start_ns[slice] : strata_slice_table_get_end_ns (slices, slice);

  const gint64 begin_ns = event->time_ns == bound_ns ? strata_trace_get_cpu_begin_ns (self->trace, slice) : STRATA_NO_TIME;

  if (begin_ns != STRATA_NO_TIME && (is_begin || strata_trace_has_cpu_time (self->trace, slice)))
    strata_perfetto_out_cpu_time (&self->out, thread, strata_time_add (begin_ns, is_begin ? 0 : strata_slice_table_get_cpu_ns (slices, slice)));
}

static void
write_slice (Writer *self,
             const StrataAtraceEvent *event)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  const StrataTrack *track = &strata_trace_get_tracks (self->trace, NULL)[event->owner];
  const gboolean is_begin = event->kind == STRATA_ATRACE_BEGIN || event->kind == STRATA_ATRACE_START;
  const guint64 uuid = track->kind == STRATA_TRACK_THREAD ? strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_THREAD, track->thread, 0)
                                                          : strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_ROW, event->owner, strata_slice_table_get_depth (slices, self->roots[event->index - slices->first_async]));

  strata_perfetto_out_set_track (&self->out, track);
  if (track->kind == STRATA_TRACK_ASYNC && strata_perfetto_out_frame (&self->out, event->time_ns, track, event->index, is_begin))
    return;
  if (track->kind == STRATA_TRACK_THREAD)
    add_cpu_time (self, event, track->thread, is_begin);
  if (is_begin)
    strata_perfetto_out_chain (&self->out, self->clip, event->index);
  strata_perfetto_out_slice (&self->out, event->time_ns, uuid, event->index, is_begin);
}

static void
write_instant (Writer *self,
               const StrataAtraceEvent *event)
{
  strata_perfetto_out_set_instant (&self->out, event->index);
  if (strata_perfetto_out_log (&self->out, event->time_ns, event->index))
    return;

  strata_perfetto_out_instant (&self->out, event->time_ns, strata_perfetto_out_get_instant_uuid (&self->out, event->index), event->index);
}

/* The tracks for all programs contain neither the thread of a slice nor its links. So there is
 * also an event of our own. */
static void
write_kernel (Writer *self,
              const StrataAtraceEvent *event)
{
  const StrataAtraceKernel kernel = strata_atrace_kernel_get (self->trace, event);
  g_autofree char *args = kernel.args != STRATA_ARGS_NONE ? strata_attr_table_dup_args (strata_trace_get_attrs (self->trace), kernel.args) : NULL;
  const guint device = strata_perfetto_out_set_track (&self->out, &strata_trace_get_tracks (self->trace, NULL)[event->owner]);
  g_autofree char *lane = strata_perfetto_out_dup_name (&self->out, kernel.lane);
  const guint32 cpu = kernel.thread != STRATA_NONE ? get_cpu_index (self, kernel.thread, STRATA_NONE) : get_no_cpu (self, device);

  strata_proto_put_text (self->content, GENERIC_NAME, kernel.event);
  put_number (self, "cpu", kernel.cpu >= 0 ? kernel.cpu % STRATA_DEVICE_CPUS : -1);
  put_number (self, "id", kernel.id);
  if (kernel.is_unfinished)
    put_number (self, "unfinished", 1);
  put_text (self, "lane", lane);
  put_text (self, "name", kernel.name);
  put_text (self, "args", args);
  add_kernel_event (self, cpu, event->time_ns, strata_perfetto_out_get_tid (&self->out, kernel.thread), 0, FTRACE_GENERIC);
}

/* Events that are lost before a bundle come after the last one of its CPU. So both ends of a gap
 * are bundles with a single event without other data. The field is a boolean for other programs:
 * any number except 0 is true. So 1 means that the number is unknown. */
static void
write_loss (Writer *self,
            const StrataAtraceEvent *event)
{
  const StrataLoss *loss = &strata_trace_get_losses (self->trace, NULL)[event->index];
  const guint32 thread = strata_atrace_switches_get_running (self->switches, loss->cpu);

  flush_bundle (self, find_cpu_index (self, loss->cpu));
  strata_proto_put_text (self->content, GENERIC_NAME, "strata_loss");
  put_number (self, "cpu", loss->cpu % STRATA_DEVICE_CPUS);
  put_number (self, "begin", event->kind == STRATA_ATRACE_LOSE);
  strata_proto_put_uint (self->event, FTRACE_TIME, strata_perfetto_out_get_time (&self->out, event->time_ns));
  strata_proto_put_uint (self->event, FTRACE_TID, (guint64) strata_perfetto_out_get_tid (&self->out, thread));
  strata_proto_put_message (self->event, FTRACE_GENERIC, self->content);
  strata_perfetto_out_set_device (&self->out, loss->cpu / STRATA_DEVICE_CPUS);
  strata_proto_put_uint (self->out.body, BUNDLE_CPU, loss->cpu % STRATA_DEVICE_CPUS);
  strata_proto_put_message (self->out.body, BUNDLE_EVENT, self->event);
  if (event->kind == STRATA_ATRACE_RESUME)
    strata_proto_put_uint (self->out.body, BUNDLE_LOST_EVENTS, loss->n_events != STRATA_LOSS_UNKNOWN ? loss->n_events : STRATA_PERFETTO_LOST_UNKNOWN);
  strata_perfetto_out_end_packet (&self->out, PACKET_FTRACE, KERNEL_SEQUENCE);
  strata_atrace_switches_take (self->switches, event, event + 1, NULL);
}

/* The state of a thread in a gap is unknown, even if it was on no CPU before. */
static void
write_unknown (Writer *self,
               const StrataAtraceEvent *event)
{
  strata_proto_put_text (self->content, GENERIC_NAME, "strata_unknown");
  put_number (self, "pid", strata_perfetto_out_get_tid (&self->out, event->owner));
  add_kernel_event (self, get_no_cpu (self, strata_perfetto_out_set_thread (&self->out, event->owner)), event->time_ns, 0, 0, FTRACE_GENERIC);
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
      break;
    case STRATA_ATRACE_LOSE:
    case STRATA_ATRACE_RESUME:
      write_loss (self, event);
      break;
    case STRATA_ATRACE_FORGET:
      write_unknown (self, event);
      break;
    case STRATA_ATRACE_WAKE:
      write_wake (self, event);
      break;
    case STRATA_ATRACE_EXIT:
      write_exit (self, event);
      break;
    case STRATA_ATRACE_LEFT:
      write_left (self, event);
      break;
    case STRATA_ATRACE_DIE:
      write_death (self, event);
      break;
    case STRATA_ATRACE_MAKE_WAY:
      break;
    case STRATA_ATRACE_GONE:
      write_free (self, event->time_ns, event->owner);
      break;
    case STRATA_ATRACE_BIRTH:
      write_birth (self, event);
      break;
    case STRATA_ATRACE_RENAME:
      write_rename (self, event);
      break;
    case STRATA_ATRACE_REASON:
      write_reason (self, event, event->index, event->owner);
      break;
    case STRATA_ATRACE_BEGIN:
    case STRATA_ATRACE_END:
    case STRATA_ATRACE_START:
    case STRATA_ATRACE_FINISH:
      write_slice (self, event);
      break;
    case STRATA_ATRACE_SAMPLE:
      write_sample (self, event);
      break;
    case STRATA_ATRACE_INSTANT:
      write_instant (self, event);
      break;
    case STRATA_ATRACE_KERNEL_BEGIN:
    case STRATA_ATRACE_KERNEL_END:
      write_kernel (self, event);
      break;
    }
}

/* Nobody writes it: a thread that did could be another one than the one that had its id before. */
static void
write_clock_mark (Writer *self,
                  gint64 time_ns,
                  const char *key,
                  const char *value)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (text, "trace_event_clock_sync: %s=", key);
  strata_atrace_append_text (text, value);
  g_string_append_c (text, '\n');
  strata_proto_put_text (self->content, PRINT_TEXT, text->str);
  add_kernel_event (self, get_no_cpu (self, 0), time_ns, 0, 0, FTRACE_PRINT);
}

/* Unfinished slices extend to the last event: a marker without other data. */
static void
write_bound (Writer *self,
             gint64 time_ns,
             const char *name)
{
  write_clock_mark (self, time_ns, "name", name);
}

static void
write_note (gpointer data,
            const char *key,
            const char *value)
{
  Writer *self = data;

  write_clock_mark (self, self->clip->span.begin_ns, key, value);
}

/* Packs packets into one, as recorders do. Deep stacks of samples are many slices that differ little: packed, they take a
 * twentieth, or less. */
static void
pack (Writer *self)
{
  GString *out = self->out.out;
  uLongf n_bytes = compressBound (out->len);
  g_autofree guint8 *bytes = g_malloc (n_bytes);

  if (compress2 (bytes, &n_bytes, (const guint8 *) out->str, out->len, Z_BEST_SPEED) != Z_OK)
    return;

  g_string_truncate (out, 0);
  strata_proto_put_bytes (self->content, PACKET_COMPRESSED, bytes, n_bytes);
  strata_proto_put_message (out, TRACE_PACKET, self->content);
}

static gboolean
flush (Writer *self,
       gsize n_least_bytes,
       GOutputStream *stream,
       GCancellable *cancellable,
       GError **error)
{
  GString *out = self->out.out;

  if (out->len < n_least_bytes)
    return TRUE;

  if (out->len >= FLUSH_BYTES)
    pack (self);

  const gboolean is_written = g_output_stream_write_all (stream, out->str, out->len, NULL, cancellable, error);

  g_string_truncate (out, 0);
  return is_written;
}

/* Numbers of flows of binder calls, which have no unique number. */
#define CALL_FLOWS (G_GUINT64_CONSTANT (0x5b1d) << 48)

/* A call and the slice that answers it are steps of a flow. */
static void
put_call (Writer *self,
          StrataCalls *calls,
          guint32 slice)
{
  const guint32 peer = strata_calls_find_peer (calls, slice);

  if (peer != STRATA_NONE)
    strata_perfetto_out_flow (&self->out, CALL_FLOWS | MIN (slice, peer));
}

/* Writes kernel data of CPUs and threads in a form for all programs. */
static gboolean
write_kernel_tracks (Writer *self,
                     GOutputStream *stream,
                     GCancellable *cancellable,
                     GError **error)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);
  g_autoptr (StrataCalls) calls = strata_calls_new (self->trace);

  for (guint i = 0; i < n_tracks; i++)
    for (guint32 slice = tracks[i].first_slice; (tracks[i].kind == STRATA_TRACK_CPU || tracks[i].kind == STRATA_TRACK_KERNEL) && slice < tracks[i].first_slice + tracks[i].n_slices; slice++)
      {
        const guint64 uuid = strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_ROW, i, strata_slice_table_get_depth (slices, slice));

        if (!strata_clip_has_slice (self->clip, slices, slice))
          continue;

        strata_perfetto_out_set_track (&self->out, &tracks[i]);
        put_call (self, calls, slice);
        strata_perfetto_out_slice (&self->out, strata_clip_get_start_ns (self->clip, slices->start_ns[slice]), uuid, slice, TRUE);
        if (strata_clip_has_end (self->clip, slices, slice))
          strata_perfetto_out_slice (&self->out, strata_slice_table_get_end_ns (slices, slice), uuid, slice, FALSE);
        if (!flush (self, FLUSH_BYTES, stream, cancellable, error))
          return FALSE;
      }

  return TRUE;
}

/* Where packets are flushed to. */
typedef struct
{
  Writer *writer;            /* borrowed */
  GOutputStream *stream;     /* borrowed */
  GCancellable *cancellable; /* (nullable) borrowed */
  GError **error;
} Output;

static gboolean
on_flush (gpointer data)
{
  const Output *output = data;

  return flush (output->writer, FLUSH_BYTES, output->stream, output->cancellable, output->error);
}

static gboolean
write_all (Writer *self,
           GOutputStream *stream,
           GCancellable *cancellable,
           GError **error)
{
  gint64 last_ns = self->clip->span.begin_ns; /* of an event that our reader takes */
  gsize n_events;
  g_autofree StrataAtraceEvent *events = strata_atrace_list_events (self->trace, self->clip, &n_events);

  strata_perfetto_out_describe (&self->out, self->clip, self->reuse, self->are_reused_processes);
  write_processes (self);
  write_threads (self);
  strata_own_notes_foreach (self->trace, write_note, self);
  if (n_events == 0 || events[0].time_ns > self->clip->span.begin_ns)
    write_bound (self, self->clip->span.begin_ns, "begin");

  for (gsize i = 0; i < n_events; i++)
    {
      if (events[i].kind != STRATA_ATRACE_GONE && events[i].kind != STRATA_ATRACE_MAKE_WAY)
        last_ns = events[i].time_ns;

      write_event (self, &events[i], events + n_events);
      if (!flush (self, FLUSH_BYTES, stream, cancellable, error))
        return FALSE;
    }

  write_listed_ends (self);
  if (last_ns < self->clip->span.end_ns)
    write_bound (self, self->clip->span.end_ns, "end");

  for (guint32 i = 0; i < self->n_cpus + self->out.n_devices; i++)
    flush_bundle (self, i);

  Output output = { self, stream, cancellable, error };

  return strata_perfetto_out_stacks (&self->out, self->clip, on_flush, &output) && write_kernel_tracks (self, stream, cancellable, error) && flush (self, 0, stream, cancellable, error);
}

static void
writer_init (Writer *self,
             StrataTrace *trace,
             const StrataClip *clip)
{
  *self = (Writer){ .trace = trace, .clip = clip, .event = g_string_new (NULL), .content = g_string_new (NULL) };
  strata_perfetto_out_init (&self->out, trace, clip);
  self->threads = strata_trace_get_threads (trace, NULL);
  self->cpus = strata_trace_get_cpus (trace, &self->n_cpus);
  self->switches = strata_atrace_switches_new (trace);
  self->out.method_pid = strata_atrace_find_method_pid (trace);
  self->roots = strata_async_find_roots (trace);
  self->names = strata_atrace_list_first_names (trace, clip);
  self->reuse = strata_atrace_find_reuse (trace, clip);
  self->are_reused_processes = strata_atrace_find_reused_processes (trace, self->reuse);
  self->freed = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);
  self->bundles = g_new0 (Bundle, self->n_cpus + self->out.n_devices);
  for (guint32 i = 0; i < self->n_cpus + self->out.n_devices; i++)
    self->bundles[i] = (Bundle){ .events = g_string_new (NULL), .number = i < self->n_cpus ? self->cpus[i].cpu % STRATA_DEVICE_CPUS : find_free_cpu (self, i - self->n_cpus) };
}

static void
writer_clear (Writer *self)
{
  for (guint32 i = 0; i < self->n_cpus + self->out.n_devices; i++)
    g_string_free (self->bundles[i].events, TRUE);

  g_free (self->bundles);
  g_free (self->roots);
  g_free (self->names);
  g_free (self->reuse);
  g_free (self->are_reused_processes);
  g_hash_table_unref (self->freed);
  g_string_free (self->event, TRUE);
  g_string_free (self->content, TRUE);
  strata_atrace_switches_free (self->switches);
  strata_perfetto_out_clear (&self->out);
}

/**
 * strata_perfetto_write:
 * @trace: a trace
 * @clip: the part of it to write
 * @stream: the output; it remains open
 * @cancellable: (nullable): cancels writing
 * @error: return location for an error
 *
 * Writes a trace in Perfetto's format: calls, asynchronous slices, counters and instants as events on tracks with their
 * arguments, kernel slices as tracks, scheduler data as kernel events, and sampled stacks as packets of profilers. Unfinished slices remain open. Times before
 * 0 become 0. A single lost event becomes an unknown number of them.
 *
 * Returns: %FALSE if writing failed or was cancelled
 */
gboolean
strata_perfetto_write (StrataTrace *trace,
                       const StrataClip *clip,
                       GOutputStream *stream,
                       GCancellable *cancellable,
                       GError **error)
{
  Writer writer;

  writer_init (&writer, trace, clip);

  const gboolean is_written = write_all (&writer, stream, cancellable, error);

  writer_clear (&writer);
  return is_written;
}
