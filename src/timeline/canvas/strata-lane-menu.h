/* strata-lane-menu.h - the menu of a lane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

GtkWidget *strata_lane_menu_new (StrataSession *session, guint32 lane);
void strata_lane_menu_append (GMenu *menu, StrataSession *session, guint32 lane);
void strata_lane_menu_insert_actions (GtkWidget *menu, StrataSession *session, guint32 lane);

G_END_DECLS
