/* strata-diff-flame-data.h - data of a differential flame graph for the script of a page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-tree.h"
#include "strata-output.h"

G_BEGIN_DECLS

void strata_diff_flame_data_write (StrataOutput *output, const StrataDiffTree *changes);

G_END_DECLS
