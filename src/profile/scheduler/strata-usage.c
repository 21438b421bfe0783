/* strata-usage.c - CPU usage in a period
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage-private.h"

/* Usage as HiDebug defines it: for the system, running time of threads without interrupts over the
 * known time of all CPUs; for a process or thread, its running time over the elapsed time, so that
 * several CPUs may add up to more than 100 %. */

/**
 * strata_usage_new:
 * @trace: a trace
 * @span: the period; clamped to the trace
 * @cancellable: (nullable): stops it
 *
 * Sums the scheduling of CPUs, threads and processes in a period. Without scheduling events there are no rows. Any
 * thread may call it.
 *
 * Returns: (transfer full): the usage, or %NULL if it was cancelled
 */
StrataUsage *
strata_usage_new (StrataTrace *trace,
                  StrataSpan span,
                  GCancellable *cancellable)
{
  g_return_val_if_fail (STRATA_IS_TRACE (trace), NULL);

  const StrataSpan all = strata_trace_get_span (trace);
  g_autoptr (StrataUsage) self = g_atomic_rc_box_new0 (StrataUsage);

  self->trace = g_object_ref (trace);
  self->span.begin_ns = CLAMP (span.begin_ns, all.begin_ns, all.end_ns);
  self->span.end_ns = CLAMP (span.end_ns, self->span.begin_ns, all.end_ns);
  self->threads = g_array_new (FALSE, FALSE, sizeof (StrataUsageRow));
  self->processes = g_array_new (FALSE, FALSE, sizeof (StrataUsageRow));
  self->cpus = g_array_new (FALSE, FALSE, sizeof (StrataUsageCpu));
  self->cells = g_array_new (FALSE, FALSE, sizeof (StrataUsageCell));

  strata_usage_add_threads (self);
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;

  strata_usage_add_cpus (self);
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;

  return g_steal_pointer (&self);
}

StrataUsage *
strata_usage_ref (StrataUsage *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
strata_usage_clear (gpointer data)
{
  StrataUsage *self = data;

  g_object_unref (self->trace);
  g_array_unref (self->threads);
  g_array_unref (self->processes);
  g_array_unref (self->cpus);
  g_array_unref (self->cells);
}

void
strata_usage_unref (StrataUsage *self)
{
  g_atomic_rc_box_release_full (self, strata_usage_clear);
}

StrataTrace *
strata_usage_get_trace (const StrataUsage *self)
{
  return self->trace;
}

/* Returns the period, clamped to the trace. */
StrataSpan
strata_usage_get_span (const StrataUsage *self)
{
  return self->span;
}

/**
 * strata_usage_get_threads:
 * @self: the usage
 * @n_threads: (out): how many
 *
 * Returns: (transfer none) (array length=n_threads): threads with scheduler events that were alive in the period, most running time first
 */
const StrataUsageRow *
strata_usage_get_threads (const StrataUsage *self,
                          guint *n_threads)
{
  *n_threads = self->threads->len;
  return (const StrataUsageRow *) (const void *) self->threads->data;
}

/**
 * strata_usage_get_processes:
 * @self: the usage
 * @n_processes: (out): how many
 *
 * Returns: (transfer none) (array length=n_processes): the processes of those threads, in the same order
 */
const StrataUsageRow *
strata_usage_get_processes (const StrataUsage *self,
                            guint *n_processes)
{
  *n_processes = self->processes->len;
  return (const StrataUsageRow *) (const void *) self->processes->data;
}

/**
 * strata_usage_get_cpus:
 * @self: the usage
 * @n_cpus: (out): how many
 *
 * Returns: (transfer none) (array length=n_cpus): the CPUs with scheduler events, by number
 */
const StrataUsageCpu *
strata_usage_get_cpus (const StrataUsage *self,
                       guint *n_cpus)
{
  *n_cpus = self->cpus->len;
  return (const StrataUsageCpu *) (const void *) self->cpus->data;
}

const StrataUsageCpu *
strata_usage_get_system (const StrataUsage *self)
{
  return &self->system;
}

static guint32
get_index (const StrataUsage *self,
           const StrataUsageCell *cell,
           StrataUsageBy by)
{
  switch (by)
    {
    case STRATA_USAGE_BY_PROCESS:
      return strata_trace_get_threads (self->trace, NULL)[cell->index].process;
    case STRATA_USAGE_BY_CPU:
      return cell->cpu;
    case STRATA_USAGE_BY_THREAD:
      break;
    }

  return cell->index;
}

/**
 * strata_usage_list_cells:
 * @self: the usage
 * @by: what the cells are
 *
 * Lists the running time by CPU and frequency.
 *
 * Returns: (transfer full) (element-type StrataUsageCell): by index, CPU and frequency
 */
GArray *
strata_usage_list_cells (const StrataUsage *self,
                         StrataUsageBy by)
{
  GArray *cells = g_array_copy (self->cells);

  for (guint i = 0; i < cells->len; i++)
    {
      StrataUsageCell *cell = &g_array_index (cells, StrataUsageCell, i);

      cell->index = get_index (self, cell, by);
    }

  strata_usage_join_cells (cells);
  return cells;
}

/* Returns the time in uninterruptible sleep that is not known to be for block I/O. */
gint64
strata_usage_row_get_blocked_ns (const StrataUsageRow *self)
{
  return strata_time_add (self->states_ns[STRATA_STATE_BLOCKED], self->states_ns[STRATA_STATE_BLOCKED_OTHER]);
}

/* Returns the mean time from a wake-up to the run, or STRATA_NO_TIME. */
gint64
strata_usage_row_get_mean_latency_ns (const StrataUsageRow *self)
{
  return self->n_latencies > 0 ? self->latency_ns / (gint64) self->n_latencies : STRATA_NO_TIME;
}

gint64
strata_usage_cpu_get_known_ns (const StrataUsageCpu *self)
{
  return strata_time_add (self->running_ns, self->idle_ns);
}
