/* strata-thread-index.c - finds threads by their ids
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-thread-index.h"

#include "strata-bisect.h"
#include "strata-order.h"

/* The threads sorted by device and id, and those of one id by begin, since ids are reused. */
struct _StrataThreadIndex
{
  const StrataThread *threads; /* borrowed: from the trace */
  guint n_threads;
  guint32 *order; /* owned */
};

static gboolean
is_same (const StrataThread *thread,
         guint32 device,
         gint64 tid)
{
  return thread->device == device && thread->tid == tid;
}

static gboolean
is_before (const StrataThread *thread,
           guint32 device,
           gint64 tid)
{
  return thread->device != device ? thread->device < device : thread->tid < tid;
}

static int
compare_threads (gconstpointer a,
                 gconstpointer b,
                 gpointer data)
{
  const StrataThread *threads = data;
  const StrataThread *first = &threads[*(const guint32 *) a];
  const StrataThread *second = &threads[*(const guint32 *) b];

  if (!is_same (first, second->device, second->tid))
    return is_before (first, second->device, second->tid) ? -1 : 1;
  return STRATA_ORDER (first->first_ns, second->first_ns);
}

StrataThreadIndex *
strata_thread_index_new (StrataTrace *trace)
{
  StrataThreadIndex *self = g_new0 (StrataThreadIndex, 1);

  guint n_threads;

  self->threads = strata_trace_get_threads (trace, &n_threads);
  self->order = g_new (guint32, MAX (n_threads, 1));
  for (guint32 i = 0; i < n_threads; i++)
    if (!self->threads[i].has_own_id) /* events of the kernel never belong to these */
      self->order[self->n_threads++] = i;

  g_qsort_with_data (self->order, (int) self->n_threads, sizeof *self->order, compare_threads, (gpointer) self->threads);
  return self;
}

void
strata_thread_index_free (StrataThreadIndex *self)
{
  if (self == NULL)
    return;

  g_free (self->order);
  g_free (self);
}

/**
 * strata_thread_index_find:
 * @self: the index
 * @device: number of its device
 * @tid: id of a thread
 * @time_ns: a time at which it had the id
 *
 * Returns: index of the thread: the last one with that id that had begun, or else the first; %STRATA_NONE if there is none
 */
guint32
strata_thread_index_find (const StrataThreadIndex *self,
                          guint32 device,
                          gint64 tid,
                          gint64 time_ns)
{
  guint begin = 0;
  guint end = self->n_threads;

  STRATA_BISECT (begin, end, i, is_before (&self->threads[self->order[i]], device, tid));

  if (begin == self->n_threads || !is_same (&self->threads[self->order[begin]], device, tid))
    return STRATA_NONE;

  while (begin + 1 < self->n_threads && is_same (&self->threads[self->order[begin + 1]], device, tid) && self->threads[self->order[begin + 1]].first_ns <= time_ns)
    begin++;

  return self->order[begin];
}
