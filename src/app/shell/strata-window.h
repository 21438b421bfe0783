/* strata-window.h - a window with one trace, or none yet
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-load-job.h"
#include "strata-trace-page.h"

G_BEGIN_DECLS

#define STRATA_TYPE_WINDOW (strata_window_get_type ())
G_DECLARE_FINAL_TYPE (StrataWindow, strata_window, STRATA, WINDOW, GtkApplicationWindow)

/* Actions: win.open, win.open-uri, win.use-mapping, win.rebuild-callers, win.by-weight, win.ask-interval, win.add-file, win.show-files, win.load-again, win.cancel, win.back, win.zoom-in, win.zoom-out, win.zoom-all,
 * win.zoom-selection, win.expand-all, win.collapse-all, win.show-profile,
 * win.show-selection, win.show-report. */

StrataWindow *strata_window_new (GtkApplication *app);
void strata_window_open (StrataWindow *self, GFile *file);
void strata_window_open_at (StrataWindow *self, GFile *file, const char *request);
void strata_window_load_files (StrataWindow *self, GPtrArray *files);
GPtrArray *strata_window_get_files (StrataWindow *self);
void strata_window_use_mapping (StrataWindow *self, GFile *mapping);
StrataReading strata_window_get_reading (StrataWindow *self);
void strata_window_change_reading (StrataWindow *self, StrataReading reading);
const char *strata_window_get_page (StrataWindow *self);
StrataTracePage *strata_window_get_trace_page (StrataWindow *self);

G_END_DECLS
