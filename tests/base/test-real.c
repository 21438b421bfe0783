/* test-real.c - fractional numbers as text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-real.h"

static const struct
{
  double number;
  const char *exact;
  const char *brief;
} rows[] = {
  { 0, "0.0", "0" },
  { 1, "1.0", "1" },
  { -42, "-42.0", "-42" },
  { 1555200, "1555200.0", "1555200" },
  { 0.1 + 0.2, "0.30000000000000004", "0.3" },
  { 12.34567, "12.34567", "12.35" },
  { 999.96, "999.96", "1000" },
  { 1234.5678, "1234.5678", "1234.6" },
  { 4294967295.5, "4294967295.5", "4294967295.5" },
  { -0.0, "-0.0", "-0" },
  { 0.5, "0.5", "0.5" },
  { -12.000001, "-12.000001", "-12" },
  { 0.0001, "0.0001", "0.0001" },
  { 0.000099, "9.9e-05", "9.9e-05" },
  { 999999999.999999, "999999999.999999", "1000000000.0" },
  { 1e9, "1000000000.0", "1000000000" },
  { 999999999999999, "999999999999999.0", "999999999999999" },
  { 1e15, "1e+15", "1e+15" },
  { -1e300, "-1e+300", "-1e+300" },
  { 0.000012345678, "1.2345678e-05", "1.235e-05" },
  { INFINITY, "inf", "inf" },
};

static void
test_formats (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];
      g_autofree char *brief = strata_real_dup_short (rows[i].number);

      g_assert_cmpstr (strata_real_format (rows[i].number, text), ==, rows[i].exact);
      g_assert_cmpstr (brief, ==, rows[i].brief);
      g_assert_true (g_ascii_strtod (text, NULL) == rows[i].number);
    }
}

/* Numbers of few digits are written without printf(): the text has to be the same. */
static void
test_quick (void)
{
  double power = 1;

  for (guint n_decimals = 0; n_decimals < 9; n_decimals++, power *= 10)
    for (guint i = 0; i < 3000; i++)
      {
        const double number = (double) g_test_rand_int_range (-2000000000, 2000000000) / (i % 2 == 0 ? power : 1e3 * power);
        char text[G_ASCII_DTOSTR_BUF_SIZE];
        char wanted[G_ASCII_DTOSTR_BUF_SIZE];

        g_ascii_formatd (wanted, sizeof wanted, "%.15g", number);
        if (strpbrk (wanted, ".e") == NULL)
          g_strlcat (wanted, ".0", sizeof wanted);

        g_assert_cmpstr (strata_real_format (number, text), ==, wanted);
      }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/real/formats", test_formats);
  g_test_add_func ("/real/quick", test_quick);

  return g_test_run ();
}
