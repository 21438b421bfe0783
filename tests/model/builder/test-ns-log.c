/* test-ns-log.c - times in a log are exact, whatever their size in bytes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ns-log.h"

#define US STRATA_NS_LOG_UNIT_NS
#define HOUR_NS (G_GINT64_CONSTANT (3600) * G_USEC_PER_SEC * US)
#define MOST_UNITS (G_GINT64_CONSTANT (0xfffffffe))

/* A time logged after a first one, and whether it makes the log wide. */
typedef struct
{
  const char *name;
  gint64 first_ns; /* sets the base */
  gint64 later_ns;
  gboolean is_wide;
} Case;

static const Case cases[] = {
  { "near", 5 * US, 7 * US, FALSE },
  { "before", 7 * US, 5 * US, FALSE },
  { "not-whole", 5 * US, 5 * US + 1, TRUE },
  { "same-fraction", 5 * US + 3, 9 * US + 3, FALSE },
  { "none", 5 * US, STRATA_NO_TIME, FALSE },
  { "an-hour-later", 0, HOUR_NS, TRUE },
  { "half-an-hour-before", 0, -HOUR_NS / 2, FALSE },
  { "first-of-all", G_MININT64 + 1, 0, TRUE },
  { "last-of-all", G_MAXINT64, G_MININT64 + 1, TRUE },
};

static void
test_case (gconstpointer data)
{
  const Case *given = data;
  StrataNsLog log = { 0 };

  strata_ns_log_set_base (&log, given->first_ns);
  strata_ns_log_push (&log, given->first_ns);
  strata_ns_log_push (&log, given->later_ns);
  g_assert_cmpint (log.is_wide, ==, given->is_wide);
  g_assert_cmpint (strata_ns_log_get (&log, 0), ==, given->first_ns);
  g_assert_cmpint (strata_ns_log_get (&log, 1), ==, given->later_ns);
  strata_ns_log_clear (&log);
}

/* Durations count from 0, up to the largest that fits. */
static void
test_durations (void)
{
  StrataNsLog log = { 0 };

  strata_ns_log_push (&log, STRATA_NO_TIME);
  strata_ns_log_push (&log, MOST_UNITS * US);
  strata_ns_log_set (&log, 0, 0);
  g_assert_false (log.is_wide);
  g_assert_cmpint (strata_ns_log_get (&log, 0), ==, 0);
  g_assert_cmpint (strata_ns_log_get (&log, 1), ==, MOST_UNITS * US);

  /* in 4 bytes, this would be read as no time */
  strata_ns_log_set (&log, 0, (MOST_UNITS + 1) * US);
  g_assert_true (log.is_wide);
  g_assert_cmpint (strata_ns_log_get (&log, 0), ==, (MOST_UNITS + 1) * US);
  g_assert_cmpint (strata_ns_log_get (&log, 1), ==, MOST_UNITS * US);
  strata_ns_log_clear (&log);
  g_assert_false (log.is_wide);
}

/* Durations that are not whole take 4 bytes, too, up to four seconds. */
static void
test_fine_durations (void)
{
  StrataNsLog log = { 0 };

  strata_ns_log_push (&log, STRATA_NO_TIME);
  strata_ns_log_push (&log, MOST_UNITS / US * US);
  strata_ns_log_push (&log, 5 * US);
  strata_ns_log_set (&log, 2, 7);
  strata_ns_log_push (&log, MOST_UNITS);
  g_assert_true (log.is_fine && !log.is_wide);
  g_assert_cmpint (strata_ns_log_get (&log, 0), ==, STRATA_NO_TIME);
  g_assert_cmpint (strata_ns_log_get (&log, 1), ==, MOST_UNITS / US * US);
  g_assert_cmpint (strata_ns_log_get (&log, 2), ==, 7);
  g_assert_cmpint (strata_ns_log_get (&log, 3), ==, MOST_UNITS);

  strata_ns_log_push (&log, MOST_UNITS + 1);
  g_assert_true (log.is_wide);
  g_assert_cmpint (strata_ns_log_get (&log, 0), ==, STRATA_NO_TIME);
  g_assert_cmpint (strata_ns_log_get (&log, 3), ==, MOST_UNITS);
  g_assert_cmpint (strata_ns_log_get (&log, 4), ==, MOST_UNITS + 1);
  strata_ns_log_clear (&log);
}

/* A longer one of whole microseconds does not fit beside one that is not whole. */
static void
test_long_before_fine (void)
{
  StrataNsLog log = { 0 };

  strata_ns_log_push (&log, (MOST_UNITS / US + 1) * US);
  strata_ns_log_push (&log, 7);
  g_assert_true (log.is_wide && !log.is_fine);
  g_assert_cmpint (strata_ns_log_get (&log, 0), ==, (MOST_UNITS / US + 1) * US);
  g_assert_cmpint (strata_ns_log_get (&log, 1), ==, 7);
  strata_ns_log_clear (&log);
}

/* Compared with an array of complete times. */
static void
test_random (void)
{
  enum
  {
    N_TIMES = 5000,
  };
  g_autofree gint64 *times_ns = g_new (gint64, N_TIMES);
  StrataNsLog log = { 0 };

  for (guint i = 0; i < N_TIMES; i++)
    {
      times_ns[i] = g_test_rand_int () * (gint64) US / (i > N_TIMES / 2 ? 7 : 1);
      strata_ns_log_push (&log, times_ns[i]);
      if (g_test_rand_bit ())
        {
          const guint changed = (guint) g_test_rand_int_range (0, (gint32) i + 1);

          times_ns[changed] = g_test_rand_bit () ? STRATA_NO_TIME : times_ns[i];
          strata_ns_log_set (&log, changed, times_ns[changed]);
        }
    }

  for (guint i = 0; i < N_TIMES; i++)
    g_assert_cmpint (strata_ns_log_get (&log, i), ==, times_ns[i]);
  strata_ns_log_clear (&log);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ns-log/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/ns-log/durations", test_durations);
  g_test_add_func ("/ns-log/fine-durations", test_fine_durations);
  g_test_add_func ("/ns-log/long-before-fine", test_long_before_fine);
  g_test_add_func ("/ns-log/random", test_random);

  return g_test_run ();
}
