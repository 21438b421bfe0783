/* strata-scene-states.c - the strip of a thread's states
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-scene-private.h"

void
strata_scene_add_states (StrataPen *pen,
                         const StrataLane *lane)
{
  const StrataThread *thread = &strata_trace_get_threads (pen->trace, NULL)[lane->thread];
  const StrataStates *states = strata_trace_get_states (pen->trace);
  int y = strata_pen_get_y (pen, lane->y_px + lane->strip_top_px);
  int bottom = strata_pen_get_y (pen, lane->y_px + lane->strip_top_px + lane->strip_height_px);
  StrataSceneRow row = { .table = &pen->index->states.table, .layer = STRATA_LAYER_CONTENT, .y = y, .height = bottom - y, .colors = pen->palette->states };
  guint32 first = pen->index->states.first_state[lane->thread];
  const guint32 n_states = pen->index->states.first_state[lane->thread + 1] - first;

  if (n_states == 0)
    return;

  if (n_states > 1 && strata_states_get (states, first) == STRATA_STATE_UNKNOWN)
    first++;

  double begin = CLAMP (floor (strata_grid_time_to_column (&pen->grid, states->start_ns[first])), 0.0, pen->grid.n_columns);
  double end = CLAMP (floor (strata_grid_time_to_column (&pen->grid, thread->states_end_ns)), begin, pen->grid.n_columns);

  if (end > begin)
    strata_draw_list_add_box (pen->list, STRATA_LAYER_LINES,
                              (StrataBox){ pen->x + (int) begin, y, (int) (end - begin), row.height, pen->palette->states[STRATA_STATE_SLEEPING] });
  strata_scene_add_row (pen, pen->index->states.lod, lane->thread, row, FALSE);
}

StrataItem
strata_scene_find_state (const StrataPen *pen,
                         const StrataLane *lane,
                         int column)
{
  const StrataThread *thread = &strata_trace_get_threads (pen->trace, NULL)[lane->thread];
  const gint64 time_ns = strata_grid_column_to_time (&pen->grid, column);
  const StrataItem item = strata_scene_find_in_row (pen, pen->index->states.lod, &pen->index->states.table, lane->thread, column);

  if (item.kind != STRATA_ITEM_NONE)
    return item;

  const guint32 state = time_ns < thread->states_end_ns ? strata_state_index_find_at (&pen->index->states, strata_trace_get_states (pen->trace), lane->thread, time_ns) : STRATA_NONE;

  return state != STRATA_NONE ? (StrataItem){ STRATA_ITEM_STATE, state, STRATA_NONE, 1 } : (StrataItem){ STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 };
}
