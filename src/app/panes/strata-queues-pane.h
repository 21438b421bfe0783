/* strata-queues-pane.h - tasks that waited in queues
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"
#include "strata-table-view.h"

G_BEGIN_DECLS

#define STRATA_TYPE_QUEUES_PANE (strata_queues_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataQueuesPane, strata_queues_pane, STRATA, QUEUES_PANE, GtkWidget)

GtkWidget *strata_queues_pane_new (void);
gboolean strata_queues_pane_set_session (StrataQueuesPane *self, StrataSession *session);
void strata_queues_pane_add_switcher (StrataQueuesPane *self, GtkWidget *switcher);
StrataTableView *strata_queues_pane_get_table (StrataQueuesPane *self);

G_END_DECLS
