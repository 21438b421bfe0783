/* strata-query-joined.c - sums slices before they are joined
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-groups.h"
#include "strata-query-tokens.h"

#include <string.h>

/* Other common reports join slices with their threads and processes:
 *   SELECT t.name, s.name, count(*), sum(s.dur) FROM slice s JOIN thread_track k ON s.track_id = k.id JOIN thread t USING (utid) GROUP BY 1, 2
 * Slices of the same track and name are joined with the same rows. So they are summed before the join, and their sums are summed after it: a
 * few thousand rows instead of millions. The rules are strict, so that both have the same meaning; a statement that breaks one is left to
 * SQLite:
 *  - one SELECT with GROUP BY, from slice or thread_slice and other tables by their names;
 *  - count, sum, min and max are over columns of slice with whole numbers, without DISTINCT, FILTER or OVER;
 *  - otherwise only track_id and name of slice are read, and the columns of thread_slice about its thread and process;
 *  - no row exists without a slice: LEFT JOIN comes after it.
 * The original statement is prepared first and provides errors and names of columns. So a column name of slice without a table refers to
 * slice, as otherwise it would be ambiguous. */

typedef struct
{
  StrataQuery *query;
  StrataQueryGroups *groups;
  GArray *tokens;     /* (element-type StrataQueryToken) borrowed */
  guint begin;        /* index of the first token of the table of slices in FROM */
  guint end;          /* index of the first token after it and its alias */
  guint alias;        /* index of its alias, or its name */
  guint schema;       /* index of its schema, or 0 */
  gboolean is_view;   /* whether the table is thread_slice */
  gboolean is_first;  /* whether it is the first of the tables */
  gboolean has_names; /* whether names of slices are read */
  guint n_sums;       /* in the text */
} Writer;

/* [schema.] table [[AS] alias]; @index is moved past it. A table of slices may occur once. */
static gboolean
read_table (Writer *self,
            guint *index)
{
  static const char *const behind[] = { ",", "JOIN", "INNER", "LEFT", "CROSS", "ON", "USING", "WHERE", "GROUP", NULL };
  const guint begin = *index;
  const gboolean has_schema = strata_query_tokens_is (self->tokens, begin + 1, ".");
  const guint table = begin + (has_schema ? 2 : 0);
  const gboolean is_view = strata_query_tokens_is (self->tokens, table, "thread_slice");
  guint alias = table;

  if (!strata_query_tokens_is_name (self->tokens, table))
    return FALSE;

  *index = table + 1;
  *index += strata_query_tokens_is (self->tokens, *index, "AS");
  if (strata_query_tokens_is_name (self->tokens, *index) && !strata_query_tokens_is_one_of (self->tokens, *index, behind))
    alias = (*index)++;
  if (!strata_query_tokens_is_one_of (self->tokens, *index, behind))
    return FALSE;
  if (!is_view && !strata_query_tokens_is (self->tokens, table, "slice"))
    return TRUE;
  if (self->end > 0)
    return FALSE;

  self->begin = begin;
  self->end = *index;
  self->alias = alias;
  self->schema = has_schema ? begin : 0;
  self->is_view = is_view;
  self->groups->source = has_schema ? strata_query_tokens_find_source (self->tokens, begin, self->query) : self->query->sources->pdata[0];
  return self->groups->source != NULL;
}

static gboolean
is_at_table (const Writer *self,
             guint index,
             guint depth)
{
  return depth == 0 && (strata_query_tokens_is (self->tokens, index, "FROM") || strata_query_tokens_is (self->tokens, index, ",") || strata_query_tokens_is (self->tokens, index, "JOIN"));
}

/* Reads from FROM to WHERE or GROUP. */
static gboolean
read_from (Writer *self)
{
  static const char *const ends[] = { "WHERE", "GROUP", NULL };
  guint depth = 0;
  guint i = 1;

  while (i < self->tokens->len && !strata_query_tokens_is (self->tokens, i, "FROM"))
    i++;

  self->is_first = strata_query_tokens_is (self->tokens, i + 1, "slice") || strata_query_tokens_is (self->tokens, i + 1, "thread_slice") || (strata_query_tokens_is (self->tokens, i + 2, ".") && (strata_query_tokens_is (self->tokens, i + 3, "slice") || strata_query_tokens_is (self->tokens, i + 3, "thread_slice")));
  while (i < self->tokens->len && !strata_query_tokens_is_one_of (self->tokens, i, ends))
    {
      const gboolean is_table = is_at_table (self, i, depth);

      if (strata_query_tokens_is (self->tokens, i, "LEFT") && !self->is_first)
        return FALSE;

      depth += strata_query_tokens_is (self->tokens, i, "(");
      depth -= strata_query_tokens_is (self->tokens, i, ")") && depth > 0;
      i++;
      if (is_table && !read_table (self, &i))
        return FALSE;
    }

  return self->end > 0;
}

/* Columns that the view has in addition to those of slice. */
static gboolean
is_of_view (const Writer *self,
            guint index)
{
  static const char *const columns[] = { "thread_name", "utid", "tid", "process_name", "upid", "pid", "is_main_thread", NULL };

  return self->is_view && strata_query_tokens_is_one_of (self->tokens, index, columns);
}

static const StrataSqlColumn *
find_column (const Writer *self,
             guint index)
{
  const StrataSqlTable *table = self->groups->table;

  for (guint i = 0; i < table->n_columns; i++)
    if (strata_query_tokens_is (self->tokens, index, table->columns[i].name))
      return &table->columns[i];

  return NULL;
}

static const StrataSqlColumn *
find_column_named (const StrataSqlTable *table,
                   const char *name)
{
  for (guint i = 0; i < table->n_columns; i++)
    if (g_str_equal (table->columns[i].name, name))
      return &table->columns[i];

  g_assert_not_reached ();
}

/* Rewrites the sum at function ( [table.] column ) as one over sums; @index is moved past it. A mean cannot be computed from means. */
static gboolean
write_sum (Writer *self,
           guint *index,
           GString *sql)
{
  static const char *const outer[] = { "sum", "sum", "min", "max" };
  const guint32 number = strata_query_tokens_is (self->tokens, *index, "avg") ? STRATA_NONE : strata_query_groups_read_sum (self->groups, self->query, self->tokens, self->alias, index);

  if (number == STRATA_NONE)
    return FALSE;

  const StrataQueryToken *alias = &g_array_index (self->tokens, StrataQueryToken, self->alias);

  g_string_append_printf (sql, "%s(%.*s.strata_sum%u) ", outer[self->groups->sums[number].kind], (int) (alias->end - alias->begin), alias->begin, number);
  self->n_sums++;
  return TRUE;
}

/* Whether a column of slice at @index exists in the groups. */
static gboolean
is_group_column (Writer *self,
                 guint index)
{
  self->has_names |= strata_query_tokens_is (self->tokens, index, "name");
  return strata_query_tokens_is (self->tokens, index, "name") || strata_query_tokens_is (self->tokens, index, "track_id") || is_of_view (self, index);
}

/* Whether a token means the same over groups. @index is moved to the last token that was read. */
static gboolean
is_kept (Writer *self,
         guint *index)
{
  if (strata_query_tokens_is_star (self->tokens, *index))
    return FALSE;
  if (!strata_query_tokens_is_name (self->tokens, *index))
    return TRUE;
  if (strata_query_tokens_is (self->tokens, *index + 1, "("))
    return strata_query_tokens_is_scalar (self->tokens, *index);
  if (strata_query_tokens_is (self->tokens, *index + 1, "."))
    {
      const gboolean is_slice = strata_query_tokens_is_same (self->tokens, *index, self->alias);

      *index += 2;
      return !strata_query_tokens_is (self->tokens, *index, "*") && (!is_slice || is_group_column (self, *index));
    }

  /* an alias must not hide a column of the groups */
  if (strata_query_tokens_is (self->tokens, *index - 1, "AS"))
    return !strata_query_tokens_is (self->tokens, *index, "name") && !strata_query_tokens_is (self->tokens, *index, "track_id") && !is_of_view (self, *index);

  return find_column (self, *index) == NULL || is_group_column (self, *index);
}

static gboolean
write_rest (Writer *self,
            guint begin,
            guint end,
            GString *sql)
{
  for (guint i = begin; i < end; i++)
    {
      const guint first = i;

      if (write_sum (self, &i, sql))
        {
          i--;
          continue;
        }
      if (!is_kept (self, &i))
        return FALSE;
      for (guint j = first; j <= i && j < end; j++)
        strata_query_tokens_append (self->tokens, j, sql);
    }

  return TRUE;
}

static void
write_groups (const Writer *self,
              GString *sql)
{
  const StrataQueryToken *alias = &g_array_index (self->tokens, StrataQueryToken, self->alias);
  const StrataQueryToken *schema = &g_array_index (self->tokens, StrataQueryToken, self->schema);
  g_autofree char *prefix = self->schema > 0 ? g_strdup_printf ("%.*s.", (int) (schema->end - schema->begin), schema->begin) : g_strdup ("");

  g_string_append (sql, "(SELECT g.number AS track_id, g.name");
  for (guint i = 0; i < self->groups->n_sums; i++)
    g_string_append_printf (sql, ", g.sum%u AS strata_sum%u", i, i);
  if (self->is_view)
    g_string_append (sql, ", t.name AS thread_name, t.utid, t.tid, p.name AS process_name, t.upid, p.pid, t.is_main_thread");

  g_string_append (sql, " FROM " STRATA_QUERY_GROUPS_TABLE " (?1) AS g");
  if (self->is_view)
    g_string_append_printf (sql, " JOIN %sthread_track k ON g.number = k.id JOIN %sthread t ON k.utid = t.utid LEFT JOIN %sprocess p ON t.upid = p.upid", prefix, prefix, prefix);

  g_string_append_printf (sql, ") AS %.*s ", (int) (alias->end - alias->begin), alias->begin);
}

static gboolean
has_group (const Writer *self)
{
  for (guint i = self->end; i + 1 < self->tokens->len; i++)
    if (strata_query_tokens_is (self->tokens, i, "GROUP") && strata_query_tokens_is (self->tokens, i + 1, "BY"))
      return TRUE;

  return FALSE;
}

char *
strata_query_joined_write (StrataQuery *self,
                           GArray *tokens,
                           StrataQueryGroups *groups)
{
  g_autoptr (GString) head = g_string_new (NULL);
  g_autoptr (GString) tail = g_string_new (NULL);
  static const char *const refused[] = { "RIGHT", "FULL", "NATURAL", NULL };
  Writer writer = { .query = self, .groups = groups, .tokens = tokens };

  *groups = (StrataQueryGroups){ .table = strata_sql_tables_find ("slice", -1) };
  if (!strata_query_tokens_is_plain (tokens, refused) || !read_from (&writer) || !has_group (&writer) || !write_rest (&writer, 0, writer.begin, head) || !write_rest (&writer, writer.end, tokens->len, tail) || writer.n_sums == 0)
    return NULL;

  groups->key = find_column_named (groups->table, "track_id");
  groups->second = writer.has_names ? find_column_named (groups->table, "name") : NULL;
  write_groups (&writer, head);
  g_string_append (head, tail->str);
  return g_string_free (g_steal_pointer (&head), FALSE);
}
