/* strata-ftrace-event.h - parses the arguments of the kernel events in use
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"
#include "strata-ftrace-mark.h"
#include "strata-kernel-event.h"

G_BEGIN_DECLS

/* Kinds of events. */
typedef enum
{
  STRATA_FTRACE_EVENT_OTHER,    /* an event that is not used */
  STRATA_FTRACE_EVENT_KERNEL,   /* about the kernel's work, see StrataKernelKind */
  STRATA_FTRACE_EVENT_MARK,     /* text from user space */
  STRATA_FTRACE_EVENT_SWITCH,   /* sched_switch */
  STRATA_FTRACE_EVENT_WAKE,     /* sched_waking and sched_wakeup */
  STRATA_FTRACE_EVENT_WAKE_NEW, /* sched_wakeup_new */
  STRATA_FTRACE_EVENT_EXIT,     /* sched_process_exit */
  STRATA_FTRACE_EVENT_FREE,     /* sched_process_free */
  STRATA_FTRACE_EVENT_BLOCKED,  /* sched_blocked_reason */
  STRATA_FTRACE_EVENT_RENAME,   /* task_rename */
  STRATA_FTRACE_EVENT_NEW_TASK, /* task_newtask */
  STRATA_FTRACE_EVENT_FORK,     /* sched_process_fork */
  STRATA_FTRACE_EVENT_EXEC,     /* sched_process_exec */
} StrataFtraceEventKind;

/* Reasons for an uninterruptible sleep. */
typedef enum
{
  STRATA_FTRACE_WAIT_UNKNOWN, /* not recorded */
  STRATA_FTRACE_WAIT_IO,      /* for block I/O */
  STRATA_FTRACE_WAIT_OTHER,   /* for something else */
} StrataFtraceWait;

/* A sched_switch. */
typedef struct
{
  StrataText prev_comm;  /* name of the task that leaves the CPU */
  StrataText next_comm;  /* name of the task that gets it */
  guint32 prev_tid;      /* id of the task that leaves */
  guint32 next_tid;      /* id of the task that gets it */
  guint8 end_state;      /* the state in which it leaves, as in StrataCpuRuns */
  StrataFtraceWait wait; /* the reason of its sleep, if the state contains it ("D-IO") */
  guint8 prev_rank;      /* priority of the task that leaves, as a rank: see StrataCpuRuns */
  guint8 next_rank;      /* priority of the task that gets it */
} StrataFtraceSwitch;

/* A sched_blocked_reason. */
typedef struct
{
  StrataText function;   /* the function where it waited, "function+offset" as written; empty if not known */
  guint32 tid;           /* the thread that waited */
  StrataFtraceWait wait; /* the reason */
} StrataFtraceBlocked;

/* The task that an event is about. */
typedef struct
{
  StrataText comm;     /* its name */
  guint32 tid;         /* its thread id */
  guint64 clone_flags; /* of task_newtask */
  StrataText old_comm; /* for task_rename, the previous name */
  gboolean is_refused; /* for a wake-up, whether it had no effect: kernels before 4 print "success=0" */
} StrataFtraceTask;

/**
 * StrataFtraceArgs:
 * @sched: of %STRATA_FTRACE_EVENT_SWITCH
 * @task: of kinds about a single task
 * @blocked: of %STRATA_FTRACE_EVENT_BLOCKED
 * @kernel: of %STRATA_FTRACE_EVENT_KERNEL
 * @mark: of %STRATA_FTRACE_EVENT_MARK, as parsed by [func@Strata.FtraceMark.parse_short]
 *
 * The decoded arguments of an event, as spans of its text.
 */
typedef union
{
  StrataFtraceSwitch sched;
  StrataFtraceTask task;
  StrataFtraceBlocked blocked;
  StrataKernelEvent kernel;
  StrataFtraceMark mark;
} StrataFtraceArgs;

/* Set in clone_flags if the new task is a thread of its parent's process. */
#define STRATA_FTRACE_CLONE_THREAD 0x10000
#define STRATA_FTRACE_CLONE_VFORK 0x4000

StrataFtraceEventKind strata_ftrace_event_get_kind (StrataText event);
StrataFtraceEventKind strata_ftrace_event_get_kinds (StrataText event, StrataKernelKind *kernel_kind);
StrataText strata_ftrace_event_get_payload (StrataText event, StrataText args);
gboolean strata_ftrace_event_parse_switch (StrataText args, StrataFtraceSwitch *sched);
gboolean strata_ftrace_event_decode (StrataFtraceEventKind kind, StrataKernelKind kernel_kind, StrataText name, StrataText *args, StrataFtraceArgs *decoded);

G_END_DECLS
