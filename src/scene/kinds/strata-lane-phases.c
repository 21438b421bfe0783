/* strata-lane-phases.c - the lane of app starts and input responses
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-span-row.h"
#include "strata-units.h"

static StrataSpan
get_span (gconstpointer spans,
          guint32 index)
{
  const StrataPhase *phase = (const StrataPhase *) spans + index;

  return (StrataSpan){ phase->begin_ns, phase->end_ns };
}

static gboolean
is_worse (gconstpointer spans,
          guint32 index,
          guint32 other)
{
  const StrataPhase *phases = spans;

  return phases[index].end_ns - phases[index].begin_ns > phases[other].end_ns - phases[other].begin_ns;
}

static StrataSpanRow
make_row (StrataSession *session,
          const StrataPhaseRows *rows,
          guint row)
{
  guint n_phases;

  return (StrataSpanRow){ g_ptr_array_index (rows->rows, row), strata_findings_get_phases (strata_session_get_findings (session), &n_phases), get_span, is_worse };
}

static void
add_label (StrataPen *pen,
           const StrataBox *box,
           const StrataPhase *phase)
{
  const char *name = phase->kind == STRATA_PHASE_START_ALL ? strata_phase_kind_get_name (phase->kind) : strata_trace_get_string (pen->trace, phase->name);
  char duration[STRATA_UNITS_BYTES];

  if (!strata_span_row_has_room (pen, box))
    return;

  g_autofree char *valid = g_utf8_make_valid (name, -1);

  strata_span_row_add_label (pen, box, pen->palette->slice_text, valid, strata_units_duration (phase->end_ns - phase->begin_ns, duration));
}

static void
add_row (StrataPen *pen,
         const StrataSpanRow *row,
         int y,
         int height)
{
  const StrataPhase *phases = row->spans;
  StrataBox box = { .y = y, .height = height };
  StrataSpanWalk walk;
  guint32 index;

  strata_span_walk_init (&walk, row, pen);
  while (strata_span_walk_next (&walk, 1, &index, &box))
    {
      box.color = strata_palette_get_name_color (pen->palette, strata_trace_get_string (pen->trace, phases[index].name));
      strata_draw_list_add_box (pen->list, STRATA_LAYER_CONTENT, box);
      add_label (pen, &box, &phases[index]);
    }
}

static void
draw (StrataPen *pen,
      const StrataLane *lane)
{
  const StrataPhaseRows *rows = strata_findings_find_phase_rows (strata_session_get_findings (pen->session), lane->index);

  for (guint i = 0; rows != NULL && i < MIN (rows->rows->len, lane->n_rows); i++)
    {
      const StrataSpanRow row = make_row (pen->session, rows, i);

      add_row (pen, &row, strata_span_row_get_y (pen, lane, i), strata_span_row_get_height (pen, lane));
    }
}

/* The longest phase at a place. */
static StrataItem
hit (const StrataPen *pen,
     const StrataLane *lane,
     double y_px,
     int column)
{
  const StrataPhaseRows *rows = strata_findings_find_phase_rows (strata_session_get_findings (pen->session), lane->index);
  const int index = lane->row_height_px > 0 ? (int) floor ((y_px - lane->y_px - lane->rows_top_px) / lane->row_height_px) : -1;

  if (rows == NULL || index < 0 || (guint) index >= rows->rows->len)
    return (StrataItem){ STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 0 };

  const StrataSpanRow row = make_row (pen->session, rows, (guint) index);

  return strata_span_row_hit (&row, pen, column, STRATA_ITEM_PHASE);
}

static int
lay_out (const StrataLanes *lanes,
         StrataLane *lane,
         StrataLaneHeight height)
{
  return lane->rows_top_px + (int) lane->n_rows * lane->row_height_px + STRATA_LANE_PADDING_PX;
}

const StrataLaneClass strata_lane_phases_class = {
  .id = "phases",
  .source = STRATA_LANE_OF_PROCESS,
  .needs_rows = TRUE,
  .lay_out = lay_out,
  .draw = draw,
  .hit = hit,
};
