/* test-string-pool.c - interned strings
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-string-pool.h"

#include <string.h>

#include "strata-span.h"

static void
test_equal_texts_share_an_id (void)
{
  g_autoptr (StrataStringPool) pool = strata_string_pool_new ();
  guint32 a = strata_string_pool_intern (pool, "doFrame 12", 7);
  guint32 b = strata_string_pool_intern (pool, "doFrame", 7);
  guint32 c = strata_string_pool_intern (pool, "doFrame ", 8);

  g_assert_cmpuint (a, ==, b);
  g_assert_cmpuint (a, !=, c);
  g_assert_cmpstr (strata_string_pool_get (pool, a), ==, "doFrame");
  g_assert_cmpuint (strata_string_pool_intern (pool, "", 0), ==, STRATA_STRING_EMPTY);
  g_assert_cmpstr (strata_string_pool_get (pool, STRATA_NONE), ==, "");
}

static void
test_lookup_adds_nothing (void)
{
  g_autoptr (StrataStringPool) pool = strata_string_pool_new ();
  guint32 id = strata_string_pool_intern (pool, "layout", 6);

  g_assert_cmpuint (strata_string_pool_lookup (pool, "layout"), ==, id);
  g_assert_cmpuint (strata_string_pool_lookup (pool, "measure"), ==, STRATA_NONE);
  g_assert_cmpuint (strata_string_pool_get_n_strings (pool), ==, 2);
}

static void
test_everything_is_utf8 (void)
{
  static const struct
  {
    const char *bytes;
    gsize n_bytes;
    const char *expected;
  } rows[] = {
    { "\xe6\xb8\xb2\xe6\x9f\x93", 6, "渲染" },
    { "\xe6\xb8\xb2\xe6\x9f", 5, "渲\357\277\275\357\277\275" },
    { "a\0b", 3, "a\357\277\275b" },
    { "\xff", 1, "\357\277\275" },
  };
  g_autoptr (StrataStringPool) pool = strata_string_pool_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint32 id = strata_string_pool_intern (pool, rows[i].bytes, rows[i].n_bytes);
      const char *text = strata_string_pool_get (pool, id);

      g_assert_true (g_utf8_validate (text, -1, NULL));
      if (i != 1) /* GLib decides how many marks replace a cut character */
        g_assert_cmpstr (text, ==, rows[i].expected);
    }
}

static void
test_many_and_long (void)
{
  g_autoptr (StrataStringPool) pool = strata_string_pool_new ();
  g_autofree char *longest = g_strnfill (1000000, 'x');
  const guint n = 100000;

  for (guint i = 0; i < n; i++)
    {
      char text[32];
      int n_bytes = g_snprintf (text, sizeof text, "name %u", i);

      g_assert_cmpuint (strata_string_pool_intern (pool, text, (gsize) n_bytes), ==, i + 1);
    }

  guint32 id = strata_string_pool_intern (pool, longest, 1000000);

  g_assert_cmpstr (strata_string_pool_get (pool, 1), ==, "name 0");
  g_assert_cmpstr (strata_string_pool_get (pool, n), ==, "name 99999");
  g_assert_cmpstr (strata_string_pool_get (pool, id), ==, longest);
  g_assert_cmpuint (strata_string_pool_lookup (pool, "name 4711"), ==, 4712);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/string-pool/equal-texts-share-an-id", test_equal_texts_share_an_id);
  g_test_add_func ("/string-pool/lookup-adds-nothing", test_lookup_adds_nothing);
  g_test_add_func ("/string-pool/everything-is-utf8", test_everything_is_utf8);
  g_test_add_func ("/string-pool/many-and-long", test_many_and_long);
  return g_test_run ();
}
