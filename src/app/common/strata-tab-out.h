/* strata-tab-out.h - lets Tab leave a list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void strata_tab_out_add (GtkWidget *view);

G_END_DECLS
