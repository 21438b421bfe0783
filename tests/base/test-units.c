/* test-units.c - times, shares and sizes as text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-units.h"

#include <locale.h>
#include <string.h>

#include "strata-short-text.h"
#include "strata-span.h"

#define NBSP "\302\240"
#define NNBSP "\342\200\257"

static void
test_duration (void)
{
  static const struct
  {
    gint64 duration_ns;
    const char *expected;
  } rows[] = {
    { 0, "0" NBSP "ns" },
    { 812, "812" NBSP "ns" },
    { 1000, "1.00" NBSP "µs" },
    { 16667000, "16.7" NBSP "ms" },
    { 9994999, "9.99" NBSP "ms" },
    { 9999000, "10.0" NBSP "ms" },
    { 999949999, "999.9" NBSP "ms" },
    { 999950000, "1.00" NBSP "s" },
    { -999999999, "-1.00" NBSP "s" },
    { 999950, "1.00" NBSP "ms" },
    { 999, "999" NBSP "ns" },
    { 412000000, "412.0" NBSP "ms" },
    { 1240000000, "1.24" NBSP "s" },
    { G_GINT64_CONSTANT (3600000000000), "3600" NBSP "s" },
    { -16667000, "-16.7" NBSP "ms" },
    { G_MAXINT64, "9223372037" NBSP "s" },
    { STRATA_NO_TIME, "–" },
  };
  char text[STRATA_UNITS_BYTES];

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpstr (strata_units_duration (rows[i].duration_ns, text), ==, rows[i].expected);
}

/* A value rounded to zero has no sign. */
static void
test_change (void)
{
  static const struct
  {
    double change_frac;
    const char *expected;
  } rows[] = {
    { 0, "0 %" },
    { -0.0, "0 %" },
    { -0.0004, "0 %" },
    { 0.0004, "0 %" },
    { -0.0006, "-0.1 %" },
    { 0.123, "+12.3 %" },
    { 11.3, "×12.3" },
  };
  char text[STRATA_UNITS_BYTES];

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpstr (strata_units_change (rows[i].change_frac, text), ==, rows[i].expected);
}

static void
test_offset_tells_neighbours_apart (void)
{
  static const struct
  {
    gint64 offset_ns;
    gint64 step_ns;
    const char *expected;
  } rows[] = {
    { 1216000000, 1000000, "1.216" NBSP "s" },
    { 1200000000, 100000000, "1.2" NBSP "s" },
    { 2000000000, G_GINT64_CONSTANT (1000000000), "2" NBSP "s" },
    { 16500000, 500000, "16.5" NBSP "ms" },
    { 0, 1000, "0" NBSP "µs" },
    { G_GINT64_CONSTANT (1000000001), 1, "1.000000001" NBSP "s" },
    { G_GINT64_CONSTANT (2207519999000000020), 20, "2207519999.00000002" NBSP "s" },
    { G_GINT64_CONSTANT (2207519999000000040), 20, "2207519999.00000004" NBSP "s" },
    { G_GINT64_CONSTANT (2207519999999999999), 1, "2207519999.999999999" NBSP "s" },
    { G_GINT64_CONSTANT (2207519999999999999), 1000, "2207520000.000000" NBSP "s" },
    { G_GINT64_CONSTANT (-1216500000), 100000, "-1.2165" NBSP "s" },
    { -1, 1000, "0" NBSP "µs" },
    { G_MININT64, 1, "-9223372036.854775808" NBSP "s" },
    { 0, G_MAXINT64, "0" NBSP "s" },
  };
  char text[STRATA_UNITS_BYTES];

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpstr (strata_units_offset (rows[i].offset_ns, rows[i].step_ns, text), ==, rows[i].expected);
}

/* Far from the begin as well as near it, labels one step apart differ. */
static void
test_far_offsets (void)
{
  static const gint64 steps_ns[] = { 1, 2, 5, 20, 100, 5000, 1000000 };
  char before[STRATA_UNITS_BYTES];
  char text[STRATA_UNITS_BYTES];

  for (guint i = 0; i < G_N_ELEMENTS (steps_ns); i++)
    for (gint64 k = 1; k < 200; k++)
      {
        const gint64 offset_ns = (G_GINT64_CONSTANT (2207519999) * 1000000000 / steps_ns[i] + k) * steps_ns[i];

        strata_units_offset (offset_ns - steps_ns[i], steps_ns[i], before);
        strata_units_offset (offset_ns, steps_ns[i], text);
        g_assert_cmpstr (before, !=, text);
      }
}

/* No nanosecond is lost; whole microseconds are written without nanoseconds. */
static void
test_instant (void)
{
  static const struct
  {
    gint64 offset_ns;
    const char *expected;
  } rows[] = {
    { 0, "0" NBSP "µs" },
    { 812, "812" NBSP "ns" },
    { 1000, "1" NBSP "µs" },
    { 1001, "1.001" NBSP "µs" },
    { 16500000, "16.500" NBSP "ms" },
    { 16500001, "16.500001" NBSP "ms" },
    { 1216000000, "1.216000" NBSP "s" },
    { G_GINT64_CONSTANT (17280000000025027), "17280000.000025027" NBSP "s" },
    { G_GINT64_CONSTANT (-1000000001), "-1.000000001" NBSP "s" },
  };
  char text[STRATA_UNITS_BYTES];

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpstr (strata_units_instant (rows[i].offset_ns, text), ==, rows[i].expected);
}

/* In languages with a decimal comma, times have it like durations. */
static void
test_comma (void)
{
  char text[STRATA_UNITS_BYTES];

  if (setlocale (LC_NUMERIC, "de_DE.UTF-8") == NULL)
    {
      g_test_skip ("this computer has no de_DE.UTF-8");
      return;
    }

  g_assert_cmpstr (strata_units_duration (42600000, text), ==, "42,6" NBSP "ms");
  g_assert_cmpstr (strata_units_instant (1501505000, text), ==, "1,501505" NBSP "s");
  g_assert_cmpstr (strata_units_offset (1480000000, 20000000, text), ==, "1,48" NBSP "s");
  setlocale (LC_NUMERIC, "C");
}

static void
test_frequency (void)
{
  static const struct
  {
    gint64 khz;
    const char *expected;
  } rows[] = {
    { 0, "0" NBSP "kHz" },
    { 999, "999" NBSP "kHz" },
    { 1000, "1" NBSP "MHz" },
    { 691200, "691" NBSP "MHz" },
    { 999499, "999" NBSP "MHz" },
    { 999500, "1.00" NBSP "GHz" },
    { 2841600, "2.84" NBSP "GHz" },
    { -3000000, "-3.00" NBSP "GHz" },
    { G_MININT64, "-9223372036854.78" NBSP "GHz" },
  };
  char text[STRATA_UNITS_BYTES];

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpstr (strata_units_frequency (rows[i].khz, text), ==, rows[i].expected);
}

static void
test_share_count_bytes (void)
{
  char text[STRATA_UNITS_BYTES];

  g_assert_cmpstr (strata_units_share (382, 1000, text), ==, "38.2" NBSP "%");
  g_assert_cmpstr (strata_units_share (1, 0, text), ==, "–");
  g_assert_cmpstr (strata_units_share (STRATA_NO_TIME, 10, text), ==, "–");
  g_assert_cmpstr (strata_units_count (27876, text), ==, "27" NNBSP "876");
  g_assert_cmpstr (strata_units_count (-1000, text), ==, "-1" NNBSP "000");
  g_assert_cmpstr (strata_units_count (-100, text), ==, "-100");
  g_assert_cmpstr (strata_units_count (G_MININT64, text), ==,
                   "-9" NNBSP "223" NNBSP "372" NNBSP "036" NNBSP "854" NNBSP "775" NNBSP "808");
  g_assert_cmpstr (strata_units_bytes (181414937, text), ==, "181" NBSP "MB");
  g_assert_cmpstr (strata_units_bytes (1500, text), ==, "1.5" NBSP "kB");
  g_assert_cmpstr (strata_units_bytes (999, text), ==, "999" NBSP "B");
}

/* Texts of so many two-byte characters, before and after. */
static void
test_short_text (void)
{
  static const struct
  {
    gsize n[2];
    gsize n_bytes[2];
  } rows[] = {
    { { 0, 3 }, { 0, 6 } },
    { { 500, 500 }, { 1000, 1000 } },
    { { 501, 2 }, { 999, 4 } },
    { { 2, 9000 }, { 4, 999 } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint line = 0; line < 2; line++)
        {
          g_string_append (text, line > 0 ? "\n" : "");
          for (gsize n = 0; n < rows[i].n[line]; n++)
            g_string_append (text, "é");
        }

      g_autofree char *cut = strata_short_text_cut (g_string_free (g_steal_pointer (&text), FALSE));
      g_auto (GStrv) lines = g_strsplit (cut, "\n", -1);

      g_assert_true (g_utf8_validate (cut, -1, NULL));
      g_assert_cmpuint (g_strv_length (lines), ==, 2);
      for (guint line = 0; line < 2; line++)
        {
          g_assert_cmpuint (strlen (lines[line]), ==, rows[i].n_bytes[line]);
          g_assert_cmpint (g_str_has_suffix (lines[line], "…"), ==, rows[i].n[line] > 500);
        }
    }

  g_assert_null (strata_short_text_cut (NULL));

  char cut[] = "abcé";

  g_assert_cmpuint (strata_short_text_end (cut, 5), ==, 5);
  g_assert_cmpstr (cut, ==, "ab…");

  char cut_inside[] = "aéde";

  g_assert_cmpuint (strata_short_text_end (cut_inside, 5), ==, 4);
  g_assert_cmpmem (cut_inside, 4, "a…", 4);
}

/* Weights other than time have the unit of the samples. */
static void
test_amount (void)
{
  static const struct
  {
    gint64 amount;
    const char *unit;
    const char *text;
    const char *delta;
  } cases[] = {
    { 29611655, "bytes", "29.6 MB", "+29.6 MB" },
    { 512, "bytes", "512 B", "+512 B" },
    { -309449952, "cycles", "-309.4 M cycles", "-309.4 M cycles" },
    { 17, "samples", "17 samples", "+17 samples" },
    { 12345, "a-very-long-name-of-an-event", "12.3 k a-very-long-nam…", "+12.3 k a-very-long-nam…" },
    { 16700000, NULL, "16.7 ms", "+16.7 ms" },
    { STRATA_NO_TIME, "bytes", "–", NULL },
  };
  char text[STRATA_UNITS_BYTES];

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) words = g_strsplit (strata_units_amount (cases[i].amount, cases[i].unit, text), "\302\240", -1);
      g_auto (GStrv) delta_words = g_strsplit (strata_units_amount_delta (cases[i].amount, cases[i].unit, text), "\302\240", -1);
      g_autofree char *found = g_strjoinv (" ", words);
      g_autofree char *delta = g_strjoinv (" ", delta_words);

      g_assert_cmpstr (found, ==, cases[i].text);
      if (cases[i].delta != NULL)
        g_assert_cmpstr (delta, ==, cases[i].delta);
    }

  g_assert_cmpstr (strata_units_amount_offset (1500000, 500000, "cycles", text), ==, "1.5\302\240M\302\240cycles");
  g_assert_cmpstr (strata_units_amount_offset (20971520, 1, "bytes", text), ==, "20.971520\302\240MB");
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/units/duration", test_duration);
  g_test_add_func ("/units/change", test_change);
  g_test_add_func ("/units/offset-tells-neighbours-apart", test_offset_tells_neighbours_apart);
  g_test_add_func ("/units/far-offsets", test_far_offsets);
  g_test_add_func ("/units/instant", test_instant);
  g_test_add_func ("/units/comma", test_comma);
  g_test_add_func ("/units/frequency", test_frequency);
  g_test_add_func ("/units/share-count-bytes", test_share_count_bytes);
  g_test_add_func ("/units/short-text", test_short_text);
  g_test_add_func ("/units/amount", test_amount);

  return g_test_run ();
}
