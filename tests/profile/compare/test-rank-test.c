/* test-rank-test.c - the Mann–Whitney test compared with all permutations
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-count-test.h"
#include "strata-rank-test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  const char *name;
  const char *a;
  const char *b;
  double p_value;
  double effect;
} Case;

/* Computed by hand: three and three have 20 permutations, two and two have 6. */
static const Case cases[] = {
  { "apart", "1 2 3", "4 5 6", 0.1, 1.0 },
  { "apart-the-other-way", "4 5 6", "1 2 3", 0.1, -1.0 },
  { "mixed", "1 4", "2 3", 1.0, 0.0 },
  { "equal", "7 7 7", "7 7", 1.0, 0.0 },
  { "one-each", "1", "2", 1.0, 1.0 },
  { "ties", "1 1", "1 2", 1.0, 0.5 },
  { "no-a", "", "1 2", 1.0, 0.0 },
  { "no-b", "1 2", "", 1.0, 0.0 },
  { "four-and-four", "1 2 3 4", "5 6 7 8", 2.0 / 70.0, 1.0 },
};

static guint32
parse (const char *text,
       guint32 values[32])
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  guint32 n = 0;

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      values[n++] = (guint32) g_ascii_strtoull (words[i], NULL, 10);

  return n;
}

static void
test_case (gconstpointer data)
{
  const Case *test = data;
  guint32 a[32] = { 0 };
  guint32 b[32] = { 0 };
  const guint32 n_a = parse (test->a, a);
  const guint32 n_b = parse (test->b, b);
  const StrataRankTest result = strata_rank_test (a, n_a, b, n_b);

  g_assert_cmpfloat_with_epsilon (result.p_value, test->p_value, 1e-9);
  g_assert_cmpfloat_with_epsilon (result.effect, test->effect, 1e-9);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const guint32 value_a = *(const guint32 *) a;
  const guint32 value_b = *(const guint32 *) b;

  return value_a < value_b ? -1 : value_a > value_b;
}

/* Twice the distance of U from its mean, pair by pair. */
static int
slow_distance (const guint32 *a,
               guint n_a,
               const guint32 *b,
               guint n_b)
{
  int sum = 0;

  for (guint i = 0; i < n_a; i++)
    for (guint j = 0; j < n_b; j++)
      sum += b[j] > a[i] ? 1 : b[j] < a[i] ? -1
                                           : 0;

  return sum;
}

static void
split (const guint32 *all,
       guint n,
       guint set,
       guint32 *inside,
       guint32 *outside)
{
  for (guint i = 0; i < n; i++)
    if (set & (1u << i))
      *inside++ = all[i];
    else
      *outside++ = all[i];
}

/* Tries all permutations of the numbers. */
static double
slow_p (const guint32 *a,
        guint n_a,
        const guint32 *b,
        guint n_b)
{
  guint32 all[16];
  guint32 dealt_a[16];
  guint32 dealt_b[16];
  const int distance = abs (slow_distance (a, n_a, b, n_b));
  guint n_ways = 0;
  guint n_as_far = 0;

  memcpy (all, a, sizeof *a * n_a);
  memcpy (all + n_a, b, sizeof *b * n_b);
  for (guint set = 0; set < 1u << (n_a + n_b); set++)
    {
      if ((guint) __builtin_popcount (set) != n_b)
        continue;

      split (all, n_a + n_b, set, dealt_b, dealt_a);
      n_ways++;
      n_as_far += abs (slow_distance (dealt_a, n_a, dealt_b, n_b)) >= distance;
    }

  return (double) n_as_far / n_ways;
}

static void
test_random (void)
{
  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (round);
      const guint n_a = (guint) g_rand_int_range (random, 1, 6);
      const guint n_b = (guint) g_rand_int_range (random, 1, 6);
      guint32 a[8] = { 0 };
      guint32 b[8] = { 0 };

      for (guint i = 0; i < n_a; i++)
        a[i] = (guint32) g_rand_int_range (random, 0, 8);
      for (guint i = 0; i < n_b; i++)
        b[i] = (guint32) g_rand_int_range (random, 0, 8);
      qsort (a, n_a, sizeof *a, compare);
      qsort (b, n_b, sizeof *b, compare);

      const StrataRankTest result = strata_rank_test (a, n_a, b, n_b);

      g_assert_cmpfloat_with_epsilon (result.p_value, slow_p (a, n_a, b, n_b), 1e-9);
      g_assert_cmpfloat_with_epsilon (result.effect, (double) slow_distance (a, n_a, b, n_b) / (n_a * n_b), 1e-9);
      g_assert_cmpfloat (result.least_p_value, <=, 1.0);
    }
}

static void
fill (GRand *random,
      guint32 *values,
      guint n,
      int shift)
{
  for (guint i = 0; i < n; i++)
    values[i] = (guint32) (g_rand_int_range (random, 0, 1000) + shift);

  qsort (values, n, sizeof *values, compare);
}

/* Without a difference, the share of significant tests is the level: 5 of 100, with or without ties. */
static void
test_level (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  guint n_found = 0;
  const guint n_rounds = 2000;
  guint32 a[40] = { 0 };
  guint32 b[40] = { 0 };

  for (guint i = 0; i < n_rounds; i++)
    {
      fill (random, a, 30, 0);
      fill (random, b, 40, 0);
      n_found += strata_rank_test (a, 30, b, 40).p_value < 0.05;
    }

  g_assert_cmpuint (n_found, >, n_rounds * 3 / 100);
  g_assert_cmpuint (n_found, <, n_rounds * 7 / 100);
}

static void
test_shift (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (8);
  guint32 a[200] = { 0 };
  guint32 b[200] = { 0 };

  fill (random, a, 200, 0);
  fill (random, b, 200, 300);
  g_assert_cmpfloat (strata_rank_test (a, 200, b, 200).p_value, <, 1e-6);
  g_assert_cmpfloat (strata_rank_test (a, 200, b, 200).effect, >, 0.3);
}

static void
test_all_equal (void)
{
  guint32 a[100];

  for (guint i = 0; i < 100; i++)
    a[i] = 5;

  g_assert_cmpfloat (strata_rank_test (a, 100, a, 100).p_value, ==, 1.0);
  g_assert_cmpfloat (strata_rank_test (a, 100, a, 100).effect, ==, 0.0);
}

/* Holm's rule: times 4, 3, 2, 1 from the smallest on, never below the previous value. */
static void
test_adjust (void)
{
  double p_values[] = { 0.01, 0.04, 0.03, 0.005 };
  const double wanted[] = { 0.03, 0.06, 0.06, 0.02 };

  strata_rank_test_adjust (p_values, G_N_ELEMENTS (p_values));
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    g_assert_cmpfloat_with_epsilon (p_values[i], wanted[i], 1e-12);

  strata_rank_test_adjust (p_values, 0);
}

static void
test_counts (void)
{
  static const guint16 steady[STRATA_COUNT_BLOCKS] = { 5, 6, 4, 5, 5, 6, 4, 5, 5, 6, 4, 5, 5, 6, 4, 5 };
  static const guint16 burst[STRATA_COUNT_BLOCKS] = { [14] = 40, [15] = 40 };
  static const guint16 nothing[STRATA_COUNT_BLOCKS] = { 0 };

  g_assert_cmpfloat (strata_count_test (0, 0, 0.5, 1.0), ==, 1.0);
  g_assert_cmpfloat (strata_count_test (100, 101, 0.5, 1.0), ==, 1.0);
  g_assert_cmpfloat (strata_count_test (100, 110, 0.5, 1.0), >, 0.05);
  g_assert_cmpfloat (strata_count_test (100, 200, 0.5, 1.0), <, 1e-6);
  g_assert_cmpfloat (strata_count_test (200, 100, 0.5, 1.0), <, 1e-6);

  /* the other has four fifths of the length */
  g_assert_cmpfloat (strata_count_test (1000, 800, 4.0 / 9.0, 1.0), ==, 1.0);
  g_assert_cmpfloat (strata_count_test (1000, 1000, 4.0 / 9.0, 1.0), <, 1e-5);

  g_assert_cmpfloat (strata_count_get_dispersion (steady, steady, 1.0), ==, 1.0);
  g_assert_cmpfloat (strata_count_get_dispersion (steady, steady, 0.25), ==, 0.25);
  g_assert_cmpfloat (strata_count_get_dispersion (burst, nothing, 0.25), >, 20.0);
  g_assert_cmpfloat (strata_count_test (80, 0, 0.5, strata_count_get_dispersion (steady, nothing, 1.0)), <, 1e-6);
  g_assert_cmpfloat (strata_count_test (80, 0, 4.0 / 9.0, strata_count_get_dispersion (burst, nothing, 1.0)), >, 0.05);
}

static void
test_regularity (void)
{
  double same[20] = { 0.0 };
  double few[] = { 0.0, 0.0, 0.0 };
  double chance[20];

  for (guint i = 0; i < G_N_ELEMENTS (chance); i++)
    chance[i] = 1.0 + i % 3;

  /* a third more calls of one name, while the counts of all others are equal */
  same[19] = 41.0 * 41.0 / 291.0;

  const double regularity = strata_count_get_regularity (same, G_N_ELEMENTS (same));

  g_assert_cmpfloat (regularity, <, 0.1);
  g_assert_cmpfloat (strata_count_test (125, 166, 0.5, 1.0), >, 0.01);
  g_assert_cmpfloat (strata_count_test (125, 166, 0.5, regularity), <, 1e-12);
  g_assert_cmpfloat (strata_count_get_regularity (few, G_N_ELEMENTS (few)), ==, 1.0);
  g_assert_cmpfloat (strata_count_get_regularity (chance, G_N_ELEMENTS (chance)), ==, 1.0);
}

static void
test_sort (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (guint round = 0; round < 100; round++)
    {
      const guint n = (guint) g_rand_int_range (random, 0, 500);
      const guint bits = (guint) g_rand_int_range (random, 1, 32);
      guint32 values[500];
      guint32 wanted[500] = { 0 };
      guint32 scratch[500];

      for (guint i = 0; i < n; i++)
        values[i] = wanted[i] = g_rand_int (random) >> (32 - bits);

      qsort (wanted, n, sizeof *wanted, compare);
      strata_rank_test_sort (values, n, scratch);
      g_assert_cmpmem (values, sizeof *values * n, wanted, sizeof *wanted * n);
    }
}

static void
test_value (void)
{
  const gint64 times_ns[] = { G_MININT64, -1, 0, 1, 2, 999, 1000, 16700000, G_GINT64_CONSTANT (5000000000), G_GINT64_CONSTANT (600000000000), G_MAXINT64 };

  g_assert_cmpuint (strata_rank_test_value (-1), ==, strata_rank_test_value (0));
  for (guint i = 3; i < G_N_ELEMENTS (times_ns); i++)
    g_assert_cmpuint (strata_rank_test_value (times_ns[i - 1]), <, strata_rank_test_value (times_ns[i]));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/rank-test/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }

  g_test_add_func ("/rank-test/random", test_random);
  g_test_add_func ("/rank-test/level", test_level);
  g_test_add_func ("/rank-test/shift", test_shift);
  g_test_add_func ("/rank-test/all-equal", test_all_equal);
  g_test_add_func ("/rank-test/adjust", test_adjust);
  g_test_add_func ("/rank-test/counts", test_counts);
  g_test_add_func ("/rank-test/regularity", test_regularity);
  g_test_add_func ("/rank-test/sort", test_sort);
  g_test_add_func ("/rank-test/value", test_value);

  return g_test_run ();
}
