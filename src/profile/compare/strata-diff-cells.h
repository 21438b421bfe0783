/* strata-diff-cells.h - cells of comparison tables
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-cell.h"

G_BEGIN_DECLS

void strata_diff_cell_set_figure (StrataCell *cell, double figure);
void strata_diff_cell_set_known (StrataCell *cell, double value);
void strata_diff_cell_set_time (StrataCell *cell, double time_ns);
void strata_diff_cell_set_amount (StrataCell *cell, gint64 amount, const char *unit);
void strata_diff_cell_set_delta (StrataCell *cell, gint64 delta, const char *unit);
void strata_diff_cell_set_count (StrataCell *cell, gint64 count);
void strata_diff_cell_set_change (StrataCell *cell, double change_frac);
void strata_diff_cell_set_p (StrataCell *cell, double p_value);
void strata_diff_cell_set_name (StrataCell *cell, const char *name);
gint64 strata_diff_round (double value);

G_END_DECLS
