/* strata-query-names.c - completes a word of a query
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-names.h"

#include <string.h>

#include "strata-query-private.h"
#include "strata-query-tokens.h"
#include "strata-query-words.h"

/* A query is completed while it is written, so SQLite can seldom parse it. Its words show which tables it uses;
 * SQLite reports their columns. Our own names come with their documentation. Names that only the connection knows,
 * of modules and of the user, are looked up if no query is running on it. */

/* Limit for the names in a list; no one reads more. */
#define MAX_NAMES 40

typedef struct
{
  StrataQuery *query; /* (nullable) locked */
  char *prefix;       /* owned */
  GPtrArray *names;   /* (element-type StrataQueryName) owned */
  GHashTable *seen;   /* (element-type utf8) owned: names in lower case */
} List;

static void
free_name (gpointer data)
{
  StrataQueryName *name = data;

  g_free (name->name);
  g_free (name);
}

static void
add_name (List *self,
          const char *text,
          const char *arguments,
          const char *doc)
{
  if (g_ascii_strncasecmp (text, self->prefix, strlen (self->prefix)) != 0 || self->names->len >= MAX_NAMES)
    return;
  if (!g_hash_table_add (self->seen, g_ascii_strdown (text, -1)))
    return;

  StrataQueryName *name = g_new0 (StrataQueryName, 1);

  name->name = g_strdup (text);
  name->arguments = arguments;
  name->doc = doc;
  name->is_function = arguments != NULL;
  g_ptr_array_add (self->names, name);
}

static void
add_described (List *self,
               const StrataSqlTable *table)
{
  for (guint i = 0; i < table->n_columns; i++)
    if ((table->columns[i].flags & STRATA_SQL_ARGUMENT) == 0)
      add_name (self, table->columns[i].name, NULL, table->columns[i].doc);
}

/* Adds the columns of a SELECT, without running it; returns whether it could be parsed. */
static gboolean
add_selected (List *self,
              const char *sql)
{
  sqlite3_stmt *statement = NULL;

  if (self->query == NULL || sqlite3_prepare_v2 (self->query->db, sql, -1, &statement, NULL) != SQLITE_OK)
    return FALSE;

  for (int i = 0; i < sqlite3_column_count (statement); i++)
    add_name (self, sqlite3_column_name (statement, i), NULL, "");

  sqlite3_finalize (statement);
  return TRUE;
}

/* Adds the columns of a table or view; returns whether it exists. */
static gboolean
add_columns (List *self,
             const char *table)
{
  const StrataSqlTable *described = strata_sql_tables_find (table, -1);
  g_autofree char *sql = g_strdup_printf ("SELECT * FROM \"%s\"", table);

  if (described == NULL)
    return add_selected (self, sql);

  add_described (self, described);
  return TRUE;
}

static char *
dup_token (const GArray *tokens,
           guint index)
{
  const StrataQueryToken *token = &g_array_index (tokens, StrataQueryToken, index);

  return g_strndup (token->begin, (gsize) (token->end - token->begin));
}

/* Finds the parenthesis that opens the list closed by the ")" at @end. */
static guint
find_open (const GArray *tokens,
           guint end)
{
  guint depth = 0;

  for (guint i = end + 1; i-- > 0;)
    {
      depth += strata_query_tokens_is (tokens, i, ")");
      if (strata_query_tokens_is (tokens, i, "(") && --depth == 0)
        return i;
    }

  return end;
}

static guint
find_close (const GArray *tokens,
            guint begin)
{
  guint depth = 0;

  for (guint i = begin; i < tokens->len; i++)
    {
      depth += strata_query_tokens_is (tokens, i, "(");
      if (strata_query_tokens_is (tokens, i, ")") && --depth == 0)
        return i;
    }

  return begin;
}

/* Adds the columns of the SELECT in the parentheses at @begin and @end. */
static gboolean
add_inner (List *self,
           const GArray *tokens,
           guint begin,
           guint end)
{
  if (end <= begin + 1)
    return FALSE;

  const char *from = g_array_index (tokens, StrataQueryToken, begin + 1).begin;
  g_autofree char *sql = g_strndup (from, (gsize) (g_array_index (tokens, StrataQueryToken, end).begin - from));

  return (strata_query_tokens_is (tokens, begin + 1, "SELECT") || strata_query_tokens_is (tokens, begin + 1, "WITH")) && add_selected (self, sql);
}

/* Adds the columns of the table for which the token at @index is an alias: "slice s", "slice AS s", "(SELECT …) s", "s AS (SELECT …)". */
static gboolean
add_aliased (List *self,
             const GArray *tokens,
             guint index)
{
  if (strata_query_tokens_is (tokens, index + 1, "AS") && strata_query_tokens_is (tokens, index + 2, "("))
    return add_inner (self, tokens, index + 2, find_close (tokens, index + 2));
  if (index == 0)
    return FALSE;

  const guint before = strata_query_tokens_is (tokens, index - 1, "AS") && index > 1 ? index - 2 : index - 1;

  if (strata_query_tokens_is (tokens, before, ")"))
    return add_inner (self, tokens, find_open (tokens, before), before);
  if (!strata_query_tokens_is_name (tokens, before))
    return FALSE;

  g_autofree char *table = dup_token (tokens, before);

  return add_columns (self, table);
}

/* Adds the tables and views of a schema, or of all; returns whether there are any. */
static gboolean
add_listed (List *self,
            const char *schema)
{
  static const char sql[] = "SELECT name FROM pragma_table_list WHERE name NOT GLOB '[_]*' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'pragma_*'"
                            " AND (?1 IS NULL OR schema = ?1 COLLATE NOCASE) ORDER BY name";
  sqlite3_stmt *statement = NULL;
  gboolean has_any = FALSE;

  if (self->query == NULL || sqlite3_prepare_v2 (self->query->db, sql, -1, &statement, NULL) != SQLITE_OK)
    return FALSE;

  sqlite3_bind_text (statement, 1, schema, -1, SQLITE_STATIC);
  for (; sqlite3_step (statement) == SQLITE_ROW; has_any = TRUE)
    {
      const char *name = (const char *) sqlite3_column_text (statement, 0);
      const StrataSqlTable *table = strata_sql_tables_find (name, -1);

      add_name (self, name, NULL, table != NULL ? table->doc : "");
    }

  sqlite3_finalize (statement);
  return has_any;
}

static void
add_tables (List *self)
{
  guint n_tables;
  guint n_views;
  const StrataSqlTable *const *tables = strata_sql_tables_get (&n_tables);
  const StrataQueryView *views = strata_query_get_views (&n_views);

  for (guint i = 0; i < n_tables; i++)
    add_name (self, tables[i]->name, NULL, tables[i]->doc);
  for (guint i = 0; i < n_views; i++)
    add_name (self, views[i].name, NULL, views[i].doc);

  add_listed (self, NULL);
}

static void
add_functions (List *self)
{
  guint n_docs;
  const StrataQueryFunctionDoc *docs = strata_query_get_function_docs (&n_docs);
  GHashTableIter iter;
  gpointer name;

  for (guint i = 0; i < n_docs; i++)
    add_name (self, docs[i].name, docs[i].arguments, docs[i].doc);
  if (self->query == NULL)
    return;

  g_hash_table_iter_init (&iter, self->query->functions);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    add_name (self, name, "…", "");

  g_hash_table_iter_init (&iter, self->query->macros);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      g_autofree char *call = g_strconcat (name, "!", NULL);

      add_name (self, call, "…", "");
    }
}

/* After a dot: adds the columns of the table or alias before it, or the tables of a capture. */
static void
add_of (List *self,
        const GArray *tokens,
        guint owner)
{
  g_autofree char *name = dup_token (tokens, owner);

  if (add_listed (self, name))
    return;

  for (guint i = 0; i < tokens->len; i++)
    if (i != owner && strata_query_tokens_is_same (tokens, i, owner) && add_aliased (self, tokens, i))
      return;

  add_columns (self, name);
}

/* Whether the token at @index follows a word after which tables are named. */
static gboolean
is_of_tables (const GArray *tokens,
              guint index)
{
  return index > 0 && (strata_query_tokens_is (tokens, index - 1, "FROM") || strata_query_tokens_is (tokens, index - 1, "JOIN"));
}

/* Adds tables where a table is expected; elsewhere the columns of the statement's tables come first. */
static void
add_all (List *self,
         const GArray *tokens,
         guint word)
{
  guint n_tables;
  const StrataSqlTable *const *tables = strata_sql_tables_get (&n_tables);

  for (guint i = 1; i < tokens->len && !is_of_tables (tokens, word); i++)
    if (i != word && (is_of_tables (tokens, i) || strata_query_tokens_is (tokens, i - 1, ",")) && strata_query_tokens_is_name (tokens, i))
      {
        g_autofree char *name = dup_token (tokens, i);

        add_columns (self, name);
      }

  add_tables (self);
  if (is_of_tables (tokens, word))
    return;

  add_functions (self);
  for (guint i = 0; i < n_tables; i++)
    add_described (self, tables[i]);
}

static char *
find_statement (char *sql,
                const char *place)
{
  for (;;)
    {
      char *end = strata_query_skip_statement (sql);

      if (place <= end || *end == '\0')
        return sql;
      sql = end + 1;
    }
}

/* Whether @place, after the last token, is in a comment. */
static gboolean
is_in_comment (char *from,
               const char *place)
{
  for (char *p = from; p < place;)
    {
      char *end = strata_query_skip_blanks (p);

      while (p < end && g_ascii_isspace (*p))
        p++;
      if (p >= place || p == end)
        return FALSE;

      char *after = *p == '-' ? p + strcspn (p, "\n") : strstr (p + 2, "*/");

      if (after == NULL || place < after + (*p == '-' ? 1 : 2))
        return TRUE;
      p = after + (*p == '-' ? 1 : 2);
    }

  return FALSE;
}

/* The first token that ends at @place or later. */
static guint
find_token (const GArray *tokens,
            const char *place)
{
  guint i = 0;

  while (i < tokens->len && g_array_index (tokens, StrataQueryToken, i).end < place)
    i++;

  return i;
}

static gboolean
is_word (const StrataQueryToken *token)
{
  return strata_query_is_word_char (*token->begin) && !g_ascii_isdigit (*token->begin);
}

/* Finds the start of the word at @place, and its number among @tokens; returns whether a name is possible there. */
static gboolean
find_word (const GArray *tokens,
           char *statement,
           char *place,
           char **begin,
           guint *index)
{
  *index = find_token (tokens, place);
  *begin = place;
  if (*index < tokens->len && g_array_index (tokens, StrataQueryToken, *index).begin < place)
    {
      const StrataQueryToken *token = &g_array_index (tokens, StrataQueryToken, *index);

      *begin = (char *) token->begin;
      if (is_word (token))
        return TRUE;

      /* after punctuation a new word begins */
      *begin = place;
      (*index)++;
      return token->end == place && strchr ("'\"`]0123456789", *token->begin) == NULL;
    }

  return !is_in_comment (*index > 0 ? (char *) g_array_index (tokens, StrataQueryToken, *index - 1).end : statement, place);
}

static StrataQuery *
lock (StrataQuery *query)
{
  if (query == NULL || !g_mutex_trylock (&query->mutex))
    return NULL;

  query->cancellable = NULL;
  query->deadline_us = 0;
  query->is_late = FALSE;
  return query;
}

/**
 * strata_query_list_names:
 * @self: (nullable): the connection, for names that are not built in
 * @sql: the text so far
 * @place: position of the cursor, in bytes
 * @begin: (out): start of the word at the cursor, in bytes
 *
 * Lists completions of the word at the cursor: columns, tables, views and functions with this prefix. After a dot,
 * these are columns of the table or alias before it.
 *
 * Returns: (transfer full) (element-type StrataQueryName): the most likely first; empty in strings and comments
 */
GPtrArray *
strata_query_list_names (StrataQuery *self,
                         const char *sql,
                         gsize place,
                         gsize *begin)
{
  g_autofree char *copy = g_strdup (sql);
  char *cursor = copy + MIN (place, strlen (copy));
  char *statement = find_statement (copy, cursor);
  g_autoptr (GArray) tokens = strata_query_tokens_list (statement);
  List list = { .names = g_ptr_array_new_with_free_func (free_name) };
  char *word;
  guint index;

  *begin = (gsize) (cursor - copy);
  if (!find_word (tokens, statement, cursor, &word, &index))
    return list.names;

  *begin = (gsize) (word - copy);
  list.query = lock (self);
  list.prefix = g_strndup (word, (gsize) (cursor - word));
  list.seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (index > 1 && word > statement && word[-1] == '.')
    add_of (&list, tokens, index - 2);
  else
    add_all (&list, tokens, index);

  if (list.query != NULL)
    g_mutex_unlock (&list.query->mutex);
  g_hash_table_unref (list.seen);
  g_free (list.prefix);
  return list.names;
}
