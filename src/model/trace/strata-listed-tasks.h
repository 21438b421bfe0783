/* strata-listed-tasks.h - processes and threads that the lists of a file contain, but that have no events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* They are numbered after those with events: an index beyond the processes of the trace is one of these. As a parent, the index after the
 * last one is the idle process, which started the first ones. */
typedef struct
{
  GArray *processes;   /* (element-type StrataProcess) owned */
  GArray *threads;     /* (element-type StrataThread) owned */
  GHashTable *parents; /* (nullable) owned: process with events -> the one of these that started it */
} StrataListedTasks;

const StrataListedTasks *strata_listed_tasks_get (StrataTrace *trace);
StrataProcess *strata_listed_tasks_dup_processes (StrataTrace *trace, guint *n_processes);
StrataThread *strata_listed_tasks_dup_threads (StrataTrace *trace, guint *n_threads);
void strata_listed_tasks_init (StrataListedTasks *self);
void strata_listed_tasks_clear (StrataListedTasks *self);

G_END_DECLS
