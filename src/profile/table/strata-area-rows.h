/* strata-area-rows.h - the table of items in an area
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-area-stats.h"
#include "strata-rows.h"

G_BEGIN_DECLS

/* Columns of the table. A row is a row of the statistics, by its index. */
typedef enum
{
  STRATA_AREA_COLUMN_NAME,    /* name of the slices, or the thread that ran */
  STRATA_AREA_COLUMN_COUNT,   /* how many */
  STRATA_AREA_COLUMN_TOTAL,   /* total duration */
  STRATA_AREA_COLUMN_MEAN,    /* mean duration */
  STRATA_AREA_COLUMN_LONGEST, /* duration of the longest */
} StrataAreaColumn;

#define STRATA_N_AREA_COLUMNS (STRATA_AREA_COLUMN_LONGEST + 1)

extern const StrataRowClass strata_area_rows_class;
StrataRows *strata_area_rows_new (StrataTrace *trace, GArray *figures);
const StrataAreaRow *strata_area_rows_get_figures (const StrataRows *rows, guint row);

G_END_DECLS
