/* strata-diff-measures-pane.h - measures of two captures other than the times of names
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-table-view.h"
#include "strata-latency-popover.h"
#include "strata-session-pair.h"

G_BEGIN_DECLS

#define STRATA_TYPE_DIFF_MEASURES_PANE (strata_diff_measures_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataDiffMeasuresPane, strata_diff_measures_pane, STRATA, DIFF_MEASURES_PANE, GtkWidget)

GtkWidget *strata_diff_measures_pane_new (StrataSessionPair *pair);

G_END_DECLS
