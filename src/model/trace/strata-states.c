/* strata-states.c - states of threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-states.h"

#include <string.h>

#include "strata-bisect.h"

/**
 * strata_state_get_name:
 * @state: a state
 *
 * Returns: its name for programs, such as "running"
 */
const char *
strata_state_get_name (StrataState state)
{
  static const char *const names[STRATA_N_STATES] = {
    [STRATA_STATE_UNKNOWN] = "unknown",
    [STRATA_STATE_RUNNING] = "running",
    [STRATA_STATE_RUNNABLE] = "runnable",
    [STRATA_STATE_PREEMPTED] = "runnable-preempted",
    [STRATA_STATE_SLEEPING] = "sleeping",
    [STRATA_STATE_BLOCKED] = "blocked",
    [STRATA_STATE_BLOCKED_IO] = "blocked-io",
    [STRATA_STATE_BLOCKED_OTHER] = "blocked-non-io",
    [STRATA_STATE_STOPPED] = "stopped",
    [STRATA_STATE_DEAD] = "dead",
  };

  return names[state];
}

/**
 * strata_states_find:
 * @self: the states
 * @thread: a thread
 * @time_ns: when
 *
 * Returns: index of the thread's first state that ends after @time_ns, which is the state at that time if there is one;
 *   one past its last if all have ended
 */
guint32
strata_states_find (const StrataStates *self,
                    const StrataThread *thread,
                    gint64 time_ns)
{
  guint32 begin = thread->first_state;
  guint32 end = begin + thread->n_states;

  STRATA_BISECT (begin, end, i, strata_states_get_end_ns (self, thread, i) <= time_ns);

  return begin;
}

/**
 * strata_states_sum:
 * @self: the states
 * @thread: a thread
 * @sums_ns: (out caller-allocates): how long it was in each state
 *
 * Returns: whether it has known states
 */
gboolean
strata_states_sum (const StrataStates *self,
                   const StrataThread *thread,
                   gint64 sums_ns[STRATA_N_STATES])
{
  const guint32 end = thread->first_state + thread->n_states;

  memset (sums_ns, 0, STRATA_N_STATES * sizeof *sums_ns);

  for (guint32 i = thread->first_state; i < end; i++)
    {
      gint64 *sum_ns = &sums_ns[strata_states_get (self, i)];

      *sum_ns = strata_time_add (*sum_ns, strata_states_get_end_ns (self, thread, i) - self->start_ns[i]);
    }

  return thread->n_states > 0;
}

/**
 * strata_states_get_running_ns:
 * @self: the states
 * @thread: a thread
 * @span: when
 *
 * Returns: how long the thread ran in @span
 */
gint64
strata_states_get_running_ns (const StrataStates *self,
                              const StrataThread *thread,
                              StrataSpan span)
{
  const guint32 end = thread->first_state + thread->n_states;
  gint64 running_ns = 0;

  for (guint32 i = strata_states_find (self, thread, span.begin_ns); i < end && self->start_ns[i] < span.end_ns; i++)
    if (strata_states_get (self, i) == STRATA_STATE_RUNNING)
      running_ns += MAX (MIN (strata_states_get_end_ns (self, thread, i), span.end_ns) - MAX (self->start_ns[i], span.begin_ns), 0);

  return running_ns;
}

void
strata_states_clear (StrataStates *self)
{
  g_clear_pointer (&self->start_ns, g_free);
  g_clear_pointer (&self->detail, g_free);
  g_clear_pointer (&self->cpu, g_free);
  g_clear_pointer (&self->state, g_free);
}
