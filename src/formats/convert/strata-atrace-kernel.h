/* strata-atrace-kernel.h - kernel slices as our own events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-atrace-events.h"

G_BEGIN_DECLS

/* The begin or the end of a kernel slice. */
typedef struct
{
  const char *event;      /* name of the event that is written */
  guint32 thread;         /* index of its thread, or STRATA_NONE */
  gint64 cpu;             /* the CPU of the lane, or -1 */
  gint64 id;              /* joins its begin and its end, or both sides of a call */
  gboolean is_unfinished; /* for an end, whether no event ended it */
  const char *lane;       /* name of the lane */
  const char *name;       /* nullable: name of the slice, for a begin */
  guint32 args;           /* id of its arguments, for a begin */
} StrataAtraceKernel;

gint64 strata_atrace_kernel_get_id (StrataTrace *trace, const StrataTrack *track, guint32 slice);
StrataAtraceKernel strata_atrace_kernel_get (StrataTrace *trace, const StrataAtraceEvent *event);

G_END_DECLS
