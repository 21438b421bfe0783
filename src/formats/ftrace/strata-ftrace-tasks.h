/* strata-ftrace-tasks.h - who writes the lines of a capture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-strings.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

/**
 * StrataFtraceTrust:
 * @STRATA_FTRACE_TRUST_NONE: nothing is known
 * @STRATA_FTRACE_TRUST_LIST: a list of processes says so, which is of another time
 * @STRATA_FTRACE_TRUST_PARENT: it was cloned by a thread of that process
 * @STRATA_FTRACE_TRUST_PAYLOAD: the process says so in its markers
 * @STRATA_FTRACE_TRUST_COLUMN: the kernel says so
 *
 * From where the process of a thread is known. The better source wins.
 */
typedef enum
{
  STRATA_FTRACE_TRUST_NONE,
  STRATA_FTRACE_TRUST_LIST,
  STRATA_FTRACE_TRUST_PARENT,
  STRATA_FTRACE_TRUST_PAYLOAD,
  STRATA_FTRACE_TRUST_COLUMN,
} StrataFtraceTrust;

/**
 * StrataFtraceBirth:
 * @STRATA_FTRACE_BIRTH_NONE: it was there before the trace, or nothing told
 * @STRATA_FTRACE_BIRTH_NEW_TASK: task_newtask
 * @STRATA_FTRACE_BIRTH_FORK: sched_process_fork
 * @STRATA_FTRACE_BIRTH_WAKE: sched_wakeup_new
 *
 * What told that a thread begins. The kernel sends these three in this order.
 */
typedef enum
{
  STRATA_FTRACE_BIRTH_NONE,
  STRATA_FTRACE_BIRTH_NEW_TASK,
  STRATA_FTRACE_BIRTH_FORK,
  STRATA_FTRACE_BIRTH_WAKE,
} StrataFtraceBirth;

/**
 * StrataFtraceTaskRow:
 * @tid: its thread id
 * @thread: its index in the builder
 * @process: index of its process, or %STRATA_NONE
 * @trust: #StrataFtraceTrust, from where the process is known
 * @birth: #StrataFtraceBirth, what told that it began
 * @has_exited: whether it has told that it exits, at @exit_ns
 * @pid: its process, or -1
 * @begin_ns: its id means this thread from here on
 * @end_ns: and up to here
 * @comm: its name, of the string pool
 * @named_ns: the latest time at which it had that name; %STRATA_NO_TIME before its first event
 * @exit_ns: when it exited
 * @old_comm: its name before it was renamed; "" if it was not
 * @previous: number of the thread that had its id before, counted from 1, or 0
 * @writes_levels: whether it writes markers of HiTrace with levels
 *
 * A thread, as far as the lines read so far tell. What every line asks for comes
 * first.
 */
typedef struct
{
  guint32 tid;
  guint32 thread;
  guint32 process;
  guint8 trust;
  guint8 birth;
  guint8 has_exited;
  gint64 pid;
  gint64 begin_ns;
  gint64 end_ns;
  StrataText comm;
  gint64 named_ns;
  gint64 exit_ns;
  StrataText old_comm;
  guint32 previous;
  gboolean writes_levels;
} StrataFtraceTaskRow;

typedef struct _StrataFtraceTasks StrataFtraceTasks;

StrataFtraceTasks *strata_ftrace_tasks_new (StrataTraceBuilder *builder, StrataFtraceStrings *strings);
void strata_ftrace_tasks_free (StrataFtraceTasks *self);
StrataFtraceTaskRow *strata_ftrace_tasks_find (StrataFtraceTasks *self, guint32 tid);
StrataFtraceTaskRow *strata_ftrace_tasks_get (StrataFtraceTasks *self, guint32 tid);
guint32 strata_ftrace_tasks_get_number (const StrataFtraceTasks *self, const StrataFtraceTaskRow *row);
StrataFtraceTaskRow *strata_ftrace_tasks_get_numbered (StrataFtraceTasks *self, guint32 number);
StrataFtraceTaskRow *strata_ftrace_tasks_get_at (StrataFtraceTasks *self, guint32 tid, gint64 time_ns);
StrataFtraceTaskRow *strata_ftrace_tasks_replace (StrataFtraceTasks *self, guint32 tid, gint64 time_ns, guint32 *old_thread);
StrataFtraceTaskRow *strata_ftrace_tasks_bear (StrataFtraceTasks *self, guint32 tid, gint64 time_ns, StrataFtraceBirth birth, guint32 *old_thread);
StrataFtraceTaskRow *strata_ftrace_tasks_find_of (StrataFtraceTasks *self, guint32 tid, gint64 pid);
void strata_ftrace_tasks_end (StrataFtraceTaskRow *row, gint64 time_ns);
void strata_ftrace_tasks_rename (StrataFtraceTasks *self, StrataFtraceTaskRow *row, StrataText old_comm, StrataText comm, gint64 time_ns);
void strata_ftrace_tasks_name (StrataFtraceTasks *self, StrataFtraceTaskRow *row, StrataText comm, gint64 time_ns);
void strata_ftrace_tasks_set_process (StrataFtraceTasks *self, StrataFtraceTaskRow *row, gint64 pid, StrataFtraceTrust trust);
guint32 strata_ftrace_tasks_get_process (StrataFtraceTasks *self, gint64 pid);
void strata_ftrace_tasks_name_process (StrataFtraceTasks *self, gint64 pid, StrataText name);
void strata_ftrace_tasks_finish (StrataFtraceTasks *self);
gboolean *strata_ftrace_tasks_find_level_writers (StrataFtraceTasks *self, guint *n_threads);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceTasks, strata_ftrace_tasks_free)

G_END_DECLS
