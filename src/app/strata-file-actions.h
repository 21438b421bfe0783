/* strata-file-actions.h - commands of the window for the files of its trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* win.add-file, win.show-files and win.use-mapping */
void strata_file_actions_install (GtkWidgetClass *widget_class);
void strata_file_actions_set_enabled (GtkWidget *widget, gboolean is_enabled);

G_END_DECLS
