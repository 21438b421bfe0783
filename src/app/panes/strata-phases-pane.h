/* strata-phases-pane.h - what people waited for: starts and inputs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"
#include "strata-table-view.h"

G_BEGIN_DECLS

#define STRATA_TYPE_PHASES_PANE (strata_phases_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataPhasesPane, strata_phases_pane, STRATA, PHASES_PANE, GtkWidget)

GtkWidget *strata_phases_pane_new (void);
void strata_phases_pane_set_session (StrataPhasesPane *self, StrataSession *session);
void strata_phases_pane_add_switcher (StrataPhasesPane *self, GtkWidget *switcher);
StrataTableView *strata_phases_pane_get_table (StrataPhasesPane *self);

G_END_DECLS
