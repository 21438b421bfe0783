/* test-hashes.c - keys of hash tables and of short texts
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-pair-key.h"
#include "strata-word.h"

#define N_KEYS 10000

static gint
count_different (const guint32 *hashes,
                 guint n_slots)
{
  g_autofree gboolean *is_used = g_new0 (gboolean, n_slots);
  gint n = 0;

  for (guint i = 0; i < N_KEYS; i++)
    {
      n += !is_used[hashes[i] % n_slots];
      is_used[hashes[i] % n_slots] = TRUE;
    }

  return n;
}

/* At random, 10,000 keys fall into 7,536 of 16,384 slots. */
static void
test_equal_halves (void)
{
  guint32 hashes[N_KEYS];

  for (guint64 i = 0; i < N_KEYS; i++)
    {
      const guint64 key = i << 32 | i;

      hashes[i] = strata_int64_hash (&key);
    }

  g_assert_cmpint (count_different (hashes, 16384), >, 7000);
}

/* Texts that differ only in their last bytes. */
static void
test_texts (gconstpointer data)
{
  const char *begin = data;
  guint32 hashes[N_KEYS];

  for (guint i = 0; i < N_KEYS; i++)
    {
      g_autofree char *text = g_strdup_printf ("%s%04u", begin, i);

      hashes[i] = strata_word_hash (text, strlen (text));
    }

  g_assert_cmpint (count_different (hashes, 16384), >, 7000);
}

static void
test_equal_texts (void)
{
  for (gsize n = 0; n <= 40; n++)
    {
      char a[41] = { 0 };
      char b[41] = { 0 };

      g_assert_true (strata_word_equal (a, b, n));
      for (gsize i = 0; i <= n && i < sizeof b; i++)
        {
          b[i] = 'x';
          g_assert_cmpint (strata_word_equal (a, b, n), ==, i == n);
          b[i] = 0;
        }
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hashes/equal-halves", test_equal_halves);
  g_test_add_data_func ("/hashes/last-bytes", "C|1234|VSYNC-app|", test_texts);
  g_test_add_data_func ("/hashes/short-texts", "E|", test_texts);
  g_test_add_func ("/hashes/equal-texts", test_equal_texts);

  return g_test_run ();
}
