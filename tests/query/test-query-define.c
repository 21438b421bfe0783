/* test-query-define.c - user-defined functions and macros
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "query-fixture.h"

typedef struct
{
  const char *sql;
  const char *rows;
} Answer;

static const Answer answers[] = {
  /* scalar functions */
  { "CREATE PERFETTO FUNCTION f(x INT) RETURNS INT AS SELECT $x + 1; SELECT f(3), f(f(4))", "4 6" },
  { "CREATE PERFETTO FUNCTION f(x INT, y INT) RETURNS INT AS SELECT $x - $y; SELECT F(5, 3)", "2" },
  { "CREATE PERFETTO FUNCTION f() RETURNS STRING AS SELECT 'a;b' /* ; */; SELECT f()", "a;b" },
  { "CREATE PERFETTO FUNCTION f(x INT) RETURNS INT AS SELECT 1 WHERE $x > 1; SELECT ifnull(f(1), 0), f(2)", "0 1" },
  { "CREATE PERFETTO FUNCTION n(which STRING) RETURNS INT AS SELECT count(*) FROM slice WHERE name = $which; SELECT n('a'), n('x')", "1002 0" },
  { "CREATE PERFETTO FUNCTION g(x INT) RETURNS INT AS SELECT CASE WHEN $x = 0 THEN 0 ELSE 1 + g($x - 1) END; SELECT g(20)", "20" },
  { "CREATE PERFETTO FUNCTION f(x INT) RETURNS INT AS SELECT 1; CREATE OR REPLACE PERFETTO FUNCTION f(x INT) RETURNS INT AS SELECT 2; SELECT f(0)", "2" },
  { "CREATE PERFETTO FUNCTION f(x INT) RETURNS TABLE(y INT) AS SELECT 1; SELECT * FROM f(1); CREATE OR REPLACE PERFETTO FUNCTION f(x INT, y INT) RETURNS INT AS SELECT 2; SELECT f(0, 0)", "1;2" },
  { "CREATE PERFETTO MACRO m(x Expr) RETURNS Expr AS $x; SELECT m!([a)]) FROM (SELECT 5 AS [a)])", "5" },
  /* table functions */
  { "CREATE PERFETTO FUNCTION t(n JOINID(slice.id), m LONG) RETURNS TABLE(ts TIMESTAMP, name STRING) AS SELECT ts, name FROM slice WHERE id >= $n LIMIT $m;"
    "SELECT count(*), max(name) FROM t(10, 5)",
    "5 c" },
  { "CREATE PERFETTO FUNCTION t(n LONG) RETURNS TABLE(i LONG) AS SELECT id FROM thread LIMIT $n; SELECT sum((SELECT count(*) FROM t(thread.utid))) FROM thread WHERE utid < 3", "3" },
  { "CREATE PERFETTO FUNCTION t() RETURNS TABLE(i LONG) AS SELECT 7 UNION ALL SELECT 8; SELECT a.i, b.i FROM t() a JOIN t() b", "7 7;7 8;8 7;8 8" },
  /* macros */
  { "CREATE PERFETTO MACRO m(t TableOrSubquery, d Expr) RETURNS TableOrSubquery AS (SELECT * FROM $t WHERE dur >= $d);"
    "SELECT count(*) FROM m!(slice, 500); SELECT count(*) FROM m!((SELECT 5 AS dur, ',)' AS c), max(1, 2))",
    "3000;1" },
  { "CREATE PERFETTO MACRO outer(x Expr) RETURNS Expr AS inner!($x) + 1; CREATE PERFETTO MACRO inner(y Expr) RETURNS Expr AS ($y * 2); SELECT outer!(5), cast_int!(inner!(4))", "11 8" },
  { "CREATE PERFETTO MACRO m() RETURNS Expr AS 5; CREATE PERFETTO FUNCTION f() RETURNS INT AS SELECT m!(); SELECT f()", "5" },
  { "CREATE PERFETTO MACRO m(x Expr) RETURNS Expr AS '$x' || $x; SELECT m!('y')", "$xy" },
  /* other statements */
  { "CREATE PERFETTO TABLE t AS SELECT * FROM slice; CREATE PERFETTO INDEX i ON t(name, dur); CREATE OR REPLACE PERFETTO INDEX i ON t(dur); SELECT count(*) FROM t", "3000" },
  { "CREATE PERFETTO TABLE t AS SELECT 1 AS x; CREATE OR REPLACE PERFETTO TABLE t AS SELECT x + 1 AS x FROM t; CREATE OR REPLACE PERFETTO TABLE t(x INT) AS SELECT x * 10 AS x FROM t; SELECT x FROM t", "20" },
  { "CREATE OR REPLACE PERFETTO TABLE longer_name AS SELECT 1 AS x; CREATE PERFETTO VIEW v AS SELECT x FROM longer_name; CREATE OR REPLACE PERFETTO TABLE longer_name AS SELECT 2 AS x FROM v; SELECT x FROM v", "2" },
  { "CREATE OR REPLACE PERFETTO TABLE slice AS SELECT count(*) AS n FROM slice; SELECT n FROM slice", "3000" },
  { "CREATE PERFETTO TABLE t AS SELECT * FROM slice; CREATE PERFETTO INDEX i ON t(name); DROP PERFETTO INDEX i ON t; CREATE PERFETTO INDEX i ON t(dur); DROP PERFETTO TABLE IF EXISTS t; CREATE PERFETTO TABLE t AS SELECT 3 AS x; SELECT x FROM t", "3" },
  { "CREATE PERFETTO VIEW v AS SELECT 1; DROP PERFETTO VIEW v; CREATE PERFETTO TABLE v AS SELECT 2 AS x; SELECT x FROM v", "2" },
  { ";; SELECT 1;;SELECT 2; -- end", "1;2" },
};

static void
test_answers (gconstpointer data)
{
  const Answer *answer = data;
  const StrataQueryLimits limits = { 0 };
  g_autoptr (StrataQuery) query = fixture_query ();
  g_autoptr (GError) error = NULL;
  g_autofree char *rows = fixture_ask (query, answer->sql, &limits, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (rows, ==, answer->rows);
}

typedef struct
{
  const char *sql;
  const char *place; /* the error is at the last occurrence of this */
  const char *reason;
} Failure;

static const Failure failures[] = {
  { "CREATE PERFETTO TABLE t AS SELECT 1 AS x; CREATE OR REPLACE PERFETTO TABLE t AS SELECT x, bad FROM t", "bad", "no such column: bad" },
  { "CREATE PERFETTO VIEW t AS SELECT 1 AS x; CREATE OR REPLACE PERFETTO TABLE t AS SELECT 2 AS x", "CREATE", "use DROP VIEW to delete view t" },
  { "CREATE TEMP TABLE t AS SELECT 1 AS x; ALTER TABLE t RENAME TO u", "ALTER", "ALTER TABLE is not allowed in queries" },
  { "DROP PERFETTO TABLE slice", "DROP", "DROP slice is not allowed in queries" },
  { "CREATE PERFETTO FUNCTION f RETURNS INT AS SELECT 1", "CREATE", "Expected here: CREATE PERFETTO FUNCTION name(argument TYPE) RETURNS TYPE AS SELECT …" },
  { "CREATE PERFETTO FUNCTION f(x INT RETURNS INT AS SELECT 1", "CREATE", "Expected here: CREATE PERFETTO FUNCTION name(argument TYPE) RETURNS TYPE AS SELECT …" },
  { "CREATE PERFETTO MACRO m(", "CREATE", "Expected here: CREATE PERFETTO FUNCTION name(argument TYPE) RETURNS TYPE AS SELECT …" },
  { "CREATE PERFETTO FUNCTION f() RETURNS INT AS SELECT bad FROM slice", "CREATE", "f: no such column: bad" },
  { "CREATE PERFETTO FUNCTION f() RETURNS TABLE(a INT, b INT) AS SELECT 1", "CREATE", "f returns 2 columns, but its statement has 1" },
  { "CREATE PERFETTO FUNCTION f() RETURNS INT AS ATTACH 'x' AS y", "CREATE", "f: ATTACH is not allowed in queries" },
  { "CREATE PERFETTO FUNCTION f() RETURNS INT AS SELECT 1; CREATE PERFETTO FUNCTION F() RETURNS INT AS SELECT 2", "CREATE", "There is a function “F” already; CREATE OR REPLACE replaces it" },
  { "CREATE PERFETTO FUNCTION f(x INT) RETURNS INT AS SELECT 1; SELECT f(1); CREATE OR REPLACE PERFETTO FUNCTION f(x INT, y INT) RETURNS INT AS SELECT 2; SELECT f(1)", "f(",
    "wrong number of arguments to function f()" },
  { "CREATE PERFETTO FUNCTION f(x INT) RETURNS INT AS SELECT $y", "CREATE", "f has no argument $y" },
  { "CREATE OR REPLACE PERFETTO FUNCTION Slice(x INT) RETURNS TABLE(a INT) AS SELECT 1", "CREATE", "“Slice” is the name of a table" },
  { "CREATE PERFETTO FUNCTION f() RETURNS INT AS SELECT id FROM slice; SELECT f()", "SELECT f()", "f returned more than one row" },
  { "CREATE PERFETTO FUNCTION f(x INT) RETURNS INT AS SELECT f($x + 1); SELECT f(1)", "SELECT f(1)", "functions call one another too deeply" },
  { "CREATE PERFETTO FUNCTION t(x INT) RETURNS TABLE(y INT) AS SELECT $x UNION ALL SELECT y FROM t($x + 1); SELECT count(*) FROM t(1)", "SELECT count", "functions call one another too deeply" },
  { "CREATE PERFETTO FUNCTION t(x INT) RETURNS TABLE(y INT) AS SELECT $x; SELECT * FROM t", "SELECT", "Wrong number of arguments for t: it takes 1" },
  { "CREATE PERFETTO MACRO m(x Expr) RETURNS Expr AS m!($x); SELECT 1, m!(1)", "m!", "The macros of this statement expand without end" },
  { "CREATE PERFETTO MACRO m(x Expr) RETURNS Expr AS m!($x), m!($x); SELECT 1, m!(1)", "m!", "The macros of this statement expand without end" },
  { "CREATE PERFETTO MACRO m(x Expr) RETURNS Expr AS $x; SELECT m!(1, 2)", "m!", "Wrong number of arguments for m!: it takes 1" },
  { "CREATE PERFETTO MACRO m(x Expr) RETURNS Expr AS $x + bad; SELECT\n m!(1) FROM slice", "m!", "no such column: bad" },
};

/* Each has a message and a place; the connection remains usable. */
static void
test_failures (gconstpointer data)
{
  static const StrataQueryReceiver receiver = { fixture_begin, fixture_row, fixture_end };
  const Failure *failure = data;
  const StrataQueryLimits limits = { 200, 64 * 1024 * 1024, NULL };
  g_autoptr (StrataQuery) query = fixture_query ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  gsize offset = G_MAXSIZE;

  g_assert_false (strata_query_run (query, failure->sql, &limits, &receiver, text, &offset, &error));
  g_assert_cmpstr (error->message, ==, failure->reason);
  g_assert_cmpuint (offset, ==, g_strrstr (failure->sql, failure->place) - failure->sql);

  g_autofree char *count = fixture_ask (query, "SELECT count(*) FROM slice", &limits, NULL);

  g_assert_cmpstr (count, ==, "3000");
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autofree char *path = g_strdup_printf ("/query-define/answers/%u", i);

      g_test_add_data_func (path, &answers[i], test_answers);
    }

  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_autofree char *path = g_strdup_printf ("/query-define/failures/%u", i);

      g_test_add_data_func (path, &failures[i], test_failures);
    }

  return g_test_run ();
}
