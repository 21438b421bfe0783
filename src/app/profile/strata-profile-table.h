/* strata-profile-table.h - the table of the profile pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-profile-list.h"

G_BEGIN_DECLS

#define STRATA_TYPE_PROFILE_TABLE (strata_profile_table_get_type ())
G_DECLARE_FINAL_TYPE (StrataProfileTable, strata_profile_table, STRATA, PROFILE_TABLE, GtkWidget)

/* Property: sort-column (string).
 * Signals: selection-changed (), row-activated (StrataProfileItem). */

StrataProfileList *strata_profile_table_get_list (StrataProfileTable *self);
void strata_profile_table_show_clocks (StrataProfileTable *self, StrataClocks known, StrataClocks clock);
GActionGroup *strata_profile_table_get_column_actions (StrataProfileTable *self);
GMenuModel *strata_profile_table_build_menu (StrataProfileTable *self);
void strata_profile_table_set_profile (StrataProfileTable *self, StrataProfile *profile);
void strata_profile_table_set_filter (StrataProfileTable *self, const char *filter);
void strata_profile_table_select_key (StrataProfileTable *self, guint32 key);
StrataProfileItem *strata_profile_table_get_selected_item (StrataProfileTable *self);
guint32 strata_profile_table_get_selected_key (StrataProfileTable *self);
const StrataProfileRow *strata_profile_table_get_selected_row (StrataProfileTable *self);
GtkWidget *strata_profile_table_new_menu (StrataProfileTable *self);

G_END_DECLS
