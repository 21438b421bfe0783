/* strata-system-report.h - versions and features of this computer, for bug reports
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void strata_system_report_add_line (GString *report, const char *name, const char *format, ...) G_GNUC_PRINTF (3, 4);
void strata_system_report_add (GString *report);

G_END_DECLS
