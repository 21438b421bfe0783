/* test-pattern.c - regular expressions typed by users
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-pattern.h"

static void
test_matches (void)
{
  static const struct
  {
    const char *pattern;
    const char *text;
    gboolean is_match;
    gboolean has_failed;
  } cases[] = {
    { "^do.*Frame$", "DOFRAME", TRUE, FALSE },
    { "^do.*Frame$", "frame", FALSE, FALSE },
    { "(a+)+$", "aaaa", TRUE, FALSE },
    { "(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", FALSE, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GRegex) pattern = strata_pattern_new (cases[i].pattern, G_REGEX_CASELESS | G_REGEX_OPTIMIZE, &error);
      gint has_failed = FALSE;

      g_assert_no_error (error);
      g_assert_cmpint (strata_pattern_matches (pattern, cases[i].text, -1, &has_failed), ==, cases[i].is_match);
      g_assert_cmpint (has_failed, ==, cases[i].has_failed);
    }
}

/* Error messages are about the typed text, not about the compiled form. */
static void
test_errors (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *failure = strata_pattern_dup_failure ("a+");

  g_assert_null (strata_pattern_new ("a(", 0, &error));
  g_assert_nonnull (error);
  g_assert_null (strstr (error->message, "LIMIT"));
  g_assert_true (g_str_has_prefix (failure, "“/a+/”"));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pattern/matches", test_matches);
  g_test_add_func ("/pattern/errors", test_errors);
  return g_test_run ();
}
