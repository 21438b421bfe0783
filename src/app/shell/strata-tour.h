/* strata-tour.h - the tour: five steps from a slow frame to a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-trace-page.h"

G_BEGIN_DECLS

#define STRATA_TOUR_N_STEPS 5

#define STRATA_TYPE_TOUR (strata_tour_get_type ())
G_DECLARE_FINAL_TYPE (StrataTour, strata_tour, STRATA, TOUR, GtkWidget)

GFile *strata_tour_dup_file (void);
StrataTour *strata_tour_start (GtkOverlay *overlay, StrataTracePage *page, GtkWidget *menu_button);
void strata_tour_end (StrataTour *self);

G_END_DECLS
