/* strata-view-option-actions.h - menu actions for the view options of a window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-session.h"

G_BEGIN_DECLS

GActionGroup *strata_view_option_actions_new (StrataSession *session, GSettings *settings);

G_END_DECLS
