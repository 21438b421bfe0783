/* strata-report-row.h - a kind of warning in the import report
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-report.h"

G_BEGIN_DECLS

#define STRATA_TYPE_REPORT_ROW (strata_report_row_get_type ())
G_DECLARE_FINAL_TYPE (StrataReportRow, strata_report_row, STRATA, REPORT_ROW, GtkListBoxRow)

GtkWidget *strata_report_row_new (StrataTrace *trace, const StrataReportEntry *entry);
const StrataReportEntry *strata_report_row_get_entry (StrataReportRow *self);
void strata_report_row_set_expanded (StrataReportRow *self, gboolean is_expanded);
gboolean strata_report_row_get_expanded (StrataReportRow *self);

G_END_DECLS
