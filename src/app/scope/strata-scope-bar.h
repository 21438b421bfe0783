/* strata-scope-bar.h - chooses the scope of all panes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_SCOPE_BAR (strata_scope_bar_get_type ())
G_DECLARE_FINAL_TYPE (StrataScopeBar, strata_scope_bar, STRATA, SCOPE_BAR, GtkWidget)

GtkWidget *strata_scope_bar_new (StrataSession *session);

G_END_DECLS
