/* strata-runs-window.h - a window that compares two sets of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-runs-chooser.h"
#include "strata-runs-page.h"

G_BEGIN_DECLS

#define STRATA_TYPE_RUNS_WINDOW (strata_runs_window_get_type ())
G_DECLARE_FINAL_TYPE (StrataRunsWindow, strata_runs_window, STRATA, RUNS_WINDOW, GtkApplicationWindow)

/* Actions: win.cancel (Escape) while runs are being loaded; win.find, win.save-page: those of its page. */

StrataRunsWindow *strata_runs_window_new (GtkApplication *app);

G_END_DECLS
