/* strata-item-menu.h - the menu of an item on the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

GtkWidget *strata_item_menu_new (StrataSession *session, StrataItemKind kind, guint32 lane);
GMenuModel *strata_item_menu_new_elsewhere (void);

G_END_DECLS
