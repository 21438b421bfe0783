/* strata-usage-table.h - the table of strata-cli usage --slice
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-slice-states.h"
#include "strata-table.h"

G_BEGIN_DECLS

void strata_usage_table_write_slice (StrataTrace *trace, StrataOutput *output, StrataTableStyle style, guint32 slice, const StrataSliceStates *split);

G_END_DECLS
