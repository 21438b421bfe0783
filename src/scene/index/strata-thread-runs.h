/* strata-thread-runs.h - when and where one thread ran
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-coverage.h"
#include "strata-trace.h"

G_BEGIN_DECLS

/* Made in time proportional to the states of the thread. */
typedef struct
{
  guint32 thread;          /* index of the thread, or STRATA_NONE */
  StrataCoverage coverage; /* its runs, a row a CPU; empty without a thread */

  /* private */
  gint64 *begin_ns;
  gint64 *end_ns;
  guint32 *row_begin;
} StrataThreadRuns;

void strata_thread_runs_set (StrataThreadRuns *self, StrataTrace *trace, guint32 thread);
void strata_thread_runs_clear (StrataThreadRuns *self);

G_END_DECLS
