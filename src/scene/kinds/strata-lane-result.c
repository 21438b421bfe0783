/* strata-lane-result.c - the lane of a query result
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
  return ((const StrataResultSpan *) spans)[index].span;
}

static gboolean
is_worse (gconstpointer spans,
          guint32 index,
          guint32 other)
{
  const StrataResultSpan *rows = spans;

  return rows[index].span.end_ns - rows[index].span.begin_ns > rows[other].span.end_ns - rows[other].span.begin_ns;
}

static const StrataResult *
find_result (const StrataPen *pen,
             const StrataLane *lane)
{
  return strata_findings_get_result (strata_session_get_findings (pen->session), lane->index);
}

static StrataSpanRow
make_row (const StrataResult *result,
          guint row)
{
  return (StrataSpanRow){ g_ptr_array_index (result->rows, row), result->spans->data, get_span, is_worse };
}

/* The name of a slice is on the part that the next slice of its row leaves free, since slices of
 * the last row may overlap. */
static void
add_label (StrataPen *pen,
           const StrataBox *box,
           const StrataResultSpan *row)
{
  char duration[STRATA_UNITS_BYTES];

  if (row == NULL || row->name == NULL || !strata_span_row_has_room (pen, box))
    return;

  g_autofree char *valid = g_utf8_make_valid (row->name, -1);

  strata_span_row_add_label (pen, box, pen->palette->slice_text, valid, strata_units_duration (row->span.end_ns - row->span.begin_ns, duration));
}

/* A value is a box from the zero line. */
static void
shape_box (const StrataPen *pen,
           const StrataResult *result,
           const StrataResultSpan *row,
           int y,
           int height,
           StrataBox *box)
{
  const double range = result->most - result->least;
  const char *name = !result->has_values && row->name != NULL ? row->name : result->title;

  box->y = y;
  box->height = height;
  box->color = strata_palette_get_name_color (pen->palette, name);
  if (!result->has_values)
    return;

  const int zero = range > 0 ? (int) lround (height * result->most / range) : height;
  const int top = range > 0 ? (int) lround (height * (result->most - row->value) / range) : height;

  box->y = y + MIN (zero, top);
  box->height = MAX (ABS (zero - top), 1);
}

static void
add_row (StrataPen *pen,
         const StrataResult *result,
         const StrataSpanRow *row,
         int y,
         int height)
{
  StrataSpanWalk walk;
  StrataBox box = { 0 };
  StrataBox last_box = { 0 };
  const StrataResultSpan *last = NULL;
  guint32 index;

  strata_span_walk_init (&walk, row, pen);
  while (strata_span_walk_next (&walk, result->has_values ? 0 : 1, &index, &box))
    {
      const StrataResultSpan *span = &g_array_index (result->spans, StrataResultSpan, index);

      shape_box (pen, result, span, y, height, &box);
      strata_draw_list_add_box (pen->list, STRATA_LAYER_CONTENT, box);
      last_box.width = MIN (last_box.width, box.x - last_box.x);
      add_label (pen, &last_box, last);
      last = result->has_values ? NULL : span;
      last_box = box;
    }

  add_label (pen, &last_box, last);
}

static void
draw (StrataPen *pen,
      const StrataLane *lane)
{
  const StrataResult *result = find_result (pen, lane);

  for (guint i = 0; result != NULL && i < MIN (result->rows->len, lane->n_rows); i++)
    {
      const StrataSpanRow row = make_row (result, i);

      add_row (pen, result, &row, strata_span_row_get_y (pen, lane, i), strata_span_row_get_height (pen, lane));
    }
}

static StrataItem
hit (const StrataPen *pen,
     const StrataLane *lane,
     double y_px,
     int column)
{
  const StrataResult *result = find_result (pen, lane);
  const int index = lane->row_height_px > 0 ? (int) floor ((y_px - lane->y_px - lane->rows_top_px) / lane->row_height_px) : -1;

  if (result == NULL || index < 0 || (guint) index >= result->rows->len)
    return STRATA_NO_ITEM;

  const StrataSpanRow row = make_row (result, (guint) index);
  StrataItem item = strata_span_row_hit (&row, pen, column, STRATA_ITEM_RESULT);

  if (item.kind != STRATA_ITEM_NONE)
    item.index |= lane->index << STRATA_RESULT_BITS;

  return item;
}

static void
make_title (StrataPen *pen,
            const StrataLane *lane,
            StrataLaneTitle *title)
{
  const StrataResult *result = find_result (pen, lane);

  title->name = result != NULL ? result->title : lane->title;
}

static int
lay_out (const StrataLanes *lanes,
         StrataLane *lane,
         StrataLaneHeight height)
{
  return lane->rows_top_px + (int) lane->n_rows * lane->row_height_px + STRATA_LANE_PADDING_PX;
}

const StrataLaneClass strata_lane_result_class = {
  .id = "result",
  .source = STRATA_LANE_OF_RESULT,
  .needs_rows = TRUE,
  .lay_out = lay_out,
  .make_title = make_title,
  .draw = draw,
  .hit = hit,
};
