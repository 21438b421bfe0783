/* strata-item-cpu-run.c - runs on CPUs as items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-facts-private.h"
#include "strata-item-class.h"
#include "strata-search-row.h"
#include "strata-units.h"

/* The state in which a thread left its CPU, by the letter of sched_switch. */
static const char *
get_end_state_text (guint8 end_state)
{
  if ((end_state & STRATA_END_STATE_PREEMPTED) != 0)
    return _ ("Preempted");

  switch (end_state)
    {
    case 'R':
      return _ ("Yielded the CPU while still runnable");
    case 'S':
    case 'I':
      return _ ("Then slept");
    case 'D':
      return _ ("Then waited without interruption");
    case 'T':
    case 't':
      return _ ("Then was stopped");
    case 'X':
    case 'Z':
      return _ ("Then exited");
    default:
      return NULL;
    }
}

static void
describe (StrataSession *self,
          StrataFacts *facts,
          StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  const StrataThread *thread = &strata_trace_get_threads (trace, NULL)[runs->thread[item.index]];
  const char *state = get_end_state_text (runs->end_state != NULL ? runs->end_state[item.index] : 0);
  char text[STRATA_UNITS_BYTES];

  strata_facts_add_name (facts, trace, "thread", thread->name);
  strata_facts_add (facts, _ ("Running for %s"), strata_units_duration (runs->end_ns[item.index] - runs->start_ns[item.index], text));
  strata_facts_search_duration (facts, "dur", runs->end_ns[item.index] - runs->start_ns[item.index]);
  strata_facts_add_start (facts, trace, runs->start_ns[item.index]);
  if (state != NULL)
    strata_facts_add (facts, "%s", state);
  if (runs->rank != NULL && runs->rank[item.index] != 0)
    strata_facts_add (facts, _ ("Priority %d"), STRATA_RANK_PRIORITY (runs->rank[item.index]));
  strata_facts_add_thread (facts, trace, runs->thread[item.index]);
  strata_facts_add_process (facts, trace, thread->process);
  strata_facts_add_folded (facts, item);
}

static guint32
find_neighbour (StrataSession *self,
                StrataItem item,
                int direction)
{
  if (item.lane == STRATA_NONE)
    return STRATA_NONE;

  const StrataLane *lane = &strata_lanes_get (strata_session_get_lanes (self), NULL)[item.lane];
  const StrataCpu *cpu = &strata_trace_get_cpus (strata_session_get_trace (self), NULL)[lane->index];
  guint32 next = direction < 0 ? item.index - 1 : item.index + 1; /* wraps below 0, which is outside too */

  return next - cpu->first_run < cpu->n_runs ? next : STRATA_NONE;
}

static gboolean
get_span (StrataSession *self,
          StrataItem item,
          StrataSpan *span)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (strata_session_get_trace (self));

  *span = (StrataSpan){ runs->start_ns[item.index], runs->end_ns[item.index] };
  return TRUE;
}

static guint32
find_lane (StrataSession *self,
           StrataItem item)
{
  const guint32 cpu = strata_trace_find_cpu_of_run (strata_session_get_trace (self), item.index);

  return cpu != STRATA_NONE ? strata_lanes_find_cpu (strata_session_get_lanes (self), cpu) : item.lane;
}

static guint32
find_thread (StrataSession *self,
             StrataItem item)
{
  return strata_trace_get_cpu_runs (strata_session_get_trace (self))->thread[item.index];
}

static guint32
find_row (StrataTrace *trace,
          guint32 index,
          gboolean is_by_sample)
{
  return strata_search_row_from_run (trace, index);
}

const StrataItemClass strata_item_cpu_run_class = {
  .get_span = get_span,
  .find_lane = find_lane,
  .find_thread = find_thread,
  .find_neighbour = find_neighbour,
  .find_row = find_row,
  .describe = describe,
};
