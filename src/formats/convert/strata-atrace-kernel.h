/* strata-atrace-kernel.h - kernel slices as our own events
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
 * @thread: index of its thread, or %STRATA_NONE
 * @cpu: the CPU of the lane, or -1
 * @id: joins its begin and its end, or both sides of a call
 * @is_unfinished: for an end, whether no event ended it
 * @lane: name of the lane
 * @name: (nullable): name of the slice, for a begin
 * @args: (nullable): its arguments, for a begin
 *
 * The begin or the end of a kernel slice.
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
