/* strata-query-private.h - shared parts of the query engine
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <sqlite3.h>

#include "strata-query.h"
#include "strata-sql-source.h"

G_BEGIN_DECLS

/* Longer strings and blobs are rejected, since a function on one must not delay a cancellation. */
#define STRATA_QUERY_MAX_VALUE_BYTES (16 * 1024 * 1024)

struct _StrataQuery
{
  gatomicrefcount n_refs;
  GMutex mutex;              /* allows one run at a time */
  sqlite3 *db;               /* owned */
  sqlite3 *formatter;        /* owned: makes the texts of printf() */
  GPtrArray *sources;        /* (element-type StrataSqlSource) owned */
  GHashTable *own_names;     /* (element-type utf8) owned: built-in tables and views, which cannot be dropped */
  GHashTable *functions;     /* (element-type utf8 gpointer) owned: user-defined functions, by name */
  GHashTable *macros;        /* (element-type utf8 StrataQueryMacro) owned: user-defined macros, by name */
  GHashTable *modules;       /* (element-type utf8) owned: included modules */
  GHashTable *module_names;  /* (element-type utf8) owned: their tables and views, if several traces are open; functions and macros with () */
  char schema[2];            /* of the trace for which a module is being included, if several are open; otherwise empty */
  guint depth;               /* depth of nested calls of user-defined functions */
  gboolean reads_own;        /* whether the last prepared statement reads a table or a view of the user */
  gboolean renames;          /* whether a table of the user is being renamed */
  guint n_including;         /* how many modules are being included, nested in each other */
  gboolean undoes;           /* whether a failed module is being undone, which must not be cancelled */
  gboolean sums_groups;      /* whether our own statement over sums is being prepared */
  gboolean creates;          /* whether a table of a module is being created */
  gboolean is_open;          /* whether setup is complete and the guard is active */
  gint64 deadline_us;        /* of the monotonic clock; 0 for none */
  gboolean is_late;          /* whether the deadline ended the query */
  char *reason;              /* (nullable) owned: why our code rejected something, more specific than SQLite's message */
  GCancellable *cancellable; /* (nullable) borrowed: of the running query */
};

/* Whether the query has to end because it was cancelled or is late. Cheap enough for every 1,000 rows. */
gboolean strata_query_has_to_stop (StrataQuery *self);

/* Registers the tables of the traces as modules; @sources outlive the connection. */
gboolean strata_vtab_register (StrataQuery *self);

/* Registers the SQL functions. */
gboolean strata_query_add_functions (StrataQuery *self);

/* Registers printf and format, with limits. */
gboolean strata_query_add_printf (StrataQuery *self);

/* Registers span_join, span_left_join and span_outer_join. */
gboolean strata_span_join_register (StrataQuery *self);

/* Sets limits of SQLite, and restricts statements from here on. */
void strata_query_guard (StrataQuery *self);

/* A built-in view. */
typedef struct
{
  const char *name; /* its name */
  const char *doc;  /* its description, in English */
  const char *sql;  /* its SELECT */
} StrataQueryView;

/* The built-in views, in an order in which each only needs earlier ones. */
const StrataQueryView *strata_query_get_views (guint *n_views);

/* The documentation of a function. */
typedef struct
{
  const char *name;      /* its name, with "!" for a macro */
  const char *arguments; /* its arguments */
  const char *doc;       /* its result, in English */
  gboolean is_own;       /* whether it is ours rather than SQLite's */
} StrataQueryFunctionDoc;

/* The documented functions: ours first. */
const StrataQueryFunctionDoc *strata_query_get_function_docs (guint *n_docs);

/* The names of all supported modules of PerfettoSQL, sorted. */
GStrv strata_query_list_modules (void);

/* The names that a module defines for queries, joined by commas; functions with (), macros with !(). */
char *strata_query_dup_module_names (const char *name);

/* A sentence for an SQLite message about a table or function of PerfettoSQL that we lack; %NULL for others. */
char *strata_query_dup_lack (const char *message);

/* Runs a module, or all modules that match a pattern with "*". */
gboolean strata_query_include (StrataQuery *self, const char *pattern, GError **error);

/* Whether a function or macro being defined was left behind by a module that failed, and may be replaced. */
gboolean strata_query_is_of_module (StrataQuery *self, const char *name);

/* Rewrites @sql, a view or a statement of a module, for the trace of the current schema. */
char *strata_query_write_schema (StrataQuery *self, const char *sql);

/* The trace of a schema; the first trace if the schema is of none. */
StrataSqlSource *strata_query_find_source (StrataQuery *self, const char *schema);

/* Runs our own CREATE VIRTUAL TABLE; FALSE with the error in the connection. */
gboolean strata_query_create_own (StrataQuery *self, const char *sql);

/* Runs our own statements in the middle of a run, without a result. */
gboolean strata_query_run_own (StrataQuery *self, const char *sql, GError **error);

/* The kind of a statement. */
typedef enum
{
  STRATA_QUERY_STATEMENT,      /* SQL */
  STRATA_QUERY_INCLUDE,        /* INCLUDE PERFETTO MODULE */
  STRATA_QUERY_FUNCTION,       /* CREATE PERFETTO FUNCTION */
  STRATA_QUERY_MACRO,          /* CREATE PERFETTO MACRO */
  STRATA_QUERY_BAD_DEFINITION, /* an invalid definition of a function or macro */
} StrataQueryKind;

/* The head of a statement, beyond plain SQL. */
typedef struct
{
  StrataQueryKind kind; /* the kind of the statement */
  gsize begin;          /* offset of its first word, after blanks and comments */
  char *name;           /* owned; nullable: name of the module, the function or the macro */
  GStrv arguments;      /* owned; nullable: names of the arguments of a function or a macro */
  GStrv columns;        /* owned; nullable: names of the columns of a function that returns a table */
  char *body;           /* owned; nullable: the body of a function or a macro */
  gboolean is_replaced; /* whether it contains OR REPLACE */
  char *drop;           /* owned; nullable: a statement to run before a CREATE OR REPLACE */
  char *replaced;       /* owned; nullable: the table of CREATE OR REPLACE, which may be read by the statement that replaces it */
  gsize place;          /* offset of that name */
} StrataQueryHead;

/* Reads the head of the single statement in @sql and blanks out, in place, words that are not SQL:
 * "PERFETTO", "OR REPLACE", types of columns, the "!" of macros. Offsets do not change. */
void strata_query_head_read (char *sql, StrataQueryHead *head);

/* Frees the contents of a head. */
void strata_query_head_clear (StrataQueryHead *head);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataQueryHead, strata_query_head_clear)

/* Creates a function from a definition of the kind %STRATA_QUERY_FUNCTION. Sets @error if it exists or is
 * invalid. */
gboolean strata_query_add_function (StrataQuery *self, const StrataQueryHead *definition, GError **error);

/* Makes an empty table of functions, by name. */
GHashTable *strata_query_functions_new (void);

/* Frees statements that functions keep. Call it before the connection is closed. */
void strata_query_clear_functions (StrataQuery *self);

/* A user-defined macro. */
typedef struct _StrataQueryMacro StrataQueryMacro;

/* Stores a macro, of the kind %STRATA_QUERY_MACRO. */
gboolean strata_query_add_macro (StrataQuery *self, const StrataQueryHead *definition, GError **error);
/* Frees a macro. */
void strata_query_macro_free (StrataQueryMacro *macro);

/* Whether the statement at @sql is CREATE PERFETTO MACRO. */
gboolean strata_query_defines_macro (char *sql);

/* The statement at @sql with its macros expanded; %NULL if it calls none, or with @error set.
 * @place is set to the first call. */
char *strata_query_expand (StrataQuery *self, char *sql, gsize *place, GError **error);

/* The statement with sums of begin and length replaced by columns of ends if those find rows, of the same length; %NULL if it has none. */
char *strata_query_write_ends (const char *sql);

#define STRATA_QUERY_SHADOW_BYTES 5

/* strata-query-shadow.c: whether a built-in table has a name that PerfettoSQL does not use. */
gboolean strata_query_is_ours_alone (const char *name);

/* Rewrites a statement that makes or drops a table of the user with the name of a built-in one, for a
 * temporary table: it gets #STRATA_QUERY_SHADOW_BYTES longer at @place. %NULL for any other statement;
 * owned by the caller. */
char *strata_query_write_shadow (char *sql, gsize *place);

/* A pattern of LIKE, GLOB or REGEXP, compiled once. */
typedef struct _StrataQueryMatch StrataQueryMatch;

/* @op is SQLITE_INDEX_CONSTRAINT_LIKE, _GLOB or _REGEXP. %NULL with @reason set for a bad pattern. */
StrataQueryMatch *strata_query_match_new (int op, const char *pattern, char **reason);
/* Frees a pattern and its stored results. */
void strata_query_match_free (StrataQueryMatch *self);
/* Whether it was made from the same operator and pattern. */
gboolean strata_query_match_is (const StrataQueryMatch *self, int op, const char *pattern);
/* Whether a text matches. */
gboolean strata_query_match_test (StrataQueryMatch *self, const char *text);
/* Whether a string of a trace matches; computed once per string and then remembered. */
gboolean strata_query_match_test_id (StrataQueryMatch *self, StrataSqlSource *source, guint32 id);
/* Whether a text that never moves matches; remembered by its address. */
gboolean strata_query_match_test_fixed (StrataQueryMatch *self, const char *text);

/* Strings of the pool have this subtype, so that functions know that they never move. */
#define STRATA_QUERY_FIXED_TEXT 'S'

/* Sets the result of a function or column to a cell. */
void strata_query_result_cell (sqlite3_context *context, StrataCell *cell);

G_END_DECLS
