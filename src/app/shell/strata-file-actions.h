/* strata-file-actions.h - window actions for the files of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-window.h"

G_BEGIN_DECLS

/* win.open, win.open-uri, win.add-file, win.show-files, win.load-again, win.use-mapping, win.rebuild-callers and win.by-weight */
void strata_file_actions_install (GtkWidgetClass *widget_class);
void strata_file_actions_add (StrataWindow *window);
void strata_file_actions_update (StrataWindow *window, gboolean has_trace, StrataReading reading);
void strata_file_actions_compare (StrataWindow *window, GFile *file);

G_END_DECLS
