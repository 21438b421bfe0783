/* strata-query-text.c - the words of PerfettoSQL that SQLite does not know
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-private.h"

/* PerfettoSQL has statements of its own: INCLUDE PERFETTO MODULE, CREATE PERFETTO TABLE and VIEW. They are
 * found by the words at the head of a statement. What has to go is overwritten with blanks, so that the
 * place of an error stays that of the text which the user wrote. */

static gboolean
is_word_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar) c >= 0x80;
}

/* Past blanks and comments. */
static char *
skip_blanks (char *p)
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

/* Past a quoted text that begins at @p. */
static char *
skip_quoted (char *p)
{
  const char quote = *p == '[' ? ']' : *p;

  for (p++; *p != '\0' && *p != quote; p++)
    ;

  return *p != '\0' ? p + 1 : p;
}

static char *
skip_word (char *p)
{
  while (is_word_char (*p))
    p++;

  return p;
}

/* Moves @p past @word and what blanks follow, if it is there. */
static gboolean
take_word (char **p,
           const char *word)
{
  const gsize n_bytes = strlen (word);

  if (g_ascii_strncasecmp (*p, word, n_bytes) != 0 || is_word_char ((*p)[n_bytes]))
    return FALSE;

  *p = skip_blanks (*p + n_bytes);
  return TRUE;
}

static void
blank (char *begin,
       const char *end)
{
  for (; begin < end; begin++)
    if (*begin != '\n')
      *begin = ' ';
}

/* Past a list in parentheses, quoted texts and comments inside included. */
static char *
skip_list (char *p)
{
  int depth = 0;

  while (*p != '\0')
    {
      char *next = skip_blanks (p);

      if (next != p)
        {
          p = next;
          continue;
        }

      if (*p == '\'' || *p == '"' || *p == '`')
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

/* Macros of casts are functions here: "cast_int!(x)" without the "!". Goes on to the end of the statement. */
static void
blank_macros (char *p)
{
  while (*p != '\0' && *p != ';')
    if (*p == '\'' || *p == '"' || *p == '`')
      p = skip_quoted (p);
    else if (*p == '!' && p[1] == '(')
      *p++ = ' ';
    else
      {
        char *next = skip_blanks (p);

        p = next != p ? next : p + 1;
      }
}

/* INCLUDE PERFETTO MODULE a.b.c; */
static void
read_module (char *begin,
             char *p,
             StrataQueryHead *head)
{
  char *end = p;

  while (is_word_char (*end) || *end == '.' || *end == '*')
    end++;

  head->module = g_strndup (p, (gsize) (end - p));
  end = skip_blanks (end);
  if (*end == ';')
    end++;

  head->n_bytes = (gsize) (end - begin);
}

/* Behind CREATE [OR REPLACE] PERFETTO; the two words begin at @replace and @perfetto. */
static void
read_definition (char *p,
                 char *replace,
                 char *perfetto,
                 StrataQueryHead *head)
{
  char *begin = p;

  if (take_word (&p, "FUNCTION"))
    head->unsupported = "CREATE PERFETTO FUNCTION";
  else if (take_word (&p, "MACRO"))
    head->unsupported = "CREATE PERFETTO MACRO";
  else if (take_word (&p, "INDEX"))
    head->unsupported = "CREATE PERFETTO INDEX";
  if (head->unsupported != NULL)
    return;

  const gboolean is_view = take_word (&p, "VIEW");

  if (!is_view && !take_word (&p, "TABLE"))
    return;

  char *end = skip_word (p);
  g_autofree char *name = g_strndup (p, (gsize) (end - p));

  if (replace != NULL)
    head->drop = g_strdup_printf ("DROP %s IF EXISTS \"%s\"", is_view ? "VIEW" : "TABLE", name);

  /* temporary ones may read the tables of every schema */
  blank (replace != NULL ? replace : perfetto, begin);
  memcpy (perfetto, "TEMP", 4);
  p = skip_blanks (end);
  if (*p == '(')
    blank (p, skip_list (p));
}

static void
read_create (char *p,
             StrataQueryHead *head)
{
  char *replace = p;
  gboolean has_replace = FALSE;

  if (take_word (&p, "OR"))
    has_replace = take_word (&p, "REPLACE");

  char *perfetto = p;

  if (take_word (&p, "PERFETTO"))
    read_definition (p, has_replace ? replace : NULL, perfetto, head);
}

void
strata_query_head_read (char *sql,
                        StrataQueryHead *head)
{
  char *begin = skip_blanks (sql);
  char *p = begin;

  while (*p == ';')
    p = begin = skip_blanks (p + 1);

  head->begin = (gsize) (begin - sql);
  blank_macros (begin);
  if (take_word (&p, "INCLUDE") && take_word (&p, "PERFETTO") && take_word (&p, "MODULE"))
    read_module (begin, p, head);
  else if (p = begin, take_word (&p, "CREATE"))
    read_create (p, head);
}

void
strata_query_head_clear (StrataQueryHead *head)
{
  g_clear_pointer (&head->module, g_free);
  g_clear_pointer (&head->drop, g_free);
}
