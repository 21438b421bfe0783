/* test-rows.c - the parts that tables are made of
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-span.h"
#include "strata-table-rows.h"

enum
{
  NAME,
  LENGTH,
  TIME,
  COUNT,
};

typedef struct
{
  const char *name;
  gint64 length_ns;
  gint64 time_ns;
  gint64 n;
} Row;

static const Row all[] = {
  { "b", 2000000, 1000005000, 1234567 },
  { "A", STRATA_NO_TIME, 1000000000, 3 },
  { "b", -500, STRATA_NO_TIME, -1 },
};

static gboolean
get (StrataRow row,
     guint column,
     StrataCell *cell)
{
  switch (column)
    {
    case NAME:
      strata_cell_take_text (cell, g_strdup (all[row.number].name));
      break;
    case LENGTH:
      strata_cell_set_number (cell, all[row.number].length_ns);
      break;
    case TIME:
      strata_cell_set_number (cell, all[row.number].time_ns);
      break;
    default:
      if (all[row.number].n >= 0)
        strata_cell_set_number (cell, all[row.number].n);
    }

  return TRUE;
}

static gboolean
show (StrataRow row,
      guint column,
      StrataCell *cell)
{
  if (column != NAME || row.number != 1)
    return FALSE;

  strata_cell_set_text (cell, "an A");
  return TRUE;
}

static const StrataTableColumn columns[] = {
  [NAME] = { "name", "Name", STRATA_CELL_TEXT, .is_wide = TRUE },
  [LENGTH] = { "length_ns", "Length", STRATA_CELL_DURATION },
  [TIME] = { "ts_ns", "Time", STRATA_CELL_TIME },
  [COUNT] = { "count", "Count", STRATA_CELL_COUNT },
};

static const guint8 printed[] = { COUNT, NAME };

static const StrataRowClass klass = {
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .exported = { NULL, TIME + 1 },
  .printed = STRATA_COLUMN_LIST (printed),
  .get = get,
  .show = show,
};

static void
assert_text (const StrataRows *rows,
             guint row,
             guint column,
             const char *expected)
{
  g_autofree char *text = strata_rows_dup_text (rows, row, column);
  g_auto (GStrv) parts = g_strsplit (text, "\302\240", -1);
  g_autofree char *plain = g_strjoinv (" ", parts);

  g_assert_cmpstr (plain, ==, expected);
}

static void
test_text (void)
{
  g_autoptr (StrataRows) rows = strata_rows_new (&klass, NULL, G_N_ELEMENTS (all));
  g_autofree char *tooltip = strata_rows_dup_tooltip (rows, 1, NAME);
  g_autofree char *none = strata_rows_dup_tooltip (rows, 1, LENGTH);

  strata_rows_set_axis (rows, (StrataSpan){ 1000000000, 2000000000 });
  assert_text (rows, 0, TIME, "5 µs");
  strata_rows_set_axis (rows, (StrataSpan){ 1000000000, 1000999999 });
  assert_text (rows, 0, TIME, "5.000 µs");
  assert_text (rows, 0, LENGTH, "2.00 ms");
  assert_text (rows, 1, LENGTH, "");
  assert_text (rows, 2, LENGTH, "-500 ns");
  assert_text (rows, 1, NAME, "an A");
  assert_text (rows, 2, TIME, "");
  assert_text (rows, 2, COUNT, "");
  g_assert_cmpstr (tooltip, ==, "an A");
  g_assert_null (none);
}

static void
test_sort (void)
{
  static const struct
  {
    guint column;
    gboolean is_descending;
    guint32 expected[G_N_ELEMENTS (all)];
  } cases[] = {
    { NAME, FALSE, { 1, 0, 2 } },
    { NAME, TRUE, { 0, 2, 1 } },
    { LENGTH, FALSE, { 1, 2, 0 } },
    { LENGTH, TRUE, { 0, 2, 1 } },
    { TIME, FALSE, { 2, 1, 0 } },
    { COUNT, TRUE, { 0, 1, 2 } },
  };
  g_autoptr (StrataRows) rows = strata_rows_new (&klass, NULL, G_N_ELEMENTS (all));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint32 listed[] = { 0, 1, 2 };

      strata_rows_sort (rows, listed, G_N_ELEMENTS (listed), cases[i].column, cases[i].is_descending);
      g_assert_cmpmem (listed, sizeof listed, cases[i].expected, sizeof cases[i].expected);
    }
}

static void
test_write (void)
{
  static const guint32 listed[] = { 2, 0 };
  g_autoptr (StrataRows) rows = strata_rows_new (&klass, NULL, G_N_ELEMENTS (all));
  g_autoptr (StrataTableRows) written = strata_table_rows_new_listed ("name", rows, listed, G_N_ELEMENTS (listed));
  g_autofree char *csv = strata_table_rows_dup_text (written, STRATA_TABLE_CSV);
  g_autofree char *text = strata_table_rows_dup_text (written, STRATA_TABLE_TEXT);

  g_assert_cmpstr (csv, ==, "name,length_ns,ts_ns\nb,-500,\nb,2000000,1000005000\n");
  g_assert_cmpstr (text, ==, "  Count  Name\n      –  b\n1234567  b\n");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rows/text", test_text);
  g_test_add_func ("/rows/sort", test_sort);
  g_test_add_func ("/rows/write", test_write);

  return g_test_run ();
}
