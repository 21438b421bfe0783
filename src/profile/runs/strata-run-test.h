/* strata-run-test.h - whether a figure differs between two sets of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * StrataRunTest:
 * @p_value: how likely at least such a difference of ranks is by chance, two-sided; 1 where a side is empty
 * @least_p_value: the least that @p_value can be with so many runs
 * @change: the median of all differences of a run of B and one of A (Hodges and Lehmann)
 * @low: the change is at least this with a confidence of 95 %; -infinity where there are too few runs
 * @high: the change is at most this with the same confidence; infinity where there are too few runs
 *
 * The test of Mann and Whitney, and the change that goes with it.
 */
typedef struct
{
  double p_value;
  double least_p_value;
  double change;
  double low;
  double high;
} StrataRunTest;

typedef struct _StrataRunTester StrataRunTester;

StrataRunTester *strata_run_tester_new (void);
void strata_run_tester_free (StrataRunTester *self);
StrataRunTest strata_run_tester_test (StrataRunTester *self, const double *a, guint n_a, const double *b, guint n_b);

double strata_run_test_get_median (const double *values, guint n);
double strata_run_test_get_spread (const double *values, guint n);
double strata_run_test_get_least_p (guint n_a, guint n_b);
double strata_run_test_get_smallest (const double spreads[2], const guint n[2], double level);
guint strata_run_test_count_needed (double level);
void strata_run_test_sort (double *values, guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataRunTester, strata_run_tester_free)

G_END_DECLS
