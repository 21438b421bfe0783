/* strata-counter-menu.h - what to show of a counter
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

void strata_counter_menu_append (GMenu *menu);
GActionGroup *strata_counter_menu_new_actions (StrataSession *session, guint32 lane);

G_END_DECLS
