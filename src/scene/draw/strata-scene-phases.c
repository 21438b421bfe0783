/* strata-scene-phases.c - the lanes of what people waited for
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-scene-private.h"
#include "strata-session-frames.h"
#include "strata-units.h"

#define MIN_LABEL_PX 40
#define LABEL_PADDING_PX 4
/* Phases of a row hardly overlap, so these many before the first in view are enough. */
#define N_BEFORE 8

static const StrataPhaseRows *
find_rows (StrataSession *session,
           guint32 process)
{
  const StrataFramesView *view = strata_session_get_frames_view (session);

  for (guint i = 0; view->phase_rows != NULL && i < view->phase_rows->len; i++)
    if (g_array_index (view->phase_rows, StrataPhaseRows, i).process == process)
      return &g_array_index (view->phase_rows, StrataPhaseRows, i);

  return NULL;
}

static guint
find_first (const GArray *row,
            const StrataPhase *phases,
            gint64 time_ns)
{
  guint begin = 0;
  guint end = row->len;

  while (begin < end)
    {
      const guint middle = begin + (end - begin) / 2;

      if (phases[g_array_index (row, guint32, middle)].begin_ns < time_ns)
        begin = middle + 1;
      else
        end = middle;
    }

  return begin - MIN (begin, N_BEFORE);
}

static int
get_column (const StrataPen *pen,
            gint64 time_ns)
{
  return (int) floor (CLAMP (strata_grid_time_to_column (&pen->grid, time_ns), 0.0, pen->grid.n_columns));
}

static void
add_label (StrataPen *pen,
           const StrataBox *box,
           const StrataPhase *phase)
{
  const int padding = strata_pen_to_device (pen, LABEL_PADDING_PX);
  const StrataText text = {
    .x = box->x + padding,
    .y = box->y,
    .width = box->width - 2 * padding,
    .height = box->height,
    .color = pen->palette->slice_text,
    .detail_color = pen->palette->slice_text,
  };
  const char *name = phase->kind == STRATA_PHASE_START_ALL ? strata_phase_kind_get_name (phase->kind) : strata_trace_get_string (pen->trace, phase->name);
  char duration[STRATA_UNITS_BYTES];

  if (box->width < strata_pen_to_device (pen, MIN_LABEL_PX))
    return;

  g_autofree char *valid = g_utf8_make_valid (name, -1);

  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, valid, strata_units_duration (phase->end_ns - phase->begin_ns, duration));
}

/* What is narrower than a column and lies in one that is filled is left out. */
static void
add_row (StrataPen *pen,
         const GArray *row,
         const StrataPhase *phases,
         int y,
         int height)
{
  const gint64 end_ns = strata_grid_column_to_time (&pen->grid, pen->grid.n_columns);
  int filled = 0;

  for (guint i = find_first (row, phases, pen->grid.begin_ns); i < row->len; i++)
    {
      const StrataPhase *phase = &phases[g_array_index (row, guint32, i)];
      const int begin = get_column (pen, phase->begin_ns);
      const int end = MIN (MAX (get_column (pen, phase->end_ns), begin + 1), pen->grid.n_columns);
      const StrataBox box = { pen->x + begin, y, MAX (end - begin - 1, 1), height, strata_palette_get_name_color (pen->palette, strata_trace_get_string (pen->trace, phase->name)) };

      if (phase->begin_ns >= end_ns)
        break;
      if (phase->end_ns < pen->grid.begin_ns || end <= filled)
        continue;

      strata_draw_list_add_box (pen->list, STRATA_LAYER_CONTENT, box);
      add_label (pen, &box, phase);
      filled = end;
    }
}

/* Draws what people waited for in a process. */
void
strata_scene_add_phases (StrataPen *pen,
                         const StrataLane *lane)
{
  const StrataPhaseRows *rows = find_rows (pen->session, lane->index);
  guint n_phases;
  const StrataPhase *phases = strata_session_get_phases (pen->session, &n_phases);

  for (guint i = 0; rows != NULL && i < MIN (rows->rows->len, lane->n_rows); i++)
    {
      const int y = strata_pen_get_y (pen, lane->y_px + lane->rows_top_px + (int) i * lane->row_height_px);

      add_row (pen, g_ptr_array_index (rows->rows, i), phases, y, strata_pen_to_device (pen, lane->row_height_px - 1));
    }
}

/* The longest phase of those that a place may be on. */
StrataItem
strata_scene_find_phase (const StrataPen *pen,
                         const StrataLane *lane,
                         double y_px,
                         int column)
{
  const StrataPhaseRows *rows = find_rows (pen->session, lane->index);
  const int row_index = lane->row_height_px > 0 ? (int) floor ((y_px - lane->y_px - lane->rows_top_px) / lane->row_height_px) : -1;
  const gint64 begin_ns = strata_grid_column_to_time (&pen->grid, column - 1);
  const gint64 end_ns = strata_grid_column_to_time (&pen->grid, column + 2);
  StrataItem item = { STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 0, 0 };
  guint n_phases;
  const StrataPhase *phases = strata_session_get_phases (pen->session, &n_phases);

  if (rows == NULL || row_index < 0 || (guint) row_index >= rows->rows->len)
    return item;

  const GArray *row = g_ptr_array_index (rows->rows, row_index);

  for (guint i = find_first (row, phases, begin_ns); i < row->len; i++)
    {
      const guint32 index = g_array_index (row, guint32, i);

      if (phases[index].begin_ns >= end_ns)
        break;
      if (phases[index].end_ns <= begin_ns)
        continue;

      item.n_folded++;
      if (item.index == STRATA_NONE || phases[index].end_ns - phases[index].begin_ns > phases[item.index].end_ns - phases[item.index].begin_ns)
        item.index = index;
    }

  item.kind = item.index != STRATA_NONE ? STRATA_ITEM_PHASE : STRATA_ITEM_NONE;
  return item;
}
