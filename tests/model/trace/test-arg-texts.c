/* test-arg-texts.c - packed texts of arguments
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-arg-texts.h"

#include <string.h>

#define N_RANDOM 100000

static guint32
intern (StrataArgTexts *texts,
        const char *text)
{
  return strata_arg_texts_intern (texts, text, strlen (text));
}

static void
test_whole_texts (void)
{
  static const char *const rows[] = {
    "",
    "0",
    "00",
    "007",
    "x=1.05,y=-20,z=1e+07",
    "flow=0xf7c61eb209c2de9e,id=18446744073709551615",
    "id=99999999999999999999999999999999999999999999,n=000000000000000000000000000000000001",
    "a=0x,b=0x0,c=0x00ff,d=0xFF,e=0xfg,f=0x123456789abcdef01,g=0",
    "\001=\0021\003\004\001",
    "name=\303\244 12 \342\200\246",
    "file=base/a.cc,line=49",
  };
  g_autoptr (StrataArgTexts) texts = strata_arg_texts_new ();

  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
      {
        const guint32 id = intern (texts, rows[i]);
        g_autofree char *text = strata_arg_texts_dup (texts, id);

        g_assert_cmpuint (id, ==, i);
        g_assert_cmpstr (text, ==, rows[i]);
      }

  g_assert_cmpuint (strata_arg_texts_get_n_texts (texts), ==, G_N_ELEMENTS (rows));
}

/* Text that is not UTF-8 is repaired as in a string pool. */
static void
test_repair (void)
{
  static const char bytes[] = "a=\303"
                              "1,b=\0002,c=\377";
  g_autoptr (StrataArgTexts) texts = strata_arg_texts_new ();
  g_autofree char *text = strata_arg_texts_dup (texts, strata_arg_texts_intern (texts, bytes, sizeof bytes - 1));

  g_assert_cmpstr (text, ==, "a=\357\277\2751,b=\357\277\2752,c=\357\277\275");
}

/* Texts of a few characters that make up marks, numbers of all lengths and the edges between them; each is found again. */
static void
test_random (void)
{
  static const char characters[] = "0000123456789xaf,=-.\001\002\003\004";
  g_autoptr (StrataArgTexts) texts = strata_arg_texts_new ();
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (guint i = 0; i < N_RANDOM; i++)
    {
      char text[64] = "";
      const gint32 n_bytes = g_rand_int_range (random, 1, i % 2 == 0 ? 6 : (gint32) sizeof text);

      for (gint32 j = 0; j < n_bytes; j++)
        text[j] = characters[g_rand_int_range (random, 0, strlen (characters))];

      const guint32 id = intern (texts, text);
      g_autofree char *again = strata_arg_texts_dup (texts, id);
      gpointer known;

      g_assert_cmpstr (again, ==, text);
      if (g_hash_table_lookup_extended (ids, text, NULL, &known))
        g_assert_cmpuint (GPOINTER_TO_UINT (known), ==, id);
      else
        g_hash_table_insert (ids, g_strdup (text), GUINT_TO_POINTER (id));
    }

  g_assert_cmpuint (g_hash_table_size (ids) + 1, ==, strata_arg_texts_get_n_texts (texts));
}

static void
test_words (void)
{
  g_autoptr (StrataArgTexts) texts = strata_arg_texts_new ();

  g_assert_true (strata_arg_texts_has_word (texts, intern (texts, "id=5,flow=0x1"), "flow"));
  g_assert_false (strata_arg_texts_has_word (texts, intern (texts, "id=5,flo=0x1"), "flow"));
  g_assert_false (strata_arg_texts_has_word (texts, STRATA_ARGS_NONE, "flow"));
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/arg-texts/whole-texts", test_whole_texts);
  g_test_add_func ("/arg-texts/repair", test_repair);
  g_test_add_func ("/arg-texts/random", test_random);
  g_test_add_func ("/arg-texts/words", test_words);

  return g_test_run ();
}
