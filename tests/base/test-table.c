/* test-table.c - the meaning of table names and cells
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

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

/* Results of a query are written so that they read back unchanged; JSON has no infinite numbers. */
static void
test_exact (void)
{
  static const StrataTableColumn column = { "value", "Value", STRATA_CELL_NUMBER };
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  StrataOutput *output = strata_output_new_for_stream (stream, NULL);
  StrataTable *table = strata_table_new (output, STRATA_TABLE_JSON, &column, 1);
  const double numbers[] = { 1555200, 0.1 + 0.2, HUGE_VAL };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_auto (StrataCell) cell = STRATA_CELL_INIT;

      strata_cell_set_real (&cell, numbers[i]);
      strata_table_cell (table, &cell);
    }

  strata_table_close (table);
  g_assert_true (strata_output_close (output, NULL));
  g_output_stream_write_all (stream, "", 1, NULL, NULL, NULL);
  g_assert_cmpstr (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream)), ==, "[\n{\"value\":1555200.0},\n{\"value\":0.30000000000000004},\n{\"value\":null}\n]\n");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table/styles", test_styles);
  g_test_add_func ("/table/exact", test_exact);

  return g_test_run ();
}
