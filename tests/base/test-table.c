/* test-table.c - what names of tables mean
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-table.h"

static void
test_styles (void)
{
  static const struct
  {
    const char *name;
    StrataTableStyle style;
    gboolean is_known;
  } cases[] = {
    { "a.csv", STRATA_TABLE_CSV, TRUE },
    { "folder.csv/a.b.TSV", STRATA_TABLE_TSV, TRUE },
    { "a.json", STRATA_TABLE_JSON, TRUE },
    { "csv", 0, FALSE },
    { "a.txt", 0, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      StrataTableStyle style;

      g_assert_cmpint (strata_table_style_from_name (cases[i].name, &style), ==, cases[i].is_known);
      if (cases[i].is_known)
        g_assert_cmpint (style, ==, cases[i].style);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/styles", test_styles);

  return g_test_run ();
}
