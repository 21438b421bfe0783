/* strata-query-schema.c - SQL of ours for one of several traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-private.h"
#include "strata-query-words.h"

/* Views and modules of ours name tables without a schema, and ask functions without saying of which trace. Where
 * several traces are open, each has all of them in its schema. So the text is written again: tables behind FROM
 * and JOIN get the schema, and so does what is created; functions about a trace, and those of modules, get its
 * letter as their first argument, and macros have it before their names. This is for SQL of ours and for what macros
 * stand for. */

/* Where lists of tables are, which commas separate. */
typedef struct
{
  guint depth;     /* of parentheses */
  guint64 in_from; /* a bit for each depth; 63 stands for deeper ones */
} Lists;

static gboolean
is_about_trace (const char *word)
{
  static const char *const names[] = { "trace_start", "trace_end", "trace_dur", "extract_arg", "extract_metadata", "slice_is_ancestor", "strata_state_begin", "to_ftrace", NULL };

  return g_strv_contains (names, word);
}

/* A word after which the name of a table is. */
static gboolean
is_before_table (const char *word)
{
  static const char *const words[] = { "from", "join", NULL };

  return g_strv_contains (words, word);
}

static guint64
get_bit (const Lists *lists)
{
  return G_GUINT64_CONSTANT (1) << MIN (lists->depth, 63);
}

static void
follow_word (Lists *lists,
             const char *word)
{
  static const char *const ends[] = { "select", "where", "group", "having", "window", "order", "limit", "union", "intersect", "except", NULL };

  if (g_str_equal (word, "from"))
    lists->in_from |= get_bit (lists);
  else if (g_strv_contains (ends, word))
    lists->in_from &= ~get_bit (lists);
}

/* Whether a table comes after it. */
static gboolean
follow_mark (Lists *lists,
             char mark)
{
  if (mark == '(')
    {
      lists->depth++;
      lists->in_from &= ~get_bit (lists);
    }
  else if (mark == ')' && lists->depth > 0)
    lists->depth--;

  return mark == ',' && (lists->in_from & get_bit (lists)) != 0;
}

/* A function of a module that returns a value, for a trace that is not the first. */
static gboolean
is_of_module (const StrataQuery *self,
              const char *word,
              const char *before)
{
  g_autofree char *full = g_strconcat (self->schema, ".", word, NULL);

  return self->schema[0] > 'a' && !is_before_table (before) && !g_str_equal (before, "function") && g_hash_table_contains (self->functions, full);
}

static gboolean
is_table (const StrataQuery *self,
          const char *name)
{
  return g_hash_table_contains (self->own_names, name) || g_hash_table_contains (self->module_names, name);
}

/* PERFETTO TABLE and PERFETTO VIEW without the first word, and with the schema before the name, which @p is moved to. */
static gboolean
write_definition (StrataQuery *self,
                  char **p,
                  GString *text)
{
  char *word = *p;

  if (!strata_query_take_word (&word, "PERFETTO"))
    return FALSE;

  char *kind = word;

  if (!strata_query_take_word (&word, "TABLE") && !strata_query_take_word (&word, "VIEW"))
    return FALSE;

  char *end = strata_query_skip_word (word);

  g_hash_table_add (self->module_names, g_ascii_strdown (word, end - word));
  g_string_append_len (text, kind, word - kind);
  g_string_append_printf (text, "%s.", self->schema);
  *p = word;
  return TRUE;
}

/* The letter as the first argument, at the parenthesis. */
static char *
write_letter (const StrataQuery *self,
              char *p,
              GString *text)
{
  char *inside = strata_query_skip_blanks (p + 1);

  g_string_append_printf (text, "('%s'%s", self->schema, *inside != ')' ? ", " : "");
  return inside;
}

/* "temp.name" in what creates it: the name is known from here on. Returns where it is. */
static char *
write_temp (StrataQuery *self,
            char *dot,
            GString *text)
{
  char *end = strata_query_skip_word (dot + 1);

  g_hash_table_add (self->module_names, g_ascii_strdown (dot + 1, end - dot - 1));
  g_string_append (text, self->schema);
  return dot;
}

/* Writes the word from @p to @end, which is in lower case in @word and comes after @before; returns where to go on. */
static char *
write_word (StrataQuery *self,
            char *p,
            char *end,
            const char *word,
            const char *before,
            gboolean is_span_join,
            GString *text)
{
  if (g_str_equal (word, "temp") && *end == '.')
    return write_temp (self, end, text);
  if (g_str_equal (before, "create") && write_definition (self, &p, text))
    return p;

  const gboolean is_at_table = is_before_table (before) || (is_span_join && !g_str_equal (before, "partitioned"));

  if ((is_at_table && is_table (self, word)) || (*end == '!' && g_hash_table_contains (self->macros, word)))
    g_string_append_printf (text, "%s.", self->schema);
  g_string_append_len (text, p, end - p);
  return *end == '(' && (is_about_trace (word) || is_of_module (self, word, before)) ? write_letter (self, end, text) : end;
}

char *
strata_query_write_schema (StrataQuery *self,
                           const char *sql)
{
  g_autofree char *copy = g_strdup (sql);
  g_autofree char *before = g_strdup ("");
  GString *text = g_string_sized_new (strlen (sql) + 64);
  gboolean is_span_join = FALSE;
  Lists lists = { 0 };

  /* what a macro stands for is written again where it is called */
  if (strata_query_defines_macro (copy))
    g_string_append (text, copy);

  for (char *p = text->len > 0 ? copy + strlen (copy) : copy; *p != '\0';)
    {
      char *end = strata_query_skip_token (p);

      if (!strata_query_is_word_char (*p))
        {
          if (follow_mark (&lists, *p))
            {
              g_free (before);
              before = g_strdup ("join");
            }
          g_string_append_len (text, p, end - p);
          p = end;
          continue;
        }

      g_autofree char *word = g_ascii_strdown (p, end - p);

      follow_word (&lists, word);
      is_span_join |= g_str_has_prefix (word, "span_");
      p = write_word (self, p, end, word, before, is_span_join, text);
      g_free (before);
      before = g_steal_pointer (&word);
    }

  return g_string_free (text, FALSE);
}
