/* test-line-store.c - the compressed lines of a text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-kind-table.h"
#include "strata-line-store.h"

typedef struct
{
  const char *name;
  guint n_lines;
  guint n_most_bytes; /* of a line */
  guint n_alphabet;   /* 2 compresses well, 256 not at all */
  guint gap_every;    /* after so many lines, numbers are skipped; 0 for never */
} Case;

static const Case cases[] = {
  { "none", 0, 1, 1, 0 },
  { "one", 1, 40, 30, 0 },
  { "empty-lines", 1000, 1, 1, 0 },
  { "many", 20000, 200, 20, 0 },
  { "noise", 3000, 400, 256, 0 },
  { "long", 12, 700000, 4, 0 },
  { "too-long", 3, 3000000, 4, 0 },
  { "gaps", 5000, 60, 30, 7 },
};

/* Any bytes except a line end. */
static GBytes *
make_line (const Case *test,
           GRand *random)
{
  const guint n_bytes = (guint) g_rand_int_range (random, 0, (gint32) test->n_most_bytes);
  guint8 *text = g_malloc (n_bytes + 1);

  for (guint i = 0; i < n_bytes; i++)
    {
      text[i] = (guint8) g_rand_int_range (random, 0, (gint32) test->n_alphabet);
      if (text[i] == '\n')
        text[i] = 'n';
    }

  return g_bytes_new_take (text, n_bytes);
}

static void
assert_row (StrataLineStore *store,
            guint32 row,
            guint64 number,
            GBytes *expected)
{
  const guint block = strata_line_store_find_block (store, row);
  const StrataLineBlock *info = strata_line_store_get_block (store, block);
  g_autoptr (StrataLineText) text = strata_line_store_get_text (store, block);
  gsize n_expected_bytes;
  const void *expected_text = g_bytes_get_data (expected, &n_expected_bytes);
  gsize n_bytes;
  const char *line = strata_line_text_get (text, row - info->first_row, &n_bytes);

  n_expected_bytes = MIN (n_expected_bytes, STRATA_LINE_STORE_MAX_LINE_BYTES);
  g_assert_cmpuint (info->first_line + (row - info->first_row), ==, number);
  g_assert_cmpuint (strata_line_store_find_row (store, number), ==, row);
  g_assert_cmpmem (line, n_bytes, expected_text, n_expected_bytes);
  g_assert_cmpint (info->min_ns, <=, (gint64) number);
  g_assert_cmpint (info->max_ns, >=, (gint64) number);
}

static guint64
get_number (const Case *test,
            guint row)
{
  return row + 1 + (test->gap_every > 0 ? row / test->gap_every * 3 : 0);
}

static void
test_round (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (StrataLineStore) store = strata_line_store_new ("file");

  for (guint i = 0; i < test->n_lines; i++)
    {
      GBytes *line = make_line (test, random);
      gsize n_bytes;
      const void *text = g_bytes_get_data (line, &n_bytes);

      g_ptr_array_add (lines, line);
      strata_line_store_append (store, get_number (test, i), text != NULL ? text : "", n_bytes, (gint64) get_number (test, i));
    }

  strata_line_store_finish (store);
  g_assert_cmpuint (strata_line_store_get_n_lines (store), ==, test->n_lines);
  g_assert_cmpstr (strata_line_store_get_name (store), ==, "file");

  /* forwards, and then so that blocks enter and leave the cache */
  for (guint i = 0; i < test->n_lines; i++)
    assert_row (store, i, get_number (test, i), lines->pdata[i]);
  for (guint i = 0; i < test->n_lines; i++)
    {
      const guint row = (guint) g_rand_int_range (random, 0, (gint32) test->n_lines);

      assert_row (store, row, get_number (test, row), lines->pdata[row]);
    }

  if (test->gap_every > 0)
    g_assert_cmpuint (strata_line_store_find_row (store, test->gap_every + 1), ==, STRATA_NONE);
  g_assert_cmpuint (strata_line_store_find_row (store, 0), ==, STRATA_NONE);
  g_assert_cmpuint (strata_line_store_find_row (store, G_MAXUINT64), ==, STRATA_NONE);
}

/* Giving up halfway leaves nothing behind. */
static void
test_unfinished (void)
{
  g_autoptr (StrataLineStore) store = strata_line_store_new ("file");

  for (guint i = 0; i < 100000; i++)
    strata_line_store_append (store, i + 1, "some text that is not too short", 31, STRATA_NO_TIME);

  g_assert_cmpuint (strata_line_store_get_n_lines (store), ==, 100000);
}

/* Empty lines added at once are the same as added one by one. */
static void
test_empty (void)
{
  static const guint64 counts[] = { 0, 1, 7, 1000000 };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autoptr (StrataLineStore) store = strata_line_store_new ("file");
      g_autoptr (GBytes) first = g_bytes_new_static ("first", 5);
      g_autoptr (GBytes) last = g_bytes_new_static ("last", 4);
      const guint32 n = (guint32) counts[i];

      strata_line_store_append (store, 1, "first", 5, 1);
      strata_line_store_append_empty (store, 2, n);
      strata_line_store_append (store, n + 2, "last", 4, n + 2);
      strata_line_store_finish (store);
      g_assert_cmpuint (strata_line_store_get_n_lines (store), ==, n + 2);

      for (guint32 row = 0; row < n; row += MAX (n / 100, 1))
        {
          const guint block = strata_line_store_find_block (store, row + 1);
          const StrataLineBlock *info = strata_line_store_get_block (store, block);
          g_autoptr (StrataLineText) text = strata_line_store_get_text (store, block);
          gsize n_bytes;

          strata_line_text_get (text, row + 1 - info->first_row, &n_bytes);
          g_assert_cmpuint (n_bytes, ==, 0);
          g_assert_cmpuint (info->first_line + (row + 1 - info->first_row), ==, row + 2);
          g_assert_cmpuint (strata_line_store_find_row (store, row + 2), ==, row + 1);
        }

      assert_row (store, n + 1, n + 2, last);
      if (n == 0)
        assert_row (store, 0, 1, first);
    }
}

static gpointer
read_all (gpointer data)
{
  StrataLineStore *store = data;
  guint n_lines = 0;

  for (guint round = 0; round < 3; round++)
    for (guint block = 0; block < strata_line_store_get_n_blocks (store); block++)
      {
        g_autoptr (StrataLineText) text = strata_line_store_get_text (store, block);
        gsize n_bytes;

        strata_line_text_get (text, 0, &n_bytes);
        n_lines += n_bytes == 40;
      }

  return GUINT_TO_POINTER (n_lines);
}

static void
test_threads (void)
{
  g_autoptr (StrataLineStore) store = strata_line_store_new ("file");
  const char *line = "0123456789012345678901234567890123456789";
  GThread *threads[4];

  for (guint i = 0; i < 100000; i++)
    strata_line_store_append (store, i + 1, line, 40, i);

  strata_line_store_finish (store);
  g_assert_cmpuint (strata_line_store_get_n_blocks (store), >, 12);
  g_assert_cmpuint (strata_line_store_get_n_bytes (store), <, 100000);

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("reader", read_all, store);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_cmpuint (GPOINTER_TO_UINT (g_thread_join (threads[i])), ==, 3 * strata_line_store_get_n_blocks (store));
}

static void
test_kinds (void)
{
  g_autoptr (StrataKindTable) table = strata_kind_table_new ();
  guint n_kinds;
  const StrataKind *kinds;

  for (guint i = 0; i < 5000; i++)
    {
      g_autofree char *name = g_strdup_printf ("kind-%u", i);

      strata_kind_table_count (table, name, strlen (name), FALSE);
      strata_kind_table_count (table, "sched_switch", 12, TRUE);
      strata_kind_table_count (table, "", 0, FALSE);
    }

  strata_kind_table_sort (table);
  kinds = strata_kind_table_get (table, &n_kinds);
  g_assert_cmpuint (n_kinds, ==, STRATA_MAX_KINDS);
  g_assert_cmpstr (kinds[0].name, ==, "");
  g_assert_cmpuint (kinds[0].count, ==, 5000);
  g_assert_cmpstr (kinds[1].name, ==, "sched_switch");
  g_assert_true (kinds[1].is_known);
  g_assert_cmpstr (kinds[2].name, ==, "(other kinds)");
  g_assert_cmpuint (kinds[2].count, ==, 5000 - (STRATA_MAX_KINDS - 3));
}

static void
test_sizes (void)
{
  g_autoptr (StrataKindTable) table = strata_kind_table_new ();
  guint n_kinds;

  strata_kind_table_add (table, "packet", G_GUINT64_CONSTANT (5000000000), 70);
  strata_kind_table_add (table, "packet", 1, 30);
  strata_kind_table_count (table, "sched_switch", 12, TRUE);

  const StrataKind *kinds = strata_kind_table_get (table, &n_kinds);

  g_assert_cmpuint (n_kinds, ==, 2);
  g_assert_cmpuint (kinds[0].count, ==, G_GUINT64_CONSTANT (5000000001));
  g_assert_cmpuint (kinds[0].n_bytes, ==, 100);
  g_assert_false (kinds[0].is_known);
  g_assert_cmpuint (kinds[1].n_bytes, ==, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/line-store/round/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_round);
    }

  g_test_add_func ("/line-store/unfinished", test_unfinished);
  g_test_add_func ("/line-store/empty", test_empty);
  g_test_add_func ("/line-store/threads", test_threads);
  g_test_add_func ("/kind-table/count", test_kinds);
  g_test_add_func ("/kind-table/sizes", test_sizes);

  return g_test_run ();
}
