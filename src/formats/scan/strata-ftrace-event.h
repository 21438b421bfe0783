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

/**
 * StrataFtraceEventKind:
 * @STRATA_FTRACE_EVENT_KERNEL: about the kernel's work, see #StrataKernelKind
 * @STRATA_FTRACE_EVENT_OTHER: an event that is not used
 * @STRATA_FTRACE_EVENT_MARK: text from user space
 * @STRATA_FTRACE_EVENT_SWITCH: sched_switch
 * @STRATA_FTRACE_EVENT_WAKE: sched_waking and sched_wakeup
 * @STRATA_FTRACE_EVENT_WAKE_NEW: sched_wakeup_new
 * @STRATA_FTRACE_EVENT_EXIT: sched_process_exit
 * @STRATA_FTRACE_EVENT_FREE: sched_process_free
 * @STRATA_FTRACE_EVENT_BLOCKED: sched_blocked_reason
 * @STRATA_FTRACE_EVENT_RENAME: task_rename
 * @STRATA_FTRACE_EVENT_NEW_TASK: task_newtask
 * @STRATA_FTRACE_EVENT_FORK: sched_process_fork
 * @STRATA_FTRACE_EVENT_EXEC: sched_process_exec
 *
 * Kinds of events.
 */
typedef enum
{
  STRATA_FTRACE_EVENT_OTHER,
  STRATA_FTRACE_EVENT_KERNEL,
  STRATA_FTRACE_EVENT_MARK,
  STRATA_FTRACE_EVENT_SWITCH,
  STRATA_FTRACE_EVENT_WAKE,
  STRATA_FTRACE_EVENT_WAKE_NEW,
  STRATA_FTRACE_EVENT_EXIT,
  STRATA_FTRACE_EVENT_FREE,
  STRATA_FTRACE_EVENT_BLOCKED,
  STRATA_FTRACE_EVENT_RENAME,
  STRATA_FTRACE_EVENT_NEW_TASK,
  STRATA_FTRACE_EVENT_FORK,
  STRATA_FTRACE_EVENT_EXEC,
} StrataFtraceEventKind;

/**
 * StrataFtraceWait:
 * @STRATA_FTRACE_WAIT_UNKNOWN: not recorded
 * @STRATA_FTRACE_WAIT_IO: for block I/O
 * @STRATA_FTRACE_WAIT_OTHER: for something else
 *
 * Reasons for an uninterruptible sleep.
 */
typedef enum
{
  STRATA_FTRACE_WAIT_UNKNOWN,
  STRATA_FTRACE_WAIT_IO,
  STRATA_FTRACE_WAIT_OTHER,
} StrataFtraceWait;

/**
 * StrataFtraceSwitch:
 * @prev_comm: name of the task that leaves the CPU
 * @next_comm: name of the task that gets it
 * @prev_tid: id of the task that leaves
 * @next_tid: id of the task that gets it
 * @end_state: the state in which it leaves, as in [struct@Strata.CpuRuns]
 * @wait: the reason of its sleep, if the state contains it ("D-IO")
 * @prev_rank: priority of the task that leaves, as a rank: see [struct@Strata.CpuRuns]
 * @next_rank: priority of the task that gets it
 *
 * A sched_switch.
 */
typedef struct
{
  StrataText prev_comm;
  StrataText next_comm;
  guint32 prev_tid;
  guint32 next_tid;
  guint8 end_state;
  StrataFtraceWait wait;
  guint8 prev_rank;
  guint8 next_rank;
} StrataFtraceSwitch;

/**
 * StrataFtraceBlocked:
 * @function: the function where it waited, "function+offset" as written; empty if not known
 * @tid: the thread that waited
 * @wait: the reason
 *
 * A sched_blocked_reason.
 */
typedef struct
{
  StrataText function;
  guint32 tid;
  StrataFtraceWait wait;
} StrataFtraceBlocked;

/**
 * StrataFtraceTask:
 * @comm: its name
 * @tid: its thread id
 * @clone_flags: of task_newtask
 * @old_comm: for task_rename, the previous name
 * @is_refused: for a wake-up, whether it had no effect: kernels before 4 print "success=0"
 *
 * The task that an event is about.
 */
typedef struct
{
  StrataText comm;
  guint32 tid;
  guint64 clone_flags;
  StrataText old_comm;
  gboolean is_refused;
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
