/* strata-query-tokens.c - an SQL statement as tokens
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-tokens.h"

#include <string.h>

#include "strata-query-words.h"

static const StrataQueryToken *
get_token (const GArray *tokens,
           guint index)
{
  return &g_array_index (tokens, StrataQueryToken, index);
}

GArray *
strata_query_tokens_list (char *sql)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (StrataQueryToken));

  for (char *p = strata_query_skip_blanks (sql); *p != '\0' && *p != ';';)
    {
      char *end = strata_query_skip_token (p);

      g_array_append_val (tokens, ((StrataQueryToken){ p, end }));
      p = strata_query_skip_blanks (end);
    }

  return tokens;
}

gboolean
strata_query_tokens_is (const GArray *tokens,
                        guint index,
                        const char *word)
{
  if (index >= tokens->len)
    return FALSE;

  const StrataQueryToken *token = get_token (tokens, index);

  return strlen (word) == (gsize) (token->end - token->begin) && g_ascii_strncasecmp (token->begin, word, strlen (word)) == 0;
}

const StrataSqlTable *
strata_query_tokens_find_table (const GArray *tokens,
                                guint index)
{
  const StrataQueryToken *token = index < tokens->len ? get_token (tokens, index) : NULL;

  return token != NULL ? strata_sql_tables_find (token->begin, token->end - token->begin) : NULL;
}

gboolean
strata_query_tokens_is_one_of (const GArray *tokens,
                               guint index,
                               const char *const *words)
{
  for (; *words != NULL; words++)
    if (strata_query_tokens_is (tokens, index, *words))
      return TRUE;

  return FALSE;
}

gboolean
strata_query_tokens_is_same (const GArray *tokens,
                             guint index,
                             guint other)
{
  const StrataQueryToken *token = get_token (tokens, other);
  g_autofree char *word = g_strndup (token->begin, (gsize) (token->end - token->begin));

  return strata_query_tokens_is (tokens, index, word);
}

gboolean
strata_query_tokens_is_name (const GArray *tokens,
                             guint index)
{
  return index < tokens->len && strata_query_is_word_char (*get_token (tokens, index)->begin);
}

gboolean
strata_query_tokens_is_plain (const GArray *tokens,
                              const char *const *others)
{
  static const char *const refused[] = { "SELECT", "WITH", "VALUES", "UNION", "EXCEPT", "INTERSECT", "DISTINCT", "FILTER", "OVER", "WINDOW",
                                         "COLLATE", "INDEXED", "rowid", "_rowid_", "oid", NULL };

  for (guint i = 0; i < tokens->len; i++)
    {
      const gboolean is_refused = strata_query_tokens_is_one_of (tokens, i, refused) || strata_query_tokens_is_one_of (tokens, i, others);

      if (strchr ("\"`[?$:@", *get_token (tokens, i)->begin) != NULL || is_refused != (i == 0))
        return FALSE;
    }

  return strata_query_tokens_is (tokens, 0, "SELECT");
}

StrataSqlSource *
strata_query_tokens_find_source (const GArray *tokens,
                                 guint index,
                                 const StrataQuery *query)
{
  const GPtrArray *sources = query->sources;

  for (guint i = 0; i < sources->len; i++)
    {
      const char letter[] = { (char) ('a' + i), '\0' };

      if (strata_query_tokens_is (tokens, index, sources->len == 1 ? "main" : letter))
        return sources->pdata[i];
    }

  return NULL;
}

void
strata_query_tokens_append (const GArray *tokens,
                            guint index,
                            GString *sql)
{
  const StrataQueryToken *token = get_token (tokens, index);
  const char *next = index + 1 < tokens->len ? get_token (tokens, index + 1)->begin : token->end;

  g_string_append_len (sql, token->begin, token->end - token->begin);
  if (next != token->end)
    g_string_append_c (sql, ' ');
}

gboolean
strata_query_tokens_is_scalar (const GArray *tokens,
                               guint index)
{
  static const char *const before_list[] = { "AND", "BETWEEN", "BY", "CASE", "ELSE", "HAVING", "IN", "LIMIT", "NOT", "ON", "OR", "SELECT", "THEN", "USING", "WHEN", "WHERE", NULL };
  static const char *const scalar[] = { "abs", "cast", "coalesce", "format", "ifnull", "iif", "instr", "length", "lower", "nullif", "printf", "replace",
                                        "round", "substr", "time_to_ms", "time_to_us", "time_to_s", "trim", "upper", NULL };

  return strata_query_tokens_is_one_of (tokens, index, before_list) || strata_query_tokens_is_one_of (tokens, index, scalar);
}

gboolean
strata_query_tokens_is_star (const GArray *tokens,
                             guint index)
{
  return index > 0 && strata_query_tokens_is (tokens, index, "*") &&
         (strata_query_tokens_is (tokens, index - 1, "SELECT") || strata_query_tokens_is (tokens, index - 1, ",") || strata_query_tokens_is (tokens, index - 1, "."));
}
