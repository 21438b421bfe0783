/* strata-diff-selection-pane.h - the selections of both captures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-selection-pane.h"
#include "strata-session-pair.h"

G_BEGIN_DECLS

#define STRATA_TYPE_DIFF_SELECTION_PANE (strata_diff_selection_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataDiffSelectionPane, strata_diff_selection_pane, STRATA, DIFF_SELECTION_PANE, GtkWidget)

GtkWidget *strata_diff_selection_pane_new (StrataSessionPair *pair, GtkWidget *const timelines[STRATA_N_DIFF_SIDES]);

G_END_DECLS
