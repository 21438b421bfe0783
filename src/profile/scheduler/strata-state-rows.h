/* strata-state-rows.h - a table of thread states for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-table.h"
#include "strata-trace.h"

G_BEGIN_DECLS

#define STRATA_N_STATE_TABLE_COLUMNS 10
extern const StrataTableColumn strata_state_columns[STRATA_N_STATE_TABLE_COLUMNS];

void strata_state_rows_write (StrataTable *table, StrataTrace *trace, guint32 thread, guint32 state);
guint32 strata_state_rows_get_waker (const StrataStates *states, guint32 state);

G_END_DECLS
