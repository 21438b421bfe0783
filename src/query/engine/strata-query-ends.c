/* strata-query-ends.c - replaces sums of begin and length by a column
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-query-tokens.h"

/* Spans are joined by "t.ts + t.dur > s.ts". SQLite asks a table only about columns, so all states of a thread would
 * be read for each span. If a condition compares such a sum for a table whose rows do not overlap, the sum is
 * replaced by the table's hidden column of ends: the first row is then found by bisection. The new text is no longer
 * than the old one and is padded with blanks, so that errors keep their places. */

/* Finds the column of ends of the table to which the token at @owner refers in this statement. */
static const StrataSqlColumn *
find_column (const GArray *tokens,
             guint owner)
{
  for (guint i = 1; i < tokens->len; i++)
    if (strata_query_tokens_is_same (tokens, i, owner) && !strata_query_tokens_is (tokens, i + 1, "."))
      {
        const guint before = strata_query_tokens_is (tokens, i - 1, "AS") ? i - 2 : i - 1;
        const StrataSqlTable *table = strata_query_tokens_find_table (tokens, i) != NULL ? strata_query_tokens_find_table (tokens, i) : strata_query_tokens_find_table (tokens, before);

        for (guint j = 0; table != NULL && j < table->n_columns; j++)
          if ((table->columns[j].flags & STRATA_SQL_END) != 0)
            return &table->columns[j];
      }

  return NULL;
}

/* Whether the tokens from @index on are "t.ts + t.dur", or the same in the other order. */
static gboolean
is_sum (const GArray *tokens,
        guint index)
{
  const gboolean is_turned = strata_query_tokens_is (tokens, index + 2, "dur");

  return index + 6 < tokens->len && strata_query_tokens_is_name (tokens, index) && strata_query_tokens_is (tokens, index + 1, ".") &&
         strata_query_tokens_is (tokens, index + 2, is_turned ? "dur" : "ts") && strata_query_tokens_is (tokens, index + 3, "+") &&
         strata_query_tokens_is_same (tokens, index + 4, index) && strata_query_tokens_is (tokens, index + 5, ".") &&
         strata_query_tokens_is (tokens, index + 6, is_turned ? "ts" : "dur");
}

static gboolean
is_text (const GArray *tokens,
         guint index)
{
  return index < tokens->len && *g_array_index (tokens, StrataQueryToken, index).begin == '\'';
}

/* Whether the sum at @index is one whole side of a comparison. A column compares with a text as a number; a sum does
 * not. */
static gboolean
is_compared (const GArray *tokens,
             guint index)
{
  static const char *const before[] = { "WHERE", "ON", "AND", "OR", "NOT", "(", "<", ">", "=", "BETWEEN", NULL };
  static const char *const behind[] = { ")", "AND", "OR", "<", ">", "=", "GROUP", "ORDER", "LIMIT", "HAVING", "UNION", "JOIN", "LEFT", "CROSS", "INNER", "BETWEEN", NULL };
  const guint end = index + 7;

  return strata_query_tokens_is_one_of (tokens, index - 1, before) && (end == tokens->len || strata_query_tokens_is_one_of (tokens, end, behind)) &&
         !is_text (tokens, end + 1) && !is_text (tokens, end + 2) && !is_text (tokens, index - 2) && (index < 3 || !is_text (tokens, index - 3));
}

/* Whether the token at @index is in a condition. Elsewhere it must not change, since the name of a result column depends on its text. */
static gboolean
is_in_condition (const GArray *tokens,
                 guint index)
{
  static const char *const others[] = { "SELECT", "HAVING", "BY", "VALUES", "SET", NULL };

  for (guint i = index; i-- > 0;)
    if (strata_query_tokens_is (tokens, i, "WHERE") || strata_query_tokens_is (tokens, i, "ON"))
      return TRUE;
    else if (strata_query_tokens_is_one_of (tokens, i, others))
      return FALSE;

  return FALSE;
}

/* Writes the column over a sum; the tokens point into @sql. */
static void
write_column (const GArray *tokens,
              guint index,
              const StrataSqlColumn *column,
              char *sql)
{
  char *begin = sql + (g_array_index (tokens, StrataQueryToken, index + 1).end - sql);
  char *end = sql + (g_array_index (tokens, StrataQueryToken, index + 6).end - sql);

  memset (begin, ' ', (gsize) (end - begin));
  memcpy (begin, column->name, strlen (column->name));
}

char *
strata_query_write_ends (const char *sql)
{
  g_autofree char *written = g_strdup (sql);
  g_autoptr (GArray) tokens = strata_query_tokens_list (written);
  gboolean has_any = FALSE;

  for (guint i = 2; i < tokens->len; i++)
    {
      const StrataSqlColumn *column = is_sum (tokens, i) && is_compared (tokens, i) && is_in_condition (tokens, i) ? find_column (tokens, i) : NULL;

      if (column == NULL)
        continue;

      write_column (tokens, i, column, written);
      has_any = TRUE;
    }

  return has_any ? g_steal_pointer (&written) : NULL;
}
