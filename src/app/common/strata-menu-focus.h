/* strata-menu-focus.h - restores the focus when a menu closes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void strata_menu_focus_watch (GtkWindow *window);

G_END_DECLS
