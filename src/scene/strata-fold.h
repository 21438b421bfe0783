/* strata-fold.h - rows of slices become columns of pixels
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"
#include "strata-hues.h"
#include "strata-slice-table.h"

G_BEGIN_DECLS

/**
 * StrataGrid:
 * @begin_ns: time at the left edge
 * @begin_frac_ns: 0 to 1, by which the left edge lies further right
 * @ns_per_column: time that a column of pixels covers
 * @n_columns: how many there are
 *
 * The columns of device pixels that a row is drawn into.
 */
typedef struct
{
  gint64 begin_ns;
  double begin_frac_ns;
  double ns_per_column;
  int n_columns;
} StrataGrid;

/**
 * StrataRun:
 * @begin: first column
 * @end: one past the last; both inside the grid
 * @place: in the table's order, of the slice that is drawn
 * @hue: its colour
 * @is_folded: whether it is narrower than a column and may stand for others
 * @share: part of the column that it takes, when folded
 *
 * Columns that show the same slice.
 */
typedef struct
{
  int begin;
  int end;
  guint32 place;
  guint8 hue;
  guint8 is_folded;
  float share;
} StrataRun;

typedef struct _StrataFold StrataFold;

StrataFold *strata_fold_new (const StrataSliceTable *table, const guint32 *row_begin, guint n_rows, const StrataHues *hues);
StrataFold *strata_fold_new_of_rows (const StrataSliceTable *table, const guint32 *row_begin, const guint32 *row_end, guint n_rows, const StrataHues *hues);
void strata_fold_free (StrataFold *self);
void strata_fold_walk (const StrataFold *self, guint row, const StrataGrid *grid, StrataColumn *runs);
guint32 strata_fold_find_at (const StrataFold *self, guint row, gint64 begin_ns, gint64 end_ns, guint32 *n_folded);
gsize strata_fold_get_n_bytes (const StrataFold *self);

double strata_grid_time_to_column (const StrataGrid *self, gint64 time_ns);
gint64 strata_grid_column_to_time (const StrataGrid *self, double column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFold, strata_fold_free)

G_END_DECLS
