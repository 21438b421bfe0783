/* strata-span-row.h - rows of spans sorted by begin, such as frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-scene-private.h"

G_BEGIN_DECLS

/* A row of spans that hardly overlap. Made on the stack for each use. */
typedef struct
{
  const GArray *order; /* (element-type guint32): indices of the spans in this row, by begin; borrowed */
  gconstpointer spans; /* the spans; borrowed */
  /* returns the time of a span */
  StrataSpan (*get_span) (gconstpointer spans, guint32 index);
  /* whether the first of two spans is shown rather than the second, if they share a column */
  gboolean (*is_worse) (gconstpointer spans, guint32 index, guint32 other);
} StrataSpanRow;

/* Returns the place in the order of the first span that can reach beyond a time. */
guint strata_span_row_find_first (const StrataSpanRow *self, gint64 time_ns);

/* Returns an item of @kind for the worst span at a column, with the number of spans there; no item
 * if there is none. */
StrataItem strata_span_row_hit (const StrataSpanRow *self, const StrataPen *pen, int column, StrataItemKind kind);

/* A walk over the spans of a row that are drawn, from left to right. */
typedef struct
{
  const StrataSpanRow *row; /* the row; borrowed */
  const StrataPen *pen;     /* what it is drawn with; borrowed */
  guint place;              /* the next place in the order */
  int filled;               /* the columns before this one are taken */
} StrataSpanWalk;

void strata_span_walk_init (StrataSpanWalk *self, const StrataSpanRow *row, const StrataPen *pen);

/* Sets the index of the next span and the place and width of its box, with @gap pixels to the next
 * one. Skips spans narrower than a column in a column that is taken. */
gboolean strata_span_walk_next (StrataSpanWalk *self, int gap, guint32 *index, StrataBox *box);

/* Top and height of a row of the lane, in device pixels. */
int strata_span_row_get_y (const StrataPen *pen, const StrataLane *lane, guint row);
int strata_span_row_get_height (const StrataPen *pen, const StrataLane *lane);

/* Whether a box has room for a label. */
gboolean strata_span_row_has_room (const StrataPen *pen, const StrataBox *box);
void strata_span_row_add_label (StrataPen *pen, const StrataBox *box, StrataColor color, const char *label, const char *detail);

G_END_DECLS
