/* strata-session-states.c - states of threads in words, and the way along them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "strata-facts-private.h"
#include "strata-session-events.h"
#include "strata-session-private.h"
#include "strata-units.h"

static const char *const state_titles[STRATA_N_STATES] = {
  [STRATA_STATE_UNKNOWN] = N_ ("Not known"),
  [STRATA_STATE_RUNNING] = N_ ("Running"),
  [STRATA_STATE_RUNNABLE] = N_ ("Runnable: waits for a CPU"),
  [STRATA_STATE_PREEMPTED] = N_ ("Preempted: waits for a CPU"),
  [STRATA_STATE_SLEEPING] = N_ ("Sleeping"),
  [STRATA_STATE_BLOCKED] = N_ ("Blocked"),
  [STRATA_STATE_BLOCKED_IO] = N_ ("Blocked for I/O"),
  [STRATA_STATE_BLOCKED_OTHER] = N_ ("Blocked, not for I/O"),
  [STRATA_STATE_STOPPED] = N_ ("Stopped"),
  [STRATA_STATE_DEAD] = N_ ("Gone"),
};

/**
 * strata_session_get_state_title:
 * @state: a state
 *
 * Returns: (transfer none): what it is called, for people
 */
const char *
strata_session_get_state_title (StrataState state)
{
  return _ (state_titles[state]);
}

static char *
dup_thread (StrataTrace *trace,
            guint32 thread_index)
{
  const StrataThread *thread = &strata_trace_get_threads (trace, NULL)[thread_index];
  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, thread->name), -1);

  return g_strdup_printf ("%s %" PRId64, name, thread->tid);
}

static const StrataThread *
get_thread (const StrataSceneIndex *index,
            guint32 state,
            guint32 *thread)
{
  *thread = strata_state_index_find_thread (&index->states, state);
  return &strata_trace_get_threads (index->trace, NULL)[*thread];
}

/* The runnable state in which the wake-up of @state is told: its own, or the one
 * after its sleep, or the one before its run. */
static guint32
find_wakeup (const StrataSceneIndex *index,
             guint32 state)
{
  const StrataStates *states = strata_trace_get_states (index->trace);
  guint32 thread_index;
  const StrataThread *thread = get_thread (index, state, &thread_index);

  switch (strata_states_get (states, state))
    {
    case STRATA_STATE_RUNNABLE:
      return state;
    case STRATA_STATE_RUNNING:
    case STRATA_STATE_PREEMPTED:
      /* back over the runs that a preemption parted */
      while (state > thread->first_state && strata_states_get (states, state) != STRATA_STATE_RUNNABLE &&
             (strata_states_get (states, state) == STRATA_STATE_RUNNING || strata_states_get (states, state) == STRATA_STATE_PREEMPTED))
        state--;
      break;
    case STRATA_STATE_SLEEPING:
    case STRATA_STATE_BLOCKED:
    case STRATA_STATE_BLOCKED_IO:
    case STRATA_STATE_BLOCKED_OTHER:
    case STRATA_STATE_STOPPED:
      state++;
      break;
    case STRATA_STATE_UNKNOWN:
    case STRATA_STATE_DEAD:
      return STRATA_NONE;
    }

  if (state >= thread->first_state + thread->n_states || strata_states_get (states, state) != STRATA_STATE_RUNNABLE)
    return STRATA_NONE;

  return state;
}

/* Then the thread that it interrupted has nothing to do with it. */
static gboolean
is_from_interrupt (const StrataStates *states,
                   guint32 wakeup)
{
  return (states->state[wakeup] & STRATA_STATES_FROM_INTERRUPT) != 0;
}

/* How long the thread waited for a CPU after it was woken; below 0 when it did not get one. */
static gint64
get_latency_ns (const StrataSceneIndex *index,
                guint32 wakeup)
{
  const StrataStates *states = strata_trace_get_states (index->trace);
  guint32 thread_index;
  const StrataThread *thread = get_thread (index, wakeup, &thread_index);
  const guint32 next = wakeup + 1;

  if (next >= thread->first_state + thread->n_states || strata_states_get (states, next) != STRATA_STATE_RUNNING)
    return -1;

  return states->start_ns[next] - states->start_ns[wakeup];
}

static void
add_wakeup (StrataFacts *facts,
            const StrataSceneIndex *index,
            guint32 state)
{
  const StrataStates *states = strata_trace_get_states (index->trace);
  const guint32 wakeup = find_wakeup (index, state);
  char text[STRATA_UNITS_BYTES];

  if (wakeup == STRATA_NONE)
    return;

  const gint64 latency_ns = get_latency_ns (index, wakeup);

  if (is_from_interrupt (states, wakeup))
    strata_facts_add (facts, "%s", _ ("Woken by an interrupt"));
  if (states->detail[wakeup] != STRATA_NONE)
    {
      g_autofree char *waker = dup_thread (index->trace, states->detail[wakeup]);

      strata_facts_add (facts, is_from_interrupt (states, wakeup) ? _ ("Interrupted: %s") : _ ("Woken by: %s"), waker);
      strata_facts_set_search (facts, strata_facts_dup_thread_search (index->trace, states->detail[wakeup]));
    }

  if (latency_ns >= 0)
    strata_facts_add (facts, _ ("Wake-up latency: %s"), strata_units_duration (latency_ns, text));
}

static void
add_wait (StrataFacts *facts,
          const StrataSceneIndex *index,
          guint32 state)
{
  const StrataStates *states = strata_trace_get_states (index->trace);
  const StrataState kind = strata_states_get (states, state);
  const gboolean is_wait = kind == STRATA_STATE_SLEEPING || kind == STRATA_STATE_BLOCKED || kind == STRATA_STATE_BLOCKED_IO || kind == STRATA_STATE_BLOCKED_OTHER;

  if (!is_wait || states->detail[state] == STRATA_STRING_EMPTY)
    return;

  g_autofree char *function = g_utf8_make_valid (strata_trace_get_string (index->trace, states->detail[state]), -1);

  strata_facts_add (facts, _ ("Waited in: %s"), function);
}

static void
add_place (StrataFacts *facts,
           const StrataSceneIndex *index,
           StrataItem item)
{
  guint32 thread_index;
  const StrataThread *thread = get_thread (index, item.index, &thread_index);
  char text[STRATA_UNITS_BYTES];

  strata_facts_add_thread (facts, index->trace, thread_index);
  strata_facts_add_process (facts, index->trace, thread->process);
  if (item.n_folded > 1)
    strata_facts_add (facts, ngettext ("%s item here, the longest is shown", "%s items here, the longest is shown", item.n_folded),
                      strata_units_count (item.n_folded, text));
}

void
strata_session_describe_state (StrataSession *self,
                               StrataFacts *facts,
                               StrataItem item)
{
  const StrataSceneIndex *index = strata_view_get_index (strata_session_get_view (self));
  const StrataStates *states = strata_trace_get_states (index->trace);
  StrataSpan span;
  char text[STRATA_UNITS_BYTES];

  strata_facts_add (facts, "%s", strata_session_get_state_title (strata_states_get (states, item.index)));
  strata_session_get_item_span (self, item, &span);
  if (states->cpu[item.index] != STRATA_STATES_NO_CPU)
    strata_facts_add (facts, _ ("CPU: %u"), states->cpu[item.index]);

  strata_facts_add (facts, _ ("Duration: %s"), strata_units_duration (span.end_ns - span.begin_ns, text));
  strata_facts_search_duration (facts, "dur", span.end_ns - span.begin_ns);
  strata_facts_add_start (facts, index->trace, span.begin_ns);
  add_wait (facts, index, item.index);
  strata_session_describe_io (self, facts, item);
  add_wakeup (facts, index, item.index);
  add_place (facts, index, item);
}

static guint32
find_lane_of_state (StrataSession *self,
                    guint32 state)
{
  return strata_lanes_find_thread (strata_view_get_lanes (strata_session_get_view (self)),
                                   strata_state_index_find_thread (&strata_view_get_index (strata_session_get_view (self))->states, state));
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

/* The state that an item is about: its own, that of a run, or that of a slice's
 * thread when the slice begins. */
static guint32
find_state_of_item (StrataSession *self,
                    StrataItem item)
{
  const StrataSceneIndex *index = strata_view_get_index (strata_session_get_view (self));
  const guint32 thread = strata_session_find_item_thread (self, item);
  StrataSpan span;

  if (item.kind == STRATA_ITEM_STATE)
    return item.index;
  if (thread == STRATA_NONE || !strata_session_get_item_span (self, item, &span))
    return STRATA_NONE;

  return strata_state_index_find_at (&index->states, strata_trace_get_states (index->trace), thread, span.begin_ns);
}

/**
 * strata_session_find_item_thread:
 * @self: the session
 * @item: an item
 *
 * Returns: the index of the thread that it is of, or %STRATA_NONE
 */
guint32
strata_session_find_item_thread (StrataSession *self,
                                 StrataItem item)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), STRATA_NONE);

  StrataTrace *trace = strata_session_get_trace (self);
  guint n_events;

  switch (item.kind)
    {
    case STRATA_ITEM_NONE:
    case STRATA_ITEM_SAMPLE:
    case STRATA_ITEM_LOSS:
    case STRATA_ITEM_USAGE:
    case STRATA_ITEM_FRAME:
    case STRATA_ITEM_PHASE:
    case STRATA_ITEM_LANE:
      break;
    case STRATA_ITEM_EVENT:
      return strata_session_get_events (self, &n_events)[item.index].thread;
    case STRATA_ITEM_SLICE:
      return strata_trace_find_thread (trace, item.index);
    case STRATA_ITEM_CPU_RUN:
      return strata_trace_get_cpu_runs (trace)->thread[item.index];
    case STRATA_ITEM_INSTANT:
      return strata_trace_get_instants (trace)->thread[item.index];
    case STRATA_ITEM_PATH:
      return strata_critical_path_get_segments (strata_session_get_critical_path (self), NULL)[item.index].thread;
    case STRATA_ITEM_STATE:
      return strata_state_index_find_thread (&strata_view_get_index (strata_session_get_view (self))->states, item.index);
    }

  return STRATA_NONE;
}

/* What the waker did when it woke the thread of @state; STRATA_NONE when that is not known. */
guint32
strata_session_find_waker_state (StrataSession *self,
                                 guint32 state)
{
  const StrataSceneIndex *index = strata_view_get_index (strata_session_get_view (self));
  const StrataStates *states = strata_trace_get_states (index->trace);
  const guint32 wakeup = find_wakeup (index, state);

  if (wakeup == STRATA_NONE || states->detail[wakeup] == STRATA_NONE || is_from_interrupt (states, wakeup))
    return STRATA_NONE;

  return strata_state_index_find_at (&index->states, states, states->detail[wakeup], states->start_ns[wakeup]);
}

/* What a device was asked for, where an interrupt at its end did the waking. */
static gboolean
select_request (StrataSession *self,
                guint32 state)
{
  const guint32 wakeup = state != STRATA_NONE ? find_wakeup (strata_view_get_index (strata_session_get_view (self)), state) : STRATA_NONE;
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
 * Selects what the thread that woke the selection's thread did at that time, and
 * reveals it: a wait is left by the wake-up at its end, a run was begun by the
 * one before it. Where that was the end of a request to a block device, selects
 * the request.
 *
 * Returns: whether it is known
 */
gboolean
strata_session_select_waker (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const guint32 state = find_state_of_item (self, strata_session_get_selection (self));

  return state != STRATA_NONE && (select_state (self, strata_session_find_waker_state (self, state)) || select_request (self, state));
}

/* The run of a thread on a CPU that holds a time. */
static guint32
find_run (StrataTrace *trace,
          guint32 cpu_number,
          gint64 time_ns,
          guint32 *cpu_index)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (trace, &n_cpus);

  for (*cpu_index = 0; *cpu_index < n_cpus; (*cpu_index)++)
    if (cpus[*cpu_index].cpu == cpu_number)
      {
        guint32 begin = cpus[*cpu_index].first_run;
        const guint32 end = begin + cpus[*cpu_index].n_runs;

        for (guint32 n = end - begin; n > 0; n /= 2)
          while (begin + n < end && runs->start_ns[begin + n] <= time_ns)
            begin += n;

        return begin < end && runs->start_ns[begin] <= time_ns && time_ns < runs->end_ns[begin] ? begin : STRATA_NONE;
      }

  return STRATA_NONE;
}

/**
 * strata_session_select_run:
 * @self: the session
 *
 * Selects the run on a CPU of the selected state or slice, where it runs when it
 * begins or next, and reveals it.
 *
 * Returns: whether there is one
 */
gboolean
strata_session_select_run (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const StrataSceneIndex *index = strata_view_get_index (strata_session_get_view (self));
  const StrataStates *states = strata_trace_get_states (index->trace);
  guint32 state = find_state_of_item (self, strata_session_get_selection (self));
  guint32 cpu_index;

  if (state == STRATA_NONE)
    return FALSE;

  const guint32 end = index->states.first_state[strata_state_index_find_thread (&index->states, state) + 1];

  while (state < end && strata_states_get (states, state) != STRATA_STATE_RUNNING)
    state++;

  const guint32 run = state < end ? find_run (index->trace, states->cpu[state], states->start_ns[state], &cpu_index) : STRATA_NONE;

  if (run == STRATA_NONE)
    return FALSE;

  strata_session_select (self, (StrataItem){ STRATA_ITEM_CPU_RUN, run, strata_lanes_find_cpu (strata_view_get_lanes (strata_session_get_view (self)), cpu_index), 1 });
  strata_session_reveal_selection (self);
  return TRUE;
}

/**
 * strata_session_select_thread:
 * @self: the session
 *
 * Selects what the thread of the selected run does by its states, in the
 * thread's own lane, and reveals it.
 *
 * Returns: whether that is known
 */
gboolean
strata_session_select_thread (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  return select_state (self, find_state_of_item (self, strata_session_get_selection (self)));
}

static gboolean
is_binder (StrataTrace *trace,
           guint32 track)
{
  return g_str_equal (strata_trace_get_string (trace, strata_trace_get_tracks (trace, NULL)[track].name), "binder");
}

/* The other end of a binder call: of the number of its transaction. */
static guint32
find_binder_peer (StrataTrace *trace,
                  guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  if (slice < slices->first_kernel || slices->cookie == NULL || !is_binder (trace, strata_trace_find_track (trace, slice)))
    return STRATA_NONE;

  for (guint32 i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_KERNEL && is_binder (trace, i))
      for (guint32 other = tracks[i].first_slice; other < tracks[i].first_slice + tracks[i].n_slices; other++)
        if (other != slice && slices->cookie[other - slices->first_async] == slices->cookie[slice - slices->first_async])
          return other;

  return STRATA_NONE;
}

static gboolean
find_binder_pair (StrataSession *self,
                  guint32 slice,
                  StrataLink *link)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 other = find_binder_peer (trace, slice);

  if (other == STRATA_NONE)
    return FALSE;

  /* A call is sent before it is received. */
  const gboolean is_caller = slices->start_ns[slice] <= slices->start_ns[other];
  const guint32 from = is_caller ? slice : other;
  const guint32 to = is_caller ? other : slice;

  *link = (StrataLink){
    .from = { STRATA_ITEM_SLICE, from, STRATA_NONE, 1 },
    .to = { STRATA_ITEM_SLICE, to, STRATA_NONE, 1 },
    .from_ns = slices->start_ns[from],
    .to_ns = slices->start_ns[to],
  };
  return TRUE;
}

/* Finds what an arrow joins with a selected item: the waker with a runnable
 * state, the caller with the callee of a binder call. */
gboolean
strata_session_find_pair (StrataSession *self,
                          StrataItem item,
                          StrataLink *link)
{
  const StrataSceneIndex *index = strata_view_get_index (strata_session_get_view (self));
  const StrataStates *states = strata_trace_get_states (index->trace);

  if (item.kind == STRATA_ITEM_SLICE)
    return find_binder_pair (self, item.index, link);

  const guint32 wakeup = item.kind == STRATA_ITEM_STATE ? find_wakeup (index, item.index) : STRATA_NONE;
  const guint32 waker = wakeup != STRATA_NONE ? strata_session_find_waker_state (self, wakeup) : STRATA_NONE;

  if (waker == STRATA_NONE)
    return FALSE;

  *link = (StrataLink){
    .from = { STRATA_ITEM_STATE, waker, find_lane_of_state (self, waker), 1 },
    .to = { STRATA_ITEM_STATE, wakeup, find_lane_of_state (self, wakeup), 1 },
    .from_ns = states->start_ns[wakeup],
    .to_ns = states->start_ns[wakeup],
  };
  return TRUE;
}
