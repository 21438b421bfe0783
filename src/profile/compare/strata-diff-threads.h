/* strata-diff-threads.h - compares the activity of matched threads in two traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-thread-match.h"

G_BEGIN_DECLS

/* Activities of a thread, grouped from its states. */
typedef enum
{
  STRATA_ACTIVITY_RUNNING,  /* on a CPU */
  STRATA_ACTIVITY_RUNNABLE, /* waiting for one, woken or preempted */
  STRATA_ACTIVITY_SLEEPING, /* sleeping */
  STRATA_ACTIVITY_BLOCKED,  /* in uninterruptible sleep, for I/O or not */
} StrataActivity;

#define STRATA_N_ACTIVITIES (STRATA_ACTIVITY_BLOCKED + 1)

/* A thread in both traces. */
typedef struct
{
  StrataMatch match; /* the threads */
  /* time of each activity on each side; STRATA_NO_TIME if the side has no such thread, or its
   * states are not known */
  gint64 time_ns[STRATA_N_DIFF_SIDES][STRATA_N_ACTIVITIES];
} StrataDiffThread;

GArray *strata_diff_threads_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES], const StrataSpan spans[STRATA_N_DIFF_SIDES], const StrataThreadMatch *match, GCancellable *cancellable);
gint64 strata_diff_thread_get_delta (const StrataDiffThread *self, StrataActivity activity);

G_END_DECLS
