/* strata-view-actions.h - window actions that the trace page performs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-window.h"

G_BEGIN_DECLS

void strata_view_actions_install (GtkWidgetClass *window_class);
void strata_view_actions_update (StrataWindow *window, gboolean has_trace);
void strata_view_actions_set_accels (GtkApplication *app);

G_END_DECLS
