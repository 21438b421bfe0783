/* strata-fact-grid.h - facts in rows, each with a button that searches for it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-facts.h"

G_BEGIN_DECLS

GtkWidget *strata_fact_grid_new_search_button (const char *search);
void strata_fact_grid_clear (GtkGrid *grid);
void strata_fact_grid_fill (GtkGrid *grid, const GPtrArray *facts, guint first);
GtkWidget *strata_fact_grid_new_args (const GPtrArray *args, guint n_args);

G_END_DECLS
