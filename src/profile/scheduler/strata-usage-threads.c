/* strata-usage-threads.c - what threads did in a period
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage-private.h"

#include "strata-order.h"

/* The states of a thread are sorted and without gaps, so the first one of the period is found by
 * bisection, and the others follow it. */

/* A switch is visible in the next state. A dead thread that was never seen on a CPU did not switch. */
static void
count_switch (StrataUsageRow *row,
              StrataState state,
              gboolean has_run)
{
  if (state == STRATA_STATE_PREEMPTED)
    row->n_involuntary++;
  else if (state == STRATA_STATE_DEAD ? has_run : state >= STRATA_STATE_SLEEPING)
    row->n_voluntary++;
}

static void
count_wakeup (StrataUsageRow *row,
              const StrataStates *states,
              const StrataThread *thread,
              guint32 i)
{
  const guint32 next = i + 1;

  row->n_wakeups++;
  if (next == thread->first_state + thread->n_states || strata_states_get (states, next) != STRATA_STATE_RUNNING)
    return;

  const gint64 latency_ns = states->start_ns[next] - states->start_ns[i];

  row->n_latencies++;
  row->latency_ns = strata_time_add (row->latency_ns, latency_ns);
  row->max_latency_ns = MAX (row->max_latency_ns, latency_ns);
}

static void
add_state (StrataUsageRow *row,
           const StrataUsage *self,
           const StrataThread *thread,
           guint32 i)
{
  const StrataStates *states = strata_trace_get_states (self->trace);
  const StrataState state = strata_states_get (states, i);
  const gint64 ns = strata_usage_clip_ns (self->span, states->start_ns[i], strata_states_get_end_ns (states, thread, i));

  row->states_ns[state] = strata_time_add (row->states_ns[state], ns);

  if (!strata_usage_has_time (self->span, strata_trace_get_span (self->trace).end_ns, states->start_ns[i]))
    return;

  if (state == STRATA_STATE_RUNNABLE)
    count_wakeup (row, states, thread, i);
  else
    count_switch (row, state, i > thread->first_state && strata_states_get (states, i - 1) == STRATA_STATE_RUNNING);
}

static void
add_thread (StrataUsage *self,
            guint32 index,
            const StrataThread *thread)
{
  const StrataStates *states = strata_trace_get_states (self->trace);
  const guint32 end = thread->first_state + thread->n_states;
  StrataUsageRow row = { .index = index, .n_threads = 1, .max_latency_ns = STRATA_NO_TIME };
  const guint32 first = strata_states_find (states, thread, strata_time_add (self->span.begin_ns, -1));

  if (first == end || states->start_ns[first] > self->span.end_ns)
    return;

  for (guint32 i = first; i < end && states->start_ns[i] <= self->span.end_ns; i++)
    add_state (&row, self, thread, i);

  g_array_append_val (self->threads, row);
}

static void
add_row (StrataUsageRow *sum,
         const StrataUsageRow *row)
{
  for (guint i = 0; i < STRATA_N_STATES; i++)
    sum->states_ns[i] = strata_time_add (sum->states_ns[i], row->states_ns[i]);

  sum->n_threads++;
  sum->n_voluntary += row->n_voluntary;
  sum->n_involuntary += row->n_involuntary;
  sum->n_wakeups += row->n_wakeups;
  sum->n_latencies += row->n_latencies;
  sum->latency_ns = strata_time_add (sum->latency_ns, row->latency_ns);
  sum->max_latency_ns = MAX (sum->max_latency_ns, row->max_latency_ns);
}

/* One row for each process, and a last one for threads without a process. */
static void
sum_processes (StrataUsage *self)
{
  guint n_processes;
  const StrataThread *threads = strata_trace_get_threads (self->trace, NULL);

  strata_trace_get_processes (self->trace, &n_processes);

  g_autofree StrataUsageRow *sums = g_new0 (StrataUsageRow, n_processes + 1);

  for (guint i = 0; i <= n_processes; i++)
    {
      sums[i].index = i < n_processes ? i : STRATA_NONE;
      sums[i].max_latency_ns = STRATA_NO_TIME;
    }

  for (guint i = 0; i < self->threads->len; i++)
    {
      const StrataUsageRow *row = &g_array_index (self->threads, StrataUsageRow, i);

      add_row (&sums[MIN (threads[row->index].process, n_processes)], row);
    }

  for (guint i = 0; i <= n_processes; i++)
    if (sums[i].n_threads > 0)
      g_array_append_val (self->processes, sums[i]);
}

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  const StrataUsageRow *left = a;
  const StrataUsageRow *right = b;
  const gint64 left_ns = left->states_ns[STRATA_STATE_RUNNING];
  const gint64 right_ns = right->states_ns[STRATA_STATE_RUNNING];

  return STRATA_ORDER (right_ns, left_ns) ?: STRATA_ORDER (left->index, right->index);
}

void
strata_usage_add_threads (StrataUsage *self)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (self->trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    add_thread (self, i, &threads[i]);

  sum_processes (self);
  g_array_sort (self->threads, compare_rows);
  g_array_sort (self->processes, compare_rows);
}
