/* strata-bar-cell.h - a number with a bar behind it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STRATA_TYPE_BAR_CELL (strata_bar_cell_get_type ())
G_DECLARE_FINAL_TYPE (StrataBarCell, strata_bar_cell, STRATA, BAR_CELL, GtkWidget)

GtkWidget *strata_bar_cell_new (guint n_chars);
void strata_bar_cell_show (StrataBarCell *self, const char *text, double share);

G_END_DECLS
