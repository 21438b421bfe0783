/* strata-query-macro.c - macros of the user
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-private.h"
#include "strata-query-words.h"

#include <glib/gi18n.h>

/* CREATE PERFETTO MACRO: text with $names in it, which name!(arguments) stands for. Where several traces are open,
 * b.name!(arguments) is the text as a module of the trace b would have it; what is in the arguments stays as it is. */

/* Macros in macros are written out so often; one that calls itself never ends. */
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

  if (self->schema[0] > 'a') /* it is there, from the first trace */
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

/* The macro that is called at a name, which @end is behind; %NULL for none of the user's. */
static const StrataQueryMacro *
find_macro (StrataQuery *self,
            const char *name,
            const char *end)
{
  if (end[0] != '!' || end[1] != '(')
    return NULL;

  g_autofree char *given = g_strndup (name, (gsize) (end - name));
  g_autofree char *lower = g_ascii_strdown (given, -1);

  return g_hash_table_lookup (self->macros, lower);
}

/* The texts between the commas of a list, which begins at its parenthesis. */
static GStrv
split_list (char *p,
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

/* The letter of a trace before a macro that is called, which @p is moved past; 0 for none. */
static char
take_letter (StrataQuery *self,
             char **p)
{
  const char letter = g_ascii_tolower (**p);
  char *name = *p + 2;

  if (self->sources->len < 2 || (guint) (letter - 'a') >= self->sources->len || (*p)[1] != '.' || find_macro (self, name, strata_query_skip_word (name)) == NULL)
    return '\0';

  *p = name;
  return letter;
}

/* What a macro stands for, of the trace with a letter. */
static char *
write_call (StrataQuery *self,
            const StrataQueryMacro *macro,
            const GStrv texts,
            char letter)
{
  char outer[sizeof self->schema];

  if (letter == '\0')
    return write_body (macro->body, macro, texts);

  memcpy (outer, self->schema, sizeof outer);
  self->schema[0] = letter;

  g_autofree char *body = strata_query_write_schema (self, macro->body);

  memcpy (self->schema, outer, sizeof outer);
  return write_body (body, macro, texts);
}

/* Writes out the calls in a statement; those in the texts that come of it are for the next round. */
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
      const StrataQueryMacro *macro = strata_query_is_word_char (*p) ? find_macro (self, p, next) : NULL;

      if (macro == NULL)
        {
          g_string_append_len (text, p, next - p);
          p = next;
          continue;
        }

      char *end = strata_query_skip_list (next + 1);
      g_auto (GStrv) texts = split_list (next + 1, end);

      if ((*n_calls)++ == 0)
        *place = (gsize) (begin - sql);
      if (g_strv_length (texts) != g_strv_length (macro->arguments))
        {
          g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, _ ("Wrong number of arguments for %.*s!: it takes %u"), (int) (next - p), p, g_strv_length (macro->arguments));
          return FALSE;
        }

      g_autofree char *call = write_call (self, macro, texts, letter);

      g_string_append (text, call);
      p = end;
    }

  return TRUE;
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

  if (g_hash_table_size (self->macros) == 0)
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

  g_set_error_literal (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, _ ("The macros of this statement grow without end"));
  return NULL;
}
