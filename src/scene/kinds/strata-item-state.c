/* strata-item-state.c - thread states as items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "strata-facts-private.h"
#include "strata-item-class.h"
#include "strata-units.h"

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

/* How long the thread waited for a CPU after it was woken; below 0 if it did not get one. */
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
  const guint32 wakeup = strata_state_index_find_wakeup (&index->states, index->trace, state);
  char text[STRATA_UNITS_BYTES];

  if (wakeup == STRATA_NONE)
    return;

  const gint64 latency_ns = get_latency_ns (index, wakeup);
  const gboolean is_from_interrupt = (states->state[wakeup] & STRATA_STATES_FROM_INTERRUPT) != 0;

  if (is_from_interrupt)
    strata_facts_add (facts, "%s", _ ("Woken by an interrupt"));
  if (states->detail[wakeup] != STRATA_NONE)
    {
      g_autofree char *waker = dup_thread (index->trace, states->detail[wakeup]);

      strata_facts_add (facts, is_from_interrupt ? _ ("Interrupted: %s") : _ ("Woken by: %s"), waker);
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
    strata_facts_add (facts, ngettext ("%s item here; showing the longest", "%s items here; showing the longest", item.n_folded),
                      strata_units_count (item.n_folded, text));
}

static void
describe (StrataSession *self,
          StrataFacts *facts,
          StrataItem item)
{
  const StrataSceneIndex *index = strata_session_get_index (self);
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
find_neighbour (StrataSession *self,
                StrataItem item,
                int direction)
{
  const StrataStateIndex *states = &strata_session_get_index (self)->states;
  const guint32 thread = strata_state_index_find_thread (states, item.index);
  const gint64 next = (gint64) item.index + direction;

  return next >= states->first_state[thread] && next < states->first_state[thread + 1] ? (guint32) next : STRATA_NONE;
}

static gboolean
get_span (StrataSession *self,
          StrataItem item,
          StrataSpan *span)
{
  const StrataSceneIndex *index = strata_session_get_index (self);
  const StrataStates *states = strata_trace_get_states (index->trace);
  guint32 thread_index;
  const StrataThread *thread = get_thread (index, item.index, &thread_index);

  *span = (StrataSpan){ states->start_ns[item.index], strata_states_get_end_ns (states, thread, item.index) };
  return TRUE;
}

static guint32
find_thread (StrataSession *self,
             StrataItem item)
{
  return strata_state_index_find_thread (&strata_session_get_index (self)->states, item.index);
}

static guint32
find_lane (StrataSession *self,
           StrataItem item)
{
  return strata_lanes_find_thread (strata_session_get_lanes (self), find_thread (self, item));
}

/* In the strip of states. */
static gboolean
get_extent (StrataSession *self,
            StrataItem item,
            const StrataLane *lane,
            StrataItemExtent *extent)
{
  extent->top_px = lane->y_px + lane->strip_top_px;
  extent->height_px = lane->strip_height_px;
  return TRUE;
}

/* Links to the state in which the waker woke its thread, and to the requests it waited for. */
static void
add_links (StrataSession *self,
           StrataLinks *links,
           StrataItem item)
{
  const StrataSceneIndex *index = strata_session_get_index (self);
  const guint32 wakeup = strata_state_index_find_wakeup (&index->states, index->trace, item.index);
  const guint32 waker = wakeup != STRATA_NONE ? strata_session_find_waker_state (self, wakeup) : STRATA_NONE;

  if (waker != STRATA_NONE)
    {
      StrataLink link = { .from = { STRATA_ITEM_STATE, waker, STRATA_NONE, 1 }, .to = { STRATA_ITEM_STATE, wakeup, STRATA_NONE, 1 } };

      link.from.lane = find_lane (self, link.from);
      link.to.lane = find_lane (self, link.to);
      link.from_ns = link.to_ns = strata_trace_get_states (index->trace)->start_ns[wakeup];
      strata_links_add_pair (links, &link);
    }

  strata_session_link_io (self, links, item);
}

const StrataItemClass strata_item_state_class = {
  .get_span = get_span,
  .find_lane = find_lane,
  .find_thread = find_thread,
  .find_neighbour = find_neighbour,
  .get_extent = get_extent,
  .describe = describe,
  .add_links = add_links,
};
