/* strata-query-private.h - what the parts of the engine share
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <sqlite3.h>

#include "strata-query.h"
#include "strata-sql-source.h"

G_BEGIN_DECLS

/* Longer strings and blobs are refused: a function on one must not hold up a cancellation. */
#define STRATA_QUERY_MAX_VALUE_BYTES (16 * 1024 * 1024)

struct _StrataQuery
{
  gatomicrefcount n_refs;
  GMutex mutex;              /* a run at a time */
  sqlite3 *db;               /* owned */
  sqlite3 *formatter;        /* owned: makes the texts of printf() */
  GPtrArray *sources;        /* (element-type StrataSqlSource) owned */
  GHashTable *own_names;     /* (element-type utf8) owned: tables and views that cannot be dropped */
  GHashTable *functions;     /* (element-type utf8 gpointer) owned: functions of the user, by name */
  GHashTable *macros;        /* (element-type utf8 StrataQueryMacro) owned: of the user, by name */
  GHashTable *modules;       /* (element-type utf8) owned: those that were included */
  GHashTable *module_names;  /* (element-type utf8) owned: tables and views of theirs, where several traces are open; functions and macros with () */
  char schema[2];            /* of the trace that a module is included for, where several are open; empty for none */
  guint depth;               /* how many functions of the user call one another now */
  gboolean reads_own;        /* whether the statement that was prepared last reads a table or a view of the user */
  gboolean renames;          /* whether a table of the user is renamed now */
  guint n_including;         /* how many modules are included now, one inside the other */
  gboolean undoes;           /* whether a module is left now, which is not to be cancelled */
  gboolean sums_groups;      /* whether a statement of ours over sums is prepared now */
  gboolean creates;          /* whether a table of a module is created now */
  gboolean is_open;          /* whether setting up is done and the guard is on */
  gint64 deadline_us;        /* of the monotonic clock; 0 for none */
  gboolean is_late;          /* whether the deadline ended the query */
  char *reason;              /* (nullable) owned: why something of ours refused, better than what SQLite says */
  GCancellable *cancellable; /* (nullable) borrowed: of the query that runs */
};

/* Whether the query has to end: it was cancelled or is late. Cheap enough for every 1,000 rows. */
gboolean strata_query_has_to_stop (StrataQuery *self);

/* Registers the tables of a trace as modules; @sources outlive the connection. */
gboolean strata_vtab_register (StrataQuery *self);

/* Registers the functions of SQL. */
gboolean strata_query_add_functions (StrataQuery *self);

/* Registers printf and format, with limits. */
gboolean strata_query_add_printf (StrataQuery *self);

/* Registers span_join, span_left_join and span_outer_join. */
gboolean strata_span_join_register (StrataQuery *self);

/* Limits of SQLite, and who may do what from here on. */
void strata_query_guard (StrataQuery *self);

/**
 * StrataQueryView:
 * @name: its name
 * @doc: what it has, in English
 * @sql: the SELECT that it is
 *
 * A view that is always there.
 */
typedef struct
{
  const char *name;
  const char *doc;
  const char *sql;
} StrataQueryView;

/* The views that are made of the tables, in the order in which they need each other. */
const StrataQueryView *strata_query_get_views (guint *n_views);

/**
 * StrataQueryFunctionDoc:
 * @name: its name, that of a macro with "!"
 * @arguments: what it is given
 * @doc: what it yields, in English
 * @is_own: whether it is not SQLite's
 *
 * What a function does.
 */
typedef struct
{
  const char *name;
  const char *arguments;
  const char *doc;
  gboolean is_own;
} StrataQueryFunctionDoc;

/* The functions that are described: ours first. */
const StrataQueryFunctionDoc *strata_query_get_function_docs (guint *n_docs);

/* The names of all modules of PerfettoSQL that are answered, sorted. */
GStrv strata_query_list_modules (void);

/* What a module defines for queries, joined by commas; functions with (), macros with !(). */
char *strata_query_dup_module_names (const char *name);

/* A sentence for a message of SQLite about a table or function that PerfettoSQL has and we lack; %NULL for others. */
char *strata_query_dup_lack (const char *message);

/* Runs a module, or all modules whose names begin as a pattern with "*" says. */
gboolean strata_query_include (StrataQuery *self, const char *pattern, GError **error);

/* Whether a function or macro that is defined now is one that a module left behind when it failed, and may replace. */
gboolean strata_query_is_of_module (StrataQuery *self, const char *name);

/* @sql, a view or a statement of a module, for the trace of the schema that is set. */
char *strata_query_write_schema (StrataQuery *self, const char *sql);

/* The trace of a schema, or of the first where it has none. */
StrataSqlSource *strata_query_find_source (StrataQuery *self, const char *schema);

/* Runs a CREATE VIRTUAL TABLE of ours; FALSE with the error in the connection. */
gboolean strata_query_create_own (StrataQuery *self, const char *sql);

/* Runs statements of ours in the middle of a run, without a result. */
gboolean strata_query_run_own (StrataQuery *self, const char *sql, GError **error);

/**
 * StrataQueryKind:
 * @STRATA_QUERY_STATEMENT: SQL
 * @STRATA_QUERY_INCLUDE: INCLUDE PERFETTO MODULE
 * @STRATA_QUERY_FUNCTION: CREATE PERFETTO FUNCTION
 * @STRATA_QUERY_MACRO: CREATE PERFETTO MACRO
 * @STRATA_QUERY_BAD_DEFINITION: one of the two that cannot be read
 *
 * What a statement is.
 */
typedef enum
{
  STRATA_QUERY_STATEMENT,
  STRATA_QUERY_INCLUDE,
  STRATA_QUERY_FUNCTION,
  STRATA_QUERY_MACRO,
  STRATA_QUERY_BAD_DEFINITION,
} StrataQueryKind;

/**
 * StrataQueryHead:
 * @kind: what the statement is
 * @begin: where its first word is, after blanks and comments
 * @name: (nullable): owned: of the module, the function or the macro
 * @arguments: (nullable): owned: names of the arguments, of a function or a macro
 * @columns: (nullable): owned: names of the columns, of a function that returns a table
 * @body: (nullable): owned: what a function or a macro does
 * @is_replaced: whether it says OR REPLACE
 * @drop: (nullable): owned: a statement to run before, of CREATE OR REPLACE
 * @replaced: (nullable): owned: the table of CREATE OR REPLACE, which may be read by the statement that replaces it
 * @place: where that name is
 *
 * What the beginning of a statement says beside SQL.
 */
typedef struct
{
  StrataQueryKind kind;
  gsize begin;
  char *name;
  GStrv arguments;
  GStrv columns;
  char *body;
  gboolean is_replaced;
  char *drop;
  char *replaced;
  gsize place;
} StrataQueryHead;

/* Reads the head of the one statement in @sql and blanks out in place what is no SQL: "PERFETTO", "OR REPLACE",
 * types of columns, the "!" of macros. Offsets stay as they are. */
void strata_query_head_read (char *sql, StrataQueryHead *head);

/* Frees what a head has. */
void strata_query_head_clear (StrataQueryHead *head);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataQueryHead, strata_query_head_clear)

/* Makes a function of a definition, which is of the kind %STRATA_QUERY_FUNCTION. Sets @error for one that is
 * there or cannot be. */
gboolean strata_query_add_function (StrataQuery *self, const StrataQueryHead *definition, GError **error);

/* A table of functions, by name. */
GHashTable *strata_query_functions_new (void);

/* Forgets statements that functions keep: before the connection is closed. */
void strata_query_clear_functions (StrataQuery *self);

/* A macro of the user. */
typedef struct _StrataQueryMacro StrataQueryMacro;

/* Keeps a macro, of the kind %STRATA_QUERY_MACRO. */
gboolean strata_query_add_macro (StrataQuery *self, const StrataQueryHead *definition, GError **error);
/* Frees a macro. */
void strata_query_macro_free (StrataQueryMacro *macro);

/* Whether the statement at @sql is CREATE PERFETTO MACRO. */
gboolean strata_query_defines_macro (char *sql);

/* The statement at @sql with its macros written out, or %NULL if it calls none, or with @error set.
 * @place is set to where the first call is. */
char *strata_query_expand (StrataQuery *self, char *sql, gsize *place, GError **error);

/* A statement with sums of begin and length as columns of ends where those find rows, of the same length; %NULL if it has none. */
char *strata_query_write_ends (const char *sql);

#define STRATA_QUERY_SHADOW_BYTES 5

/* strata-query-shadow.c: whether a table of ours has a name that PerfettoSQL does not use. */
gboolean strata_query_is_ours_alone (const char *name);

/* What makes or drops a table of the user that has the name of one of ours, written again for a temporary one:
 * #STRATA_QUERY_SHADOW_BYTES more at @place. %NULL for any other statement; owned by the caller. */
char *strata_query_write_shadow (char *sql, gsize *place);

/* Patterns of LIKE, GLOB and REGEXP, compiled once. */
typedef struct _StrataQueryMatch StrataQueryMatch;

/* @op is SQLITE_INDEX_CONSTRAINT_LIKE, _GLOB or _REGEXP. %NULL with @reason set for a bad pattern. */
StrataQueryMatch *strata_query_match_new (int op, const char *pattern, char **reason);
/* Frees a pattern and what it remembers. */
void strata_query_match_free (StrataQueryMatch *self);
/* Whether it was made of the same. */
gboolean strata_query_match_is (const StrataQueryMatch *self, int op, const char *pattern);
/* Whether a text matches. */
gboolean strata_query_match_test (StrataQueryMatch *self, const char *text);
/* Whether a string of a trace matches; asked once a string and then remembered. */
gboolean strata_query_match_test_id (StrataQueryMatch *self, StrataSqlSource *source, guint32 id);
/* Whether a text that never moves matches, which is remembered by its address. */
gboolean strata_query_match_test_fixed (StrataQueryMatch *self, const char *text);

/* Strings of the pool carry this subtype, so that functions know that they never move. */
#define STRATA_QUERY_FIXED_TEXT 'S'

/* Puts a cell into the result of a function or column. */
void strata_query_result_cell (sqlite3_context *context, StrataCell *cell);

G_END_DECLS
