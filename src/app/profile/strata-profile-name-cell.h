/* strata-profile-name-cell.h - expander and name of a line of the profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-profile-item.h"

G_BEGIN_DECLS

#define STRATA_TYPE_PROFILE_NAME_CELL (strata_profile_name_cell_get_type ())
G_DECLARE_FINAL_TYPE (StrataProfileNameCell, strata_profile_name_cell, STRATA, PROFILE_NAME_CELL, GtkWidget)

/* Activates profile.toggle-key of a row, profile.follow of a parent or child. */

GtkWidget *strata_profile_name_cell_new (void);
void strata_profile_name_cell_set_item (StrataProfileNameCell *self, StrataProfileItem *item);

G_END_DECLS
