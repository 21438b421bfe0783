/* strata-phase-rows.h - starts and inputs as a table for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-phases.h"
#include "strata-table.h"

G_BEGIN_DECLS

const StrataTableColumn *strata_phase_rows_get_columns (guint *n_columns);
void strata_phase_rows_write (StrataTable *table, StrataTrace *trace, const StrataPhase *phase);

G_END_DECLS
