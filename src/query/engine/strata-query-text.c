/* strata-query-text.c - words of PerfettoSQL that SQLite does not know
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-private.h"
#include "strata-query-words.h"

/* PerfettoSQL has its own statements: INCLUDE PERFETTO MODULE, CREATE PERFETTO TABLE, VIEW, INDEX, FUNCTION and MACRO. They are
 * recognised by the words at the start of a statement. Words that have to go are overwritten with blanks, so that errors keep
 * their place in the user's text. */

static void
blank (char *begin,
       const char *end)
{
  for (; begin < end; begin++)
    if (*begin != '\n')
      *begin = ' ';
}

/* Cast macros are functions here: "cast_int!(x)" without the "!". Blanks them up to the end of the statement. */
static void
blank_macros (char *p)
{
  for (; *p != '\0' && *p != ';'; p = strata_query_skip_token (p))
    if (p[0] == '!' && p[1] == '(')
      *p = ' ';
}

/* INCLUDE PERFETTO MODULE a.b.c; anything else there becomes part of an unknown name. */
static void
read_module (char *p,
             StrataQueryHead *head)
{
  head->kind = STRATA_QUERY_INCLUDE;
  head->name = g_strstrip (g_strndup (p, (gsize) (strata_query_skip_statement (p) - p)));
}

/* Reads the names in a list of names with types, at its parenthesis: "(a INT, b JOINID(slice.id))". */
static GStrv
read_names (char *p)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  char *end = strata_query_skip_list (p) - 1;

  for (p = strata_query_skip_blanks (p + 1); p < end; p = strata_query_skip_blanks (p + 1))
    {
      char *word = p;

      p = strata_query_skip_word (p);
      g_ptr_array_add (names, g_strndup (word, (gsize) (p - word)));
      while (p < end && *p != ',')
        p = *p == '(' ? strata_query_skip_list (p) : strata_query_skip_token (p);
      if (p >= end)
        break;
    }

  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* After CREATE PERFETTO FUNCTION or MACRO: name(arguments) RETURNS type AS body. Returns whether it is valid. */
static gboolean
read_body (char *p,
           StrataQueryHead *head)
{
  char *end = strata_query_skip_word (p);

  head->name = g_strndup (p, (gsize) (end - p));
  p = strata_query_skip_blanks (end);
  if (*head->name == '\0' || *p != '(')
    return FALSE;

  head->arguments = read_names (p);
  p = strata_query_skip_blanks (strata_query_skip_list (p));
  if (!strata_query_take_word (&p, "RETURNS"))
    return FALSE;

  const gboolean is_table = strata_query_take_word (&p, "TABLE");

  if (!is_table)
    p = strata_query_skip_blanks (strata_query_skip_word (p));
  else if (*p == '(')
    head->columns = read_names (p);
  if (*p == '(')
    p = strata_query_skip_blanks (strata_query_skip_list (p));
  if (!strata_query_take_word (&p, "AS"))
    return FALSE;

  head->body = g_strndup (p, (gsize) (strata_query_skip_statement (p) - p));
  return *head->body != '\0';
}

/* After CREATE [OR REPLACE] PERFETTO in @sql; the two words begin at @replace and @perfetto. */
static void
read_table (const char *sql,
            char *p,
            char *replace,
            char *perfetto,
            const char *kind,
            StrataQueryHead *head)
{
  char *begin = p;

  if (!strata_query_take_word (&p, kind))
    return;

  const gboolean is_index = g_str_equal (kind, "INDEX");
  char *end = strata_query_skip_word (p);
  g_autofree char *name = g_strndup (p, (gsize) (end - p));

  if (replace != NULL && *name != '\0' && g_str_equal (kind, "TABLE"))
    {
      head->replaced = g_strdup (name);
      head->place = (gsize) (p - sql);
    }
  else if (replace != NULL)
    head->drop = g_strdup_printf ("DROP %s IF EXISTS \"%s\"", kind, name);

  blank (replace != NULL ? replace : perfetto, begin);
  if (is_index) /* it is created where its table is */
    return;

  /* temporary items may read the tables of every schema */
  memcpy (perfetto, "TEMP", 4);
  p = strata_query_skip_blanks (end);
  if (*p == '(')
    blank (p, strata_query_skip_list (p));
}

static void
read_definition (const char *sql,
                 char *p,
                 char *replace,
                 char *perfetto,
                 StrataQueryHead *head)
{
  static const char *const kinds[] = { "TABLE", "VIEW", "INDEX" };

  if (strata_query_take_word (&p, "FUNCTION"))
    head->kind = read_body (p, head) ? STRATA_QUERY_FUNCTION : STRATA_QUERY_BAD_DEFINITION;
  else if (strata_query_take_word (&p, "MACRO"))
    head->kind = read_body (p, head) ? STRATA_QUERY_MACRO : STRATA_QUERY_BAD_DEFINITION;

  head->is_replaced = replace != NULL;
  for (guint i = 0; head->kind == STRATA_QUERY_STATEMENT && i < G_N_ELEMENTS (kinds); i++)
    read_table (sql, p, replace, perfetto, kinds[i], head);
}

static void
read_create (const char *sql,
             char *p,
             StrataQueryHead *head)
{
  char *replace = p;
  gboolean has_replace = FALSE;

  if (strata_query_take_word (&p, "OR"))
    has_replace = strata_query_take_word (&p, "REPLACE");

  char *perfetto = p;

  if (strata_query_take_word (&p, "PERFETTO"))
    read_definition (sql, p, has_replace ? replace : NULL, perfetto, head);
}

/* DROP PERFETTO INDEX name ON table, and the same for tables and views, which SQLite finds by name. */
static void
read_drop (char *p)
{
  char *perfetto = p;

  if (!strata_query_take_word (&p, "PERFETTO"))
    return;

  blank (perfetto, p);
  if (!strata_query_take_word (&p, "INDEX"))
    return;

  for (p = strata_query_skip_blanks (p); *p != '\0' && *p != ';'; p = strata_query_skip_token (p))
    {
      char *rest = p;

      if (strata_query_take_word (&rest, "ON"))
        {
          blank (p, strata_query_skip_statement (p));
          return;
        }
    }
}

void
strata_query_head_read (char *sql,
                        StrataQueryHead *head)
{
  char *begin = strata_query_skip_blanks (sql);
  char *p = begin;

  head->begin = (gsize) (begin - sql);
  if (strata_query_take_word (&p, "INCLUDE") && strata_query_take_word (&p, "PERFETTO") && strata_query_take_word (&p, "MODULE"))
    read_module (p, head);
  else if (p = begin, strata_query_take_word (&p, "CREATE"))
    read_create (sql, p, head);
  else if (p = begin, strata_query_take_word (&p, "DROP"))
    read_drop (p);

  if (head->kind == STRATA_QUERY_STATEMENT)
    blank_macros (begin);
  else if (head->kind == STRATA_QUERY_FUNCTION)
    blank_macros (head->body);
}

void
strata_query_head_clear (StrataQueryHead *head)
{
  g_clear_pointer (&head->name, g_free);
  g_clear_pointer (&head->arguments, g_strfreev);
  g_clear_pointer (&head->columns, g_strfreev);
  g_clear_pointer (&head->body, g_free);
  g_clear_pointer (&head->drop, g_free);
  g_clear_pointer (&head->replaced, g_free);
}
