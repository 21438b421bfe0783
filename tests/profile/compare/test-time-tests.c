/* test-time-tests.c - tests of means, pairs and tails
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "strata-mean-test.h"
#include "strata-pair-test.h"
#include "strata-rank-test.h"
#include "strata-tail-test.h"

/* Limits of Student's t from a published table. */
static void
test_student (void)
{
  static const struct
  {
    double t;
    double freedom;
    double p;
  } known[] = {
    { 12.706, 1.0, 0.05 },
    { 4.303, 2.0, 0.05 },
    { 2.571, 5.0, 0.05 },
    { 4.032, 5.0, 0.01 },
    { 2.228, 10.0, 0.05 },
    { 2.045, 29.0, 0.05 },
    { 1.960, 1e7, 0.05 },
    { 0.0, 7.0, 1.0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_assert_cmpfloat_with_epsilon (strata_student_get_p (known[i].t, known[i].freedom), known[i].p, 2e-4);
      g_assert_cmpfloat_with_epsilon (strata_student_get_p (-known[i].t, known[i].freedom), known[i].p, 2e-4);
    }

  g_assert_cmpfloat_with_epsilon (strata_student_get_limit (3.0), 3.182, 0.04);
  g_assert_cmpfloat_with_epsilon (strata_student_get_limit (10.0), 2.228, 0.002);
  g_assert_cmpfloat_with_epsilon (strata_student_get_limit (1e9), 1.95996, 1e-4);
  g_assert_true (isinf (strata_student_get_limit (1.0)));
}

static void
fill (guint32 *values,
      const double *times_ns,
      guint n)
{
  for (guint i = 0; i < n; i++)
    values[i] = strata_rank_test_value ((gint64) times_ns[i]);
}

/* The means are 3 and 6, the variances 2.5 and 10: t = 3 / sqrt (2.5), 5.882 degrees of freedom. */
static void
test_welch (void)
{
  static const double a_ns[] = { 1, 2, 3, 4, 5 };
  static const double b_ns[] = { 2, 4, 6, 8, 10 };
  guint32 a[5];
  guint32 b[5];

  fill (a, a_ns, 5);
  fill (b, b_ns, 5);

  const StrataMeanTest result = strata_mean_test (a, 5, b, 5);

  g_assert_cmpfloat (result.change, ==, 3.0);
  g_assert_cmpfloat_with_epsilon (result.p_value, 0.1075, 1e-3);
  g_assert_cmpfloat_with_epsilon (result.half_width, 2.459 * sqrt (2.5), 0.02);
  g_assert_cmpfloat (strata_mean_test (a, 1, b, 5).p_value, ==, 1.0);
  g_assert_cmpfloat (strata_mean_test (a, 0, b, 0).p_value, ==, 1.0);

  /* ten times have 252 divisions into two groups */
  g_assert_cmpfloat_with_epsilon (strata_mean_test_permute (a, 5, b, 5, 20000), 0.11, 0.04);
}

static gdouble
draw_time (GRand *random)
{
  return exp (g_rand_double_range (random, 10.0, 16.0)); /* 22 µs to 9 ms */
}

/* The same calls in the same order: a change of 5 % is significant although times differ by a factor of
 * 400, and without a change nothing is. */
static void
test_pairs (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  guint n_false = 0;
  guint32 a[100];
  guint32 b[100];

  for (guint round = 0; round < 1000; round++)
    {
      const double factor = round == 0 ? 1.05 : 1.0;

      for (guint i = 0; i < 100; i++)
        {
          const double time_ns = draw_time (random);

          a[i] = strata_rank_test_value ((gint64) (time_ns * g_rand_double_range (random, 0.97, 1.03)));
          b[i] = strata_rank_test_value ((gint64) (time_ns * factor * g_rand_double_range (random, 0.97, 1.03)));
        }

      g_assert_true (strata_pair_test_fits (a, 100, b, 100));

      const StrataPairTest result = strata_pair_test (a, b, 100);

      if (round == 0)
        g_assert_cmpfloat (result.p_value, <, 1e-8);
      else
        n_false += result.p_value < 0.05;
    }

  g_assert_cmpuint (n_false, <, 80);
  g_assert_cmpuint (n_false, >, 25);
}

static void
test_pairs_that_are_none (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (6);
  guint32 a[100];
  guint32 b[100];

  for (guint i = 0; i < 100; i++)
    {
      a[i] = strata_rank_test_value ((gint64) draw_time (random));
      b[i] = strata_rank_test_value ((gint64) draw_time (random));
    }

  g_assert_false (strata_pair_test_fits (a, 100, b, 100));
  g_assert_false (strata_pair_test_fits (a, 100, a, 99));
  g_assert_false (strata_pair_test_fits (a, 5, a, 5));
}

/* All six signs equal: 2 of 64 possibilities. */
static void
test_few_pairs (void)
{
  static const double a_ns[] = { 10, 20, 30, 40, 50, 60 };
  static const double b_ns[] = { 11, 22, 33, 44, 55, 66 };
  guint32 a[6];
  guint32 b[6];

  fill (a, a_ns, 6);
  fill (b, b_ns, 6);
  g_assert_cmpfloat_with_epsilon (strata_pair_test (a, b, 6).p_value, 2.0 / 64.0, 1e-12);
  g_assert_cmpfloat (strata_pair_test (a, b, 6).effect, ==, 1.0);
  g_assert_cmpfloat (strata_pair_test (b, a, 6).effect, ==, -1.0);
  g_assert_cmpfloat (strata_pair_test (a, a, 6).p_value, ==, 1.0);
}

static int
compare_values (gconstpointer a,
                gconstpointer b)
{
  const guint32 value_a = *(const guint32 *) a;
  const guint32 value_b = *(const guint32 *) b;

  return value_a < value_b ? -1 : value_a > value_b;
}

static StrataTailTest
test_tail_of (GRand *random,
              guint n,
              guint every)
{
  g_autofree guint32 *a = g_new (guint32, n);
  g_autofree guint32 *b = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    {
      a[i] = strata_rank_test_value (g_rand_int_range (random, 1000000, 2000000));
      b[i] = strata_rank_test_value (g_rand_int_range (random, 1000000, 2000000) * (every > 0 && i % every == 0 ? 6 : 1));
    }

  qsort (a, n, sizeof *a, compare_values);
  qsort (b, n, sizeof *b, compare_values);
  return strata_tail_test (a, n, b, n);
}

static void
test_tail (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  guint n_false = 0;

  g_assert_cmpfloat (test_tail_of (random, 1000, 20).p_value, <, 1e-5);
  g_assert_cmpfloat (test_tail_of (random, 1000, 20).effect, >, 0.0);
  g_assert_cmpfloat (test_tail_of (random, 19, 2).p_value, ==, 1.0);
  for (guint i = 0; i < 500; i++)
    n_false += test_tail_of (random, 200, 0).p_value < 0.05;
  g_assert_cmpuint (n_false, <, 35);
}

/* Six of 120 pairs are chosen; equal signs are 2 of 64 possibilities. They are 5 ms longer each. */
static void
test_tail_of_pairs (void)
{
  guint32 a[120];
  guint32 b[120];

  for (guint i = 0; i < 120; i++)
    {
      a[i] = strata_rank_test_value (1000000 + i % 2 * 1000);
      b[i] = strata_rank_test_value (i % 20 == 0 ? 6000000 : 1001000 - i % 2 * 1000);
    }

  const StrataTailTest longer = strata_pair_test_tail (a, b, 120);
  const StrataTailTest shorter = strata_pair_test_tail (b, a, 120);

  g_assert_cmpfloat_with_epsilon (longer.p_value, 2.0 / 64.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (longer.least_p_value, 2.0 / 64.0, 1e-12);
  g_assert_cmpfloat (longer.effect, ==, 1.0);
  g_assert_cmpfloat_with_epsilon (longer.most_change_ns, 6 * 5e6 / 120.0, 250.0);
  g_assert_cmpfloat_with_epsilon (longer.most_change_frac, 0.25, 0.001);

  /* the possible change does not depend on its direction */
  g_assert_cmpfloat (shorter.effect, ==, -1.0);
  g_assert_cmpfloat (shorter.most_change_ns, ==, longer.most_change_ns);
  g_assert_cmpfloat (shorter.most_change_frac, ==, longer.most_change_frac);
  g_assert_cmpfloat (strata_pair_test_tail (a, b, 19).least_p_value, ==, 1.0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/time-tests/student", test_student);
  g_test_add_func ("/time-tests/welch", test_welch);
  g_test_add_func ("/time-tests/pairs", test_pairs);
  g_test_add_func ("/time-tests/pairs-that-are-none", test_pairs_that_are_none);
  g_test_add_func ("/time-tests/few-pairs", test_few_pairs);
  g_test_add_func ("/time-tests/tail", test_tail);
  g_test_add_func ("/time-tests/tail-of-pairs", test_tail_of_pairs);

  return g_test_run ();
}
