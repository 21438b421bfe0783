/* strata-instant-rows.c - instants by process and time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-instant-rows.h"

#include "strata-bisect.h"
#include "strata-search.h"

static guint32
get_row (const StrataInstantRows *self,
         guint32 instant)
{
  return MIN (self->instants->process[instant], self->n_processes);
}

/**
 * strata_instant_rows_init:
 * @self: uninitialised memory; end with strata_instant_rows_clear()
 * @trace: a trace that must outlive it
 * @bits: (nullable): which instants, see strata_search_has(); %NULL for all
 *
 * Sorts instants, in time proportional to their number.
 */
void
strata_instant_rows_init (StrataInstantRows *self,
                          StrataTrace *trace,
                          const guint64 *bits)
{
  self->instants = strata_trace_get_instants (trace);
  strata_trace_get_processes (trace, &self->n_processes);
  self->begin = g_new0 (guint32, self->n_processes + 2);

  /* A counting sort: instants are sorted by time and stay so within each process. */
  for (guint32 i = 0; i < self->instants->n_instants; i++)
    if (bits == NULL || strata_search_has (bits, i))
      self->begin[get_row (self, i) + 1]++;
  for (guint i = 0; i <= self->n_processes; i++)
    self->begin[i + 1] += self->begin[i];

  g_autofree guint32 *next = g_memdup2 (self->begin, (self->n_processes + 1) * sizeof *next);

  self->order = g_new (guint32, MAX (self->begin[self->n_processes + 1], 1));
  for (guint32 i = 0; i < self->instants->n_instants; i++)
    if (bits == NULL || strata_search_has (bits, i))
      self->order[next[get_row (self, i)]++] = i;
}

void
strata_instant_rows_clear (StrataInstantRows *self)
{
  g_clear_pointer (&self->order, g_free);
  g_clear_pointer (&self->begin, g_free);
}

/**
 * strata_instant_rows_has:
 * @self: the rows
 * @process: index of a process
 *
 * Returns: whether it has any instant
 */
gboolean
strata_instant_rows_has (const StrataInstantRows *self,
                         guint32 process)
{
  process = MIN (process, self->n_processes);
  return self->begin[process] < self->begin[process + 1];
}

/**
 * strata_instant_rows_find:
 * @self: the rows
 * @process: index of a process
 * @time_ns: a time
 *
 * Returns: the first place of @process that is at @time_ns or later, or the end of the process
 */
guint32
strata_instant_rows_find (const StrataInstantRows *self,
                          guint32 process,
                          gint64 time_ns)
{
  process = MIN (process, self->n_processes);

  guint32 begin = self->begin[process];
  guint32 end = self->begin[process + 1];

  STRATA_BISECT (begin, end, i, self->instants->time_ns[self->order[i]] < time_ns);

  return begin;
}
