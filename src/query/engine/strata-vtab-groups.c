/* strata-vtab-groups.c - one row per group of rows, with their sums
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-groups.h"
#include "strata-vtab-private.h"

/* The columns: the key as a text and as a number, the second key, the sums, and an argument that identifies
 * the groups. The rows of a group are neighbours, so only one group is in memory at a time, with its parts by
 * the second key. Results are those of SQLite's functions: NULLs are skipped, sum is NULL without numbers and
 * an error when it overflows. */

enum
{
  COLUMN_TEXT,
  COLUMN_NUMBER,
  COLUMN_SECOND,
  COLUMN_SUMS,
  COLUMN_GROUPS = COLUMN_SUMS + STRATA_QUERY_MAX_SUMS,
};

typedef struct
{
  gint64 n;
  gint64 sum;
  double real; /* the sum if the integer sum overflows */
  gint64 least;
  gint64 most;
  gboolean overflows;
} Sum;

/* A part of a group by the second key; a group without one has a single part. */
typedef struct
{
  guint32 name; /* string id of the second key */
  guint32 n_rows;
  Sum sums[]; /* one per sum of the statement */
} Part;

typedef struct
{
  sqlite3_vtab_cursor base;
  const StrataQueryGroups *groups; /* (nullable) borrowed: from the statement */
  GArray *segments;                /* (element-type StrataSqlSegment) owned */
  guint next;                      /* the first segment of the next group */
  gboolean is_done;
  gint64 key; /* of the current group */
  gsize part_bytes;
  guint8 *parts; /* (nullable) owned: Part, those of the current group */
  guint32 n_parts;
  guint32 n_most_parts;
  guint32 part;     /* index of the current part */
  guint32 *by_name; /* (nullable) owned: number of the part of a string id, from 1 */
  guint32 n_strings;
  guint32 n_steps;
} Cursor;

typedef struct
{
  sqlite3_vtab base;
  StrataQuery *query; /* borrowed */
} Vtab;

static int
groups_connect (sqlite3 *db,
                void *data,
                int n_arguments,
                const char *const *arguments,
                sqlite3_vtab **vtab,
                char **message)
{
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE x (text TEXT, number INTEGER, name TEXT");

  for (guint i = 0; i < STRATA_QUERY_MAX_SUMS; i++)
    g_string_append_printf (sql, ", sum%u", i);
  g_string_append (sql, ", groups HIDDEN)");

  const int status = sqlite3_declare_vtab (db, sql->str);

  if (status != SQLITE_OK)
    return status;

  Vtab *self = g_new0 (Vtab, 1);

  self->query = data;
  *vtab = &self->base;
  return SQLITE_OK;
}

static int
groups_disconnect (sqlite3_vtab *vtab)
{
  g_free (vtab);
  return SQLITE_OK;
}

static int
groups_best_index (sqlite3_vtab *vtab,
                   sqlite3_index_info *info)
{
  for (int i = 0; i < info->nConstraint; i++)
    if (info->aConstraint[i].iColumn == COLUMN_GROUPS && info->aConstraint[i].usable && info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_EQ)
      {
        info->aConstraintUsage[i].argvIndex = 1;
        info->aConstraintUsage[i].omit = TRUE;
        return SQLITE_OK;
      }

  return SQLITE_CONSTRAINT;
}

static int
groups_open (sqlite3_vtab *vtab,
             sqlite3_vtab_cursor **cursor)
{
  Cursor *self = g_new0 (Cursor, 1);

  self->segments = g_array_new (FALSE, FALSE, sizeof (StrataSqlSegment));
  *cursor = &self->base;
  return SQLITE_OK;
}

static int
groups_close (sqlite3_vtab_cursor *cursor)
{
  Cursor *self = (Cursor *) cursor;

  g_array_unref (self->segments);
  g_free (self->parts);
  g_free (self->by_name);
  g_free (self);
  return SQLITE_OK;
}

static void
add_value (Sum *sum,
           gint64 value)
{
  if (value == STRATA_SQL_NULL)
    return;

  sum->n++;
  sum->overflows |= __builtin_add_overflow (sum->sum, value, &sum->sum);
  sum->real += (double) value;
  sum->least = MIN (sum->least, value);
  sum->most = MAX (sum->most, value);
}

static Part *
get_part (const Cursor *self,
          guint32 number)
{
  return (Part *) (self->parts + number * self->part_bytes);
}

static Part *
push_part (Cursor *self,
           guint32 name)
{
  if (self->n_parts == self->n_most_parts)
    {
      self->n_most_parts = MAX (self->n_most_parts * 2, 1);
      self->parts = g_realloc (self->parts, self->n_most_parts * self->part_bytes);
    }

  Part *part = get_part (self, self->n_parts++);

  part->name = name;
  part->n_rows = 0;
  for (guint i = 0; i < self->groups->n_sums; i++)
    part->sums[i] = (Sum){ .least = G_MAXINT64, .most = G_MININT64 };

  return part;
}

/* The part that a row belongs to. */
static inline Part *
find_part (Cursor *self,
           guint32 row)
{
  const StrataQueryGroups *groups = self->groups;

  if (groups->second == NULL)
    return get_part (self, 0);

  const guint32 name = groups->second->string (groups->source, row);

  if (self->by_name[name] == 0)
    {
      push_part (self, name);
      self->by_name[name] = self->n_parts;
    }

  return get_part (self, self->by_name[name] - 1);
}

static void
begin_group (Cursor *self)
{
  for (guint32 i = 0; self->by_name != NULL && i < self->n_parts; i++)
    self->by_name[get_part (self, i)->name] = 0;

  self->n_parts = 0;
  self->part = 0;
  if (self->groups->second == NULL)
    push_part (self, STRATA_STRING_EMPTY);
}

/* Returns FALSE if the query has to end. */
static gboolean
add_segment (Cursor *self,
             const StrataSqlSegment *segment)
{
  const StrataQueryGroups *groups = self->groups;
  const StrataSqlTable *table = groups->table;

  for (guint32 place = segment->begin; place < segment->end; place++)
    {
      const guint32 row = strata_vtab_get_row (segment, place);

      strata_vtab_prefetch (groups->source, table, segment, place);
      if ((++self->n_steps & 0xfff) == 0 && strata_query_has_to_stop (((Vtab *) self->base.pVtab)->query))
        return FALSE;
      if (table->exists != NULL && !table->exists (groups->source, row))
        continue;

      Part *part = find_part (self, row);

      part->n_rows++;
      for (guint i = 0; i < groups->n_sums; i++)
        if (groups->sums[i].column != NULL)
          add_value (&part->sums[i], groups->sums[i].column->number (groups->source, row));
    }

  return TRUE;
}

static gint64
get_key (const StrataQueryGroups *groups,
         const StrataSqlSegment *segment)
{
  const guint32 row = strata_vtab_get_row (segment, segment->begin);

  if (groups->key == NULL)
    return 0;

  return groups->key->string != NULL ? groups->key->string (groups->source, row) : groups->key->number (groups->source, row);
}

static gboolean
belongs (const Cursor *self)
{
  return self->next < self->segments->len && get_key (self->groups, &g_array_index (self->segments, StrataSqlSegment, self->next)) == self->key;
}

static gboolean
is_empty (const Cursor *self)
{
  return self->n_parts == 0 || get_part (self, 0)->n_rows == 0;
}

/* Sums the next group that has rows; without a key there is always one. */
static int
sum_next_group (Cursor *self)
{
  do
    {
      if (self->next >= self->segments->len)
        {
          self->is_done = TRUE;
          return SQLITE_OK;
        }

      self->key = get_key (self->groups, &g_array_index (self->segments, StrataSqlSegment, self->next));
      begin_group (self);
      for (; belongs (self); self->next++)
        if (!add_segment (self, &g_array_index (self->segments, StrataSqlSegment, self->next)))
          return SQLITE_INTERRUPT;
    }
  while (is_empty (self) && self->groups->key != NULL);

  return SQLITE_OK;
}

static int
groups_next (sqlite3_vtab_cursor *cursor)
{
  Cursor *self = (Cursor *) cursor;

  return ++self->part < self->n_parts ? SQLITE_OK : sum_next_group (self);
}

static void
make_room (Cursor *self)
{
  const guint32 n_strings = strata_sql_source_count_strings (self->groups->source);

  g_clear_pointer (&self->parts, g_free);
  g_clear_pointer (&self->by_name, g_free);
  self->n_most_parts = 0;
  self->part_bytes = sizeof (Part) + self->groups->n_sums * sizeof (Sum);
  if (self->groups->second != NULL)
    self->by_name = g_new0 (guint32, MAX (n_strings, 1));
}

static void
list_segments (Cursor *self)
{
  const StrataQueryGroups *groups = self->groups;

  if (groups->key == NULL)
    g_array_append_val (self->segments, ((StrataSqlSegment){ NULL, 0, groups->table->count (groups->source) }));
  else if (groups->key->list_grouped != NULL)
    groups->key->list_grouped (groups->source, self->segments);
  else
    groups->table->list_runs (groups->source, self->segments);
}

static int
groups_filter (sqlite3_vtab_cursor *cursor,
               int number,
               const char *text,
               int n_values,
               sqlite3_value **values)
{
  Cursor *self = (Cursor *) cursor;

  g_array_set_size (self->segments, 0);
  self->next = 0;
  self->n_parts = 0;
  self->is_done = FALSE;
  self->groups = sqlite3_value_pointer (values[0], STRATA_QUERY_GROUPS_TYPE);
  if (self->groups != NULL)
    {
      self->groups->source->cancellable = ((Vtab *) cursor->pVtab)->query->cancellable;
      make_room (self);
      list_segments (self);
    }

  return sum_next_group (self);
}

static int
groups_eof (sqlite3_vtab_cursor *cursor)
{
  return ((const Cursor *) cursor)->is_done;
}

static void
result_string (const Cursor *self,
               guint32 string,
               sqlite3_context *context)
{
  if (string != STRATA_STRING_EMPTY)
    sqlite3_result_text (context, strata_sql_source_get_string (self->groups->source, string), -1, SQLITE_STATIC);
}

static void
result_key (const Cursor *self,
            sqlite3_context *context)
{
  if (self->groups->key == NULL || self->key == STRATA_SQL_NULL)
    return;
  if (self->groups->key->string == NULL)
    sqlite3_result_int64 (context, self->key);
  else if (self->key != STRATA_STRING_EMPTY && self->key != STRATA_NONE)
    sqlite3_result_text (context, strata_sql_source_get_string (self->groups->source, (guint32) self->key), -1, SQLITE_STATIC);
}

static void
result_sum (const Sum *sum,
            StrataQuerySumKind kind,
            sqlite3_context *context)
{
  if (kind == STRATA_QUERY_COUNT)
    {
      sqlite3_result_int64 (context, sum->n);
      return;
    }

  if (sum->n == 0)
    return;

  switch (kind)
    {
    case STRATA_QUERY_SUM:
      if (sum->overflows)
        sqlite3_result_error (context, "integer overflow", -1);
      else
        sqlite3_result_int64 (context, sum->sum);
      break;
    case STRATA_QUERY_MIN:
      sqlite3_result_int64 (context, sum->least);
      break;
    case STRATA_QUERY_MAX:
      sqlite3_result_int64 (context, sum->most);
      break;
    case STRATA_QUERY_AVG:
      sqlite3_result_double (context, sum->real / (double) sum->n);
      break;
    case STRATA_QUERY_COUNT:
      break;
    }
}

static int
groups_column (sqlite3_vtab_cursor *cursor,
               sqlite3_context *context,
               int number)
{
  const Cursor *self = (const Cursor *) cursor;
  const Part *part = get_part (self, self->part);
  const guint index = (guint) (number - COLUMN_SUMS);

  if (number == COLUMN_TEXT || number == COLUMN_NUMBER)
    result_key (self, context);
  else if (number == COLUMN_SECOND)
    result_string (self, part->name, context);
  else if (index < self->groups->n_sums && self->groups->sums[index].column == NULL)
    sqlite3_result_int64 (context, part->n_rows);
  else if (index < self->groups->n_sums)
    result_sum (&part->sums[index], self->groups->sums[index].kind, context);

  return SQLITE_OK;
}

static int
groups_rowid (sqlite3_vtab_cursor *cursor,
              sqlite3_int64 *rowid)
{
  *rowid = (sqlite3_int64) ((const Cursor *) cursor)->next << 32 | ((const Cursor *) cursor)->part;
  return SQLITE_OK;
}

static const sqlite3_module module = {
  .iVersion = 1,
  .xConnect = groups_connect,
  .xBestIndex = groups_best_index,
  .xDisconnect = groups_disconnect,
  .xOpen = groups_open,
  .xClose = groups_close,
  .xFilter = groups_filter,
  .xNext = groups_next,
  .xEof = groups_eof,
  .xColumn = groups_column,
  .xRowid = groups_rowid,
};

gboolean
strata_vtab_groups_register (StrataQuery *self)
{
  return sqlite3_create_module (self->db, STRATA_QUERY_GROUPS_TABLE, &module, self) == SQLITE_OK;
}
