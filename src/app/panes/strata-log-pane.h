/* strata-log-pane.h - the log beside the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"
#include "strata-table-view.h"

G_BEGIN_DECLS

#define STRATA_TYPE_LOG_PANE (strata_log_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataLogPane, strata_log_pane, STRATA, LOG_PANE, GtkWidget)

GtkWidget *strata_log_pane_new (StrataSession *session);

G_END_DECLS
