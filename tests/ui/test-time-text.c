/* test-time-text.c - points in time as typed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-time-text.h"

#define S G_GINT64_CONSTANT (1000000000)

/* The file runs from 5000 s to 5010 s, and begins at 23:59:55.250 of a day. */
static const StrataTimeContext context = { { 5000 * S, 5010 * S }, 5004 * S, G_GINT64_CONSTANT (1700006395250000), NULL };

static const struct
{
  const char *text;
  gint64 offset_ns; /* from the begin of the file; STRATA_NO_TIME if invalid */
} rows[] = {
  { "1.5s", 3 * S / 2 },
  { " 1.5 s ", 3 * S / 2 },
  { "1,5\302\240s", 3 * S / 2 },
  { "250ms", S / 4 },
  { "0s", 0 },
  { "10s", 10 * S },
  { "+1s", 5 * S },
  { "-500 ms", 7 * S / 2 },
  { "+20", 4 * S + 20 },
  { "5001.25", 5 * S / 4 },
  { "5001250000000", 5 * S / 4 },
  { "23:59:56", 3 * S / 4 },
  { "23:59:56.5", 5 * S / 4 },
  { "00:00:01", 23 * S / 4 },
  { "0:00:01", 23 * S / 4 },
  { "2023-11-14T23:59:56", 3 * S / 4 },
  { "2023-11-14 23:59:56", 3 * S / 4 },
  { "2023-11-15 00:00:01", 23 * S / 4 },
  { "", STRATA_NO_TIME },
  { "soon", STRATA_NO_TIME },
  { "1.5.5s", STRATA_NO_TIME },
  { "10.1s", STRATA_NO_TIME },
  { "-1h", STRATA_NO_TIME },
  { "25:61:99", STRATA_NO_TIME },
  { ":", STRATA_NO_TIME },
  { "::::", STRATA_NO_TIME },
  { "12:00:00", STRATA_NO_TIME },
  { "99999999999999999999999999", STRATA_NO_TIME },
  { "+99999999999999999999999999s", STRATA_NO_TIME },
  { "9999-12-31 23:59:59", STRATA_NO_TIME },
  { "\377\376", STRATA_NO_TIME },
};

static void
test_parse (void)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  StrataTimeContext here = context;

  here.zone = utc;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      gint64 time_ns = 0;
      const gboolean is_time = strata_time_parse (rows[i].text, &here, &time_ns, &error);

      g_test_message ("%d", (int) i);
      if (rows[i].offset_ns == STRATA_NO_TIME)
        {
          g_assert_false (is_time);
          g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
          continue;
        }

      g_assert_no_error (error);
      g_assert_true (is_time);
      g_assert_cmpint (time_ns - here.trace_span.begin_ns, ==, rows[i].offset_ns);
    }
}

static void
test_without_calendar (void)
{
  StrataTimeContext bare = context;
  g_autoptr (GError) error = NULL;
  gint64 time_ns;

  bare.start_us = STRATA_NO_TIME;
  g_assert_false (strata_time_parse ("12:00:00", &bare, &time_ns, &error));
  g_assert_cmpstr (error->message, ==, "This trace does not contain the time of day.");
}

static void
test_describe (void)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  StrataTimeContext here = context;

  here.zone = utc;

  g_autofree char *text = strata_time_describe (&here, 5001 * S + 250);

  g_assert_cmpstr (text, ==, "1.00\302\240s after the start; 5001.000000250 in the file; 23:59:56");
  here.start_us = STRATA_NO_TIME;

  g_autofree char *bare = strata_time_describe (&here, 5000 * S);

  g_assert_cmpstr (bare, ==, "0\302\240ns after the start; 5000.000000000 in the file");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-text/parse", test_parse);
  g_test_add_func ("/time-text/without-calendar", test_without_calendar);
  g_test_add_func ("/time-text/describe", test_describe);

  return g_test_run ();
}
