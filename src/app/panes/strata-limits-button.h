/* strata-limits-button.h - sets the limits of tasks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_LIMITS_BUTTON (strata_limits_button_get_type ())
G_DECLARE_FINAL_TYPE (StrataLimitsButton, strata_limits_button, STRATA, LIMITS_BUTTON, GtkWidget)

/* Actions: tasks.apply-limits, tasks.reset-limits. */

GtkWidget *strata_limits_button_new (StrataSession *session);
void strata_limits_button_set (StrataLimitsButton *self, int warn_ms, int severe_ms, const char *own);
const char *strata_limits_button_get_problem (StrataLimitsButton *self);

G_END_DECLS
