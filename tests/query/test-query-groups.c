/* test-query-groups.c - sums by groups have the same result with and without SQLite
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "query-fixture.h"
#include "strata-query-groups.h"
#include "strata-query-tokens.h"

/* Statements that are answered from the table of groups. */
static const char *const answered[] = {
  "SELECT name, count(*), sum(dur) FROM slice GROUP BY name",
  "SELECT sum(dur), sum (s.dur), count(*), name FROM slice AS s GROUP BY s.name",
  "SELECT name, count(*) AS n, avg(dur), min(ts), max(ts), count(parent_id), sum(parent_id), min(parent_id), avg(parent_id) FROM slice GROUP BY 1 ORDER BY n DESC, name",
  "SELECT upper(name) AS name, round(sum(dur) / 1e6, 2) * 1.5, CASE WHEN count(*) > 1000 THEN 'many' ELSE 'few' END FROM main.slice GROUP BY name HAVING count(*) <= 1002 AND name != 'b' LIMIT 5",
  "select t.track_id, COUNT(*), Sum(t.depth) from slice t group by track_id order by 2, 1 desc limit 2 offset 1",
  "SELECT utid, sum(dur), min(dur) FROM thread_state GROUP BY utid;",
  "SELECT cpu, count(*), sum(dur) /* ) */ FROM sched GROUP BY cpu -- end",
  "SELECT count(*), sum(dur), avg(ts), max(id) FROM slice",
  "SELECT count(*) + 1, max(ts) FROM instant LIMIT 1",
  "SELECT count(*), sum(id), avg(id), min(id) FROM task",
  "SELECT cpu, cast(sum(dur) AS REAL) FROM sched GROUP BY cpu",
  "SELECT sum(dur) AS dur FROM slice GROUP BY name",
  "SELECT 'it''s', count(*)FROM slice GROUP BY name",
};

/* Statements that are left unchanged, including their errors. */
static const char *const left[] = {
  "SELECT name, dur, count(*) FROM slice GROUP BY name",
  "SELECT name, sum(dur) AS dur FROM slice WHERE dur > 5 GROUP BY name",
  "SELECT name, sum(dur) AS dur FROM slice GROUP BY name HAVING dur > 5",
  "SELECT name, sum(dur) AS dur FROM slice GROUP BY name ORDER BY dur",
  "SELECT name, sum(\"dur\") FROM slice GROUP BY name",
  "SELECT name, count(DISTINCT dur) FROM slice GROUP BY name",
  "SELECT name, sum(dur) FILTER (WHERE dur > 5) FROM slice GROUP BY name",
  "SELECT name, sum(sum(dur)) OVER () FROM slice GROUP BY name",
  "SELECT name, max(dur, 5) FROM slice GROUP BY name",
  "SELECT name, group_concat(name), count(*) FROM slice GROUP BY name",
  "SELECT name, count(*), total(dur) FROM slice GROUP BY name",
  "SELECT *, count(*) FROM slice GROUP BY name",
  "SELECT slice.*, count(*) FROM slice GROUP BY name",
  "SELECT name FROM slice GROUP BY name",
  "SELECT 1 FROM slice LIMIT 2",
  "SELECT name, depth, count(*) FROM slice GROUP BY name, depth",
  "SELECT count(*) FROM slice GROUP BY depth",
  "SELECT upper(name), count(*) FROM slice GROUP BY 1",
  "SELECT count(*) FROM slice, thread",
  "SELECT count(*) FROM slice NATURAL JOIN thread_track",
  "SELECT count(*) FROM slice HAVING count(*) > 5",
  "SELECT count(rowid) FROM slice",
  "SELECT min(name) FROM slice",
  "SELECT count(*) FROM ancestor_slice(1)",
  "SELECT count(*) FROM thread_slice",
  "SELECT count(*) FROM slice UNION ALL SELECT count(*) FROM thread",
  "SELECT count(*) FROM slice WHERE name = $name",
  "SELECT count(*) FROM other.slice",
  "SELECT count(*",
  "SELECT FROM",
  "",
};

typedef struct
{
  GString *text;
  GString *names;
} Result;

static gboolean
begin (gpointer data,
       const char *const *names,
       guint n_columns)
{
  for (guint i = 0; i < n_columns; i++)
    g_string_append_printf (((Result *) data)->names, "%s|", names[i]);

  return TRUE;
}

static gboolean
take_row (gpointer data,
          const StrataCell *cells,
          guint n_columns)
{
  for (guint i = 0; i < n_columns; i++)
    g_string_append_printf (((Result *) data)->text, "%d", cells[i].kind);

  return fixture_row (((Result *) data)->text, cells, n_columns);
}

static void
end (gpointer data)
{
}

static void
ask (StrataQuery *query,
     const char *sql,
     Result *result)
{
  static const StrataQueryReceiver receiver = { begin, take_row, end };
  const StrataQueryLimits limits = { 0 };
  g_autoptr (GError) error = NULL;

  *result = (Result){ g_string_new (NULL), g_string_new (NULL) };
  strata_query_run (query, sql, &limits, &receiver, result, NULL, &error);
  g_assert_no_error (error);
}

static void
clear (Result *result)
{
  g_string_free (result->text, TRUE);
  g_string_free (result->names, TRUE);
}

/* Statements whose slices are summed before the join. */
static const char *const joined[] = {
  "SELECT t.tid, s.name, count(*), sum(s.dur), min(s.ts), max(s.dur), count(s.parent_id), sum(s.parent_id) FROM slice s JOIN thread_track k ON s.track_id = k.id JOIN thread t USING (utid) GROUP BY 1, 2 ORDER BY 1, 2",
  "SELECT t.tid, count(*) AS n, sum(dur) / 1000.0 FROM thread t JOIN thread_track AS k USING (utid), slice WHERE slice.track_id = k.id AND t.tid > 100 GROUP BY t.utid HAVING count(*) > 5 ORDER BY sum(dur) DESC, t.tid LIMIT 3",
  "SELECT tid, name, count(*), sum(dur) FROM thread_slice GROUP BY tid, name ORDER BY 3 DESC, 1, 2;",
  "SELECT process_name, pid, is_main_thread, name, count(*) FROM thread_slice WHERE name LIKE 'a%' OR tid = 101 GROUP BY 1, 2, 3, 4 ORDER BY 3, 4",
  "SELECT upper(s.name), sum(s.dur) FROM main.slice AS s LEFT JOIN thread_track k ON k.id = s.track_id AND k.utid = 1 GROUP BY s.name, k.utid ORDER BY 1, k.utid",
  "SELECT a.tid AS x, b.tid AS y, count(*) FROM slice s JOIN thread a CROSS JOIN thread b ON a.utid <= b.utid GROUP BY 1, 2 ORDER BY 1, 2",
  "SELECT s.track_id, sum(s.dur) FROM slice s JOIN thread_state st ON st.utid = s.track_id GROUP BY 1 ORDER BY 1",
};

/* Joins that are left unchanged. */
static const char *const left_joined[] = {
  "SELECT t.tid, s.name, s.dur, count(*) FROM slice s JOIN thread_track k ON s.track_id = k.id JOIN thread t USING (utid) GROUP BY 1, 2",
  "SELECT t.tid, sum(s.dur * 2) FROM slice s JOIN thread_track k ON s.track_id = k.id JOIN thread t USING (utid) GROUP BY 1",
  "SELECT t.tid, sum(t.tid) FROM slice s JOIN thread_track k ON s.track_id = k.id JOIN thread t USING (utid) GROUP BY 1",
  "SELECT t.tid, count(*) FROM slice s JOIN thread_track k ON s.track_id = k.id JOIN thread t USING (utid) WHERE s.dur > 5 GROUP BY 1",
  "SELECT t.tid, count(*) FROM slice s JOIN thread_track k ON s.track_id = k.id JOIN thread t USING (utid) WHERE dur > 5 GROUP BY 1",
  "SELECT t.tid, count(*) FROM thread t LEFT JOIN thread_track k USING (utid) LEFT JOIN slice s ON s.track_id = k.id GROUP BY 1",
  "SELECT count(*) FROM slice s JOIN slice p ON s.parent_id = p.id GROUP BY s.name",
  "SELECT count(*), sum(s.dur) FROM slice s JOIN thread_track k ON s.track_id = k.id",
  "SELECT tid, count(DISTINCT name) FROM thread_slice GROUP BY tid",
  "SELECT tid, avg(dur) FROM thread_slice GROUP BY tid",
  "SELECT tid, count(*) FROM thread_slice WHERE ts > 5 GROUP BY tid",
  "SELECT tid AS name, count(*) FROM thread_slice GROUP BY name",
  "SELECT s.*, count(*) FROM slice s JOIN thread_track k ON s.track_id = k.id GROUP BY s.name",
  "SELECT count(*) FROM (slice) s JOIN thread_track k ON s.track_id = k.id GROUP BY s.name",
  "SELECT count(*) FROM slice s JOIN ancestor_slice(5) k ON s.track_id = k.id GROUP BY s.name",
};

typedef char *(*Write) (StrataQuery *query, GArray *tokens, StrataQueryGroups *groups);

static char *
write_over_groups (Write write,
                   StrataQuery *query,
                   const char *sql)
{
  g_autofree char *copy = g_strdup (sql);
  g_autoptr (GArray) tokens = strata_query_tokens_list (copy);
  g_autofree StrataQueryGroups *groups = g_new0 (StrataQueryGroups, 1);

  return write (query, tokens, groups);
}

/* A statement inside another is left to SQLite. */
static void
test_answered (gconstpointer data)
{
  const char *sql = data;
  const gsize n_bytes = strcspn (sql, ";");
  g_autofree char *inside = g_strdup_printf ("SELECT * FROM (%.*s\n)", (int) n_bytes, sql);
  g_autoptr (StrataQuery) query = fixture_query ();
  g_autofree char *written = write_over_groups (strata_query_groups_write, query, sql);
  Result found;
  Result wanted;

  g_assert_nonnull (written);
  ask (query, sql, &found);
  ask (query, inside, &wanted);
  g_assert_cmpstr (found.text->str, ==, wanted.text->str);
  g_assert_cmpstr (found.names->str, ==, wanted.names->str);
  clear (&found);
  clear (&wanted);
}

static void
test_joined (gconstpointer data)
{
  const char *sql = data;
  const gsize n_bytes = strcspn (sql, ";");
  g_autofree char *inside = g_strdup_printf ("SELECT * FROM (%.*s\n)", (int) n_bytes, sql);
  g_autoptr (StrataQuery) query = fixture_query ();
  g_autofree char *written = write_over_groups (strata_query_joined_write, query, sql);
  Result found;
  Result wanted;

  g_assert_nonnull (written);
  g_assert_null (write_over_groups (strata_query_groups_write, query, sql));
  ask (query, sql, &found);
  ask (query, inside, &wanted);
  g_assert_cmpstr (found.text->str, ==, wanted.text->str);
  g_assert_cmpstr (found.names->str, ==, wanted.names->str);
  clear (&found);
  clear (&wanted);
}

static void
test_left_joined (gconstpointer data)
{
  g_autoptr (StrataQuery) query = fixture_query ();

  g_assert_null (write_over_groups (strata_query_joined_write, query, data));
}

static void
test_left (gconstpointer data)
{
  g_autoptr (StrataQuery) query = fixture_query ();
  g_autofree char *written = write_over_groups (strata_query_groups_write, query, data);

  g_assert_null (written);
}

static const struct
{
  const char *sql;
  const char *rows;
} owns[] = {
  { "CREATE TEMP VIEW slice AS SELECT 'x' AS name, 5 AS dur; SELECT name, sum(dur) FROM slice GROUP BY name", "x 5" },
  { "CREATE TEMP TABLE sched AS SELECT 7 AS cpu; SELECT cpu, count(*) FROM sched GROUP BY cpu", "7 1" },
  { "CREATE PERFETTO FUNCTION sum(x INT) RETURNS INT AS SELECT $x + 1; SELECT sum(5), count(*) FROM slice", "6 3000" },
};

/* Tables of the user have precedence. */
static void
test_own (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (owns); i++)
    {
      const StrataQueryLimits limits = { 0 };
      g_autoptr (StrataQuery) query = fixture_query ();
      g_autoptr (GError) error = NULL;
      g_autofree char *rows = fixture_ask (query, owns[i].sql, &limits, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (rows, ==, owns[i].rows);
    }
}

/* The same error as SQLite's, at the same place. */
static void
test_overflow (void)
{
  const StrataQueryLimits limits = { 0 };
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 thread = strata_trace_builder_get_thread (builder, 1);

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  for (guint i = 0; i < 3; i++)
    strata_trace_builder_begin_slice (builder, thread, G_MAXINT64 / 2 + i, STRATA_NO_TIME, STRATA_STRING_EMPTY, STRATA_ATTRS_NONE);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataQuery) query = strata_query_new (&trace, 1, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *rows = fixture_ask (query, "SELECT sum(ts) FROM slice", &limits, &error);

  g_assert_null (rows);
  g_assert_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD);
  g_assert_cmpstr (error->message, ==, "integer overflow");
  g_clear_error (&error);

  g_autofree char *average = fixture_ask (query, "SELECT avg(ts) > 4e18, count(*) FROM slice", &limits, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (average, ==, "1 3");
}

static void
add_tests (const char *name,
           const char *const *statements,
           guint n_statements,
           GTestDataFunc test)
{
  for (guint i = 0; i < n_statements; i++)
    {
      g_autofree char *path = g_strdup_printf ("/query-groups/%s/%u", name, i);

      g_test_add_data_func (path, statements[i], test);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  add_tests ("answered", answered, G_N_ELEMENTS (answered), test_answered);
  add_tests ("left", left, G_N_ELEMENTS (left), test_left);
  add_tests ("joined", joined, G_N_ELEMENTS (joined), test_joined);
  add_tests ("left-joined", left_joined, G_N_ELEMENTS (left_joined), test_left_joined);
  g_test_add_func ("/query-groups/own", test_own);
  g_test_add_func ("/query-groups/overflow", test_overflow);

  return g_test_run ();
}
