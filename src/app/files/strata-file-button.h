/* strata-file-button.h - a button that opens a file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *strata_file_button_new (const char *uri, const char *title, const char *description);

G_END_DECLS
