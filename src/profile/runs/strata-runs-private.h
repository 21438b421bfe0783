/* strata-runs-private.h - the parts of a comparison of sets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-runs-diff.h"

G_BEGIN_DECLS

struct _StrataRunsDiff
{
  gatomicrefcount ref_count;

  StrataRunSet *set; /* owned */
  StrataRunMetric metric;
  StrataDiffPer per;
  StrataRunKind names;                       /* the kind of its rows of names */
  char *iteration;                           /* owned; nullable */
  double *units[STRATA_N_DIFF_SIDES];        /* owned: the divisor of the sums of each run; NaN if it has none */
  double *totals[STRATA_N_DIFF_SIDES];       /* owned: self times of all names of each run */
  double *disturbances[STRATA_N_DIFF_SIDES]; /* owned: of each run, see strata_runs_diff_get_disturbance() */
  guint n_disturbed;
  double limit_ns;
  GArray *rows; /* (element-type StrataRunsRow) owned: by kind, then significant changes first, by size */
  GHashTable *row_of_name[STRATA_N_RUN_KINDS];
  guint n_tested;
  guint n_sure;
  guint n_sure_verdicts[STRATA_N_RUN_KINDS][STRATA_N_RUNS_VERDICTS];
  StrataRunsDrift drift;
};

/* Returns the metric of the self times of names, by the clock that is compared. */
StrataRunMetric strata_runs_get_own_metric (const StrataRunsDiff *self);

/* The factor by which nearly all names took longer in each used run of a side than in the others, as a logarithm; NULL
 * if all of its runs have fewer names. */
double *strata_runs_list_factors (const StrataRunsDiff *self, guint side, guint least_names);

/* Finds how the figures depend on the time of recording. */
void strata_runs_find_drift (StrataRunsDiff *self);

/* Marks the runs that are not tested, with one limit for both sides. The units must be known. */
void strata_runs_find_disturbed (StrataRunsDiff *self);

/* Links removed names to those that do their work now, best fits first. The rows must be judged and sorted. */
void strata_runs_find_moves (StrataRunsDiff *self);

G_END_DECLS
