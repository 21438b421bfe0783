/* strata-event-sink-kernel.c - turns lines about the kernel into tokens
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-sink-private.h"

#include <string.h>

#include "strata-kernel-replay.h"
#include "strata-signal-event.h"
#include "strata-word.h"

/* Maximum length of a device name such as "8,0" in the name of its lane. */
#define MAX_DEVICE_BYTES 20

/* Maximum length of the name of a kind of memory in the name of its counter. */
#define MAX_MEMBER_BYTES 200

guint32
strata_event_sink_intern_args (StrataEventSink *self,
                               StrataText args)
{
  return strata_attr_table_intern_only_args (strata_trace_builder_get_attrs (self->builder), args.text, args.n_bytes);
}

static void
push_sample (StrataEventSink *self,
             gint64 time_ns,
             gint64 cpu,
             const char *name,
             gint64 value)
{
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_CPU_COUNTER,
    .time_ns = time_ns,
    .thread = STRATA_NONE,
    .process = (guint32) cpu,
    .name = strata_event_strings_intern_word (self->strings, name),
    .value = value,
  };

  strata_event_log_push (self->log, &token);
}

/* The CPU is the one whose frequency changes, not the one that the event happens on. */
static void
take_frequency (StrataEventSink *self,
                const StrataEvent *event)
{
  const gboolean is_throttled = event->name.n_bytes == strlen ("dcvsh_freq");

  push_sample (self, event->time_ns, event->kernel->cpu, is_throttled ? "frequency throttled" : "frequency", event->kernel->value);
}

static void
take_frequency_limits (StrataEventSink *self,
                       const StrataEvent *event)
{
  const StrataKernelEvent *kernel = event->kernel;

  if (kernel->least >= 0)
    push_sample (self, event->time_ns, kernel->cpu, "frequency min", kernel->least);
  if (kernel->most >= 0)
    push_sample (self, event->time_ns, kernel->cpu, "frequency max", kernel->most);
}

static StrataEventToken
make_token (StrataEventTokenKind kind,
            StrataEventLane lane,
            guint32 owner,
            const StrataEvent *event,
            const StrataEventTaskRow *task)
{
  return (StrataEventToken){
    .kind = kind,
    .flags = lane,
    .time_ns = event->time_ns,
    .thread = task != NULL ? task->thread : STRATA_NONE,
    .process = owner,
    .extra = STRATA_ATTRS_NONE,
    .value = event->kernel->id,
  };
}

static StrataEventToken
make_bound (gboolean is_begin,
            StrataEventLane lane,
            guint32 owner,
            const StrataEvent *event,
            const StrataEventTaskRow *task)
{
  return make_token (is_begin ? STRATA_EVENT_TOKEN_KERNEL_BEGIN : STRATA_EVENT_TOKEN_KERNEL_END, lane, owner, event, task);
}

/* Processors have few idle states, and they change often. */
static guint32
intern_idle (StrataEventSink *self,
             gint64 state)
{
  static const char *const names[] = { "idle state 0", "idle state 1", "idle state 2", "idle state 3", "idle state 4" };
  char name[32];

  if (state >= 0 && state < (gint64) G_N_ELEMENTS (names))
    return strata_event_strings_intern_word (self->strings, names[state]);

  g_snprintf (name, sizeof name, "idle state %" G_GINT64_FORMAT, state);
  return strata_event_strings_intern_word (self->strings, name);
}

static void
take_idle (StrataEventSink *self,
           const StrataEvent *event)
{
  StrataEventToken token = make_token (STRATA_EVENT_TOKEN_KERNEL_NEXT, STRATA_EVENT_LANE_IDLE, (guint32) event->kernel->cpu, event, NULL);

  if (event->kernel->value != -1)
    token.name = intern_idle (self, event->kernel->value);

  strata_event_log_push (self->log, &token);
}

static void
take_irq (StrataEventSink *self,
          const StrataEvent *event,
          const StrataEventTaskRow *task,
          gboolean is_begin)
{
  StrataEventToken token = make_bound (is_begin, STRATA_EVENT_LANE_IRQ, event->cpu, event, task);

  if (is_begin)
    {
      token.name = strata_event_strings_intern (self->strings, event->kernel->name);
      token.extra = strata_event_sink_intern_args (self, event->kernel->text);
    }

  strata_event_log_push (self->log, &token);
}

/* The names in include/linux/interrupt.h, for kernels that print only numbers. */
static const char *
get_softirq_name (gint64 vec)
{
  static const char *const names[] = { "HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU" };

  return vec >= 0 && vec < (gint64) G_N_ELEMENTS (names) ? names[vec] : "softirq";
}

static void
take_softirq (StrataEventSink *self,
              const StrataEvent *event,
              const StrataEventTaskRow *task,
              gboolean is_begin)
{
  StrataEventToken token = make_bound (is_begin, STRATA_EVENT_LANE_SOFTIRQ, event->cpu, event, task);

  if (is_begin && event->kernel->name.n_bytes > 0)
    token.name = strata_event_strings_intern (self->strings, event->kernel->name);
  else if (is_begin)
    token.name = strata_event_strings_intern_word (self->strings, get_softirq_name (token.value));

  strata_event_log_push (self->log, &token);
}

static void
take_ipi (StrataEventSink *self,
          const StrataEvent *event,
          const StrataEventTaskRow *task,
          gboolean is_begin)
{
  StrataEventToken token = make_bound (is_begin, STRATA_EVENT_LANE_IPI, event->cpu, event, task);

  if (is_begin)
    token.name = strata_event_strings_intern (self->strings, event->kernel->name);

  strata_event_log_push (self->log, &token);
}

static void
take_work (StrataEventSink *self,
           const StrataEvent *event,
           const StrataEventTaskRow *task,
           gboolean is_begin)
{
  if (task == NULL)
    return;

  StrataEventToken token = make_bound (is_begin, STRATA_EVENT_LANE_WORK, task->thread, event, task);

  if (is_begin)
    token.name = strata_event_strings_intern (self->strings, event->kernel->name);

  strata_event_log_push (self->log, &token);
}

static void
take_file (StrataEventSink *self,
           const StrataEvent *event,
           const StrataEventTaskRow *task,
           gboolean is_begin)
{
  /* data may arrive while no thread runs */
  if (task == NULL && (is_begin || event->kernel->id == 0))
    return;

  StrataEventToken token = make_bound (is_begin, STRATA_EVENT_LANE_FILE, task != NULL ? task->thread : STRATA_NONE, event, task);

  token.name = strata_event_strings_intern (self->strings, event->kernel->name);
  token.value = event->kernel->id != 0 ? event->kernel->id ^ (gint64) token.name : token.name;
  if (is_begin)
    token.extra = strata_event_sink_intern_args (self, event->kernel->text);

  strata_event_log_push (self->log, &token);
}

/* The kernel's letters: the operation comes first, unless an F for a flush precedes it. */
static const char *
get_block_name (StrataText operation)
{
  const char *letters = operation.text;
  gsize i = operation.n_bytes > 1 && letters[0] == 'F' ? 1 : 0;

  switch (operation.n_bytes > 0 ? letters[i] : '\0')
    {
    case 'R':
      return "read";
    case 'W':
      return "write";
    case 'D':
      return "discard";
    case 'F':
      return "flush";
    default:
      return "request";
    }
}

/* Completion comes in an interrupt, so the lane belongs to the device. A request for which the
 * device has no room is issued again. What newer kernels account, from the queue to the end, has its own lane. */
static void
take_block (StrataEventSink *self,
            const StrataEvent *event,
            const StrataEventTaskRow *task,
            gboolean is_begin)
{
  static const char accounted[] = "block_io_";
  const StrataText device = event->kernel->device;
  const gboolean is_accounted = event->name.n_bytes > strlen (accounted) && memcmp (event->name.text, accounted, strlen (accounted)) == 0;
  char lane[MAX_DEVICE_BYTES + 16];
  const int n_bytes = g_snprintf (lane, sizeof lane, "block %s%.*s", is_accounted ? "I/O " : "", (int) MIN (device.n_bytes, MAX_DEVICE_BYTES), device.text);
  const guint32 name = strata_event_strings_intern (self->strings, (StrataText){ lane, (gsize) n_bytes });
  StrataEventToken token = make_token (is_begin ? STRATA_EVENT_TOKEN_KERNEL_NEXT : STRATA_EVENT_TOKEN_KERNEL_END, STRATA_EVENT_LANE_BLOCK, name, event, task);

  if (is_begin)
    {
      token.name = strata_event_strings_intern_word (self->strings, get_block_name (event->kernel->name));
      token.extra = strata_event_sink_intern_args (self, event->kernel->text);
    }

  strata_event_log_push (self->log, &token);
}

static void
take_binder (StrataEventSink *self,
             const StrataEvent *event,
             const StrataEventTaskRow *task)
{
  const StrataKernelEvent *kernel = event->kernel;

  if (task == NULL)
    return;

  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_BINDER,
    .flags = (kernel->is_reply ? STRATA_EVENT_TOKEN_REPLY : 0) | (kernel->is_one_way ? STRATA_EVENT_TOKEN_ONE_WAY : 0),
    .time_ns = event->time_ns,
    .thread = task->thread,
    .process = (guint32) kernel->pid,
    .extra = strata_event_sink_intern_args (self, kernel->text),
    .value = kernel->id,
  };

  strata_event_log_push (self->log, &token);
}

static void
take_binder_received (StrataEventSink *self,
                      const StrataEvent *event,
                      const StrataEventTaskRow *task)
{
  if (task == NULL)
    return;

  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_BINDER_RECEIVED,
    .time_ns = event->time_ns,
    .thread = task->thread,
    .value = event->kernel->id,
  };

  strata_event_log_push (self->log, &token);
}

static void
take_binder_return (StrataEventSink *self,
                    const StrataEvent *event,
                    const StrataEventTaskRow *task)
{
  if (task == NULL || !event->kernel->is_failure)
    return;

  const StrataEventToken token = { .kind = STRATA_EVENT_TOKEN_BINDER_FAILED, .time_ns = event->time_ns, .thread = task->thread };

  strata_event_log_push (self->log, &token);
}

void
strata_event_sink_push_counter (StrataEventSink *self,
                                gint64 time_ns,
                                StrataText what,
                                const char *unit,
                                gint64 value)
{
  g_autofree char *name = g_strdup_printf ("%.*s %s", (int) MIN (what.n_bytes, 200), what.text, unit);
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_COUNTER,
    .time_ns = time_ns,
    .thread = STRATA_NONE,
    .process = STRATA_NONE,
    .name = strata_event_strings_intern_word (self->strings, name),
    .value = value,
  };

  strata_event_log_push (self->log, &token);
}

void
strata_event_sink_push_on_device (StrataEventSink *self,
                                  const StrataEvent *event,
                                  const StrataEventTaskRow *task,
                                  gboolean is_begin,
                                  const char *lane,
                                  StrataText name)
{
  StrataEventToken token = make_bound (is_begin, STRATA_EVENT_LANE_BLOCK, strata_event_strings_intern_word (self->strings, lane), event, task);

  if (is_begin)
    {
      token.name = strata_event_strings_intern (self->strings, name);
      token.extra = strata_event_sink_intern_args (self, event->kernel->text);
    }

  strata_event_log_push (self->log, &token);
}

void
strata_event_sink_push_on_thread (StrataEventSink *self,
                                  const StrataEvent *event,
                                  const StrataEventTaskRow *task,
                                  gboolean is_begin,
                                  guint lane,
                                  StrataText name)
{
  if (task == NULL)
    return;

  StrataEventToken token = make_bound (is_begin, lane, task->thread, event, task);

  if (is_begin)
    {
      token.name = strata_event_strings_intern (self->strings, name);
      token.extra = strata_event_sink_intern_args (self, event->kernel->text);
    }

  strata_event_log_push (self->log, &token);
}

static guint32
name_system_call (StrataEventSink *self,
                  gint64 number)
{
  const char *known = strata_syscalls_get_name (self->syscalls, number);
  char name[32];

  if (known != NULL)
    return strata_event_strings_intern_word (self->strings, known);

  g_snprintf (name, sizeof name, "syscall %" G_GINT64_FORMAT, number);
  return strata_event_strings_intern_word (self->strings, name);
}

static guint32
intern_system_call (StrataEventSink *self,
                    gint64 number)
{
  guint32 *known = number < STRATA_EVENT_N_CALLS ? &self->call_names[number] : NULL;

  if (known == NULL)
    return name_system_call (self, number);
  if (*known == STRATA_STRING_EMPTY)
    *known = name_system_call (self, number);

  return *known;
}

/* A call that a signal handler returned from has no number. */
static void
take_system_call (StrataEventSink *self,
                  const StrataEvent *event,
                  const StrataEventTaskRow *task)
{
  const StrataKernelEvent *kernel = event->kernel;

  if (task == NULL)
    return;

  StrataEventToken token = make_token (kernel->is_reply ? STRATA_EVENT_TOKEN_KERNEL_END : STRATA_EVENT_TOKEN_KERNEL_NEXT, STRATA_EVENT_LANE_SYSCALL, task->thread, event, task);

  token.value = kernel->name.n_bytes > 0;
  if (kernel->name.n_bytes > 0)
    token.name = strata_event_strings_intern (self->strings, kernel->name);
  else if (kernel->id >= 0)
    token.name = intern_system_call (self, kernel->id);
  if (!kernel->is_reply)
    token.extra = strata_event_sink_intern_args (self, kernel->text);

  strata_event_log_push (self->log, &token);
}

/* The work that a thread does before it gets memory, by a part of the event names. */
static const char *
get_memory_work (StrataText event)
{
  static const struct
  {
    const char *part;
    const char *name;
  } rows[] = { { "direct", "direct reclaim" }, { "memcg", "memory cgroup reclaim" }, { "compaction", "memory compaction" }, { "shrink_slab", "slab shrinking" } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (memmem (event.text, event.n_bytes, rows[i].part, strlen (rows[i].part)) != NULL)
      return rows[i].name;

  return "contiguous allocation";
}

/* A thread that reclaims may compact in between. */
static void
take_reclaim (StrataEventSink *self,
              const StrataEvent *event,
              const StrataEventTaskRow *task,
              gboolean is_begin)
{
  const char *name = get_memory_work (event->name);
  StrataKernelEvent kernel = *event->kernel;
  StrataEvent numbered = *event;

  kernel.id = strata_event_strings_intern_word (self->strings, name);
  numbered.kernel = &kernel;
  strata_event_sink_push_on_thread (self, &numbered, task, is_begin, STRATA_EVENT_LANE_RECLAIM, (StrataText){ name, strlen (name) });
}

/* Functions are nested, and so identified by their depth; probes have none and are identified by name. The idle threads are
 * one task, so their functions are in a lane per CPU. */
static void
take_function (StrataEventSink *self,
               const StrataEvent *event,
               const StrataEventTaskRow *task,
               gboolean is_begin)
{
  StrataKernelEvent kernel = *event->kernel;
  StrataEvent numbered = *event;

  if (kernel.id < 0)
    kernel.id = G_MAXUINT32 + (gint64) strata_event_strings_intern (self->strings, kernel.name);
  kernel.text = (StrataText){ "", 0 };
  numbered.kernel = &kernel;
  if (task != NULL)
    {
      strata_event_sink_push_on_thread (self, &numbered, task, is_begin, STRATA_EVENT_LANE_FUNCTION, kernel.name);
      return;
    }

  char lane[48];

  g_snprintf (lane, sizeof lane, "swapper%u -funcgraph", (guint) event->cpu);
  strata_event_sink_push_on_device (self, &numbered, NULL, is_begin, lane, kernel.name);
}

/* A user-defined probe at the start, at the end or inside a kernel function. */
static void
take_probe (StrataEventSink *self,
            const StrataEvent *event,
            const StrataEventTaskRow *task)
{
  const StrataKernelEvent *kernel = event->kernel;

  if (kernel->value == 1 || kernel->value == 2)
    take_function (self, event, task, kernel->value == 1);
  else if (task != NULL)
    {
      const StrataEventToken token = {
        .kind = STRATA_EVENT_TOKEN_INSTANT,
        .time_ns = event->time_ns,
        .thread = task->thread,
        .process = task->process,
        .name = strata_event_strings_intern (self->strings, kernel->name),
      };

      strata_event_log_push (self->log, &token);
    }
}

static void
take_gpu_memory (StrataEventSink *self,
                 const StrataEvent *event)
{
  const gint64 pid = event->kernel->pid;
  char name[48] = "GPU Memory";

  if (event->kernel->id > 0)
    g_snprintf (name, sizeof name, "GPU %" G_GINT64_FORMAT " Memory", event->kernel->id);

  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_COUNTER,
    .time_ns = event->time_ns,
    .thread = STRATA_NONE,
    .process = pid > 0 ? strata_event_tasks_get_process (self->tasks, pid) : STRATA_NONE,
    .name = strata_event_strings_intern_word (self->strings, name),
    .value = event->kernel->value,
  };

  strata_event_log_push (self->log, &token);
}

static void
take_fence (StrataEventSink *self,
            const StrataEvent *event,
            const StrataEventTaskRow *task,
            gboolean is_begin)
{
  const StrataText timeline = event->kernel->name;
  g_autofree char *lane = g_strdup_printf ("fence %.*s", (int) MIN (timeline.n_bytes, 200), timeline.text);
  char name[32];

  g_snprintf (name, sizeof name, "fence %u", (guint) (event->kernel->id & G_MAXUINT32));
  strata_event_sink_push_on_device (self, event, task, is_begin, lane, (StrataText){ name, strlen (name) });

  if (!is_begin)
    {
      const StrataEventToken watched = make_bound (FALSE, STRATA_EVENT_LANE_WATCH, STRATA_NONE, event, task);

      strata_event_log_push (self->log, &watched);
    }
}

/* The lane also has when programs were told. */
static void
push_vblank (StrataEventSink *self,
             const StrataEvent *event,
             const StrataEventTaskRow *task)
{
  static const StrataText signal = { "signal", 6 };
  char lane[48];

  g_snprintf (lane, sizeof lane, "vblank-%" G_GINT64_FORMAT, event->kernel->id);
  strata_event_sink_push_on_device (self, event, task, TRUE, lane, signal);
  strata_event_sink_push_on_device (self, event, task, FALSE, lane, signal);
}

static void
push_numbered (StrataEventSink *self,
               const StrataEvent *event,
               const char *what,
               const char *unit)
{
  char name[48];

  g_snprintf (name, sizeof name, "%s %" G_GINT64_FORMAT, what, event->kernel->id);
  strata_event_sink_push_counter (self, event->time_ns, (StrataText){ name, strlen (name) }, unit, event->kernel->value);
}

static void
take_oom_score (StrataEventSink *self,
                const StrataEvent *event)
{
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_COUNTER,
    .time_ns = event->time_ns,
    .thread = STRATA_NONE,
    .process = strata_event_tasks_get_process (self->tasks, event->kernel->pid),
    .name = strata_event_strings_intern_word (self->strings, "oom_score_adj"),
    .value = event->kernel->value,
  };

  strata_event_log_push (self->log, &token);
}

/* The instant belongs to the process that is killed, because that is where the user looks for it. */
void
strata_event_sink_push_kill (StrataEventSink *self,
                             gint64 time_ns,
                             gint64 pid,
                             StrataText name,
                             gboolean is_by_kernel)
{
  g_autofree char *known = name.n_bytes > 0 ? g_strndup (name.text, MIN (name.n_bytes, 200)) : g_strdup_printf ("%" G_GINT64_FORMAT, pid);
  g_autofree char *text = g_strdup_printf (is_by_kernel ? "killed when memory ran out: %s" : "killed for its memory: %s", known);
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_INSTANT,
    .time_ns = time_ns,
    .thread = strata_event_tasks_get_at (self->tasks, (guint32) pid, time_ns)->thread,
    .process = strata_event_tasks_get_process (self->tasks, pid),
    .name = strata_event_strings_intern_word (self->strings, text),
  };

  strata_event_log_push (self->log, &token);
}

/* A slice on a lane without CPU and thread; only one can be open per name. */
static StrataEventToken
make_named (StrataEventSink *self,
            const StrataEvent *event,
            const StrataEventTaskRow *task,
            gboolean is_begin,
            const char *lane)
{
  StrataEventToken token = make_bound (is_begin, STRATA_EVENT_LANE_BLOCK, strata_event_strings_intern_word (self->strings, lane), event, task);

  token.name = strata_event_strings_intern (self->strings, event->kernel->name);
  token.value = token.name;
  return token;
}

/* A step has a number in brackets, as the kernel prints it. */
static void
take_suspend (StrataEventSink *self,
              const StrataEvent *event)
{
  static const char minimal[] = "suspend_resume_minimal";
  const gboolean is_minimal = event->name.n_bytes == strlen (minimal);
  StrataEventToken token = make_named (self, event, NULL, !event->kernel->is_reply, is_minimal ? "suspended" : "suspend");

  if (!is_minimal && !event->kernel->is_reply)
    {
      g_autofree char *args = g_strdup_printf ("event_type=Main Kernel Suspend Event cpu=%u", (guint) event->cpu);

      token.extra = strata_event_sink_intern_args (self, (StrataText){ args, strlen (args) });
    }
  if (event->kernel->is_announced && !is_minimal)
    {
      const StrataText action = event->kernel->name;
      g_autofree char *name = g_strdup_printf ("%.*s[%" G_GINT64_FORMAT "]", (int) MIN (action.n_bytes, 200), action.text, event->kernel->value);

      token.name = strata_event_strings_intern_word (self->strings, name);
      token.value = token.name;
    }

  strata_event_log_push (self->log, &token);
}

/* Adds what the process of the event has added to @what or taken from it. */
static void
push_change (StrataEventSink *self,
             const StrataEvent *event,
             const StrataEventTaskRow *task,
             const char *what)
{
  g_autofree char *name = g_strdup_printf ("%s change", what);
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_COUNTER,
    .time_ns = event->time_ns,
    .thread = STRATA_NONE,
    .process = task != NULL ? task->process : STRATA_NONE,
    .name = strata_event_strings_intern_word (self->strings, name),
    .value = event->kernel->least,
  };

  if (event->kernel->least != 0)
    strata_event_log_push (self->log, &token);
}

/* Buffers of a heap are slices, from their allocation to when they are freed. */
static void
take_buffer (StrataEventSink *self,
             const StrataEvent *event,
             const StrataEventTaskRow *task)
{
  const gint64 n_bytes = event->kernel->least;
  const char *lane = strata_text_equals (event->name, "dma_heap_stat") ? "dma-buf buffers" : "ion buffers";
  char name[32];

  g_snprintf (name, sizeof name, "%" G_GINT64_FORMAT " kB", n_bytes / 1024);
  if (event->kernel->id >= 0 && n_bytes != 0)
    strata_event_sink_push_on_device (self, event, task, n_bytes > 0, lane, (StrataText){ name, strlen (name) });
}

static void
take_heap (StrataEventSink *self,
           const StrataEvent *event,
           const StrataEventTaskRow *task)
{
  const StrataText heap = event->kernel->name;
  const gboolean is_named = !strata_text_equals (heap, "ion") && !strata_text_equals (heap, "dma-buf");
  g_autofree char *what = g_strdup_printf ("%s%.*s heap", is_named ? "ion " : "", (int) MIN (heap.n_bytes, 200), heap.text);

  strata_event_sink_push_sample (self, event->time_ns, strata_event_strings_intern_word (self->strings, what), -1, event->kernel->value, 0);
  push_change (self, event, task, what);
  take_buffer (self, event, task);
}

/* In the order of the driver. */
static void
take_dsp_memory (StrataEventSink *self,
                 const StrataEvent *event,
                 const StrataEventTaskRow *task)
{
  static const char *const names[] = { "ADSP", "MDSP", "SDSP", "CDSP" };
  const gint64 id = event->kernel->id;
  g_autofree char *what = id >= 0 && id < (gint64) G_N_ELEMENTS (names) ? g_strdup_printf ("%s memory", names[id]) : g_strdup_printf ("DSP %" G_GINT64_FORMAT " memory", id);

  strata_event_sink_push_sample (self, event->time_ns, strata_event_strings_intern_word (self->strings, what), -1, event->kernel->value, 0);
  push_change (self, event, task, what);
}

static void
take_load (StrataEventSink *self,
           const StrataEvent *event)
{
  const StrataKernelEvent *kernel = event->kernel;

  if (kernel->value >= 0)
    push_sample (self, event->time_ns, kernel->cpu, "utilization", kernel->value);
  if (kernel->most >= 0)
    push_sample (self, event->time_ns, kernel->cpu, "capacity", kernel->most);
  if (kernel->least >= 0)
    push_sample (self, event->time_ns, kernel->cpu, "runnable threads", kernel->least);
}

/* The counter is the number of bytes that a device has carried since the first packet; @traffic keeps it by device. */
static void
take_packet (StrataEventSink *self,
             const StrataEvent *event,
             GHashTable *traffic,
             const char *unit)
{
  const StrataText device = event->kernel->name;
  const gpointer key = GUINT_TO_POINTER (strata_event_strings_intern (self->strings, device));
  gint64 *n_bytes = g_hash_table_lookup (traffic, key);

  if (event->kernel->is_failure)
    return;

  if (n_bytes == NULL)
    g_hash_table_insert (traffic, key, n_bytes = g_new0 (gint64, 1));

  *n_bytes = strata_time_add (*n_bytes, event->kernel->value);
  strata_event_sink_push_counter (self, event->time_ns, device, unit, *n_bytes);
}

/* Several holders may keep the device awake at once. Wakelocks of one name form one slice, until all are released. */
static void
take_wakelock (StrataEventSink *self,
               const StrataEvent *event,
               const StrataEventTaskRow *task,
               gboolean is_begin)
{
  const StrataEventToken token = make_named (self, event, task, is_begin, "wakelocks");
  const guint n_held = GPOINTER_TO_UINT (g_hash_table_lookup (self->wakelocks, GUINT_TO_POINTER (token.name)));

  g_hash_table_insert (self->wakelocks, GUINT_TO_POINTER (token.name), GUINT_TO_POINTER (is_begin ? n_held + 1 : MAX (n_held, 1) - 1));
  if (n_held <= (is_begin ? 0 : 1))
    strata_event_log_push (self->log, &token);
}

/* In the order of the kernel's enum; newer kernels write the names. */
static StrataText
get_rss_name (StrataText member)
{
  static const char *const names[][2] = { { "MM_FILEPAGES", "file" }, { "MM_ANONPAGES", "anon" }, { "MM_SWAPENTS", "swap" }, { "MM_SHMEMPAGES", "shmem" }, { "MM_UNRECLAIMABLE", "unreclaimable" } };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if ((member.n_bytes == 1 && *member.text == (char) ('0' + i)) || (member.n_bytes == strlen (names[i][0]) && strata_word_equal (member.text, names[i][0], member.n_bytes)))
      return (StrataText){ names[i][1], strlen (names[i][1]) };

  return member;
}

static guint32
intern_memory (StrataEventSink *self,
               StrataText member)
{
  static const char end[] = " memory";
  char name[MAX_MEMBER_BYTES + sizeof end];
  const gsize n_bytes = MIN (member.n_bytes, MAX_MEMBER_BYTES);

  memcpy (name, member.text, n_bytes);
  memcpy (name + n_bytes, end, strlen (end));
  return strata_event_strings_intern (self->strings, (StrataText){ name, n_bytes + strlen (end) });
}

/* The thread that an mm_id was last seen with, or %STRATA_NONE. */
static guint32
find_memory_thread (StrataEventSink *self,
                    gint64 id)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->memory_threads, &id)) - 1;
}

static void
push_memory (StrataEventSink *self,
             const StrataEventMemory *memory,
             guint32 thread)
{
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_MEMORY,
    .time_ns = memory->time_ns,
    .thread = thread,
    .name = memory->name,
    .extra = (guint32) memory->id,
    .value = memory->value,
  };

  strata_event_log_push (self->log, &token);
}

/* With curr=0 the memory belongs to another process than that of the thread: the one whose own
 * threads have the same mm_id with curr=1, earlier or later. */
static void
take_rss (StrataEventSink *self,
          const StrataEvent *event,
          const StrataEventTaskRow *task)
{
  const StrataKernelEvent *kernel = event->kernel;
  const StrataEventMemory memory = {
    .time_ns = event->time_ns,
    .id = kernel->id,
    .value = kernel->value,
    .name = intern_memory (self, get_rss_name (kernel->name)),
  };

  if (task == NULL || kernel->is_other)
    {
      *(StrataEventMemory *) strata_column_push (&self->memory, sizeof memory) = memory;
      return;
    }

  if (kernel->id != 0 && find_memory_thread (self, kernel->id) != task->thread)
    g_hash_table_insert (self->memory_threads, g_memdup2 (&kernel->id, sizeof kernel->id), GUINT_TO_POINTER (task->thread + 1));

  push_memory (self, &memory, task->thread);
}

/* A counter of the thread's process. */
static void
push_own_counter (StrataEventSink *self,
                  const StrataEvent *event,
                  const StrataEventTaskRow *task,
                  const char *name,
                  gint64 value)
{
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_MEMORY,
    .flags = STRATA_EVENT_TOKEN_OF_THREAD,
    .time_ns = event->time_ns,
    .thread = task->thread,
    .name = strata_event_strings_intern_word (self->strings, name),
    .extra = event->tid,
    .value = value,
  };

  strata_event_log_push (self->log, &token);
}

/* The names are those of Perfetto. */
static void
take_faults (StrataEventSink *self,
             const StrataEvent *event,
             const StrataEventTaskRow *task)
{
  const StrataKernelEvent *kernel = event->kernel;
  const struct
  {
    const char *name;
    gint64 value;
  } rows[] = { { "count", kernel->value }, { "max_lat", kernel->most }, { "avg_lat", kernel->least } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *name = g_strdup_printf ("mem.mm.%.*s.%s", (int) MIN (kernel->name.n_bytes, MAX_MEMBER_BYTES), kernel->name.text, rows[i].name);

      push_own_counter (self, event, task, name, rows[i].value);
    }
}

/* Takes an event about the memory of the process of its thread. */
static void
take_own_memory (StrataEventSink *self,
                 const StrataEvent *event,
                 const StrataEventTaskRow *task)
{
  if (task == NULL)
    return;

  if (event->kernel_kind == STRATA_KERNEL_BUFFERS)
    push_own_counter (self, event, task, "dma-buf memory", event->kernel->value);
  else
    take_faults (self, event, task);
}

void
strata_event_sink_settle_memory (StrataEventSink *self)
{
  for (gsize i = 0; i < self->memory.n; i++)
    {
      const StrataEventMemory *memory = &strata_column_at (&self->memory, StrataEventMemory, i);

      push_memory (self, memory, find_memory_thread (self, memory->id));
    }

  self->memory.n = 0;
  g_hash_table_remove_all (self->memory_threads);
}

/* The sender records one event and the receiver the other. */
static void
take_signal (StrataEventSink *self,
             const StrataEvent *event,
             const StrataEventTaskRow *task,
             gboolean is_delivered)
{
  const StrataKernelEvent *kernel = event->kernel;

  if (task == NULL)
    return;

  g_autofree char *name = strata_signal_event_format (kernel->id, kernel->name, kernel->pid, is_delivered);
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_INSTANT,
    .time_ns = event->time_ns,
    .thread = task->thread,
    .process = task->process,
    .name = strata_event_strings_intern_word (self->strings, name),
  };

  strata_event_log_push (self->log, &token);
}

/* Kernel slices that strata-cli wrote, whatever events they were made from. */
static void
take_slice (StrataEventSink *self,
            const StrataEvent *event,
            const StrataEventTaskRow *task,
            gboolean is_begin)
{
  const StrataKernelEvent *kernel = event->kernel;
  const StrataEventLane lane = strata_event_lane_find (kernel->device);
  const gboolean is_of_device = lane == STRATA_EVENT_LANE_BLOCK;
  const gboolean is_of_cpu = strata_event_lane_is_of_cpu (lane);

  if (!is_of_device && !is_of_cpu && task == NULL)
    return;

  const guint32 owner = is_of_device ? strata_event_strings_intern (self->strings, kernel->device) : is_of_cpu ? (guint32) kernel->cpu
                                                                                                               : task->thread;
  StrataEventToken token = make_bound (is_begin, lane, owner, event, task);

  if (is_begin)
    {
      token.name = strata_event_strings_intern (self->strings, kernel->name);
      token.extra = strata_event_sink_intern_args (self, kernel->text);
    }
  else if (kernel->is_failure)
    token.extra = STRATA_EVENT_TOKEN_IS_CUT;

  strata_event_log_push (self->log, &token);
}

/* Markers include the CPU in the name of its counter: "cpu3 load". */
static StrataText
strip_cpu (StrataText name,
           gint64 cpu)
{
  char prefix[32];
  const gsize n_bytes = (gsize) g_snprintf (prefix, sizeof prefix, "cpu%" G_GINT64_FORMAT " ", cpu);

  return name.n_bytes > n_bytes && memcmp (name.text, prefix, n_bytes) == 0 ? strata_text (name.text + n_bytes, name.text + name.n_bytes) : name;
}

/* Announces that markers of a name without a process are values of a counter without a process, possibly of a CPU. */
static void
announce_counter (StrataEventSink *self,
                  StrataText name,
                  gint64 cpu)
{
  StrataSharedCounter *counter = g_new (StrataSharedCounter, 1);

  if (self->shared_counters == NULL)
    self->shared_counters = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  *counter = (StrataSharedCounter){ strata_event_strings_intern (self->strings, strip_cpu (name, cpu)), (int) MAX (cpu, -1) };
  g_hash_table_insert (self->shared_counters, GUINT_TO_POINTER (strata_event_strings_intern (self->strings, name)), counter);
}

void
strata_event_sink_push_sample (StrataEventSink *self,
                               gint64 time_ns,
                               guint32 name,
                               gint64 cpu,
                               gint64 value,
                               guint32 flags)
{
  const StrataEventToken token = {
    .kind = cpu >= 0 ? STRATA_EVENT_TOKEN_CPU_COUNTER : STRATA_EVENT_TOKEN_COUNTER,
    .flags = flags,
    .time_ns = time_ns,
    .thread = STRATA_NONE,
    .process = cpu >= 0 ? (guint32) cpu : STRATA_NONE,
    .name = name,
    .value = value,
  };

  strata_event_log_push (self->log, &token);
}

static void
take_sample (StrataEventSink *self,
             const StrataEvent *event)
{
  const StrataKernelEvent *kernel = event->kernel;

  if (kernel->is_announced)
    announce_counter (self, kernel->name, kernel->cpu);
  else
    strata_event_sink_push_sample (self, event->time_ns, strata_event_strings_intern (self->strings, kernel->name), kernel->cpu, kernel->value, kernel->is_real ? STRATA_EVENT_TOKEN_REAL : 0);
}

/* Events about a CPU. */
static void
take_cpu (StrataEventSink *self,
          const StrataEvent *event,
          const StrataEventTaskRow *task)
{
  const StrataKernelKind kind = event->kernel_kind;

  switch ((int) kind)
    {
    case STRATA_KERNEL_FREQUENCY:
      take_frequency (self, event);
      break;
    case STRATA_KERNEL_FREQUENCY_LIMITS:
      take_frequency_limits (self, event);
      break;
    case STRATA_KERNEL_IDLE:
      take_idle (self, event);
      break;
    case STRATA_KERNEL_IRQ_BEGIN:
    case STRATA_KERNEL_IRQ_END:
      take_irq (self, event, task, kind == STRATA_KERNEL_IRQ_BEGIN);
      break;
    case STRATA_KERNEL_SOFTIRQ_BEGIN:
    case STRATA_KERNEL_SOFTIRQ_END:
      take_softirq (self, event, task, kind == STRATA_KERNEL_SOFTIRQ_BEGIN);
      break;
    case STRATA_KERNEL_IPI_BEGIN:
    case STRATA_KERNEL_IPI_END:
      take_ipi (self, event, task, kind == STRATA_KERNEL_IPI_BEGIN);
      break;
    }
}

static void
take_process (StrataEventSink *self,
              const StrataEvent *event)
{
  const StrataKernelEvent *kernel = event->kernel;
  const guint32 process = strata_event_sink_see_process (self, kernel->pid);

  if (kernel->pid == 0 && kernel->name.n_bytes > 0)
    strata_trace_builder_name_process (self->builder, process, strata_event_strings_intern (self->strings, kernel->name));
  else if (kernel->pid != 0 && kernel->name.n_bytes > 0)
    strata_process_list_add (self->list, (guint32) kernel->pid, (guint32) kernel->pid, kernel->device, kernel->name);
  if (kernel->least != STRATA_NO_TIME)
    strata_trace_builder_start_process (self->builder, process, strata_time_add (event->time_ns, kernel->least));
}

/* Finds or adds a thread that strata-cli wrote. Its id is a number of the sink, unless it means another thread until then. */
static StrataEventTaskRow *
see_written (StrataEventSink *self,
             const StrataEvent *event)
{
  const StrataKernelEvent *kernel = event->kernel;

  if (kernel->is_other && kernel->id > 0 && kernel->id < STRATA_EVENT_IDLE_TASK)
    return strata_event_sink_begin_thread (self, (guint32) kernel->id, kernel->device, event->time_ns, STRATA_EVENT_BIRTH_WRITTEN);

  const gboolean is_idle = kernel->id == 0 && kernel->pid <= 0;
  const guint32 tid = is_idle ? strata_event_idle_task (event->cpu) : strata_event_sink_get_tid (self, kernel->pid, kernel->id);

  return strata_event_tasks_get_at (self->tasks, tid, event->time_ns);
}

/* This includes threads without further facts, in the order in which they were met. */
static void
take_thread (StrataEventSink *self,
             const StrataEvent *event)
{
  const StrataKernelEvent *kernel = event->kernel;
  StrataEventTaskRow *task = see_written (self, event);

  strata_event_tasks_set_process (self->tasks, task, kernel->pid, STRATA_EVENT_TRUST_PAYLOAD);
  if (kernel->least != STRATA_NO_TIME)
    strata_trace_builder_start_thread (self->builder, task->thread, strata_time_add (event->time_ns, kernel->least));
  if (kernel->most != STRATA_NO_TIME)
    strata_trace_builder_end_thread (self->builder, task->thread, strata_time_add (event->time_ns, kernel->most));
  strata_process_list_add (self->list, task->tid, (guint32) MAX (kernel->pid, 0), kernel->is_other ? (StrataText){ "", 0 } : kernel->device, (StrataText){ "", 0 });
}

static void
take_unknown (StrataEventSink *self,
              const StrataEvent *event)
{
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_UNKNOWN,
    .time_ns = event->time_ns,
    .thread = strata_event_tasks_get_at (self->tasks, (guint32) event->kernel->pid, event->time_ns)->thread,
  };

  strata_event_log_push (self->log, &token);
}

/* Attributes of a call wait for its begin; those of another marker wait for that marker. */
static void
take_attrs (StrataEventSink *self,
            const StrataEvent *event,
            const StrataEventTaskRow *task)
{
  const StrataKernelEvent *kernel = event->kernel;
  const gboolean is_of_thread = kernel->is_call || kernel->is_sampled;
  const StrataEventTaskRow *writer = task != NULL || !is_of_thread ? task : strata_event_tasks_get_at (self->tasks, strata_event_idle_task (event->cpu), event->time_ns);
  StrataAttrTable *table = strata_trace_builder_get_attrs (self->builder);
  const StrataAttrs attrs = {
    .category = strata_event_strings_intern (self->strings, kernel->device),
    .args = strata_attr_table_intern_args (table, kernel->name.text, kernel->name.n_bytes),
    .cookie = strata_event_strings_intern (self->strings, kernel->text),
  };
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_DESCRIBE,
    .flags = STRATA_EVENT_TOKEN_NEXT,
    .time_ns = event->time_ns,
    .thread = writer != NULL ? writer->thread : STRATA_NONE,
    .extra = strata_attr_table_intern (table, &attrs),
  };

  if (!kernel->is_call)
    self->written = (StrataEventWritten){ TRUE, token.extra, kernel->is_other, kernel->has_no_cookie };
  else if (token.thread <= STRATA_EVENT_TOKEN_MAX_THREAD && token.extra != STRATA_ATTRS_NONE)
    strata_event_log_push (self->log, &token);
  if (kernel->is_sampled)
    strata_event_sink_expect_sampled (self, token.thread, event->time_ns);
  if (kernel->value >= 0)
    strata_event_sink_expect_duration (self, event->time_ns, kernel->value);
}

/* Events that strata-cli writes if no kernel event expresses the same. The event after a loss
 * only shows that the CPU has an event. */
static void
take_written (StrataEventSink *self,
              const StrataEvent *event,
              const StrataEventTaskRow *task)
{
  const StrataKernelEvent *kernel = event->kernel;
  const StrataKernelKind kind = event->kernel_kind;

  if (kind == STRATA_KERNEL_SAMPLE)
    take_sample (self, event);
  else if (kind == STRATA_KERNEL_PROCESS)
    take_process (self, event);
  else if (kind == STRATA_KERNEL_THREAD)
    take_thread (self, event);
  else if (kind == STRATA_KERNEL_UNKNOWN)
    take_unknown (self, event);
  else if (kind == STRATA_KERNEL_ATTRS)
    take_attrs (self, event, task);
  else if (kind == STRATA_KERNEL_LEFT)
    strata_event_sink_leave_calls (self, strata_event_tasks_get_at (self->tasks, (guint32) kernel->pid, event->time_ns)->thread, event->time_ns);
  else if (kind != STRATA_KERNEL_LOSS)
    take_slice (self, event, task, kind == STRATA_KERNEL_SLICE_BEGIN);
  else if (kernel->value != 0)
    strata_event_sink_lose (self, event->cpu, STRATA_LOSS_UNKNOWN);
}

/* Events about signal processors, the network and wakelocks. */
static void
take_device (StrataEventSink *self,
             const StrataEvent *event,
             const StrataEventTaskRow *task)
{
  const StrataKernelKind kind = event->kernel_kind;

  switch ((int) kind)
    {
    case STRATA_KERNEL_DSP_MEMORY:
      take_dsp_memory (self, event, task);
      break;
    case STRATA_KERNEL_LOAD:
      take_load (self, event);
      break;
    case STRATA_KERNEL_SENT:
      take_packet (self, event, self->sent, "sent bytes");
      break;
    case STRATA_KERNEL_RECEIVED:
      take_packet (self, event, self->received, "received bytes");
      break;
    case STRATA_KERNEL_DROPPED:
      strata_event_sink_push_counter (self, event->time_ns, (StrataText){ "dropped", 7 }, "packets", ++self->n_dropped);
      break;
    case STRATA_KERNEL_WAKELOCK_BEGIN:
    case STRATA_KERNEL_WAKELOCK_END:
      take_wakelock (self, event, task, kind == STRATA_KERNEL_WAKELOCK_BEGIN);
      break;
    }
}

/* Events about system calls, memory, the GPU and the display. */
static void
take_resource (StrataEventSink *self,
               const StrataEvent *event,
               const StrataEventTaskRow *task)
{
  const StrataKernelKind kind = event->kernel_kind;

  switch ((int) kind)
    {
    case STRATA_KERNEL_SYSCALL:
      take_system_call (self, event, task);
      break;
    case STRATA_KERNEL_RECLAIM_BEGIN:
    case STRATA_KERNEL_RECLAIM_END:
      take_reclaim (self, event, task, kind == STRATA_KERNEL_RECLAIM_BEGIN);
      break;
    case STRATA_KERNEL_FUNCTION_BEGIN:
    case STRATA_KERNEL_FUNCTION_END:
      take_function (self, event, task, kind == STRATA_KERNEL_FUNCTION_BEGIN);
      break;
    case STRATA_KERNEL_PROBE:
      take_probe (self, event, task);
      break;
    case STRATA_KERNEL_GPU_MEMORY:
      take_gpu_memory (self, event);
      break;
    case STRATA_KERNEL_GPU_FREQUENCY:
      push_numbered (self, event, "GPU", "frequency");
      break;
    case STRATA_KERNEL_FENCE_BEGIN:
    case STRATA_KERNEL_FENCE_END:
      take_fence (self, event, task, kind == STRATA_KERNEL_FENCE_BEGIN);
      break;
    case STRATA_KERNEL_FENCE_WAIT:
    case STRATA_KERNEL_FENCE_WAITED:
      strata_event_sink_push_on_thread (self, event, task, kind == STRATA_KERNEL_FENCE_WAIT, STRATA_EVENT_LANE_FENCE, event->kernel->name);
      break;
    case STRATA_KERNEL_FENCE_WATCH:
      strata_event_sink_push_on_thread (self, event, task, TRUE, STRATA_EVENT_LANE_WATCH, event->kernel->name);
      break;
    case STRATA_KERNEL_VBLANK:
      push_numbered (self, event, "display", "vblank");
      push_vblank (self, event, task);
      break;
    case STRATA_KERNEL_OOM_SCORE:
      take_oom_score (self, event);
      break;
    case STRATA_KERNEL_KILL:
    case STRATA_KERNEL_VICTIM:
      strata_event_sink_push_kill (self, event->time_ns, event->kernel->pid, event->kernel->name, event->kernel_kind == STRATA_KERNEL_VICTIM);
      break;
    case STRATA_KERNEL_SUSPEND:
      take_suspend (self, event);
      break;
    case STRATA_KERNEL_HEAP:
      take_heap (self, event, task);
      break;
    case STRATA_KERNEL_BUFFERS:
    case STRATA_KERNEL_FAULTS:
      take_own_memory (self, event, task);
      break;
    case STRATA_KERNEL_GPU_POWER:
      strata_event_sink_push_sample (self, event->time_ns, strata_event_strings_intern_word (self->strings, "mali_gpu_power_state"), -1, event->kernel->value, 0);
      break;
    }
}

static const char *
get_clock_title (StrataText event)
{
  if (strata_text_equals (event, "devfreq_frequency"))
    return "device frequency";

  return strata_text_equals (event, "clock_enable") || strata_text_equals (event, "clock_disable") ? "clock enabled" : "clock rate";
}

/* Whether an event is about a CPU that no kernel has; counts it. */
static gboolean
is_of_far_cpu (StrataEventSink *self,
               const StrataEvent *event)
{
  if (G_LIKELY (event->kernel->cpu < STRATA_EVENT_MOST_CPUS && event->kernel->cpu >= -1))
    return FALSE;

  strata_event_sink_diagnose (self, STRATA_DIAGNOSTIC_CPU_LIMIT, 1, event->time_ns, event->line.n_bytes > 0 ? event->line : event->name);
  return TRUE;
}

/**
 * strata_event_sink_take_kernel:
 * @self: the sink
 * @event: an event of kind %STRATA_FTRACE_EVENT_KERNEL
 * @task: (nullable): its thread, if it is not the idle one
 *
 * Takes an event about the kernel's work.
 */
void
strata_event_sink_take_kernel (StrataEventSink *self,
                               const StrataEvent *event,
                               const StrataEventTaskRow *task)
{
  const StrataKernelKind kind = event->kernel_kind;

  if (G_UNLIKELY (is_of_far_cpu (self, event)))
    return;

  if (kind >= STRATA_KERNEL_SLICE_BEGIN)
    take_written (self, event, task);
  else if (kind >= STRATA_KERNEL_DRIVER_BEGIN)
    strata_event_sink_take_driver (self, event, task);
  else if (kind >= STRATA_KERNEL_JOB)
    strata_event_sink_take_device (self, event, task);
  else if (kind >= STRATA_KERNEL_DSP_MEMORY)
    take_device (self, event, task);
  else if (kind >= STRATA_KERNEL_SYSCALL)
    take_resource (self, event, task);
  else if (kind <= STRATA_KERNEL_IPI_END)
    take_cpu (self, event, task);

  switch ((int) kind)
    {
    case STRATA_KERNEL_WORK_BEGIN:
    case STRATA_KERNEL_WORK_END:
      take_work (self, event, task, kind == STRATA_KERNEL_WORK_BEGIN);
      break;
    case STRATA_KERNEL_FILE_BEGIN:
    case STRATA_KERNEL_FILE_END:
      take_file (self, event, task, kind == STRATA_KERNEL_FILE_BEGIN);
      break;
    case STRATA_KERNEL_BLOCK_BEGIN:
    case STRATA_KERNEL_BLOCK_END:
      take_block (self, event, task, kind == STRATA_KERNEL_BLOCK_BEGIN);
      break;
    case STRATA_KERNEL_BINDER:
      take_binder (self, event, task);
      break;
    case STRATA_KERNEL_BINDER_RECEIVED:
      take_binder_received (self, event, task);
      break;
    case STRATA_KERNEL_BINDER_RETURN:
      take_binder_return (self, event, task);
      break;
    case STRATA_KERNEL_CLOCK_RATE:
      strata_event_sink_push_counter (self, event->time_ns, event->kernel->name, get_clock_title (event->name), event->kernel->value);
      break;
    case STRATA_KERNEL_TEMPERATURE:
      strata_event_sink_push_counter (self, event->time_ns, event->kernel->name, "temperature", event->kernel->value);
      break;
    case STRATA_KERNEL_COOLING:
      strata_event_sink_push_counter (self, event->time_ns, event->kernel->name, "cooling state", event->kernel->value);
      break;
    case STRATA_KERNEL_RSS:
      take_rss (self, event, task);
      break;
    case STRATA_KERNEL_SIGNAL:
    case STRATA_KERNEL_SIGNAL_DELIVERED:
      take_signal (self, event, task, kind == STRATA_KERNEL_SIGNAL_DELIVERED);
      break;
    case STRATA_KERNEL_OTHER:
      break;
    }
}
