/* strata-lane-order.c - the order of lanes in a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lane-order.h"

#include "strata-session-area.h"

/* Matched lanes are first, in the order of the lanes of A; lanes without a counterpart follow in
 * their own order. */
typedef struct
{
  StrataLaneOrder *orders; /* of both sides */
  const StrataThreadMatch *match;
  guint32 next_process;
  guint32 next_thread;
} Ranking;

/* The last rank is for lanes without a process. */
#define UNMATCHED_RANK (G_MAXUINT32 - 1)

static guint32 *
new_ranks (guint n)
{
  guint32 *ranks = g_new (guint32, (gsize) n + 1);

  for (guint i = 0; i <= n; i++)
    ranks[i] = UNMATCHED_RANK;

  return ranks;
}

static void
rank_lane (Ranking *self,
           const StrataLane *lane)
{
  const guint32 thread = lane->thread;

  if (strata_lane_is_group (lane) && lane->index != STRATA_NONE)
    {
      const guint32 other = strata_thread_match_find_process (self->match, STRATA_DIFF_A, lane->index);

      if (other != STRATA_NONE)
        self->orders[STRATA_DIFF_A].process[lane->index] = self->orders[STRATA_DIFF_B].process[other] = self->next_process++;
    }
  else if (thread != STRATA_NONE)
    {
      const guint32 other = strata_thread_match_find (self->match, STRATA_DIFF_A, thread);

      if (other != STRATA_NONE)
        self->orders[STRATA_DIFF_A].thread[thread] = self->orders[STRATA_DIFF_B].thread[other] = self->next_thread++;
    }
}

/**
 * strata_lane_order_match:
 * @orders: (out caller-allocates): an order for each side
 * @sessions: two sessions, whose lanes are in their default order
 * @match: their matched threads
 *
 * Makes orders in which matched processes and threads are in the same order on both sides.
 */
void
strata_lane_order_match (StrataLaneOrder orders[STRATA_N_DIFF_SIDES],
                         StrataSession *const sessions[STRATA_N_DIFF_SIDES],
                         const StrataThreadMatch *match)
{
  Ranking ranking = { .orders = orders, .match = match };
  StrataTrace *trace = strata_session_get_trace (sessions[STRATA_DIFF_A]);
  guint n;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (sessions[STRATA_DIFF_A]), &n);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      guint n_processes;
      guint n_threads;

      strata_trace_get_processes (strata_session_get_trace (sessions[side]), &n_processes);
      strata_trace_get_threads (strata_session_get_trace (sessions[side]), &n_threads);
      orders[side] = (StrataLaneOrder){ new_ranks (n_processes), new_ranks (n_threads) };
    }

  for (guint i = 0; i < n; i++)
    {
      StrataLane lane = lanes[i];

      lane.thread = strata_lane_find_thread (&lane, trace);
      rank_lane (&ranking, &lane);
    }
}

void
strata_lane_order_clear (StrataLaneOrder *self)
{
  g_clear_pointer (&self->process, g_free);
  g_clear_pointer (&self->thread, g_free);
}

/* Keeps the arrangement, except for the order, which is replaced, and closed groups. */
static void
keep_arrangement (StrataSession *self,
                  StrataLanes *lanes)
{
  g_autoptr (StrataLaneArrangement) arrangement = strata_lanes_get_arrangement (strata_session_get_lanes (self));

  arrangement->sort = STRATA_LANE_SORT_SLICES;
  g_ptr_array_set_size (arrangement->lists[STRATA_LANE_LIST_ORDER], 0);
  g_ptr_array_set_size (arrangement->lists[STRATA_LANE_LIST_COLLAPSED], 0);
  strata_lanes_set_arrangement (lanes, arrangement);
}

/**
 * strata_session_order_lanes:
 * @self: the session
 * @order: (nullable): an order of processes and threads; %NULL for the default one
 *
 * Puts the lanes into another order. Keeps the selected slice, pinned and hidden lanes
 * and their heights; opens all groups.
 */
void
strata_session_order_lanes (StrataSession *self,
                            const StrataLaneOrder *order)
{
  static const StrataItem nothing = { STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 };
  const StrataLaneExtras shown = strata_lanes_get_shown (strata_session_get_lanes (self));
  const StrataItem selected = strata_session_get_selected_item (self);
  StrataLanes *lanes = strata_lanes_new_ranked (strata_session_get_trace (self), order != NULL ? order->process : NULL, order != NULL ? order->thread : NULL);

  keep_arrangement (self, lanes);
  strata_selection_set_hover (strata_session_get_selection (self), nothing);
  strata_session_clear_area (self);
  strata_session_select (self, nothing);
  strata_lanes_set_shown (lanes, shown);
  strata_findings_lay_out_lanes (strata_session_get_findings (self), lanes);
  strata_view_take_lanes (strata_session_get_view (self), lanes);
  if (selected.kind == STRATA_ITEM_SLICE)
    strata_session_select_slice (self, selected.index);
}
