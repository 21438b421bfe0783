/* strata-usage-pane.h - how the time of the scope was used
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"
#include "strata-table-view.h"
#include "strata-usage.h"

G_BEGIN_DECLS

#define STRATA_TYPE_USAGE_PANE (strata_usage_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataUsagePane, strata_usage_pane, STRATA, USAGE_PANE, GtkWidget)

/* Properties: group-by (string: "process", "thread" or "cpu"), period (string:
 * "trace", "window", "selection" or "area").
 * Actions: usage.group-by, usage.period, usage.show-on-timeline. */

GtkWidget *strata_usage_pane_new (StrataSession *session);
StrataUsage *strata_usage_pane_get_usage (StrataUsagePane *self);

G_END_DECLS
