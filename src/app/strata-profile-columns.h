/* strata-profile-columns.h - the columns of the profile pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-profile-item.h"

G_BEGIN_DECLS

void strata_profile_columns_add (GtkColumnView *view);
void strata_profile_columns_show_clocks (GtkColumnView *view, gboolean has_wall, gboolean has_cpu);
void strata_profile_columns_set_sort (GtkColumnView *view, StrataProfileColumn column, gboolean is_descending);
gboolean strata_profile_columns_get_sort (GtkColumnView *view, StrataProfileColumn *column, gboolean *is_descending);
GMenuModel *strata_profile_columns_build_menu (GtkColumnView *view);
const char *strata_profile_column_get_id (StrataProfileColumn column);
StrataProfileColumn strata_profile_column_from_id (const char *id);

G_END_DECLS
