/* test-hashes.c - keys of hash tables, short texts, and slots
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-pair-key.h"
#include "strata-slots.h"
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

static StrataSlot *
find_slot (const StrataSlots *slots,
           guint32 key,
           guint32 n_hashes)
{
  StrataSlot *slot = strata_slots_first (slots, key % n_hashes);

  while (slot->row != 0 && !(slot->hash == key % n_hashes && slot->row - 1 == key))
    slot = strata_slots_next (slots, slot);

  return slot;
}

/* Row n has the key n. With one hash for all, each search goes past all before it, and around the end. */
static void
test_slots (gconstpointer data)
{
  const guint32 n_hashes = GPOINTER_TO_UINT (data);
  const guint32 n_rows = n_hashes > 8 ? N_KEYS : 500;
  StrataSlots slots;

  strata_slots_init (&slots, 8);
  for (guint32 row = 0; row < n_rows; row++)
    {
      StrataSlot *slot = find_slot (&slots, row, n_hashes);

      g_assert_cmpuint (slot->row, ==, 0);
      strata_slots_take (&slots, slot, row % n_hashes, row + 1);
      g_assert_cmpuint (3 * slots.n_slots, >=, 4 * (row + 1));
    }

  for (guint32 row = 0; row < n_rows; row++)
    g_assert_cmpuint (find_slot (&slots, row, n_hashes)->row, ==, row + 1);
  g_assert_cmpuint (find_slot (&slots, n_rows, n_hashes)->row, ==, 0);
  g_assert_cmpuint (slots.n_slots, <=, 4 * n_rows);
  strata_slots_clear (&slots);
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
  g_test_add_data_func ("/hashes/slots/all", GUINT_TO_POINTER (G_MAXUINT), test_slots);
  g_test_add_data_func ("/hashes/slots/one", GUINT_TO_POINTER (1), test_slots);
  g_test_add_data_func ("/hashes/slots/last", GUINT_TO_POINTER (7), test_slots);

  return g_test_run ();
}
