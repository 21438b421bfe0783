/* strata-short-text.c - shortens texts to a readable length
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-short-text.h"

#include <string.h>

#define ELLIPSIS "…"

/* Where to cut a line to fit @n_bytes: after whole characters, with room for the ellipsis. */
static gsize
find_cut (const char *line,
          gsize n_bytes)
{
  gsize n = n_bytes - strlen (ELLIPSIS);

  while (n > 0 && (line[n] & 0xc0) == 0x80)
    n--;

  return n;
}

/**
 * strata_short_text_cut:
 * @text: (nullable) (transfer full): lines of UTF-8
 *
 * Names can be as long as the file, and a widget that lays out megabytes of text blocks the whole window. So lines
 * above STRATA_SHORT_TEXT_BYTES are cut and end with an ellipsis.
 *
 * Returns: (nullable) (transfer full): the same text, in place
 */
char *
strata_short_text_cut (char *text)
{
  char *to = text;

  if (text == NULL)
    return NULL;

  for (const char *from = text;;)
    {
      const gsize n_line = strcspn (from, "\n");
      const gboolean is_long = n_line > STRATA_SHORT_TEXT_BYTES;
      const gsize n_kept = is_long ? find_cut (from, STRATA_SHORT_TEXT_BYTES) : n_line;
      const char end = from[n_line];

      memmove (to, from, n_kept);
      to += n_kept;
      if (is_long)
        to = (char *) memcpy (to, ELLIPSIS, strlen (ELLIPSIS)) + strlen (ELLIPSIS);

      *to++ = end;
      if (end == '\0')
        return text;

      from += n_line + 1;
    }
}

/**
 * strata_short_text_end:
 * @text: (array length=n_bytes): a text that was cut; at least an ellipsis long
 * @n_bytes: its length
 *
 * Replaces the last characters by an ellipsis.
 *
 * Returns: the new length, @n_bytes or slightly less
 */
gsize
strata_short_text_end (char *text,
                       gsize n_bytes)
{
  const gsize n_kept = find_cut (text, n_bytes);

  memcpy (text + n_kept, ELLIPSIS, strlen (ELLIPSIS));
  return n_kept + strlen (ELLIPSIS);
}

/* C++ calls begin with their return type and the outer namespaces. Returns where the last two parts of the qualified name in
 * front of its arguments begin, and sets where they end; NULL if the name has another form. */
static const char *
find_qualified (const char *name,
                const char **end)
{
  const char *parts[2] = { name, name };
  gboolean is_qualified = FALSE;
  int depth = 0;

  for (const char *p = name; *p != '\0' && !(*p == '(' && depth == 0); p++)
    {
      depth += *p == '<' ? 1 : *p == '>' ? -1
                                         : 0;
      if (depth != 0)
        continue;

      if (*p == ' ')
        {
          parts[0] = parts[1] = p + 1;
          is_qualified = FALSE;
        }
      else if (p[0] == ':' && p[1] == ':')
        {
          parts[0] = parts[1];
          parts[1] = p + 2;
          is_qualified = TRUE;
          p++;
        }
      *end = p + 1;
    }

  return is_qualified && depth == 0 && **end == '(' ? parts[0] : NULL;
}

/**
 * strata_short_text_dup_name:
 * @name: a name of a call; UTF-8
 * @n_chars: its maximum length
 *
 * Shortens a name. For a C++ signature, the class and the function are kept: "MainThread::HandleLaunchAbility" of "void
 * OHOS::AppExecFwk::MainThread::HandleLaunchAbility(const std::shared_ptr<AbilityLocalRecord> &)". A result that is still too
 * long ends with an ellipsis.
 *
 * Returns: (transfer full): the short name
 */
char *
strata_short_text_dup_name (const char *name,
                            gsize n_chars)
{
  const char *end = name;
  const char *begin;
  g_autofree char *qualified = NULL;

  if ((gsize) g_utf8_strlen (name, -1) <= n_chars)
    return g_strdup (name);

  begin = find_qualified (name, &end);
  qualified = begin != NULL ? g_strndup (begin, (gsize) (end - begin)) : g_strdup (name);
  if ((gsize) g_utf8_strlen (qualified, -1) <= n_chars)
    return g_steal_pointer (&qualified);

  g_autofree char *head = g_utf8_substring (qualified, 0, (glong) n_chars - 1);

  return g_strconcat (head, ELLIPSIS, NULL);
}
