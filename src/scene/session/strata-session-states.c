/* strata-session-states.c - thread states in words, and steps along them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

#include <glib/gi18n-lib.h>

#include "strata-bisect.h"
#include "strata-facts-private.h"

static const char *const state_titles[STRATA_N_STATES] = {
  [STRATA_STATE_UNKNOWN] = N_ ("Not known"),
  [STRATA_STATE_RUNNING] = N_ ("Running"),
  [STRATA_STATE_RUNNABLE] = N_ ("Runnable: waiting for a CPU"),
  [STRATA_STATE_PREEMPTED] = N_ ("Preempted: waiting for a CPU"),
  [STRATA_STATE_SLEEPING] = N_ ("Sleeping"),
  [STRATA_STATE_BLOCKED] = N_ ("Blocked"),
  [STRATA_STATE_BLOCKED_IO] = N_ ("Blocked for I/O"),
  [STRATA_STATE_BLOCKED_OTHER] = N_ ("Blocked (not I/O)"),
  [STRATA_STATE_STOPPED] = N_ ("Stopped"),
  [STRATA_STATE_DEAD] = N_ ("Gone"),
};

const char *
strata_session_get_state_title (StrataState state)
{
  return _ (state_titles[state]);
}

static guint32
find_lane_of_state (StrataSession *self,
                    guint32 state)
{
  return strata_lanes_find_thread (strata_session_get_lanes (self),
                                   strata_state_index_find_thread (&strata_session_get_index (self)->states, state));
}

static gboolean
select_state (StrataSession *self,
              guint32 state)
{
  if (state == STRATA_NONE)
    return FALSE;

  strata_session_select (self, (StrataItem){ STRATA_ITEM_STATE, state, find_lane_of_state (self, state), 1 });
  strata_session_reveal_selection (self);
  return TRUE;
}

/* The state of an item: the item itself, the state of a run, or the state of a slice's thread when
 * the slice begins. */
static guint32
find_state_of_item (StrataSession *self,
                    StrataItem item)
{
  const StrataSceneIndex *index = strata_session_get_index (self);
  const guint32 thread = strata_session_find_item_thread (self, item);
  StrataSpan span;

  if (item.kind == STRATA_ITEM_STATE)
    return item.index;
  if (thread == STRATA_NONE || !strata_session_get_item_span (self, item, &span))
    return STRATA_NONE;

  return strata_state_index_find_at (&index->states, strata_trace_get_states (index->trace), thread, span.begin_ns);
}

guint32
strata_session_find_waker_state (StrataSession *self,
                                 guint32 state)
{
  const StrataSceneIndex *index = strata_session_get_index (self);
  const StrataStates *states = strata_trace_get_states (index->trace);
  const guint32 wakeup = strata_state_index_find_wakeup (&index->states, index->trace, state);

  if (wakeup == STRATA_NONE || states->detail[wakeup] == STRATA_NONE || (states->state[wakeup] & STRATA_STATES_FROM_INTERRUPT) != 0)
    return STRATA_NONE;

  return strata_state_index_find_at (&index->states, states, states->detail[wakeup], states->start_ns[wakeup]);
}

/* Selects the request to a device, if the interrupt at its end woke the thread. */
static gboolean
select_request (StrataSession *self,
                guint32 state)
{
  const guint32 wakeup = state != STRATA_NONE ? strata_state_index_find_wakeup (&strata_session_get_index (self)->states, strata_session_get_trace (self), state) : STRATA_NONE;
  const guint32 request = wakeup != STRATA_NONE && wakeup > 0 ? strata_session_find_request (self, wakeup - 1) : STRATA_NONE;

  if (request == STRATA_NONE)
    return FALSE;

  strata_session_select_slice (self, request);
  return TRUE;
}

/**
 * strata_session_select_waker:
 * @self: the session
 *
 * Selects the state of the waker of the selection's thread at the time of the wake-up,
 * and reveals it. For a wait that is the wake-up at its end, for a run the one
 * before it. If the end of a request to a block device was the cause, selects
 * the request.
 *
 * Returns: whether it is known
 */
gboolean
strata_session_select_waker (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const guint32 state = find_state_of_item (self, strata_session_get_selected_item (self));

  return state != STRATA_NONE && (select_state (self, strata_session_find_waker_state (self, state)) || select_request (self, state));
}

/* Finds the run of a thread on a CPU at a time. */
static guint32
find_run (StrataTrace *trace,
          guint32 cpu_number,
          gint64 time_ns,
          guint32 *cpu_index)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);

  *cpu_index = strata_trace_find_cpu (trace, cpu_number);
  if (*cpu_index == STRATA_NONE)
    return STRATA_NONE;

  const StrataCpu *cpu = &strata_trace_get_cpus (trace, NULL)[*cpu_index];
  guint32 begin = cpu->first_run;
  guint32 end = begin + cpu->n_runs;

  STRATA_BISECT_LAST (begin, end, i, runs->start_ns[i] <= time_ns);
  return cpu->n_runs > 0 && runs->start_ns[begin] <= time_ns && time_ns < runs->end_ns[begin] ? begin : STRATA_NONE;
}

/**
 * strata_session_select_run:
 * @self: the session
 *
 * Selects the run on a CPU of the selected state or slice, at its start or
 * the next one, and reveals it.
 *
 * Returns: whether there is one
 */
gboolean
strata_session_select_run (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const StrataSceneIndex *index = strata_session_get_index (self);
  const StrataStates *states = strata_trace_get_states (index->trace);
  guint32 state = find_state_of_item (self, strata_session_get_selected_item (self));
  guint32 cpu_index;

  if (state == STRATA_NONE)
    return FALSE;

  const guint32 end = index->states.first_state[strata_state_index_find_thread (&index->states, state) + 1];

  while (state < end && strata_states_get (states, state) != STRATA_STATE_RUNNING)
    state++;

  const guint32 run = state < end ? find_run (index->trace, states->cpu[state], states->start_ns[state], &cpu_index) : STRATA_NONE;

  if (run == STRATA_NONE)
    return FALSE;

  strata_session_select (self, (StrataItem){ STRATA_ITEM_CPU_RUN, run, strata_lanes_find_cpu (strata_session_get_lanes (self), cpu_index), 1 });
  strata_session_reveal_selection (self);
  return TRUE;
}

/**
 * strata_session_select_thread:
 * @self: the session
 *
 * Selects the state of the selected run in the thread's own lane, and
 * reveals it.
 *
 * Returns: whether it is known
 */
gboolean
strata_session_select_thread (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  return select_state (self, find_state_of_item (self, strata_session_get_selected_item (self)));
}
