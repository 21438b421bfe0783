/* strata-diff-pane.h - the differences by name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-table-view.h"
#include "strata-diff-model.h"

G_BEGIN_DECLS

#define STRATA_TYPE_DIFF_PANE (strata_diff_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataDiffPane, strata_diff_pane, STRATA, DIFF_PANE, GtkWidget)

/* Action: diff.find (the filter). */

GtkWidget *strata_diff_pane_new (StrataSessionPair *pair, StrataDiffModel *model);
const char *strata_diff_pane_get_summary (StrataDiffPane *self);
const char *strata_diff_pane_get_note (StrataDiffPane *self);

G_END_DECLS
