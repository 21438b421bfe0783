/* strata-event-sink-threads.c - the start, renaming and end of threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-sink-private.h"
#include "strata-kernel-replay.h"

/**
 * strata_event_sink_note_life:
 * @self: the sink
 * @pid: a process
 * @tid: id of one of its threads, which other threads have at other times
 * @time_ns: when the thread got the id
 * @comm: its name, or empty
 * @process_name: name of its process, or empty; only for a main thread
 *
 * Records which thread an id means from then on. Call in time order per id, before anything else about the threads.
 */
void
strata_event_sink_note_life (StrataEventSink *self,
                             gint64 pid,
                             gint64 tid,
                             gint64 time_ns,
                             StrataText comm,
                             StrataText process_name)
{
  const guint32 number = strata_event_sink_get_tid (self, pid, tid);
  const gboolean was_met = strata_event_tasks_find (self->tasks, number) != NULL;
  guint32 old_thread;
  StrataEventTaskRow *task = strata_event_tasks_bear (self->tasks, number, time_ns, STRATA_EVENT_BIRTH_NEW_TASK, &old_thread);

  strata_event_tasks_name (self->tasks, task, comm, time_ns);
  if (pid == tid)
    strata_event_tasks_start_process (self->tasks, task, time_ns, was_met);
  else if (pid >= 0)
    strata_event_tasks_set_process (self->tasks, task, pid, STRATA_EVENT_TRUST_PARENT);
  if (pid == tid && task->process != STRATA_NONE && process_name.n_bytes > 0)
    strata_trace_builder_name_process (self->builder, task->process, strata_event_strings_intern (self->strings, process_name));
}

/* The system call by which a thread exits never returns. */
static void
push_exit (StrataEventSink *self,
           guint32 thread,
           gint64 time_ns)
{
  const StrataEventToken exit = { .kind = STRATA_EVENT_TOKEN_EXIT, .time_ns = time_ns, .thread = thread };
  const StrataEventToken call = {
    .kind = STRATA_EVENT_TOKEN_KERNEL_NEXT,
    .flags = STRATA_EVENT_LANE_SYSCALL,
    .time_ns = time_ns,
    .thread = thread,
    .process = thread,
    .name = STRATA_STRING_EMPTY,
  };

  strata_event_log_push (self->log, &exit);
  strata_event_log_push (self->log, &call);
}

/* Records the time at which the calls of a thread are over that no event of the files ends. */
void
strata_event_sink_leave_calls (StrataEventSink *self,
                               guint32 thread,
                               gint64 time_ns)
{
  *(StrataEventLeft *) strata_column_push (&self->left, sizeof (StrataEventLeft)) = (StrataEventLeft){ thread, time_ns };
}

/* Ends a thread without an exit event; at @time_ns it is certainly gone, because another has its id. */
static void
end_thread (StrataEventSink *self,
            guint32 thread,
            gint64 time_ns)
{
  /* The first token says that the thread exits, the second that it is gone. */
  push_exit (self, thread, time_ns);
  push_exit (self, thread, time_ns);
}

/**
 * strata_event_sink_see_tgid:
 * @self: the sink
 * @task: the thread of an event
 * @event: the event, whose process is new
 *
 * Learns the process of a thread. If the column named another process before, the id was
 * used again; a streaming kernel may still occasionally write the old one.
 *
 * Returns: (transfer none): the thread of the event
 */
StrataEventTaskRow *
strata_event_sink_see_tgid (StrataEventSink *self,
                            StrataEventTaskRow *task,
                            const StrataEvent *event)
{
  if (task->trust == STRATA_EVENT_TRUST_COLUMN && task->pid != event->tgid && event->tid != 0)
    {
      const gint64 last_ns = task->named_ns;
      StrataEventTaskRow *other = strata_event_tasks_find_of (self->tasks, event->tid, event->tgid);
      guint32 old_thread;

      if (other != NULL)
        return other;

      task = strata_event_tasks_replace (self->tasks, event->tid, event->time_ns, &old_thread);
      end_thread (self, old_thread, MIN (last_ns, event->time_ns));
    }

  strata_event_tasks_set_process (self->tasks, task, event->tgid, STRATA_EVENT_TRUST_COLUMN);
  return task;
}

/**
 * strata_event_sink_see_survivor:
 * @self: the sink
 * @task: a thread that is known to have exited
 * @event: a marker under its id
 *
 * An exiting thread stays in the kernel for the rest of its life: what user space writes
 * under its id after that comes from another thread.
 *
 * Returns: (transfer none): the thread of the event
 */
StrataEventTaskRow *
strata_event_sink_see_survivor (StrataEventSink *self,
                                StrataEventTaskRow *task,
                                const StrataEvent *event)
{
  const gint64 exit_ns = task->exit_ns;
  guint32 old_thread;

  /* The kernel's own prints are free text. */
  if (event->time_ns <= exit_ns || event->tid == 0 || event->mark->phase == 0)
    return task;

  task = strata_event_tasks_replace (self->tasks, event->tid, event->time_ns, &old_thread);
  end_thread (self, old_thread, exit_ns);
  return task;
}

/**
 * strata_event_sink_see_life:
 * @self: the sink
 * @tid: a thread id, not 0
 * @comm: name of the thread in the event, or empty
 * @time_ns: when
 * @life: what happens to its thread
 *
 * Finds or adds the thread that an event is about; a new thread replaces one that is gone.
 *
 * Returns: (transfer none): the thread, valid until the next one is added
 */
StrataEventTaskRow *
strata_event_sink_see_life (StrataEventSink *self,
                            guint32 tid,
                            StrataText comm,
                            gint64 time_ns,
                            StrataEventLife life)
{
  StrataEventTaskRow *task = strata_event_tasks_find (self->tasks, tid);

  if (G_LIKELY (task != NULL && time_ns >= task->begin_ns && time_ns <= task->end_ns))
    return task;
  if (task == NULL || !strata_event_tasks_is_another (task, comm, time_ns, life))
    return strata_event_tasks_get_at (self->tasks, tid, time_ns);

  const gint64 end_ns = task->end_ns;
  guint32 old_thread;

  task = strata_event_tasks_replace (self->tasks, tid, time_ns, &old_thread);
  end_thread (self, old_thread, end_ns);
  return task;
}

/* The kernel sends sched_process_free when the memory of a thread is freed, possibly after
 * its id was given to another thread. */
static void
take_exit (StrataEventSink *self,
           const StrataEvent *event,
           gboolean is_free)
{
  const StrataFtraceTask *exiting = event->task;
  StrataEventTaskRow *task = exiting->tid != 0 ? strata_event_tasks_find (self->tasks, exiting->tid) : NULL;

  if (task == NULL && is_free && self->file.lists_all)
    strata_process_list_end_thread (self->list, exiting->tid, event->time_ns);
  if (task == NULL || (is_free && task->previous != 0 && !task->has_exited))
    return;

  strata_event_tasks_name (self->tasks, task, exiting->comm, event->time_ns);
  push_exit (self, task->thread, event->time_ns);
  strata_trace_builder_end_thread (self->builder, task->thread, event->time_ns);

  if (!task->has_exited)
    task->exit_ns = event->time_ns;

  task->has_exited = TRUE;
  if (is_free)
    strata_event_tasks_free_row (task, event->time_ns);
}

/**
 * strata_event_sink_move_thread:
 * @self: the sink
 * @tid: a thread id
 * @old_pid: the process that it was in according to a list
 * @pid: the process that it is in according to a later one
 * @time_ns: when
 *
 * Records that an id means another thread by now. Kernel events tell better when threads begin. Call in time order with events.
 */
void
strata_event_sink_move_thread (StrataEventSink *self,
                               guint32 tid,
                               guint32 old_pid,
                               guint32 pid,
                               gint64 time_ns)
{
  StrataEventTaskRow *task = tid != 0 ? strata_event_tasks_find (self->tasks, tid) : NULL;

  if (task == NULL || task->birth != STRATA_EVENT_BIRTH_NONE || task->pid == pid || time_ns < MAX (task->named_ns, task->begin_ns))
    return;
  if (task->pid < 0 && task->previous == 0)
    strata_event_tasks_set_process (self->tasks, task, old_pid, STRATA_EVENT_TRUST_LIST);
  if (task->pid == old_pid)
    strata_event_tasks_free_row (task, time_ns);
}

/* Renames a thread that is already known. */
static void
take_rename (StrataEventSink *self,
             const StrataEvent *event)
{
  const StrataFtraceTask *named = event->task;

  if (strata_event_tasks_find (self->tasks, named->tid) != NULL)
    strata_event_tasks_rename (self->tasks, strata_event_tasks_get_at (self->tasks, named->tid, event->time_ns), named->old_comm, named->comm, event->time_ns);
}

/* An exec makes the thread the main thread of its process, and names it. */
static void
take_exec (StrataEventSink *self,
           const StrataEvent *event)
{
  static const StrataText unknown = { "", 0 };
  const StrataFtraceTask *named = event->task;
  StrataEventTaskRow *task = strata_event_tasks_get_at (self->tasks, named->tid, event->time_ns);

  strata_event_tasks_set_process (self->tasks, task, named->tid, STRATA_EVENT_TRUST_PARENT);
  strata_event_tasks_rename (self->tasks, task, unknown, named->comm, event->time_ns);
}

/* A listed thread of which only the end was met is another one than the one that begins with its id. */
static void
add_ended (StrataEventSink *self,
           guint32 tid)
{
  const gint64 end_ns = strata_event_tasks_find (self->tasks, tid) == NULL ? strata_process_list_find_end (self->list, tid) : STRATA_NO_TIME;

  if (end_ns == STRATA_NO_TIME)
    return;

  StrataEventTaskRow *task = strata_event_tasks_get_at (self->tasks, tid, end_ns);

  task->named_ns = task->exit_ns = end_ns;
  task->has_exited = TRUE;
  strata_event_tasks_free_row (task, end_ns);
  strata_trace_builder_end_thread (self->builder, task->thread, end_ns);
}

/**
 * strata_event_sink_begin_thread:
 * @self: the sink
 * @tid: a thread id, not 0
 * @comm: name of its thread, or empty
 * @time_ns: since when the id means the thread
 * @birth: how that is known
 *
 * Ends the thread that had the id before. The thread itself may have started earlier.
 *
 * Returns: (transfer none): the thread, valid until the next one is added
 */
StrataEventTaskRow *
strata_event_sink_begin_thread (StrataEventSink *self,
                                guint32 tid,
                                StrataText comm,
                                gint64 time_ns,
                                StrataEventBirth birth)
{
  guint32 old_thread;

  add_ended (self, tid);

  StrataEventTaskRow *task = strata_event_tasks_bear (self->tasks, tid, time_ns, birth, &old_thread);

  if (old_thread != STRATA_NONE)
    end_thread (self, old_thread, time_ns);

  strata_event_tasks_name (self->tasks, task, comm, time_ns);
  return task;
}

static StrataEventTaskRow *
bear (StrataEventSink *self,
      const StrataEvent *event,
      StrataEventBirth birth)
{
  StrataEventTaskRow *task = strata_event_sink_begin_thread (self, event->task->tid, event->task->comm, event->time_ns, birth);

  strata_trace_builder_start_thread (self->builder, task->thread, event->time_ns);
  return task;
}

/* The parent of a vfork sleeps until the child has its own memory, or ends. */
static void
push_vfork (StrataEventSink *self,
            const StrataEvent *event,
            guint32 parent,
            gboolean is_begin)
{
  StrataEventToken token = {
    .kind = is_begin ? STRATA_EVENT_TOKEN_KERNEL_BEGIN : STRATA_EVENT_TOKEN_KERNEL_END,
    .flags = STRATA_EVENT_LANE_VFORK,
    .time_ns = event->time_ns,
    .thread = parent,
    .process = parent,
    .extra = STRATA_ATTRS_NONE,
    .value = event->task->tid,
  };
  char name[48];

  if (is_begin)
    {
      const int n_bytes = g_snprintf (name, sizeof name, "wait for child %u", event->task->tid);

      token.name = strata_event_strings_intern (self->strings, (StrataText){ name, (gsize) n_bytes });
    }

  strata_event_log_push (self->log, &token);
}

/* A new thread is ready to run until it gets a CPU. */
static void
push_ready (StrataEventSink *self,
            gint64 time_ns,
            guint32 thread,
            guint32 parent)
{
  const StrataEventToken token = { .kind = STRATA_EVENT_TOKEN_WAKE, .time_ns = time_ns, .thread = thread, .name = parent };

  strata_event_log_push (self->log, &token);
}

/* A cloned thread joins the process of its parent; a forked process is its own. */
static void
take_new_task (StrataEventSink *self,
               const StrataEvent *event,
               const StrataEventTaskRow *parent)
{
  const gint64 parent_pid = parent != NULL ? parent->pid : -1;
  const guint32 parent_number = parent != NULL ? strata_event_tasks_get_number (self->tasks, parent) + 1 : 0;
  const guint32 parent_thread = parent != NULL ? parent->thread : STRATA_NONE;
  const gboolean is_thread = (event->task->clone_flags & STRATA_FTRACE_CLONE_THREAD) != 0;
  const StrataEventTaskRow *before = strata_event_tasks_find (self->tasks, event->task->tid);
  const gboolean was_met = before != NULL && before->named_ns != STRATA_NO_TIME;

  if (parent != NULL && (event->task->clone_flags & STRATA_FTRACE_CLONE_VFORK) != 0)
    push_vfork (self, event, parent_thread, TRUE);

  StrataEventTaskRow *task = bear (self, event, STRATA_EVENT_BIRTH_NEW_TASK);

  if (is_thread)
    strata_event_tasks_set_process (self->tasks, task, parent_pid, STRATA_EVENT_TRUST_PARENT);
  else
    strata_event_tasks_start_process (self->tasks, task, event->time_ns, was_met);
  task->parent = parent_number;
  push_ready (self, event->time_ns, task->thread, parent_thread);
}

/**
 * strata_event_sink_take_life:
 * @self: the sink
 * @event: an event about the life of a thread
 * @writer: (nullable): the thread that wrote the event; invalid afterwards
 *
 * Takes an event about a thread that begins, is renamed or ends. For a fork it is not known
 * whether the child is a thread or a process.
 */
void
strata_event_sink_take_life (StrataEventSink *self,
                             const StrataEvent *event,
                             const StrataEventTaskRow *writer)
{
  const StrataFtraceEventKind kind = event->kind;

  if (event->task->tid == 0)
    return;

  if (kind == STRATA_FTRACE_EVENT_EXIT || kind == STRATA_FTRACE_EVENT_EXEC)
    push_vfork (self, event, STRATA_NONE, FALSE);

  if (kind == STRATA_FTRACE_EVENT_EXIT || kind == STRATA_FTRACE_EVENT_FREE)
    take_exit (self, event, kind == STRATA_FTRACE_EVENT_FREE);
  else if (kind == STRATA_FTRACE_EVENT_RENAME)
    take_rename (self, event);
  else if (kind == STRATA_FTRACE_EVENT_EXEC)
    take_exec (self, event);
  else if (kind == STRATA_FTRACE_EVENT_NEW_TASK)
    take_new_task (self, event, writer);
  else if (kind == STRATA_FTRACE_EVENT_FORK)
    bear (self, event, STRATA_EVENT_BIRTH_FORK);
  else if (kind == STRATA_FTRACE_EVENT_WAKE_NEW)
    bear (self, event, STRATA_EVENT_BIRTH_WAKE);
}
