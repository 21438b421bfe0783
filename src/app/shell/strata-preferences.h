/* strata-preferences.h - the preferences window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void strata_preferences_show (GtkApplication *app, GtkWindow *parent);

G_END_DECLS
