/* strata-with.c - parses the argument of --with
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-with.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-span-text.h"

static gboolean
fail_offset (const char *word,
             GError **error)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("“@%s” is not an offset: expected for example @+12.5ms or @-3s, at most a hundred years"), word);
  return FALSE;
}

/* A name ends with "@nan", say: there is no such file, but one with the name before it. */
static gboolean
has_bad_offset (const char *path)
{
  const char *at = strrchr (path, '@');
  g_autofree char *before = at != NULL && at > path ? g_strndup (path, (gsize) (at - path)) : NULL;

  return before != NULL && !g_file_test (path, G_FILE_TEST_EXISTS) && g_file_test (before, G_FILE_TEST_EXISTS);
}

/* FILE[@OFFSET][@other]. A name may contain "@" itself, so only these words, or words that begin
 * with a sign, are removed from its end. "@auto" has no effect but to end a name that would
 * otherwise be cut. */
static gboolean
take_word (const char *word,
           StrataLoadInput *input,
           gboolean *is_last,
           GError **error)
{
  *is_last = g_str_equal (word, "auto");
  if (*is_last)
    return TRUE;

  if (g_str_equal (word, "other"))
    {
      input->is_other_device = TRUE;
      return TRUE;
    }

  input->has_offset = strata_offset_parse (word, &input->offset_ns) && ABS (input->offset_ns) <= STRATA_LOAD_MOST_OFFSET_NS;
  return input->has_offset || fail_offset (word, error);
}

/**
 * strata_with_parse:
 * @text: the argument of --with
 * @input: (out caller-allocates): the file to load; free its file with g_object_unref()
 * @error: return location for an error
 *
 * Returns: %FALSE if the offset is invalid or the file name is missing
 */
gboolean
strata_with_parse (const char *text,
                   StrataLoadInput *input,
                   GError **error)
{
  g_autofree char *path = g_strdup (text);
  gboolean is_last = FALSE;
  char *at;

  *input = (StrataLoadInput){ 0 };

  while (!is_last && (at = strrchr (path, '@')) != NULL && (at[1] == '+' || at[1] == '-' || g_str_equal (at, "@other") || g_str_equal (at, "@auto")))
    {
      if (!take_word (at + 1, input, &is_last, error))
        return FALSE;

      *at = '\0';
    }

  if (*path == '\0')
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("--with %s: missing file name"), text);
      return FALSE;
    }
  if (has_bad_offset (path))
    return fail_offset (strrchr (path, '@') + 1, error);

  input->file = g_file_new_for_path (path);
  return TRUE;
}
