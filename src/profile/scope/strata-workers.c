/* strata-workers.c - runs the parts of a computation in parallel
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-workers.h"

typedef struct
{
  StrataWorkerFunc run;
  gpointer part; /* borrowed */
} Work;

static gpointer
run_work (gpointer data)
{
  const Work *work = data;

  work->run (work->part);
  return NULL;
}

/**
 * strata_workers_run:
 * @run: (scope call): called for each part
 * @parts: (array length=n_parts): the parts
 * @part_bytes: the size of one
 * @n_parts: how many there are, above 0
 *
 * Runs all parts in parallel, the first in the calling thread, and waits for all. If the system cannot create another
 * thread, parts run one after another.
 */
void
strata_workers_run (StrataWorkerFunc run,
                    gpointer parts,
                    gsize part_bytes,
                    guint n_parts)
{
  g_autofree Work *works = g_new (Work, n_parts);
  g_autofree GThread **threads = g_new0 (GThread *, n_parts);

  for (guint i = 0; i < n_parts; i++)
    works[i] = (Work){ run, (char *) parts + part_bytes * i };

  for (guint i = 1; i < n_parts; i++)
    threads[i] = g_thread_try_new ("strata-worker", run_work, &works[i], NULL);

  for (guint i = 0; i < n_parts; i++)
    if (threads[i] == NULL)
      run_work (&works[i]);

  for (guint i = 1; i < n_parts; i++)
    if (threads[i] != NULL)
      g_thread_join (threads[i]);
}
