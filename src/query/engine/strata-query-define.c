/* strata-query-define.c - user-defined functions
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-private.h"

#include <glib/gi18n.h>

/* CREATE PERFETTO FUNCTION: a SELECT with $names in it. A function that returns a value is an SQLite
 * function whose statement is kept between calls. A function that returns a table is an SQLite table
 * with a hidden column per argument, which is how SQLite passes arguments to tables. */

/* Limit for nested calls. Functions may call one another, and themselves; each call takes stack. */
#define MOST_DEEP 32

/* SQLite's limit. */
#define MOST_ARGUMENTS 127

typedef struct
{
  gatomicrefcount n_refs;
  StrataQuery *query; /* borrowed: the owner of the function */
  char *name;         /* owned */
  GStrv arguments;    /* owned */
  GStrv columns;      /* owned; NULL if it returns a value */
  char *body;         /* owned */
  sqlite3_stmt *kept; /* owned; nullable: not in use */
} Function;

typedef struct
{
  sqlite3_vtab base;
  Function *function; /* owned */
} Table;

typedef struct
{
  sqlite3_vtab_cursor base;
  sqlite3_stmt *statement; /* owned; nullable */
  sqlite3_value **values;  /* (array) owned: of the arguments */
  gboolean is_at_end;
  sqlite3_int64 row;
} Cursor;

static Function *
function_ref (Function *self)
{
  g_atomic_ref_count_inc (&self->n_refs);
  return self;
}

static void
function_unref (gpointer data)
{
  Function *self = data;

  if (!g_atomic_ref_count_dec (&self->n_refs))
    return;

  sqlite3_finalize (self->kept);
  g_free (self->name);
  g_strfreev (self->arguments);
  g_strfreev (self->columns);
  g_free (self->body);
  g_free (self);
}

static Function *
function_new (StrataQuery *query,
              const StrataQueryHead *definition)
{
  Function *self = g_new0 (Function, 1);

  g_atomic_ref_count_init (&self->n_refs);
  self->query = query;
  self->name = g_ascii_strdown (definition->name, -1);
  self->arguments = g_strdupv (definition->arguments);
  self->columns = g_strdupv (definition->columns);
  self->body = g_strdup (definition->body);
  return self;
}

/* Returns the statement with the values of the arguments bound; %NULL on an error, which is stored in the connection. */
static sqlite3_stmt *
begin_call (Function *self,
            sqlite3_value **values)
{
  sqlite3_stmt *statement = g_steal_pointer (&self->kept);

  if (statement == NULL && sqlite3_prepare_v2 (self->query->db, self->body, -1, &statement, NULL) != SQLITE_OK)
    return NULL;

  for (guint i = 0; self->arguments[i] != NULL; i++)
    {
      g_autofree char *name = g_strconcat ("$", self->arguments[i], NULL);
      const int place = sqlite3_bind_parameter_index (statement, name);

      if (place > 0)
        sqlite3_bind_value (statement, place, values[i]);
    }

  return statement;
}

/* Keeps the statement for the next call, unless a nested call has already stored its own. */
static void
end_call (Function *self,
          sqlite3_stmt *statement)
{
  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  if (self->kept == NULL)
    self->kept = statement;
  else
    sqlite3_finalize (statement);
}

static void
set_value (Function *self,
           sqlite3_stmt *statement,
           sqlite3_context *context)
{
  int status = sqlite3_step (statement);

  if (status == SQLITE_ROW)
    {
      sqlite3_result_value (context, sqlite3_column_value (statement, 0));
      status = sqlite3_step (statement);
    }

  if (status == SQLITE_ROW)
    {
      g_autofree char *text = g_strdup_printf (_ ("%s returned more than one row"), self->name);

      sqlite3_result_error (context, text, -1);
    }
  else if (status == SQLITE_ERROR)
    sqlite3_result_error (context, sqlite3_errmsg (self->query->db), -1);
  else if (status != SQLITE_DONE)
    sqlite3_result_error_code (context, status);
}

static void
call_function (Function *self,
               sqlite3_context *context,
               sqlite3_value **values)
{
  StrataQuery *query = self->query;

  if (query->depth == MOST_DEEP)
    {
      sqlite3_result_error (context, _ ("functions call one another too deeply"), -1);
      return;
    }

  sqlite3_stmt *statement = begin_call (self, values);

  if (statement == NULL)
    {
      sqlite3_result_error (context, sqlite3_errmsg (query->db), -1);
      return;
    }

  query->depth++;
  set_value (self, statement, context);
  query->depth--;
  end_call (self, statement);
}

static void
call (sqlite3_context *context,
      int n_values,
      sqlite3_value **values)
{
  call_function (sqlite3_user_data (context), context, values);
}

/* Calls a module's function with the letter of a trace in front of its arguments. */
static void
call_of_trace (sqlite3_context *context,
               int n_values,
               sqlite3_value **values)
{
  const Function *first = sqlite3_user_data (context);
  const char *letter = (const char *) sqlite3_value_text (values[0]);
  g_autofree char *full = letter != NULL ? g_strconcat (letter, ".", first->name, NULL) : NULL;
  Function *function = full != NULL ? g_hash_table_lookup (first->query->functions, g_strcmp0 (letter, "a") == 0 ? first->name : full) : NULL;
  g_autofree char *reason = function == NULL ? g_strdup_printf (_ ("%s: the first argument is the letter of a trace, such as 'a'"), first->name) : NULL;

  if (function != NULL)
    call_function (function, context, values + 1);
  else
    sqlite3_result_error (context, reason, -1);
}

static int
table_connect (sqlite3 *db,
               void *data,
               int n_words,
               const char *const *words,
               sqlite3_vtab **out,
               char **message)
{
  Function *function = data;
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE x(");

  for (guint i = 0; function->columns[i] != NULL; i++)
    g_string_append_printf (sql, "%s\"%s\"", i > 0 ? ", " : "", function->columns[i]);
  for (guint i = 0; function->arguments[i] != NULL; i++)
    g_string_append_printf (sql, ", \"$%s\" HIDDEN", function->arguments[i]);
  g_string_append_c (sql, ')');

  const int status = sqlite3_declare_vtab (db, sql->str);

  if (status != SQLITE_OK)
    {
      *message = sqlite3_mprintf ("%s", sqlite3_errmsg (db));
      return status;
    }

  Table *self = g_new0 (Table, 1);

  self->function = function_ref (function);
  *out = &self->base;
  return SQLITE_OK;
}

static int
table_disconnect (sqlite3_vtab *base)
{
  Table *self = (Table *) base;

  function_unref (self->function);
  sqlite3_free (base->zErrMsg);
  g_free (self);
  return SQLITE_OK;
}

/* A plan is only usable if all arguments are given. */
static int
table_best_index (sqlite3_vtab *base,
                  sqlite3_index_info *info)
{
  const Function *function = ((Table *) base)->function;
  const int n_columns = (int) g_strv_length (function->columns);
  const int n_arguments = (int) g_strv_length (function->arguments);
  int n_given = 0;

  for (int i = 0; i < info->nConstraint; i++)
    if (info->aConstraint[i].iColumn >= n_columns && info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_EQ)
      {
        if (!info->aConstraint[i].usable)
          return SQLITE_CONSTRAINT;
        info->aConstraintUsage[i].argvIndex = info->aConstraint[i].iColumn - n_columns + 1;
        info->aConstraintUsage[i].omit = 1;
        n_given++;
      }

  if (n_given == n_arguments)
    return SQLITE_OK;

  sqlite3_free (base->zErrMsg);
  base->zErrMsg = sqlite3_mprintf (_ ("Wrong number of arguments for %s: it takes %d"), function->name, n_arguments);
  return SQLITE_ERROR;
}

static int
cursor_open (sqlite3_vtab *base,
             sqlite3_vtab_cursor **out)
{
  Cursor *self = g_new0 (Cursor, 1);

  *out = &self->base;
  return SQLITE_OK;
}

static void
clear_cursor (Cursor *self)
{
  const Function *function = ((Table *) self->base.pVtab)->function;

  sqlite3_finalize (g_steal_pointer (&self->statement));
  for (guint i = 0; self->values != NULL && function->arguments[i] != NULL; i++)
    sqlite3_value_free (self->values[i]);
  g_clear_pointer (&self->values, g_free);
}

static int
cursor_close (sqlite3_vtab_cursor *base)
{
  clear_cursor ((Cursor *) base);
  g_free (base);
  return SQLITE_OK;
}

static int
fail_cursor (Cursor *self,
             const char *text)
{
  sqlite3_free (self->base.pVtab->zErrMsg);
  self->base.pVtab->zErrMsg = sqlite3_mprintf ("%s", text);
  return SQLITE_ERROR;
}

/* Computing the next row may call other functions, so the depth of calls is counted here. */
static int
cursor_next (sqlite3_vtab_cursor *base)
{
  Cursor *self = (Cursor *) base;
  StrataQuery *query = ((Table *) base->pVtab)->function->query;

  if (query->depth == MOST_DEEP)
    return fail_cursor (self, _ ("functions call one another too deeply"));

  query->depth++;

  const int status = sqlite3_step (self->statement);

  query->depth--;
  self->is_at_end = status != SQLITE_ROW;
  self->row++;
  if (status == SQLITE_ROW || status == SQLITE_DONE)
    return SQLITE_OK;

  return status == SQLITE_ERROR ? fail_cursor (self, sqlite3_errmsg (query->db)) : status;
}

static int
cursor_filter (sqlite3_vtab_cursor *base,
               int plan,
               const char *plan_text,
               int n_values,
               sqlite3_value **values)
{
  Cursor *self = (Cursor *) base;
  Function *function = ((Table *) base->pVtab)->function;

  clear_cursor (self);
  self->row = -1;
  self->values = g_new0 (sqlite3_value *, (gsize) n_values + 1);
  for (int i = 0; i < n_values; i++)
    self->values[i] = sqlite3_value_dup (values[i]);

  self->statement = begin_call (function, values);
  return self->statement != NULL ? cursor_next (base) : fail_cursor (self, sqlite3_errmsg (function->query->db));
}

static int
cursor_eof (sqlite3_vtab_cursor *base)
{
  return ((Cursor *) base)->is_at_end;
}

static int
cursor_column (sqlite3_vtab_cursor *base,
               sqlite3_context *context,
               int column)
{
  const Cursor *self = (Cursor *) base;
  const int n_columns = (int) g_strv_length (((Table *) base->pVtab)->function->columns);

  sqlite3_value *value = column >= n_columns ? self->values[column - n_columns] : sqlite3_column_value (self->statement, column);

  if (value != NULL) /* there was enough memory */
    sqlite3_result_value (context, value);

  return SQLITE_OK;
}

static int
cursor_rowid (sqlite3_vtab_cursor *base,
              sqlite3_int64 *row)
{
  *row = ((Cursor *) base)->row;
  return SQLITE_OK;
}

/* clang-format off */
#define TABLE_METHODS                \
  .xConnect = table_connect,         \
  .xBestIndex = table_best_index,    \
  .xDisconnect = table_disconnect,   \
  .xOpen = cursor_open,              \
  .xClose = cursor_close,            \
  .xFilter = cursor_filter,          \
  .xNext = cursor_next,              \
  .xEof = cursor_eof,                \
  .xColumn = cursor_column,          \
  .xRowid = cursor_rowid
/* clang-format on */

/* Without xCreate the table exists under the name of the module, as for table-valued functions. */
static const sqlite3_module table_module = { TABLE_METHODS };

/* For a table that is created in the schema of a trace other than the first. */
static const sqlite3_module schema_module = { TABLE_METHODS, .xCreate = table_connect, .xDestroy = table_disconnect };

/* Finds the first $name that is not an argument; SQLite would silently use NULL for it. */
static char *
dup_unknown (const StrataQueryHead *definition,
             sqlite3_stmt *statement)
{
  for (int i = 1; i <= sqlite3_bind_parameter_count (statement); i++)
    {
      const char *name = sqlite3_bind_parameter_name (statement, i);

      if (name == NULL || *name != '$' || !g_strv_contains ((const char *const *) definition->arguments, name + 1))
        return g_strdup (name != NULL ? name : "?");
    }

  return NULL;
}

/* Reports an invalid body now rather than at the first call. */
static gboolean
check_body (StrataQuery *self,
            const StrataQueryHead *definition,
            GError **error)
{
  sqlite3_stmt *statement = NULL;
  const int status = sqlite3_prepare_v2 (self->db, definition->body, -1, &statement, NULL);
  const int n_columns = status == SQLITE_OK ? sqlite3_column_count (statement) : 0;
  const int n_wanted = definition->columns != NULL ? (int) g_strv_length (definition->columns) : 1;
  g_autofree char *unknown = status == SQLITE_OK ? dup_unknown (definition, statement) : NULL;

  sqlite3_finalize (statement);
  if (n_columns == n_wanted && unknown == NULL)
    return TRUE;

  if (unknown != NULL)
    g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, _ ("%s has no argument %s"), definition->name, unknown);
  else if (status != SQLITE_OK)
    g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, "%s: %s", definition->name, self->reason != NULL ? self->reason : sqlite3_errmsg (self->db));
  else
    g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, _ ("%s returns %d columns, but its statement has %d"), definition->name, n_wanted, n_columns);
  return FALSE;
}

static gboolean
is_new (StrataQuery *self,
        const StrataQueryHead *definition,
        const char *name,
        GError **error)
{
  if (g_hash_table_contains (self->own_names, name))
    {
      g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, _ ("“%s” is the name of a table"), definition->name);
      return FALSE;
    }

  if (g_strv_length (definition->arguments) > MOST_ARGUMENTS)
    {
      g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, _ ("“%s” has more than %d arguments"), definition->name, MOST_ARGUMENTS);
      return FALSE;
    }

  if (definition->is_replaced || strata_query_is_of_module (self, name) || !g_hash_table_contains (self->functions, name))
    return TRUE;

  g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, _ ("There is a function “%s” already; CREATE OR REPLACE replaces it"), definition->name);
  return FALSE;
}

/* Removes the old function: SQLite would keep functions of the same name with a different number of arguments, and tables besides them. */
static void
drop_old (StrataQuery *self,
          const char *name)
{
  const Function *old = g_hash_table_lookup (self->functions, name);

  if (old == NULL)
    return;

  if (old->columns != NULL)
    sqlite3_create_module_v2 (self->db, name, NULL, NULL, NULL);
  else
    sqlite3_create_function_v2 (self->db, name, (int) g_strv_length (old->arguments), SQLITE_UTF8, NULL, NULL, NULL, NULL, NULL);
  g_hash_table_remove (self->functions, name);
}

/* A function that returns a value has no schema: it takes the letter of its trace in front of its
 * arguments, like our own functions. Without a letter it is about the first trace. */
static gboolean
add_of_trace (StrataQuery *self,
              const StrataQueryHead *definition,
              GError **error)
{
  g_autofree char *name = g_ascii_strdown (definition->name, -1);
  Function *function = function_new (self, definition);

  g_hash_table_replace (self->functions, g_strconcat (self->schema, ".", name, NULL), function_ref (function));
  if (sqlite3_create_function_v2 (self->db, name, (int) g_strv_length (definition->arguments) + 1, SQLITE_UTF8, function, call_of_trace, NULL, NULL, function_unref) == SQLITE_OK)
    return check_body (self, definition, error);

  g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, "%s: %s", definition->name, sqlite3_errmsg (self->db));
  return FALSE;
}

/* Adds a function of a module for a trace other than the first. A function that returns a table is a
 * table in the schema of the trace. */
static gboolean
add_to_schema (StrataQuery *self,
               const StrataQueryHead *definition,
               GError **error)
{
  if (definition->columns == NULL)
    return add_of_trace (self, definition, error);

  g_autofree char *name = g_ascii_strdown (definition->name, -1);
  g_autofree char *full = g_strconcat (self->schema, ".", name, NULL);
  g_autofree char *sql = g_strdup_printf ("CREATE VIRTUAL TABLE %s USING \"%s\"", full, full);
  Function *function = function_new (self, definition);

  g_hash_table_replace (self->functions, g_strdup (full), function_ref (function));
  if (sqlite3_create_module_v2 (self->db, full, &schema_module, function, function_unref) == SQLITE_OK && strata_query_create_own (self, sql))
    return check_body (self, definition, error);

  g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, "%s: %s", full, sqlite3_errmsg (self->db));
  return FALSE;
}

gboolean
strata_query_add_function (StrataQuery *self,
                           const StrataQueryHead *definition,
                           GError **error)
{
  g_autofree char *name = g_ascii_strdown (definition->name, -1);
  const int n_arguments = (int) g_strv_length (definition->arguments);
  int status;

  if (self->schema[0] > 'a')
    return add_to_schema (self, definition, error);
  if (!is_new (self, definition, name, error))
    return FALSE;
  if (*self->schema != '\0' && definition->columns != NULL)
    g_hash_table_add (self->module_names, g_strdup (name));

  drop_old (self, name);

  Function *function = function_new (self, definition);

  /* add it before reading its body, so that it can call itself; an invalid one remains, and reports its error when called */
  g_hash_table_replace (self->functions, g_strdup (name), function_ref (function));
  if (definition->columns != NULL)
    status = sqlite3_create_module_v2 (self->db, name, &table_module, function, function_unref);
  else
    status = sqlite3_create_function_v2 (self->db, name, n_arguments, SQLITE_UTF8, function, call, NULL, NULL, function_unref);

  if (status != SQLITE_OK)
    {
      g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, "%s: %s", definition->name, sqlite3_errmsg (self->db));
      return FALSE;
    }

  return check_body (self, definition, error);
}

void
strata_query_clear_functions (StrataQuery *self)
{
  GHashTableIter iter;
  gpointer function;

  g_hash_table_iter_init (&iter, self->functions);
  while (g_hash_table_iter_next (&iter, NULL, &function))
    sqlite3_finalize (g_steal_pointer (&((Function *) function)->kept));
}

GHashTable *
strata_query_functions_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, function_unref);
}
