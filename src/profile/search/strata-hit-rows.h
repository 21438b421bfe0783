/* strata-hit-rows.h - a table of search results for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-slice-query.h"
#include "strata-slice-rows.h"

G_BEGIN_DECLS

/* The columns of search results: those of slices, the kind of row, and the value of a sample or the priority of a run.
 * Stable: the command line and the exports of the window share them. */
#define STRATA_HIT_TABLE_COLUMNS                                                    \
  STRATA_SLICE_TABLE_COLUMNS,                                                       \
      { "kind", N_ ("Kind"), STRATA_CELL_TEXT, .width_px = 80 },                    \
  {                                                                                 \
    "value", N_ ("Value"), STRATA_CELL_NUMBER, .is_reversed = TRUE, .width_px = 130 \
  }

void strata_hit_rows_write (StrataTable *table, StrataTrace *trace, StrataSliceWriter *writer, guint32 row, gboolean is_by_sample);

G_END_DECLS
