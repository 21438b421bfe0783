/* strata-notebook.h - pages of notebooks whose tab labels are freed with them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void strata_notebook_append (GtkNotebook *notebook,
                             GtkWidget *page,
                             const char *title);

G_END_DECLS
