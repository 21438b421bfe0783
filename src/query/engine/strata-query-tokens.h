/* strata-query-tokens.h - an SQL statement as tokens
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-query-private.h"

G_BEGIN_DECLS

/* A word, a quoted text or a character of a statement. */
typedef struct
{
  const char *begin; /* its start */
  const char *end;   /* one past its end */
} StrataQueryToken;

/* (element-type StrataQueryToken): the tokens of the first statement of @sql, which has to outlive them. */
GArray *strata_query_tokens_list (char *sql);

/* Whether the token at @index is @word, or one of @words, or equals that at @other, or begins like a name; FALSE beyond the last. */
gboolean strata_query_tokens_is (const GArray *tokens, guint index, const char *word);
gboolean strata_query_tokens_is_one_of (const GArray *tokens, guint index, const char *const *words);
gboolean strata_query_tokens_is_same (const GArray *tokens, guint index, guint other);
gboolean strata_query_tokens_is_name (const GArray *tokens, guint index);

/* Whether it is a single SELECT without words of other statements, including @others (%NULL-terminated), and without names
 * that SQLite may read as something else. */
gboolean strata_query_tokens_is_plain (const GArray *tokens, const char *const *others);

/* The table of which the token at @index is the name, or %NULL. */
const StrataSqlTable *strata_query_tokens_find_table (const GArray *tokens, guint index);

/* The trace of the schema at @index, or %NULL. */
StrataSqlSource *strata_query_tokens_find_source (const GArray *tokens, guint index, const StrataQuery *query);

/* Copies a token, and the blanks after it as one; there may be none between "<" and "=". */
void strata_query_tokens_append (const GArray *tokens, guint index, GString *sql);

/* Whether a call at @index is of a function that reads a single row, or a word before a list. */
gboolean strata_query_tokens_is_scalar (const GArray *tokens, guint index);

/* Whether the "*" at @index means all columns rather than a product. */
gboolean strata_query_tokens_is_star (const GArray *tokens, guint index);

G_END_DECLS
