/* strata-atrace-kernel.h - what the kernel did, as events of our own
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-atrace-events.h"

G_BEGIN_DECLS

/**
 * StrataAtraceKernel:
 * @event: name of the event that is written
 * @thread: index of the thread that it is of, or %STRATA_NONE
 * @cpu: the CPU of the lane, or -1
 * @id: by which its begin and its end, or both sides of a call, find each other
 * @is_unfinished: where it ends, whether no event had ended it
 * @lane: name of the lane
 * @name: (nullable): name of the slice, where it begins
 * @args: (nullable): its arguments, where it has some and begins
 *
 * The begin or the end of what the kernel did.
 */
typedef struct
{
  const char *event;
  guint32 thread;
  gint64 cpu;
  gint64 id;
  gboolean is_unfinished;
  const char *lane;
  const char *name;
  const char *args;
} StrataAtraceKernel;

gint64 strata_atrace_kernel_get_id (StrataTrace *trace, const StrataTrack *track, guint32 slice);
StrataAtraceKernel strata_atrace_kernel_get (StrataTrace *trace, const StrataAtraceEvent *event);

G_END_DECLS
