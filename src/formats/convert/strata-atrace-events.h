/* strata-atrace-events.h - what a trace holds, as events by time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-clip.h"

G_BEGIN_DECLS

/**
 * StrataAtraceKind:
 * @STRATA_ATRACE_RESUME: a CPU has an event after lost ones; of losses
 * @STRATA_ATRACE_DIE: a thread that is on no CPU is dead; of threads
 * @STRATA_ATRACE_BIRTH: the id of a thread, which is that of others, too, means it from now on; of threads
 * @STRATA_ATRACE_RENAME: a thread is called something else from now on; of names of threads
 * @STRATA_ATRACE_BEGIN: a call begins; of slices
 * @STRATA_ATRACE_END: a call ends
 * @STRATA_ATRACE_START: an asynchronous slice starts
 * @STRATA_ATRACE_FINISH: an asynchronous slice finishes
 * @STRATA_ATRACE_SAMPLE: a counter gets a value; of samples
 * @STRATA_ATRACE_INSTANT: an instant; of instants
 * @STRATA_ATRACE_KERNEL_BEGIN: the kernel begins something; of slices
 * @STRATA_ATRACE_KERNEL_END: it ends it
 * @STRATA_ATRACE_EXIT: a thread exits, which ends the calls that it has not ended; of slices
 * @STRATA_ATRACE_LEFT: the calls that a thread has not ended are over with its last event; of slices. Who reads text takes them to be anyway
 * @STRATA_ATRACE_REST: a thread is off the CPUs since before the begin; of states
 * @STRATA_ATRACE_STOP: a thread leaves a CPU that nothing has shown it on; of states
 * @STRATA_ATRACE_LEAVE: a thread leaves its CPU; of runs
 * @STRATA_ATRACE_PASS: a thread enters a CPU and leaves it at once
 * @STRATA_ATRACE_REASON: what a thread that nothing wakes sleeps in; of states
 * @STRATA_ATRACE_WAKE: a thread becomes runnable; of states
 * @STRATA_ATRACE_ENTER: a thread gets its CPU
 * @STRATA_ATRACE_LOSE: events of a CPU are missing from now on; of losses
 * @STRATA_ATRACE_FORGET: what a thread that is on no CPU does is not known from now on; of states
 *
 * What happens. RESUME comes before all others of the same time, then DIE, BIRTH and RENAME, and those from REST on come
 * after them in this order: no thread is on two CPUs then, and nothing is in a gap.
 */
typedef enum
{
  STRATA_ATRACE_RESUME,
  STRATA_ATRACE_DIE,
  STRATA_ATRACE_BIRTH,
  STRATA_ATRACE_RENAME,
  STRATA_ATRACE_BEGIN,
  STRATA_ATRACE_END,
  STRATA_ATRACE_START,
  STRATA_ATRACE_FINISH,
  STRATA_ATRACE_SAMPLE,
  STRATA_ATRACE_INSTANT,
  STRATA_ATRACE_KERNEL_BEGIN,
  STRATA_ATRACE_KERNEL_END,
  STRATA_ATRACE_EXIT,
  STRATA_ATRACE_LEFT,
  STRATA_ATRACE_REST,
  STRATA_ATRACE_STOP,
  STRATA_ATRACE_LEAVE,
  STRATA_ATRACE_PASS,
  STRATA_ATRACE_REASON,
  STRATA_ATRACE_WAKE,
  STRATA_ATRACE_ENTER,
  STRATA_ATRACE_LOSE,
  STRATA_ATRACE_FORGET,
} StrataAtraceKind;

/**
 * StrataAtraceEvent:
 * @time_ns: when
 * @order: decides among those of the same time
 * @kind: #StrataAtraceKind
 * @index: of what, by kind
 * @owner: index of the track, counter, CPU or thread that it is of; 0 for instants and losses
 *
 * Something that happens.
 */
typedef struct
{
  gint64 time_ns;
  guint64 order;
  guint32 kind;
  guint32 index;
  guint32 owner;
} StrataAtraceEvent;

/**
 * StrataAtraceReuse:
 * @STRATA_ATRACE_REUSE_NONE: the id means this thread all the time
 * @STRATA_ATRACE_REUSE_FIRST: it means this one first
 * @STRATA_ATRACE_REUSE_LATER: it means another one before
 * @STRATA_ATRACE_REUSE_ABSENT: it means others in the part that is written, of whose time this one is not
 *
 * Whether the id of a thread is that of others, too, in the part of a trace that is written.
 */
typedef enum
{
  STRATA_ATRACE_REUSE_NONE,
  STRATA_ATRACE_REUSE_FIRST,
  STRATA_ATRACE_REUSE_LATER,
  STRATA_ATRACE_REUSE_ABSENT,
} StrataAtraceReuse;

guint8 *strata_atrace_find_reuse (StrataTrace *trace, const StrataClip *clip);
guint32 strata_atrace_get_later_name (StrataTrace *trace, guint32 index);
guint32 *strata_atrace_list_first_names (StrataTrace *trace, const StrataClip *clip);
gboolean *strata_atrace_find_reused_processes (StrataTrace *trace, const guint8 *reuse);
StrataAtraceEvent *strata_atrace_list_events (StrataTrace *trace, const StrataClip *clip, gsize *n_events);

G_END_DECLS
