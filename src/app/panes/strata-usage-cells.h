/* strata-usage-cells.h - running time by CPU and frequency
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-table-rows.h"
#include "strata-usage.h"

G_BEGIN_DECLS

#define STRATA_TYPE_USAGE_CELLS (strata_usage_cells_get_type ())
G_DECLARE_FINAL_TYPE (StrataUsageCells, strata_usage_cells, STRATA, USAGE_CELLS, GtkWidget)

void strata_usage_cells_show (StrataUsageCells *self, StrataUsage *usage, StrataUsageBy by, guint32 index, const char *title);
StrataTableRows *strata_usage_cells_new_rows (StrataUsageCells *self);

G_END_DECLS
