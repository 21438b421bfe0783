/* strata-query.c - SQL over traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-groups.h"
#include "strata-query-private.h"
#include "strata-query-tokens.h"
#include "strata-query-words.h"

#include <glib/gi18n.h>

/* A connection to an in-memory database that contains only virtual tables, which read the columns
 * of the traces. A single trace is the schema "main"; several are the schemas a, b, c, …, and a
 * name without a schema refers to the first. Temporary tables and views exist until the connection
 * is closed. */

#define DEFAULT_MAX_BYTES (G_GUINT64_CONSTANT (1) << 30)

/* The progress handler is called after this many SQLite instructions. */
#define PROGRESS_STEPS 1000

G_DEFINE_QUARK (strata_query_error_quark, strata_query_error)

gboolean
strata_query_has_to_stop (StrataQuery *self)
{
  if (self->cancellable != NULL && g_cancellable_is_cancelled (self->cancellable))
    return TRUE;

  self->is_late |= self->deadline_us != 0 && g_get_monotonic_time () > self->deadline_us;
  return self->is_late;
}

static int
on_progress (void *data)
{
  StrataQuery *self = data;

  return !self->undoes && strata_query_has_to_stop (self);
}

static gboolean
run_setup (StrataQuery *self,
           const char *sql,
           GError **error)
{
  if (sqlite3_exec (self->db, sql, NULL, NULL, NULL) == SQLITE_OK)
    return TRUE;

  g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, "%s: %s", sql, sqlite3_errmsg (self->db));
  return FALSE;
}

static gboolean
add_tables (StrataQuery *self,
            const char *schema,
            guint trace,
            GError **error)
{
  guint n_tables;
  const StrataSqlTable *const *tables = strata_sql_tables_get (&n_tables);

  for (guint i = 0; i < n_tables; i++)
    {
      g_autofree char *sql = g_strdup_printf ("CREATE VIRTUAL TABLE %s.%s USING strata_table (%u, %s)", schema, tables[i]->name, trace, tables[i]->name);

      g_hash_table_add (self->own_names, g_strdup (tables[i]->name));
      if (!run_setup (self, sql, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
add_views (StrataQuery *self,
           const char *schema,
           GError **error)
{
  guint n_views;
  const StrataQueryView *views = strata_query_get_views (&n_views);

  for (guint i = 0; i < n_views; i++)
    {
      g_autofree char *select = *self->schema != '\0' ? strata_query_write_schema (self, views[i].sql) : g_strdup (views[i].sql);
      g_autofree char *sql = g_strdup_printf ("CREATE VIEW %s.%s AS %s", schema, views[i].name, select);

      g_hash_table_add (self->own_names, g_strdup (views[i].name));
      if (!run_setup (self, sql, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
add_trace (StrataQuery *self,
           StrataTrace *trace,
           gboolean is_alone,
           GError **error)
{
  const guint number = self->sources->len;
  const char letter[] = { (char) ('a' + number), '\0' };
  g_autofree char *attach = g_strdup_printf ("ATTACH ':memory:' AS %s", letter);

  g_ptr_array_add (self->sources, strata_sql_source_new (trace));
  if (!is_alone && !run_setup (self, attach, error))
    return FALSE;

  g_strlcpy (self->schema, is_alone ? "" : letter, sizeof self->schema);

  const char *schema = is_alone ? "main" : letter;
  const gboolean is_added = add_tables (self, schema, number, error) && add_views (self, schema, error);

  *self->schema = '\0';
  return is_added;
}

StrataSqlSource *
strata_query_find_source (StrataQuery *self,
                          const char *schema)
{
  const guint number = schema[0] != '\0' && schema[1] == '\0' ? (guint) (g_ascii_tolower (schema[0]) - 'a') : G_MAXUINT;

  return self->sources->pdata[number < self->sources->len ? number : 0];
}

/**
 * strata_query_new:
 * @traces: (array length=n_traces): traces, at least one
 * @n_traces: how many, at most %STRATA_QUERY_MAX_TRACES
 * @error: return location for an error
 *
 * Opens a connection. Any thread may use it; runs wait for each other.
 *
 * Returns: (transfer full) (nullable): the connection, or %NULL with @error set
 */
StrataQuery *
strata_query_new (StrataTrace *const *traces,
                  guint n_traces,
                  GError **error)
{
  g_return_val_if_fail (n_traces > 0 && n_traces <= STRATA_QUERY_MAX_TRACES, NULL);

  g_autoptr (StrataQuery) self = g_new0 (StrataQuery, 1);

  g_atomic_ref_count_init (&self->n_refs);
  g_mutex_init (&self->mutex);
  self->sources = g_ptr_array_new_with_free_func ((GDestroyNotify) strata_sql_source_free);
  self->own_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->functions = strata_query_functions_new ();
  self->module_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->modules = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->macros = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) strata_query_macro_free);

  if (sqlite3_open_v2 (":memory:", &self->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK ||
      !run_setup (self, "PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = ON; PRAGMA cell_size_check = OFF", error) ||
      !strata_vtab_register (self) || !strata_vtab_groups_register (self) || !strata_query_add_functions (self) || !strata_query_add_printf (self) || !strata_span_join_register (self))
    {
      if (error != NULL && *error == NULL)
        g_set_error_literal (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_MEMORY, sqlite3_errmsg (self->db));
      return NULL;
    }

  for (guint i = 0; i < n_traces; i++)
    if (!add_trace (self, traces[i], n_traces == 1, error))
      return NULL;

  strata_query_guard (self);
  sqlite3_progress_handler (self->db, PROGRESS_STEPS, on_progress, self);
  return g_steal_pointer (&self);
}

/**
 * strata_query_ref:
 * @self: the connection
 *
 * Returns: (transfer full): the same
 */
StrataQuery *
strata_query_ref (StrataQuery *self)
{
  g_atomic_ref_count_inc (&self->n_refs);
  return self;
}

void
strata_query_unref (StrataQuery *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->n_refs))
    return;

  strata_query_clear_functions (self);
  sqlite3_close (self->db);
  sqlite3_close (self->formatter);
  g_hash_table_unref (self->functions);
  g_hash_table_unref (self->macros);
  g_hash_table_unref (self->modules);
  g_hash_table_unref (self->module_names);
  g_ptr_array_unref (self->sources);
  g_hash_table_unref (self->own_names);
  g_free (self->reason);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/* Text may contain bytes 0, which nothing shows; they become U+FFFD, so that the rest is not cut. */
static void
fill_text (StrataCell *cell,
           const char *text,
           gsize n_bytes)
{
  if (memchr (text, '\0', n_bytes) == NULL)
    strata_cell_set_text (cell, text);
  else
    strata_cell_take_text (cell, g_utf8_make_valid (text, (gssize) n_bytes));
}

static void
fill_cell (StrataCell *cell,
           sqlite3_stmt *statement,
           int column)
{
  GString *hex;

  switch (sqlite3_column_type (statement, column))
    {
    case SQLITE_INTEGER:
      strata_cell_set_number (cell, sqlite3_column_int64 (statement, column));
      break;
    case SQLITE_FLOAT:
      strata_cell_set_real (cell, sqlite3_column_double (statement, column));
      break;
    case SQLITE_TEXT:
      fill_text (cell, (const char *) sqlite3_column_text (statement, column), (gsize) sqlite3_column_bytes (statement, column));
      break;
    case SQLITE_BLOB:
      hex = g_string_new ("x'");
      for (int i = 0; i < sqlite3_column_bytes (statement, column); i++)
        g_string_append_printf (hex, "%02x", ((const guint8 *) sqlite3_column_blob (statement, column))[i]);
      g_string_append_c (hex, '\'');
      strata_cell_take_text (cell, g_string_free (hex, FALSE));
      break;
    default:
      break;
    }
}

static gboolean
pass_row (sqlite3_stmt *statement,
          const StrataQueryReceiver *receiver,
          gpointer data)
{
  const guint n_columns = (guint) sqlite3_column_count (statement);
  g_autofree StrataCell *cells = g_new0 (StrataCell, n_columns);

  for (guint i = 0; i < n_columns; i++)
    fill_cell (&cells[i], statement, (int) i);

  const gboolean goes_on = receiver->row (data, cells, n_columns);

  for (guint i = 0; i < n_columns; i++)
    strata_cell_clear (&cells[i]);

  return goes_on;
}

static gboolean
begin_result (sqlite3_stmt *statement,
              const StrataQueryReceiver *receiver,
              gpointer data)
{
  const guint n_columns = (guint) sqlite3_column_count (statement);
  g_autofree const char **names = g_new0 (const char *, n_columns + 1);

  for (guint i = 0; i < n_columns; i++)
    names[i] = sqlite3_column_name (statement, (int) i);

  return receiver->begin (data, names, n_columns);
}

static gboolean
fail (StrataQuery *self,
      int status,
      GError **error)
{
  g_autofree char *lack = strata_query_dup_lack (sqlite3_errmsg (self->db));

  if (self->cancellable != NULL && g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;

  if (self->is_late)
    g_set_error_literal (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_LATE, _ ("The query took longer than the time limit"));
  else if (status == SQLITE_NOMEM)
    g_set_error_literal (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_MEMORY, _ ("The query needs more memory than the limit"));
  else
    g_set_error_literal (error, STRATA_QUERY_ERROR, status == SQLITE_AUTH ? STRATA_QUERY_ERROR_REFUSED : STRATA_QUERY_ERROR_BAD,
                         self->reason != NULL ? self->reason : lack != NULL ? lack
                                                                            : sqlite3_errmsg (self->db));

  return FALSE;
}

/* Runs one statement; its columns have the names of those of @named. Clears @goes_on if the receiver wants no more rows. */
static gboolean
step (StrataQuery *self,
      sqlite3_stmt *statement,
      sqlite3_stmt *named,
      const StrataQueryReceiver *receiver,
      gpointer data,
      gboolean *goes_on,
      GError **error)
{
  const gboolean has_result = sqlite3_column_count (statement) > 0;
  int status = SQLITE_DONE;

  *goes_on = !has_result || begin_result (named, receiver, data);
  while (*goes_on && (status = sqlite3_step (statement)) == SQLITE_ROW)
    *goes_on = pass_row (statement, receiver, data);

  if (has_result && (status == SQLITE_DONE || status == SQLITE_ROW))
    receiver->end (data);

  return status == SQLITE_DONE || status == SQLITE_ROW ? TRUE : fail (self, status, error);
}

/* SQLite reports the place of a syntax error, but not that of a missing table. */
static gsize
find_error (StrataQuery *self,
            const char *sql)
{
  static const char head[] = "no such table: ";
  const int offset = sqlite3_error_offset (self->db);
  const char *message = sqlite3_errmsg (self->db);

  if (offset >= 0 || !g_str_has_prefix (message, head))
    return (gsize) MAX (offset, 0);

  const char *dot = strchr (message + strlen (head), '.');
  const char *name = dot != NULL ? dot + 1 : message + strlen (head);
  g_autofree char *copy = g_strdup (sql);
  g_autoptr (GArray) tokens = strata_query_tokens_list (copy);

  for (guint i = 0; i < tokens->len; i++)
    if (strata_query_tokens_is (tokens, i, name))
      return (gsize) (g_array_index (tokens, StrataQueryToken, i).begin - copy);

  return 0;
}

/* SQLite reports a long statement with the same error as a long text. */
static gboolean
fail_long (StrataQuery *self,
           GError **error)
{
  const int most = sqlite3_limit (self->db, SQLITE_LIMIT_SQL_LENGTH, -1);

  g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, _ ("The statement is longer than %d bytes"), most);
  return FALSE;
}

/* Prepares a statement; @begin is moved to the error. A text with only comments has no statement. */
static gboolean
prepare (StrataQuery *self,
         const char *sql,
         sqlite3_stmt **statement,
         gsize *begin,
         GError **error)
{
  g_autofree char *written = strata_query_write_ends (sql);

  /* if the rewritten text fails, a name has another meaning than expected */
  if (written != NULL && sqlite3_prepare_v2 (self->db, written, -1, statement, NULL) == SQLITE_OK)
    return TRUE;

  const int status = sqlite3_prepare_v2 (self->db, sql, -1, statement, NULL);

  if (status == SQLITE_OK)
    return TRUE;

  if (status == SQLITE_TOOBIG)
    return fail_long (self, error);

  *begin += find_error (self, sql);
  return fail (self, status, error);
}

/* Returns a statement over the table of groups with the same result, or %NULL. */
static sqlite3_stmt *
prepare_groups (StrataQuery *self,
                const char *sql,
                StrataQueryGroups *groups)
{
  if (self->reads_own)
    return NULL;

  g_autofree char *copy = g_strdup (sql);
  g_autoptr (GArray) tokens = strata_query_tokens_list (copy);
  g_autofree char *written = strata_query_groups_write (self, tokens, groups);
  sqlite3_stmt *other = NULL;

  if (written == NULL)
    written = strata_query_joined_write (self, tokens, groups);
  self->sums_groups = written != NULL;
  if (written != NULL)
    sqlite3_prepare_v2 (self->db, written, -1, &other, NULL);
  self->sums_groups = FALSE;
  if (other == NULL)
    return NULL;

  sqlite3_bind_pointer (other, 1, groups, STRATA_QUERY_GROUPS_TYPE, NULL);
  return other;
}

/* Runs the SQL of a statement; @begin is set to the place of an error. */
static gboolean
run_sql (StrataQuery *self,
         const char *sql,
         const StrataQueryReceiver *receiver,
         gpointer data,
         gsize *begin,
         gboolean *goes_on,
         GError **error)
{
  StrataQueryGroups groups = { 0 };
  sqlite3_stmt *statement;

  self->reads_own = FALSE;
  if (!prepare (self, sql, &statement, begin, error))
    return FALSE;
  if (statement == NULL)
    return TRUE;

  sqlite3_stmt *grouped = prepare_groups (self, sql, &groups);
  const gboolean is_done = step (self, grouped != NULL ? grouped : statement, statement, receiver, data, goes_on, error);

  sqlite3_finalize (grouped);
  sqlite3_finalize (statement);
  return is_done;
}

static gboolean
fail_definition (GError **error)
{
  g_set_error_literal (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, _ ("Expected here: CREATE PERFETTO FUNCTION name(argument TYPE) RETURNS TYPE AS SELECT …"));
  return FALSE;
}

static gboolean
begin_nothing (gpointer data,
               const char *const *names,
               guint n_columns)
{
  return TRUE;
}

static gboolean
drop_row (gpointer data,
          const StrataCell *cells,
          guint n_columns)
{
  return TRUE;
}

static void
end_nothing (gpointer data)
{
}

/* Finds a name of the same length that no table has. */
static gboolean
find_free_name (StrataQuery *self,
                char *name)
{
  static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  const gsize n_bytes = strlen (name);

  memset (name, '_', n_bytes);
  for (guint i = 0; i < 36 * 36; i++)
    {
      name[n_bytes - 1] = letters[i % 36];
      if (n_bytes > 2)
        name[n_bytes - 2] = letters[i / 36];
      if ((n_bytes > 1 || i >= 10) && sqlite3_table_column_metadata (self->db, "temp", name, NULL, NULL, NULL, NULL, NULL, NULL) != SQLITE_OK)
        return TRUE;
    }

  return FALSE;
}

static gboolean
rename_table (StrataQuery *self,
              const char *from,
              const char *to,
              GError **error)
{
  g_autofree char *sql = g_strdup_printf ("DROP TABLE IF EXISTS temp.\"%s\"; ALTER TABLE temp.\"%s\" RENAME TO \"%s\"", to, from, to);

  self->renames = TRUE;

  const int status = sqlite3_exec (self->db, sql, NULL, NULL, NULL);

  self->renames = FALSE;
  if (status == SQLITE_OK)
    return TRUE;

  g_autofree char *drop = g_strdup_printf ("DROP TABLE temp.\"%s\"", from);

  fail (self, status, error);
  sqlite3_exec (self->db, drop, NULL, NULL, NULL);
  return FALSE;
}

gboolean
strata_query_create_own (StrataQuery *self,
                         const char *sql)
{
  self->creates = TRUE;

  const int status = sqlite3_exec (self->db, sql, NULL, NULL, NULL);

  self->creates = FALSE;
  return status == SQLITE_OK;
}

/* The new table has a temporary name of the same length until it is complete: the statement may read the old
 * table, which remains if the statement fails. */
static gboolean
replace_table (StrataQuery *self,
               char *sql,
               const StrataQueryHead *head,
               gsize *begin,
               GError **error)
{
  static const StrataQueryReceiver receiver = { begin_nothing, drop_row, end_nothing };
  g_autofree char *name = g_strdup (head->replaced);
  gboolean goes_on = TRUE;

  if (!find_free_name (self, name))
    {
      g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, _ ("Cannot replace “%s”: there are too many tables"), head->replaced);
      return FALSE;
    }

  memcpy (sql + head->place, name, strlen (name));
  return run_sql (self, sql + head->begin, &receiver, NULL, begin, &goes_on, error) && rename_table (self, name, head->replaced, error);
}

/* Runs a statement without macros, which begins at its first word; words that are not SQL are blanked out. */
static gboolean
run_statement (StrataQuery *self,
               char *sql,
               const StrataQueryReceiver *receiver,
               gpointer data,
               gsize *begin,
               gboolean *goes_on,
               GError **error)
{
  g_auto (StrataQueryHead) head = { 0 };
  g_autofree char *written = *self->schema != '\0' ? strata_query_write_schema (self, sql) : NULL;

  sql = written != NULL ? written : sql;
  strata_query_head_read (sql, &head);
  *begin = head.begin;

  switch (head.kind)
    {
    case STRATA_QUERY_INCLUDE:
      return strata_query_include (self, head.name, error);
    case STRATA_QUERY_FUNCTION:
      return strata_query_add_function (self, &head, error);
    case STRATA_QUERY_MACRO:
      return strata_query_add_macro (self, &head, error);
    case STRATA_QUERY_BAD_DEFINITION:
      return fail_definition (error);
    case STRATA_QUERY_STATEMENT:
      break;
    }

  if (head.replaced != NULL)
    return replace_table (self, sql, &head, begin, error);
  if (head.drop != NULL)
    sqlite3_exec (self->db, head.drop, NULL, NULL, NULL);

  return run_sql (self, sql + head.begin, receiver, data, begin, goes_on, error);
}

/* The same for a statement as written by the user: @begin refers to its text. */
static gboolean
run_shadowed (StrataQuery *self,
              char *sql,
              const StrataQueryReceiver *receiver,
              gpointer data,
              gsize *begin,
              gboolean *goes_on,
              GError **error)
{
  gsize place = 0;
  g_autofree char *written = self->sources->len == 1 ? strata_query_write_shadow (sql, &place) : NULL;
  const gboolean is_done = run_statement (self, written != NULL ? written : sql, receiver, data, begin, goes_on, error);

  if (written != NULL && *begin > place)
    *begin -= MIN (*begin - place, STRATA_QUERY_SHADOW_BYTES);

  return is_done;
}

/* Runs the first statement of @rest and moves on to the next. An error in the text of a macro is reported at its call. */
static gboolean
run_next (StrataQuery *self,
          char **rest,
          const StrataQueryReceiver *receiver,
          gpointer data,
          gsize *offset,
          gboolean *goes_on,
          GError **error)
{
  g_autoptr (GError) failure = NULL;
  char *end = strata_query_skip_statement (*rest);
  const gsize n_bytes = (gsize) (end - *rest) + (*end == ';');

  *end = '\0';

  gsize begin = 0;
  g_autofree char *written = strata_query_expand (self, *rest, &begin, &failure);
  gsize inner = 0;

  if (failure == NULL)
    run_shadowed (self, written != NULL ? written : *rest, receiver, data, written != NULL ? &inner : &begin, goes_on, &failure);

  *offset += failure != NULL ? begin : n_bytes;
  *rest += n_bytes;
  if (failure == NULL)
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

gboolean
strata_query_run_own (StrataQuery *self,
                      const char *sql,
                      GError **error)
{
  static const StrataQueryReceiver receiver = { begin_nothing, drop_row, end_nothing };
  g_autofree char *copy = g_strdup (sql);
  char *rest = copy;
  gsize place = 0;
  gboolean goes_on = TRUE;

  while (*rest != '\0')
    if (!run_next (self, &rest, &receiver, NULL, &place, &goes_on, error))
      return FALSE;

  return TRUE;
}

/* SQLite takes the end of the text for the end of a comment, so that all after a typo would be ignored. */
static gboolean
check_comments (const char *sql,
                gsize *offset,
                GError **error)
{
  const char *comment = strata_query_find_open_comment (sql);

  if (comment == NULL)
    return TRUE;

  if (offset != NULL)
    *offset = (gsize) (comment - sql);
  g_set_error_literal (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD, _ ("The comment has no end"));
  return FALSE;
}

static void
begin_run (StrataQuery *self,
           const StrataQueryLimits *limits)
{
  self->cancellable = limits->cancellable;
  self->is_late = FALSE;
  self->depth = 0;
  self->deadline_us = limits->seconds > 0 ? g_get_monotonic_time () + (gint64) (limits->seconds * G_USEC_PER_SEC) : 0;
  g_clear_pointer (&self->reason, g_free);
  sqlite3_hard_heap_limit64 ((sqlite3_int64) (limits->max_bytes != 0 ? MIN (limits->max_bytes, G_MAXINT64) : DEFAULT_MAX_BYTES));
}

/**
 * strata_query_run:
 * @self: the connection
 * @sql: statements, separated by semicolons
 * @limits: their limits
 * @receiver: receives the results
 * @data: passed to @receiver
 * @offset: (out) (optional): offset of the error in @sql, in bytes
 * @error: return location for an error: of %STRATA_QUERY_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Runs statements one after the other. Their changes to the tables and views of the user remain. None is run if a comment has no end.
 *
 * Returns: %FALSE with @error set if one failed; those before it have been run
 */
gboolean
strata_query_run (StrataQuery *self,
                  const char *sql,
                  const StrataQueryLimits *limits,
                  const StrataQueryReceiver *receiver,
                  gpointer data,
                  gsize *offset,
                  GError **error)
{
  g_autofree char *copy = g_strdup (sql);
  g_autoptr (GError) failure = NULL;
  char *rest = copy;
  gsize place = 0;
  gboolean goes_on = TRUE;

  if (!check_comments (sql, offset, error))
    return FALSE;

  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  begin_run (self, limits);
  while (goes_on && *rest != '\0')
    if (!run_next (self, &rest, receiver, data, &place, &goes_on, &failure))
      {
        if (offset != NULL)
          *offset = MIN (place, strlen (sql));
        g_propagate_error (error, g_steal_pointer (&failure));
        self->cancellable = NULL;
        return FALSE;
      }

  self->cancellable = NULL;
  return TRUE;
}
