/* strata-diff-report.h - a comparison in the window as a page for browsers
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
