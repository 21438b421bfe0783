/* test-run-test.c - the rank test over runs, and its interval of the change
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-rank-test.h"
#include "strata-run-test.h"

#define MOST 10
#define NO G_MAXDOUBLE /* too few runs for an interval */

/* Computed from all permutations of the runs. */
typedef struct
{
  const char *name;
  guint n_a;
  double a[MOST];
  guint n_b;
  double b[MOST];
  double p_value;
  double change;
  double low;
  double high;
} Case;

static const Case cases[] = {
  { "three", 3, { 1.1, 2.2, 3.3 }, 3, { 4.4, 5.5, 6.6 }, 0.1, 3.3, NO, NO },
  { "one-tie", 9, { 1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30 }, 9, { 0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29 }, 0.129905388728918, -0.56, -1.183, 0.37 },
  { "other-sizes", 10, { 0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46 }, 5, { 1.15, 0.88, 0.90, 0.74, 1.21 }, 0.254412254412254, -0.305, -0.76, 0.15 },
  { "ties", 5, { 5, 5, 6, 7, 7 }, 6, { 5, 7, 8, 8, 9, 9 }, 0.0649350649350649, 2, 0, 4 },
  { "all-equal", 4, { 1, 1, 1, 1 }, 4, { 1, 1, 1, 1 }, 1, 0, 0, 0 },
  { "eight", 8, { 10, 12, 9, 11, 10, 13, 12, 10 }, 8, { 14, 15, 13, 16, 15, 14, 17, 12 }, 0.00108780108780109, 4, 2, 5 },
  { "constant", 5, { 0, 0, 0, 0, 0 }, 5, { 3, 3, 3, 3, 3 }, 0.00793650793650794, 3, 3, 3 },
};

static void
test_known (gconstpointer data)
{
  const Case *known = data;
  g_autofree double *a = g_memdup2 (known->a, sizeof known->a);
  g_autofree double *b = g_memdup2 (known->b, sizeof known->b);
  g_autoptr (StrataRunTester) tester = strata_run_tester_new ();

  strata_run_test_sort (a, known->n_a);
  strata_run_test_sort (b, known->n_b);

  const StrataRunTest test = strata_run_tester_test (tester, a, known->n_a, b, known->n_b);
  const StrataRunTest turned = strata_run_tester_test (tester, b, known->n_b, a, known->n_a);

  g_assert_cmpfloat_with_epsilon (test.p_value, known->p_value, 1e-12);
  g_assert_cmpfloat_with_epsilon (turned.p_value, known->p_value, 1e-12);
  g_assert_cmpfloat_with_epsilon (test.change, known->change, 1e-12);
  g_assert_cmpfloat_with_epsilon (turned.change, -known->change, 1e-12);
  if (known->low == NO)
    {
      g_assert_true (isinf (test.low) && test.low < 0.0);
      g_assert_true (isinf (test.high) && test.high > 0.0);
      return;
    }

  g_assert_cmpfloat_with_epsilon (test.low, known->low, 1e-12);
  g_assert_cmpfloat_with_epsilon (test.high, known->high, 1e-12);
  g_assert_cmpfloat_with_epsilon (turned.low, -known->high, 1e-12);
  g_assert_cmpfloat_with_epsilon (turned.high, -known->low, 1e-12);
}

/* 20 runs per side, counted with integers of any size. */
static void
test_twenty (void)
{
  g_autoptr (StrataRunTester) tester = strata_run_tester_new ();
  double a[20];
  double b[20];

  for (guint i = 0; i < 20; i++)
    {
      a[i] = 2.0 * i;
      b[i] = 2.0 * i + 11.0;
    }

  const StrataRunTest test = strata_run_tester_test (tester, a, 20, b, 20);

  g_assert_cmpfloat_with_epsilon (test.p_value, 0.009483607191205005, 1e-14);
  g_assert_cmpfloat_with_epsilon (test.least_p_value, 2.0 / 137846528820.0, 1e-20);
  g_assert_cmpfloat_with_epsilon (test.change, 11.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (test.low, 3.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (test.high, 19.0, 1e-12);
}

/* 15 runs per side with three distinct values: their sums by the number of each. */
static void
test_many_ties (void)
{
  static const double a[] = { 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2 };
  static const double b[] = { 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2 };
  g_autoptr (StrataRunTester) tester = strata_run_tester_new ();

  g_assert_cmpfloat_with_epsilon (strata_run_tester_test (tester, a, 15, b, 15).p_value, 0.1558882581413112, 1e-12);
}

/* Above a hundred runs the sum of ranks is treated as normally distributed; there is no step after
 * the exact value of a hundred. */
static void
test_large (void)
{
  g_autoptr (StrataRunTester) tester = strata_run_tester_new ();
  double a[101];
  double b[101];

  for (guint i = 0; i < 101; i++)
    {
      a[i] = i;
      b[i] = i + 8.5;
    }

  const StrataRunTest exact = strata_run_tester_test (tester, a, 100, b, 100);
  const StrataRunTest normal = strata_run_tester_test (tester, a, 101, b, 101);

  g_assert_cmpfloat (exact.p_value, <, 0.1);
  g_assert_cmpfloat (fabs (normal.p_value / exact.p_value - 1.0), <, 0.05);
  g_assert_cmpfloat_with_epsilon (normal.low, exact.low, 1.01);
  g_assert_cmpfloat_with_epsilon (normal.high, exact.high, 1.01);
}

static void
test_empty (void)
{
  static const double a[] = { 1.0 };
  g_autoptr (StrataRunTester) tester = strata_run_tester_new ();
  const StrataRunTest test = strata_run_tester_test (tester, a, 1, NULL, 0);

  g_assert_cmpfloat (test.p_value, ==, 1.0);
  g_assert_true (isnan (test.change));
  g_assert_true (isnan (strata_run_test_get_median (NULL, 0)));
  g_assert_true (isnan (strata_run_test_get_spread (a, 1)));
}

/* For numbers without a change, a p-value below 5 % occurs in at most 5 % of cases, and the
 * interval excludes 0 in as many. */
static void
test_chance (void)
{
  g_autoptr (StrataRunTester) tester = strata_run_tester_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  guint n_below = 0;
  guint n_outside = 0;

  for (guint i = 0; i < 4000; i++)
    {
      double a[8];
      double b[7];

      for (guint j = 0; j < 8; j++)
        a[j] = -log (g_rand_double (random));
      for (guint j = 0; j < 7; j++)
        b[j] = -log (g_rand_double (random));
      strata_run_test_sort (a, 8);
      strata_run_test_sort (b, 7);

      const StrataRunTest test = strata_run_tester_test (tester, a, 8, b, 7);

      n_below += test.p_value < 0.05;
      n_outside += test.low > 0.0 || test.high < 0.0;
      g_assert_true ((test.p_value < 0.05) == (test.low > 0.0 || test.high < 0.0));
    }

  g_assert_cmpuint (n_below, <, 220);
  g_assert_cmpuint (n_below, >, 130);
  g_assert_cmpuint (n_outside, ==, n_below);
}

static void
test_middle (void)
{
  static const double values[] = { 9.0, 1.0, 3.0, 2.0, 100.0 };
  static const double alike[] = { 4.0, 4.0, 4.0, 8.0 };

  g_assert_cmpfloat_with_epsilon (strata_run_test_get_median (values, 5), 3.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (strata_run_test_get_median (values, 4), 2.5, 1e-12);
  /* distances from 3: 6, 2, 0, 1, 97 */
  g_assert_cmpfloat_with_epsilon (strata_run_test_get_spread (values, 5), 2.965204, 1e-5);
  g_assert_cmpfloat_with_epsilon (strata_run_test_get_spread (alike, 4), 2.0, 1e-12);
}

/* By the definition: the minimum of p m / rank over the value and all larger ones. */
static void
test_adjust (void)
{
  static const double expected[] = { 0.04, 0.064, 0.06, 0.04, 0.571428571428571, 0.266666666666667, 0.0533333333333333, 0.9 };
  double p_values[] = { 0.01, 0.04, 0.03, 0.005, 0.5, 0.2, 0.02, 0.9 };

  strata_rank_test_adjust_discoveries (p_values, 8);
  for (guint i = 0; i < 8; i++)
    g_assert_cmpfloat_with_epsilon (p_values[i], expected[i], 1e-12);

  strata_rank_test_adjust_discoveries (NULL, 0);
}

/* 4 + 4 runs can reach 2 / 70 and 3 + 3 only 2 / 20; 8 + 8 reach 2 / 12870 and 7 + 7 only 2 / 3432. */
static void
test_power (void)
{
  const double spreads[] = { 1.0, 1.0 };
  const guint twenty[] = { 20, 20 };
  const guint three[] = { 3, 3 };

  g_assert_cmpuint (strata_run_test_count_needed (0.05), ==, 4);
  g_assert_cmpuint (strata_run_test_count_needed (0.05 / 100), ==, 8);
  g_assert_true (isinf (strata_run_test_get_smallest (spreads, three, 0.05)));
  /* (1.95996 + 0.84162) sqrt (0.1 / 0.95493) */
  g_assert_cmpfloat_with_epsilon (strata_run_test_get_smallest (spreads, twenty, 0.05), 0.906598, 1e-4);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/run-test/known/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_known);
    }

  g_test_add_func ("/run-test/twenty", test_twenty);
  g_test_add_func ("/run-test/many-ties", test_many_ties);
  g_test_add_func ("/run-test/large", test_large);
  g_test_add_func ("/run-test/empty", test_empty);
  g_test_add_func ("/run-test/chance", test_chance);
  g_test_add_func ("/run-test/middle", test_middle);
  g_test_add_func ("/run-test/adjust", test_adjust);
  g_test_add_func ("/run-test/power", test_power);

  return g_test_run ();
}
