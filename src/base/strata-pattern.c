/* strata-pattern.c - regular expressions as typed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-pattern.h"

#include <glib/gi18n-lib.h>

/* An expression that needs more steps for a text does not match it, since endless backtracking
 * must not block the program. */
#define LIMIT "(*LIMIT_MATCH=100000)"

/**
 * strata_pattern_new:
 * @text: a regular expression
 * @flags: flags for compiling it
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): the expression, which gives up at texts that take too long
 */
GRegex *
strata_pattern_new (const char *text,
                    GRegexCompileFlags flags,
                    GError **error)
{
  /* first without the limit, which must not appear in error messages */
  g_autoptr (GRegex) plain = g_regex_new (text, flags & (GRegexCompileFlags) ~G_REGEX_OPTIMIZE, 0, error);
  g_autofree char *limited = g_strconcat (LIMIT, text, NULL);

  return plain != NULL ? g_regex_new (limited, flags, 0, error) : NULL;
}

/**
 * strata_pattern_matches:
 * @pattern: an expression of strata_pattern_new()
 * @text: valid UTF-8
 * @n_bytes: its length, or -1
 * @has_failed: (inout): set, atomically, if the expression gives up
 *
 * Returns: whether it matches; %FALSE if it gives up
 */
gboolean
strata_pattern_matches (const GRegex *pattern,
                        const char *text,
                        gssize n_bytes,
                        gint *has_failed)
{
  g_autoptr (GError) error = NULL;
  const gboolean is_match = g_regex_match_full (pattern, text, n_bytes, 0, 0, NULL, &error);

  if (error != NULL)
    g_atomic_int_set (has_failed, TRUE);

  return is_match;
}

/**
 * strata_pattern_dup_failure:
 * @text: an expression that has given up
 *
 * Returns: (transfer full): a sentence that says so
 */
char *
strata_pattern_dup_failure (const char *text)
{
  return g_strdup_printf (_ ("“/%s/” takes too long on some texts; these do not match"), text);
}
