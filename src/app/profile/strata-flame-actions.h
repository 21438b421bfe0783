/* strata-flame-actions.h - walking about in a flame graph
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-flame-canvas.h"

G_BEGIN_DECLS

void strata_flame_actions_install (GtkWidgetClass *widget_class);
StrataFlameCanvas *strata_flame_actions_add_canvas (GtkWidget *pane, GtkBox *picture);
void strata_flame_actions_update (GtkWidget *pane);
gboolean strata_flame_actions_export (StrataFlameCanvas *canvas, GFile *file, GError **error);

G_END_DECLS
