/* strata-hit-rows.h - what a search finds as a table for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-slice-query.h"
#include "strata-slice-rows.h"

G_BEGIN_DECLS

const StrataTableColumn *strata_hit_rows_get_columns (guint *n_columns);
const StrataTableColumn *strata_hit_rows_get_column (StrataSliceColumn column);
void strata_hit_rows_write (StrataTable *table, StrataTrace *trace, StrataSliceWriter *writer, guint32 row, gboolean is_by_sample);

G_END_DECLS
