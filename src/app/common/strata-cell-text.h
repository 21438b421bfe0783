/* strata-cell-text.h - texts of cells, aligned to one side whatever their direction
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

char *strata_cell_text_dup_marked (const char *text, GtkTextDirection direction);
GtkWidget *strata_cell_text_new (GtkInscriptionOverflow overflow);
void strata_cell_text_set (GtkInscription *cell, const char *text);
void strata_cell_text_set_number (GtkInscription *cell, const char *text);
GtkWidget *strata_cell_text_new_label (const char *text, float xalign, PangoEllipsizeMode ellipsize);
void strata_cell_text_set_name (GtkInscription *cell, const char *name, guint n_chars);

G_END_DECLS
