/* strata-atrace-events.h - the content of a trace as events by time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-clip.h"

G_BEGIN_DECLS

/* Kinds of events. At the same time, RESUME comes before all others, then the calls of a thread
 * whose id means another one from then on, then DIE, BIRTH and RENAME, and those from REST on come
 * last in this order. So no thread is on two CPUs, and nothing is in a gap. */
typedef enum
{
  STRATA_ATRACE_RESUME,       /* a CPU has an event after lost ones; of losses */
  STRATA_ATRACE_DIE,          /* a thread that is on no CPU dies; of threads */
  STRATA_ATRACE_MAKE_WAY,     /* a thread is over because its id means another one from now on, whose birth follows; of threads */
  STRATA_ATRACE_BIRTH,        /* a reused id means this thread from now on; of threads */
  STRATA_ATRACE_RENAME,       /* a thread has another name from now on; of names of threads */
  STRATA_ATRACE_BEGIN,        /* a call begins; of slices */
  STRATA_ATRACE_END,          /* a call ends */
  STRATA_ATRACE_START,        /* an asynchronous slice starts */
  STRATA_ATRACE_FINISH,       /* an asynchronous slice finishes */
  STRATA_ATRACE_SAMPLE,       /* a counter gets a value; of samples */
  STRATA_ATRACE_INSTANT,      /* an instant; of instants */
  STRATA_ATRACE_KERNEL_BEGIN, /* the kernel begins something; of slices */
  STRATA_ATRACE_KERNEL_END,   /* the kernel ends it */
  STRATA_ATRACE_EXIT,         /* a thread exits, which ends its open calls; of slices */
  STRATA_ATRACE_LEFT,         /* open calls of a thread end with its last event; of slices. Readers of text assume that anyway */
  STRATA_ATRACE_REST,         /* a thread has been off the CPUs since before the start; of states */
  STRATA_ATRACE_STOP,         /* a thread leaves a CPU on which it was not known to be; of states */
  STRATA_ATRACE_IDLE,         /* a CPU is idle from the start, or from when it is known; of CPUs */
  STRATA_ATRACE_LEAVE,        /* a thread leaves its CPU; of runs */
  STRATA_ATRACE_PASS,         /* a thread enters a CPU and leaves it at once */
  STRATA_ATRACE_REASON,       /* the reason of a sleep of a thread that nothing wakes; of states */
  STRATA_ATRACE_WAKE,         /* a thread becomes runnable; of states */
  STRATA_ATRACE_ENTER,        /* a thread gets its CPU */
  STRATA_ATRACE_LOSE,         /* events of a CPU are missing from now on; of losses */
  STRATA_ATRACE_FORGET,       /* the state of a thread that is on no CPU is unknown from now on; of states */
  STRATA_ATRACE_GONE,         /* a thread ended that had died before; of threads. Text has that with the thread */
} StrataAtraceKind;

/* An event. */
typedef struct
{
  gint64 time_ns; /* when */
  guint64 order;  /* the order of events with the same time */
  guint32 kind;   /* StrataAtraceKind */
  guint32 index;  /* index of the item, by kind */
  guint32 owner;  /* index of its track, counter, CPU or thread; 0 for instants and losses */
} StrataAtraceEvent;

/* Whether other threads have the same id in the part of a trace that is written. */
typedef enum
{
  STRATA_ATRACE_REUSE_NONE,   /* the id always means this thread */
  STRATA_ATRACE_REUSE_FIRST,  /* it means this thread first */
  STRATA_ATRACE_REUSE_LATER,  /* it means another thread before */
  STRATA_ATRACE_REUSE_ABSENT, /* it means other threads in the part that is written; this one does not live then */
} StrataAtraceReuse;

/* Whether the id means this thread for a part of the time only. */
static inline gboolean
strata_atrace_reuse_is_shared (guint8 reuse)
{
  return reuse == STRATA_ATRACE_REUSE_FIRST || reuse == STRATA_ATRACE_REUSE_LATER;
}

/* Whether the id means this thread from the start: no birth is written. */
static inline gboolean
strata_atrace_reuse_is_initial (guint8 reuse)
{
  return reuse == STRATA_ATRACE_REUSE_NONE || reuse == STRATA_ATRACE_REUSE_FIRST;
}

/* When a thread started and ended, as events of the kernel showed it; %STRATA_NO_TIME if none did in the part that is written. */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
} StrataAtraceLife;

StrataAtraceLife strata_atrace_get_life (const StrataThread *thread, const StrataClip *clip);
gint64 *strata_atrace_list_births (StrataTrace *trace, const StrataClip *clip);
guint8 *strata_atrace_find_reuse (StrataTrace *trace, const StrataClip *clip);
guint32 strata_atrace_get_later_name (StrataTrace *trace, guint32 index);
guint32 *strata_atrace_list_first_names (StrataTrace *trace, const StrataClip *clip);
guint32 *strata_atrace_list_last_names (StrataTrace *trace, const StrataClip *clip);
guint32 *strata_atrace_list_process_names (StrataTrace *trace, const StrataClip *clip);
gboolean *strata_atrace_find_reused_processes (StrataTrace *trace, const guint8 *reuse);
StrataAtraceEvent *strata_atrace_list_events (StrataTrace *trace, const StrataClip *clip, gsize *n_events);

G_END_DECLS
