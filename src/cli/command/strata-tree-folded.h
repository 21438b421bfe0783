/* strata-tree-folded.h - call trees as lines for flame graph tools
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-call-tree.h"
#include "strata-output.h"

G_BEGIN_DECLS

void strata_tree_folded_write (StrataOutput *output, const StrataCallTree *tree, StrataClocks clock);

G_END_DECLS
