/* strata-listed-tasks.c - processes and threads that the lists of a file contain, but that have no events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-listed-tasks.h"

#include <string.h>

#include "strata-trace-private.h"

/* A recorder of Perfetto lists all processes of the system, of which a trace has events of a few. The timeline and the lists of the
 * program would be full of empty rows; only SQL shows them, where other data may be joined with them. */

const StrataListedTasks *
strata_listed_tasks_get (StrataTrace *trace)
{
  return &strata_trace_get_base (trace)->listed;
}

/* Joins two arrays. */
static gpointer
join (gconstpointer first,
      guint n_first,
      const GArray *second,
      gsize size)
{
  guint8 *joined = g_malloc0_n (MAX (n_first + second->len, 1), size);

  if (n_first > 0)
    memcpy (joined, first, n_first * size);
  if (second->len > 0)
    memcpy (joined + n_first * size, second->data, second->len * size);

  return joined;
}

/**
 * strata_listed_tasks_dup_processes:
 * @trace: a trace
 * @n_processes: (out): how many there are
 *
 * Returns: (transfer full): the processes with events and the others, with parents of either kind
 */
StrataProcess *
strata_listed_tasks_dup_processes (StrataTrace *trace,
                                   guint *n_processes)
{
  const StrataListedTasks *listed = strata_listed_tasks_get (trace);
  guint n_busy;
  const StrataProcess *busy = strata_trace_get_processes (trace, &n_busy);
  StrataProcess *processes = join (busy, n_busy, listed->processes, sizeof *processes);
  GHashTableIter iter;
  gpointer child;
  gpointer parent;

  *n_processes = n_busy + listed->processes->len;
  if (listed->parents == NULL)
    return processes;

  g_hash_table_iter_init (&iter, listed->parents);
  while (g_hash_table_iter_next (&iter, &child, &parent))
    processes[GPOINTER_TO_UINT (child)].parent = GPOINTER_TO_UINT (parent);

  return processes;
}

/**
 * strata_listed_tasks_dup_threads:
 * @trace: a trace
 * @n_threads: (out): how many there are
 *
 * Returns: (transfer full): the threads with events and the others
 */
StrataThread *
strata_listed_tasks_dup_threads (StrataTrace *trace,
                                 guint *n_threads)
{
  const StrataListedTasks *listed = strata_listed_tasks_get (trace);
  guint n_busy;
  const StrataThread *busy = strata_trace_get_threads (trace, &n_busy);

  *n_threads = n_busy + listed->threads->len;
  return join (busy, n_busy, listed->threads, sizeof (StrataThread));
}

void
strata_listed_tasks_init (StrataListedTasks *self)
{
  self->processes = g_array_new (FALSE, FALSE, sizeof (StrataProcess));
  self->threads = g_array_new (FALSE, FALSE, sizeof (StrataThread));
}

void
strata_listed_tasks_clear (StrataListedTasks *self)
{
  g_array_unref (self->processes);
  g_array_unref (self->threads);
  g_clear_pointer (&self->parents, g_hash_table_unref);
}
