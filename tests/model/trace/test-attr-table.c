/* test-attr-table.c - HiTrace attributes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-attr-table.h"

#include <string.h>

static void
test_sets_are_shared (void)
{
  g_autoptr (StrataAttrTable) table = strata_attr_table_new ();
  const StrataAttrs none = { 0 };
  guint32 first = STRATA_ATTRS_NONE;

  g_assert_cmpuint (strata_attr_table_intern (table, &none), ==, STRATA_ATTRS_NONE);

  for (guint32 i = 1; i <= 1000; i++)
    {
      const StrataAttrs attrs = { .level = 'M', .tags = G_GUINT64_CONSTANT (1) << 62, .chain = i };
      guint32 id = strata_attr_table_intern (table, &attrs);

      first = i == 1 ? id : first;
      g_assert_cmpuint (strata_attr_table_get (table, id).chain, ==, i);
    }

  const StrataAttrs again = { .level = 'M', .tags = G_GUINT64_CONSTANT (1) << 62, .chain = 1 };

  g_assert_cmpuint (strata_attr_table_intern (table, &again), ==, first);
}

/* Sets with the same arguments, or the same rest, are apart. */
static void
test_arguments_and_rest (void)
{
  g_autoptr (StrataAttrTable) table = strata_attr_table_new ();
  guint32 ids[10][10];

  for (guint round = 0; round < 2; round++)
    for (guint32 i = 0; i < 10; i++)
      for (guint32 j = 0; j < 10; j++)
        {
          g_autofree char *text = i > 0 ? g_strdup_printf ("id=%u", i) : g_strdup ("");
          const StrataAttrs attrs = { .category = j, .args = strata_attr_table_intern_args (table, text, strlen (text)) };
          const guint32 id = strata_attr_table_intern (table, &attrs);
          g_autofree char *args = strata_attr_table_dup_args_of (table, id);

          g_assert_cmpstr (args, ==, text);
          g_assert_cmpuint (strata_attr_table_get (table, id).category, ==, j);
          g_assert_cmpuint (strata_attr_table_get (table, id).args, ==, attrs.args);
          if (round == 0)
            ids[i][j] = id;
          g_assert_cmpuint (ids[i][j], ==, id);
        }

  g_assert_cmpuint (strata_attr_table_get_n_sets (table), ==, 100);
}

static void
test_tags (void)
{
  g_autofree char *none = strata_tags_to_string (0);
  g_autofree char *two = strata_tags_to_string (G_GUINT64_CONSTANT (1) << 62 | G_GUINT64_CONSTANT (1) << 30);
  g_autofree char *unnamed = strata_tags_to_string (1 << 3 | 1 << 0);

  g_assert_cmpstr (none, ==, "");
  g_assert_cmpstr (two, ==, "ohos,app");
  g_assert_cmpstr (unnamed, ==, "always,03");
  g_assert_cmpstr (strata_level_get_name ('M'), ==, "COMMERCIAL");
  g_assert_cmpstr (strata_level_get_name (0), ==, "");
}

static void
test_args (void)
{
  static const struct
  {
    const char *text;
    const char *expected; /* "key|value;…"; '-' for no key */
  } rows[] = {
    { "", "" },
    { "user=root,type=2", "user|root;type|2;" },
    { "t=I { value: 2, x: (1,1) },id=(1,[2,3]),k=v", "t|I { value: 2, x: (1,1) };id|(1,[2,3]);k|v;" },
    { "url=https://a.b/c?d=e&f=g,id=5", "url|https://a.b/c?d=e&f=g;id|5;" },
    { "flag,k=", "-|flag;k|;" },
    { "cut=(1,2", "cut|(1,2;" },
    { "a=1),b=2", "a|1);b|2;" },
    { "\"x, y\",z=\"u, v\",\"w", "-|\"x, y\";z|\"u, v\";-|\"w;" },
    { "l=[\"x, [y\",z],m=1", "l|[\"x, [y\",z];m|1;" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) seen = g_string_new (NULL);
      const char *cursor = rows[i].text;
      StrataArg arg;

      while (strata_args_next (&cursor, &arg))
        {
          g_string_append_len (seen, arg.key != NULL ? arg.key : "-", arg.key != NULL ? (gssize) arg.n_key_bytes : 1);
          g_string_append_c (seen, '|');
          g_string_append_len (seen, arg.value, (gssize) arg.n_value_bytes);
          g_string_append_c (seen, ';');
        }

      g_assert_cmpstr (seen->str, ==, rows[i].expected);
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/attr-table/sets-are-shared", test_sets_are_shared);
  g_test_add_func ("/attr-table/arguments-and-rest", test_arguments_and_rest);
  g_test_add_func ("/attr-table/tags", test_tags);
  g_test_add_func ("/attr-table/args", test_args);
  return g_test_run ();
}
