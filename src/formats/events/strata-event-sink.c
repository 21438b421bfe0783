/* strata-event-sink.c - builds a trace from the decoded events of a device
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-sink-private.h"

#include <string.h>

#include "strata-pair-key.h"

/* Events become compact tokens in a log, and a second pass over the log builds the trace. There are
 * two passes because events may be out of order, and because the meaning of "H:" is certain only at
 * the end. Running the second pass concurrently with the first saved at most 2 % of the time. */

/**
 * strata_event_sink_new:
 * @builder: the builder to fill; must outlive the result
 * @device: number of the device
 *
 * Returns: (transfer full): a sink that has received nothing
 */
StrataEventSink *
strata_event_sink_new (StrataTraceBuilder *builder,
                       guint device)
{
  /* HiTraceMeter: before API version 19 the level is COMMERCIAL. */
  const StrataAttrs old_attrs = { .level = 'M' };
  StrataEventSink *self = g_new0 (StrataEventSink, 1);

  self->builder = builder;
  self->device = device;
  self->others = g_ptr_array_new_with_free_func ((GDestroyNotify) strata_event_sink_free);
  self->counts = strata_trace_builder_get_counts (builder);
  self->diagnostics = strata_trace_builder_get_diagnostics (builder);
  self->kinds = strata_trace_builder_get_kinds (builder);
  self->strings = strata_event_strings_new (strata_trace_builder_get_strings (builder));
  self->list = strata_process_list_new ();
  self->log = strata_event_log_new ();
  self->memory_threads = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);
  self->wakelocks = g_hash_table_new (NULL, NULL);
  self->jobs = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);
  self->contexts = g_hash_table_new (NULL, NULL);
  self->commands = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, g_free);
  self->gpu_ticks = -1;
  self->connections = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);
  self->sent = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->received = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->tasks = strata_event_tasks_new (builder, self->strings);
  self->made_tids = strata_event_sink_new_made_tids ();
  self->methods = strata_event_methods_new (builder, self->strings);
  self->old_attrs = strata_attr_table_intern (strata_trace_builder_get_attrs (builder), &old_attrs);
  self->total_begin_ns = STRATA_NO_TIME;
  self->end_ns = STRATA_NO_TIME;
  self->monotonic_ns = STRATA_NO_TIME;
  for (guint i = 0; i < STRATA_EVENT_MAX_CPUS; i++)
    strata_event_sink_forget_cpu (self, i);

  return self;
}

/**
 * strata_event_sink_free:
 * @self: (nullable) (transfer full): a sink; data in the builder stays
 */
void
strata_event_sink_free (StrataEventSink *self)
{
  if (self == NULL)
    return;

  strata_process_list_free (self->list);
  strata_event_tasks_free (self->tasks);
  g_hash_table_unref (self->made_tids);
  strata_event_methods_free (self->methods);
  strata_event_strings_free (self->strings);
  strata_event_log_free (self->log);
  strata_column_clear (&self->memory);
  g_hash_table_unref (self->memory_threads);
  g_ptr_array_unref (self->others);
  g_hash_table_unref (self->jobs);
  g_hash_table_unref (self->contexts);
  g_hash_table_unref (self->commands);
  g_hash_table_unref (self->connections);
  g_hash_table_unref (self->sent);
  g_hash_table_unref (self->received);
  g_hash_table_unref (self->wakelocks);
  strata_column_clear (&self->plain_names);
  g_clear_pointer (&self->shared_counters, g_hash_table_unref);
  strata_column_clear (&self->left);
  strata_column_clear (&self->are_hitrace);
  strata_column_clear (&self->input_ends);
  g_free (self);
}

/**
 * strata_event_sink_diagnose:
 * @self: the sink
 * @kind: the problem at the current line, or at the offset that was set
 * @count: how often
 * @time_ns: time of the event, or %STRATA_NO_TIME
 * @sample: its text, or the part that is wrong
 *
 * Counts a problem.
 */
void
strata_event_sink_diagnose (StrataEventSink *self,
                            StrataDiagnosticKind kind,
                            guint64 count,
                            gint64 time_ns,
                            StrataText sample)
{
  const StrataPlace place = { .line = strata_event_sink_get_line (self), .offset = self->offset, .time_ns = time_ns };

  strata_diagnostics_add_many (self->diagnostics, kind, count, place, sample.text, (gssize) sample.n_bytes);
}

/* HiTrace and other captures differ in the meaning of "H:" before a name. Fields that only HiTrace
 * has settle the question. Without them, the capture is HiTrace if most of its markers may be. */
gboolean
strata_event_sink_is_hitrace (const StrataEventSink *self)
{
  return self->n_hitrace > 0 || self->n_maybe_hitrace * 2 > self->n_named;
}

guint32
strata_event_sink_intern_attrs (StrataEventSink *self,
                                char level,
                                guint64 tags,
                                StrataText chain)
{
  const StrataAttrs attrs = {
    .level = (guint32) level,
    .tags = tags,
    .chain = strata_event_strings_intern (self->strings, chain),
  };

  return strata_attr_table_intern (strata_trace_builder_get_attrs (self->builder), &attrs);
}

/* The kernel clocks `counter`, `uptime` and `x86-tsc` are printed without a point. */
static gboolean
is_in_ticks (const StrataEventSink *self,
             gint64 time_ns,
             StrataText line)
{
  char ticks[32];
  const int n_bytes = g_snprintf (ticks, sizeof ticks, " %" G_GINT64_FORMAT ":", strata_clock_shift (time_ns, -self->offset_ns));

  return time_ns > 0 && memmem (line.text, line.n_bytes, ticks, (gsize) n_bytes) != NULL;
}

static void
see_first_time (StrataEventSink *self,
                gint64 time_ns,
                StrataText line)
{
  if (self->begin_ns == STRATA_NO_TIME && is_in_ticks (self, time_ns, line))
    strata_event_sink_diagnose (self, STRATA_DIAGNOSTIC_CLOCK_TICKS, 1, time_ns, line);

  self->begin_ns = time_ns;
}

/* Extends the time range of the file and counts a step back in time. */
static inline void
see_time (StrataEventSink *self,
          gint64 time_ns,
          StrataText line)
{
  if (G_UNLIKELY (time_ns < self->previous_ns && !self->file.is_unordered))
    strata_event_sink_diagnose (self, STRATA_DIAGNOSTIC_TIME_BACKWARDS, 1, time_ns, line);

  if (G_UNLIKELY (time_ns < self->begin_ns || self->begin_ns == STRATA_NO_TIME))
    see_first_time (self, time_ns, line);

  self->previous_ns = time_ns;
  self->end_ns = MAX (self->end_ns, time_ns);
}

/* The same for the other parts of the sink. */
void
strata_event_sink_see_time (StrataEventSink *self,
                            gint64 time_ns)
{
  static const StrataText nothing = { "", 0 };

  see_time (self, time_ns, nothing);
}

/* There is one idle task per CPU, and none of them is a thread. */
static guint32
see_woken (StrataEventSink *self,
           guint32 tid,
           StrataText comm,
           gint64 time_ns)
{
  if (tid == 0)
    return STRATA_NONE;

  StrataEventTaskRow *task = strata_event_sink_see_life (self, tid, comm, time_ns, STRATA_EVENT_LIFE_WOKEN);

  strata_event_tasks_name (self->tasks, task, comm, time_ns);
  return task->thread;
}

static void
take_wake (StrataEventSink *self,
           const StrataEvent *event,
           guint32 waker)
{
  if (event->task->tid == 0 || event->task->is_refused)
    return;

  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_WAKE,
    .flags = event->is_in_interrupt ? STRATA_EVENT_TOKEN_INTERRUPT : 0,
    .time_ns = event->time_ns,
    .thread = see_woken (self, event->task->tid, event->task->comm, event->time_ns),
    .name = waker,
  };

  strata_event_log_push (self->log, &token);
}

static void
take_blocked (StrataEventSink *self,
              const StrataEvent *event)
{
  const StrataFtraceBlocked *blocked = event->blocked;

  if (blocked->tid == 0 || strata_event_tasks_find (self->tasks, blocked->tid) == NULL)
    return;

  const StrataEventTaskRow *task = strata_event_tasks_get_at (self->tasks, blocked->tid, event->time_ns);
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_BLOCKED,
    .flags = blocked->wait == STRATA_FTRACE_WAIT_IO ? STRATA_EVENT_TOKEN_IO : 0,
    .time_ns = event->time_ns,
    .thread = task->thread,
    .name = strata_event_strings_intern (self->strings, blocked->function),
  };

  strata_event_log_push (self->log, &token);
}

/* Some kernels write markers of others without a name. */
static void
count_other (StrataEventSink *self,
             const StrataEvent *event)
{
  static const char hidden[] = "UNKNOWN TYPE";
  const gboolean is_hidden = event->name.n_bytes == 0 && event->args.n_bytes >= strlen (hidden) && memcmp (event->args.text, hidden, strlen (hidden)) == 0;

  if (is_hidden)
    strata_event_sink_diagnose (self, STRATA_DIAGNOSTIC_HIDDEN_MARKER, 1, event->time_ns, event->args);
  else
    strata_event_sink_diagnose (self, STRATA_DIAGNOSTIC_UNKNOWN_EVENT, 1, event->time_ns, event->name);
}

static void
take_good (StrataEventSink *self,
           const StrataEvent *event,
           const StrataEventTaskRow *task)
{
  /* Rows move when one is added. */
  const guint32 writer = task != NULL ? task->thread : STRATA_NONE;

  switch ((StrataFtraceEventKind) event->kind)
    {
    case STRATA_FTRACE_EVENT_SWITCH:
      strata_event_sink_take_switch (self, event);
      break;
    case STRATA_FTRACE_EVENT_WAKE_NEW:
      strata_event_sink_take_life (self, event, task);
      take_wake (self, event, writer);
      break;
    case STRATA_FTRACE_EVENT_WAKE:
      take_wake (self, event, writer);
      break;
    case STRATA_FTRACE_EVENT_BLOCKED:
      take_blocked (self, event);
      break;
    case STRATA_FTRACE_EVENT_EXIT:
    case STRATA_FTRACE_EVENT_FREE:
    case STRATA_FTRACE_EVENT_RENAME:
    case STRATA_FTRACE_EVENT_NEW_TASK:
    case STRATA_FTRACE_EVENT_FORK:
    case STRATA_FTRACE_EVENT_EXEC:
      strata_event_sink_take_life (self, event, task);
      break;
    case STRATA_FTRACE_EVENT_KERNEL:
      strata_event_sink_take_kernel (self, event, task);
      break;
    case STRATA_FTRACE_EVENT_MARK:
      break;
    case STRATA_FTRACE_EVENT_OTHER:
      count_other (self, event);
      break;
    }
}

static inline gboolean
begins_with (StrataText name,
             StrataText part)
{
  return name.n_bytes >= part.n_bytes && memcmp (name.text, part.text, part.n_bytes) == 0;
}

/* Text names the idle task in each line; other formats do not. */
static StrataText
get_comm (const StrataEvent *event)
{
  static const StrataText idle = { STRATA_EVENT_IDLE_NAME, sizeof STRATA_EVENT_IDLE_NAME - 1 };

  return event->tid == 0 && event->comm.n_bytes == 0 ? idle : event->comm;
}

/* Learns about a thread from an event. */
static StrataEventTaskRow *
learn_task (StrataEventSink *self,
            const StrataEvent *event)
{
  const guint32 tid = event->tid != 0 ? event->tid : strata_event_idle_task (event->cpu);
  StrataEventTaskRow *task = strata_event_sink_see_life (self, tid, event->comm, event->time_ns, STRATA_EVENT_LIFE_MET);

  if (G_UNLIKELY (task->has_exited && event->kind == STRATA_FTRACE_EVENT_MARK))
    task = strata_event_sink_see_survivor (self, task, event);

  if (G_UNLIKELY (event->tgid >= 0 && (event->tgid != task->pid || task->trust != STRATA_EVENT_TRUST_COLUMN)))
    task = strata_event_sink_see_tgid (self, task, event);

  if (G_LIKELY (!event->is_comm_cut || !begins_with (task->comm, event->comm)))
    strata_event_tasks_name (self->tasks, task, get_comm (event), event->time_ns);

  if (event->writer != NULL)
    strata_event_sink_keep_writer (self, task, event);

  return task;
}

/* Most events show nothing new about their thread. */
static StrataEventTaskRow *
see_task (StrataEventSink *self,
          const StrataEvent *event)
{
  StrataEventTaskRow *task = strata_event_sink_find_writer (self, event);

  if (task == NULL)
    return learn_task (self, event);

  task->named_ns = event->time_ns;
  return task;
}

/* Events of RheaTrace have no name. */
static inline void
count_kind (StrataEventSink *self,
            StrataEvent *event)
{
  if (event->place > 0)
    {
      strata_kind_table_count_at (self->kinds, event->place - 1u);
      return;
    }

  if (G_UNLIKELY (event->name.text == NULL))
    return;

  strata_kind_table_count (self->kinds, event->name.text, event->name.n_bytes, event->kind != STRATA_FTRACE_EVENT_OTHER);
  event->place = (guint16) (strata_kind_table_get_latest (self->kinds) + 1);
}

/**
 * strata_event_sink_take:
 * @self: the sink
 * @event: a decoded event; its @place is filled in
 *
 * Takes an event.
 */
void
strata_event_sink_take (StrataEventSink *self,
                        StrataEvent *event)
{
  const StrataFtraceEventKind kind = event->kind;
  StrataEventTaskRow *task = NULL;

  self->counts->n_events++;
  if (G_UNLIKELY (!strata_event_sink_has_cpu (event->cpu)))
    {
      strata_event_sink_diagnose (self, STRATA_DIAGNOSTIC_CPU_LIMIT, 1, event->time_ns, event->line.n_bytes > 0 ? event->line : event->name);
      return;
    }

  count_kind (self, event);
  see_time (self, event->time_ns, event->line);
  self->can_continue = FALSE;
  strata_event_sink_see_cpu (self, event);

  if (event->tid != 0 || (kind == STRATA_FTRACE_EVENT_MARK && strata_event_sink_mark_has_thread (event)))
    task = see_task (self, event);

  /* Other events may come between a switch and the time that it takes effect. */
  if (kind == STRATA_FTRACE_EVENT_MARK || kind == STRATA_FTRACE_EVENT_WAKE)
    strata_event_sink_see_running (self, event, task);

  if (kind == STRATA_FTRACE_EVENT_MARK)
    strata_event_sink_take_mark (self, task, event);
  else if (event->is_bad)
    strata_event_sink_diagnose (self, STRATA_DIAGNOSTIC_BAD_PAYLOAD, 1, event->time_ns, event->line.n_bytes > 0 ? event->line : event->name);
  else
    take_good (self, event, task);
}

/**
 * strata_event_sink_take_text:
 * @self: the sink
 * @event: an event that is not decoded: its name and arguments are text as the kernel prints it.
 *   Its kind is derived from its name unless it is set; the other fields are kept
 *
 * Decodes the arguments of an event and takes it.
 */
void
strata_event_sink_take_text (StrataEventSink *self,
                             StrataEvent *event)
{
  StrataFtraceArgs decoded;

  if (event->kind == STRATA_FTRACE_EVENT_OTHER)
    {
      StrataKernelKind kernel_kind = STRATA_KERNEL_OTHER;

      event->kind = strata_ftrace_event_get_kinds (event->name, &kernel_kind);
      event->kernel_kind = kernel_kind;
    }

  event->is_bad = !strata_ftrace_event_decode (event->kind, event->kernel_kind, event->name, &event->args, &decoded);
  event->mark = &decoded.mark; /* all members begin there */
  strata_event_sink_take (self, event);
  event->mark = NULL;
}

/**
 * strata_event_sink_take_payload:
 * @self: the sink
 * @event: a marker that is not decoded
 * @payload: the text of the marker: "B|pid|name", "E|pid", "S|pid|name|cookie", "F|…", "C|pid|name|value",
 *   "I|…", "N|…", "G|…", "H|…", each also as HiTraceMeter writes it, or any other text
 *
 * Parses and takes a marker from user space.
 */
void
strata_event_sink_take_payload (StrataEventSink *self,
                                StrataEvent *event,
                                StrataText payload)
{
  StrataFtraceMark mark;

  event->kind = STRATA_FTRACE_EVENT_MARK;
  event->args = payload;
  event->is_bad = !strata_ftrace_mark_parse (payload, &mark);
  event->mark = &mark;
  strata_event_sink_take (self, event);
  event->mark = NULL;
}
