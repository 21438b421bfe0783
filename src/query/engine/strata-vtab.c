/* strata-vtab.c - a table of a trace as an SQLite virtual table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-vtab-private.h"

/* One module serves all tables. A table is created by
 *   CREATE VIRTUAL TABLE schema.slice USING strata_table (0, slice)
 * with the number of its trace and the name of its class. It has no xUpdate, so it cannot be written. */

static char *
dup_declaration (const StrataSqlTable *table)
{
  GString *sql = g_string_new ("CREATE TABLE x (");

  for (guint i = 0; i < table->n_columns; i++)
    {
      const StrataSqlColumn *column = &table->columns[i];

      g_string_append_printf (sql, "%s\"%s\" %s%s", i > 0 ? ", " : "", column->name, strata_sql_type_get_name (column->type),
                              (column->flags & STRATA_SQL_HIDDEN) != 0 ? " HIDDEN" : "");
    }

  g_string_append_c (sql, ')');
  return g_string_free (sql, FALSE);
}

static int
vtab_connect (sqlite3 *db,
              void *data,
              int n_arguments,
              const char *const *arguments,
              sqlite3_vtab **vtab,
              char **message)
{
  StrataQuery *query = data;
  const guint64 trace = n_arguments == 5 ? g_ascii_strtoull (arguments[3], NULL, 10) : G_MAXUINT64;
  const StrataSqlTable *table = trace < query->sources->len ? strata_sql_tables_find (arguments[4], -1) : NULL;

  if (table == NULL)
    return SQLITE_ERROR;

  g_autofree char *declaration = dup_declaration (table);
  const int status = sqlite3_declare_vtab (db, declaration);

  if (status != SQLITE_OK)
    return status;

  StrataVtab *self = g_new0 (StrataVtab, 1);

  self->query = query;
  self->source = query->sources->pdata[trace];
  self->table = table;
  *vtab = &self->base;
  return SQLITE_OK;
}

/* If xCreate equalled xConnect, SQLite would offer the module as a table with the module's name. */
static int
vtab_create (sqlite3 *db,
             void *data,
             int n_arguments,
             const char *const *arguments,
             sqlite3_vtab **vtab,
             char **message)
{
  return vtab_connect (db, data, n_arguments, arguments, vtab, message);
}

static int
vtab_disconnect (sqlite3_vtab *vtab)
{
  g_free (vtab);
  return SQLITE_OK;
}

static const sqlite3_module module = {
  .iVersion = 1,
  .xCreate = vtab_create,
  .xConnect = vtab_connect,
  .xBestIndex = strata_vtab_best_index,
  .xDisconnect = vtab_disconnect,
  .xDestroy = vtab_disconnect,
  .xOpen = strata_vtab_open,
  .xClose = strata_vtab_close,
  .xFilter = strata_vtab_filter,
  .xNext = strata_vtab_next,
  .xEof = strata_vtab_eof,
  .xColumn = strata_vtab_column,
  .xRowid = strata_vtab_rowid,
};

gboolean
strata_vtab_register (StrataQuery *self)
{
  return sqlite3_create_module (self->db, "strata_table", &module, self) == SQLITE_OK;
}
