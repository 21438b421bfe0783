/* strata-critical-path.h - what a thread was waiting for at each moment
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-trace.h"

G_BEGIN_DECLS

/* How the thread of a segment spent its time. */
typedef enum
{
  STRATA_PATH_RUNNING,   /* the segment's thread ran */
  STRATA_PATH_CPU,       /* it was runnable, and waited for a CPU */
  STRATA_PATH_IO,        /* it waited for block I/O */
  STRATA_PATH_INTERRUPT, /* an interrupt ended its wait: from a timer, a device or another CPU */
  STRATA_PATH_UNKNOWN,   /* it waited for something that the trace does not show, or nothing is known of it */
} StrataPathReason;

#define STRATA_N_PATH_REASONS (STRATA_PATH_UNKNOWN + 1)

/* A segment of a critical path. */
typedef struct
{
  gint64 start_ns;         /* when it begins */
  gint64 end_ns;           /* when it ends, which is when the next one begins */
  guint32 thread;          /* index of the thread that the path waited for */
  StrataPathReason reason; /* what that thread did */
  guint32 state;           /* index of its state, or STRATA_NONE if it has none */
  guint32 cpu;             /* number of the CPU that it ran on, or then got; STRATA_NONE if it is not known */
  /* while it waited for a CPU, index of the last thread that had @cpu before; STRATA_NONE if it is
   * not known */
  guint32 occupant;
  guint32 waiter;   /* index of the thread that @thread eventually wakes; STRATA_NONE at depth 0 */
  guint32 function; /* string id of the kernel function that the thread waited in, or 0 */
  guint32 depth;    /* how many wake-ups are between @thread and the path's thread; 0 for the latter itself */
} StrataPathSegment;

/* The total time of one thread on a critical path. */
typedef struct
{
  guint32 thread;                             /* index of a thread */
  gint64 total_ns;                            /* time of all its segments */
  gint64 by_reason_ns[STRATA_N_PATH_REASONS]; /* the same, by StrataPathReason */
} StrataPathTotal;

typedef struct _StrataCriticalPath StrataCriticalPath;

StrataCriticalPath *strata_critical_path_new (StrataTrace *trace, guint32 thread, StrataSpan span, GCancellable *cancellable);
void strata_critical_path_free (StrataCriticalPath *self);
StrataSpan strata_critical_path_get_span (const StrataCriticalPath *self);
guint32 strata_critical_path_get_thread (const StrataCriticalPath *self);
const StrataPathSegment *strata_critical_path_get_segments (const StrataCriticalPath *self, guint *n_segments);
const StrataPathTotal *strata_critical_path_get_totals (const StrataCriticalPath *self, guint *n_totals);
gint64 strata_critical_path_get_reason_ns (const StrataCriticalPath *self, StrataPathReason reason);
gboolean strata_critical_path_is_cut (const StrataCriticalPath *self);
guint32 strata_critical_path_find (const StrataCriticalPath *self, gint64 time_ns);
const char *strata_path_reason_get_name (StrataPathReason reason);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataCriticalPath, strata_critical_path_free)

G_END_DECLS
