/* strata-query-guard.c - restricts what a query may do
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-groups.h"

#include <glib/gi18n.h>

/* The traces cannot be written, as their tables have no xUpdate. The guard keeps queries away from
 * files, other modules and settings of SQLite, and from dropping our tables. They may still create
 * tables and views of their own, in memory. */

static int
refuse (StrataQuery *self,
        const char *what)
{
  g_free (self->reason);
  self->reason = g_strdup_printf (_ ("%s is not allowed in queries"), what);
  return SQLITE_DENY;
}

static int
check_drop (StrataQuery *self,
            const char *name,
            const char *schema)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  const gboolean is_shadow = g_strcmp0 (schema, "temp") == 0 && strata_query_is_ours_alone (name);

  if (!g_hash_table_contains (self->own_names, lower) || is_shadow)
    return SQLITE_OK;

  g_autofree char *what = g_strdup_printf ("DROP %s", name);

  return refuse (self, what);
}

static int
check_pragma (StrataQuery *self,
              const char *name)
{
  static const char *const harmless[] = { "table_info", "table_xinfo", "table_list", "function_list", "database_list", "compile_options", "collation_list" };

  for (guint i = 0; i < G_N_ELEMENTS (harmless); i++)
    if (g_ascii_strcasecmp (harmless[i], name) == 0)
      return SQLITE_OK;

  return refuse (self, "PRAGMA");
}

static int
check_function (StrataQuery *self,
                const char *name)
{
  static const char *const refused[] = { "load_extension", "fts3_tokenizer", "writefile", "readfile", "edit", "zeroblob_file" };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    if (g_ascii_strcasecmp (refused[i], name) == 0)
      return refuse (self, refused[i]);

  return SQLITE_OK;
}

static int
check_module (StrataQuery *self,
              const char *module)
{
  if (self->creates || g_ascii_strcasecmp (module, "span_join") == 0 || g_ascii_strcasecmp (module, "span_left_join") == 0 || g_ascii_strcasecmp (module, "span_outer_join") == 0)
    return SQLITE_OK;

  return refuse (self, "CREATE VIRTUAL TABLE");
}

/* Of all statements without rows, only VACUUM makes others while it runs: it attaches a copy. */
static gboolean
is_vacuuming (StrataQuery *self)
{
  for (sqlite3_stmt *statement = sqlite3_next_stmt (self->db, NULL); statement != NULL; statement = sqlite3_next_stmt (self->db, statement))
    if (sqlite3_stmt_busy (statement) && sqlite3_column_count (statement) == 0)
      return TRUE;

  return FALSE;
}

/* SQLite calls this for each action of a statement while it prepares the statement. */
static int
authorize (void *data,
           int action,
           const char *first,
           const char *second,
           const char *schema,
           const char *cause)
{
  StrataQuery *self = data;

  switch (action)
    {
    case SQLITE_READ:
      if (!self->sums_groups && g_ascii_strcasecmp (first, STRATA_QUERY_GROUPS_TABLE) == 0)
        return refuse (self, STRATA_QUERY_GROUPS_TABLE);
      self->reads_own |= g_strcmp0 (schema, "temp") == 0 || (self->sources->len > 1 && g_strcmp0 (schema, "main") == 0);
      return SQLITE_OK;
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_DELETE:
    case SQLITE_CREATE_TABLE:
    case SQLITE_CREATE_TEMP_TABLE:
    case SQLITE_CREATE_VIEW:
    case SQLITE_CREATE_TEMP_VIEW:
    case SQLITE_CREATE_INDEX:
    case SQLITE_CREATE_TEMP_INDEX:
    case SQLITE_DROP_INDEX:
    case SQLITE_DROP_TEMP_INDEX:
    case SQLITE_REINDEX:
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT:
      return SQLITE_OK;
    case SQLITE_DROP_TABLE:
    case SQLITE_DROP_TEMP_TABLE:
    case SQLITE_DROP_VIEW:
    case SQLITE_DROP_TEMP_VIEW:
    case SQLITE_DROP_VTABLE:
      return check_drop (self, first, schema);
    case SQLITE_PRAGMA:
      return check_pragma (self, first);
    case SQLITE_FUNCTION:
      return check_function (self, second);
    case SQLITE_CREATE_VTABLE:
      return check_module (self, second);
    case SQLITE_ATTACH:
      return refuse (self, is_vacuuming (self) ? "VACUUM" : "ATTACH");
    case SQLITE_DETACH:
      return refuse (self, "DETACH");
    case SQLITE_ALTER_TABLE:
      return self->renames ? SQLITE_OK : refuse (self, "ALTER TABLE");
    case SQLITE_ANALYZE:
      return refuse (self, "ANALYZE");
    default:
      return refuse (self, _ ("This statement"));
    }
}

void
strata_query_guard (StrataQuery *self)
{
  static const struct
  {
    int id;
    int most;
  } limits[] = {
    { SQLITE_LIMIT_LENGTH, STRATA_QUERY_MAX_VALUE_BYTES },
    { SQLITE_LIMIT_SQL_LENGTH, 1000000 },
    { SQLITE_LIMIT_EXPR_DEPTH, 500 },
    { SQLITE_LIMIT_COMPOUND_SELECT, 500 },
    { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000 },
    { SQLITE_LIMIT_ATTACHED, 0 },
    { SQLITE_LIMIT_TRIGGER_DEPTH, 10 },
    { SQLITE_LIMIT_WORKER_THREADS, 0 },
    { SQLITE_LIMIT_VDBE_OP, 250000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    sqlite3_limit (self->db, limits[i].id, limits[i].most);

  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, NULL);
  /* views of a renamed table keep their text */
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_LEGACY_ALTER_TABLE, 1, NULL);
  sqlite3_set_authorizer (self->db, authorize, self);
}
