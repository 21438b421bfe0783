/* strata-pane-focus.h - moves the focus to the main part of a pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void strata_pane_focus (GtkWidget *pane);
void strata_pane_focus_add_keys (GtkNotebook *notebook);
void strata_pane_focus_leave (GtkNotebook *notebook);

G_END_DECLS
