/* strata-query-macro.c - user-defined macros
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n.h>

#include "strata-query-private.h"
#include "strata-query-words.h"

/* Macros with lists as arguments. */

/* A built-in macro for modules that takes lists in parentheses as arguments. */
typedef struct
{
  const char *name;                   /* its name */
  guint n_arguments;                  /* number of arguments */
  char *(*write) (const GStrv texts); /* writes the text of a call */
} StrataQueryListMacro;

/* Macros of PerfettoSQL take lists of columns or tables in parentheses, such as (cpu, utid). A macro in SQL cannot
 * split these, so modules use the two macros here. */

/* "(a, b)" as "a, b"; a text without parentheses is unchanged. */
static char *
dup_inside (const char *text)
{
  g_autofree char *copy = g_strdup (text);
  char *begin = strata_query_skip_blanks (copy);
  char *end = *begin == '(' ? strata_query_skip_list (begin) : begin;

  if (end == begin || *strata_query_skip_blanks (end) != '\0')
    return g_strdup (begin);

  end[-1] = '\0';
  return g_strstrip (g_strdup (begin + 1));
}

static char *
write_columns (const GStrv texts)
{
  return dup_inside (texts[0]);
}

static GStrv
split (const char *text)
{
  g_autofree char *inside = dup_inside (text);
  g_autofree char *list = g_strdup_printf ("(%s)", inside);

  return strata_query_split_list (list, list + strlen (list));
}

/* Writes the conditions under which each table has a span at the start of a piece. */
static void
add_conditions (GString *text,
                guint n_tables)
{
  for (guint i = 0; i < n_tables; i++)
    g_string_append_printf (text, "%s(strata_ts_%u + strata_dur_%u > ts OR (strata_ts_%u = ts AND strata_dur_%u = 0))", i > 0 ? " AND " : "", i, i, i, i);
}

/* Where spans of all tables begin to overlap, one of them begins. So for each start, the last span of every table up to
 * then is checked. Spans of one table and partition must not overlap. Rows are sorted once. */
static char *
write_intersect (const GStrv texts)
{
  g_auto (GStrv) tables = split (texts[0]);
  g_autofree char *columns = dup_inside (texts[1]);
  const char *comma = *columns != '\0' ? ", " : "";
  const guint n_tables = g_strv_length (tables);
  GString *text = g_string_new ("(SELECT DISTINCT ts, min(");

  for (guint i = 0; i < n_tables; i++)
    g_string_append_printf (text, "strata_ts_%u + strata_dur_%u, ", i, i);
  g_string_append (text, "9223372036854775807) - ts AS dur");
  for (guint i = 0; i < n_tables; i++)
    g_string_append_printf (text, ", id_%u", i);
  g_string_append_printf (text, "%s%s FROM (SELECT ts%s%s", comma, columns, comma, columns);
  for (guint i = 0; i < n_tables; i++)
    g_string_append_printf (text,
                            ", last_non_null(iif(strata_table = %u, id, NULL)) OVER strata_w AS id_%u"
                            ", last_non_null(iif(strata_table = %u, ts, NULL)) OVER strata_w AS strata_ts_%u"
                            ", last_non_null(iif(strata_table = %u, dur, NULL)) OVER strata_w AS strata_dur_%u",
                            i, i, i, i, i, i);
  g_string_append (text, " FROM (");
  for (guint i = 0; i < n_tables; i++)
    g_string_append_printf (text, "%sSELECT %u AS strata_table, id, ts, dur%s%s FROM %s WHERE dur >= 0", i > 0 ? " UNION ALL " : "", i, comma, columns, tables[i]);
  g_string_append_printf (text, ") WINDOW strata_w AS (%s%s ORDER BY ts)) WHERE ", *columns != '\0' ? "PARTITION BY " : "", columns);
  add_conditions (text, n_tables);
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static const StrataQueryListMacro macros[] = {
  { "strata_columns", 1, write_columns },
  { "strata_intersect", 2, write_intersect },
};

static const StrataQueryListMacro *
query_find_list_macro (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (macros); i++)
    if (g_str_equal (macros[i].name, name))
      return &macros[i];

  return NULL;
}

/* CREATE PERFETTO MACRO: text with $names in it, which replaces name!(arguments). If several traces are open,
 * b.name!(arguments) is the text as in a module of the trace b; the arguments are unchanged. */

/* How often nested macros are expanded; a macro that calls itself would never end. */
#define MOST_ROUNDS 32
#define MOST_BYTES 1000000

struct _StrataQueryMacro
{
  GStrv arguments; /* owned */
  char *body;      /* owned */
};

void
strata_query_macro_free (StrataQueryMacro *macro)
{
  g_strfreev (macro->arguments);
  g_free (macro->body);
  g_free (macro);
}

gboolean
strata_query_add_macro (StrataQuery *self,
                        const StrataQueryHead *definition,
                        GError **error)
{
  g_autofree char *name = g_ascii_strdown (definition->name, -1);

  if (self->schema[0] > 'a') /* it exists already, from the first trace */
    return TRUE;
  if (!definition->is_replaced && !strata_query_is_of_module (self, name) && g_hash_table_contains (self->macros, name))
    {
      g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, _ ("There is a macro “%s” already; CREATE OR REPLACE replaces it"), definition->name);
      return FALSE;
    }

  StrataQueryMacro *macro = g_new (StrataQueryMacro, 1);

  *macro = (StrataQueryMacro){ g_strdupv (definition->arguments), g_strdup (definition->body) };
  g_hash_table_replace (self->macros, g_steal_pointer (&name), macro);
  return TRUE;
}

/* The macro that is called at a name; at most one of the fields is not %NULL. */
typedef struct
{
  const StrataQueryMacro *macro;
  const StrataQueryListMacro *of_lists;
} Callee;

static gboolean
find_callee (StrataQuery *self,
             const char *name,
             const char *end,
             Callee *callee)
{
  *callee = (Callee){ NULL, NULL };
  if (!strata_query_is_word_char (*name) || end[0] != '!' || end[1] != '(')
    return FALSE;

  g_autofree char *given = g_strndup (name, (gsize) (end - name));
  g_autofree char *lower = g_ascii_strdown (given, -1);

  callee->macro = g_hash_table_lookup (self->macros, lower);
  callee->of_lists = callee->macro == NULL ? query_find_list_macro (lower) : NULL;
  return callee->macro != NULL || callee->of_lists != NULL;
}

static guint
count_arguments (const Callee *callee)
{
  return callee->macro != NULL ? g_strv_length (callee->macro->arguments) : callee->of_lists->n_arguments;
}

static const char *
find_argument (const StrataQueryMacro *macro,
               const GStrv texts,
               const char *name,
               gsize n_bytes)
{
  for (guint i = 0; macro->arguments[i] != NULL; i++)
    if (strlen (macro->arguments[i]) == n_bytes && strncmp (macro->arguments[i], name, n_bytes) == 0)
      return texts[i];

  return NULL;
}

static char *
write_body (char *body,
            const StrataQueryMacro *macro,
            const GStrv texts)
{
  GString *text = g_string_new (NULL);

  for (char *p = body; *p != '\0' && text->len <= MOST_BYTES;)
    {
      char *next = strata_query_skip_token (p);
      const char *argument = *p == '$' ? find_argument (macro, texts, p + 1, (gsize) (next - p - 1)) : NULL;

      if (argument != NULL)
        g_string_append (text, argument);
      else
        g_string_append_len (text, p, next - p);
      p = next;
    }

  return g_string_free (text, FALSE);
}

/* Takes the letter of a trace in front of a macro call and moves @p past it; 0 for none. */
static char
take_letter (StrataQuery *self,
             char **p)
{
  const char letter = g_ascii_tolower (**p);
  char *name = *p + 2;
  Callee callee;

  if (self->sources->len < 2 || (guint) (letter - 'a') >= self->sources->len || (*p)[1] != '.' || !find_callee (self, name, strata_query_skip_word (name), &callee))
    return '\0';

  *p = name;
  return letter;
}

/* Writes the text of a macro call, for the trace with a letter. */
static char *
write_call (StrataQuery *self,
            const Callee *callee,
            const GStrv texts,
            char letter)
{
  const StrataQueryMacro *macro = callee->macro;
  char outer[sizeof self->schema];

  if (macro == NULL)
    return callee->of_lists->write (texts);
  if (letter == '\0')
    return write_body (macro->body, macro, texts);

  memcpy (outer, self->schema, sizeof outer);
  self->schema[0] = letter;

  g_autofree char *body = strata_query_write_schema (self, macro->body);

  memcpy (self->schema, outer, sizeof outer);
  return write_body (body, macro, texts);
}

/* Expands the calls in a statement; calls in the expanded text are left to the next round. */
static gboolean
expand_once (StrataQuery *self,
             char *sql,
             GString *text,
             gsize *place,
             guint *n_calls,
             GError **error)
{
  for (char *p = sql; *p != '\0' && *p != ';' && text->len <= MOST_BYTES;)
    {
      char *const begin = p;
      const char letter = take_letter (self, &p);
      char *next = strata_query_skip_token (p);
      Callee callee;

      if (!find_callee (self, p, next, &callee))
        {
          g_string_append_len (text, p, next - p);
          p = next;
          continue;
        }

      char *end = strata_query_skip_list (next + 1);
      g_auto (GStrv) texts = strata_query_split_list (next + 1, end);

      if ((*n_calls)++ == 0)
        *place = (gsize) (begin - sql);
      if (g_strv_length (texts) != count_arguments (&callee))
        {
          g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, _ ("Wrong number of arguments for %.*s!: it takes %u"), (int) (next - p), p, count_arguments (&callee));
          return FALSE;
        }

      g_autofree char *call = write_call (self, &callee, texts, letter);

      g_string_append (text, call);
      p = end;
    }

  return TRUE;
}

gboolean
strata_query_defines_macro (char *sql)
{
  char *p = strata_query_skip_blanks (sql);

  if (!strata_query_take_word (&p, "CREATE"))
    return FALSE;
  if (strata_query_take_word (&p, "OR") && !strata_query_take_word (&p, "REPLACE"))
    return FALSE;

  return strata_query_take_word (&p, "PERFETTO") && strata_query_take_word (&p, "MACRO");
}

char *
strata_query_expand (StrataQuery *self,
                     char *sql,
                     gsize *place,
                     GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize inner = 0;
  guint n_calls = 0;

  /* calls inside a macro are expanded where the macro itself is called, with its arguments */
  if (g_hash_table_size (self->macros) == 0 || strata_query_defines_macro (sql))
    return NULL;

  if (!expand_once (self, sql, text, place, &n_calls, error) || n_calls == 0)
    return NULL;

  for (guint i = 0; i < MOST_ROUNDS && text->len <= MOST_BYTES; i++)
    {
      g_autoptr (GString) next = g_string_new (NULL);

      n_calls = 0;
      if (!expand_once (self, text->str, next, &inner, &n_calls, error))
        return NULL;
      if (n_calls == 0)
        return g_string_free (g_steal_pointer (&text), FALSE);

      g_string_free (text, TRUE);
      text = g_steal_pointer (&next);
    }

  g_set_error_literal (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, _ ("The macros of this statement expand without end"));
  return NULL;
}
