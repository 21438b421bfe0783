/* strata-ftrace-lives.c - the part of the ftrace reader for threads that begin, change and end
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-reader.h"

static void
push_exit (StrataFtraceReader *self,
           guint32 thread,
           gint64 time_ns)
{
  const StrataFtraceToken token = {
    .kind = STRATA_FTRACE_TOKEN_EXIT,
    .time_ns = time_ns,
    .thread = thread,
  };

  strata_ftrace_log_push (self->log, &token);
}

/**
 * strata_ftrace_reader_end_thread:
 * @self: the reader
 * @thread: index of a thread
 * @time_ns: when it is gone for sure, as another has its id
 *
 * Ends a thread whose end nothing told.
 */
void
strata_ftrace_reader_end_thread (StrataFtraceReader *self,
                                 guint32 thread,
                                 gint64 time_ns)
{
  /* One tells that it exits, the next that it is no longer on its way out. */
  push_exit (self, thread, time_ns);
  push_exit (self, thread, time_ns);
}

/**
 * strata_ftrace_reader_see_tgid:
 * @self: the reader
 * @task: the thread of a line
 * @line: the line, whose TGID column has something new
 *
 * Learns the process of a thread. Where the column said something else before, its
 * id was used again; a streaming kernel may still say the old one now and then.
 *
 * Returns: (transfer none): the thread that the line is of
 */
StrataFtraceTaskRow *
strata_ftrace_reader_see_tgid (StrataFtraceReader *self,
                               StrataFtraceTaskRow *task,
                               const StrataFtraceLine *line)
{
  if (task->trust == STRATA_FTRACE_TRUST_COLUMN && task->pid != line->tgid && line->tid != 0)
    {
      const gint64 last_ns = task->named_ns;
      StrataFtraceTaskRow *other = strata_ftrace_tasks_find_of (self->tasks, line->tid, line->tgid);
      guint32 old_thread;

      if (other != NULL)
        return other;

      task = strata_ftrace_tasks_replace (self->tasks, line->tid, line->time_ns, &old_thread);
      strata_ftrace_reader_end_thread (self, old_thread, MIN (last_ns, line->time_ns));
    }

  strata_ftrace_tasks_set_process (self->tasks, task, line->tgid, STRATA_FTRACE_TRUST_COLUMN);
  return task;
}

/**
 * strata_ftrace_reader_see_survivor:
 * @self: the reader
 * @task: a thread that has exited, by what is known
 * @line: a marker under its id
 *
 * A thread that exits is in the kernel for the rest of its life: what user space
 * writes under its id after that comes from another one.
 *
 * Returns: (transfer none): the thread that the line is of
 */
StrataFtraceTaskRow *
strata_ftrace_reader_see_survivor (StrataFtraceReader *self,
                                   StrataFtraceTaskRow *task,
                                   const StrataFtraceLine *line)
{
  const StrataText payload = strata_ftrace_event_get_payload (line->event, line->args);
  const gint64 exit_ns = task->exit_ns;
  guint32 old_thread;

  /* What the kernel prints itself is text of no form. */
  if (line->time_ns <= exit_ns || line->tid == 0 || payload.n_bytes == 0 || (payload.n_bytes > 1 && payload.text[1] != '|'))
    return task;

  task = strata_ftrace_tasks_replace (self->tasks, line->tid, line->time_ns, &old_thread);
  strata_ftrace_reader_end_thread (self, old_thread, exit_ns);
  return task;
}

/* The kernel sends sched_process_free when the memory of a thread is given back,
 * which may be after its id has come to another one. */
static gboolean
take_exit (StrataFtraceReader *self,
           const StrataFtraceLine *line,
           gboolean is_free)
{
  StrataFtraceTask exiting;

  if (!strata_ftrace_event_parse_wake (line->args, &exiting))
    return FALSE;

  StrataFtraceTaskRow *task = exiting.tid != 0 ? strata_ftrace_tasks_find (self->tasks, exiting.tid) : NULL;

  if (task == NULL || (is_free && task->previous != 0 && !task->has_exited))
    return TRUE;

  strata_ftrace_tasks_name (self->tasks, task, exiting.comm, line->time_ns);
  push_exit (self, task->thread, line->time_ns);

  if (!task->has_exited)
    task->exit_ns = line->time_ns;

  task->has_exited = TRUE;
  if (is_free && task->end_ns == G_MAXINT64)
    strata_ftrace_tasks_end (task, line->time_ns);

  return TRUE;
}

/* Names a thread that is known already. */
static gboolean
take_rename (StrataFtraceReader *self,
             const StrataFtraceLine *line)
{
  StrataFtraceTask named;

  if (!strata_ftrace_event_parse_rename (line->args, &named))
    return FALSE;

  if (named.tid != 0 && strata_ftrace_tasks_find (self->tasks, named.tid) != NULL)
    strata_ftrace_tasks_rename (self->tasks, strata_ftrace_tasks_get_at (self->tasks, named.tid, line->time_ns), named.old_comm, named.comm, line->time_ns);

  return TRUE;
}

/* A program is run by the main thread of a process, and names it. */
static gboolean
take_exec (StrataFtraceReader *self,
           const StrataFtraceLine *line)
{
  static const StrataText unknown = { "", 0 };
  StrataFtraceTask named;

  if (!strata_ftrace_event_parse_exec (line->args, &named))
    return FALSE;

  if (named.tid == 0)
    return TRUE;

  StrataFtraceTaskRow *task = strata_ftrace_tasks_get_at (self->tasks, named.tid, line->time_ns);

  strata_ftrace_tasks_set_process (self->tasks, task, named.tid, STRATA_FTRACE_TRUST_PARENT);
  strata_ftrace_tasks_rename (self->tasks, task, unknown, named.comm, line->time_ns);
  return TRUE;
}

static StrataFtraceTaskRow *
bear (StrataFtraceReader *self,
      const StrataFtraceLine *line,
      const StrataFtraceTask *born,
      StrataFtraceBirth birth)
{
  guint32 old_thread;
  StrataFtraceTaskRow *task = strata_ftrace_tasks_bear (self->tasks, born->tid, line->time_ns, birth, &old_thread);

  if (old_thread != STRATA_NONE)
    strata_ftrace_reader_end_thread (self, old_thread, line->time_ns);

  strata_ftrace_tasks_name (self->tasks, task, born->comm, line->time_ns);
  return task;
}

/* A thread is cloned into the process of its parent, a process is its own. */
static gboolean
take_new_task (StrataFtraceReader *self,
               const StrataFtraceLine *line,
               const StrataFtraceTaskRow *parent)
{
  StrataFtraceTask born;
  gint64 parent_pid = parent != NULL ? parent->pid : -1;

  if (!strata_ftrace_event_parse_new_task (line->args, &born))
    return FALSE;

  if (born.tid == 0)
    return TRUE;

  StrataFtraceTaskRow *task = bear (self, line, &born, STRATA_FTRACE_BIRTH_NEW_TASK);
  gboolean is_thread = (born.clone_flags & STRATA_FTRACE_CLONE_THREAD) != 0;

  strata_ftrace_tasks_set_process (self->tasks, task, is_thread ? parent_pid : (gint64) born.tid, STRATA_FTRACE_TRUST_PARENT);
  return TRUE;
}

/* Whether the child is a thread or a process is not told here. */
static gboolean
take_fork (StrataFtraceReader *self,
           const StrataFtraceLine *line)
{
  StrataFtraceTask child;

  if (!strata_ftrace_event_parse_fork (line->args, &child))
    return FALSE;

  if (child.tid != 0)
    bear (self, line, &child, STRATA_FTRACE_BIRTH_FORK);

  return TRUE;
}

static gboolean
take_first_wake (StrataFtraceReader *self,
                 const StrataFtraceLine *line)
{
  StrataFtraceTask woken;

  if (!strata_ftrace_event_parse_wake (line->args, &woken))
    return FALSE;

  if (woken.tid != 0)
    bear (self, line, &woken, STRATA_FTRACE_BIRTH_WAKE);

  return TRUE;
}

/**
 * strata_ftrace_reader_take_life:
 * @self: the reader
 * @line: an event about the life of a thread
 * @writer: (nullable): the thread that the line is of; not good any more afterwards
 * @kind: what it is
 *
 * Reads an event that tells of a thread that begins, gets another name or ends.
 *
 * Returns: whether its arguments could be read
 */
gboolean
strata_ftrace_reader_take_life (StrataFtraceReader *self,
                                const StrataFtraceLine *line,
                                const StrataFtraceTaskRow *writer,
                                StrataFtraceEventKind kind)
{
  switch (kind)
    {
    case STRATA_FTRACE_EVENT_EXIT:
      return take_exit (self, line, FALSE);
    case STRATA_FTRACE_EVENT_FREE:
      return take_exit (self, line, TRUE);
    case STRATA_FTRACE_EVENT_RENAME:
      return take_rename (self, line);
    case STRATA_FTRACE_EVENT_EXEC:
      return take_exec (self, line);
    case STRATA_FTRACE_EVENT_NEW_TASK:
      return take_new_task (self, line, writer);
    case STRATA_FTRACE_EVENT_FORK:
      return take_fork (self, line);
    case STRATA_FTRACE_EVENT_WAKE_NEW:
      return take_first_wake (self, line);
    case STRATA_FTRACE_EVENT_MARK:
    case STRATA_FTRACE_EVENT_SWITCH:
    case STRATA_FTRACE_EVENT_WAKE:
    case STRATA_FTRACE_EVENT_BLOCKED:
    case STRATA_FTRACE_EVENT_KERNEL:
    case STRATA_FTRACE_EVENT_OTHER:
      break;
    }

  g_return_val_if_reached (FALSE);
}
