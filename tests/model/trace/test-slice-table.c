/* test-slice-table.c - finds slices in rows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-slice-table.h"

#include <string.h>

/* One row of @n consecutive slices, with lengths determined by @seed. */
static void
make_row (StrataSliceTable *table,
          guint32 n,
          guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  gint64 *wall_ns = g_new (gint64, MAX (n, 1));
  gint64 now_ns = 1000;

  memset (table, 0, sizeof *table);
  table->n_slices = n;
  table->first_async = n;
  table->start_ns = g_new (gint64, MAX (n, 1));
  table->order = g_new (guint32, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    {
      wall_ns[i] = g_rand_int_range (rand, 0, 1000);
      table->start_ns[i] = now_ns;
      table->order[i] = i;
      now_ns += wall_ns[i] + g_rand_int_range (rand, 0, 50);
    }

  strata_ns_column_take (&table->wall, wall_ns, n);
  strata_slice_table_index (table);
}

static gint64
find_longest_slowly (const StrataSliceTable *table,
                     guint32 begin,
                     guint32 end)
{
  gint64 longest_ns = -1;

  for (guint32 i = begin; i < end; i++)
    longest_ns = MAX (longest_ns, strata_slice_table_get_wall_ns (table, i));

  return longest_ns;
}

static void
test_find_longest (void)
{
  static const guint32 sizes[] = { 0, 1, 15, 16, 17, 255, 256, 257, 5000 };

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (s);
      StrataSliceTable table;

      make_row (&table, sizes[s], s);
      g_assert_cmpuint (strata_slice_table_find_longest (&table, 0, 0), ==, STRATA_NONE);

      for (guint k = 0; k < 500 && sizes[s] > 0; k++)
        {
          guint32 begin = (guint32) g_rand_int_range (rand, 0, (gint32) sizes[s]);
          guint32 end = (guint32) g_rand_int_range (rand, (gint32) begin + 1, (gint32) sizes[s] + 1);
          guint32 place = strata_slice_table_find_longest (&table, begin, end);

          g_assert_cmpuint (place, >=, begin);
          g_assert_cmpuint (place, <, end);
          g_assert_cmpint (strata_slice_table_get_wall_ns (&table, place), ==, find_longest_slowly (&table, begin, end));
        }

      strata_slice_table_clear (&table);
    }
}

static void
test_find_in_time (void)
{
  StrataSliceTable table;

  make_row (&table, 1000, 7);

  for (gint64 time_ns = 0; time_ns < 600000; time_ns += 171)
    {
      guint32 first = 0;
      guint32 next = 0;

      while (first < 1000 && strata_slice_table_get_end_ns (&table, first) <= time_ns)
        first++;
      while (next < 1000 && table.start_ns[next] < time_ns)
        next++;

      g_assert_cmpuint (strata_slice_table_find_first (&table, 0, 1000, time_ns), ==, first);
      g_assert_cmpuint (strata_slice_table_find_next_start (&table, 0, 1000, time_ns), ==, next);
      g_assert_cmpuint (strata_slice_table_find_next_start (&table, next, 1000, time_ns), ==, next);
    }

  g_assert_cmpuint (strata_slice_table_find_first (&table, 5, 5, 0), ==, 5);
  g_assert_cmpuint (strata_slice_table_find_next_start (&table, 5, 5, 0), ==, 5);
  strata_slice_table_clear (&table);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/slice-table/find-longest", test_find_longest);
  g_test_add_func ("/slice-table/find-in-time", test_find_in_time);
  return g_test_run ();
}
