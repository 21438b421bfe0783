/* strata-diff-report.h - saves a comparison as an HTML page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session-pair.h"

G_BEGIN_DECLS

void strata_diff_report_save (GtkWidget *from, StrataSessionPair *pair, StrataDiff *diff, const char *const titles[STRATA_N_DIFF_SIDES], GFile *file);

G_END_DECLS
