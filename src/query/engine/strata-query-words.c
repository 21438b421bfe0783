/* strata-query-words.c - finds the ends of words, strings and statements of SQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-words.h"

#include <string.h>

static gboolean
is_quote (char c)
{
  return c == '\'' || c == '"' || c == '`' || c == '[';
}

gboolean
strata_query_is_word_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar) c >= 0x80;
}

char *
strata_query_skip_blanks (char *p)
{
  for (;;)
    if (g_ascii_isspace (*p))
      p++;
    else if (p[0] == '-' && p[1] == '-')
      p += strcspn (p, "\n");
    else if (p[0] == '/' && p[1] == '*')
      {
        char *end = strstr (p + 2, "*/");

        p = end != NULL ? end + 2 : p + strlen (p);
      }
    else
      return p;
}

/* Skips a quoted text that begins at @p. */
static char *
skip_quoted (char *p)
{
  const char quote = *p == '[' ? ']' : *p;

  for (p++; *p != '\0' && *p != quote; p++)
    ;

  return *p != '\0' ? p + 1 : p;
}

char *
strata_query_skip_word (char *p)
{
  while (strata_query_is_word_char (*p))
    p++;

  return p;
}

gboolean
strata_query_take_word (char **p,
                        const char *word)
{
  const gsize n_bytes = strlen (word);

  if (g_ascii_strncasecmp (*p, word, n_bytes) != 0 || strata_query_is_word_char ((*p)[n_bytes]))
    return FALSE;

  *p = strata_query_skip_blanks (*p + n_bytes);
  return TRUE;
}

char *
strata_query_skip_list (char *p)
{
  int depth = 0;

  while (*p != '\0')
    {
      char *next = strata_query_skip_blanks (p);

      if (next != p)
        {
          p = next;
          continue;
        }

      if (is_quote (*p))
        {
          p = skip_quoted (p);
          continue;
        }

      depth += (*p == '(') - (*p == ')');
      p++;
      if (depth == 0)
        return p;
    }

  return p;
}

char *
strata_query_skip_token (char *p)
{
  char *next = strata_query_skip_blanks (p);

  if (next != p || *p == '\0')
    return next;

  if (is_quote (*p))
    return skip_quoted (p);

  return strata_query_is_word_char (*p) || *p == '$' ? strata_query_skip_word (p + 1) : p + 1;
}

char *
strata_query_skip_statement (char *p)
{
  while (*p != '\0' && *p != ';')
    p = strata_query_skip_token (p);

  return p;
}

const char *
strata_query_find_open_comment (const char *sql)
{
  g_autofree char *copy = g_strdup (sql);
  char *p = copy;

  while (*p != '\0')
    if (p[0] == '-' && p[1] == '-')
      p += strcspn (p, "\n");
    else if (p[0] == '/' && p[1] == '*' && strstr (p + 2, "*/") == NULL)
      return sql + (p - copy);
    else if (p[0] == '/' && p[1] == '*')
      p = strstr (p + 2, "*/") + 2;
    else
      p = is_quote (*p) ? skip_quoted (p) : p + 1;

  return NULL;
}

GStrv
strata_query_split_list (char *p,
                         char *end)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();
  char *begin = p + 1;

  for (p = begin; p < end - 1;)
    {
      char *next = *p == '(' ? strata_query_skip_list (p) : strata_query_skip_token (p);

      if (*p == ',')
        {
          g_ptr_array_add (texts, g_strndup (begin, (gsize) (p - begin)));
          begin = next;
        }
      p = next;
    }

  if (texts->len > 0 || strata_query_skip_blanks (begin) < end - 1)
    g_ptr_array_add (texts, g_strndup (begin, (gsize) MAX (end - 1 - begin, 0)));
  g_ptr_array_add (texts, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&texts), FALSE);
}
