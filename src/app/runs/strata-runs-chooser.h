/* strata-runs-chooser.h - chooses the runs of two sets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-diff.h"

G_BEGIN_DECLS

#define STRATA_TYPE_RUNS_CHOOSER (strata_runs_chooser_get_type ())
G_DECLARE_FINAL_TYPE (StrataRunsChooser, strata_runs_chooser, STRATA, RUNS_CHOOSER, GtkWidget)

/* Signal: compare, without arguments. Action: runs.compare. */

void strata_runs_chooser_add (StrataRunsChooser *self, StrataDiffSide side, GFile *file);
void strata_runs_chooser_set_message (StrataRunsChooser *self, const char *text);
const char *const *strata_runs_chooser_get_paths (StrataRunsChooser *self, StrataDiffSide side);

G_END_DECLS
