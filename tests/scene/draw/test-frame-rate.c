/* test-frame-rate.c - frames per second around a time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frame-rate.h"

#define MS G_GINT64_CONSTANT (1000000)

/* Frames every 10 ms from @begin_ms to @end_ms. */
static void
add_run (GArray *ends_ns,
         gint64 begin_ms,
         gint64 end_ms)
{
  for (gint64 ms = begin_ms; ms <= end_ms; ms += 10)
    {
      const gint64 end_ns = ms * MS;

      g_array_append_val (ends_ns, end_ns);
    }
}

static double
walk_to (StrataFrameRate *rate,
         gint64 ms)
{
  return strata_frame_rate_walk (rate, (StrataSpan){ ms * MS, (ms + 1) * MS });
}

/* The rate of a run is the same at its ends and in its middle, and there is none in a pause. */
static void
test_runs (void)
{
  static const struct
  {
    gint64 ms;
    double fps;
  } rows[] = {
    { 0, 0 },
    { 999, 0 },
    { 1000, 100 },
    { 1005, 100 },
    { 1300, 100 },
    { 2000, 100 },
    { 2995, 100 },
    { 3000, 100 },
    { 3001, 0 },
    { 3499, 0 },
    { 3500, 100 },
    { 3600, 100 },
    { 3601, 0 },
    { 9000, 0 },
  };
  g_autoptr (GArray) ends_ns = g_array_new (FALSE, FALSE, sizeof (gint64));

  add_run (ends_ns, 1000, 3000);
  add_run (ends_ns, 3500, 3600);

  StrataFrameRate rate = { .ends_ns = (const gint64 *) (gpointer) ends_ns->data, .n = ends_ns->len };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpfloat_with_epsilon (walk_to (&rate, rows[i].ms), rows[i].fps, 1.1);
}

/* A short pause lowers the rate around it: 61 frames are in this second. */
static void
test_short_pause (void)
{
  g_autoptr (GArray) ends_ns = g_array_new (FALSE, FALSE, sizeof (gint64));

  add_run (ends_ns, 0, 1000);
  add_run (ends_ns, 1400, 3000);

  StrataFrameRate rate = { .ends_ns = (const gint64 *) (gpointer) ends_ns->data, .n = ends_ns->len };

  g_assert_cmpfloat_with_epsilon (walk_to (&rate, 400), 100, 1.1);
  g_assert_cmpfloat_with_epsilon (walk_to (&rate, 1200), 61, 1.1);
  g_assert_cmpfloat_with_epsilon (walk_to (&rate, 2000), 100, 1.1);
}

/* A run between two columns is not missed; a single frame has no rate. */
static void
test_coarse_columns (void)
{
  g_autoptr (GArray) ends_ns = g_array_new (FALSE, FALSE, sizeof (gint64));

  add_run (ends_ns, 2100, 2300);
  add_run (ends_ns, 7500, 7500);

  StrataFrameRate rate = { .ends_ns = (const gint64 *) (gpointer) ends_ns->data, .n = ends_ns->len };

  for (gint64 ms = 0; ms < 10000; ms += 1000)
    g_assert_cmpfloat_with_epsilon (strata_frame_rate_walk (&rate, (StrataSpan){ ms * MS, (ms + 1000) * MS }), ms == 2000 ? 100 : 0, 1.1);
}

static void
test_none (void)
{
  StrataFrameRate rate = { 0 };

  g_assert_cmpfloat (walk_to (&rate, 0), ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/frame-rate/runs", test_runs);
  g_test_add_func ("/frame-rate/short-pause", test_short_pause);
  g_test_add_func ("/frame-rate/coarse-columns", test_coarse_columns);
  g_test_add_func ("/frame-rate/none", test_none);

  return g_test_run ();
}
