/* strata-profile-rows.h - the rows of a profile as a table for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-profile.h"
#include "strata-table.h"

G_BEGIN_DECLS

const StrataTableColumn *strata_profile_rows_get_columns (guint *n_columns);
void strata_profile_rows_write (StrataTable *table, const StrataProfile *profile, guint row);

G_END_DECLS
