/* strata-settings.h - the user's preferences
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GSettings *strata_settings_new (void);
void strata_settings_bind_timeline (GtkWidget *timeline);
void strata_settings_restore_size (GSettings *settings, GtkWindow *window);
void strata_settings_save_size (GSettings *settings, GtkWindow *window);

G_END_DECLS
