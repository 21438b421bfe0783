/* strata-tasks-pane.h - long tasks and their reasons
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-causes-box.h"
#include "strata-session.h"
#include "strata-table-view.h"

G_BEGIN_DECLS

#define STRATA_TYPE_TASKS_PANE (strata_tasks_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataTasksPane, strata_tasks_pane, STRATA, TASKS_PANE, GtkWidget)

GtkWidget *strata_tasks_pane_new (StrataSession *session);
void strata_tasks_pane_add_switcher (StrataTasksPane *self, GtkWidget *switcher);
void strata_tasks_pane_set_explaining (StrataTasksPane *self, gboolean is_explaining);

G_END_DECLS
