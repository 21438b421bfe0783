/* strata-diff-private.h - the parts of a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-samples.h"
#include "strata-diff.h"

G_BEGIN_DECLS

struct _StrataDiff
{
  gatomicrefcount ref_count;

  StrataProfile *profiles[STRATA_N_DIFF_SIDES]; /* owned */
  StrataClocks clock;                           /* which time sorts and is tested */
  StrataDiffRow *rows;                          /* (array length=n_rows) owned: sorted */
  char **names;                                 /* (array length=n_rows) owned: of the rows */
  guint32 n_rows;
  GHashTable *row_of_name; /* owned: borrowed names to indices */
  guint n_verdicts[STRATA_N_DIFF_VERDICTS];
};

/* The metric by which names are sorted: what they do themselves. */
static inline StrataDiffMetric
strata_diff_get_own_metric (const StrataDiff *self)
{
  return self->clock == STRATA_CLOCK_CPU ? STRATA_DIFF_EXCLUSIVE_CPU : STRATA_DIFF_EXCLUSIVE;
}

void strata_diff_test_rows (StrataDiff *self, StrataDiffSamples samples[STRATA_N_DIFF_SIDES]);

G_END_DECLS
