/* strata-kernel-replay.h - the kernel's work on CPUs and for threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-log.h"
#include "strata-event-strings.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

/* Lanes for the kernel's work. */
typedef enum
{
  STRATA_EVENT_LANE_IDLE,     /* idle states of a CPU */
  STRATA_EVENT_LANE_IRQ,      /* interrupt handlers on a CPU */
  STRATA_EVENT_LANE_SOFTIRQ,  /* softirqs on a CPU */
  STRATA_EVENT_LANE_IPI,      /* inter-processor interrupts on a CPU */
  STRATA_EVENT_LANE_WORK,     /* work items of a worker thread */
  STRATA_EVENT_LANE_BINDER,   /* binder calls of a thread */
  STRATA_EVENT_LANE_FILE,     /* file system operations for a thread */
  STRATA_EVENT_LANE_SYSCALL,  /* system calls of a thread */
  STRATA_EVENT_LANE_RECLAIM,  /* a thread reclaims memory because it needs some */
  STRATA_EVENT_LANE_FUNCTION, /* kernel functions that a thread is in */
  STRATA_EVENT_LANE_FENCE,    /* a thread waits for the work behind a fence */
  STRATA_EVENT_LANE_WATCH,    /* fences that a thread asked to be notified of, until they are done; their ends have no thread */
  STRATA_EVENT_LANE_VFORK,    /* a thread waits for a child that uses its memory; the ends have no thread */
  STRATA_EVENT_LANE_DRIVER,   /* work of a thread in a driver */
  /* lanes without CPU and thread, each with its own name: requests to a block device, a timeline
   * of fences, suspend */
  STRATA_EVENT_LANE_BLOCK,
} StrataEventLane;

typedef struct _StrataKernelReplay StrataKernelReplay;

StrataEventLane strata_event_lane_find (StrataText name);
gboolean strata_event_lane_is_of_cpu (StrataEventLane lane);
StrataKernelReplay *strata_kernel_replay_new (StrataTraceBuilder *builder, StrataEventStrings *strings, guint device, const char *device_name);
void strata_kernel_replay_free (StrataKernelReplay *self);
void strata_kernel_replay_see_return (StrataKernelReplay *self, const StrataEventToken *token);
void strata_kernel_replay_finish (StrataKernelReplay *self);
void strata_kernel_replay_lose (StrataKernelReplay *self, guint32 thread, gint64 time_ns);
gboolean strata_kernel_replay_take (StrataKernelReplay *self, const StrataEventToken *token);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataKernelReplay, strata_kernel_replay_free)

G_END_DECLS
