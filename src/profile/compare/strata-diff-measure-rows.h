/* strata-diff-measure-rows.h - the table of other measures in a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-measures.h"
#include "strata-rows.h"

G_BEGIN_DECLS

extern const StrataRowClass strata_diff_measure_rows_class;
StrataRows *strata_diff_measure_rows_new (GArray *measures);

G_END_DECLS
