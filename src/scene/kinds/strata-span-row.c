/* strata-span-row.c - rows of spans sorted by begin, such as frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-span-row.h"

#include "strata-bisect.h"

#define MIN_LABEL_PX 40
#define LABEL_PADDING_PX 4

/* Spans of a row hardly overlap, so this many before the first in view are enough. */
#define N_BEFORE 8

static gint64
get_begin_ns (const StrataSpanRow *self,
              guint place)
{
  return self->get_span (self->spans, g_array_index (self->order, guint32, place)).begin_ns;
}

guint
strata_span_row_find_first (const StrataSpanRow *self,
                            gint64 time_ns)
{
  guint begin = 0;
  guint end = self->order->len;

  STRATA_BISECT (begin, end, i, get_begin_ns (self, i) < time_ns);

  return begin - MIN (begin, N_BEFORE);
}

StrataItem
strata_span_row_hit (const StrataSpanRow *self,
                     const StrataPen *pen,
                     int column,
                     StrataItemKind kind)
{
  const gint64 begin_ns = strata_grid_column_to_time (&pen->grid, column - 1);
  const gint64 end_ns = strata_grid_column_to_time (&pen->grid, column + 2);
  StrataItem item = { STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 0, 0 };

  for (guint i = strata_span_row_find_first (self, begin_ns); i < self->order->len; i++)
    {
      const guint32 index = g_array_index (self->order, guint32, i);
      const StrataSpan span = self->get_span (self->spans, index);

      if (span.begin_ns >= end_ns)
        break;
      if (span.end_ns <= begin_ns)
        continue;

      item.n_folded++;
      if (item.index == STRATA_NONE || self->is_worse (self->spans, index, item.index))
        item.index = index;
    }

  item.kind = item.index != STRATA_NONE ? kind : STRATA_ITEM_NONE;
  return item;
}

void
strata_span_walk_init (StrataSpanWalk *self,
                       const StrataSpanRow *row,
                       const StrataPen *pen)
{
  *self = (StrataSpanWalk){ row, pen, strata_span_row_find_first (row, pen->grid.begin_ns), 0 };
}

gboolean
strata_span_walk_next (StrataSpanWalk *self,
                       int gap,
                       guint32 *index,
                       StrataBox *box)
{
  const StrataPen *pen = self->pen;
  const gint64 end_ns = strata_grid_column_to_time (&pen->grid, pen->grid.n_columns);

  for (; self->place < self->row->order->len; self->place++)
    {
      *index = g_array_index (self->row->order, guint32, self->place);

      const StrataSpan span = self->row->get_span (self->row->spans, *index);
      const int begin = MAX (strata_pen_get_column (pen, span.begin_ns), 0);
      const int end = MIN (MAX (strata_pen_get_column (pen, span.end_ns), begin + 1), pen->grid.n_columns);

      if (span.begin_ns >= end_ns)
        return FALSE;
      if (span.end_ns < pen->grid.begin_ns || end <= self->filled)
        continue;

      box->x = pen->x + begin;
      box->width = MAX (end - begin - gap, 1);
      self->filled = end;
      self->place++;
      return TRUE;
    }

  return FALSE;
}

int
strata_span_row_get_y (const StrataPen *pen,
                       const StrataLane *lane,
                       guint row)
{
  return strata_pen_get_y (pen, lane->y_px + lane->rows_top_px + (int) row * lane->row_height_px);
}

int
strata_span_row_get_height (const StrataPen *pen,
                            const StrataLane *lane)
{
  return strata_pen_to_device (pen, lane->row_height_px - 1);
}

gboolean
strata_span_row_has_room (const StrataPen *pen,
                          const StrataBox *box)
{
  return box->width >= strata_pen_to_device (pen, MIN_LABEL_PX);
}

void
strata_span_row_add_label (StrataPen *pen,
                           const StrataBox *box,
                           StrataColor color,
                           const char *label,
                           const char *detail)
{
  const int padding = strata_pen_to_device (pen, LABEL_PADDING_PX);
  const StrataDrawText text = {
    .x = box->x + padding,
    .y = box->y,
    .width = box->width - 2 * padding,
    .height = box->height,
    .color = color,
    .detail_color = color,
  };

  strata_draw_list_add_text (pen->list, STRATA_LAYER_CONTENT, text, label, detail);
}
