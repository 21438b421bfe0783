/* strata-diff-rows.h - the table of names in a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff.h"
#include "strata-rows.h"

G_BEGIN_DECLS

/* The metrics that have three columns each: A, B and the difference. */
#define STRATA_N_DIFF_COLUMN_METRICS 7

/* The columns of names. The last ones are for the user: of the clock that is compared, in the unit of the comparison. */
typedef enum
{
  STRATA_DIFF_COLUMN_NAME,
  STRATA_DIFF_COLUMN_ONLY_IN,
  STRATA_DIFF_COLUMN_METRICS,
  STRATA_DIFF_COLUMN_P_VALUE = STRATA_DIFF_COLUMN_METRICS + 3 * STRATA_N_DIFF_COLUMN_METRICS,
  STRATA_DIFF_COLUMN_VERDICT,
  STRATA_DIFF_COLUMN_P_ADJUSTED,
  STRATA_DIFF_COLUMN_EFFECT,
  STRATA_DIFF_COLUMN_SELF_P_VALUE,
  STRATA_DIFF_COLUMN_SELF_P_ADJUSTED,
  STRATA_DIFF_COLUMN_SELF_EFFECT,
  STRATA_DIFF_COLUMN_MEAN_P_ADJUSTED,
  STRATA_DIFF_COLUMN_TAIL_P_ADJUSTED,
  STRATA_DIFF_COLUMN_SELF_CHANGE,
  STRATA_DIFF_COLUMN_SELF_CHANGE_LOW,
  STRATA_DIFF_COLUMN_SELF_CHANGE_HIGH,
  STRATA_DIFF_COLUMN_NOTE,

  STRATA_DIFF_COLUMN_CHANGE,
  STRATA_DIFF_COLUMN_OWN_DELTA,
  STRATA_DIFF_COLUMN_OWN_CHANGE,
  STRATA_DIFF_COLUMN_TOTAL_A,
  STRATA_DIFF_COLUMN_TOTAL_B,
  STRATA_DIFF_COLUMN_TOTAL_DELTA,
  STRATA_DIFF_COLUMN_MEAN_CHANGE,
  STRATA_DIFF_COLUMN_P,
  STRATA_DIFF_COLUMN_NOTED_NAME,
} StrataDiffColumn;

extern const StrataRowClass strata_diff_rows_class;
StrataRows *strata_diff_rows_new (StrataDiff *diff);

G_END_DECLS
