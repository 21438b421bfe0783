/* strata-query-schema.c - rewrites our own SQL for one of several traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-private.h"
#include "strata-query-words.h"

/* Our own views and modules name tables without a schema, and call functions without a trace. If several traces
 * are open, each has all of them in its schema. So the text is rewritten: tables after FROM and JOIN get the
 * schema, and so do created items; functions about a trace, and functions of modules, get its letter as their
 * first argument, and macros get it in front of their names. This is only for our own SQL and for the text of
 * macros. */

/* Tracks where comma-separated lists of tables are. */
typedef struct
{
  guint depth;     /* depth of parentheses */
  guint64 in_from; /* a bit per depth; bit 63 is for all deeper ones */
} Lists;

static gboolean
is_about_trace (const char *word)
{
  static const char *const names[] = { "trace_start", "trace_end", "trace_dur", "extract_arg", "extract_metadata", "slice_is_ancestor", "strata_state_begin", "to_ftrace", NULL };

  return g_strv_contains (names, word);
}

/* Whether a table name follows the word. */
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

/* Updates the lists at a punctuation mark; returns whether a table follows. */
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

/* Whether it is a value function of a module, for a trace other than the first. */
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

/* Writes PERFETTO TABLE and PERFETTO VIEW without the first word, and with the schema in front of the name, to which @p is moved. */
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

/* Writes the letter as the first argument, at the parenthesis. */
static char *
write_letter (const StrataQuery *self,
              char *p,
              GString *text)
{
  char *inside = strata_query_skip_blanks (p + 1);

  g_string_append_printf (text, "('%s'%s", self->schema, *inside != ')' ? ", " : "");
  return inside;
}

/* Writes "temp.name" in a statement that creates it, and remembers the name. Returns where it is. */
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

/* Writes the word from @p to @end, which is in lower case in @word and follows @before; returns where to continue. */
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

  /* the text of a macro is rewritten where it is called */
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
