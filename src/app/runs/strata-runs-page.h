/* strata-runs-page.h - compares two sets of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-table-view.h"
#include "strata-runs-diff.h"
#include "strata-runs-plot.h"

G_BEGIN_DECLS

#define STRATA_TYPE_RUNS_PAGE (strata_runs_page_get_type ())
G_DECLARE_FINAL_TYPE (StrataRunsPage, strata_runs_page, STRATA, RUNS_PAGE, GtkWidget)

/* Signal: open-runs (const char *a, const char *b, const char *name): two files, and the name to show in
 *   them; empty for none.
 * Actions: runs.open-both; runs.find (the filter); runs.save-page. */

GtkWidget *strata_runs_page_new (StrataRunSet *set);
StrataRunsDiff *strata_runs_page_get_diff (StrataRunsPage *self);
const char *strata_runs_page_get_notice (StrataRunsPage *self);
const char *strata_runs_page_get_summary (StrataRunsPage *self);
gboolean strata_runs_page_save (StrataRunsPage *self, GFile *file, GError **error);
void strata_runs_page_leave_out (StrataRunsPage *self, StrataDiffSide side, guint run, const char *reason);

G_END_DECLS
