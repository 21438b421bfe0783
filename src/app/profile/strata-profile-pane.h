/* strata-profile-pane.h - the profile: all names with their times
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-profile.h"
#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_PROFILE_PANE (strata_profile_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataProfilePane, strata_profile_pane, STRATA, PROFILE_PANE, GtkWidget)

/* Properties: group-by and sort-column (strings).
 * Actions: profile.back, profile.forward, profile.show-longest-call,
 * profile.toggle-row, profile.focus-filter, profile.toggle-scope, profile.group-by,
 * profile.sort-by, and of cells profile.toggle-key and profile.follow. */

GtkWidget *strata_profile_pane_new (StrataSession *session);
StrataProfile *strata_profile_pane_get_profile (StrataProfilePane *self);
GListModel *strata_profile_pane_get_list (StrataProfilePane *self);
guint32 strata_profile_pane_get_selected_key (StrataProfilePane *self);
void strata_profile_pane_go_to (StrataProfilePane *self, guint32 key);

G_END_DECLS
