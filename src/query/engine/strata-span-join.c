/* strata-span-join.c - span_join: the times in which spans of two tables overlap
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-private.h"

#include <glib/gi18n.h>

/*   CREATE VIRTUAL TABLE x USING span_join (a PARTITIONED utid, b PARTITIONED utid)
 *
 * Both tables have ts and dur; spans of one table and partition do not overlap. A row of x is a piece of
 * time in which a span of each table is active; for span_left_join at least of the first one, for
 * span_outer_join of any. A table without a partition is joined with every partition of the other.
 *
 * Both sides are read in order of partition and time, and a sweep cuts them where one begins or ends. Only
 * active rows are kept, so the memory is that of SQLite's sorters. */

typedef enum
{
  JOIN_INNER,
  JOIN_LEFT,
  JOIN_OUTER,
} JoinKind;

typedef struct
{
  char *table;     /* owned */
  char *partition; /* (nullable) owned */
  char **columns;  /* owned: all except ts, dur and the partition */
} SideInfo;

typedef struct
{
  sqlite3_vtab base;
  StrataQuery *query;            /* borrowed */
  const StrataSqlSource *source; /* borrowed: of the trace whose end is the end of unfinished spans */
  JoinKind kind;
  SideInfo sides[2];
} Join;

typedef struct
{
  sqlite3_stmt *statement; /* (nullable) owned */
  gboolean has_row;
  gint64 partition;
  gint64 begin_ns;
  gint64 end_ns;
} Side;

typedef struct
{
  sqlite3_vtab_cursor base;
  Side sides[2];
  gint64 partition; /* of the current piece */
  gint64 begin_ns;  /* of the current piece */
  gint64 end_ns;    /* of the current piece; everything before it in the partition is done */
  gboolean is_in[2];
  gboolean is_at_end;
  gint64 row;
} JoinCursor;

static int
set_message (char **message,
             const char *text,
             const char *what)
{
  g_autofree char *sentence = g_strdup_printf ("span_join: %s: %s", what, text);

  *message = sqlite3_mprintf ("%s", sentence);
  return SQLITE_ERROR;
}

static gboolean
is_name (const char *text)
{
  if (*text == '\0')
    return FALSE;

  for (; *text != '\0'; text++)
    if (!g_ascii_isalnum (*text) && *text != '_' && *text != '.')
      return FALSE;

  return TRUE;
}

/* "table" or "table PARTITIONED column". */
static gboolean
parse_side (SideInfo *side,
            const char *text)
{
  g_auto (GStrv) all = g_strsplit_set (text, " \t\r\n", -1);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  for (guint i = 0; all[i] != NULL; i++)
    if (*all[i] != '\0')
      g_ptr_array_add (words, all[i]);

  if (words->len != 1 && (words->len != 3 || g_ascii_strcasecmp (words->pdata[1], "PARTITIONED") != 0))
    return FALSE;

  side->table = g_strdup (words->pdata[0]);
  side->partition = words->len == 3 ? g_strdup (words->pdata[2]) : NULL;
  return is_name (side->table) && (side->partition == NULL || is_name (side->partition));
}

static gboolean
is_own_column (const SideInfo *side,
               const char *name)
{
  return g_ascii_strcasecmp (name, "ts") != 0 && g_ascii_strcasecmp (name, "dur") != 0 &&
         (side->partition == NULL || g_ascii_strcasecmp (name, side->partition) != 0);
}

static gboolean
read_columns (sqlite3 *db,
              SideInfo *side)
{
  g_autofree char *sql = g_strdup_printf ("SELECT * FROM %s LIMIT 0", side->table);
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_free);
  sqlite3_stmt *statement = NULL;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    return FALSE;

  for (int i = 0; i < sqlite3_column_count (statement); i++)
    if (is_own_column (side, sqlite3_column_name (statement, i)))
      g_ptr_array_add (columns, g_strdup (sqlite3_column_name (statement, i)));

  sqlite3_finalize (statement);
  g_ptr_array_add (columns, NULL);
  side->columns = (char **) g_ptr_array_steal (columns, NULL);
  return TRUE;
}

static const char *
get_partition (const Join *self)
{
  return self->sides[0].partition != NULL ? self->sides[0].partition : self->sides[1].partition;
}

static void
append_quoted (GString *sql,
               const char *name)
{
  char *quoted = sqlite3_mprintf ("\"%w\"", name);

  g_string_append (sql, quoted);
  sqlite3_free (quoted);
}

static char *
dup_declaration (const Join *self)
{
  GString *sql = g_string_new ("CREATE TABLE x (ts INTEGER, dur INTEGER");

  if (get_partition (self) != NULL)
    {
      g_string_append (sql, ", ");
      append_quoted (sql, get_partition (self));
    }

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; self->sides[side].columns[i] != NULL; i++)
      {
        g_string_append (sql, ", ");
        append_quoted (sql, self->sides[side].columns[i]);
      }

  g_string_append_c (sql, ')');
  return g_string_free (sql, FALSE);
}

static void
join_free (Join *self)
{
  for (guint i = 0; i < 2; i++)
    {
      g_free (self->sides[i].table);
      g_free (self->sides[i].partition);
      g_strfreev (self->sides[i].columns);
    }

  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Join, join_free)

static JoinKind
get_kind (const char *module)
{
  if (g_ascii_strcasecmp (module, "span_left_join") == 0)
    return JOIN_LEFT;

  return g_ascii_strcasecmp (module, "span_outer_join") == 0 ? JOIN_OUTER : JOIN_INNER;
}

static int
join_connect (sqlite3 *db,
              void *data,
              int n_arguments,
              const char *const *arguments,
              sqlite3_vtab **vtab,
              char **message)
{
  g_autoptr (Join) self = g_new0 (Join, 1);

  if (n_arguments != 5)
    return set_message (message, _ ("two tables are needed"), arguments[2]);

  self->query = data;
  self->source = strata_query_find_source (self->query, arguments[1]);
  self->kind = get_kind (arguments[0]);
  for (guint i = 0; i < 2; i++)
    {
      if (!parse_side (&self->sides[i], arguments[3 + i]))
        return set_message (message, _ ("neither TABLE nor TABLE PARTITIONED COLUMN"), arguments[3 + i]);
      if (!read_columns (db, &self->sides[i]))
        return set_message (message, sqlite3_errmsg (db), self->sides[i].table);
    }

  if (self->sides[0].partition != NULL && self->sides[1].partition != NULL &&
      g_ascii_strcasecmp (self->sides[0].partition, self->sides[1].partition) != 0)
    return set_message (message, _ ("both tables need the same partition"), self->sides[1].partition);

  g_autofree char *declaration = dup_declaration (self);
  const int status = sqlite3_declare_vtab (db, declaration);

  if (status != SQLITE_OK)
    return set_message (message, sqlite3_errmsg (db), arguments[2]);

  *vtab = &self->base;
  self = NULL; /* SQLite owns it now */
  return SQLITE_OK;
}

static int
join_disconnect (sqlite3_vtab *vtab)
{
  join_free ((Join *) vtab);
  return SQLITE_OK;
}

static int
join_best_index (sqlite3_vtab *vtab,
                 sqlite3_index_info *info)
{
  info->estimatedCost = 1e6;
  info->estimatedRows = 100000;
  return SQLITE_OK;
}

static int
join_open (sqlite3_vtab *vtab,
           sqlite3_vtab_cursor **cursor)
{
  JoinCursor *self = g_new0 (JoinCursor, 1);

  *cursor = &self->base;
  return SQLITE_OK;
}

static void
finalize (JoinCursor *self)
{
  for (guint i = 0; i < 2; i++)
    g_clear_pointer (&self->sides[i].statement, sqlite3_finalize);
}

static int
join_close (sqlite3_vtab_cursor *cursor)
{
  finalize ((JoinCursor *) cursor);
  g_free (cursor);
  return SQLITE_OK;
}

static Join *
get_join (const JoinCursor *self)
{
  return (Join *) self->base.pVtab;
}

/* Reads the next row of a side. */
static int
step_side (JoinCursor *self,
           guint number)
{
  const Join *join = get_join (self);
  const StrataSqlSource *source = join->source;
  Side *side = &self->sides[number];
  const int status = sqlite3_step (side->statement);

  side->has_row = status == SQLITE_ROW;
  if (status != SQLITE_ROW)
    return status == SQLITE_DONE ? SQLITE_OK : status;

  const gint64 dur_ns = sqlite3_column_int64 (side->statement, 1);

  side->begin_ns = sqlite3_column_int64 (side->statement, 0);
  side->end_ns = dur_ns >= 0 ? strata_time_add (side->begin_ns, dur_ns) : MAX (side->begin_ns, strata_trace_get_span (source->trace).end_ns);
  side->partition = join->sides[number].partition != NULL ? sqlite3_column_int64 (side->statement, 2) : 0;
  return SQLITE_OK;
}

static int
prepare_side (JoinCursor *self,
              guint number)
{
  const SideInfo *info = &get_join (self)->sides[number];
  g_autoptr (GString) sql = g_string_new ("SELECT ts, dur, ");

  if (info->partition != NULL)
    append_quoted (sql, info->partition);
  else
    g_string_append_c (sql, '0');

  for (guint i = 0; info->columns[i] != NULL; i++)
    {
      g_string_append (sql, ", ");
      append_quoted (sql, info->columns[i]);
    }

  g_string_append_printf (sql, " FROM %s WHERE ts IS NOT NULL", info->table);
  if (info->partition != NULL)
    g_string_append_printf (sql, " AND %s IS NOT NULL ORDER BY %s, ts", info->partition, info->partition);
  else
    g_string_append (sql, " ORDER BY ts");

  return sqlite3_prepare_v2 (get_join (self)->query->db, sql->str, -1, &self->sides[number].statement, NULL);
}

/* Whether a side has a row in the current partition. */
static gboolean
is_here (const JoinCursor *self,
         guint number)
{
  const Join *join = get_join (self);
  const Side *side = &self->sides[number];

  return side->has_row && (join->sides[number].partition == NULL || side->partition == self->partition);
}

/* Goes to the next partition; a side without a partition starts again. */
static int
begin_partition (JoinCursor *self)
{
  const Join *join = get_join (self);
  gboolean is_any = FALSE;

  for (guint i = 0; i < 2; i++)
    if (join->sides[i].partition != NULL && self->sides[i].has_row)
      {
        self->partition = is_any ? MIN (self->partition, self->sides[i].partition) : self->sides[i].partition;
        is_any = TRUE;
      }

  self->end_ns = G_MININT64;
  self->is_at_end = !is_any;
  for (guint i = 0; i < 2 && is_any; i++)
    if (join->sides[i].partition == NULL)
      {
        sqlite3_reset (self->sides[i].statement);
        const int status = step_side (self, i);

        if (status != SQLITE_OK)
          return status;
      }

  return SQLITE_OK;
}

/* Drops spans that are done; sets @is_left if any is active or still to come in the partition. */
static int
leave_done (JoinCursor *self,
            gboolean *is_left)
{
  *is_left = FALSE;
  for (guint i = 0; i < 2; i++)
    {
      while (is_here (self, i) && self->sides[i].end_ns <= self->end_ns)
        {
          const int status = step_side (self, i);

          if (status != SQLITE_OK)
            return status;
        }

      *is_left |= is_here (self, i);
    }

  return SQLITE_OK;
}

/* Cuts the next piece: up to the nearest begin or end. */
static void
cut_piece (JoinCursor *self)
{
  gint64 begin_ns = G_MAXINT64;
  gint64 end_ns = G_MAXINT64;

  for (guint i = 0; i < 2; i++)
    if (is_here (self, i))
      begin_ns = MIN (begin_ns, MAX (self->end_ns, self->sides[i].begin_ns));

  for (guint i = 0; i < 2; i++)
    {
      self->is_in[i] = is_here (self, i) && self->sides[i].begin_ns <= begin_ns;
      if (is_here (self, i))
        end_ns = MIN (end_ns, self->is_in[i] ? self->sides[i].end_ns : self->sides[i].begin_ns);
    }

  self->begin_ns = begin_ns;
  self->end_ns = end_ns;
}

static gboolean
is_wanted (const JoinCursor *self)
{
  switch (get_join (self)->kind)
    {
    case JOIN_INNER:
      return self->is_in[0] && self->is_in[1];
    case JOIN_LEFT:
      return self->is_in[0];
    case JOIN_OUTER:
      return TRUE;
    }

  return FALSE;
}

static int
join_next (sqlite3_vtab_cursor *cursor)
{
  JoinCursor *self = (JoinCursor *) cursor;
  gboolean is_left;
  int status;

  self->row++;
  do
    {
      status = leave_done (self, &is_left);
      if (status == SQLITE_OK && !is_left)
        {
          const gboolean is_one_partition = get_partition (get_join (self)) == NULL;

          self->is_at_end = is_one_partition;
          status = is_one_partition ? SQLITE_OK : begin_partition (self);
          if (!self->is_at_end && status == SQLITE_OK)
            status = leave_done (self, &is_left);
        }

      if (status != SQLITE_OK || self->is_at_end)
        return status;
      if (is_left)
        cut_piece (self);
    }
  while (!is_left || !is_wanted (self));

  return SQLITE_OK;
}

static int
join_filter (sqlite3_vtab_cursor *cursor,
             int number,
             const char *text,
             int n_values,
             sqlite3_value **values)
{
  JoinCursor *self = (JoinCursor *) cursor;

  finalize (self);
  self->is_at_end = FALSE;
  self->row = 0;
  self->end_ns = G_MININT64;
  for (guint i = 0; i < 2; i++)
    {
      int status = prepare_side (self, i);

      if (status == SQLITE_OK)
        status = step_side (self, i);
      if (status != SQLITE_OK)
        return status;
    }

  if (get_partition (get_join (self)) != NULL)
    {
      const int status = begin_partition (self);

      if (status != SQLITE_OK || self->is_at_end)
        return status;
    }

  return join_next (cursor);
}

static int
join_eof (sqlite3_vtab_cursor *cursor)
{
  return ((JoinCursor *) cursor)->is_at_end;
}

static int
join_column (sqlite3_vtab_cursor *cursor,
             sqlite3_context *context,
             int column)
{
  const JoinCursor *self = (JoinCursor *) cursor;
  const Join *join = get_join (self);
  int own = column - (get_partition (join) != NULL ? 3 : 2);

  if (column == 0)
    sqlite3_result_int64 (context, self->begin_ns);
  else if (column == 1)
    sqlite3_result_int64 (context, self->end_ns - self->begin_ns);
  else if (own < 0)
    sqlite3_result_int64 (context, self->partition);
  else
    {
      const int n_first = (int) g_strv_length (join->sides[0].columns);
      const guint side = own < n_first ? 0 : 1;

      own -= side == 1 ? n_first : 0;
      if (self->is_in[side])
        sqlite3_result_value (context, sqlite3_column_value (self->sides[side].statement, 3 + own));
    }

  return SQLITE_OK;
}

static int
join_rowid (sqlite3_vtab_cursor *cursor,
            sqlite3_int64 *rowid)
{
  *rowid = ((JoinCursor *) cursor)->row;
  return SQLITE_OK;
}

static const sqlite3_module module = {
  .iVersion = 1,
  .xCreate = join_connect,
  .xConnect = join_connect,
  .xBestIndex = join_best_index,
  .xDisconnect = join_disconnect,
  .xDestroy = join_disconnect,
  .xOpen = join_open,
  .xClose = join_close,
  .xFilter = join_filter,
  .xNext = join_next,
  .xEof = join_eof,
  .xColumn = join_column,
  .xRowid = join_rowid,
};

gboolean
strata_span_join_register (StrataQuery *self)
{
  return sqlite3_create_module (self->db, "span_join", &module, self) == SQLITE_OK &&
         sqlite3_create_module (self->db, "span_left_join", &module, self) == SQLITE_OK &&
         sqlite3_create_module (self->db, "span_outer_join", &module, self) == SQLITE_OK;
}
