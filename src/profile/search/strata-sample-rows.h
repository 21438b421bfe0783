/* strata-sample-rows.h - a table of counter samples for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-table.h"
#include "strata-trace.h"

G_BEGIN_DECLS

#define STRATA_N_SAMPLE_TABLE_COLUMNS 4
extern const StrataTableColumn strata_sample_columns[STRATA_N_SAMPLE_TABLE_COLUMNS];

char *strata_sample_rows_dup_name (StrataTrace *trace, guint32 counter);
void strata_sample_rows_write (StrataTable *table, StrataTrace *trace, guint32 counter, guint32 sample);

G_END_DECLS
