/* strata-event-tasks.h - the threads of a capture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-strings.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

/* Sources for the process of a thread. The better source wins. */
typedef enum
{
  STRATA_EVENT_TRUST_NONE,    /* nothing is known */
  STRATA_EVENT_TRUST_LIST,    /* from a list of processes, made at another time */
  STRATA_EVENT_TRUST_PARENT,  /* it was cloned by a thread of that process */
  STRATA_EVENT_TRUST_PAYLOAD, /* from markers of the process itself */
  STRATA_EVENT_TRUST_BIRTH,   /* it was seen to begin as a process of its own; its markers may name its parent */
  STRATA_EVENT_TRUST_COLUMN,  /* from the kernel */
} StrataEventTrust;

/* The event that shows that a thread begins. The kernel sends these three in this order. */
typedef enum
{
  STRATA_EVENT_BIRTH_NONE,     /* it existed before the trace, or its start was not recorded */
  STRATA_EVENT_BIRTH_NEW_TASK, /* task_newtask */
  STRATA_EVENT_BIRTH_FORK,     /* sched_process_fork */
  STRATA_EVENT_BIRTH_WAKE,     /* sched_wakeup_new */
  STRATA_EVENT_BIRTH_WRITTEN,  /* strata-cli wrote that its id means it from then on only */
} StrataEventBirth;

/* What an event shows about a thread. */
typedef enum
{
  STRATA_EVENT_LIFE_MET,    /* an event is about it */
  STRATA_EVENT_LIFE_WOKEN,  /* it is woken, not for the first time */
  STRATA_EVENT_LIFE_ENTERS, /* it gets a CPU */
} StrataEventLife;

/* A thread, as known from the lines so far. The fields that every line needs come first. */
typedef struct
{
  guint32 tid;       /* its thread id */
  guint32 thread;    /* its index in the builder */
  guint32 process;   /* index of its process, or STRATA_NONE */
  guint8 trust;      /* StrataEventTrust, the source for its process */
  guint8 birth;      /* StrataEventBirth, the event that showed its start */
  guint8 has_exited; /* whether an exit was recorded, at @exit_ns */
  guint8 is_zombie;  /* whether it has exited but may not have left the CPU for good, as known up to @end_ns */
  guint16 cpu;       /* the CPU that it was last put on, or G_MAXUINT16 */
  gint64 pid;        /* its process, or -1 */
  gint64 begin_ns;   /* begin of the time in which its id means this thread */
  gint64 end_ns;     /* end of that time */
  StrataText comm;   /* its name, in the string pool */
  gint64 named_ns;   /* the latest time at which it had that name; STRATA_NO_TIME before its first event */
  gint64 exit_ns;    /* when it exited */
  gint64 free_ns;    /* when its memory was freed, after which it is certainly gone; G_MAXINT64 if that was not recorded */
  gint64 renamed_ns; /* when it was renamed, or STRATA_NO_TIME */
  guint32 previous;  /* number of the thread that had its id before, counted from 1, or 0 */
  /* number of one that had it earlier, so that a few steps find any of them; its own number for
   * the first one */
  guint32 far_previous;
  guint32 n_previous;     /* how many had its id before */
  guint32 parent;         /* number of the thread that cloned it, counted from 1, or 0 */
  gboolean writes_levels; /* whether it writes HiTrace markers with levels */
} StrataEventTaskRow;

typedef struct _StrataEventTasks StrataEventTasks;

/* All idle threads have id 0. In the table, each CPU's idle thread has its own id, above those that
 * kernels assign. */
#define STRATA_EVENT_IDLE_TASK 0x80000000u

/* Their name in text formats. */
#define STRATA_EVENT_IDLE_NAME "<idle>"

static inline gboolean
strata_event_is_idle_task (guint32 tid)
{
  return tid - STRATA_EVENT_IDLE_TASK <= G_MAXUINT16;
}

/* The id of a CPU's idle task within the table. */
static inline guint32
strata_event_idle_task (guint32 cpu)
{
  return STRATA_EVENT_IDLE_TASK + MIN (cpu, G_MAXUINT16);
}

StrataEventTasks *strata_event_tasks_new (StrataTraceBuilder *builder, StrataEventStrings *strings);
void strata_event_tasks_free (StrataEventTasks *self);
StrataEventTaskRow *strata_event_tasks_find (StrataEventTasks *self, guint32 tid);
guint32 strata_event_tasks_get_number (const StrataEventTasks *self, const StrataEventTaskRow *row);
StrataEventTaskRow *strata_event_tasks_get_numbered (StrataEventTasks *self, guint32 number);
StrataEventTaskRow *strata_event_tasks_get_at (StrataEventTasks *self, guint32 tid, gint64 time_ns);
gboolean strata_event_tasks_is_another (const StrataEventTaskRow *row, StrataText comm, gint64 time_ns, StrataEventLife life);
StrataEventTaskRow *strata_event_tasks_replace (StrataEventTasks *self, guint32 tid, gint64 time_ns, guint32 *old_thread);
StrataEventTaskRow *strata_event_tasks_bear (StrataEventTasks *self, guint32 tid, gint64 time_ns, StrataEventBirth birth, guint32 *old_thread);
StrataEventTaskRow *strata_event_tasks_find_previous (StrataEventTasks *self, const StrataEventTaskRow *row);
StrataEventTaskRow *strata_event_tasks_find_of (StrataEventTasks *self, guint32 tid, gint64 pid);
StrataEventTaskRow *strata_event_tasks_find_first (StrataEventTasks *self, guint32 tid);
StrataEventTaskRow *strata_event_tasks_find_in (StrataEventTasks *self, guint32 tid, gint64 pid);
void strata_event_tasks_set_own_id (StrataEventTasks *self, guint32 tid, gint64 own_id);
void strata_event_tasks_end (StrataEventTaskRow *row, gint64 time_ns, gboolean is_zombie);
void strata_event_tasks_free_row (StrataEventTaskRow *row, gint64 time_ns);
void strata_event_tasks_rename (StrataEventTasks *self, StrataEventTaskRow *row, StrataText old_comm, StrataText comm, gint64 time_ns);
void strata_event_tasks_name (StrataEventTasks *self, StrataEventTaskRow *row, StrataText comm, gint64 time_ns);
void strata_event_tasks_set_name (StrataEventTasks *self, StrataEventTaskRow *row, StrataText comm);
void strata_event_tasks_set_process (StrataEventTasks *self, StrataEventTaskRow *row, gint64 pid, StrataEventTrust trust);
guint32 strata_event_tasks_get_process (StrataEventTasks *self, gint64 pid);
const StrataEventTaskRow *strata_event_tasks_find_at (StrataEventTasks *self, guint32 tid, gint64 time_ns);
guint32 strata_event_tasks_find_process_at (StrataEventTasks *self, guint32 pid, gint64 time_ns);
gboolean strata_event_tasks_is_process_reused (StrataEventTasks *self, guint32 pid);
gboolean strata_event_tasks_has_lives (const StrataEventTasks *self);
void strata_event_tasks_start_process (StrataEventTasks *self, StrataEventTaskRow *row, gint64 time_ns, gboolean was_met);
gboolean strata_event_tasks_name_first_process (StrataEventTasks *self, gint64 pid, StrataText name);
void strata_event_tasks_name_process (StrataEventTasks *self, gint64 pid, StrataText name);
void strata_event_tasks_finish (StrataEventTasks *self);
gboolean *strata_event_tasks_find_level_writers (StrataEventTasks *self, guint *n_threads);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataEventTasks, strata_event_tasks_free)

G_END_DECLS
