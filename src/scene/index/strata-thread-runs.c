/* strata-thread-runs.c - when and where one thread ran
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-thread-runs.h"

#include "strata-bisect.h"

/* Index of the CPU that a state ran on, or @n_cpus if none; CPU numbers ascend. */
static guint
find_cpu (const StrataStates *states,
          guint32 state,
          const StrataCpu *cpus,
          guint n_cpus)
{
  guint begin = 0;
  guint end = n_cpus;

  if (strata_states_get (states, state) != STRATA_STATE_RUNNING || states->cpu[state] == STRATA_STATES_NO_CPU)
    return n_cpus;

  STRATA_BISECT (begin, end, i, cpus[i].cpu < states->cpu[state]);

  return begin < n_cpus && cpus[begin].cpu == states->cpu[state] ? begin : n_cpus;
}

/* A counting sort: runs are sorted by time and stay so on each CPU. */
static void
sort_runs (StrataThreadRuns *self,
           StrataTrace *trace,
           const StrataThread *thread)
{
  const StrataStates *states = strata_trace_get_states (trace);
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (trace, &n_cpus);
  g_autofree guint32 *next = g_new0 (guint32, n_cpus + 1);
  const guint32 end = states->n_states > 0 ? thread->first_state + thread->n_states : thread->first_state;

  for (guint32 i = thread->first_state; i < end; i++)
    next[find_cpu (states, i, cpus, n_cpus)]++;

  for (guint i = 0; i < n_cpus; i++)
    {
      self->row_begin[i + 1] = self->row_begin[i] + next[i];
      next[i] = self->row_begin[i];
    }

  self->begin_ns = g_new (gint64, self->row_begin[n_cpus]);
  self->end_ns = g_new (gint64, self->row_begin[n_cpus]);
  for (guint32 i = thread->first_state; i < end; i++)
    {
      const guint cpu = find_cpu (states, i, cpus, n_cpus);

      if (cpu == n_cpus)
        continue;

      self->begin_ns[next[cpu]] = states->start_ns[i];
      self->end_ns[next[cpu]++] = MAX (strata_states_get_end_ns (states, thread, i), states->start_ns[i]);
    }
}

/* Loads the runs of another thread; STRATA_NONE for no thread. */
void
strata_thread_runs_set (StrataThreadRuns *self,
                        StrataTrace *trace,
                        guint32 thread)
{
  guint n_cpus;

  strata_thread_runs_clear (self);
  strata_trace_get_cpus (trace, &n_cpus);
  if (thread == STRATA_NONE || n_cpus == 0 || strata_trace_get_threads (trace, NULL)[thread].n_states == 0)
    return;

  self->thread = thread;
  self->row_begin = g_new0 (guint32, n_cpus + 1);
  sort_runs (self, trace, &strata_trace_get_threads (trace, NULL)[thread]);
  strata_coverage_init (&self->coverage, self->begin_ns, self->end_ns, self->row_begin, n_cpus);
}

/* Forgets the thread. */
void
strata_thread_runs_clear (StrataThreadRuns *self)
{
  strata_coverage_clear (&self->coverage);
  g_clear_pointer (&self->begin_ns, g_free);
  g_clear_pointer (&self->end_ns, g_free);
  g_clear_pointer (&self->row_begin, g_free);
  self->thread = STRATA_NONE;
}
