/* strata-query-groups.c - sums by groups without SQLite
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-groups.h"
#include "strata-query-tokens.h"

#include <string.h>

/* Most reports run SELECT name, count(*), sum(dur) FROM slice GROUP BY name. SQLite runs some 15 instructions per row
 * for it, which takes more time than all work of the table. If the rows of a group are neighbours anyway,
 * strata-vtab-groups.c sums them in one loop.
 *
 * The statement is rewritten for that: each sum becomes a column of a table of groups, and the grouping is removed.
 * Everything else remains SQL: expressions over sums, HAVING, ORDER BY, LIMIT. The rules are strict, so that both have
 * the same meaning; a statement that breaks one is left to SQLite:
 *  - one SELECT from one table of a trace, without WHERE, grouped by one column or not at all;
 *  - sums are over columns of whole numbers, without DISTINCT, FILTER or OVER; other functions use a single row;
 *  - outside of sums, a name of a column is that of the key, or an alias after AS.
 * The original statement is prepared first and provides errors and names of columns. */

typedef struct
{
  StrataQuery *query;
  StrataQueryGroups *groups;
  GArray *tokens; /* (element-type StrataQueryToken) borrowed */
  guint from;     /* index of the word FROM */
  guint table;    /* index of the name of the table */
  guint alias;    /* index of its alias, or its name */
  guint rest;     /* index of the first token after them */
  guint group;    /* index of the word GROUP, or where it would be */
  guint tail;     /* index of the first token after GROUP BY */
  guint n_sums;   /* in the text; equal ones are computed once */
} Writer;

static gboolean
is_one_of (const Writer *self,
           guint index,
           const char *const *words)
{
  return strata_query_tokens_is_one_of (self->tokens, index, words);
}

/* FROM [schema.] table [[AS] alias] */
static gboolean
read_from (Writer *self)
{
  static const char *const clauses[] = { "GROUP", "HAVING", "ORDER", "LIMIT", NULL };

  for (self->from = 1; !strata_query_tokens_is (self->tokens, self->from, "FROM"); self->from++)
    if (self->from >= self->tokens->len)
      return FALSE;

  const gboolean has_schema = strata_query_tokens_is (self->tokens, self->from + 2, ".");

  self->table = self->from + (has_schema ? 3 : 1);
  self->alias = self->table;
  self->rest = self->table + 1;
  self->rest += strata_query_tokens_is (self->tokens, self->rest, "AS");
  if (strata_query_tokens_is_name (self->tokens, self->rest) && !is_one_of (self, self->rest, clauses))
    self->alias = self->rest++;

  self->groups->table = strata_query_tokens_find_table (self->tokens, self->table);
  self->groups->source = has_schema ? strata_query_tokens_find_source (self->tokens, self->from + 1, self->query) : self->query->sources->pdata[0];
  return self->groups->table != NULL && self->groups->source != NULL && (self->rest == self->tokens->len || is_one_of (self, self->rest, clauses));
}

/* The column at [@alias.] column; @index is moved past it. */
static const StrataSqlColumn *
read_column (const StrataSqlTable *table,
             const GArray *tokens,
             guint alias,
             guint *index)
{
  if (strata_query_tokens_is (tokens, *index + 1, ".") && strata_query_tokens_is_same (tokens, *index, alias))
    *index += 2;

  for (guint i = 0; i < table->n_columns; i++)
    if (strata_query_tokens_is (tokens, *index, table->columns[i].name) && (table->columns[i].flags & STRATA_SQL_ARGUMENT) == 0)
      {
        (*index)++;
        return &table->columns[i];
      }

  return NULL;
}

/* GROUP BY column, or 1 for the first column of the result */
static gboolean
read_group (Writer *self)
{
  static const char *const clauses[] = { "HAVING", "ORDER", "LIMIT", NULL };
  StrataQueryGroups *groups = self->groups;

  self->group = self->rest;
  self->tail = self->rest;
  if (!strata_query_tokens_is (self->tokens, self->group, "GROUP"))
    return !strata_query_tokens_is (self->tokens, self->group, "HAVING");

  guint first = 1;
  const gboolean is_first = strata_query_tokens_is (self->tokens, self->group + 2, "1");

  self->tail = self->group + (is_first ? 3 : 2);
  groups->key = read_column (groups->table, self->tokens, self->alias, is_first ? &first : &self->tail);
  if (groups->key == NULL || (is_first && !strata_query_tokens_is (self->tokens, first, ",") && first != self->from))
    return FALSE;
  if (self->tail < self->tokens->len && !is_one_of (self, self->tail, clauses))
    return FALSE;

  return groups->key->list_grouped != NULL || (groups->key->number != NULL && (groups->key->flags & STRATA_SQL_RUN) != 0 && groups->table->list_runs != NULL);
}

static gboolean
find_kind (const StrataQuery *query,
           const GArray *tokens,
           guint index,
           StrataQuerySumKind *kind)
{
  static const char *const names[] = { "count", "sum", "min", "max", "avg" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strata_query_tokens_is (tokens, index, names[i]) && !g_hash_table_contains (query->functions, names[i]))
      {
        *kind = (StrataQuerySumKind) i;
        return TRUE;
      }

  return FALSE;
}

static guint32
add_sum (StrataQueryGroups *groups,
         const StrataQuerySum *sum)
{
  for (guint i = 0; i <= groups->n_sums && i < STRATA_QUERY_MAX_SUMS; i++)
    if (i == groups->n_sums || (groups->sums[i].kind == sum->kind && groups->sums[i].column == sum->column))
      {
        groups->sums[i] = *sum;
        groups->n_sums = MAX (groups->n_sums, i + 1);
        return i;
      }

  return STRATA_NONE;
}

guint32
strata_query_groups_read_sum (StrataQueryGroups *groups,
                              const StrataQuery *query,
                              const GArray *tokens,
                              guint alias,
                              guint *index)
{
  StrataQuerySum sum = { 0 };
  guint end = *index + 2;

  if (!strata_query_tokens_is (tokens, *index + 1, "(") || !find_kind (query, tokens, *index, &sum.kind))
    return STRATA_NONE;

  if (sum.kind == STRATA_QUERY_COUNT && strata_query_tokens_is (tokens, end, "*"))
    end++;
  else
    {
      sum.column = read_column (groups->table, tokens, alias, &end);
      if (sum.column == NULL || sum.column->number == NULL)
        return STRATA_NONE;
    }

  const guint32 number = strata_query_tokens_is (tokens, end, ")") ? add_sum (groups, &sum) : STRATA_NONE;

  if (number != STRATA_NONE)
    *index = end + 1;

  return number;
}

/* Whether a token means the same with one row per group. */
static gboolean
is_kept (const Writer *self,
         guint index)
{
  guint next = index;

  if (strata_query_tokens_is_star (self->tokens, index))
    return FALSE;
  if (strata_query_tokens_is_name (self->tokens, index) && strata_query_tokens_is (self->tokens, index + 1, "("))
    return strata_query_tokens_is_scalar (self->tokens, index);
  if (strata_query_tokens_is (self->tokens, index + 1, "."))
    return TRUE;

  const StrataSqlColumn *column = strata_query_tokens_is (self->tokens, index - 1, "AS") ? NULL : read_column (self->groups->table, self->tokens, self->alias, &next);

  return column == NULL || column == self->groups->key;
}

static void
write_groups (const Writer *self,
              GString *sql)
{
  const StrataQueryGroups *groups = self->groups;
  const StrataQueryToken *alias = &g_array_index (self->tokens, StrataQueryToken, self->alias);

  g_string_append (sql, "FROM (SELECT ");
  if (groups->key != NULL)
    g_string_append_printf (sql, "%s AS \"%s\", ", groups->key->string != NULL ? "text" : "number", groups->key->name);
  for (guint i = 0; i < groups->n_sums; i++)
    g_string_append_printf (sql, "%ssum%u AS strata_sum%u", i > 0 ? ", " : "", i, i);
  g_string_append_printf (sql, " FROM " STRATA_QUERY_GROUPS_TABLE " (?1)) AS %.*s", (int) (alias->end - alias->begin), alias->begin);
}

/* Copies the text between two tokens, with the sums replaced. */
static gboolean
write_part (Writer *self,
            guint begin,
            guint end,
            GString *sql)
{
  for (guint i = begin; i < end;)
    {
      const guint32 sum = strata_query_groups_read_sum (self->groups, self->query, self->tokens, self->alias, &i);

      if (sum != STRATA_NONE)
        {
          g_string_append_printf (sql, "strata_sum%u ", sum);
          self->n_sums++;
          continue;
        }

      if (!is_kept (self, i))
        return FALSE;

      strata_query_tokens_append (self->tokens, i, sql);
      i++;
    }

  return TRUE;
}

char *
strata_query_groups_write (StrataQuery *self,
                           GArray *tokens,
                           StrataQueryGroups *groups)
{
  g_autoptr (GString) head = g_string_new (NULL);
  g_autoptr (GString) tail = g_string_new (NULL);
  static const char *const refused[] = { "JOIN", "WHERE", NULL };
  Writer writer = { self, groups, tokens };

  if (!strata_query_tokens_is_plain (tokens, refused) || !read_from (&writer) || !read_group (&writer) ||
      !write_part (&writer, 0, writer.from, head) || !write_part (&writer, writer.tail, tokens->len, tail) || writer.n_sums == 0)
    return NULL;

  g_string_append_c (head, ' ');
  write_groups (&writer, head);
  g_string_append_printf (head, " %s", tail->str);
  return g_string_free (g_steal_pointer (&head), FALSE);
}
