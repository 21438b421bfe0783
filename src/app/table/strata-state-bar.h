/* strata-state-bar.h - shares of states as a bar
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-states.h"

G_BEGIN_DECLS

#define STRATA_TYPE_STATE_BAR (strata_state_bar_get_type ())
G_DECLARE_FINAL_TYPE (StrataStateBar, strata_state_bar, STRATA, STATE_BAR, GtkWidget)

void strata_state_bar_set (StrataStateBar *self, const gint64 states_ns[STRATA_N_STATES]);

G_END_DECLS
