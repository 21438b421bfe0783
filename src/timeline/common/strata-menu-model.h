/* strata-menu-model.h - empties menus when their widget is gone
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void strata_menu_model_own (GtkWidget *owner,
                            GMenuModel *model);
void strata_menu_model_show (GtkMenuButton *button,
                             GMenuModel *model);

G_END_DECLS
