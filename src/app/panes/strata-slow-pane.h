/* strata-slow-pane.h - slow frames, long tasks, and phases that the user waited for
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-frames-pane.h"
#include "strata-tasks-pane.h"

G_BEGIN_DECLS

#define STRATA_TYPE_SLOW_PANE (strata_slow_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataSlowPane, strata_slow_pane, STRATA, SLOW_PANE, GtkWidget)

GtkWidget *strata_slow_pane_new (StrataSession *session);
void strata_slow_pane_set_explaining (StrataSlowPane *self, gboolean is_explaining);

G_END_DECLS
