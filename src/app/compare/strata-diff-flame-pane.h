/* strata-diff-flame-pane.h - differences as flame graphs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-diff-model.h"
#include "strata-flame-canvas.h"

G_BEGIN_DECLS

#define STRATA_TYPE_DIFF_FLAME_PANE (strata_diff_flame_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataDiffFlamePane, strata_diff_flame_pane, STRATA, DIFF_FLAME_PANE, GtkWidget)

/* Properties: widths-of-a and upwards, booleans. Actions: the same names with "flame." in front,
 * flame.show-longest-call, flame.focus-search, and the actions of strata-flame-actions.h. */

GtkWidget *strata_diff_flame_pane_new (StrataSessionPair *pair, StrataDiffModel *model);

G_END_DECLS
