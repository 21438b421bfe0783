/* strata-profile-rows.h - the table of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-profile.h"
#include "strata-rows.h"

G_BEGIN_DECLS

/* The columns of the profile pane, from left to right. Columns without CPU in their name are of
 * wall time; mean to longest are of the clock of the profile. The first and the last call are
 * given by their start, relative to the start of the trace. */
typedef enum
{
  STRATA_PROFILE_COLUMN_NAME,
  STRATA_PROFILE_COLUMN_INCLUSIVE,
  STRATA_PROFILE_COLUMN_INCLUSIVE_SHARE,
  STRATA_PROFILE_COLUMN_EXCLUSIVE,
  STRATA_PROFILE_COLUMN_EXCLUSIVE_SHARE,
  STRATA_PROFILE_COLUMN_INCLUSIVE_CPU,
  STRATA_PROFILE_COLUMN_INCLUSIVE_CPU_SHARE,
  STRATA_PROFILE_COLUMN_EXCLUSIVE_CPU,
  STRATA_PROFILE_COLUMN_EXCLUSIVE_CPU_SHARE,
  STRATA_PROFILE_COLUMN_CALLS,
  STRATA_PROFILE_COLUMN_PER_CALL,
  STRATA_PROFILE_COLUMN_CPU_PER_CALL,
  STRATA_PROFILE_COLUMN_MEAN,
  STRATA_PROFILE_COLUMN_MEDIAN,
  STRATA_PROFILE_COLUMN_P95,
  STRATA_PROFILE_COLUMN_MAX,
  STRATA_PROFILE_COLUMN_FIRST,
  STRATA_PROFILE_COLUMN_LAST,
  STRATA_N_PROFILE_COLUMNS
} StrataProfileColumn;

extern const StrataRowClass strata_profile_rows_class;
StrataRows *strata_profile_rows_new (StrataProfile *profile, StrataClocks clock);

G_END_DECLS
