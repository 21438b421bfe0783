/* strata-query-shadow.c - user tables with the name of a built-in one
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-private.h"
#include "strata-query-words.h"

/* Some built-in tables are not in PerfettoSQL, and scripts written for it use their names for their own tables.
 * Those become temporary tables, which SQLite finds first: the user's table takes precedence, and the built-in one
 * is visible again once that is dropped. */

gboolean
strata_query_is_ours_alone (const char *name)
{
  static const char *const names[] = { "diagnostic", "frame", "instant", "log", "loss", "profile", "raw_event", "task", NULL };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return g_strv_contains (names, lower);
}

/* Whether such a name is at @p, without a schema. */
static gboolean
is_at_name (char *p)
{
  const gboolean is_quoted = *p == '"' || *p == '`' || *p == '[';
  char *begin = is_quoted ? p + 1 : p;
  char *end = strata_query_skip_word (begin);
  g_autofree char *name = g_strndup (begin, (gsize) (end - begin));
  char *next = strata_query_skip_blanks (end + is_quoted);

  return (!is_quoted || *end == *p || (*p == '[' && *end == ']')) && *next != '.' && strata_query_is_ours_alone (name);
}

/* After CREATE: finds where to insert "TEMP " or, for a virtual table, "temp."; %NULL if nowhere. */
static char *
find_in_create (char *p,
                const char **word)
{
  const gboolean is_virtual = strata_query_take_word (&p, "VIRTUAL");
  char *kind = p;

  if (!strata_query_take_word (&p, "TABLE") && !strata_query_take_word (&p, "VIEW"))
    return NULL;
  if (strata_query_take_word (&p, "IF") && (!strata_query_take_word (&p, "NOT") || !strata_query_take_word (&p, "EXISTS")))
    return NULL;

  *word = is_virtual ? "temp." : "TEMP ";
  return !is_at_name (p) ? NULL : is_virtual ? p
                                             : kind;
}

/* The same after DROP. */
static char *
find_in_drop (char *p,
              const char **word)
{
  if (!strata_query_take_word (&p, "TABLE") && !strata_query_take_word (&p, "VIEW"))
    return NULL;
  if (strata_query_take_word (&p, "IF") && !strata_query_take_word (&p, "EXISTS"))
    return NULL;

  *word = "temp.";
  return is_at_name (p) ? p : NULL;
}

char *
strata_query_write_shadow (char *sql,
                           gsize *place)
{
  char *p = strata_query_skip_blanks (sql);
  const char *word = NULL;
  char *found = NULL;

  if (strata_query_take_word (&p, "CREATE"))
    found = find_in_create (p, &word);
  else if (strata_query_take_word (&p, "DROP"))
    found = find_in_drop (p, &word);

  if (found == NULL)
    return NULL;

  *place = (gsize) (found - sql);
  return g_strdup_printf ("%.*s%s%s", (int) *place, sql, word, found);
}
