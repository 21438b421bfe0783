/* strata-application.h - one process, several windows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STRATA_TYPE_APPLICATION (strata_application_get_type ())
G_DECLARE_FINAL_TYPE (StrataApplication, strata_application, STRATA, APPLICATION, GtkApplication)

/* Actions: app.new-window, app.about, app.quit. */

StrataApplication *strata_application_new (void);

G_END_DECLS
