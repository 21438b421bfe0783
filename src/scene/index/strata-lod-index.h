/* strata-lod-index.h - rows of slices become columns of pixels
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"
#include "strata-grid.h"
#include "strata-hues.h"
#include "strata-slice-table.h"

G_BEGIN_DECLS

/* Columns that show the same slice. */
typedef struct
{
  int begin;     /* first column */
  int end;       /* one past the last; both inside the grid */
  guint32 place; /* place of the drawn slice in the table's order */
  float share;   /* part of its column that the slice takes; below 1 it is folded and may represent others */
  guint8 hue;    /* its colour */
} StrataRun;

static inline gboolean
strata_run_is_folded (const StrataRun *self)
{
  return self->share < 1.0f;
}

typedef struct _StrataLodIndex StrataLodIndex;

StrataLodIndex *strata_lod_index_new (const StrataSliceTable *table, const guint32 *row_begin, guint n_rows, const StrataHues *hues);
StrataLodIndex *strata_lod_index_new_of_rows (const StrataSliceTable *table, const guint32 *row_begin, const guint32 *row_end, guint n_rows, const StrataHues *hues);
void strata_lod_index_free (StrataLodIndex *self);
void strata_lod_index_walk (const StrataLodIndex *self, guint row, const StrataGrid *grid, StrataColumn *runs);
guint32 strata_lod_index_find_at (const StrataLodIndex *self, guint row, gint64 begin_ns, gint64 end_ns, guint32 *n_folded);
gsize strata_lod_index_get_n_bytes (const StrataLodIndex *self);

G_END_DECLS
