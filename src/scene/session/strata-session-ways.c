/* strata-session-ways.c - goes to slices, along chains, and to threads or CPUs in a span
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session.h"

static void
select_and_reveal (StrataSession *self,
                   StrataItemKind kind,
                   guint32 index,
                   guint32 lane)
{
  strata_session_select (self, (StrataItem){ kind, index, lane, 1 });
  strata_session_reveal_selection (self);
}

/**
 * strata_session_go_to_slice:
 * @self: the session
 * @slice: index of a slice
 *
 * Selects a slice, fits the view to it and opens its group.
 */
void
strata_session_go_to_slice (StrataSession *self,
                            guint32 slice)
{
  strata_session_select_slice (self, slice);
  strata_session_show_selection (self);
  strata_session_reveal_selection (self);
}

/* The longest run of a thread in a span, else its state when the span begins. */
static guint32
find_state (const StrataSceneIndex *index,
            guint32 thread,
            StrataSpan span)
{
  const StrataStates *states = strata_trace_get_states (index->trace);
  const StrataThread *row = &strata_trace_get_threads (index->trace, NULL)[thread];
  const guint32 end = row->first_state + row->n_states;
  const guint32 first = strata_state_index_find_at (&index->states, states, thread, MAX (span.begin_ns, row->n_states > 0 ? states->start_ns[row->first_state] : 0));
  guint32 best = first;
  gint64 best_ns = 0;

  for (guint32 i = first; i < end && states->start_ns[i] < span.end_ns; i++)
    {
      const gint64 ns = MIN (strata_states_get_end_ns (states, row, i), span.end_ns) - MAX (states->start_ns[i], span.begin_ns);

      if (strata_states_get (states, i) == STRATA_STATE_RUNNING && ns > best_ns)
        {
          best = i;
          best_ns = ns;
        }
    }

  return best;
}

/**
 * strata_session_select_thread_in:
 * @self: the session
 * @thread: index of a thread
 * @span: the time
 *
 * Selects the longest run of a thread in a span of time, or else its state when
 * that begins, and reveals it.
 *
 * Returns: whether its states are known
 */
gboolean
strata_session_select_thread_in (StrataSession *self,
                                 guint32 thread,
                                 StrataSpan span)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  const guint32 state = find_state (strata_session_get_index (self), thread, span);

  if (state == STRATA_NONE)
    return FALSE;

  select_and_reveal (self, STRATA_ITEM_STATE, state, strata_lanes_find_thread (strata_session_get_lanes (self), thread));
  return TRUE;
}

static guint32
find_run (StrataTrace *trace,
          const StrataCpu *cpu,
          StrataSpan span)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  guint32 best = STRATA_NONE;
  gint64 best_ns = 0;

  for (guint32 i = cpu->first_run; i < cpu->first_run + cpu->n_runs && runs->start_ns[i] < span.end_ns; i++)
    {
      const gint64 ns = MIN (runs->end_ns[i], span.end_ns) - MAX (runs->start_ns[i], span.begin_ns);

      if (ns > best_ns)
        {
          best = i;
          best_ns = ns;
        }
    }

  return best;
}

/**
 * strata_session_select_cpu_in:
 * @self: the session
 * @cpu: number of a CPU
 * @span: the time
 *
 * Selects the longest run on a CPU in a span of time, and reveals it.
 *
 * Returns: whether there is one
 */
gboolean
strata_session_select_cpu_in (StrataSession *self,
                              guint32 cpu,
                              StrataSpan span)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  StrataTrace *trace = strata_session_get_trace (self);
  const guint32 index = strata_trace_find_cpu (trace, cpu);
  const guint32 run = index != STRATA_NONE ? find_run (trace, &strata_trace_get_cpus (trace, NULL)[index], span) : STRATA_NONE;

  if (run == STRATA_NONE)
    return FALSE;

  select_and_reveal (self, STRATA_ITEM_CPU_RUN, run, strata_lanes_find_cpu (strata_session_get_lanes (self), index));
  return TRUE;
}

static guint32
get_selected_row (StrataSession *self)
{
  const StrataItem item = strata_session_get_selected_item (self);

  return item.kind == STRATA_ITEM_SLICE ? strata_chains_find_row (strata_trace_get_chains (strata_session_get_trace (self)), item.index) : STRATA_NONE;
}

/**
 * strata_session_select_chain_parent:
 * @self: the session
 *
 * Selects the slice that the selected one's span came from, on another thread or
 * before it, and reveals it.
 *
 * Returns: whether there is one
 */
gboolean
strata_session_select_chain_parent (StrataSession *self)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  StrataTrace *trace = strata_session_get_trace (self);
  const StrataChains *chains = strata_trace_get_chains (trace);
  guint32 row = get_selected_row (self);

  if (row == STRATA_NONE)
    return FALSE;

  while (!strata_links_is_link (trace, row) && chains->parent[row] != STRATA_NONE)
    row = chains->parent[row];

  if (chains->parent[row] == STRATA_NONE)
    return FALSE;

  strata_session_select_slice (self, chains->slice[chains->parent[row]]);
  return TRUE;
}

/**
 * strata_session_select_chain_neighbour:
 * @self: the session
 * @direction: below 0 for the previous one, above for the next
 *
 * Selects the next or previous span of the selected slice's chain, in the order
 * of its tree, and reveals it.
 *
 * Returns: whether there is one
 */
gboolean
strata_session_select_chain_neighbour (StrataSession *self,
                                       int direction)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), FALSE);

  StrataTrace *trace = strata_session_get_trace (self);
  const StrataChains *chains = strata_trace_get_chains (trace);
  guint32 row = get_selected_row (self);

  if (row == STRATA_NONE)
    return FALSE;

  const StrataChain *chain = &chains->chains[strata_chains_find_of_row (chains, row)];
  const guint32 step = direction < 0 ? G_MAXUINT32 : 1; /* wraps below 0, which is outside too */

  for (row += step; row - chain->first_row < chain->n_rows; row += step)
    if (chains->parent[row] == STRATA_NONE || strata_links_is_link (trace, row))
      {
        strata_session_select_slice (self, chains->slice[row]);
        return TRUE;
      }

  return FALSE;
}
