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
void strata_profile_columns_show (GtkColumnView *view, const gboolean is_shown[STRATA_N_PROFILE_COLUMNS]);
GMenu *strata_profile_columns_build_sort_menu (StrataClocks known);
const char *strata_profile_column_get_id (StrataProfileColumn column);
const char *strata_profile_column_get_title (StrataProfileColumn column);
gboolean strata_profile_column_is_known (StrataProfileColumn column, StrataClocks known);
gboolean strata_profile_column_is_usual (StrataProfileColumn column, StrataClocks clock);
StrataProfileColumn strata_profile_column_by_clock (StrataProfileColumn column, StrataClocks clock);
StrataProfileColumn strata_profile_column_from_id (const char *id);

G_END_DECLS
