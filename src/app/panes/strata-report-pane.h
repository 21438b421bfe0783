/* strata-report-pane.h - import warnings of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_REPORT_PANE (strata_report_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataReportPane, strata_report_pane, STRATA, REPORT_PANE, GtkWidget)

GtkWidget *strata_report_pane_new (StrataSession *session);

G_END_DECLS
