/* test-progress.c - progress never goes backwards
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-progress.h"

#define EPSILON 1e-5

static void
test_plain (void)
{
  StrataProgress progress = { 0 };

  g_assert_cmpfloat (strata_progress_get_fraction (&progress), <, 0);
  strata_progress_set_total (&progress, 200);
  g_assert_cmpfloat_with_epsilon (strata_progress_get_fraction (&progress), 0, EPSILON);
  strata_progress_add (&progress, 50);
  g_assert_cmpfloat_with_epsilon (strata_progress_get_fraction (&progress), 0.25, EPSILON);
  strata_progress_add (&progress, 500);
  g_assert_cmpfloat_with_epsilon (strata_progress_get_fraction (&progress), 1, EPSILON);
  g_assert_cmpuint (strata_progress_get_size_bytes (&progress), ==, 200);
}

/* More to read turns up halfway: the remainder is divided anew. */
static void
test_growing (void)
{
  StrataProgress progress = { 0 };

  strata_progress_set_total (&progress, 100);
  strata_progress_add (&progress, 50);
  strata_progress_set_total (&progress, 250);
  g_assert_cmpfloat_with_epsilon (strata_progress_get_fraction (&progress), 0.5, EPSILON);
  strata_progress_add (&progress, 100);
  g_assert_cmpfloat_with_epsilon (strata_progress_get_fraction (&progress), 0.75, EPSILON);
  strata_progress_add (&progress, 100);
  g_assert_cmpfloat_with_epsilon (strata_progress_get_fraction (&progress), 1, EPSILON);
  g_assert_cmpuint (strata_progress_get_size_bytes (&progress), ==, 100);
}

/* Less to read than expected. */
static void
test_shrinking (void)
{
  StrataProgress progress = { 0 };

  strata_progress_set_total (&progress, 400);
  strata_progress_add (&progress, 100);
  strata_progress_set_total (&progress, 200);
  g_assert_cmpfloat_with_epsilon (strata_progress_get_fraction (&progress), 0.25, EPSILON);
  strata_progress_add (&progress, 50);
  g_assert_cmpfloat_with_epsilon (strata_progress_get_fraction (&progress), 0.625, EPSILON);
  strata_progress_finish (&progress);
  g_assert_cmpfloat_with_epsilon (strata_progress_get_fraction (&progress), 1, EPSILON);
}

/* Whatever the numbers are, even if the total becomes less than the amount read. */
static void
test_any (void)
{
  StrataProgress progress = { 0 };
  double before = 0;

  strata_progress_set_total (&progress, 1000);
  for (int i = 0; i < 10000; i++)
    {
      strata_progress_add (&progress, (guint64) g_test_rand_int_range (0, 1000));
      if (i % 7 == 0)
        strata_progress_set_total (&progress, (guint64) g_test_rand_int_range (1, 10000000));

      const double fraction = strata_progress_get_fraction (&progress);

      g_assert_cmpfloat (fraction, >=, before);
      g_assert_cmpfloat (fraction, <=, 1);
      before = fraction;
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/progress/plain", test_plain);
  g_test_add_func ("/progress/growing", test_growing);
  g_test_add_func ("/progress/shrinking", test_shrinking);
  g_test_add_func ("/progress/any", test_any);
  return g_test_run ();
}
