/* strata-help.h - the guide
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void strata_help_set_page (GtkWidget *widget, const char *page);
const char *strata_help_get_page (GtkWidget *widget);
GtkWidget *strata_help_button_new (void);
void strata_help_install (GtkWidgetClass *window_class);

G_END_DECLS
