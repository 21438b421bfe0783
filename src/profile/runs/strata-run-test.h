/* strata-run-test.h - tests whether a figure differs between two sets of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The Mann-Whitney test, and the corresponding change. */
typedef struct
{
  double p_value;       /* the two-sided probability of such a difference of ranks or a larger one by chance; 1 if a side is empty */
  double least_p_value; /* the least possible @p_value with so many runs */
  double change;        /* the median of all differences of a run of B and one of A (Hodges and Lehmann) */
  double low;           /* lower end of the 95 % confidence interval of @change; -infinity if there are too few runs */
  double high;          /* upper end of the interval; infinity if there are too few runs */
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
