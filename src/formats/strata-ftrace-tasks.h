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
 * StrataFtraceTaskRow:
 * @tid: its thread id
 * @thread: its index in the builder
 * @pid: its process, or -1
 * @process: index of its process, or %STRATA_NONE
 * @trust: from where the process is known
 * @comm: its name, of the string pool
 * @named_ns: the latest time at which it had that name
 * @writes_levels: whether it writes markers of HiTrace with levels
 *
 * A thread, as far as the lines read so far tell.
 */
typedef struct
{
  guint32 tid;
  guint32 thread;
  gint64 pid;
  guint32 process;
  StrataFtraceTrust trust;
  StrataText comm;
  gint64 named_ns;
  gboolean writes_levels;
} StrataFtraceTaskRow;

typedef struct _StrataFtraceTasks StrataFtraceTasks;

StrataFtraceTasks *strata_ftrace_tasks_new (StrataTraceBuilder *builder, StrataFtraceStrings *strings);
void strata_ftrace_tasks_free (StrataFtraceTasks *self);
StrataFtraceTaskRow *strata_ftrace_tasks_find (StrataFtraceTasks *self, guint32 tid);
StrataFtraceTaskRow *strata_ftrace_tasks_get (StrataFtraceTasks *self, guint32 tid);
void strata_ftrace_tasks_name (StrataFtraceTasks *self, StrataFtraceTaskRow *row, StrataText comm, gint64 time_ns);
void strata_ftrace_tasks_set_process (StrataFtraceTasks *self, StrataFtraceTaskRow *row, gint64 pid, StrataFtraceTrust trust);
guint32 strata_ftrace_tasks_get_process (StrataFtraceTasks *self, gint64 pid);
void strata_ftrace_tasks_name_process (StrataFtraceTasks *self, gint64 pid, StrataText name);
void strata_ftrace_tasks_finish (StrataFtraceTasks *self);
gboolean *strata_ftrace_tasks_find_level_writers (StrataFtraceTasks *self, guint *n_threads);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceTasks, strata_ftrace_tasks_free)

G_END_DECLS
